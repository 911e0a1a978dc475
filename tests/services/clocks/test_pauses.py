"""Nights, weekends and vacations in stored matches. Which moments they cover is `test_personal_pauses`'."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import clock, tasks
from games.audit import faults_of
from games.core.clocks.personal_pauses import PauseRules
from games.core.engine.state import TURN
from games.models import Match, Seat, Status
from games.policy import policy
from games.refusals import BadInput
from games.selectors.matches import position
from games.services.clocks import deadlines, downtime
from games.services.match import play
from games.services.waiting import tables
from masques_site.accounts.models import User
from masques_site.accounts.services import delete_account
from tests.cast import due, fresh, move, person, play_to_end, some_move
from tests.services.clocks.sleepers import (
    ALL,
    DAY,
    HOUR,
    MINUTE,
    STANDARD,
    Watch,
    at,
    bank,
    paused_match,
    site_words,
    sleeper,
)
from tests.services.match.test_statements import MOST

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def watch(time_machine):
    return Watch(time_machine)


@pytest.fixture
def match(watch):
    """Three people at a table, of whom the first to decide sleeps at night."""
    return paused_match(sleeper("anna"), sleeper("bruno"), sleeper("carla"))


# Which matches have which pauses.


@pytest.mark.parametrize(
    ("pace", "usual"),
    [
        ("standard", STANDARD),
        ("relaxed", STANDARD),
        ("fast", PauseRules(nights=True)),
        ("live", PauseRules()),
        ("unlimited", PauseRules()),
    ],
)
def test_usual_reply_times_at_a_pace(watch, pace, usual):
    table = tables.open_table(host=person("anna"), title="lantern", seats=2, pace=pace, access="open")
    assert table.pause_rules == fresh(table).pause_rules == usual


@pytest.mark.parametrize(
    ("pace", "rules"),
    [("live", PauseRules(nights=True)), ("unlimited", PauseRules(weekends=True)), ("fast", ALL)],
)
def test_a_pace_that_waits_for_nobody_takes_no_pauses(watch, pace, rules):
    with pytest.raises(BadInput, match="Pauses"):
        tables.open_table(host=person("anna"), title="lantern", seats=2, pace=pace, access="open", pauses=rules)


def test_a_rematch_has_the_pauses_of_the_match_before(watch):
    old = play_to_end(paused_match(person("anna"), person("bruno"), rules=PauseRules(weekends=True)))
    assert tables.offer_rematch(user=person("anna"), match_id=old.pk).pause_rules == PauseRules(weekends=True)


def test_a_match_without_pauses_lets_nobody_sleep(watch):
    match = paused_match(sleeper("anna"), sleeper("bruno"), rules=PauseRules())
    (seat,) = due(match)
    assert seat.deadline == clock.now() + 3 * DAY
    assert seat.pauses is None


def test_matches_from_before_have_none(match):
    Match.objects.filter(pk=match.pk).update(pause_nights=False, pause_vacations=False)
    Seat.objects.filter(match=match).update(pauses=None)
    (seat,) = due(match)
    move(match, seat)
    assert all(other.deadline == clock.now() + DAY for other in due(match))


# Turns and answers.


def test_nights_do_not_count_for_a_turn(match, watch):
    (seat,) = due(match)
    # 10 hours on Wednesday, then 16 a day.
    assert seat.deadline == fresh(match).deadline == at("2031-03-09T20:00") == clock.now() + 3 * DAY + 4 * 8 * HOUR
    watch.until(at("2031-03-06T08:00"))  # 10 + 2 hours, with the night between
    move(match, seat)
    assert bank(seat) == 3 * DAY - 12 * HOUR + 12 * HOUR


def test_nor_for_an_answer(match, watch):
    move(match, due(match)[0])
    assert position(fresh(match)).state.response() != TURN
    assert {seat.deadline for seat in due(match)} == {clock.now() + DAY + 8 * HOUR}
    watch.let(DAY + 8 * HOUR - MINUTE)
    assert deadlines.expire(match.pk) is False
    watch.let(MINUTE)
    deadlines.expire(match.pk)
    assert site_words(match) == ["defaulted", "defaulted"]


def test_the_first_zero_comes_a_night_later_and_the_second_too(match, watch):
    (seat,) = due(match)
    watch.until(seat.deadline - MINUTE)
    assert deadlines.expire(match.pk) is False
    watch.let(MINUTE)
    deadlines.expire(match.pk)
    assert site_words(match) == ["bot_decided"]
    Seat.objects.filter(pk=seat.pk).update(timeouts=1)
    match = paused_match(person("anna"), person("bruno"))
    (seat,) = due(match)
    Seat.objects.filter(pk=seat.pk).update(timeouts=1)
    watch.until(seat.deadline)
    tasks.sweep()
    assert site_words(match) == ["out_of_time"]
    assert fresh(match).status == Status.FINISHED


def test_a_match_that_does_not_count_weekends_waits_until_monday(watch):
    auckland, berlin = person("anna"), person("bruno")
    User.objects.filter(pk=auckland.pk).update(timezone="Pacific/Auckland")
    User.objects.filter(pk=berlin.pk).update(timezone="Europe/Berlin")
    watch.until(at("2031-03-07T00:00"))
    match = paused_match(auckland, berlin, rules=PauseRules(weekends=True))
    for seat in match.seats.all():
        Seat.objects.filter(pk=seat.pk).update(timeouts=0)
    (seat,) = due(match)
    assert seat.deadline == clock.now() + 5 * DAY
    schedules = [row.pause_schedule for row in match.seats.order_by("index")]
    running = [schedule.running_time(at("2031-03-07T00:00"), at("2031-03-08T00:00")) for schedule in schedules]
    assert running == [11 * HOUR, 23 * HOUR]


def test_a_player_without_settings_costs_the_row_nothing(watch):
    match = paused_match(person("anna"), person("bruno"))
    assert {seat.pauses for seat in match.seats.all()} == {None}


def test_a_move_in_a_match_of_sleepers_takes_no_statement_more_and_asks_nobody(match, monkeypatch):
    def ask(*_arguments):
        raise AssertionError("a move asks the policy for pauses")

    monkeypatch.setattr(type(policy()), "personal_pauses", ask)
    counts = []
    while fresh(match).status == Status.RUNNING:
        for seat in due(match):
            text, seen = some_move(match, seat.index), fresh(match).decision
            with CaptureQueriesContext(connection) as queries:
                move(match, seat, text, seen=seen)
            counts.append(len(queries) - 1)  # the test's own look at the match
    assert max(counts) <= MOST, counts


def test_a_match_without_pauses_asks_nobody_when_it_starts_or_when_a_player_is_late(watch, monkeypatch):
    monkeypatch.setattr(type(policy()), "personal_pauses", None)
    match = paused_match(sleeper("anna"), sleeper("bruno"), rules=PauseRules())
    watch.until(fresh(match).deadline)
    deadlines.expire(match.pk)
    assert site_words(match) == ["bot_decided"]


def test_bots_and_seats_that_were_given_up_have_no_pauses(watch):
    table = tables.open_table(
        host=sleeper("anna"), title="lantern", seats=3, pace="standard", access="open", bots=["easy"]
    )
    tables.join_table(user=sleeper("bruno"), match_id=table.pk)
    assert [bool(seat.pauses) for seat in table.seats.order_by("index")] == [True, True, False]
    play.resign(actor=person("bruno"), match_id=table.pk, seat=1)
    assert [bool(seat.pauses) for seat in table.seats.order_by("index")] == [True, False, False]


def test_nothing_of_anybodys_nights_stays_in_a_finished_match(match):
    assert all(seat.pauses for seat in match.seats.all())
    play_to_end(match)
    assert {seat.pauses for seat in match.seats.all()} == {None}


def test_nor_does_it_with_the_account(match):
    delete_account(person("bruno"))
    seat = match.seats.get(index=1)
    assert (seat.user, seat.pauses) == (None, None)
    assert not faults_of(fresh(match))


def test_the_audit_finds_nothing_wrong_and_names_what_is_altered(match, watch):
    for _decision in range(4):
        watch.let(5 * HOUR)
        move(match, due(match)[0])
    assert faults_of(fresh(match)) == []
    Seat.objects.filter(match=match, index=1).update(pauses=None)
    Match.objects.filter(pk=match.pk).update(pause_weekends=True)
    assert {"seat 1: pauses was altered", "match: pause_weekends was altered"} <= set(faults_of(fresh(match)))


def test_a_seat_whose_pauses_cannot_be_read_sets_its_match_aside(match, watch):
    Seat.objects.filter(match=match, index=1).update(pauses={"windows": "none"})
    watch.until(fresh(match).deadline)
    tasks.sweep()
    assert fresh(match).status == Status.QUARANTINED


# Outages.


def test_an_outage_in_the_night_is_not_given_twice(match, watch):
    watch.until(at("2031-03-05T21:00"))
    before = due(match)[0].deadline
    watch.traveller.shift(10 * HOUR)  # nine to seven: eight of these hours are night
    assert downtime.extend_deadlines() == 10 * HOUR
    (seat,) = due(match)
    assert seat.pause_schedule.running_time(before, seat.deadline) == 2 * HOUR
    assert seat.deadline == before + 2 * HOUR
    assert seat.due_since == at("2031-03-05T14:00")
    assert fresh(match).deadline == seat.deadline
    move(match, seat)
    assert bank(seat) == 3 * DAY - 9 * HOUR + 12 * HOUR


def test_a_move_before_the_sweep_has_seen_the_outage_pays_no_more(match, watch):
    watch.until(at("2031-03-05T21:00"))
    watch.traveller.shift(10 * HOUR)
    (seat,) = due(match)
    move(match, seat)
    assert bank(seat) == 3 * DAY - 9 * HOUR + 12 * HOUR


def test_a_clock_that_jumps_ahead_and_back_leaves_what_was_left(match, watch):
    watch.let(HOUR)
    downtime.record_heartbeat()
    before = due(match)[0].deadline
    watch.traveller.shift(30 * DAY)
    downtime.record_heartbeat()
    watch.traveller.shift(-30 * DAY)
    downtime.record_heartbeat()
    assert due(match)[0].deadline == before
