"""A league of the tests, made by its own services, and the clock that takes it through its seasons."""

import random
from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from django.db import connection

from games import clock, tasks
from games.models import Heartbeat, Match, Seat, Status
from games.services.bot_moves import bots
from games.services.match import play
from leagues import tasks as league_tasks
from leagues.core.integrity import Kind
from leagues.core.rules import Format, default_rules
from leagues.models import Fixture, FixtureState, IntegrityFlag, League, Role, Season, Step
from leagues.services.entering import entries
from leagues.services.organising import leagues
from leagues.services.timetable import steps
from leagues.views import drawn, exports
from tests.cast import due, fresh, move, person, play_to_end
from tests.database import filled_tables
from tests.kept_rows import KeptRows

LONG_WAIT = timedelta(hours=8)


class Travel:
    """The site's clock, which stays at `now` until it is advanced. A season that has just begun may be kept for later
    tests, and be one that an earlier test has kept, if the test `may_keep` and has not moved the clock itself."""

    def __init__(self, now: datetime, *, may_keep: bool) -> None:
        self.now = now
        self.may_keep = may_keep

    def __call__(self, distance: timedelta, *, down: bool = False) -> None:
        """Move on by `distance`. The site runs meanwhile, unless it is `down`."""
        self.may_keep = False
        self.now += distance
        if not down:
            Heartbeat.objects.update(at=self.now)


_begun: dict[str, KeptRows[tuple[Season, datetime]]] = {}
"""Seasons that have just begun, and when that was, by how they were made."""


def make_league(format: Format, seats: int, *, owner: Any = None, name: str = "Lantern League", **more: Any) -> League:
    """Create and return a league of the test title; arguments that are no rules go to `create_league`."""
    rules = default_rules(format, seats)
    given = {name: more.pop(name) for name in list(more) if hasattr(rules, name)}
    terms = leagues.Terms(title="lantern", rules=replace(rules, **given))
    return leagues.create_league(owner=owner or person("olga"), name=name, terms=terms, **more)


def give_role(league: League, name: str, kind: str) -> None:
    """Give a user a role in the league, without an offer."""
    Role.objects.create(league=league, user=person(name), kind=kind)


def newest(league: League) -> Season:
    """Return the league's newest season, as it is stored now."""
    return league.seasons.order_by("-number").select_related("league").first()


def sweep() -> None:
    """Run one tick of everything: the games' sweep keeps the heartbeat, the leagues' does what is due."""
    Heartbeat.objects.update(at=clock.now())
    tasks.sweep()
    league_tasks.sweep()
    league_tasks.sweep()  # what the first has made due


def tick() -> None:
    """Do what the leagues' sweeps do in a few seconds, without the clocks of matches."""
    for _sweep in range(3):
        league_tasks.sweep()


def opened(kind: Format, seats: int, people: int = 0, **more: Any) -> Season:
    """Create a league, and return its season with open sign-up and this many people."""
    season = newest(make_league(kind, seats, **more))
    tick()
    sign_up_all(season, people)
    return newest(season.league)


def begun(travel: Travel, kind: Format, seats: int, people: int, **more: Any) -> Season:
    """Return a season whose first matches run, of people who have just come to an empty site."""

    def make() -> tuple[Season, datetime]:
        season = run_until(travel, opened(kind, seats, people, **more), "start", plays=False)
        return season, travel.now

    name = f"begun: {kind} {seats} {people} {sorted(more.items())}"
    if not travel.may_keep or connection.vendor != "sqlite" or filled_tables():
        return make()[0]
    if name not in _begun:
        _begun[name] = KeptRows(name, make)
        return _begun[name].made[0]
    season, now = _begun[name].put_back()
    travel(now - travel.now)
    return Season.objects.select_related("league").get(pk=season.pk)


def running(season: Season) -> list[Fixture]:
    """Return the fixtures whose matches run, in the order of the schedule."""
    return list(season.fixtures.filter(state=FixtureState.RUNNING).order_by("number"))


def fixture_of(fixture: Fixture) -> Fixture:
    """Return the fixture as it is stored now."""
    return Fixture.objects.select_related("match", "season", "division").get(pk=fixture.pk)


def kinds(fixture: Fixture) -> list[str]:
    """Return how each seat of a fixture ended, in seat order."""
    return list(fixture.seats.order_by("seat").values_list("kind", flat=True))


def seat_user(fixture: Fixture, seat: int) -> Any:
    """Return the user for whose line the seat counts."""
    return fixture.seats.select_related("entry__user").get(seat=seat).entry.user


def resign(fixture: Fixture, seat: int) -> None:
    """Let the holder of a seat give it up; the end of the match, if that is one, is announced."""
    holder = Seat.objects.select_related("user").get(match=fixture_of(fixture).match_id, index=seat)
    play.resign(actor=holder.user, match_id=holder.match_id, seat=seat)
    tasks.announce(holder.match_id)


def sign_up_all(season: Season, count: int, prefix: str = "player") -> list[Any]:
    """Sign up this many people; return them."""
    people = [person(f"{prefix}{number}") for number in range(count)]
    for user in people:
        entries.sign_up(user=user, season_id=season.pk, returns=True)
    return people


def run_until(travel: Travel, season: Season, kind: str, number: int = 0, *, plays: bool = True) -> Season:
    """Let the clock jump from step to step until this one is done; return the season. Matches that run are played.

    Without `plays` matches are left alone, and their clocks too: only the leagues' sweep comes.
    """
    looks: Counter[int] = Counter()
    for _step in range(400):
        if Step.objects.filter(season=season, kind=kind, number=number, done_at__isnull=False).exists():
            return Season.objects.select_related("league").get(pk=season.pk)
        due = Step.objects.filter(season=season, look_at__isnull=False).first()
        assert due is not None, "nothing is left of the timetable"
        looks[due.pk] += 1
        wait = LONG_WAIT if looks[due.pk] > 3 else timedelta(0)  # a round that waits is looked at every hour
        travel(max(timedelta(0), due.look_at - clock.now()) + wait + timedelta(seconds=1))
        if plays:
            sweep()
            play_all(season)
        else:
            league_tasks.sweep()
        failed = Step.objects.filter(pk=due.pk, look_at=clock.now() + steps.TROUBLE)
        assert not failed.exists(), f"{due.kind} {due.number} failed"
    raise AssertionError(f"{kind} {number} was never done")


def play_all(season: Season, seed: int = 7) -> None:
    """Play every match of the season that runs, and those that start because others end, to their end."""
    rng = random.Random(seed)
    while running := list(Fixture.objects.filter(season=season, state=FixtureState.RUNNING).order_by("number")):
        for fixture in running:
            finish(fixture, rng.randrange(1000))
        league_tasks.sweep()


def finish(fixture: Fixture, seed: int = 1) -> Match:
    """Play the match of a fixture to its end, and announce it; return the match."""
    match = play_to_end(fixture.match, seed)
    assert match.status == Status.FINISHED
    tasks.announce(match.pk)
    return match


def play_on(match: Match, seed: int | None = None) -> Match:
    """Play a match to its end, with any holders of its seats, and announce it; return it. Without a seed people take
    the first move."""
    rng = None if seed is None else random.Random(seed)
    for _turn in range(2000):
        match = fresh(match)
        if match.status != Status.RUNNING:
            break
        bots.play_bots(match.pk)
        for seat in due(match):
            if not seat.bot and fresh(match).status == Status.RUNNING and fresh(match).decision == seat.due_decision:
                move(match, seat, rng=rng)
    tasks.announce(match.pk)
    return fresh(match)


def flag_about(gainer: int, helper: int, matches: list[str], **more: Any) -> IntegrityFlag:
    """Store and return an open flag of two accounts, like one of the detector of pair farming."""
    numbers = {"matches": len(matches), "won": 0, "expected": 9.5, "share": 0.5, "all": 2 * len(matches)}
    facts = {"kind": Kind.FARMING, "about": f"{gainer}-{helper}", "numbers": numbers, "score": 5.2}
    seen = {"first_seen": clock.now(), "last_seen": clock.now()}
    who = {"accounts": [gainer, helper], "matches": matches}
    return IntegrityFlag.objects.create(**facts | seen | who | more)


def forget_drawings() -> None:
    """Forget the drawings of seasons, as in a process that has just been started."""
    for kept in (drawn.drawings, drawn.of_divisions, drawn.of_seasons, exports.kept):
        kept.kept.clear()
