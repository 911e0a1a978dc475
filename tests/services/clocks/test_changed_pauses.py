"""Running clocks after a player changes their nights and vacations."""

from datetime import date

import pytest

from bench.races import at_once
from games import clock
from games.audit import faults_of
from games.core.clocks.personal_pauses import PauseRules
from games.models import Match, Seat, Status
from games.services.clocks import deadlines, pauses
from games.services.waiting import tables
from masques_site.accounts import pauses as chosen
from masques_site.accounts.models import User
from tests.cast import due, fresh, move, person
from tests.services.clocks.sleepers import (
    DAY,
    HOUR,
    MINUTE,
    Watch,
    at,
    bank,
    let_decide,
    paused_match,
    site_words,
    sleeper,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def watch(time_machine):
    return Watch(time_machine)


@pytest.fixture
def match(watch):
    """Three people at a table, of whom the first to decide sleeps at night."""
    return paused_match(sleeper("anna"), sleeper("bruno"), sleeper("carla"))


# Changes while a match runs.


def test_a_vacation_that_begins_moves_the_deadline_of_every_running_match(watch):
    anna = person("anna")
    matches = [paused_match(anna, person("bruno")) for _table in range(3)]
    forbidden = paused_match(anna, person("bruno"), rules=PauseRules(nights=True))
    for match in (*matches, forbidden):
        let_decide(match, anna)
    before = {match.pk: fresh(match).deadline for match in (*matches, forbidden)}
    revisions = {match.pk: fresh(match).rev for match in matches}
    banks = matches[0].seats.get(user=anna).bank
    watch.let(HOUR)
    chosen.plan_vacation(anna, date(2031, 3, 5), 4)
    for match in matches:
        assert fresh(match).deadline == due(match)[0].deadline == before[match.pk] + 4 * DAY
        assert fresh(match).rev == revisions[match.pk] + 1
        assert faults_of(fresh(match)) == []
    assert fresh(forbidden).deadline == before[forbidden.pk]
    watch.let(2 * DAY)
    move(matches[0], due(matches[0])[0])
    assert matches[0].seats.get(user=anna).bank == banks - HOUR + 12 * HOUR
    assert User.objects.get(pk=anna.pk).pauses_changed_at is None


def test_renewing_twice_changes_nothing(match, watch):
    (seat,) = due(match)
    chosen.plan_vacation(seat.user, date(2031, 3, 6), 4)
    after = Match.objects.values().get(pk=match.pk), list(match.seats.values())
    watch.let(MINUTE)
    assert pauses.renew(seat.user_id) == 0
    assert (Match.objects.values().get(pk=match.pk), list(match.seats.values())) == after


def test_a_vacation_that_is_taken_back_or_ended_leaves_no_time_behind(match, watch):
    (seat,) = due(match)
    before = seat.deadline
    planned = chosen.plan_vacation(seat.user, date(2031, 3, 6), 2)
    assert due(match)[0].deadline == before + 2 * DAY
    assert chosen.end_vacation(seat.user, planned.pk)
    assert due(match)[0].deadline == before
    running = chosen.plan_vacation(seat.user, date(2031, 3, 5), 2)
    watch.let(6 * HOUR)
    assert chosen.end_vacation(seat.user, running.pk)
    assert due(match)[0].deadline == at("2031-03-10T10:00"), "six hours that run, with a night among them"
    assert not chosen.end_vacation(seat.user, running.pk)
    assert not chosen.end_vacation(person("dora"), running.pk)


def test_a_new_night_counts_from_tomorrow_and_what_was_charged_stays(watch):
    match = paused_match(person("anna"), person("bruno"))
    (seat,) = due(match)
    watch.let(HOUR)
    chosen.choose_night(seat.user, 14)  # in an hour: it does not count today
    assert due(match)[0].deadline == seat.deadline + 3 * 8 * HOUR  # of the 6th to the 8th
    watch.let(3 * HOUR)
    move(match, seat)
    assert bank(seat) == 3 * DAY - 4 * HOUR + 12 * HOUR


def test_nobody_gets_out_of_trouble_by_going_to_bed(watch):
    match = paused_match(person("anna"), person("bruno"))
    (seat,) = due(match)
    watch.until(seat.deadline - HOUR)
    chosen.choose_night(seat.user, clock.now().hour)
    chosen.move_to_zone(seat.user, "Pacific/Kiritimati")
    assert due(match)[0].deadline == seat.deadline
    watch.let(HOUR)
    deadlines.expire(match.pk)
    assert site_words(match) == ["bot_decided"]


def test_a_vacation_that_begins_too_late_helps_nobody(match, watch):
    (seat,) = due(match)
    watch.until(seat.deadline)
    chosen.plan_vacation(seat.user, clock.now().date(), 2)
    deadlines.expire(match.pk)
    assert site_words(match) == ["bot_decided"]


def test_no_pause_ever_raises_a_bank(match, watch):
    """Whatever happens in between: the bank is at most what it was, and the increment comes once a turn."""
    for decision in range(9):
        banks = {seat.pk: seat.bank for seat in match.seats.all()}
        seat = due(match)[0]
        watch.let(3 * HOUR)
        if decision % 3 == 0:
            vacation = chosen.plan_vacation(seat.user, clock.now().date(), 1)
            watch.let(3 * HOUR)
            chosen.end_vacation(seat.user, vacation.pk)
        elif decision % 3 == 1:
            chosen.choose_night(seat.user, decision)
        move(match, seat)
        for row in match.seats.all():
            assert row.bank <= banks[row.pk] + 12 * HOUR


def test_interrupted_work_is_done_by_the_next_task(match, watch, monkeypatch):
    (seat,) = due(match)
    with monkeypatch.context() as broken:
        broken.setattr(chosen, "apply", lambda _user_id: None)  # killed after the commit
        chosen.plan_vacation(seat.user, date(2031, 3, 6), 2)
    assert due(match)[0].deadline == seat.deadline
    chosen.apply_pending()
    assert due(match)[0].deadline == seat.deadline + 2 * DAY
    assert User.objects.get(pk=seat.user_id).pauses_changed_at is None


def test_and_nobody_is_late_meanwhile(match, watch, monkeypatch):
    (seat,) = due(match)
    with monkeypatch.context() as broken:
        broken.setattr(chosen, "apply", lambda _user_id: None)
        chosen.plan_vacation(seat.user, date(2031, 3, 6), 2)
    watch.until(seat.deadline)
    assert deadlines.expire(match.pk) is True  # it was moved
    assert site_words(match) == []
    assert due(match)[0].deadline == seat.deadline + 2 * DAY


def test_a_match_that_cannot_be_read_holds_up_no_other(watch):
    anna = person("anna")
    broken, sound = sorted([paused_match(anna, person("bruno")) for _table in range(2)], key=lambda match: match.pk)
    let_decide(sound, anna)
    Match.objects.filter(pk=broken.pk).update(head=b"x")
    before = fresh(sound).deadline
    chosen.plan_vacation(anna, date(2031, 3, 6), 2)
    assert fresh(broken).status == Status.QUARANTINED
    assert fresh(sound).deadline == before + 2 * DAY


# Races.


def test_a_vacation_and_a_move_at_the_same_moment_go_one_after_the_other(watch):
    for round_ in range(4):
        anna, bruno = person(f"anna{round_}"), person(f"bruno{round_}")
        match = paused_match(anna, bruno)
        (seat,) = due(match)
        watch.let(HOUR)
        results = at_once(
            lambda match=match, seat=seat: move(match, seat),
            lambda seat=seat: chosen.plan_vacation(seat.user, date(2031, 3, 5), 1),
            lambda seat=seat: pauses.renew(seat.user_id),
        )
        assert not [result for result in results if isinstance(result, Exception)], results
        chosen.apply_pending()
        row = Seat.objects.get(pk=seat.pk)
        assert row.bank == 3 * DAY - HOUR + 12 * HOUR
        assert len(row.pauses["vacations"]) == 1
        assert faults_of(fresh(match)) == []
        watch.traveller.move_to("2031-03-05T12:00:00Z", tick=False)


def test_a_match_that_starts_while_a_player_goes_on_vacation_knows_of_it(watch):
    for round_ in range(4):
        anna, bruno = person(f"anna{round_}"), person(f"bruno{round_}")
        table = tables.open_table(host=anna, title="lantern", seats=2, pace="standard", access="open")
        results = at_once(
            lambda table=table, bruno=bruno: tables.join_table(user=bruno, match_id=table.pk),
            lambda anna=anna: chosen.plan_vacation(anna, date(2031, 3, 7), 1),
        )
        assert not [result for result in results if isinstance(result, Exception)], results
        assert len(table.seats.get(user=anna).pauses["vacations"]) == 1
