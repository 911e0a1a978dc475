"""Nights, weekends and vacations by the wall clock of a person. The oracle asks the wall clock minute by minute."""

from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.core.clocks.pauses import NO_PAUSES, Pauses
from games.core.clocks.personal_pauses import (
    CHANGE_DELAY,
    NIGHT,
    PauseKind,
    PauseRules,
    PersonalPauses,
    SeatPauses,
    Window,
    takes_effect,
    wall_clock,
    with_change,
    zone_named,
)
from games.core.clocks.seat_clock import SeatClock
from games.core.clocks.time_control import TimeControl
from games.core.engine.state import TURN

EVER = datetime(1970, 1, 1, tzinfo=UTC)
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
ALL = PauseRules(nights=True, weekends=True, vacations=True)
NIGHTS = PauseRules(nights=True)
WEEKENDS = PauseRules(weekends=True)
VACATIONS = PauseRules(vacations=True)
RELAXED = TimeControl(bank=14 * DAY, increment=2 * DAY, cap=14 * DAY, reaction=2 * DAY, challenge=DAY)

ZONES = ["Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Pacific/Apia", "Asia/Kathmandu", "UTC"]
# Around changes of clocks: Berlin, New York and Lord Howe (half an hour) both ways, and the day that Samoa left out.
SEASONS = [
    "2024-03-28",
    "2024-10-24",
    "2024-03-08",
    "2024-11-01",
    "2024-04-05",
    "2024-10-04",
    "2011-12-28",
    "2024-06-10",
]
moments = st.builds(
    lambda day, minutes: datetime.fromisoformat(day).replace(tzinfo=UTC) + minutes * MINUTE,
    st.sampled_from(SEASONS),
    st.integers(0, 6 * 24 * 60),
)
hours = st.none() | st.integers(0, 23)
zones = st.sampled_from(ZONES)
rules = st.builds(PauseRules, st.booleans(), st.booleans(), st.booleans())
times = st.integers(0, 14 * 24 * 60).map(lambda minutes: minutes * MINUTE)


def utc(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def local(zone, text):
    """The moment at which clocks in `zone` show `text`."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def sleeper(zone, hour, *vacations):
    return PersonalPauses((Window(EVER, zone, hour),), vacations)


def nights(zone, hour, begin, end):
    return SeatPauses(NIGHTS, sleeper(zone, hour)).between(begin, end).intervals


@st.composite
def seats(draw):
    """Pauses of some seat: up to three windows one after the other, and up to two vacations."""
    windows = [Window(EVER, draw(zones), draw(hours))]
    moment = draw(moments)
    for _change in range(draw(st.integers(0, 2))):
        moment += draw(st.integers(0, 60)) * HOUR
        windows = with_change(windows, Window(EVER, draw(zones), draw(hours)), moment)
        moment = max(moment, windows[-1].since)
    begins = draw(st.lists(st.tuples(moments, st.integers(1, 5)), max_size=2))
    return SeatPauses(draw(rules), PersonalPauses(tuple(windows), tuple((at, at + days * DAY) for at, days in begins)))


# Nights by the wall clock.


@pytest.mark.parametrize(
    ("zone", "hour", "evening", "begin", "end"),
    [
        ("Europe/Berlin", 22, "2024-06-10", "2024-06-10T20:00", "2024-06-11T04:00"),
        ("Europe/Berlin", 22, "2024-12-10", "2024-12-10T21:00", "2024-12-11T05:00"),
        ("Europe/Berlin", 22, "2024-03-30", "2024-03-30T21:00", "2024-03-31T04:00"),  # set forward: seven hours
        ("Europe/Berlin", 22, "2024-10-26", "2024-10-26T20:00", "2024-10-27T04:00"),  # set back: no ninth hour
        ("Europe/Berlin", 2, "2024-03-31", "2024-03-31T01:00", "2024-03-31T08:00"),  # 2 o'clock is left out
        ("Europe/Berlin", 2, "2024-10-27", "2024-10-27T00:00", "2024-10-27T08:00"),  # it comes twice: the first
        ("Europe/Berlin", 18, "2024-03-30", "2024-03-30T17:00", "2024-03-31T01:00"),  # it would end at 2 o'clock
        ("Europe/Berlin", 18, "2024-10-26", "2024-10-26T16:00", "2024-10-27T00:00"),
        ("America/New_York", 23, "2024-03-09", "2024-03-10T04:00", "2024-03-10T11:00"),
        ("America/New_York", 23, "2024-11-02", "2024-11-03T03:00", "2024-11-03T11:00"),
        ("America/New_York", 1, "2024-11-03", "2024-11-03T05:00", "2024-11-03T13:00"),
        ("Australia/Lord_Howe", 22, "2024-10-05", "2024-10-05T11:30", "2024-10-05T19:00"),  # forward by half an hour
        ("Australia/Lord_Howe", 22, "2024-04-06", "2024-04-06T11:00", "2024-04-06T19:00"),  # and back
        ("Australia/Lord_Howe", 2, "2024-10-06", "2024-10-05T15:30", "2024-10-05T23:00"),
        ("Pacific/Apia", 22, "2011-12-29", "2011-12-30T08:00", "2011-12-30T16:00"),  # the 30th was left out
        ("Pacific/Apia", 22, "2011-12-31", "2011-12-31T08:00", "2011-12-31T16:00"),
        ("Asia/Kathmandu", 0, "2024-06-10", "2024-06-09T18:15", "2024-06-10T02:15"),
    ],
)
def test_a_night_is_eight_hours_of_the_wall_clock_at_most(zone, hour, evening, begin, end):
    around = utc(begin)
    assert (utc(begin), utc(end)) in nights(zone, hour, around - 12 * HOUR, around + 20 * HOUR)
    assert wall_clock(ZoneInfo(zone), date.fromisoformat(evening), hour) == utc(begin)


def test_a_day_that_a_zone_leaves_out_has_no_night_of_its_own():
    found = nights("Pacific/Apia", 22, utc("2011-12-28T00:00"), utc("2012-01-02T00:00"))
    assert [begin for begin, _end in found] == [
        utc(f"{day}T08:00") for day in ("2011-12-28", "2011-12-29", "2011-12-30", "2011-12-31", "2012-01-01")
    ]


@given(zones, st.integers(0, 23), moments)
@settings(max_examples=60)
def test_every_night_is_followed_by_fifteen_hours_that_run(zone, hour, moment):
    found = nights(zone, hour, moment, moment + 6 * DAY)
    assert len(found) >= 5
    for (begin, end), (after, _end) in pairwise(found):
        assert end - begin <= NIGHT
        assert after - end >= 15 * HOUR


@given(zones, st.integers(0, 23), moments, st.integers(0, 23 * 60))
@settings(max_examples=100)
def test_nights_follow_the_wall_clock(zone, hour, moment, minutes):
    """Away from a change of clocks, the hour that people see decides."""
    moment += minutes * MINUTE
    there = moment.astimezone(ZoneInfo(zone))
    if any((moment + shift * HOUR).astimezone(ZoneInfo(zone)).utcoffset() != there.utcoffset() for shift in (-10, 10)):
        return
    asleep = any(begin <= moment < end for begin, end in nights(zone, hour, moment - DAY, moment + DAY))
    assert asleep == ((there.hour - hour) % 24 < 8)


def test_an_unknown_zone_counts_as_utc():
    assert nights("Mars/Base", 22, utc("2024-06-10T12:00"), utc("2024-06-11T12:00")) == (
        (utc("2024-06-10T22:00"), utc("2024-06-11T06:00")),
    )
    assert zone_named("Europe") == ZoneInfo("UTC")  # a folder of zones


# Weekends.


@pytest.mark.parametrize(
    ("zone", "begin", "end", "length"),
    [
        ("Europe/Berlin", "2024-06-08T00:00", "2024-06-10T00:00", 48),
        ("Europe/Berlin", "2024-03-30T00:00", "2024-04-01T00:00", 47),
        ("America/New_York", "2024-11-02T00:00", "2024-11-04T00:00", 49),
        ("Australia/Lord_Howe", "2024-10-05T00:00", "2024-10-07T00:00", 47.5),
        ("Pacific/Apia", "2011-12-31T00:00", "2012-01-02T00:00", 48),  # the Friday was left out
    ],
)
def test_a_weekend_is_saturday_and_sunday_where_the_player_lives(zone, begin, end, length):
    begin, end = local(zone, begin), local(zone, end)
    found = SeatPauses(WEEKENDS, sleeper(zone, None)).between(begin - 3 * DAY, end + 3 * DAY)
    assert found.intervals == ((begin, end),)
    assert end - begin == length * HOUR


# Rules and unions.


def test_a_match_counts_what_its_rules_do_not_pause():
    friday, monday = utc("2024-06-07T12:00"), utc("2024-06-10T12:00")
    person = sleeper("UTC", 22, (utc("2024-06-09T20:00"), utc("2024-06-10T01:00")))
    paused = {
        kinds: 72 - SeatPauses(kinds, person).running_time(friday, monday) / HOUR
        for kinds in (PauseRules(), NIGHTS, WEEKENDS, VACATIONS, ALL)
    }
    # The union: Friday 22 to midnight, the weekend, Monday to 6.
    assert paused == {PauseRules(): 0, NIGHTS: 24, WEEKENDS: 48, VACATIONS: 5, ALL: 2 + 48 + 6}


def test_an_outage_at_night_is_one_pause_with_the_night():
    asleep = SeatPauses(NIGHTS, sleeper("UTC", 22))
    outage = Pauses.of((utc("2024-06-10T20:00"), utc("2024-06-11T05:00")))
    noon = utc("2024-06-10T12:00")
    assert asleep.plus(outage).running_time(noon, noon + DAY) == 24 * HOUR - 10 * HOUR
    assert asleep.plus(outage).after(noon, 9 * HOUR) == utc("2024-06-11T07:00")


def test_rules_within_others_are_what_both_allow():
    assert ALL.within(NIGHTS) == NIGHTS
    assert PauseRules(weekends=True).within(NIGHTS) == PauseRules()
    assert not PauseRules()
    assert WEEKENDS


def test_the_reason_for_a_pause_is_shown_with_its_end():
    vacation = (utc("2024-06-07T12:00"), utc("2024-06-08T12:00"))
    seat = SeatPauses(ALL, sleeper("UTC", 22, vacation))
    assert seat.at(utc("2024-06-06T12:00")) is None
    assert seat.at(utc("2024-06-06T22:00")) == (PauseKind.NIGHT, utc("2024-06-07T06:00"))
    assert seat.at(utc("2024-06-07T06:00")) is None
    assert seat.at(utc("2024-06-07T23:00")) == (PauseKind.VACATION, vacation[1])
    assert seat.at(utc("2024-06-08T12:00")) == (PauseKind.WEEKEND, utc("2024-06-10T00:00"))
    assert seat.at(utc("2024-06-10T01:00")) == (PauseKind.NIGHT, utc("2024-06-10T06:00"))


# Laws for every seat.


@given(seats(), moments, times)
@settings(max_examples=150)
def test_exactly_the_time_that_was_asked_for_runs_until_the_moment_after_it(seat, moment, time):
    end = seat.after(moment, time)
    assert end >= moment + time
    assert seat.running_time(moment, end) == time
    if end > moment:
        assert seat.running_time(moment, end - MINUTE / 60) < time  # it is the first such moment


@given(seats(), moments, times, times)
@settings(max_examples=100)
def test_more_time_ends_no_earlier_and_can_be_asked_for_in_two_parts(seat, moment, first, second):
    half = seat.after(moment, first)
    assert seat.after(moment, first + second) == seat.after(half, second)
    assert half <= seat.after(moment, first + second)


@given(seats(), moments, times)
@settings(max_examples=100)
def test_lazy_pauses_equal_a_list_of_all_pauses(seat, moment, time):
    listed = seat.between(moment, moment + 200 * DAY)
    assert seat.after(moment, time) == listed.after(moment, time)


@given(seats(), moments, moments)
@settings(max_examples=100)
def test_a_schedule_cut_to_what_is_needed_is_the_same_from_then_on(seat, moment, until):
    kept = seat.person.within(seat.rules)
    if kept is None:
        assert seat.between(moment, until) == NO_PAUSES
        return
    cut = SeatPauses(seat.rules, PersonalPauses.from_json(kept.since(moment).as_json()))
    assert cut.between(moment, until) == seat.between(moment, until)


@given(seats(), moments)
@settings(max_examples=50)
def test_time_always_runs_again(seat, moment):
    """Ten hours a day outside the weekend, at the least, and no more vacation than there is."""
    vacation = sum((end - begin for begin, end in seat.person.vacations), timedelta(0))
    assert seat.after(moment, 14 * DAY) <= moment + vacation + 7 * DAY * (14 * 24 / (5 * 15 - 2)) + 7 * DAY


@given(seats(), moments, times)
@settings(max_examples=100)
def test_a_clock_is_charged_for_what_ran_and_its_bank_is_never_raised(seat, moment, used):
    clock = SeatClock(bank=14 * DAY, credited_turn=0).start(1, moment, response=TURN, control=RELAXED, pauses=seat)
    assert clock.deadline == seat.after(moment, 14 * DAY)
    stopped = clock.stop(moment + used, response=TURN, turn=0, control=RELAXED, by_holder=True, pauses=seat)
    assert 14 * DAY - used <= stopped.bank == 14 * DAY - seat.running_time(moment, moment + used) <= 14 * DAY


@given(seats(), moments, st.integers(1, 60))
@settings(max_examples=100)
def test_an_outage_is_given_back_once_next_to_the_pauses_that_are_known(seat, moment, length):
    outage = Pauses.of((moment + HOUR, moment + (1 + length) * HOUR))
    clock = SeatClock(bank=5 * DAY).start(1, moment, response=TURN, control=RELAXED, pauses=seat)
    moved = clock.suspend(outage, seat)
    assert moved.deadline == seat.plus(outage).after(moment, 5 * DAY)
    assert moved.reschedule(response=TURN, control=RELAXED, pauses=seat) == moved


@given(seats(), moments, st.integers(1, 300))
@settings(max_examples=50)
def test_a_clock_that_is_set_back_keeps_what_was_left_next_to_its_pauses(seat, moment, distance):
    clock = SeatClock(bank=5 * DAY).start(1, moment, response=TURN, control=RELAXED, pauses=seat)
    back = clock.set_back(moment - distance * HOUR, distance * HOUR, seat)
    assert seat.running_time(back.due_since, back.deadline) == 5 * DAY


# Changes of mind.


def test_a_new_night_counts_a_day_later_and_in_place_of_an_old_one():
    old = Window(EVER, "UTC", 22)
    noon = utc("2024-06-10T12:00")
    assert takes_effect(old, Window(EVER, "UTC", 6), noon) == utc("2024-06-11T22:00")
    assert takes_effect(old, Window(EVER, "UTC", 6), noon + 10 * HOUR) == utc("2024-06-11T22:00")
    assert takes_effect(old, Window(EVER, "UTC", 6), noon + 10 * HOUR + MINUTE) == utc("2024-06-12T22:00")
    assert takes_effect(Window(EVER, "UTC"), Window(EVER, "UTC", 6), noon) == noon + CHANGE_DELAY


def test_a_new_zone_takes_effect_on_a_workday_of_both():
    old, new = Window(EVER, "Pacific/Kiritimati"), Window(EVER, "Etc/GMT+12")
    for hour in range(24 * 8):
        moment = utc("2024-06-03T00:00") + hour * HOUR
        begin = takes_effect(old, new, moment)
        assert begin >= moment + CHANGE_DELAY
        assert old.is_workday(begin)
        assert new.is_workday(begin)


def test_a_change_that_has_not_begun_is_forgotten_with_the_next():
    noon = utc("2024-06-10T12:00")
    first = (Window(EVER, "UTC", 22),)
    second = with_change(first, Window(EVER, "UTC", 6), noon)
    assert len(second) == 2
    third = with_change(second, Window(EVER, "UTC", 14), noon + HOUR)
    assert [window.night_begin for window in third] == [22, 14]
    assert with_change(third, Window(EVER, "UTC", 22), noon + 2 * HOUR) == first
    assert len(with_change(third, Window(EVER, "UTC", 3), noon + 9 * DAY)) == 3


changes = st.lists(st.tuples(st.integers(0, 60), zones, hours), max_size=8)


@given(changes, zones, hours)
@settings(max_examples=150)
def test_however_often_a_player_changes_their_night_sixteen_hours_lie_between_two(chosen, zone, hour):
    moment = utc("2024-06-03T00:00")  # no clock is set in these weeks, but in Lord Howe's half hours it is not either
    begin, windows = moment, (Window(EVER, zone, hour),)
    for later, zone, hour in chosen:
        moment += later * HOUR
        before = SeatPauses(ALL, PersonalPauses(windows)).between(begin, moment + CHANGE_DELAY)
        windows = with_change(windows, Window(EVER, zone, hour), moment)
        after = SeatPauses(ALL, PersonalPauses(windows)).between(begin, moment)
        assert after == before.between(begin, moment), "what has been is not changed"
    asleep = SeatPauses(NIGHTS, PersonalPauses(windows)).between(begin, moment + 9 * DAY).intervals
    for (_begin, end), (again, _end) in pairwise(asleep):
        assert again - end >= 16 * HOUR
    week = SeatPauses(WEEKENDS, PersonalPauses(windows)).between(begin, moment + 21 * DAY).intervals
    assert all(end - begin <= 2 * DAY for begin, end in week)
    assert all(again - end >= 3 * DAY + 22 * HOUR for (_b, end), (again, _e) in pairwise(week))


# What is stored.


@given(seats())
@settings(max_examples=50)
def test_stored_values_are_read_back(seat):
    assert PersonalPauses.from_json(seat.person.as_json()) == seat.person


MADE = {"windows": [["2024-06-10T12:00:00+00:00", "UTC", 22]], "vacations": []}


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        [],
        {},
        "night",
        {**MADE, "windows": [[1]]},
        {**MADE, "windows": [["2024-06-10T12:00:00", "UTC", 22]]},
        {**MADE, "windows": [["9999-06-10T12:00:00+00:00", "UTC", 22]]},
        {**MADE, "windows": [["2024-06-10T12:00:00+00:00", 7, 22]]},
        {**MADE, "windows": [["2024-06-10T12:00:00+00:00", "UTC", 24]]},
        {**MADE, "windows": [["2024-06-10T12:00:00+00:00", "UTC", "22"]]},
        {**MADE, "windows": [["2024-06-10T12:00:00+00:00", "UTC", True]]},
        {**MADE, "vacations": [["2024-06-10T12:00:00+00:00"]]},
        {**MADE, "vacations": [["soon", "later"]]},
    ],
)
def test_impossible_stored_values_are_refused(wrong):
    assert PersonalPauses.from_json(MADE).windows == (Window(utc("2024-06-10T12:00"), "UTC", 22),)
    with pytest.raises(ValueError, match="these are no pauses"):
        PersonalPauses.from_json(wrong)
