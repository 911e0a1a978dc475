"""The content that fills an empty site."""

from datetime import datetime, timedelta

import pytest

from games import clock
from games.audit import faults_of
from games.models import Match, Seat, Status
from games.registry import TITLES
from games.services.match.play import resign
from leagues.models import (
    EntryState,
    Fixture,
    FixtureState,
    League,
    RatedResult,
    RoleKind,
    Season,
    SeasonState,
    Standing,
)
from leagues.selectors.home import leagues_of
from leagues.services.playing import settling
from masques_site import demo, demo_leagues
from masques_site.accounts.models import User

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_demo_has_a_match_against_a_hard_bot_for_every_title(settings, tmp_path, monkeypatch):
    settings.DATA_DIR = tmp_path
    monkeypatch.setattr(demo, "_finish", lambda _match: None)  # whole matches take their time
    monkeypatch.setattr(demo, "_advance", lambda _match, decisions: None)
    monkeypatch.setattr(demo_leagues, "populate", lambda _people: None)
    assert demo.populate().startswith(f"Log in as {demo.NAMES[0]} ")
    for title in TITLES:
        (match,) = Match.objects.filter(title=title, seats__bot="hard").distinct()
        assert match.status == Status.RUNNING
        assert match.is_demo
        assert Seat.objects.get(match=match, bot="").user.username == demo.NAMES[0]
    assert [fault for match in Match.objects.all() for fault in faults_of(match)] == []


def resigned(fixture: Fixture, begins: datetime) -> None:
    """In place of a whole match: with two seats one resigns, with more nothing happens."""
    fixture.refresh_from_db()
    if fixture.season.seats == 2:
        place = fixture.seats.get(seat=fixture.number % 2)
        with clock.moved_to(begins):
            resign(actor=place.entry.user, match_id=fixture.match_id, seat=place.seat)
            settling.record(fixture.match_id)


def test_the_demo_has_a_season_that_is_played_and_one_that_is_over_and_followed(monkeypatch):
    monkeypatch.setattr(demo_leagues, "_play", resigned)
    people = [demo._person(name, None) for name in demo.NAMES]
    demo_leagues.populate(people)
    running, over = League.objects.order_by("pk")
    assert running.is_demo
    assert over.is_demo
    assert running.roles.get(kind=RoleKind.OWNER).user.username == "Marco"
    season = running.seasons.get()
    assert season.state == SeasonState.RUNNING
    assert season.entries.filter(state=EntryState.ENTERED).count() == 7
    assert season.fixtures.filter(state=FixtureState.RUNNING).count() == 7
    first, second = over.seasons.order_by("number")
    assert (first.state, second.state) == (SeasonState.FINISHED, SeasonState.SIGN_UP)
    assert not first.fixtures.exclude(state=FixtureState.SETTLED).exists()
    assert Standing.objects.filter(division__season=first).count() == 4
    assert set(second.entries.values_list("user__username", flat=True)) == {"Lucia", "Tommaso", "Bianca"}
    for step in first.steps.all():
        assert timedelta(0) <= step.done_at - step.at < timedelta(minutes=1), "the past is told as it would have been"
    played = first.fixtures.order_by("settled_at")
    assert first.started_at < played[0].settled_at < played.reverse()[0].settled_at < first.finished_at
    marco = User.objects.get(username="Marco")
    waiting = [[one.text for one in row.waiting] for row in leagues_of(marco)]
    assert waiting == [["Sign-up is open. Do you want to play again?"], []]
    assert all(match.is_demo for match in Match.objects.all())
    assert Season.objects.filter(steps__look_at__isnull=False).distinct().count() == 2, "both go on by themselves"


def test_people_of_the_demo_are_reached_by_addresses_of_nobody():
    people = [demo._person(name, None) for name in demo.NAMES]
    assert len({user.email for user in people}) == len(people) >= 7
    assert all(user.email.endswith("@example.org") and user.is_demo for user in people)


def test_a_new_site_has_rated_tables_and_ratings_before_any_worker_runs(settings, tmp_path, monkeypatch):
    settings.DATA_DIR = tmp_path
    rated = []

    def finish(match: Match) -> None:
        """In place of a whole match: with two seats one resigns."""
        rated.append((match.title, match.is_rated))
        if match.seat_count == 2:
            resign(actor=match.host, match_id=match.pk, seat=0)

    monkeypatch.setattr(demo, "_finish", finish)
    monkeypatch.setattr(demo, "_advance", lambda _match, decisions: None)
    monkeypatch.setattr(demo_leagues, "populate", lambda _people: None)
    demo.populate()
    assert rated == [(title, True) for title in TITLES]
    assert {match.title for match in Match.objects.filter(status=Status.OPEN, is_rated=True)} == set(TITLES)
    finished = Match.objects.filter(status=Status.FINISHED)
    assert finished.exists()
    found = {(row.match, row.pool, row.is_due) for row in RatedResult.objects.all()}
    assert found == {(match.pk, "people", False) for match in finished}
