"""Who plays in which tier next season, and why.

First everybody who plays again gets the tier that is due:

- the winner of a division goes one tier up; the last two go one tier down where there is a tier below, and was one.
  Divisions of four and five send only the last one down. A season may promote and relegate other numbers. Who leaves
  from a last place is not replaced by the next, except that at least one player of a division goes down, if any shall
  and anybody but those promoted is still there;
- who was inactive goes down one tier more than otherwise (an inactive winner stays);
- who comes back after a season's break starts in the tier that the caller names, newcomers in the last tier.

Then tiers are filled from the top to the sizes of the new season. A vacancy goes to the nearest tier below that has
anybody, in this order: who stays there (better place first, then the division's number), comes back there, is promoted
to it, was relegated to it, newcomers, who was inactive. The lowest of each division's relegated are asked only when
there is nobody else in any tier. If a tier is too full, players move down in the order: who stays there from the lowest
place on, newcomers, who comes back, who was relegated to it, who was promoted to it.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from games.core.text import _
from leagues.core.divisions import Sizes, check_unique, deal, division_sizes
from leagues.core.errors import LeagueError


class Movement(StrEnum):
    """Why a player is in a tier."""

    PROMOTED = "promoted"
    """Won the division."""
    FILLED_VACANCY = "filled_vacancy"
    """Went up because a place was free there."""
    STAYED = "stayed"
    REPRIEVED = "reprieved"
    """Was to go down and keeps the tier, because a place was free in it."""
    TIER_CLOSED = "tier_closed"
    """The pyramid has fewer tiers than before."""
    DISPLACED = "displaced"
    """Is lower than due because the tier has fewer places than before."""
    RELEGATED = "relegated"
    INACTIVE = "inactive"
    """One tier lower than otherwise for forfeited matches."""
    REJOINED = "rejoined"
    """Came back after a season's break."""
    NEWCOMER = "newcomer"


@dataclass(frozen=True, slots=True)
class Assignment:
    """Where a player is next season. Tiers and divisions count from 0; `former_tier` is None for who was not there."""

    player: int
    tier: int
    division: int
    former_tier: int | None
    movement: Movement


@dataclass(slots=True)
class _Candidate:
    """A player, the tier that is due and the reason; `place` and `order` rank those who are due the same.

    `must_fall` is the lowest of those who are relegated from a division, so that at least one of them is.
    """

    player: int
    tier: int
    former_tier: int | None
    movement: Movement
    place: int
    order: int
    must_fall: bool = False

    @property
    def strength(self) -> tuple[int, int, int]:
        """Lower is stronger, among players of one new tier."""
        if self.movement in (Movement.NEWCOMER, Movement.REJOINED) or self.former_tier is None:
            return (1_000, self.place, self.order)
        return (self.former_tier, self.place, self.order)


_RISES_AFTER_OTHERS = (
    Movement.REJOINED,
    Movement.PROMOTED,
    Movement.RELEGATED,
    Movement.NEWCOMER,
    Movement.INACTIVE,
)
_FALLS_AFTER_OTHERS = (Movement.NEWCOMER, Movement.REJOINED, Movement.RELEGATED, Movement.PROMOTED)


def next_season(
    previous: Sequence[Sequence[Sequence[int]]],
    *,
    returning: Collection[int],
    sizes: Sizes,
    newcomers: Sequence[int] = (),
    inactive: Collection[int] = (),
    banned: Collection[int] = (),
    rejoining: Mapping[int, int] | None = None,
    promoted: int = 1,
    relegated: int = 2,
) -> list[Assignment]:
    """Assign everybody who plays next season, in the order of tiers, divisions and strength.

    `previous[tier][division]` are the players of the last season in the order of its standings. Of these, `returning`
    play again, except who is `banned`. `newcomers` are seeded by rating, the strongest first. `rejoining` are players
    who did not play last season, with the tier that is due to them (one lower after a ban). `promoted` and `relegated`
    say how many of a division go up and down. Nobody is left out and nobody assigned twice. Raises LeagueError if a
    player is named twice, for too few players, and for negative numbers.
    """
    if promoted < 0 or relegated < 0:
        raise LeagueError(_("Promotion and relegation: nobody or more, not fewer."))
    rejoining = dict(rejoining or {})
    former = [player for tier in previous for division in tier for player in division]
    check_unique([*former, *newcomers, *rejoining])
    if set(returning) - set(former):
        raise LeagueError(_("Only who played last season can return to a division; others are newcomers."))
    plays = set(returning) - set(banned)
    newcomers = [player for player in newcomers if player not in banned]
    rejoining = {player: tier for player, tier in rejoining.items() if player not in banned}
    shape = division_sizes(len(plays) + len(newcomers) + len(rejoining), sizes)
    last_tier = len(shape) - 1
    candidates = [
        *_former_players(previous, plays, set(inactive), last_tier, (promoted, relegated)),
        *(
            _Candidate(player, min(max(0, tier), last_tier), None, Movement.REJOINED, 0, order)
            for order, (player, tier) in enumerate(sorted(rejoining.items()))
        ),
        *(_Candidate(player, last_tier, None, Movement.NEWCOMER, 0, order) for order, player in enumerate(newcomers)),
    ]
    assignments = []
    for tier, members in enumerate(_fill(candidates, [sum(tier) for tier in shape])):
        members.sort(key=lambda candidate: candidate.strength)
        by_player = {candidate.player: candidate for candidate in members}
        for division, players in enumerate(deal([candidate.player for candidate in members], len(shape[tier]))):
            assignments += [_assignment(by_player[player], tier, division) for player in players]
    return assignments


def relegation_places(size: int, relegated: int = 2, promoted: int = 1) -> int:
    """How many go down from a division of `size`: `relegated`, but one at most of four and five players, and none of
    those `promoted`."""
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
                if player not in plays:
                    continue
                due, movement = tier, Movement.STAYED
                if place < numbers[0] and tier > 0:
                    due, movement = tier - 1, Movement.PROMOTED
                elif player in relegated:
                    due, movement = tier + 1, Movement.RELEGATED
                elif tier > last_tier:
                    movement = Movement.TIER_CLOSED
                if player in inactive:
                    due, movement = due + 1, Movement.INACTIVE
                must_fall = player in relegated[-1:]
                yield _Candidate(player, min(due, last_tier), tier, movement, place, number, must_fall)


def _relegated(division: Sequence[int], plays: set[int], numbers: tuple[int, int]) -> list[int]:
    """Who is relegated, the last at the end: who plays again of the relegation places.

    If nobody of them does, the last of the others, unless that is the winner or somebody else who is promoted.
    """
    promoted, relegated = numbers
    count = relegation_places(len(division), relegated, promoted)
    if not count:
        return []
    places = [player for player in division[-count:] if player in plays]
    return places or [player for player in division[max(1, promoted) :] if player in plays][-1:]


def _fill(candidates: list[_Candidate], capacities: list[int]) -> list[list[_Candidate]]:
    """The members of each tier: exactly as many as it has places."""
    tiers: list[list[_Candidate]] = [[] for _capacity in capacities]
    for candidate in candidates:
        tiers[candidate.tier].append(candidate)
    for tier, capacity in enumerate(capacities):
        members = tiers[tier]
        while (
            len(members) < capacity
        ):  # nobody has been moved to the tiers below yet: that needs a tier that is too full
            best = min((candidate for below in tiers[tier + 1 :] for candidate in below), key=_rises_first)
            tiers[best.tier].remove(best)
            members.append(best)
        while len(members) > capacity:
            last = min(members, key=_falls_first)
            members.remove(last)
            tiers[tier + 1].append(last)
    return tiers


def _rises_first(candidate: _Candidate) -> tuple[bool, int, int, int, int]:
    group = _group(candidate, _RISES_AFTER_OTHERS)
    return (candidate.must_fall, candidate.tier, group, candidate.place, candidate.order)


def _falls_first(candidate: _Candidate) -> tuple[int, int, int]:
    return (_group(candidate, _FALLS_AFTER_OTHERS), -candidate.place, -candidate.order)


def _group(candidate: _Candidate, after_others: tuple[Movement, ...]) -> int:
    return 1 + after_others.index(candidate.movement) if candidate.movement in after_others else 0


def _assignment(candidate: _Candidate, tier: int, division: int) -> Assignment:
    return Assignment(candidate.player, tier, division, candidate.former_tier, _movement(candidate, tier))


def _movement(candidate: _Candidate, tier: int) -> Movement:
    """The reason that holds for `tier`, which may be another one than was due."""
    former = candidate.former_tier
    if tier == candidate.tier or former is None:
        return candidate.movement
    if tier > candidate.tier:
        return Movement.DISPLACED
    if tier > former:
        return candidate.movement
    return Movement.REPRIEVED if tier == former else Movement.FILLED_VACANCY
