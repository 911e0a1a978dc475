"""Random seasons: nobody is passed by whom they finished ahead of, and the rules of promotion and relegation hold.

`faults` is a checker of its own: it knows the rules (docs/leagues.md) and shares nothing with `leagues.core.promotion`.
"""

from collections import Counter
from dataclasses import dataclass, field, replace
from random import Random

import pytest

from leagues.core.divisions import Sizes, make_divisions
from leagues.core.promotion import next_season
from tests.sampling import sampled


@dataclass
class Played:
    """A season that is over, and who plays the next one."""

    previous: list
    sizes: Sizes
    leaving: set = field(default_factory=set)
    inactive: set = field(default_factory=set)
    newcomers: list = field(default_factory=list)
    rejoining: dict = field(default_factory=dict)
    promoted: int = 1
    relegated: int = 2

    @property
    def returning(self):
        return {player for tier in self.previous for division in tier for player in division} - self.leaving

    def assigned(self):
        return next_season(
            self.previous,
            returning=self.returning,
            sizes=self.sizes,
            newcomers=self.newcomers,
            inactive=self.inactive,
            rejoining=self.rejoining,
            promoted=self.promoted,
            relegated=self.relegated,
        )


@dataclass
class Place:
    """The former place of a returning player: `is_lowest` of those of the division who play again."""

    tier: int
    division: int
    place: int
    is_active: bool
    goes_up: bool
    goes_down: bool
    is_lowest: bool

    @property
    def rises(self):
        return self.goes_up and self.is_active

    @property
    def due(self):
        step = -1 if self.goes_up and self.tier else 1 if self.goes_down else 0
        return self.tier + step + (not self.is_active)


class Check:
    """The faults of an assignment, as sentences by kind."""

    def __init__(self, season, lines):
        self.season, self.lines = season, lines
        self.now = {line.player: line.tier for line in lines}
        self.last = max(self.now.values())
        self.was = {}
        for tier, divisions in enumerate(season.previous):
            for division, ranked in enumerate(divisions):
                self._read(tier, division, ranked)

    def _read(self, tier, division, ranked):
        season = self.season
        rising = ranked[: season.promoted]
        count = season.relegated if len(ranked) > 5 else min(1, season.relegated)
        count = min(count, len(ranked) - max(1, season.promoted))
        falling = []
        if count > 0 and tier + 1 < len(season.previous) and tier < self.last:
            falling = [player for player in ranked[len(ranked) - count :] if player in self.now]
            others = [player for player in ranked[max(1, season.promoted) :] if player in self.now]
            falling = falling or others[-1:]
        for place, player in enumerate(ranked):
            if player in self.now:
                is_active, is_lowest = player not in season.inactive, player in falling[-1:]
                self.was[player] = Place(
                    tier, division, place, is_active, player in rising, player in falling, is_lowest
                )

    def below(self, tier):
        return [player for player, now in self.now.items() if now > tier]

    def lost_or_doubled(self):
        counted = Counter(line.player for line in self.lines)
        expected = Counter([*self.season.returning, *self.season.newcomers, *self.season.rejoining])
        return [
            f"{player} is there {counted[player]} times"
            for player in counted | expected
            if counted[player] != expected[player]
        ]

    def sizes(self):
        counted = Counter((line.tier, line.division) for line in self.lines)
        sizes = [counted[division] for division in sorted(counted)]
        width = Counter(tier for tier, _division in counted)
        limits = self.season.sizes
        is_legal = (
            limits.smallest <= min(sizes)
            and max(sizes) <= min(limits.largest, min(sizes) + 1)
            and sizes == sorted(sizes, reverse=True)
            and all(width[tier] == 2**tier for tier in range(self.last))
            and 1 <= width[self.last] <= 2**self.last
        )
        return [] if is_legal else [f"divisions of {sizes}"]

    def inversions(self):
        """An active player is not below anybody whom they finished ahead of in their division."""
        return [
            f"{ahead} finished ahead of {behind} and is below"
            for ahead, one in self.was.items()
            for behind, other in self.was.items()
            if (one.tier, one.division) == (other.tier, other.division)
            and one.place < other.place
            and one.is_active
            and self.now[ahead] > self.now[behind]
        ]

    def not_promoted(self):
        """Winners go up; others of the promotion places do unless the tier is full of such."""
        found = []
        for player, was in self.was.items():
            aim = max(0, was.tier - 1)
            if not was.rises or self.now[player] <= aim:
                continue
            there = [self.was.get(other) for other, now in self.now.items() if now == aim]
            if was.place == 0 or not all(one and one.rises for one in there):
                found.append(f"{player} is not promoted")
        return found

    def nobody_relegated(self):
        """Check that each division with a tier below relegates a player, unless the lowest of others fill all below."""
        falling = {(was.tier, was.division) for was in self.was.values() if was.goes_down}
        fell = {(was.tier, was.division) for player, was in self.was.items() if self.now[player] > was.tier}
        lowest = {player for player, was in self.was.items() if was.is_lowest}
        return [
            f"nobody goes down from {division}"
            for division in falling - fell
            if not lowest.issuperset(self.below(division[0]))
        ]

    def spared(self):
        """Check that a player who is due lower keeps the tier only if none of those below should rise before."""
        found = []
        due = {player: (was.due, was.is_active) for player, was in self.was.items()}
        due |= {player: (max(0, tier), True) for player, tier in self.season.rejoining.items()}
        for player, (tier, is_active) in due.items():
            now, was = self.now[player], self.was.get(player)
            if now >= min(tier, self.last) or (was is not None and is_active and not was.goes_down):
                continue
            for other in self.below(now):
                rival = self.was.get(other)
                if rival is None:
                    waits = is_active
                else:
                    waits = not rival.is_active or rival.is_lowest or (is_active and rival.goes_down)
                if not waits:
                    found.append(f"{player}, due in tier {tier}, is above {other}")
        return found

    def passed_over(self):
        """Active players who are not relegated are not below players of lower tiers, or of worse places of their tier.
        Only the promoted may pass those of other divisions."""
        found = []
        others = {player: (was.tier, was.place, was.rises) for player, was in self.was.items()}
        others |= {player: (max(0, tier), -1, False) for player, tier in self.season.rejoining.items()}
        for player, was in self.was.items():
            if not was.is_active or was.goes_down:
                continue
            for other, (tier, place, rises) in others.items():
                is_before = (was.tier, was.place) < (tier, place)
                may_pass = rises and not (was.rises and was.tier == tier)
                if is_before and not may_pass and self.now[player] > self.now[other]:
                    found.append(f"{player} is passed over for {other}")
        return found

    def pushed_down(self):
        """Relegated players and those who are back are not below their due tier while it has players who stay in it or
        are due there for absences."""
        due = {player: was.due for player, was in self.was.items() if was.goes_down and was.is_active}
        due |= {player: max(0, tier) for player, tier in self.season.rejoining.items()}
        return [
            f"{player}, due in tier {tier}, is below {other}"
            for player, tier in due.items()
            for other, was in self.was.items()
            if self.now[player] > tier == self.now[other]
            and not was.rises
            and (was.tier if was.is_active else was.due) >= tier
        ]

    def newcomers(self):
        """Newcomers are in the last tier, by rating, unless the rest of those below are inactive or relegated."""
        found = []
        for number, player in enumerate(self.season.newcomers):
            later = self.season.newcomers[number + 1 :]
            for other in self.below(self.now[player]):
                was = self.was.get(other)
                if not (other in later if was is None else was.is_lowest or not was.is_active):
                    found.append(f"the newcomer {player} is above {other}")
        return found

    def movements(self):
        """Reasons are true."""
        found = []
        for line in self.lines:
            was = self.was.get(line.player)
            if was is None:
                expected = {"newcomer" if line.player in self.season.newcomers else "rejoined"}
            else:
                expected = {name for name, holds in self.reasons(was, line.tier).items() if holds}
            if expected != {line.movement.value} or line.former_tier != (was and was.tier):
                found.append(f"{line.player} is {line.movement}, not {expected}, from {was} to {line.tier}")
        return found

    def reasons(self, was, now):
        moved = now - was.tier
        is_promoted = was.rises and moved == -1
        is_closed = was.tier > now == self.last
        is_lower = not was.is_active and now == was.due
        return {
            "promoted": is_promoted,
            "tier_closed": is_closed and not is_promoted,
            "filled_vacancy": moved < 0 and not is_closed and not is_promoted,
            "displaced": now > was.due,
            "inactive": is_lower,
            "relegated": was.goes_down and moved == 1 and not is_lower,
            "reprieved": moved == 0 and now < min(was.due, self.last),
            "stayed": moved == 0 and not is_lower and (now == was.due or now == self.last < was.due),
        }


KINDS = (
    "lost_or_doubled",
    "sizes",
    "inversions",
    "not_promoted",
    "nobody_relegated",
    "spared",
    "passed_over",
    "pushed_down",
    "newcomers",
    "movements",
)


def faults(season, lines):
    """Return the faults of these lines, by kind."""
    check = Check(season, lines)
    found = {kind: getattr(check, kind)() for kind in KINDS}
    return {kind: sentences for kind, sentences in found.items() if sentences}


def some(rng, players):
    """Nobody, a few, or many of them."""
    share = rng.choice((0, 0.1, 0.3, 0.7))
    return {player for player in players if rng.random() < share}


def random_season(number):
    """A season that was played, and what its players do next: mostly by the usual rules, and as large as before."""
    rng = Random(f"promotion {number}")
    wanted = rng.randint(4, 13)
    later = rng.choice((wanted, wanted, rng.randint(4, 13)))
    players = range(rng.randint(4, 120))
    promoted, relegated = 1, 2
    if wanted < 5 or rng.random() < 0.3:
        promoted, relegated = rng.choice([(up, down) for up in range(4) for down in range(4) if up + down < wanted])
    season = Played(
        [
            [list(division) for division in tier]
            for tier in make_divisions(rng.sample(players, len(players)), Sizes(wanted))
        ],
        Sizes(later),
        leaving=some(rng, players),
        inactive=some(rng, players),
        newcomers=list(range(200, 200 + rng.choice((0, 0, rng.randint(1, 30))))),
        rejoining={300 + each: rng.randint(0, 5) for each in range(rng.choice((0, 0, 1, 4)))},
        promoted=promoted,
        relegated=relegated,
    )
    few = 4 - len(season.returning) - len(season.rejoining) - len(season.newcomers)
    season.newcomers += range(400, 400 + max(0, few))
    return season


@pytest.mark.parametrize("numbers", sampled([range(50), range(50, 1000)], [range(50)]), ids=str)
def test_random_seasons_keep_the_order_of_their_standings_and_the_rules(numbers):
    for number in numbers:
        season = random_season(number)
        assert not faults(season, season.assigned()), number


@pytest.mark.parametrize(
    ("swaps", "kinds"),
    [
        ([(21, 31)], {"inversions", "passed_over", "movements"}),
        ([(10, 12)], {"inversions", "not_promoted", "passed_over", "movements"}),
        ([(5, 11)], {"spared", "movements"}),
        ([(5, 11), (6, 21)], {"spared", "nobody_relegated", "movements"}),
        ([(2, 100)], {"inversions", "passed_over", "newcomers", "movements"}),
        ([(2, 200)], {"inversions", "spared", "passed_over", "movements"}),
    ],
)
def test_the_checker_finds_who_is_in_a_wrong_tier(swaps, kinds):
    """The tiers that are right, but for two players each. The first were the answer of an earlier rule."""
    season = Played(
        [[range(7)], [range(10, 16), range(20, 26)], [range(30, 36)]],
        Sizes(7),
        leaving={0, 35, 34},
        newcomers=[100],
        rejoining={200: 1},
    )
    lines = season.assigned()
    assert not faults(season, lines)
    where = {line.player: (line.tier, line.division) for line in lines}
    for one, other in swaps:
        where[one], where[other] = where[other], where[one]
    wrong = [replace(line, tier=where[line.player][0], division=where[line.player][1]) for line in lines]
    assert faults(season, wrong).keys() == kinds
    assert faults(season, lines[1:]).keys() >= {"lost_or_doubled"}
    assert faults(season, [*lines, lines[-1]]).keys() >= {"lost_or_doubled"}
