"""Deleting an account: seasons go on without it, standings keep their lines, and no league is left without an owner."""

from datetime import timedelta

import pytest
from django.test import Client

from games import clock
from games.models import Status
from leagues.core.rules import Format
from leagues.models import EntryState, Fixture, FixtureState, League, LogEntry, Season, SeasonState, Standing
from leagues.selectors.one_person import seasons_of
from leagues.services.deciding import requests
from leagues.services.entering import entries
from masques_site.accounts.services import delete_account
from tests.cast import person
from tests.leagues.cast import give_role, make_league, newest, play_all, run_until, sign_up_all, sweep

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def started(travel, league: League) -> Season:
    """The newest season with its first matches running and nothing played."""
    season = newest(league)
    for _step in range(4):
        step = season.steps.filter(look_at__isnull=False).first()
        if step is None or step.kind == "end_play":
            break
        travel(max(timedelta(0), step.look_at - clock.now()) + timedelta(seconds=1))
        sweep()
    return newest(league)


@pytest.fixture
def season(travel) -> Season:
    league = make_league(Format.DOUBLE_ROUND_ROBIN, 2, division_size=4)
    sweep()
    sign_up_all(newest(league), 4)
    season = started(travel, league)
    assert season.state == SeasonState.RUNNING
    return season


def test_a_running_season_goes_on_as_after_a_request_to_leave(season):
    gone = person("player0")
    delete_account(gone)
    entry = season.entries.get(user=None)
    assert entry.state == EntryState.WITHDRAWN
    open_fixtures = season.fixtures.filter(seats__entry=entry).exclude(state=FixtureState.SETTLED)
    assert not open_fixtures.exists(), "too little was played: all its matches are taken out"
    ended = [fixture.match for fixture in Fixture.objects.filter(seats__entry=entry, match__isnull=False)]
    assert ended
    assert all(match.status == Status.FINISHED and match.annulled_at is not None for match in ended)
    sweep()
    play_all(season)
    kinds = set(entry.seats.values_list("kind", flat=True))
    assert kinds <= {"unplayed", "annulled"}, "nobody won by the deletion"
    assert Standing.objects.filter(division__season=season, played__gt=0).count() == 3


def test_the_standings_and_the_log_keep_a_player_whose_account_is_deleted(season, travel):
    play_all(season)
    delete_account(person("player0"))
    run_until(travel, season, "finish")
    for page in ("", "matches/", "people/", "log/"):
        text = Client().get(f"/leagues/lantern-league/1/{page}").content.decode()
        assert "player0" not in text
        assert ("someone" if page == "log/" else "a deleted account") in text, page
    assert Standing.objects.filter(division__season=season).count() == 4


def test_before_the_start_a_deleted_account_leaves_no_entry_in_the_draw(travel):
    league = make_league(Format.PODS, 3, division_size=4)
    sweep()
    sign_up_all(newest(league), 6)
    delete_account(person("player5"))
    run_until(travel, newest(league), "draw")
    assert newest(league).entries.filter(division__isnull=False).count() == 5


def test_texts_of_a_person_are_deleted_with_the_account(season):
    requests.ask(user=person("player0"), season_id=season.pk, kind="appeal", text="My own words.")
    requests.ask(user=person("player0"), season_id=season.pk, kind="withdrawal", text="More of my words.")
    delete_account(person("player0"))
    assert set(season.requests.values_list("text", flat=True)) == {""}
    assert not LogEntry.objects.filter(reason__contains="words").exists()


def test_the_longest_serving_organiser_becomes_the_owner(season):
    league = season.league
    for name, kind in (("mod", "moderator"), ("second", "organiser"), ("third", "organiser")):
        give_role(league, name, kind)
    delete_account(person("olga"))
    assert dict(league.roles.values_list("user__username", "kind")) == {
        "mod": "moderator", "second": "owner", "third": "organiser",
    }  # fmt: skip
    league.refresh_from_db()
    assert league.closed_at is None
    assert league.log.filter(verb="owner_left", subject=person("second")).exists()


def test_a_banned_organiser_inherits_nothing(season):
    banned = person("second")
    give_role(season.league, "second", "organiser")
    give_role(season.league, "third", "organiser")
    type(banned).objects.filter(pk=banned.pk).update(banned_at=clock.now())
    delete_account(person("olga"))
    assert season.league.roles.get(kind="owner").user.username == "third"


def test_without_an_organiser_the_season_is_played_and_none_follows(season, travel):
    delete_account(person("olga"))
    season.league.refresh_from_db()
    assert season.league.closed_at is not None
    run_until(travel, season, "next_season")
    assert newest(season.league).pk == season.pk
    assert newest(season.league).state == SeasonState.FINISHED


def test_without_an_organiser_a_season_that_still_takes_people_is_cancelled():
    league = make_league(Format.PODS, 3)
    sweep()
    entries.sign_up(user=person("anna"), season_id=newest(league).pk)
    delete_account(person("olga"))
    assert newest(league).state == SeasonState.CANCELLED
    assert LogEntry.objects.filter(verb="not_held", subject=person("anna")).exists()
    assert Client().get("/leagues/lantern-league/log/").status_code == 200


def test_a_season_that_is_over_is_left_as_it_is(season, travel):
    season = run_until(travel, season, "finish")
    before = list(season.fixtures.values_list("number", "state", "seats__kind", "seats__place"))
    delete_account(person("player1"))
    assert season.entries.get(user=None).state == EntryState.ENTERED
    assert list(season.fixtures.values_list("number", "state", "seats__kind", "seats__place")) == before


def test_the_profile_lists_seasons_with_ranks_by_one_statement(season, travel, django_assert_num_queries):
    run_until(travel, season, "finish")
    row = Standing.objects.get(division__season=season, entry__user=person("player2"))
    user = person("player2")
    with django_assert_num_queries(1):
        (played,) = seasons_of(user)
    assert (played.rank, played.players, played.is_over) == (row.rank, 4, True)
    page = Client().get("/people/player2/").content.decode()
    assert f'{row.rank}<span class="muted">/4</span>' in page
    assert 'href="/leagues/lantern-league/1/"' in page


def test_the_profile_is_silent_about_leagues_that_are_not_listed(season):
    League.objects.update(is_listed=False)
    assert seasons_of(person("player0")) == []
    assert "lantern-league" not in Client().get("/people/player0/").content.decode()
