"""The leagues of the demo: one that is being played, and one with a finished season whose next takes people.

Their seasons are announced with times in the past, so that all their steps are due; then the same services do them that
do so every few seconds on a running site.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from games import clock
from games.models import Match, Seat, Status
from games.services import play, presence
from games.services.bots import think
from leagues.core.rules import Format, SeasonRules, default_rules
from leagues.core.timetable import StepKind, timetable
from leagues.models import Fixture, FixtureState, Season
from leagues.services import entries, leagues, results, starting, steps

QUICKEST = "random"  # the level that decides for the people of the demo
PLAYED = 3  # matches of the running season that are over


def populate(people: Sequence[Any]) -> None:
    """Create both leagues. `people`: at least seven, with addresses. The first owns the one that is being played; in
    the other, it has not said whether to play on, and is asked."""
    _running(people[:7])
    _finished(people[:4])


def _running(people: Sequence[Any]) -> None:
    """A division of seven at tables of four, some of whose matches are over."""
    rules = default_rules(Format.PODS, 4)
    about = "Seven friends, seven tables: everybody sits once on every seat."
    season = _season("Masques Friends", people[0], people, "masques", rules, about, until=StepKind.START)
    for fixture in list(season.fixtures.order_by("number")[:PLAYED]):
        _play(fixture)


def _finished(people: Sequence[Any]) -> None:
    """A double round robin whose tables are final; the next season takes people."""
    rules = SeasonRules(
        format=Format.DOUBLE_ROUND_ROBIN, seats=2, play_days=42, division_size=4, promoted=1, relegated=1
    )
    about = "Everybody plays everybody twice, once on each seat."
    season = _season("Maskera on the Quay", people[1], people, "maskera", rules, about, until=StepKind.NEXT_SEASON)
    newest = season.league.seasons.order_by("-number").first()
    assert newest is not None
    steps.do_step(newest.steps.get(kind=StepKind.OPEN_SIGN_UP).pk)


def _season(
    name: str, owner: Any, people: Sequence[Any], title: str, rules: SeasonRules, about: str, *, until: StepKind
) -> Season:
    """The first season of a new league, taken to the step `until`; its matches are played if it goes on after they
    start."""
    moment = clock.now()
    length = next(step.at for step in timetable(rules, moment) if step.kind is until) - moment
    league = leagues.create_league(
        owner=owner,
        name=name,
        description=about,
        terms=leagues.Terms(title=title, rules=rules, pace="relaxed"),
        opens_at=moment - length - timedelta(minutes=1),
        is_demo=True,
    )
    season = league.seasons.get()
    for step in list(season.steps.order_by("position")):
        steps.do_step(step.pk)
        if step.kind == StepKind.OPEN_SIGN_UP:
            for user in people:
                entries.sign_up(user=user, season_id=season.pk, returns=None if user is people[0] else True)
        elif step.kind == StepKind.START:
            _start(season, play_all=until is not StepKind.START)
        if step.kind == until:
            break
    return Season.objects.select_related("league").get(pk=season.pk)


def _start(season: Season, *, play_all: bool) -> None:
    """Start the matches of a season, and play them if asked to."""
    while planned := list(season.fixtures.filter(state=FixtureState.PLANNED, opens_at__isnull=False)):
        for fixture in planned:
            starting.start(fixture.pk)
        for fixture in season.fixtures.filter(state=FixtureState.RUNNING) if play_all else ():
            _play(fixture)


def _play(fixture: Fixture) -> None:
    """Play the match of a fixture to its end, which everybody has seen, and take over its result."""
    fixture.refresh_from_db()
    assert fixture.match_id is not None
    while Match.objects.filter(pk=fixture.match_id, status=Status.RUNNING).exists():
        decide(fixture.match_id, QUICKEST)
    match = Match.objects.get(pk=fixture.match_id)
    for seat in match.seats.all():
        presence.mark_seen(match, seat)
    results.record(fixture.match_id)


def decide(match_id: str, level: str) -> None:
    """Let a bot of this level decide for the first of those who owe a decision in a running match."""
    match = Match.objects.get(pk=match_id)
    due = Seat.objects.filter(match=match, due_decision__isnull=False)
    seat = due.select_related("user").order_by("index")[0]
    play.play(
        actor=seat.user,
        match_id=match_id,
        seat=seat.index,
        text=think(match, seat.index, level),
        seen=match.decision,
        client_move_id=f"demo-{match.decision}",
    )
