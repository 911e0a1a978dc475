"""When a season begins: its organiser chooses the moment at which sign-up opens or play starts."""

from datetime import UTC, datetime, timedelta

import pytest

from games import clock
from games.refusals import BadInput
from games.registry import TITLES
from leagues.core.rules import Format, default_rules
from leagues.core.timetable import StepKind
from leagues.forms import NewLeagueForm
from leagues.services.timetable import seasons
from tests.cast import person
from tests.leagues.cast import make_league, newest, tick
from tests.leagues.desk import Desk
from tests.leagues.services.organising.test_scoring import SENT

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

RULES = default_rules(Format.ROUND_ROBIN, 2)  # a week to sign up, six weeks to play


@pytest.fixture
def cancelled():
    """A league whose season is cancelled, and the desk of its organiser, five and a half hours ahead of UTC."""
    league = make_league(Format.ROUND_ROBIN, 2)
    tick()
    seasons.cancel(actor=person("olga"), season_id=newest(league).pk, reason="rain")
    olga = person("olga")
    olga.timezone = "Asia/Kolkata"
    olga.save()
    return Desk(olga, league), league


def evening(days):
    """Eight in the evening in Kolkata this many days from now: as a form writes it, and in UTC."""
    day = (clock.now() + timedelta(days=days)).date()
    return f"{day}T20:00", datetime(day.year, day.month, day.day, 14, 30, tzinfo=UTC)


def times(season):
    return {step.kind: step.at for step in season.steps.all()}


def test_sign_up_opens_at_the_chosen_hour_and_all_steps_follow(cancelled):
    desk, league = cancelled
    written, opens = evening(10)
    desk.send("announce/", begins="open_sign_up", at=written)
    season = newest(league)
    assert (season.number, season.state, season.opens_at) == (2, "announced", opens)
    found = times(season)
    assert found["open_sign_up"] == opens
    assert found["start"] == opens + timedelta(days=8)
    assert found["end_play"] == opens + timedelta(days=8 + 42)


def test_play_starts_at_the_chosen_hour(cancelled):
    desk, league = cancelled
    written, starts = evening(20)
    desk.send("announce/", begins="start", at=written)
    found = times(newest(league))
    assert found["start"] == starts
    assert found["close_sign_up"] == starts - timedelta(days=1)
    assert found["open_sign_up"] == starts - timedelta(days=8)


def test_without_a_moment_sign_up_opens_at_once(cancelled):
    desk, league = cancelled
    desk.send("announce/")
    assert newest(league).opens_at <= clock.now()


def test_sign_up_may_open_at_the_present_minute():
    just_now = clock.now() - timedelta(minutes=9)
    assert seasons.opening(RULES, StepKind.OPEN_SIGN_UP, just_now) == just_now


@pytest.mark.parametrize(
    ("begins", "days", "said"),
    [
        (StepKind.OPEN_SIGN_UP, -1, "between now and a year"),
        (StepKind.OPEN_SIGN_UP, 366, "between now and a year"),
        (StepKind.START, 7, "8 days at the earliest"),
    ],
)
def test_a_moment_that_cannot_be_is_refused(begins, days, said):
    with pytest.raises(BadInput, match=said):
        seasons.opening(RULES, begins, clock.now() + timedelta(days=days))


def test_the_desk_keeps_what_was_typed_when_it_is_refused(cancelled):
    desk, league = cancelled
    typed = evening(3)[0]
    answer = desk.send("announce/", begins="start", at=typed)
    assert answer.status_code == 400
    assert "8 days at the earliest" in answer.content.decode()
    assert f'value="{typed}"' in answer.content.decode()
    assert desk.send("announce/", begins="start", at="tomorrow").status_code == 400
    assert newest(league).number == 1


def test_the_first_season_begins_when_the_form_says():
    day = f"{(clock.now() + timedelta(days=30)).date()}T09:00"
    form = NewLeagueForm(TITLES["lantern"], 2, Format.ROUND_ROBIN, SENT | {"begins": "start", "at": day})
    assert form.is_valid(), form.errors
    assert form.opens_at() == datetime.fromisoformat(f"{day}+00:00") - timedelta(days=8)
    soon = NewLeagueForm(TITLES["lantern"], 2, Format.ROUND_ROBIN, SENT | {"begins": "start", "at": "2020-01-01T09:00"})
    assert soon.errors.keys() == {"at"}
