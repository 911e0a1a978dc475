"""Vacation by days of the calendar, and the page on which nights and vacations are chosen."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from games import clock
from masques_site.accounts import pauses
from masques_site.accounts.models import NightWindow, User, Vacation
from masques_site.accounts.services import create_guest
from masques_site.accounts.vacation_days import after_days, days_begun, days_by_year
from tests.accounts.cast import client_of, member
from tests.views.pages import Page

pytestmark = pytest.mark.django_db

DAY, HOUR = timedelta(days=1), timedelta(hours=1)
PAGE, VACATION = "/account/pauses/", "/account/pauses/vacation/"
ROME = ZoneInfo("Europe/Rome")


@pytest.fixture
def watch(time_machine):
    """A clock that stands still, on a day in December."""
    time_machine.move_to("2031-12-10T15:20:00Z", tick=False)
    return time_machine


@pytest.fixture
def giulia(watch):
    return member("Giulia", timezone="Europe/Rome")


def spans(user):
    """The vacations of `user` by the clock of Rome, and their days."""
    rows = Vacation.objects.filter(user=user)
    return [(*(f"{at.astimezone(ROME):%m-%d %H:%M}" for at in (row.begin, row.end)), row.days) for row in rows]


# Days of the calendar.


@given(
    st.datetimes(datetime(2024, 1, 1), datetime(2026, 1, 1)),  # noqa: DTZ001 - made a moment below
    st.integers(1, 40),
    st.sampled_from(["Europe/Rome", "America/New_York", "Australia/Lord_Howe", "UTC"]),
)
def test_a_vacation_of_some_days_has_begun_so_many_at_its_end(begin, days, name):
    begin, zone = begin.replace(tzinfo=UTC), ZoneInfo(name)
    end = after_days(begin, days, zone)
    assert abs(end - begin - days * DAY) <= HOUR
    assert days_begun(begin, end, zone) == days
    assert days_begun(begin, end + timedelta(seconds=1), zone) == days + 1
    assert days_begun(begin, begin + timedelta(seconds=1), zone) == 1
    assert days_by_year(begin, days, zone).total() == days


def test_a_day_counts_to_the_year_in_which_it_begins_where_the_user_is():
    begin = datetime(2031, 12, 30, 23, 30, tzinfo=UTC)
    assert days_by_year(begin, 2, ZoneInfo("UTC")) == {2031: 2}
    assert days_by_year(begin, 2, ROME) == {2031: 1, 2032: 1}


# Planning.


def test_a_vacation_that_begins_today_begins_now_and_a_later_one_at_midnight(giulia):
    pauses.plan_vacation(giulia, date(2031, 12, 10), 2)
    pauses.plan_vacation(giulia, date(2031, 12, 20), 1)
    assert spans(giulia) == [("12-10 16:20", "12-12 16:20", 2), ("12-20 00:00", "12-21 00:00", 1)]


def test_vacations_that_overlap_or_touch_are_one(giulia):
    pauses.plan_vacation(giulia, date(2031, 12, 14), 2)
    pauses.plan_vacation(giulia, date(2031, 12, 16), 1)
    assert spans(giulia) == [("12-14 00:00", "12-17 00:00", 3)]
    pauses.plan_vacation(giulia, date(2031, 12, 10), 5)
    assert spans(giulia) == [("12-10 16:20", "12-17 00:00", 7)]
    pauses.plan_vacation(giulia, date(2031, 12, 12), 1)
    assert spans(giulia) == [("12-10 16:20", "12-17 00:00", 7)]
    assert pauses.days_left(giulia, 2031) == 13


def test_a_year_has_twenty_days_and_the_next_one_its_own(giulia):
    pauses.plan_vacation(giulia, date(2031, 12, 12), 40)
    assert spans(giulia) == [("12-12 00:00", "01-21 00:00", 40)]
    assert (pauses.days_left(giulia, 2031), pauses.days_left(giulia, 2032)) == (0, 0)
    assert pauses.days_left(giulia, 2033) == 20


@pytest.mark.parametrize(("first", "days", "year"), [("2031-12-11", 40, 2031), ("2031-12-13", 40, 2032)])
def test_across_new_year_each_side_has_its_own_allowance(giulia, first, days, year):
    with pytest.raises(ValidationError, match=f"20 vacation days left in {year}"):
        pauses.plan_vacation(giulia, date.fromisoformat(first), days)
    assert not Vacation.objects.exists()


def test_planned_days_leave_fewer(giulia):
    pauses.plan_vacation(giulia, date(2031, 12, 31), 2)
    pauses.plan_vacation(giulia, date(2032, 2, 1), 10)
    with pytest.raises(ValidationError, match="9 vacation days left in 2032"):
        pauses.plan_vacation(giulia, date(2032, 3, 1), 10)


@pytest.mark.parametrize(
    ("first", "days", "reason"),
    [
        ("2031-12-09", 1, "That day has passed"),
        ("2032-12-10", 1, "too far ahead"),
        ("2031-12-20", 0, "1 to 40 days"),
        ("2031-12-20", 41, "1 to 40 days"),
    ],
)
def test_impossible_vacations_are_refused(giulia, first, days, reason):
    with pytest.raises(ValidationError, match=reason):
        pauses.plan_vacation(giulia, date.fromisoformat(first), days)


def test_today_is_what_the_calendar_says_where_the_user_is(watch):
    guest = create_guest()
    User.objects.filter(pk=guest.pk).update(timezone="Pacific/Auckland")
    with pytest.raises(ValidationError, match="That day has passed"):
        pauses.plan_vacation(guest, date(2031, 12, 10), 1)
    assert pauses.plan_vacation(guest, date(2031, 12, 11), 1).begin == clock.now()


def test_ending_a_vacation_early_gives_the_days_back_that_have_not_begun(giulia, watch):
    running = pauses.plan_vacation(giulia, date(2031, 12, 10), 10)
    watch.shift(2 * DAY + HOUR)
    assert pauses.end_vacation(giulia, running.pk)
    assert spans(giulia) == [("12-10 16:20", "12-12 17:20", 3)]
    assert pauses.days_left(giulia, 2031) == 17
    assert not pauses.end_vacation(giulia, running.pk)


def test_a_vacation_that_has_not_begun_is_taken_back_whole(giulia):
    planned = pauses.plan_vacation(giulia, date(2031, 12, 20), 10)
    assert pauses.end_vacation(giulia, planned.pk)
    assert pauses.days_left(giulia, 2031) == 20


def test_going_and_coming_back_costs_a_day_each_time(giulia, watch):
    for taken in range(1, 21):
        vacation = pauses.plan_vacation(giulia, clock.now().astimezone(ROME).date(), 1)
        watch.shift(timedelta(minutes=1))
        assert pauses.end_vacation(giulia, vacation.pk)
        assert pauses.days_left(giulia, 2031) == 20 - taken
        watch.shift(timedelta(minutes=1))
    with pytest.raises(ValidationError, match="0 vacation days left in 2031"):
        pauses.plan_vacation(giulia, clock.now().astimezone(ROME).date(), 1)


# Nights.


def test_a_change_of_the_night_is_kept_next_to_the_old_one_until_it_counts(giulia, watch):
    pauses.choose_night(giulia, 22)
    pauses.choose_night(giulia, 23)  # changed one's mind
    current, following = pauses.windows_of(giulia)
    assert (current.night_begin, following.night_begin, following.since) == (None, 23, clock.now() + DAY)
    watch.shift(DAY)
    current, following = pauses.windows_of(giulia)
    assert (current.night_begin, following) == (23, None)


def test_a_new_zone_shows_at_once_and_counts_later(giulia, watch):
    watch.move_to("2031-12-09T15:20:00Z", tick=False)  # Tuesday
    client_of(giulia).post(
        "/account/settings/", {"username": "Giulia", "timezone": "Asia/Tokyo", "language": "en", "theme": "auto"}
    )
    giulia.refresh_from_db()
    assert giulia.timezone == "Asia/Tokyo"
    current, following = pauses.windows_of(giulia)
    assert (current.zone, following.zone, following.since) == ("Europe/Rome", "Asia/Tokyo", clock.now() + DAY)


def test_the_history_of_nights_does_not_grow_for_ever(giulia, watch):
    for change in range(60):
        pauses.choose_night(giulia, change % 24)
        watch.shift(30 * DAY)
    assert NightWindow.objects.filter(user=giulia).count() <= 9


# The page.


def test_the_page_shows_what_is_chosen_and_is_found_from_the_settings(giulia):
    client = client_of(giulia)
    assert PAGE in client.get("/account/settings/").content.decode()
    pauses.plan_vacation(giulia, date(2031, 12, 12), 3)
    shown = Page(client.get(PAGE))
    assert "17 days left in 2031 · 20 days left in 2032" in shown.text
    assert "3 days" in shown.text
    assert "Cancel it" in shown.text
    assert shown.forms[""].values["night_begin"] == ""
    assert shown.forms[VACATION].values["first_day"] == "2031-12-10"


def test_a_night_is_chosen_by_a_form(giulia):
    client = client_of(giulia)
    assert client.post(PAGE, {"night_begin": "22", "automatic_vacation": "on"}).status_code == 302
    giulia.refresh_from_db()
    assert giulia.automatic_vacation
    shown = Page(client.get(PAGE))
    assert "Your new choice applies from" in shown.text
    assert shown.forms[""].values["night_begin"] == "22"
    assert client.post(PAGE, {"night_begin": ""}).status_code == 302
    assert pauses.windows_of(giulia)[1] is None
    giulia.refresh_from_db()
    assert not giulia.automatic_vacation


def test_a_vacation_is_taken_and_ended_by_forms(giulia, watch):
    client = client_of(giulia)
    assert client.post(VACATION, {"first_day": "2031-12-10", "days": "5"}).status_code == 302
    watch.shift(HOUR)
    shown = Page(client.get(PAGE))
    (address,) = [action for action in shown.forms if action.endswith("/end/")]
    assert "I’m back" in shown.text
    assert client.post(address).status_code == 302
    assert spans(giulia) == [("12-10 16:20", "12-10 17:20", 1)]
    assert client.post(address).status_code == 404


@pytest.mark.parametrize(
    ("address", "fields", "reason"),
    [
        (PAGE, {"night_begin": "24"}, "24"),
        (PAGE, {"night_begin": "x"}, "Select a valid choice"),
        (VACATION, {}, "This field is required"),
        (VACATION, {"first_day": "2031-12-09", "days": "2"}, "That day has passed"),
        (VACATION, {"first_day": "2031-13-09", "days": "2"}, "Enter a valid date"),
        (VACATION, {"first_day": "9999-12-31", "days": "2"}, "too far ahead"),
        (VACATION, {"first_day": "2031-12-20", "days": "-1"}, "greater than or equal to 1"),
        (VACATION, {"first_day": "2031-12-20", "days": "41"}, "less than or equal to 40"),
        (VACATION, {"first_day": "2031-12-10", "days": "25"}, "20 vacation days left in 2031"),
    ],
)
def test_a_wrong_form_is_answered_with_the_reason_and_changes_nothing(giulia, address, fields, reason):
    answer = client_of(giulia).post(address, fields)
    assert answer.status_code == 422
    assert reason in answer.content.decode()
    assert not Vacation.objects.exists()
    assert not NightWindow.objects.exists()


def test_nobody_ends_another_players_vacation(giulia):
    vacation = pauses.plan_vacation(giulia, date(2031, 12, 12), 3)
    assert client_of(member("Bianca")).post(f"{VACATION}{vacation.pk}/end/").status_code == 404
    assert Vacation.objects.filter(pk=vacation.pk).exists()
    assert Client().get(PAGE).status_code == 302


def test_every_field_and_button_of_the_page_has_a_name_of_its_own(giulia):
    for first in ("2031-12-12", "2031-12-20"):
        pauses.plan_vacation(giulia, date.fromisoformat(first), 2)
    shown = Page(client_of(giulia).get(PAGE))
    labels = [" ".join(label.split()) for form in shown.forms.values() for _name, _value, label in form.buttons]
    assert len([label for label in labels if label.startswith("Cancel it (the vacation from")]) == 2
    for name in ("night_begin", "automatic_vacation", "first_day", "days"):
        assert f'for="id_{name}"' in shown.source


def test_with_the_account_go_its_nights_and_vacations(giulia):
    pauses.choose_night(giulia, 22)
    pauses.plan_vacation(giulia, date(2031, 12, 12), 3)
    giulia.delete()
    assert not NightWindow.objects.exists()
    assert not Vacation.objects.exists()
