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
    "Get 13 coins to win. Remember who’s who, especially your own mask: what you know is shown on the masks."
)
MEMORISE_ONESELF: Final = _(
    "Get 13 coins to win. Remember who’s who, especially your own mask: at this table, nothing you see "
    "is noted for you."
)
FIRST: Final = _(
    "The first four turns are swaps only. Whether you really swap is your secret: the others will know less than you."
)
BIT: Final = _(
    "Swap if you want that mask. Pretend if you’re happy with yours: either way, the others lose track of it."
)
ANNOUNCE: Final = _(
    "You’re sure of your mask. Announce it: players who wrongly challenge you pay a coin, and you use its power."
)
BLUFF: Final = _(
    "You can announce a mask that isn’t yours. If no one dares to challenge you, you use its power anyway."
)
LOOK: Final = _("You don’t know who you are. Looking takes your turn; a bold announcement might be found out.")
LOOK_AGAIN: Final = _(
    "If you’ve lost track of who you are: looking takes your turn, and a bold announcement might be found out."
)
LOCKED: Final = _(
    "Everyone has just seen your mask, so you can’t announce. Swap it, or pretend to, and they won’t know it any more."
)
CERTAIN: Final = _("You know you’re this mask: challenge, and you use its power out of turn.")
LIAR: Final = _(
    "You know another player has this mask. But a claim is only checked if someone else makes the same one."
)
NOT_YOU: Final = _(
    "You can’t be this mask. A challenge would cost you a coin; if no one challenges, the power is used."
)
PERHAPS: Final = _("You might be this mask. A wrong challenge costs a coin; a right one lets you use the power.")
JUDGE: Final = _(
    "There are a lot of coins on the justice board. Announce the Judge, and if you’re believed, you take them all."
)
CHEAT: Final = _("You have ten coins: announce the Cheater, and if you’re believed, you win immediately.")
POOR: Final = _(
    "If a player loses their last coin, the richest wins immediately. With so few coins, think twice "
    "before you challenge."
)
SPY: Final = _("Only you have seen both masks. Keep the one that helps you; no one will know which it is.")
GURU: Final = _("Name the mask you most likely have. What you know about it is written below the table.")
GURU_ONESELF: Final = _("Name the mask you most likely have, as far as you remember.")


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
    """Return a hint on whether the announced mask can be the player's own."""
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
    """Return the masks that the viewer's own slots may hold, as far as they know."""
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
        "%(seat)s is close to 13 coins. Take some away, or challenge what would make them rich.", seat=SeatName(seat)
    )
