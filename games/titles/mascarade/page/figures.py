"""Draws the examples of the rules page, as the rules play them, and what its tables hold: plain lists for its
templates."""

from collections.abc import Sequence
from typing import Any, Final

from games.core.engine.events import Effect
from games.core.text import Text, TextList, _
from games.core.title.game import Game
from games.titles.mascarade.page import examples, glossary, helps, words
from games.titles.mascarade.page.examples import Figure
from games.titles.mascarade.rules.components import (
    ADVANCED,
    CUSTOM,
    LONGEST_LIMIT,
    MOST_SEATS,
    STANDARD,
    script_masks,
)
from games.titles.mascarade.rules.deal import deal
from games.titles.mascarade.rules.effects import (
    Announced,
    Answered,
    Guessed,
    Revealed,
    ShownToOthers,
    Tested,
    owner_of,
)
from games.titles.mascarade.rules.masks import BRINGS_MONEY, CODES, COPIES
from games.titles.mascarade.rules.slots import slot_numbers
from games.titles.mascarade.rules.state import MascaradeState
from games.titles.mascarade.rules.turn import begin
from games.titles.mascarade.text.annotator import MascaradeAnnotator
from games.titles.mascarade.text.names import name_of
from games.titles.mascarade.text.record_reader import MascaradeReader
from games.titles.mascarade.text.scripts import needing_more

PLAYERS: Final = (_("You"), "Ada", "Ben", "Cleo", "Dino", "Elsa", "Fabio", "Gina")


def drawings(game: Game) -> dict[str, Any]:
    """Return all drawn examples by name, the masks, and the scripts."""
    return {
        "exchange": figure(game, examples.EXCHANGE),
        "believed": figure(game, examples.BELIEVED),
        "challenged": figure(game, examples.CHALLENGED),
        "win": figure(game, examples.WIN),
        "out_of_turn": figure(game, examples.OUT_OF_TURN),
        "nobody": figure(game, examples.NOBODY),
        "bankrupt": figure(game, examples.BANKRUPT),
        "pointed": figure(game, examples.POINTED),
        "masks": [mask(game, code) for code in CODES],
        "copies": sum(COPIES),
        "needing_more": needing_more(),
        "scripts": [scripts(seats) for seats in range(2, MOST_SEATS + 1)],
    }


def mask(game: Game, code: str) -> dict[str, Any]:
    """Return a mask with what it does and an example."""
    return {
        "code": code,
        "name": name_of(code),
        "does": helps.ABILITIES[code],
        "brings": bool(BRINGS_MONEY[CODES.index(code)]),
        "needs": glossary.needs(code) if glossary.needs(code) > 2 else 0,
        "figure": figure(game, examples.MASKS[code]),
    }


def scripts(seats: int) -> dict[str, Any]:
    """Return the masks in play at a table of this many seats."""
    return {"seats": seats, "standard": listed(script(STANDARD, seats)), "advanced": listed(script(ADVANCED, seats))}


def script(kind: int, seats: int) -> list[str]:
    """Return the masks of a script, as often as they are in play."""
    return [CODES[number] for number in script_masks(kind, seats)]


def listed(codes: list[str]) -> TextList:
    """Return masks joined by commas; two Peasants with their number."""
    found: list[Text] = []
    for code in sorted(set(codes)):
        count = codes.count(code)
        found.append(name_of(code) if count == 1 else _("%(mask)s (%(count)s)", count=count, mask=name_of(code)))
    return TextList(tuple(found))


def figure(game: Game, example: Figure) -> dict[str, Any]:
    """Return the caption and the steps of an example, each step with what the rules have made of the position by
    then."""
    state = beginning(example)
    seats = int(state.seats)
    annotator = game.annotator(seats, game.complete_settings({}, seats))
    assert isinstance(annotator, MascaradeAnnotator)
    annotator.go_on_from(state)
    reader = MascaradeReader(annotator)
    steps = []
    for step in example.steps:
        before = len(reader.entries)
        reader.read(step.record)
        effects = [entry.effect for entry in reader.entries[before:]]
        claims, shown = claimed(effects), turned_up(effects)
        places = [_place(state, slot, claims.get(slot, ""), slot in shown) for slot in example.drawn.split()]
        justice = None if example.justice is None else int(state.justice)
        steps.append({"title": step.title, "places": places, "justice": justice})
    return {"caption": example.caption, "steps": steps}


def beginning(example: Figure) -> MascaradeState:
    """Return the position at the beginning of the ninth turn."""
    masks = [CODES.index(code) for code in example.masks.split()]
    state = MascaradeState(None, example.seats or len(masks), CUSTOM, sorted(masks))
    state.turn_limit = LONGEST_LIMIT
    for mask in masks:
        deal(state, mask)
    state.first = example.active - 1
    for seat, fortune in enumerate(example.coins):
        state.coins[seat] = fortune
    state.justice = example.justice or 0
    state.turns = 8
    begin(state, example.active - 1)
    return state


def claimed(effects: Sequence[Effect]) -> dict[str, str]:
    """Return what players claim to be, by the slot that they mean."""
    claims, announced = {}, ""
    for effect in effects:
        match effect:
            case Announced(seat, mask, letter):
                claims[f"{seat + 1}{letter}"] = announced = mask
            case Answered(seat, True, letter):
                claims[f"{seat + 1}{letter}"] = announced
            case Guessed(seat, mask):
                claims[f"{seat + 1}"] = mask
    return claims


def turned_up(effects: Sequence[Effect]) -> set[str]:
    """Return the slots whose masks were shown to all, or to everyone but their owners."""
    found = {slot for effect in effects if isinstance(effect, Revealed) for slot, _mask in effect.masks}
    return found | {effect.slot for effect in effects if isinstance(effect, Tested | ShownToOthers)}


def _place(state: MascaradeState, slot: str, says: str, shown: bool) -> dict[str, Any]:
    """Return a slot with its mask, and at the first one of a player their coins. `says` is the mask that the player
    claims; `shown` is set where it lies face up for all."""
    seat = owner_of(slot)
    letter = slot[-1] if slot[-1] in words.SHORT else ""
    name: Text | str = _("Centre") if seat is None else PLAYERS[seat]
    return {
        "name": _("%(name)s, %(mask)s", name=name, mask=words.SHORT[letter]) if letter else name,
        "mask": CODES[state.mask[slot_numbers(int(state.seats), int(state.places))[slot]]],
        "coins": None if seat is None or letter not in ("", "L") else int(state.coins[seat]),
        "says": says,
        "shown": shown,
    }
