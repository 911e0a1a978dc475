"""The leagues of the demo: one that is being played, and one with a finished season whose next one accepts sign-ups.

Their histories are made in the past, by the same services that do everything on a running site: each step at its time,
and the matches in the days after they started.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from games import clock
from games.models import Match, Seat, Status
from games.plumbing.prepared import Prepared
from games.refusals import Refusal
from games.registry import TITLES
from games.services.beside import presence
from games.services.bot_moves.bots import think
from games.services.match import play
from leagues.core.rules import Format, SeasonRules, default_rules
from leagues.core.timetable import StepKind, timetable
from leagues.models import Fixture, FixtureState, Season, SeasonState
from leagues.services.entering import entries
from leagues.services.organising import leagues
from leagues.services.playing import settling, starting
from leagues.services.timetable import steps

QUICKEST = "random"  # the level that decides for the people of the demo
PLAYED = 3  # matches of the running season that are over
DECISION = timedelta(minutes=10)  # between two decisions of a match
BETWEEN = timedelta(hours=7)  # from the start of one match to the first decision of the next

# Asked before each of some thousand decisions.
_DUE = Prepared(
    lambda match: (
        Seat.objects.filter(match=match, match__status=Status.RUNNING, due_decision__isnull=False)
        .select_related("user", "match")
        .order_by("index")
    ),
    "a match",
)


def populate(people: Sequence[Any]) -> None:
    """Create both leagues. `people`: at least seven, with addresses. The first owns the one that is being played; in
    the other, it has not said whether to play on, and is asked."""
    _running(people[:7])
    _finished(people[:4])


def _title_for(seats: int) -> str:
    """Return the first title of the site that can be played with this many seats."""
    return next(slug for slug, game in TITLES.items() if seats in game.seats)


def duel() -> str:
    """Return the title of the site for two, or for fewest."""
    return min(TITLES.values(), key=lambda game: game.seats[-1]).slug


def _running(people: Sequence[Any]) -> None:
    """Create a division of seven at tables of four, with some matches finished."""
    rules = replace(default_rules(Format.PODS, 4), table_results=True)
    about = "Seven friends, seven tables: everyone plays once in every seat."
    season = _season("Masques Friends", people[0], people, _title_for(4), rules, about, StepKind.START, played=PLAYED)
    assert season.state == SeasonState.RUNNING


def _finished(people: Sequence[Any]) -> None:
    """Create a finished double round robin; the next season accepts sign-ups."""
    rules = replace(default_rules(Format.DOUBLE_ROUND_ROBIN, 2), division_size=4, relegated=1)
    about = "Everyone plays everyone twice, once in each seat."
    season = _season("Maskera on the Quay", people[1], people, duel(), rules, about, StepKind.NEXT_SEASON)
    newest = season.league.seasons.order_by("-number").first()
    assert newest is not None
    steps.do_step(newest.steps.get(kind=StepKind.OPEN_SIGN_UP).pk)


def _season(
    name: str,
    owner: Any,
    people: Sequence[Any],
    title: str,
    rules: SeasonRules,
    about: str,
    until: StepKind,
    played: int | None = None,
) -> Season:
    """Create a league, and take its first season to the step `until`, which was two days ago; return the season. Of its
    matches as many as `played` are over, or all of them."""
    now = clock.now()
    length = next(step.at for step in timetable(rules, now) if step.kind is until) - now
    opens_at = now - length - timedelta(days=2)
    with clock.moved_to(opens_at):
        terms = leagues.Terms(title=title, rules=rules, pace="relaxed")
        league = leagues.create_league(
            owner=owner, name=name, description=about, terms=terms, opens_at=opens_at, is_demo=True
        )
    season = league.seasons.get()
    for step in list(season.steps.order_by("position")):
        with clock.moved_to(step.at):
            steps.do_step(step.pk)
            if step.kind == StepKind.OPEN_SIGN_UP:
                for user in people:
                    entries.sign_up(user=user, season_id=season.pk, returns=None if user is people[0] else True)
        if step.kind == StepKind.START:
            _play_matches(season, step.at, played)
        if step.kind == until:
            break
    return Season.objects.select_related("league").get(pk=season.pk)


def _play_matches(season: Season, started_at: datetime, played: int | None) -> None:
    """Start all matches of a season, and play the first of them, in order."""
    begins = started_at
    while planned := list(season.fixtures.filter(state=FixtureState.PLANNED, opens_at__isnull=False)):
        with clock.moved_to(begins):
            for fixture in planned:
                starting.start(fixture.pk)
        for fixture in list(season.fixtures.filter(state=FixtureState.RUNNING).order_by("number")[:played]):
            _play(fixture, begins)
            begins += BETWEEN


def _play(fixture: Fixture, begins: datetime) -> None:
    """Play the match of a fixture to its end, and take over its result."""
    fixture.refresh_from_db()
    assert fixture.match_id is not None
    with clock.moved_to(play_quickly(fixture.match_id, begins)):
        settling.record(fixture.match_id)


def play_quickly(match_id: str, begins: datetime) -> datetime:
    """Play a match from `begins` to its end, and mark that as seen by all; return when it was."""
    moment = begins
    while seat := due_first(match_id):
        # An open page may have decided or ended it meanwhile, by today's clock.
        with clock.moved_to(moment), suppress(Refusal):
            decide(seat, QUICKEST)
        moment += DECISION
    with clock.moved_to(moment):
        match = Match.objects.get(pk=match_id)
        for seat in match.seats.all():
            presence.mark_seen(match, seat)
    return moment


def due_first(match_id: str) -> Seat | None:
    """Return the first seat of a match, with its user and the match, that has to decide; None if the match is over."""
    seat: Seat | None = _DUE.first(match_id)
    return seat


def decide(seat: Seat, level: str) -> None:
    """Let a bot of this level decide for a seat of `due_first`."""
    play.play(
        actor=seat.user,
        match_id=seat.match_id,
        seat=seat.index,
        text=think(seat.match, seat.index, level),
        seen=seat.match.decision,
        client_move_id=f"demo-{seat.match.decision}",
    )
