"""Draws the examples of the rules page, and what its tables hold: plain lists for its templates."""

from typing import Any, Final

from games.core.text import Text, TextList, _
from games.titles.mascarade.page import examples, glossary, helps, words
from games.titles.mascarade.page.examples import Figure, Step
from games.titles.mascarade.rules.components import ADVANCED, MOST_SEATS, STANDARD, script_masks
from games.titles.mascarade.rules.effects import owner_of
from games.titles.mascarade.rules.masks import BRINGS_MONEY, CODES, COPIES
from games.titles.mascarade.rules.rows import Place
from games.titles.mascarade.text.names import name_of
from games.titles.mascarade.text.scripts import needing_more

PLAYERS: Final = (_("You"), "Ada", "Ben", "Cleo", "Dino", "Elsa", "Fabio", "Gina")


def drawings() -> dict[str, Any]:
    """All drawn examples by name, the masks, and the scripts."""
    return {
        "exchange": figure(examples.EXCHANGE),
        "believed": figure(examples.BELIEVED),
        "challenged": figure(examples.CHALLENGED),
        "win": figure(examples.WIN),
        "out_of_turn": figure(examples.OUT_OF_TURN),
        "nobody": figure(examples.NOBODY),
        "bankrupt": figure(examples.BANKRUPT),
        "pointed": figure(examples.POINTED),
        "masks": [mask(code) for code in CODES],
        "copies": sum(COPIES),
        "needing_more": needing_more(),
        "scripts": [scripts(seats) for seats in range(2, MOST_SEATS + 1)],
    }


def mask(code: str) -> dict[str, Any]:
    """A mask with what it does and an example."""
    return {
        "code": code,
        "name": name_of(code),
        "does": helps.ABILITIES[code],
        "brings": bool(BRINGS_MONEY[CODES.index(code)]),
        "needs": glossary.needs(code) if glossary.needs(code) > 2 else 0,
        "figure": figure(examples.MASKS[code]),
    }


def scripts(seats: int) -> dict[str, Any]:
    """The masks in play at a table of so many seats."""
    return {"seats": seats, "standard": listed(script(STANDARD, seats)), "advanced": listed(script(ADVANCED, seats))}


def script(kind: int, seats: int) -> list[str]:
    """The masks of a script, as often as they are in play."""
    return [CODES[number] for number in script_masks(kind, seats)]


def listed(codes: list[str]) -> TextList:
    """Masks, joined by commas; two Peasants with their number."""
    found: list[Text] = []
    for code in sorted(set(codes)):
        count = codes.count(code)
        found.append(name_of(code) if count == 1 else _("%(mask)s (%(count)s)", count=count, mask=name_of(code)))
    return TextList(tuple(found))


def figure(example: Figure) -> dict[str, Any]:
    """The steps of an example."""
    return {"caption": example.caption, "steps": [_step(step) for step in example.steps]}


def _step(step: Step) -> dict[str, Any]:
    return {"title": step.title, "places": [_place(place) for place in step.places], "justice": step.justice}


def _place(place: Place) -> dict[str, Any]:
    seat = owner_of(place.slot)
    letter = place.slot[-1] if place.slot[-1] in words.SHORT else ""
    name: Text | str = _("Centre") if seat is None else PLAYERS[seat]
    return {
        "name": _("%(name)s, %(mask)s", name=name, mask=words.SHORT[letter]) if letter else name,
        "mask": place.mask,
        "coins": place.coins,
        "says": place.says,
        "shown": place.shown,
    }
