"""The pyramid of divisions: tiers of 1, 2, 4, ... divisions, of which the last has those that are left over."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction

from games.core.text import _
from leagues.core.errors import LeagueError

SMALLEST = 4
LARGEST = 13


@dataclass(frozen=True, slots=True)
class Sizes:
    """The wanted, smallest and largest number of players in a division. Raises LeagueError outside of 4 to 13."""

    wanted: int
    smallest: int = SMALLEST
    largest: int = LARGEST

    def __post_init__(self) -> None:
        for size in (self.smallest, self.largest, self.wanted):
            if not SMALLEST <= size <= LARGEST:
                raise LeagueError(
                    _(
                        "Divisions: enter a size from %(low)s to %(high)s players, not %(n)s.",
                        low=SMALLEST,
                        high=LARGEST,
                        n=size,
                    )
                )
        if not self.smallest <= self.wanted <= self.largest:
            raise LeagueError(
                _(
                    "Divisions of %(n)s players aren’t allowed: the size must be from %(low)s to %(high)s.",
                    n=self.wanted,
                    low=self.smallest,
                    high=self.largest,
                )
            )


def division_sizes(players: int, sizes: Sizes) -> tuple[tuple[int, ...], ...]:
    """Return how many players each division of each tier has.

    There are as many divisions as bring their mean size nearest to the wanted one (the fewer, if two are as near). The
    sizes of all divisions differ by at most one; higher tiers have the larger ones.
    Raises LeagueError if no number of divisions keeps all within the limits; it names the nearest possible number of
    players.

    >>> division_sizes(28, Sizes(7)), division_sizes(9, Sizes(6))
    (((7,), (7, 7), (7,)), ((5,), (4,)))
    """
    possible = _possible_counts(players, sizes)
    if not possible:
        raise _impossible(players, sizes)
    count = min(possible, key=lambda divisions: (abs(Fraction(players, divisions) - sizes.wanted), divisions))
    mean, larger = divmod(players, count)
    flat = [mean + 1] * larger + [mean] * (count - larger)
    tiers: list[tuple[int, ...]] = []
    while flat:
        width = 2 ** len(tiers)
        tiers.append(tuple(flat[:width]))
        flat = flat[width:]
    return tuple(tiers)


def make_divisions(seeded: Sequence[int], sizes: Sizes) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return the first season's tiers of divisions of players, from `seeded`, the strongest first.

    Every player of a tier is seeded above all of the tiers below. Within a tier the divisions are dealt to in turn,
    there and back, so that they are equally strong. Raises LeagueError if a player is named twice, or as
    `division_sizes` does.
    """
    check_unique(seeded)
    shape = division_sizes(len(seeded), sizes)
    tiers = []
    for tier in shape:
        tiers.append(deal(seeded[: sum(tier)], len(tier)))
        seeded = seeded[sum(tier) :]
    return tuple(tiers)


def deal(players: Sequence[int], divisions: int) -> tuple[tuple[int, ...], ...]:
    """Return `players` dealt to divisions in turn, there and back: sizes differ by at most one, larger ones first.

    >>> deal([1, 2, 3, 4, 5], 2)
    ((1, 4, 5), (2, 3))
    """
    dealt: list[list[int]] = [[] for _number in range(divisions)]
    whole = len(players) // divisions * divisions
    for position, player in enumerate(players[:whole]):
        turn, number = divmod(position, divisions)
        dealt[divisions - 1 - number if turn % 2 else number].append(player)
    for number, player in enumerate(players[whole:]):
        dealt[number].append(player)
    return tuple(tuple(division) for division in dealt)


def check_unique(players: Collection[int]) -> None:
    """Raise LeagueError if a player is named twice."""
    if len(set(players)) < len(players):
        raise LeagueError(_("A player can’t be in a league twice."))


def _possible_counts(players: int, sizes: Sizes) -> range:
    """Return the numbers of divisions that keep all sizes within the limits."""
    return range(max(1, -(-players // sizes.largest)), players // sizes.smallest + 1)


def _impossible(players: int, sizes: Sizes) -> LeagueError:
    fits = [number for number in range(sizes.smallest, players + sizes.largest) if _possible_counts(number, sizes)]
    nearest = min(fits, key=lambda number: (abs(number - players), number))
    return LeagueError(
        _(
            "%(n)s players can’t be split into divisions of %(low)s to %(high)s; %(nearest)s can.",
            n=players,
            low=sizes.smallest,
            high=sizes.largest,
            nearest=nearest,
        )
    )
