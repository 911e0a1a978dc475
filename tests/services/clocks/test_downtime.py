"""Clocks stand still while the site does not run."""

from datetime import timedelta

import pytest
from django.db import transaction

from bench.races import at_once
from games import clock
from games.models import Heartbeat, Outage, Seat
from games.services.clocks import deadlines, downtime
from games.tasks import sweep
from tests.cast import due, fresh, move, person, running_match, stored_log

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

DAY = 24 * 3600


@pytest.fixture(autouse=True)
def still(time_machine):
    """Time stands still but for CLOCK_OFFSET."""
    time_machine.move_to("2031-03-01T12:00:00Z", tick=False)


@pytest.fixture
def match():
    return running_match("lantern", [person("anna"), person("bruno")])


def test_nobody_is_late_because_the_site_was_down(match, settings):
    sweep()
    before = due(match)[0].deadline
    settings.CLOCK_OFFSET += 10 * DAY
    gap = downtime.extend_deadlines()
    assert gap == timedelta(days=10)
    assert due(match)[0].deadline == before + gap
    assert fresh(match).deadline == before + gap
    assert deadlines.expire(match.pk) is False


def test_the_outage_is_not_taken_from_the_bank(match, settings):
    sweep()
    (seat,) = due(match)
    settings.CLOCK_OFFSET += 10 * DAY
    downtime.extend_deadlines()
    move(match, seat)
    assert Seat.objects.get(pk=seat.pk).bank > timedelta(days=3)


def test_a_decision_that_was_opened_after_the_last_heartbeat_loses_no_time(match, settings):
    sweep()
    settings.CLOCK_OFFSET += 5
    move(match, due(match)[0])
    seat = due(match)[0]
    settings.CLOCK_OFFSET += DAY
    downtime.extend_deadlines()
    after = Seat.objects.get(pk=seat.pk)
    lost = after.deadline - seat.deadline
    assert lost == timedelta(days=1)
    assert after.due_since == seat.due_since + lost
    assert fresh(match).deadline == after.deadline


def test_an_outage_does_not_hide_that_another_player_was_late_before(settings):
    match = running_match("lantern", [person("anna"), person("bruno"), person("carla")])
    move(match, due(match)[0])
    late, other = due(match)
    downtime.record_heartbeat()
    passed = fresh(match).started_at
    Seat.objects.filter(pk=late.pk).update(deadline=passed)
    settings.CLOCK_OFFSET += DAY
    downtime.extend_deadlines()
    assert fresh(match).deadline == passed
    assert Seat.objects.get(pk=other.pk).deadline > other.deadline


def test_it_is_given_back_once(match, settings):
    sweep()
    settings.CLOCK_OFFSET += DAY
    assert downtime.extend_deadlines()
    assert not downtime.extend_deadlines()


def test_a_short_restart_changes_nothing(match, settings):
    sweep()
    settings.CLOCK_OFFSET += 30
    assert not downtime.extend_deadlines()


def test_a_player_who_was_overdue_before_stays_overdue(match, settings):
    settings.CLOCK_OFFSET += 3 * DAY + 10
    downtime.record_heartbeat()
    settings.CLOCK_OFFSET += DAY
    assert downtime.extend_deadlines()
    assert deadlines.expire(match.pk) is True
    assert [event.text for event in stored_log(match) if event.kind == "site"] == ["bot_decided"]


def test_a_site_that_never_ran_has_nothing_to_give_back():
    assert not downtime.extend_deadlines()


# Many matches: some at a time.


@pytest.fixture
def one_by_one(monkeypatch):
    """One match is moved in each transaction, and one in each sweep."""
    monkeypatch.setattr(downtime, "BATCH", 1)
    monkeypatch.setattr(downtime, "SECONDS", 0.0)


@pytest.fixture
def three():
    """Matches in the order of their keys, which is that in which they are moved."""
    made = [running_match("lantern", [person("anna"), person("bruno")]) for _ in range(3)]
    sweep()
    return sorted(made, key=lambda match: match.pk)


def deadlines_of(matches):
    return [due(match)[0].deadline for match in matches]


def test_an_outage_is_stored_and_moves_some_matches_with_each_sweep(three, one_by_one, settings):
    before = deadlines_of(three)
    settings.CLOCK_OFFSET += 3600
    later = [deadline + timedelta(hours=1) for deadline in before]
    assert downtime.extend_deadlines() == timedelta(hours=1)
    assert deadlines_of(three) == [later[0], before[1], before[2]]
    assert not downtime.extend_deadlines()
    assert deadlines_of(three) == [later[0], later[1], before[2]]
    sweep()
    assert deadlines_of(three) == later
    for _time in range(3):
        sweep()
    assert deadlines_of(three) == later
    assert not Outage.objects.exists()
    assert not Heartbeat.objects.get().is_moving


def test_nobody_is_late_in_a_match_whose_turn_has_not_come(three, one_by_one, settings):
    settings.CLOCK_OFFSET += 10 * DAY
    downtime.extend_deadlines()
    assert deadlines.expire(three[2].pk) is False
    sweep()
    assert stored_log(three[2]) == stored_log(fresh(three[2]))
    assert not [event for event in stored_log(three[2]) if event.kind == "site"]


def test_a_move_in_a_match_whose_turn_has_not_come_costs_no_time_and_the_rest_is_moved_once(
    three, one_by_one, settings
):
    last = three[2]
    (seat,) = due(last)
    settings.CLOCK_OFFSET += 10 * DAY
    downtime.extend_deadlines()
    move(last, seat)
    assert Seat.objects.get(pk=seat.pk).bank > timedelta(days=3)
    opened = due(last)[0].deadline
    for _time in range(4):
        sweep()
    assert due(last)[0].deadline == opened
    assert not Outage.objects.exists()


def test_a_second_outage_while_the_first_is_still_at_work_moves_everything_by_both(three, one_by_one, settings):
    before = deadlines_of(three)
    settings.CLOCK_OFFSET += 3600
    downtime.extend_deadlines()
    settings.CLOCK_OFFSET += 7200
    for _time in range(9):
        downtime.record_heartbeat()
    assert deadlines_of(three) == [deadline + timedelta(hours=3) for deadline in before]


def test_a_player_who_is_killed_between_two_matches_moves_none_twice_and_forgets_none(
    three, one_by_one, settings, monkeypatch
):
    settings.CLOCK_OFFSET += 5 * 3600  # a clock that has run for longer than the outage could be moved twice
    Heartbeat.objects.update(at=clock.now())
    before = deadlines_of(three)
    settings.CLOCK_OFFSET += 3600
    downtime.extend_deadlines()
    real, calls = downtime.bulk_sql.update, []

    def killed(*arguments, **more):
        calls.append(arguments)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(downtime.bulk_sql, "update", killed)
        with pytest.raises(KeyboardInterrupt):
            downtime.extend_deadlines()
    assert calls
    assert downtime.bulk_sql.update is real
    for _time in range(4):
        sweep()
    assert deadlines_of(three) == [deadline + timedelta(hours=1) for deadline in before]


def test_many_sweeps_at_once_move_each_match_once(three, one_by_one, settings):
    before = deadlines_of(three)
    settings.CLOCK_OFFSET += 3600
    for _time in range(2):
        at_once(*[downtime.record_heartbeat] * 4)
    sweep()
    assert deadlines_of(three) == [deadline + timedelta(hours=1) for deadline in before]


def test_a_match_that_starts_meanwhile_keeps_its_clock(three, one_by_one, settings):
    settings.CLOCK_OFFSET += 3600
    downtime.extend_deadlines()
    new = running_match("lantern", [person("carla"), person("dora")])
    opened = due(new)[0].deadline
    for _time in range(6):
        sweep()
    assert due(new)[0].deadline == opened


def test_where_the_clock_was_set_back_what_was_opened_since_stays(three, one_by_one, settings):
    before = deadlines_of(three)
    settings.CLOCK_OFFSET -= 3600
    downtime.extend_deadlines()
    settings.CLOCK_OFFSET += 5
    move(three[2], due(three[2])[0])
    opened = due(three[2])[0].deadline
    settings.CLOCK_OFFSET += 5
    for _time in range(4):
        sweep()
    assert deadlines_of(three)[:2] == [deadline - timedelta(hours=1) for deadline in before[:2]]
    assert due(three[2])[0].deadline == opened


def test_killed_right_after_some_matches_were_moved_they_are_not_moved_again(three, one_by_one, settings, monkeypatch):
    before = deadlines_of(three)
    settings.CLOCK_OFFSET += 3600
    with monkeypatch.context() as patched:
        patched.setattr(transaction, "on_commit", lambda *_call, **_more: None)  # nothing comes after the commit
        downtime.extend_deadlines()
    for _sweep in range(4):
        downtime.extend_deadlines()
    assert deadlines_of(three) == [deadline + timedelta(hours=1) for deadline in before]
