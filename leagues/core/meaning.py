"""What each place in a match would mean for the ratings of those who sit at it, before it is over."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from leagues.core.rating import RatedMatch, RatedSeat, Rating, rate


@dataclass(frozen=True, slots=True)
class Sitter:
    """Who sits on one seat, and with which rating; `is_bot`: with a fixed one."""

    rating: Rating
    is_bot: bool = False


def changes_by_place(sitters: Sequence[Sitter], seat: int, moment: datetime) -> list[int]:
    """By how many points the shown number of the person on `seat` would change with each place, from the first.

    The others are taken to finish in the order of their means: which of them comes where makes little difference, and
    there are too many orders to name. At two seats nothing is assumed.
    """
    others = sorted((index for index in range(len(sitters)) if index != seat), key=lambda i: -sitters[i].rating.mu)
    before = sitters[seat].rating
    found = []
    for place in range(len(sitters)):
        order = [*others[:place], seat, *others[place:]]
        after = rate(_match(sitters, order, moment), {index: one.rating for index, one in enumerate(sitters)})
        found.append(after[seat].shown(moment) - before.shown(moment))
    return found


def _match(sitters: Sequence[Sitter], order: Sequence[int], moment: datetime) -> RatedMatch:
    places = {seat: place for place, seat in enumerate(order, 1)}
    seats = tuple(
        RatedSeat(None, places[index], anchor=one.rating.mu) if one.is_bot else RatedSeat(index, places[index])
        for index, one in enumerate(sitters)
    )
    return RatedMatch("", "", "", moment, seats, length=1, usual=1)
