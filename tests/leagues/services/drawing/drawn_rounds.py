"""Seasons by rounds whose results are written down as rows, and what is drawn from them."""

from collections.abc import Sequence
from typing import Any

from games import clock
from games.models import Match, Status
from leagues.core.results import ResultKind
from leagues.core.rules import Format
from leagues.models import Entry, Fixture, FixtureSeat, FixtureState, Season, SeasonState
from leagues.services.drawing import rounds
from tests.cast import person
from tests.leagues.cast import make_league, newest, tick

PLAYED, FORFEITED, WON = ResultKind.PLAYED, ResultKind.FORFEITED, ResultKind.WON_BY_FORFEIT
BYE, HALF_BYE, UNPLAYED, ANNULLED = ResultKind.BYE, ResultKind.HALF_BYE, ResultKind.UNPLAYED, ResultKind.ANNULLED
Seat = tuple[str, ResultKind] | tuple[str, ResultKind, int]
"""Who, how it ended, and the place where there is one."""


def running_season(names: str, seats: int = 2, **more: Any) -> Season:
    """A Swiss season that is being played by those of `names`, each a letter, the best seed first."""
    format = Format.SWISS if seats == 2 else Format.POD_SWISS
    season = newest(make_league(format, seats, **more))
    tick()
    division = season.divisions.create(tier=0, index=0)
    for seed, name in enumerate(names):
        Entry.objects.create(season=season, user=person(name), division=division, seed=seed)
    season.state, season.started_at = SeasonState.RUNNING, clock.now()
    season.save()
    return season


def ended(season: Season, number: int, *seats: Seat, began: bool = True) -> Fixture:
    """A fixture of round `number`, from 0, that is settled; `began`: it had a match."""
    match = None
    if began and len(seats) > 1:
        match = Match.objects.create(
            title="lantern", rules_version=1, seat_count=len(seats), status=Status.FINISHED, pace="standard",
            finished_at=clock.now(), outcome={"places": [1] * len(seats)},
        )  # fmt: skip
    fixture = Fixture.objects.create(
        season=season, division=season.divisions.get(), number=season.fixtures.count() + 1, round=number,
        state=FixtureState.SETTLED, settled_at=clock.now(), match=match,
    )  # fmt: skip
    for index, (name, kind, *place) in enumerate(seats):
        entry = season.entries.get(user=person(name))
        FixtureSeat.objects.create(
            fixture=fixture, seat=index, entry=entry, kind=kind, place=place[0] if place else None
        )
    return fixture


def next_round(season: Season, number: int) -> tuple[Sequence[str], dict[str, ResultKind]]:
    """Return the draw of round `number`, from 1: the tables in seat order, and who sits out how."""
    drawn = rounds.prepare(season, number).drawn
    names = dict(season.entries.values_list("pk", "user__username"))
    tables = ["".join(names[player] for player in group) for group in drawn.groups]
    return tables, {names[single.entry]: single.kind for single in drawn.singles if single.round == number - 1}
