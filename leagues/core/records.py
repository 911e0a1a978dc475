"""Statistics of a player's finished matches: form, records per title and per opponent."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

FORM = 10
OPPONENTS = 20


class PlayedSeat(NamedTuple):
    """The first holder of a seat, None for bots and deleted accounts, and how it ended for them.

    A player who gave up the seat has `left`: then `place`, which others may have reached, is ignored.
    """

    player: int | None
    place: int
    left: bool = False


class Played(NamedTuple):
    """A finished match for the first holder of the seat `number`. `until`: the ply at which another person took it
    over, None if nobody did. `at_table`: a play of the real table, and `match` is its id."""

    match: str
    title: str
    finished_at: datetime
    number: int
    seats: tuple[PlayedSeat, ...]
    until: int | None = None
    at_table: bool = False

    @property
    def own(self) -> PlayedSeat:
        """The seat from which it is seen."""
        return self.seats[self.number]

    @property
    def place(self) -> int | None:
        """The place reached; None for a player who gave up."""
        return None if self.own.left else self.own.place

    @property
    def is_first(self) -> bool:
        """Return whether nobody came before; a shared first place counts."""
        return self.place == 1

    def behind(self) -> float:
        """Return the share of the others who ended behind; others on the same place count half.

        >>> match = Played("m", "t", datetime(2026, 1, 1), 0, (PlayedSeat(1, 2), PlayedSeat(2, 1), PlayedSeat(3, 2)))
        >>> match.behind()
        0.25
        """
        mine = _rank(self.own)
        others = [_rank(seat) for number, seat in enumerate(self.seats) if number != self.number]
        return sum(1.0 if rank > mine else 0.5 if rank == mine else 0.0 for rank in others) / len(others)


@dataclass(frozen=True, slots=True)
class TitleRecord:
    """Matches of one title with one number of seats. `behind`: the mean share of the others left behind, 0 to 1."""

    title: str
    seats: int
    played: int
    first: int
    behind: float

    @property
    def behind_percent(self) -> int:
        """The share `behind` in percent."""
        return round(100 * self.behind)


@dataclass(frozen=True, slots=True)
class Meetings:
    """The outcomes of the matches that two people both played."""

    player: int
    together: int
    before: int
    behind: int

    @property
    def level(self) -> int:
        """How often neither came before the other."""
        return self.together - self.before - self.behind


def compare(one: PlayedSeat, other: PlayedSeat) -> int:
    """Return 1 if `one` came before `other`, -1 if behind, 0 if they are level. Players who gave up are behind all who
    did not.

    >>> compare(PlayedSeat(1, 2), PlayedSeat(2, 1, left=True))
    1
    """
    return (_rank(other) > _rank(one)) - (_rank(other) < _rank(one))


def by_title(matches: Iterable[Played]) -> list[TitleRecord]:
    """Return the records per title and number of seats, the most played first."""
    groups: dict[tuple[str, int], list[Played]] = defaultdict(list)
    for match in matches:
        groups[match.title, len(match.seats)].append(match)
    found = [
        TitleRecord(
            title,
            seats,
            len(group),
            sum(match.is_first for match in group),
            sum(match.behind() for match in group) / len(group),
        )
        for (title, seats), group in groups.items()
    ]
    return sorted(found, key=lambda record: (-record.played, record.title, record.seats))


def by_opponent(matches: Sequence[Played], most: int = OPPONENTS) -> list[Meetings]:
    """Return the records against the `most` people met most often; of those met equally often, the last met come
    first."""
    together: Counter[int] = Counter()
    results: Counter[tuple[int, int]] = Counter()
    for match in matches:
        own, mine = match.own, _rank(match.own)
        for seat in match.seats:
            if seat.player is not None and seat.player != own.player:
                together[seat.player] += 1
                theirs = _rank(seat)
                results[seat.player, (theirs > mine) - (theirs < mine)] += 1
    return [
        Meetings(player, count, results[player, 1], results[player, -1]) for player, count in together.most_common(most)
    ]


def _rank(seat: PlayedSeat) -> float:
    return float("inf") if seat.left else seat.place
