"""Clocks stand still while the site does not run."""

from datetime import timedelta

import pytest

from games.models import Seat
from games.services import deadlines, downtime
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


def test_an_outage_does_not_hide_that_somebody_else_was_late_before(settings):
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


def test_whoever_was_overdue_before_stays_overdue(match, settings):
    settings.CLOCK_OFFSET += 3 * DAY + 10
    downtime.record_heartbeat()
    settings.CLOCK_OFFSET += DAY
    assert downtime.extend_deadlines()
    assert deadlines.expire(match.pk) is True
    assert [event.text for event in stored_log(match) if event.kind == "site"] == ["bot_decided"]


def test_a_site_that_never_ran_has_nothing_to_give_back():
    assert not downtime.extend_deadlines()
