"""Signing up for a season: who may, when, and leaving before it starts."""

from datetime import timedelta

import pytest
from django.utils import timezone

from bench.races import at_once
from games.refusals import BadInput, Conflict, Forbidden
from leagues.core.rules import Format
from leagues.models import Entry, EntryState, FixtureState, SeasonState, Standing
from leagues.refusals import NoSuchLeague
from leagues.selectors.field import is_banned
from leagues.services.deciding import requests
from leagues.services.entering import entries
from leagues.services.leaving import withdrawals
from leagues.services.organising import leagues
from leagues.services.timetable import steps
from tests.accounts.cast import client_of
from tests.cast import person
from tests.leagues.cast import begun, give_role, make_league, newest, opened, run_until, sign_up_all, tick

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def states(season):
    """The state of each entry by its user's name."""
    return dict(season.entries.values_list("user__username", "state"))


def leave(season, name, text=""):
    """Leave as the form does."""
    return requests.ask(user=person(name), season_id=season.pk, kind="withdrawal", text=text)


def test_signing_up_twice_is_one_entry():
    season = opened(Format.PODS, 3)
    first = entries.sign_up(user=person("anna"), season_id=season.pk, returns=True)
    second = entries.sign_up(user=person("anna"), season_id=season.pk, returns=False)
    assert first.pk == second.pk
    assert Entry.objects.get().returns is True


def test_signing_up_from_two_windows_at_once_is_one_entry():
    season, anna = opened(Format.PODS, 3), person("anna")
    found = at_once(*[lambda: entries.sign_up(user=anna, season_id=season.pk) for _ in range(4)])
    assert len({entry.pk for entry in found}) == 1
    assert season.log.filter(verb="signed_up").count() == 1


def test_nobody_signs_up_before_the_time_or_after_closing(travel):
    league = make_league(Format.PODS, 3)
    season = newest(league)
    with pytest.raises(Conflict, match="hasn’t opened"):
        entries.sign_up(user=person("anna"), season_id=season.pk)
    tick()
    sign_up_all(season, 4)
    run_until(travel, season, "draw", plays=False)
    with pytest.raises(Conflict, match="closed"):
        entries.sign_up(user=person("anna"), season_id=season.pk)
    assert entries.why_not(person("anna"), newest(league), None) is not None


def test_nobody_signs_up_for_what_is_not_there():
    with pytest.raises(NoSuchLeague):
        entries.sign_up(user=person("anna"), season_id=4711)
    for call in (
        lambda: entries.answer_entry(actor=person("olga"), entry_id=4711, accept=True),
        lambda: withdrawals.take_out(actor=person("olga"), entry_id=4711, expel=True, reason="why not"),
    ):
        with pytest.raises(NoSuchLeague):
            call()


@pytest.mark.parametrize(
    "facts", [{"is_guest": True}, {"banned_at": timezone.now()}, {"mail_notices": False}, {"email": ""}]
)
def test_guests_banned_people_and_who_cannot_be_reached_are_refused(facts):
    season, anna = opened(Format.PODS, 3), person("anna")
    for name, value in facts.items():
        setattr(anna, name, value)
    with pytest.raises(Forbidden):
        entries.sign_up(user=anna, season_id=season.pk)
    assert not season.entries.exists()


def test_a_season_takes_no_more_than_the_most(monkeypatch):
    monkeypatch.setattr(entries, "MOST_ENTRIES", 2)
    season = opened(Format.PODS, 3, people=2)
    with pytest.raises(Conflict, match="full"):
        entries.sign_up(user=person("anna"), season_id=season.pk)
    leave(season, "player0")
    entries.sign_up(user=person("anna"), season_id=season.pk)


def test_one_of_two_simultaneous_entries_gets_the_last_place(monkeypatch):
    monkeypatch.setattr(entries, "MOST_ENTRIES", 2)
    season = opened(Format.PODS, 3, people=1)
    people = [person("anna"), person("bruno")]
    found = at_once(*[lambda u=u: entries.sign_up(user=u, season_id=season.pk) for u in people])
    assert sum(isinstance(one, Conflict) for one in found) == 1
    assert season.entries.count() == 2


def test_by_approval_an_organiser_accepts_declines_or_does_not_answer(travel):
    season = opened(Format.ROUND_ROBIN, 2, admission="approval", people=6)
    olga = person("olga")
    assert set(states(season).values()) == {"asked"}
    rows = list(season.entries.order_by("pk"))
    for row in rows[:4]:
        entries.answer_entry(actor=olga, entry_id=row.pk, accept=True)
    entries.answer_entry(actor=olga, entry_id=rows[4].pk, accept=False, reason="no")
    with pytest.raises(Conflict):
        entries.answer_entry(actor=olga, entry_id=rows[0].pk, accept=False)
    with pytest.raises(Forbidden):
        entries.answer_entry(actor=person("player0"), entry_id=rows[5].pk, accept=True)
    with pytest.raises(Forbidden, match="declined"):
        entries.sign_up(user=person("player4"), season_id=season.pk)
    season = run_until(travel, season, "start", plays=False)
    assert list(states(season).values()) == ["entered"] * 4 + ["declined"] * 2
    assert season.log.get(verb="not_answered").subject == person("player5")
    assert {seat.entry_id for fixture in season.fixtures.all() for seat in fixture.seats.all()} == {
        row.pk for row in rows[:4]
    }


def test_organisers_need_no_approval():
    season = opened(Format.PODS, 3, admission="approval")
    assert entries.sign_up(user=person("olga"), season_id=season.pk).state == EntryState.ENTERED


def test_an_organiser_of_another_league_answers_nobody_here():
    season = opened(Format.PODS, 3, admission="approval", people=1)
    make_league(Format.PODS, 3, owner=person("otto"), name="Other League")
    entry = season.entries.get()
    for call in (
        lambda: entries.answer_entry(actor=person("otto"), entry_id=entry.pk, accept=True),
        lambda: withdrawals.take_out(actor=person("otto"), entry_id=entry.pk, expel=True, reason="mine"),
    ):
        with pytest.raises(Forbidden):
            call()
    client = client_of(person("otto"))
    client.post(f"/leagues/other-league/organise/entries/{entry.pk}/", {"answer": "accept"})
    assert states(season) == {"player0": "asked"}
    answer = client.post("/leagues/other-league/organise/entries/4711/", {}, headers={"accept": "application/json"})
    assert answer.status_code == 404


def test_by_invitation_only_the_invited_and_those_who_run_the_league_sign_up():
    season = opened(Format.PODS, 3, admission="invitation")
    with pytest.raises(Forbidden, match="need an invitation"):
        entries.sign_up(user=person("anna"), season_id=season.pk)
    assert leagues.invite(actor=person("olga"), league_id=season.league_id, user=person("anna"))
    assert not leagues.invite(actor=person("olga"), league_id=season.league_id, user=person("anna"))
    entries.sign_up(user=person("anna"), season_id=season.pk)
    entries.sign_up(user=person("olga"), season_id=season.pk)
    leagues.uninvite(actor=person("olga"), league_id=season.league_id, user=person("anna"))
    assert states(season) == {"anna": "entered", "olga": "entered"}


def test_a_player_who_left_before_the_draw_may_sign_up_again_and_owes_nothing(travel):
    season = opened(Format.ROUND_ROBIN, 2, people=5)
    leave(season, "player0")
    assert states(season)["player0"] == "withdrawn"
    entries.sign_up(user=person("player0"), season_id=season.pk)
    entry = season.entries.get(user=person("player0"))
    assert (entry.state, entry.left_at) == ("entered", None)
    leave(season, "player1")
    season = run_until(travel, season, "draw", plays=False)
    assert season.entries.get(user=person("player1")).division is None
    assert season.fixtures.count() == 6


def test_leaving_twice_is_leaving_once():
    season = opened(Format.PODS, 3, people=1)
    first = leave(season, "player0", "x" * 1000)
    assert leave(season, "player0").pk == first.pk
    assert season.log.filter(verb="withdrew").count() == 1


def test_at_tables_of_three_bots_sit_down_for_who_leaves_between_draw_and_start(travel):
    season = run_until(travel, opened(Format.PODS, 3, people=5), "draw", plays=False)
    leave(season, "player2")
    season = run_until(travel, season, "start", plays=False)
    tick()
    gone = season.entries.get(user=person("player2"))
    assert season.fixtures.filter(state=FixtureState.RUNNING).count() == 5
    for fixture in season.fixtures.filter(seats__entry=gone):
        seat = fixture.match.seats.get(index=fixture.seats.get(entry=gone).seat)
        assert (seat.user, seat.bot, seat.vacated_at is None) == (None, "medium", False)
    season = run_until(travel, season, "finish", plays=False)
    gone.refresh_from_db()
    assert {seat.kind for seat in gone.seats.all()} == {"forfeited"}
    assert (gone.banned_seasons, gone.tiers_lower) == (0, 0)
    assert not gone.incidents.exists()


def test_with_two_seats_who_leaves_between_draw_and_start_is_taken_out_of_the_schedule(travel):
    season = run_until(travel, opened(Format.ROUND_ROBIN, 2, people=5), "draw", plays=False)
    leave(season, "player2")
    season = run_until(travel, season, "start", plays=False)
    gone = season.entries.get(user=person("player2"))
    theirs = season.fixtures.filter(seats__entry=gone)
    assert {fixture.state for fixture in theirs} == {FixtureState.SETTLED}
    assert {seat.kind for fixture in theirs for seat in fixture.seats.all()} == {"unplayed"}
    assert season.divisions.get().is_per_match
    assert not Standing.objects.filter(entry=gone).exists()
    assert season.fixtures.exclude(seats__entry=gone).exclude(state=FixtureState.RUNNING).count() == 0
    season = run_until(travel, season, "finish", plays=False)
    gone.refresh_from_db()
    assert (gone.banned_seasons, gone.tiers_lower) == (0, 0)
    assert not gone.incidents.exists()


def test_a_player_who_leaves_while_the_season_runs_is_out_for_good_and_barred_from_the_next(travel):
    season = begun(travel, Format.SWISS, 2, people=6, rounds=2)
    leave(season, "player3")
    with pytest.raises(Forbidden):
        entries.sign_up(user=person("player3"), season_id=season.pk)
    assert states(season)["player3"] == "withdrawn"
    run_until(travel, season, "next_season", plays=False)
    tick()
    following = newest(season.league)
    assert following.number == 2
    assert "player3" not in states(following)
    with pytest.raises(Conflict, match="can’t join this season"):
        entries.sign_up(user=person("player3"), season_id=following.pk)


def test_a_cancelled_season_does_not_use_up_a_ban(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    leave(season, "player3")
    run_until(travel, season, "next_season", plays=False)
    following = newest(season.league)
    ban = Entry.objects.get(season=season, user=person("player3"))
    assert is_banned(person("player3"), following)
    following.state = SeasonState.CANCELLED
    following.save()
    later = type(season).objects.get(pk=season.pk)
    later.pk, later.number, later.state = None, 3, SeasonState.SIGN_UP
    later.save(force_insert=True)
    assert ban.banned_seasons == 1
    assert is_banned(person("player3"), later)


def test_a_late_entry_of_a_swiss_season_joins_the_next_round(travel):
    season = begun(travel, Format.SWISS, 2, people=6, rounds=3)
    entries.sign_up(user=person("late"), season_id=season.pk)
    season = run_until(travel, season, "round", 2, plays=False)
    late = season.entries.get(user=person("late"))
    assert late.seats.get(fixture__round=0).kind == "unplayed"
    assert late.seats.filter(fixture__round=1).count() == 1
    assert Standing.objects.filter(entry=late).exists()


def test_an_organiser_removes_a_player_before_the_draw_with_a_reason(travel):
    season = opened(Format.ROUND_ROBIN, 2, people=5)
    entry = season.entries.get(user=person("player4"))
    give_role(season.league, "mod", "moderator")
    with pytest.raises(BadInput):
        withdrawals.take_out(actor=person("olga"), entry_id=entry.pk, expel=True, reason=" ")
    with pytest.raises(Forbidden):
        withdrawals.take_out(actor=person("mod"), entry_id=entry.pk, expel=True, reason="because")
    withdrawals.take_out(actor=person("olga"), entry_id=entry.pk, expel=True, reason="because")
    with pytest.raises(Conflict):
        withdrawals.take_out(actor=person("olga"), entry_id=entry.pk, expel=True, reason="again")
    assert season.log.filter(verb="expelled", is_public=True).count() == 1
    with pytest.raises(Forbidden):
        entries.sign_up(user=person("player4"), season_id=season.pk)
    run_until(travel, season, "draw", plays=False)
    assert season.fixtures.count() == 6


def test_the_return_form_is_for_those_who_play(travel):
    season = opened(Format.PODS, 3, people=1)
    entries.set_returns(user=person("player0"), season_id=season.pk, returns=False)
    assert season.entries.get().returns is False
    with pytest.raises(Forbidden):
        entries.set_returns(user=person("anna"), season_id=season.pk, returns=True)


def test_a_player_who_does_not_return_or_may_not_is_not_signed_up_again(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    entries.set_returns(user=person("player0"), season_id=season.pk, returns=False)
    banned = person("player1")
    banned.banned_at = timezone.now()
    banned.save()
    run_until(travel, season, "next_season", plays=False)
    tick()
    assert set(states(newest(season.league))) == {"player2", "player3"}


def test_too_few_in_time_means_a_new_closing_that_the_timetable_says(travel):
    season = opened(Format.PODS, 4, people=2)
    before = dict(season.steps.values_list("kind", "at"))
    travel(timedelta(days=season.sign_up_days, hours=1))
    tick()
    length = timedelta(days=season.sign_up_days)
    after = {step.kind: step for step in season.steps.all()}
    assert after["close_sign_up"].look_at == after["close_sign_up"].at
    for kind, step in after.items():
        assert step.at == before[kind] + (timedelta(0) if kind == "open_sign_up" else length)


def test_a_site_that_was_down_for_weeks_still_gives_a_whole_new_sign_up(travel):
    season = opened(Format.PODS, 4, people=2)
    travel(timedelta(days=3 * season.sign_up_days, hours=1))
    tick()
    assert season.log.filter(verb="sign_up_extended").count() == 1
    season.refresh_from_db()
    assert season.state == SeasonState.SIGN_UP


def cancelled_for_too_few(travel, **more):
    season = opened(Format.PODS, 4, people=2, **more)
    for _extension in range(3):
        travel(timedelta(days=season.sign_up_days, hours=2))
        tick()
    season.refresh_from_db()
    assert season.state == SeasonState.CANCELLED
    return season


def test_after_a_season_that_is_cancelled_for_too_few_the_next_one_is_announced_after_the_break(travel):
    season = cancelled_for_too_few(travel, break_days=3)
    assert list(season.steps.filter(done_at=None).values_list("kind", flat=True)) == ["next_season"]
    travel(timedelta(days=3) - timedelta(minutes=1))
    tick()
    assert newest(season.league).number == 1
    travel(timedelta(minutes=2))
    tick()
    following = newest(season.league)
    assert (following.number, following.state) == (2, "sign_up")
    tick()
    assert newest(season.league).number == 2


def test_a_league_that_does_not_repeat_itself_ends_with_too_few(travel):
    season = cancelled_for_too_few(travel, break_days=0, repeats=False)
    travel(timedelta(days=30))
    tick()
    assert newest(season.league).number == 1


def test_after_too_few_an_organiser_may_hold_or_hasten_what_follows(travel):
    season = cancelled_for_too_few(travel, break_days=3)
    steps.hold(actor=person("olga"), season_id=season.pk, reason="later")
    travel(timedelta(days=5))
    tick()
    assert newest(season.league).number == 1
    steps.release(actor=person("olga"), season_id=season.pk, reason="now")
    tick()
    assert newest(season.league).number == 2


def test_a_held_draw_after_which_too_few_are_left_cancels_the_season(travel):
    season = opened(Format.ROUND_ROBIN, 2, people=4)
    run_until(travel, season, "close_sign_up", plays=False)
    steps.hold(actor=person("olga"), season_id=season.pk, reason="wait")
    leave(season, "player0")
    steps.release(actor=person("olga"), season_id=season.pk, reason="go on")
    tick()
    season.refresh_from_db()
    assert season.state == SeasonState.CANCELLED
    assert list(season.steps.exclude(look_at=None).values_list("kind", flat=True)) == ["next_season"]
