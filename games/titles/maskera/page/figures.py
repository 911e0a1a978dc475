"""Draws the examples of the rules page, as the rules play them: plain lists of zones and cards for its templates."""

from collections import Counter
from collections.abc import Iterator
from typing import Any, Final, cast

from games.core.text import _
from games.core.title.game import Game
from games.titles.maskera.page import examples
from games.titles.maskera.page.examples import Figure, Story
from games.titles.maskera.page.positions import lying, position
from games.titles.maskera.rules.components import SEATS
from games.titles.maskera.rules.state import MaskeraState
from games.titles.maskera.text.record import MaskeraReader, MaskeraWriter

LABELS: Final = {
    "trial": _("On trial"),
    "area0": _("Your area"),
    "area1": _("Your rival’s area"),
    "hand0": _("Your hand"),
    "hand1": _("Your rival’s hand"),
    "aside": _("Drawn cards"),
    "discards": _("Discard pile"),
    "pile": _("Draw pile"),
}


def drawings(game: Game) -> dict[str, Any]:
    """Return all drawn examples, by name."""
    return {
        "play": figure(game, examples.PLAY),
        "miss": figure(game, examples.MISS),
        "hit": figure(game, examples.HIT),
        "wins": figure(game, examples.WINS),
        "deal": figure(game, examples.DEAL),
        "no_win": figure(game, examples.NO_WIN),
        "win_first": figure(game, examples.WIN_FIRST),
        "draw": figure(game, examples.DRAW),
        "empty": figure(game, examples.EMPTY),
        "spied": figure(game, examples.SPIED),
        "struck": figure(game, examples.STRUCK),
        "shuffle": figure(game, examples.SHUFFLE),
        "seen": figure(game, examples.SEEN),
        "masks": {name: figure(game, example) for name, example in examples.MASKS.items()},
    }


def figure(game: Game, example: Figure) -> dict[str, Any]:
    """Return the caption and the steps of all its stories, in order."""
    return {"caption": example.caption, "steps": [step for story in example.stories for step in told(game, story)]}


def told(game: Game, story: Story) -> Iterator[dict[str, Any]]:
    """Yield the steps of a story, each with what the rules have made of the position by then."""
    annotator = game.annotator(SEATS, {})
    if story.position:
        annotator.go_on_from(beginning(story))
    reader = MaskeraReader(annotator, MaskeraWriter(SEATS))
    earlier: dict[str, str] = {}
    for step in story.steps:
        reader.read(step.record)
        state = cast(MaskeraState, annotator.state)
        zones = {zone.lstrip("~"): zone.startswith("~") for zone in step.zones.split()}
        held = {name: lying(state, name) for name in zones if name != "pile"}
        yield {
            "title": step.title,
            "zones": [
                pile(state) if name == "pile" else _zone(name, held[name], earlier.get(name, held[name]), hidden)
                for name, hidden in zones.items()
            ],
        }
        earlier = held


def beginning(story: Story) -> MaskeraState:
    """Return the position that a story begins with."""
    zones = dict(item.split("=") for item in story.position.split())
    return position(**zones, active=story.active)


def _zone(name: str, held: str, earlier: str, hidden: bool) -> dict[str, Any]:
    """Return a zone with its cards from left to right; those that it did not hold `earlier` are marked as new."""
    known = Counter(earlier)
    cards = []
    for letter in held:
        is_new = known[letter] == 0
        known[letter] -= not is_new
        cards.append({"letter": "" if hidden else letter, "new": is_new})
    return {"label": LABELS[name], "cards": cards}


def pile(state: MaskeraState) -> dict[str, Any]:
    """Return the draw pile, and how many cards it has."""
    return {"label": LABELS["pile"], "cards": [{"letter": "", "new": False}], "count": int(state.pile_size)}
