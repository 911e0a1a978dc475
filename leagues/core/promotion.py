"""The assignment of players to the tiers of the next season.

Every player has a due tier:

- Promotion places are due one tier up, or in the top tier if they are in it. Relegation places are due one tier down
  where there is a tier below next season and was one last season. Other players are due in their tier.
- Players in relegation places who don't return are not replaced, except that a division relegates at least one player
  if anyone but the promoted returns.
- An inactive player is due one tier lower than their place says.
- A player who comes back after a break is due in the tier that the caller names, a newcomer in the last tier.

The order of strength (`_Candidate.strength`) puts higher due tiers first. Within a due tier come the relegated, then
players who come back (by rating), who stay, who are promoted, and who were inactive; equal ones by place, then by the
number of their division. Newcomers come after everybody else, by rating.

Tiers are filled from the top. Each takes as many players as it has places, in three rounds (`_Candidate.claim`), and in
each round in the order of strength:

1. active players of promotion places who are due in this tier or above, winners first;
2. other players who are due in this tier or above, then players who are due below, except those of the third round;
3. players who are due below: the relegated and returning, newcomers, the inactive, the lowest of each division.

So an active player is never placed below anybody whom they finished ahead of in the same division: they are before them
in the order of strength and not in a later round. An active winner always rises, because the winners of two divisions
fit into one. Each division's lowest player falls unless the tiers below are full of such players.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from games.core.text import _
from leagues.core.divisions import Sizes, check_unique, deal, division_sizes
from leagues.core.errors import LeagueError


class Movement(StrEnum):
    """The reason why a player is in a tier."""

    PROMOTED = "promoted"
    """One tier up from a promotion place."""
    FILLED_VACANCY = "filled_vacancy"
    """Higher than due, and than last season, because a place was free."""
    STAYED = "stayed"
    REPRIEVED = "reprieved"
    """Due lower, but in the same tier because a place was free."""
    TIER_CLOSED = "tier_closed"
    """In the last tier because there are fewer tiers than before."""
    DISPLACED = "displaced"
    """Lower than due because the tiers above are full."""
    RELEGATED = "relegated"
    INACTIVE = "inactive"
    """One tier lower than otherwise for forfeited matches."""
    REJOINED = "rejoined"
    """Came back after a season's break."""
    NEWCOMER = "newcomer"


@dataclass(frozen=True, slots=True)
class Assignment:
    """A player's division of the next season. Tiers and divisions count from 0; `former_tier` is None for players who
    were not there."""

    player: int
    tier: int
    division: int
    former_tier: int | None
    movement: Movement


class _Rise(IntEnum):
    """The order in which players are taken for places above their due tier."""

    FIRST = 1
    FROM_ABOVE = 2
    """Relegated, or back after a break."""
    NEWCOMER = 3
    INACTIVE = 4
    LOWEST = 5
    """The lowest player of a division that relegates."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A player with their due tier, which may be below the last one. `place` is the place in the last season's
    standings, or the rank by rating of players who did not play then; both count from 0."""

    player: int
    due: int
    rise: _Rise
    former_tier: int | None = None
    place: int = 0
    division: int = 0
    is_promoted: bool = False
    is_inactive: bool = False

    @property
    def strength(self) -> tuple[int, ...]:
        """The sort key of strength: lower is stronger."""
        is_new, is_back = self.rise is _Rise.NEWCOMER, self.former_tier is None
        origin = self.due - 1 if self.former_tier is None else self.former_tier
        return (is_new, self.due, self.is_inactive, origin, is_back, self.place, self.division)

    def claim(self, tier: int) -> tuple[int, int]:
        """Return the claim to a place in `tier`: lower goes first, and the order of strength decides between equal
        claims."""
        if self.due > tier:
            return (self.rise, 0)
        return (0, self.place) if self.is_promoted else (1, 0)


def next_season(
    previous: Sequence[Sequence[Sequence[int]]],
    *,
    returning: Collection[int],
    sizes: Sizes,
    newcomers: Sequence[int] = (),
    inactive: Collection[int] = (),
    rejoining: Mapping[int, int] | None = None,
    promoted: int = 1,
    relegated: int = 2,
) -> list[Assignment]:
    """Return the assignment of everyone who plays next season, in the order of tiers, divisions and strength.

    `previous[tier][division]` are the players of the last season in the order of its standings; of these, `returning`
    play again. `newcomers` are in the order of their ratings, the strongest first. `rejoining` maps players who did not
    play last season to their due tier (one lower after a ban), the strongest first. `promoted` and `relegated` say how
    many of a division go up and down. Every player is assigned exactly once. Raises LeagueError if a player is named
    twice, for too few players, and for negative numbers.
    """
    if promoted < 0 or relegated < 0:
        raise LeagueError(_("Promotion and relegation: enter 0 or more."))
    former = [player for tier in previous for division in tier for player in division]
    rejoining = rejoining or {}
    check_unique([*former, *newcomers, *rejoining])
    if set(returning) - set(former):
        raise LeagueError(_("Only players from last season can return to a division; the others are newcomers."))
    shape = division_sizes(len(set(returning)) + len(newcomers) + len(rejoining), sizes)
    last_tier = len(shape) - 1
    candidates = [
        *_former_players(previous, set(returning), set(inactive), last_tier, (promoted, relegated)),
        *(
            _Candidate(player, max(0, tier), _Rise.FROM_ABOVE, place=place)
            for place, (player, tier) in enumerate(rejoining.items())
        ),
        *(_Candidate(player, last_tier, _Rise.NEWCOMER, place=place) for place, player in enumerate(newcomers)),
    ]
    assignments = []
    for tier, members in enumerate(_fill(candidates, [sum(row) for row in shape])):
        by_player = {candidate.player: candidate for candidate in members}
        for division, players in enumerate(deal(list(by_player), len(shape[tier]))):
            assignments += [_assignment(by_player[player], tier, division, last_tier) for player in players]
    return assignments


def relegation_places(size: int, relegated: int = 2, promoted: int = 1) -> int:
    """Return how many go down from a division of `size`: `relegated`, but one at most of four and five players, and
    none of those `promoted`."""
    return max(0, min(relegated if size >= 6 else min(relegated, 1), size - max(1, promoted)))


def _former_players(
    previous: Sequence[Sequence[Sequence[int]]],
    plays: set[int],
    inactive: set[int],
    last_tier: int,
    numbers: tuple[int, int],
) -> Iterable[_Candidate]:
    lowest = min(len(previous) - 1, last_tier)
    for tier, divisions in enumerate(previous):
        for number, division in enumerate(divisions):
            relegated = _relegated(division, plays, numbers) if tier < lowest else []
            for place, player in enumerate(division):
                if player in plays:
                    yield _former_player(player, (tier, number, place), numbers[0], relegated, player in inactive)


def _former_player(
    player: int, played: tuple[int, int, int], promoted: int, relegated: list[int], is_inactive: bool
) -> _Candidate:
    """Return the candidate for `player`, who `played` last season: the tier, the division's number and the place."""
    tier, division, place = played
    goes_up, goes_down = place < promoted, player in relegated
    due = max(0, tier - 1) if goes_up else tier + goes_down
    if player in relegated[-1:]:
        rise = _Rise.LOWEST
    elif is_inactive:
        rise = _Rise.INACTIVE
    else:
        rise = _Rise.FROM_ABOVE if goes_down else _Rise.FIRST
    is_promoted = goes_up and not is_inactive
    return _Candidate(player, due + is_inactive, rise, tier, place, division, is_promoted, is_inactive)


def _relegated(division: Sequence[int], plays: set[int], numbers: tuple[int, int]) -> list[int]:
    """Return who is relegated, the last at the end: those in relegation places who play again.

    If none of them does, the last of the others, unless that is the winner or another promoted player.
    """
    promoted, relegated = numbers
    count = relegation_places(len(division), relegated, promoted)
    if not count:
        return []
    places = [player for player in division[-count:] if player in plays]
    return places or [player for player in division[max(1, promoted) :] if player in plays][-1:]


def _fill(candidates: Iterable[_Candidate], capacities: Iterable[int]) -> list[list[_Candidate]]:
    """Return the members of each tier, exactly as many as it has places, in the order of strength."""
    waiting = sorted(candidates, key=lambda candidate: candidate.strength)
    tiers = []
    for tier, capacity in enumerate(capacities):
        chosen = set(sorted(waiting, key=lambda candidate: candidate.claim(tier))[:capacity])
        tiers.append([candidate for candidate in waiting if candidate in chosen])
        waiting = [candidate for candidate in waiting if candidate not in chosen]
    return tiers


def _assignment(candidate: _Candidate, tier: int, division: int, last_tier: int) -> Assignment:
    movement = _movement(candidate, tier, last_tier)
    return Assignment(candidate.player, tier, division, candidate.former_tier, movement)


def _movement(candidate: _Candidate, tier: int, last_tier: int) -> Movement:
    """Return why the candidate is in `tier`, whether or not it is the due one."""
    former = candidate.former_tier
    if former is None:
        return Movement.NEWCOMER if candidate.rise is _Rise.NEWCOMER else Movement.REJOINED
    if tier > candidate.due:
        return Movement.DISPLACED
    if tier < former:
        if candidate.is_promoted and tier == candidate.due:
            return Movement.PROMOTED
        return Movement.TIER_CLOSED if tier == last_tier else Movement.FILLED_VACANCY
    if candidate.is_inactive and tier == candidate.due:
        return Movement.INACTIVE
    if tier > former:
        return Movement.RELEGATED
    return Movement.REPRIEVED if tier < min(candidate.due, last_tier) else Movement.STAYED
