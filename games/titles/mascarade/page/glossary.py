"""What everything on the table is and does, in the words of the rules page; and why a thing may not be chosen now."""

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
            "Nobody sees it, not even whoever wears it. What you know of it lies over it: one mask if you are certain, "
            "two or three if it may be any of them."
        ),
    ),
    Word(
        "centre",
        _("Centre mask"),
        _("It belongs to nobody. Exchanges and the Spy reach it; nobody can announce with it."),
    ),
    Word(
        "purse",
        _("Coins"),
        _("Whoever has 13 coins wins at once. If anybody has none left, the match ends and the richest wins."),
    ),
    Word(
        "justice",
        _("Justice board"),
        _("Here lie the coins that were paid for wrong claims. The Judge takes all of them."),
    ),
)


def glossary(view: MascaradeView) -> list[Word]:
    """The masks of this match, and what lies on its table."""
    masks = [Word(code, name_of(code), meaning(code)) for code in sorted(set(view["script"]))]
    return [*masks, *PLACES]


def meaning(code: str) -> Text:
    """What a mask does, and whether it brings money."""
    mask = CODES.index(code)
    text = ABILITIES[code]
    return _("%(does)s Brings money.", does=text) if BRINGS_MONEY[mask] else text


def needs(code: str) -> int:
    """The fewest players with whom a mask is used."""
    return int(MIN_SEATS[CODES.index(code)])


# Why not.

FIRST_TURNS: Final = _(
    "The first four turns are exchanges only, real or pretended: nobody looks at a mask, nobody announces one."
)
OWN_SLOT: Final = _("That is your own mask: it is exchanged with another one.")
LOCKED: Final = _("Your mask was shown in the turn before, so you may not announce in this one.")
ANSWER: Final = _("Now you only answer the announcement: challenge it, or let it be.")
STEP_BACK: Final = _("You’re choosing something else now. Go back a step to choose this instead.")
OTHERS_ONLY: Final = _("A power is for other players: choose one of them.")
NO_CENTRE: Final = _("This power is for players: the centre has none.")
RICHEST: Final = _("The Trickster takes from the richest of the others only.")
ONE_OF_EACH: Final = _("With three players the Fool takes one mask of each other player.")
BIT: Final = _("Whom you meant is chosen. Now say whether the masks really change places.")


def forbidden(view: MascaradeView, composition: Composition, element: str) -> Text | None:
    """Why the drawn thing `element` may not be chosen now; None if there is nothing to say of it."""
    kind, _dash, name = element.partition("-")
    if kind == "mask":
        return _("This mask is not in play.") if name not in view["script"] else None
    if kind == "justice":
        return _("Nobody takes from the justice board but the Judge: announce the Judge.")
    slot = next((each for each in view["slots"] if each["slot"] == name), None)
    if kind not in ("slot", "own") or slot is None:
        return _("Coins change hands by powers and fines alone.") if kind in ("purse", "plate", "own") else None
    if view["phase"] == "memorise":
        return _("Look well: nothing can be chosen before all masks are facedown.")
    if view["power"] is not None:
        return _of_power(view, composition, slot["seat"], name)
    if view["announced"] is not None:
        return ANSWER
    return _of_turn(view, composition, slot["seat"])


def _of_turn(view: MascaradeView, composition: Composition, holder: int | None) -> Text:
    """A slot during the choice of an action."""
    words = composition.words
    if not words or words[0].startswith("X"):
        if len(words) > 1:
            return BIT
        if holder == composition.seat:
            return FIRST_TURNS if not words and view["turn"] <= EXCHANGE_TURNS else OWN_SLOT
        return _("First choose which of your own masks you exchange.")
    return STEP_BACK


def _of_power(view: MascaradeView, composition: Composition, holder: int | None, name: str) -> Text:
    """A slot while the targets of a power are chosen."""
    power = view["power"]
    assert power is not None
    if power["step"] == "guess":
        return _("The Guru wants a name: say which mask you have.")
    if power["step"] == "swap" or "+" in composition.offered:
        return BIT
    if holder == composition.seat:
        return OTHERS_ONLY
    if holder is None:
        return NO_CENTRE
    if power["mask"] == "TR":
        return RICHEST
    if composition.words and name in composition.words:
        return _("It is chosen already.")
    return ONE_OF_EACH
