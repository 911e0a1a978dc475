"""Draws the examples of the rules page: plain lists of zones and cards for its templates."""

from collections import Counter
from typing import Any, Final

from games.core.text import _
from games.titles.maskera.page import examples
from games.titles.maskera.page.examples import Figure, Step, Zone

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


def drawings() -> dict[str, Any]:
    """All drawn examples, by name."""
    return {
        "play": figure(examples.PLAY),
        "miss": figure(examples.MISS),
        "hit": figure(examples.HIT),
        "wins": figure(examples.WINS),
        "deal": figure(examples.DEAL),
        "no_win": figure(examples.NO_WIN),
        "win_first": figure(examples.WIN_FIRST),
        "draw": figure(examples.DRAW),
        "empty": figure(examples.EMPTY),
        "spied": figure(examples.SPIED),
        "struck": figure(examples.STRUCK),
        "masks": {name: figure(example) for name, example in examples.MASKS.items()},
        "shuffle": figure(examples.SHUFFLE),
        "seen": figure(examples.SEEN),
    }


def figure(example: Figure) -> dict[str, Any]:
    """The steps of all its stories, one after the other."""
    steps = []
    for story in example.stories:
        before: Step | None = None
        for step in story.steps:
            steps.append(_step(step, before))
            before = step
    return {"caption": example.caption, "steps": steps}


def _step(step: Step, before: Step | None) -> dict[str, Any]:
    earlier = {zone.name: zone for zone in before.zones} if before else {}
    return {"title": step.title, "zones": [_zone(zone, earlier.get(zone.name)) for zone in step.zones]}


def _zone(zone: Zone, earlier: Zone | None) -> dict[str, Any]:
    """A zone with its cards from left to right; those that it did not hold a step before are marked as new."""
    label = LABELS[zone.name]
    if zone.name == "pile":
        return {"label": label, "cards": [{"letter": "", "new": False}], "count": zone.cards}
    known = Counter(earlier.cards if earlier else zone.cards)
    cards = []
    for letter in zone.cards:
        is_new = known[letter] == 0
        known[letter] -= not is_new
        cards.append({"letter": "" if zone.hidden else letter, "new": is_new})
    return {"label": label, "cards": cards}
