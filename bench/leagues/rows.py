"""Leagues of any size, written as rows without playing their matches."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import combinations, count
from typing import Any

from games import clock
from games.models import Match, Status
from leagues.core.rules import Format, SeasonRules, default_rules
from leagues.models import Division, Entry, Fixture, FixtureSeat, FixtureState, League, Season, SeasonState, Step
from leagues.models.rules import TERMS
from leagues.services.playing import standings

TITLE = "masques"
Pair = tuple[int, int]


@dataclass(frozen=True)
class Shape:
    """A league: how its seasons are played, and how many there are of which size."""

    name: str
    format: Format
    seasons: int
    divisions: int
    size: int  # players of a division
    rounds: int = 0  # Swiss: how many
    open: int = 0  # matches of each division of the newest season that have no result yet

    def pairs(self) -> list[Pair]:
        """Return who plays whom in a division, by index: first seat, second seat."""
        players = range(self.size)
        if self.format is Format.DOUBLE_ROUND_ROBIN:
            return [pair for one, other in combinations(players, 2) for pair in ((one, other), (other, one))]
        half = self.size // 2
        return [(i, half + (i + shift) % half) for shift in range(self.rounds) for i in range(half)]


SHAPES = (
    Shape("84 seasons of 4 divisions of 6", Format.DOUBLE_ROUND_ROBIN, seasons=84, divisions=4, size=6, open=6),
    Shape("one season of 39 divisions of 13", Format.DOUBLE_ROUND_ROBIN, seasons=1, divisions=39, size=13),
    Shape("one Swiss season of 512, 20 rounds", Format.SWISS, seasons=1, divisions=1, size=512, rounds=20),
)


def people(number: int, name: str = "member") -> list[Any]:
    """Create this many members, and return them."""
    from masques_site.accounts.models import User

    return [User.objects.create(username=f"{name}{n}", email=f"{name}{n}@example.org") for n in range(number)]


def league(slug: str, format: Format, rules: SeasonRules | None = None) -> League:
    """Create a league without a season."""
    new = League(slug=slug, name=slug, title=TITLE)
    new.rules = rules or default_rules(format, 2)
    new.save()
    return new


def season(of: League, number: int, state: SeasonState) -> Season:
    """Return a season of a league, not stored yet."""
    terms = {name: getattr(of, name) for name in TERMS}
    moment = clock.now()
    is_over = state == SeasonState.FINISHED
    started, finished = moment - timedelta(days=40), moment if is_over else None
    return Season(
        league=of, number=number, seed=f"{number}", state=state, opens_at=moment, started_at=started,
        finished_at=finished, **terms,
    )  # fmt: skip


def grown(shape: Shape, slug: str, users: Sequence[Any]) -> tuple[League, int]:
    """Create a league of this shape, whose last season is running; return it and how many of its matches are over."""
    made = league(slug, shape.format)
    chance = random.Random(slug)
    played = 0
    for number in range(1, shape.seasons + 1):
        is_last = number == shape.seasons
        row = season(made, number, SeasonState.RUNNING if is_last else SeasonState.FINISHED)
        row.save()
        numbers = count(1)
        for index in range(shape.divisions):
            members = users[index * shape.size : (index + 1) * shape.size]
            played += _division(row, index, members, shape, numbers, shape.open if is_last else 0, chance)
    return made, played


def _division(
    of: Season,
    tier: int,
    members: Sequence[Any],
    shape: Shape,
    numbers: Iterator[int],
    without: int,
    chance: random.Random,
) -> int:
    """Create a division with its matches, the last `without` of them open; return how many are over."""
    division = Division.objects.create(season=of, tier=tier, index=0)
    entries = Entry.objects.bulk_create(Entry(season=of, user=user, division=division) for user in members)
    pairs = shape.pairs()
    chance.shuffle(pairs)
    over = len(pairs) - without
    fixtures = [_fixture(division, next(numbers), is_over=place < over) for place in range(len(pairs))]
    Match.objects.bulk_create(row.match for row in fixtures if row.match is not None)
    Fixture.objects.bulk_create(fixtures)
    seats = []
    for row, pair in zip(fixtures, pairs, strict=True):
        places = chance.sample((1, 2), 2) if row.match is not None else [None, None]
        for seat, (player, place) in enumerate(zip(pair, places, strict=True)):
            result = {} if place is None else {"kind": "played", "place": place, "points": 4 - 2 * place}
            seats.append(FixtureSeat(fixture=row, seat=seat, entry=entries[player], **result))
    FixtureSeat.objects.bulk_create(seats)
    standings.recompute(division)
    return over


def _fixture(division: Division, number: int, *, is_over: bool) -> Fixture:
    moment = clock.now()
    row = Fixture(season=division.season, division=division, number=number, round=number // 50)
    if is_over:
        row.match = Match(
            title=TITLE, rules_version=1, seat_count=2, status=Status.FINISHED, pace="standard", commitment="",
            finished_at=moment, outcome={"places": [1, 2]},
        )  # fmt: skip
        row.state, row.settled_at = FixtureState.SETTLED, moment
    return row


def idle(number: int) -> None:
    """Create leagues whose next step is in the future until there are `number` of them."""
    first = League.objects.filter(slug__startswith="idle").count()
    later = clock.now() + timedelta(days=3)
    for n in range(first, number):
        new = season(league(f"idle{n}", Format.DOUBLE_ROUND_ROBIN), 1, SeasonState.ANNOUNCED)
        new.save()
        Step.objects.create(season=new, kind="open_sign_up", at=later, look_at=later, position=0)
