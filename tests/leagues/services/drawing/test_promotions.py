"""Divisions across seasons: up, down, gone, new and back."""

import pytest

from leagues.core.rules import Format
from leagues.models import Standing
from leagues.services.deciding import requests
from leagues.services.entering import entries
from leagues.services.organising import leagues
from leagues.services.timetable import seasons
from masques_site.accounts.services import delete_account
from tests.cast import person
from tests.leagues.cast import begun, make_league, newest, resign, run_until, running, sign_up_all, tick
from tests.leagues.independent import assert_true_standings
from tests.ratings import rate

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def by_name(season):
    """Each entry with a division, by its user's name."""
    rows = season.entries.filter(division__isnull=False).select_related("division", "user")
    return {entry.user.username: entry for entry in rows}


def decide(season):
    """End all matches by resigning: in each division the one with the higher number in the name loses."""
    while open_now := running(season):
        for fixture in open_now:
            seats = list(fixture.seats.select_related("entry__user").order_by("seat"))
            loser = max(seats, key=lambda seat: int(seat.entry.user.username.removeprefix("player")))
            resign(fixture, loser.seat)
        tick()


def ranked(season, tier, index=0):
    """The names of a division in its order."""
    rows = Standing.objects.filter(division__season=season, division__tier=tier, division__index=index)
    return list(rows.order_by("rank").values_list("entry__user__username", flat=True))


def record(season):
    """Set all results: in each match the entry with the lower key wins. Nobody is absent."""
    for fixture in running(season):
        first = min(seat.entry_id for seat in fixture.seats.all())
        requests.correct_result(
            actor=person("olga"),
            season_id=season.pk,
            fixture_number=fixture.number,
            places=[1 if seat.entry_id == first else 2 for seat in fixture.seats.order_by("seat")],
            reason="played on paper",
        )


def play_season(travel, season):
    season = run_until(travel, season, "start", plays=False)
    decide(season)
    run_until(travel, season, "next_season", plays=False)
    assert_true_standings(season)
    tick()
    return newest(season.league)


def test_three_seasons_with_leavers_newcomers_and_a_player_who_comes_back(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=8, division_size=4)
    decide(season)
    before = by_name(season)
    top, low = ranked(season, 0), ranked(season, 1)
    pausing = top[1]
    entries.set_returns(user=person(pausing), season_id=season.pk, returns=False)
    run_until(travel, season, "next_season", plays=False)
    tick()

    second = newest(season.league)
    for name in ("player90", "player91"):
        entries.sign_up(user=person(name), season_id=second.pk)
    second = run_until(travel, second, "start", plays=False)
    now = by_name(second)
    assert set(now) == (set(before) - {pausing}) | {"player90", "player91"}
    # All but one forfeited two matches or more by resigning, so that they are inactive: what is due is one lower.
    assert now[top[0]].division.tier == 0
    assert now[low[0]].former_tier == 1
    assert {now[name].movement for name in ("player90", "player91")} <= {"newcomer", "filled_vacancy"}
    assert all(now[name].former_tier is None for name in ("player90", "player91"))
    leaver = ranked(second, 0)[-1] if ranked(second, 0) else top[0]
    requests.ask(user=person(leaver), season_id=second.pk, kind="withdrawal")
    tick()
    decide(second)
    run_until(travel, second, "next_season", plays=False)
    assert_true_standings(second)
    tick()

    third = newest(season.league)
    assert leaver not in set(third.entries.values_list("user__username", flat=True))
    entries.sign_up(user=person(pausing), season_id=third.pk)
    third = run_until(travel, third, "start", plays=False)
    back = by_name(third)
    assert back[pausing].movement in ("rejoined", "displaced")
    assert leaver not in back
    sizes = sorted(division.entries.count() for division in third.divisions.all())
    assert sum(sizes) == third.entries.filter(state="entered").count()
    assert sizes[-1] - sizes[0] <= 1


def test_the_numbers_of_the_season_that_ended_decide_who_goes_up_and_down(travel):
    league = make_league(Format.ROUND_ROBIN, 2, division_size=6, promoted=2, relegated=1)
    season = newest(league)
    tick()
    sign_up_all(season, 12)
    season = run_until(travel, season, "start", plays=False)
    record(season)
    top, low = ranked(season, 0), ranked(season, 1)
    assert (len(top), len(low)) == (6, 6)
    run_until(travel, season, "next_season", plays=False)
    tick()
    following = run_until(travel, newest(league), "draw", plays=False)
    now = by_name(following)
    assert {name for name in low if now[name].division.tier == 0} == set(low[:2])
    assert now[low[0]].movement == "promoted" == now[low[1]].movement
    down = {name for name in top if now[name].division.tier == 1}
    assert top[-1] in down
    assert len(down) == 2
    assert now[top[-1]].movement == "relegated"


def test_a_cancelled_season_in_between_takes_nobodys_tier(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=8, division_size=4)
    for fixture in running(season):
        requests.correct_result(
            actor=person("olga"), season_id=season.pk, fixture_number=fixture.number, places=[1, 2], reason="paper"
        )
    run_until(travel, season, "next_season", plays=False)
    tick()
    winner = ranked(season, 0)[0]
    second = newest(season.league)
    seasons.cancel(actor=person("olga"), season_id=second.pk, reason="summer")
    third = leagues.announce_next(actor=person("olga"), league_id=season.league_id)
    assert leagues.announce_next(actor=person("olga"), league_id=season.league_id).pk == third.pk
    tick()
    assert third.entries.filter(state="entered").count() == 8
    third = run_until(travel, third, "draw", plays=False)
    assert by_name(third)[winner].division.tier == 0
    assert by_name(third)[winner].former_tier == 0


def test_a_deleted_account_keeps_its_place_in_the_standings_that_decide(travel):
    """The champion of six is gone: still the last two of the six go down, not one as of five."""
    season = begun(travel, Format.ROUND_ROBIN, 2, people=12, division_size=6)
    record(season)
    top, low = ranked(season, 0), ranked(season, 1)
    run_until(travel, season, "next_season", plays=False)
    tick()
    delete_account(person(top[0]))
    second = run_until(travel, newest(season.league), "draw", plays=False)
    now = by_name(second)
    assert {name for name in now if now[name].division.tier == 0} == {*top[1:4], *low[:3]}
    assert [now[name].movement for name in top[4:]] == ["relegated", "relegated"]
    assert [now[name].movement for name in low] == ["promoted", *["filled_vacancy"] * 2, *["stayed"] * 3]


def test_a_player_who_comes_back_is_seeded_by_rating(travel):
    """Three are back in the second tier, whose divisions are dealt to in turn, there and back, after one relegated
    player: 2.1, 2.2, 2.2, 2.1."""
    season = begun(travel, Format.ROUND_ROBIN, 2, people=12, division_size=4)
    record(season)
    back = [*ranked(season, 1, 0)[1:3], ranked(season, 1, 1)[1]]
    for name in back:
        entries.set_returns(user=person(name), season_id=season.pk, returns=False)
    run_until(travel, season, "next_season", plays=False)
    tick()
    second = newest(season.league)
    for name in ("player90", "player91", "player92"):
        entries.sign_up(user=person(name), season_id=second.pk, returns=True)
    second = run_until(travel, second, "start", plays=False)
    record(second)
    relegated = ranked(second, 0)[-1]
    run_until(travel, second, "next_season", plays=False)
    tick()
    third = newest(season.league)
    back.sort(key=lambda name: person(name).pk)
    for name, shown in zip(back, (1200, 1300, 1400), strict=True):
        entries.sign_up(user=person(name), season_id=third.pk)
        rate(person(name), shown)
    now = by_name(run_until(travel, third, "draw", plays=False))
    assert [(now[name].movement, now[name].division.label) for name in (relegated, *reversed(back))] == [
        ("relegated", "2.1"),
        ("rejoined", "2.2"),
        ("rejoined", "2.2"),
        ("rejoined", "2.1"),
    ]
