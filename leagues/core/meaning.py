"""The effect of each place in a match on its players' ratings, before it is over."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from leagues.core.rating import Leaving, RatedMatch, RatedSeat, Rating, rate


@dataclass(frozen=True, slots=True)
class Sitter:
    """The holder of a seat, and their rating; `is_bot`: with a fixed one. `has_left`: the seat was given up."""

    rating: Rating
    is_bot: bool = False
    has_left: bool = False


def changes_by_place(sitters: Sequence[Sitter], seat: int, moment: datetime) -> list[int]:
    """Return by how many points the shown number of the person on `seat` would change with each place, from the first.

    The others are taken to finish in the order of their means: which of them comes where makes little difference, and
    there are too many orders to name. At two seats nothing is assumed. Players who left are last, so the others have
    fewer places.
    """
    stayed = [index for index, one in enumerate(sitters) if index != seat and not one.has_left]
    others = sorted(stayed, key=lambda index: -sitters[index].rating.mu)
    before = sitters[seat].rating
    found = []
    for place in range(len(others) + 1):
        order = [*others[:place], seat, *others[place:]]
        after = rate(_match(sitters, order, moment), {index: one.rating for index, one in enumerate(sitters)})
        found.append(after[seat].shown(moment) - before.shown(moment))
    return found


def _match(sitters: Sequence[Sitter], order: Sequence[int], moment: datetime) -> RatedMatch:
    places = {seat: place for place, seat in enumerate(order, 1)}
    seats = tuple(_seat(index, one, places.get(index, 0), moment) for index, one in enumerate(sitters))
    return RatedMatch("", "", "", moment, seats, length=1, usual=1)


def _seat(index: int, sitter: Sitter, place: int, moment: datetime) -> RatedSeat:
    if sitter.is_bot:
        return RatedSeat(None, place, anchor=sitter.rating.mu)
    return RatedSeat(index, place, Leaving.RESIGNED, moment) if sitter.has_left else RatedSeat(index, place)
