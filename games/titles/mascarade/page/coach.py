"""Hints for a beginner at Mascarade at the moments that matter, made from their view alone."""

from collections.abc import Iterator
from typing import Final

from games.core.text import SeatName, Text, _
from games.core.title.presenter import Composition, Hint
from games.titles.mascarade.page.progress import is_near
from games.titles.mascarade.rules.components import CHEATER_FORTUNE, EXCHANGE_TURNS
from games.titles.mascarade.rules.view import MascaradeView

FEW: Final = 3  # coins
RICH_BOARD: Final = 3  # coins of the justice board that are worth a Judge
TWO: Final = 2

MEMORISE: Final = _(
    "Thirteen coins win. Keep in mind who is who, above all your own mask: what you know stays drawn on the masks."
)
MEMORISE_ONESELF: Final = _(
    "Thirteen coins win. Keep in mind who is who, above all your own mask: at this table nothing that you see is "
    "written down."
)
FIRST: Final = _(
    "Only exchanges for four turns. Whether you really exchange is your secret: the others will know less than you."
)
BIT: Final = _(
    "Do exchange if you want that mask. Pretend if you are content: the others lose track of yours all the same."
)
ANNOUNCE: Final = _(
    "You are certain of your mask. Announce it: whoever challenges you wrongly pays a coin, and you use its power."
)
BLUFF: Final = _(
    "You may announce a mask that you are not. If nobody dares to challenge you, you use its power all the same."
)
LOOK: Final = _("You do not know who you are. A look costs your turn; a bold announcement may be found out.")
LOOK_AGAIN: Final = _(
    "If you no longer know who you are: a look costs your turn, and a bold announcement may be found out."
)
LOCKED: Final = _(
    "Everybody has just seen your mask, so you may not announce. Exchange it, or pretend to: then they do not know it."
)
CERTAIN: Final = _("You know that you are this mask: challenge, and its power is yours, out of turn.")
LIAR: Final = _(
    "You know that somebody else has this mask. A claim is shown only if somebody makes the same one, though."
)
NOT_YOU: Final = _("You cannot be this mask. A challenge would cost you a coin; without one the power is used.")
PERHAPS: Final = _("You may be this mask. A wrong challenge costs one coin; a right one brings you the power.")
JUDGE: Final = _("The justice board holds many coins. Whoever announces the Judge, and is believed, takes them all.")
CHEAT: Final = _("You have ten coins: announced and believed, the Cheater wins at once.")
POOR: Final = _(
    "If anybody loses the last coin, the richest wins at once. With so few coins, do not challenge lightly."
)
SPY: Final = _("You alone have seen both masks. Keep the one that helps you, and nobody knows which it is.")
GURU: Final = _("Name the mask that you most likely have. What you know of it is written below the table.")
GURU_ONESELF: Final = _("Name the mask that you most likely have, as far as you remember.")


def hint(view: MascaradeView, composition: Composition) -> Hint | None:
    """Return the hint for this moment, or None."""
    if view["phase"] == "memorise":
        return Hint("memorise", MEMORISE if view["options"]["log_masks"] else MEMORISE_ONESELF)
    if view["power"] is not None:
        return _power(view)
    if view["announced"] is not None:
        return _answer(view, composition.seat)
    words = composition.words
    if not words or words == ("X",):
        return next(_turn(view, composition), None)
    return Hint("bit", BIT) if "+" in composition.offered else None


def _power(view: MascaradeView) -> Hint | None:
    step = view["power"]["step"] if view["power"] else ""
    guru = GURU if view["options"]["log_masks"] else GURU_ONESELF
    return {"swap": Hint("spy", SPY), "guess": Hint("guru", guru)}.get(step)


def _turn(view: MascaradeView, composition: Composition) -> Iterator[Hint]:
    """Yield the hints for the beginning of a turn, the most urgent first."""
    seat = composition.seat
    if view["turn"] <= EXCHANGE_TURNS:
        yield Hint("first", FIRST)
        return
    if seat in view["locked"]:
        yield Hint("locked", LOCKED)
        return
    coins = view["coins"]
    if "CH" in view["script"] and coins[seat] >= CHEATER_FORTUNE:
        yield Hint("cheat", CHEAT)
    near = [other for other in range(view["seats"]) if other != seat and is_near(view["script"], coins[other])]
    if near:
        yield Hint("threat", _threat(near[0]))
    if view["justice"] >= RICH_BOARD:
        yield Hint("judge", JUDGE)
    possible = own_masks(view, seat)
    if len(possible) == 1:
        yield Hint("announce", ANNOUNCE)
    elif len(possible) > TWO:
        yield Hint("look", LOOK if view["options"]["log_masks"] else LOOK_AGAIN)
    else:
        yield Hint("bluff", BLUFF)


def _answer(view: MascaradeView, seat: int) -> Hint:
    """Hint at whether the announced mask can be the player's own."""
    announced = view["announced"]
    assert announced is not None
    possible = own_masks(view, seat)
    if announced["mask"] in possible:
        return Hint("certain", CERTAIN) if len(possible) == 1 else Hint("perhaps", PERHAPS)
    if view["coins"][seat] <= FEW:
        return Hint("poor", POOR)
    if elsewhere(view, announced["mask"], announced["seat"]):
        return Hint("liar", LIAR)
    return Hint("notyou", NOT_YOU)


def own_masks(view: MascaradeView, seat: int) -> list[str]:
    """Return the masks that the own slots may hold, as far as the viewer knows."""
    found: set[str] = set()
    for slot, entry in zip(view["slots"], view["knowledge"] or (), strict=False):
        if slot["seat"] == seat:
            found.update(entry["masks"])
    return sorted(found)


def elsewhere(view: MascaradeView, mask: str, claimer: int) -> bool:
    """Return whether the viewer knows for certain that `mask` lies in a slot that is not the claimer's."""
    return any(
        slot["seat"] != claimer and entry["masks"] == [mask]
        for slot, entry in zip(view["slots"], view["knowledge"] or (), strict=False)
    )


def _threat(seat: int) -> Text:
    return _(
        "%(seat)s is near thirteen coins. Take coins away, or challenge what would make them rich.", seat=SeatName(seat)
    )
