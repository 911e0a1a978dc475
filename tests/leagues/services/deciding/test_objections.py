"""Between the end of play and the final standings players object to results, and the standings wait for the answers."""

from datetime import timedelta

import pytest

from games import clock
from games.refusals import Conflict
from leagues.core.rules import Format
from leagues.models import Standing
from leagues.services.deciding import requests
from leagues.services.timetable import steps
from tests.cast import person
from tests.leagues.cast import newest, opened, run_until, seat_user

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

HOUR, DAY = timedelta(hours=1), timedelta(days=1)


def played(travel, **more):
    """A season whose play and extensions are over."""
    return run_until(travel, opened(Format.ROUND_ROBIN, 2, people=4, **more), "end_extension")


def objection(season):
    """Store an objection of the first seat of the first match to its result."""
    fixture = season.fixtures.order_by("number").first()
    user = seat_user(fixture, 0)
    return requests.ask(user=user, season_id=season.pk, kind="correction", fixture_number=fixture.number, text="bug")


def let_pass(travel, length):
    travel(length)
    steps.do_due_steps()
    steps.do_due_steps()


def state(season):
    return newest(season.league).state


def test_the_final_standings_come_three_days_after_the_extension(travel):
    season = played(travel)
    at = dict(season.steps.values_list("kind", "at"))
    assert at["finish"] - at["end_extension"] == 3 * DAY
    assert at["next_season"] - at["finish"] == 7 * DAY
    let_pass(travel, 3 * DAY - HOUR)
    assert state(season) == "running"
    let_pass(travel, HOUR)
    assert state(season) == "finished"


def test_an_objection_that_is_granted_changes_the_result_before_the_standings_are_final(travel):
    season = played(travel)
    request = objection(season)
    let_pass(travel, 3 * DAY)
    assert state(season) == "running"
    assert season.log.filter(verb="finish_waits").count() == 1
    requests.answer(actor=person("olga"), request_id=request.pk, grant=True, reason="you are right")
    let_pass(travel, 2 * HOUR)
    assert state(season) == "running"
    number = request.fixture.number
    requests.correct_result(
        actor=person("olga"), season_id=season.pk, fixture_number=number, places=[1, 2], reason="bug"
    )
    let_pass(travel, 2 * HOUR)
    assert state(season) == "finished"
    assert season.log.filter(verb="finish_waits").count() == 1
    assert request.fixture.seats.get(seat=0).points == 2
    assert Standing.objects.filter(division__season=season).count() == 4


def test_an_objection_that_is_declined_keeps_nobody_waiting(travel):
    season = played(travel)
    request = objection(season)
    requests.answer(actor=person("olga"), request_id=request.pk, grant=False, reason="no bug")
    let_pass(travel, 3 * DAY)
    assert state(season) == "finished"


def test_the_standings_wait_as_long_again_at_most(travel):
    season = played(travel)
    request = objection(season)
    finish_at = season.steps.get(kind="finish").at
    let_pass(travel, finish_at + 3 * DAY - HOUR - clock.now())
    assert state(season) == "running"
    let_pass(travel, HOUR + timedelta(minutes=1))
    assert state(season) == "finished"
    request.refresh_from_db()
    assert (request.state, request.is_automatic) == ("refused", True)
    assert request.answer == "No organiser answered before the final standings."
    with pytest.raises(Conflict):
        objection(season)


def test_without_days_to_object_the_standings_are_final_at_once(travel):
    season = played(travel, objection_days=0)
    let_pass(travel, timedelta(minutes=1))
    assert state(season) == "finished"
