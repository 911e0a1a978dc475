"""Explanations of everything on the table, in the words of the rules page; and why a thing cannot be chosen now."""

from typing import Final

from games.core.text import Text, _
from games.core.title.presenter import Composition, Word
from games.titles.mascarade.page.helps import ABILITIES
from games.titles.mascarade.rules.components import EXCHANGE_TURNS
from games.titles.mascarade.rules.masks import BRINGS_MONEY, CODES, MIN_SEATS
from games.titles.mascarade.rules.view import MascaradeView
from games.titles.mascarade.text.names import name_of

PLACES: Final = (
    Word(
        "slot",
        _("Mask, facedown"),
        _(
            "No one can see it, not even its owner. What you know about it is shown on top: one mask if "
            "you’re certain, two or three if it could be any of them."
        ),
    ),
    Word(
        "centre",
        _("Centre mask"),
        _("It belongs to no one. It can be swapped, and the Spy can look at it, but no one can announce with it."),
    ),
    Word(
        "purse",
        _("Coins"),
        _("A player with 13 coins wins immediately. If a player has none left, the match ends and the richest wins."),
    ),
    Word(
        "justice",
        _("Justice board"),
        _("The coins paid for wrong claims. The Judge takes them all."),
    ),
)


def glossary(view: MascaradeView) -> list[Word]:
    """Return the masks of this match, and what lies on its table."""
    masks = [Word(code, name_of(code), meaning(code)) for code in sorted(set(view["script"]))]
    return [*masks, *PLACES]


def meaning(code: str) -> Text:
    """Return what a mask does, and whether it earns money."""
    mask = CODES.index(code)
    text = ABILITIES[code]
    return _("%(does)s Brings money.", does=text) if BRINGS_MONEY[mask] else text


def needs(code: str) -> int:
    """Return the smallest number of players with which a mask is used."""
    return int(MIN_SEATS[CODES.index(code)])


# Why not.

FIRST_TURNS: Final = _(
    "In the first four turns you can only swap masks, really or not: no one can look at a mask or announce one."
)
OWN_SLOT: Final = _("That’s your own mask: choose another one to swap it with.")
LOCKED: Final = _("Your mask was shown on the previous turn, so you can’t announce on this one.")
ANSWER: Final = _("You can only answer the announcement now: challenge it or not.")
STEP_BACK: Final = _("You’re choosing something else now. Go back a step to choose this instead.")
OTHERS_ONLY: Final = _("You can’t use a power on yourself: choose another player.")
NO_CENTRE: Final = _("This power is used on players: you can’t choose the centre.")
RICHEST: Final = _("The Trickster only takes from the richest of the other players.")
ONE_OF_EACH: Final = _("With three players, the Fool takes one mask from each other player.")
BIT: Final = _("You’ve chosen the masks. Now choose whether to really swap them.")


def forbidden(view: MascaradeView, composition: Composition, element: str) -> Text | None:
    """Return why the drawn thing `element` may not be chosen now; None if there is nothing to say of it."""
    kind, _dash, name = element.partition("-")
    if kind == "mask":
        return _("This mask isn’t in play.") if name not in view["script"] else None
    if kind == "justice":
        return _("Only the Judge takes coins from the justice board: announce the Judge.")
    slot = next((each for each in view["slots"] if each["slot"] == name), None)
    if kind not in ("slot", "own") or slot is None:
        return _("Coins only change hands through powers and fines.") if kind in ("purse", "plate", "own") else None
    if view["phase"] == "memorise":
        return _("Look carefully: you can’t choose anything until all the masks are facedown.")
    if view["power"] is not None:
        return _of_power(view, composition, slot["seat"], name)
    if view["announced"] is not None:
        return ANSWER
    return _of_turn(view, composition, slot["seat"])


def _of_turn(view: MascaradeView, composition: Composition, holder: int | None) -> Text:
    """Return why a slot may not be chosen during the choice of an action."""
    words = composition.words
    if not words or words[0].startswith("X"):
        if len(words) > 1:
            return BIT
        if holder == composition.seat:
            return FIRST_TURNS if not words and view["turn"] <= EXCHANGE_TURNS else OWN_SLOT
        return _("First choose which of your own masks to swap.")
    return STEP_BACK


def _of_power(view: MascaradeView, composition: Composition, holder: int | None, name: str) -> Text:
    """Return why a slot may not be chosen while the targets of a power are chosen."""
    power = view["power"]
    assert power is not None
    if power["step"] == "guess":
        return _("The Guru asks you to name your mask: say which one you have.")
    if power["step"] == "swap" or "+" in composition.offered:
        return BIT
    if holder == composition.seat:
        return OTHERS_ONLY
    if holder is None:
        return NO_CENTRE
    if power["mask"] == "TR":
        return RICHEST
    if composition.words and name in composition.words:
        return _("You’ve already chosen this.")
    return ONE_OF_EACH
