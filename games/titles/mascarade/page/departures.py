"""Animates the last move: coins on their way, and the masks that a challenge has turned up."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final

from games.core.engine.events import Effect, Entry
from games.core.text import _
from games.core.title.presenter import Stop
from games.titles.mascarade.page import ring
from games.titles.mascarade.page.elements import purse_id
from games.titles.mascarade.page.table import below
from games.titles.mascarade.page.touched import JUSTICE
from games.titles.mascarade.rules.effects import (
    Applied,
    Fined,
    FortunesExchanged,
    Gained,
    JusticeTaken,
    Paid,
    Revealed,
    SlotMask,
    Tested,
)
from games.titles.mascarade.rules.view import MascaradeView
from games.titles.mascarade.text import log_text
from games.titles.mascarade.text.names import holder_name, mask_name

MOST: Final = 4  # coins drawn for one payment
BANK: Final = "bank"
BANK_SPOT: Final = ring.Spot(50, 22)
JUSTICE_SPOT: Final = ring.Spot(50, 62)

Transfer = tuple[str, str, int]
"""From where, to where, how many coins: ids of purses, the justice board, the bank."""


def leaving(view: MascaradeView, entries: Sequence[Entry]) -> dict[str, Any]:
    """Return the coins that the last move of the redacted `entries` brought from one place to another; empty if
    none."""
    moved = [(entry.ply, each) for entry in last_results(entries) for each in transfers(entry)]
    if not moved:
        return {}
    spots = purse_spots(view)
    return {
        "ply": str(moved[-1][0]),
        "coins": [
            {"from": source, "goal": goal, "spot": spots[source].classes}
            for _ply, (source, goal, count) in moved
            for _coin in range(min(count, MOST))
        ],
    }


def transfers(entry: Entry) -> Iterator[Transfer]:
    """Yield the coins that an effect moves."""
    match entry.effect:
        case Gained(seat, coins):
            yield BANK, purse_id(seat), coins
        case Paid(seat, payee, coins):
            yield purse_id(seat), purse_id(payee), coins
        case JusticeTaken(seat, coins):
            yield JUSTICE, purse_id(seat), coins
        case Fined(seats):
            yield from ((purse_id(seat), JUSTICE, 1) for seat in seats)
        case FortunesExchanged(one, other):
            yield purse_id(one), purse_id(other), MOST
            yield purse_id(other), purse_id(one), MOST


def purse_spots(view: MascaradeView) -> dict[str, ring.Spot]:
    """Return, by id, the spots where coins start: the bank, the justice board, and every purse."""
    seats = view["seats"]
    places = ring.plates(seats, below(view)) or ring.slots(seats, len(view["slots"]), below(view))[:seats]
    return {BANK: BANK_SPOT, JUSTICE: JUSTICE_SPOT, **{purse_id(seat): spot for seat, spot in enumerate(places)}}


# Masks that are turned up.


def stop(effect: Effect) -> Stop | None:
    """Return what to read where masks are turned up; None for other effects."""
    match effect:
        case Revealed(masks):
            lines = tuple(_("%(slot)s: %(mask)s", slot=holder_name(slot), mask=mask_name(mask)) for slot, mask in masks)
            return Stop(_("Masks are revealed"), lines)
        case Tested(slot, mask):
            line = _("%(slot)s: %(mask)s", slot=holder_name(slot), mask=mask_name(mask))
            return Stop(_("A mask is revealed for the Guru"), (line,))
    return None


def settled(view: MascaradeView, entries: Sequence[Entry]) -> dict[str, Any]:
    """Return the masks that the last move of the redacted `entries` turned up, whether each of them is the one claimed,
    and how many coins each purse gained or lost; empty if none was turned up."""
    effects = [entry.effect for entry in last_results(entries)]
    shown = [each for effect in effects for each in turned_up(effect)]
    if not shown:
        return {}
    applied = next((effect for effect in effects if isinstance(effect, Applied)), None)
    words = [slot["slot"] for slot in view["slots"]]
    spots = dict(zip(words, ring.slots(view["seats"], len(words), below(view)), strict=True))
    purses = purse_spots(view)
    return {
        "masks": [
            {
                "spot": spots[slot].classes,
                "code": mask or "back",
                "verdict": ("right" if mask == applied.mask else "wrong") if applied and mask else "",
                "label": _("%(slot)s: %(mask)s", slot=holder_name(slot), mask=mask_name(mask)),
            }
            for slot, mask in shown
        ],
        "changes": [
            {"spot": purses[purse].classes, "coins": f"{change:+d}".replace("-", "−"), "loses": change < 0}
            for purse, change in changes_of_coins(entries).items()
            if purse != BANK and purse != JUSTICE and change
        ],
        "text": log_text.describe(applied) if applied else "",
    }


def last_results(entries: Sequence[Entry]) -> Sequence[Entry]:
    """Return the entries of the last event: the event itself and its consequences."""
    return [entry for entry in entries if entry.ply == entries[-1].ply]


def turned_up(effect: Effect) -> Sequence[SlotMask]:
    """Return the masks that an effect shows to all."""
    match effect:
        case Revealed(masks):
            return masks
        case Tested(slot, mask):
            return ((slot, mask),)
    return ()


def changes_of_coins(entries: Sequence[Entry]) -> dict[str, int]:
    """Return, by purse, how many coins the last move added or took. Exchanged fortunes count as nothing."""
    found: Counter[str] = Counter()
    for entry in last_results(entries):
        if not isinstance(entry.effect, FortunesExchanged):
            for source, goal, coins in transfers(entry):
                found[source] -= coins
                found[goal] += coins
    return dict(found)
