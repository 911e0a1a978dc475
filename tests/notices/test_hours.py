"""When a notice may arrive, hour by hour: midnight, two equal hours, and the days on which the clocks change."""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from masques_site.notices.hours import Hours

ROME = ZoneInfo("Europe/Rome")
KIRITIMATI = ZoneInfo("Pacific/Kiritimati")  # 14 hours east
PAGO_PAGO = ZoneInfo("Pacific/Pago_Pago")  # 11 hours west
KOLKATA = ZoneInfo("Asia/Kolkata")  # its hours begin at half past those of UTC
HAVANA = ZoneInfo("America/Havana")  # its clocks change at midnight


def utc(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def held(hours: Hours, now: str, **more: bool) -> str | None:
    """Return the moment until which a notice waits, in UTC."""
    until = hours.held_until(utc(now), **more)
    return None if until is None else until.astimezone(UTC).strftime("%Y-%m-%d %H:%M")


NIGHT = Hours(ROME, quiet_from=22, quiet_until=7)
NOON = Hours(ROME, quiet_from=13, quiet_until=15)


@pytest.mark.parametrize(
    ("hours", "now", "until"),
    [
        # Rome is two hours east of UTC in June: from 20:00 to 5:00 UTC it is night.
        (NIGHT, "2026-06-10 19:59:59", None),
        (NIGHT, "2026-06-10 20:00", "2026-06-11 05:00"),
        (NIGHT, "2026-06-10 21:59", "2026-06-11 05:00"),
        (NIGHT, "2026-06-10 22:00", "2026-06-11 05:00"),  # midnight in Rome
        (NIGHT, "2026-06-11 04:59:59", "2026-06-11 05:00"),
        (NIGHT, "2026-06-11 05:00", None),
        # And one hour in December.
        (NIGHT, "2026-12-10 20:30", None),
        (NIGHT, "2026-12-10 21:00", "2026-12-11 06:00"),
        (NIGHT, "2026-12-31 23:30", "2027-01-01 06:00"),
        (NOON, "2026-06-10 10:59", None),
        (NOON, "2026-06-10 11:00", "2026-06-10 13:00"),
        (NOON, "2026-06-10 12:59", "2026-06-10 13:00"),
        (NOON, "2026-06-10 13:00", None),
        # The other ends of the day.
        (Hours(ROME, quiet_from=0, quiet_until=6), "2026-06-10 21:59", None),
        (Hours(ROME, quiet_from=0, quiet_until=6), "2026-06-10 22:00", "2026-06-11 04:00"),
        (Hours(ROME, quiet_from=18, quiet_until=0), "2026-06-10 16:00", "2026-06-10 22:00"),
        (Hours(ROME, quiet_from=18, quiet_until=0), "2026-06-10 22:00", None),
        (Hours(ROME, quiet_from=1, quiet_until=0), "2026-06-10 22:30", None),
        (Hours(ROME, quiet_from=1, quiet_until=0), "2026-06-10 23:00", "2026-06-11 22:00"),
    ],
)
def test_notices_wait_for_the_end_of_quiet_hours(hours, now, until):
    assert held(hours, now) == until


@pytest.mark.parametrize(("begin", "end"), [(None, None), (8, 8), (0, 0), (23, 23), (8, None), (None, 8)])
def test_equal_or_missing_hours_are_never_quiet(begin, end):
    hours = Hours(ROME, quiet_from=begin, quiet_until=end)
    for hour in range(24):
        assert held(hours, f"2026-06-10 {hour:02}:30") is None


@pytest.mark.parametrize(
    ("zone", "now", "until"),
    [
        (KIRITIMATI, "2026-06-10 07:59", None),
        (KIRITIMATI, "2026-06-10 08:00", "2026-06-10 17:00"),  # 22:00 there, on the same day; until 7:00 of the next
        (PAGO_PAGO, "2026-06-10 08:59", None),
        (PAGO_PAGO, "2026-06-10 09:00", "2026-06-10 18:00"),  # 22:00 there, of the day before
        (KOLKATA, "2026-06-10 16:29", None),
        (KOLKATA, "2026-06-10 16:30", "2026-06-11 01:30"),
        (UTC, "2026-06-10 22:00", "2026-06-11 07:00"),
    ],
)
def test_hours_are_those_of_the_readers_zone(zone, now, until):
    assert held(Hours(zone, quiet_from=22, quiet_until=7), now) == until


@pytest.mark.parametrize(
    ("begin", "end", "now", "until"),
    [
        # In the night to 28 March 2027 Rome’s clocks go from 2:00 (1:00 UTC) to 3:00.
        (22, 7, "2027-03-27 21:30", "2027-03-28 05:00"),  # this night is an hour shorter
        (22, 7, "2027-03-27 20:59", None),
        (22, 2, "2027-03-28 00:30", "2027-03-28 01:00"),  # the hour that is skipped: when the clocks have changed
        (22, 2, "2027-03-28 01:00", None),
        (22, 3, "2027-03-28 00:30", "2027-03-28 01:00"),
        (2, 3, "2027-03-28 00:59", None),
        (2, 3, "2027-03-28 01:00", None),
        (2, 4, "2027-03-28 00:59", None),
        (2, 4, "2027-03-28 01:00", "2027-03-28 02:00"),
        # In the night to 31 October 2027 they go from 3:00 (1:00 UTC) back to 2:00.
        (22, 7, "2027-10-30 20:30", "2027-10-31 06:00"),  # this night is an hour longer
        (22, 7, "2027-10-31 05:59", "2027-10-31 06:00"),
        (22, 2, "2027-10-30 23:59", "2027-10-31 00:00"),  # the first time that it is 2:00
        (22, 2, "2027-10-31 00:30", None),
        (22, 2, "2027-10-31 01:30", None),  # the second
        (22, 3, "2027-10-31 00:30", "2027-10-31 02:00"),
        (22, 3, "2027-10-31 01:30", "2027-10-31 02:00"),
        (2, 3, "2027-10-31 00:00", "2027-10-31 02:00"),  # both of the hours that begin with 2:00
        (3, 2, "2027-10-31 01:30", None),
        (3, 2, "2027-10-31 02:00", "2027-11-01 01:00"),
    ],
)
def test_the_clocks_change_in_a_quiet_night(begin, end, now, until):
    assert held(Hours(ROME, quiet_from=begin, quiet_until=end), now) == until


@pytest.mark.parametrize(
    ("begin", "end", "now", "until"),
    [
        # In Havana midnight of 14 March 2027 (5:00 UTC) is skipped: the day begins at 1:00.
        (20, 0, "2027-03-14 04:59", "2027-03-14 05:00"),
        (20, 0, "2027-03-14 05:00", None),
        # On 7 November 2027 the hour from 0:00 to 1:00 comes twice, from 4:00 and from 5:00 UTC.
        (20, 0, "2027-11-07 03:59", "2027-11-07 04:00"),
        (20, 0, "2027-11-07 05:30", None),
        (20, 1, "2027-11-07 03:59", "2027-11-07 06:00"),
    ],
)
def test_the_clocks_change_at_midnight(begin, end, now, until):
    assert held(Hours(HAVANA, quiet_from=begin, quiet_until=end), now) == until


@pytest.mark.parametrize(
    ("now", "snoozed_until", "until"),
    [
        ("2026-06-10 10:00", "2026-06-10 12:00", "2026-06-10 12:00"),
        ("2026-06-10 12:00", "2026-06-10 12:00", None),  # over
        ("2026-06-10 13:00", "2026-06-10 12:00", None),
        ("2026-06-10 10:00", "2026-06-10 23:00", "2026-06-11 05:00"),  # it ends at night: until morning
        ("2026-06-10 21:00", "2026-06-10 23:00", "2026-06-11 05:00"),
        ("2026-06-10 21:00", "2026-06-11 09:00", "2026-06-11 09:00"),  # it ends after the night
        ("2026-06-10 21:00", "2026-06-10 12:00", "2026-06-11 05:00"),  # over, but it is night
        ("2026-06-10 10:00", "2026-06-11 05:00", "2026-06-11 05:00"),  # it ends with the night
    ],
)
def test_a_silence_that_ends_in_quiet_hours_lasts_until_their_end(now, snoozed_until, until):
    hours = Hours(ROME, quiet_from=22, quiet_until=7, snoozed_until=utc(snoozed_until))
    assert held(hours, now) == until


def test_a_notice_that_costs_a_seat_waits_for_no_morning():
    assert held(NIGHT, "2026-06-10 21:00") == "2026-06-11 05:00"
    assert held(NIGHT, "2026-06-10 21:00", costs_a_seat=True) is None


def test_a_silence_holds_even_what_costs_a_seat_but_only_until_its_own_end():
    hours = Hours(ROME, quiet_from=22, quiet_until=7, snoozed_until=utc("2026-06-10 23:00"))
    assert held(hours, "2026-06-10 21:00", costs_a_seat=True) == "2026-06-10 23:00"
    assert held(hours, "2026-06-10 23:00", costs_a_seat=True) is None
    assert held(hours, "2026-06-10 23:00") == "2026-06-11 05:00"


def test_what_waits_until_the_end_of_quiet_hours_does_not_wait_again():
    for zone in (ROME, KIRITIMATI, PAGO_PAGO, KOLKATA, HAVANA):
        for begin, end in ((22, 7), (0, 1), (2, 3), (3, 2), (23, 0), (1, 0)):
            hours = Hours(zone, quiet_from=begin, quiet_until=end)
            for quarter in range(4 * 24 * 3):
                now = utc("2027-10-30 00:00") + quarter * timedelta(minutes=15)
                until = hours.held_until(now)
                assert until is None or (until > now and hours.held_until(until) is None), (zone, begin, end, now)


@pytest.mark.parametrize(
    ("zone", "hour", "now", "digest"),
    [
        (ROME, 18, "2026-06-10 15:59:59", "2026-06-10 16:00"),
        (ROME, 18, "2026-06-10 16:00", "2026-06-11 16:00"),  # after this one comes the next
        (ROME, 18, "2026-06-10 23:30", "2026-06-11 16:00"),
        (ROME, 0, "2026-06-10 21:59", "2026-06-10 22:00"),
        (ROME, 18, "2027-03-27 18:00", "2027-03-28 16:00"),  # 23 hours after the last one
        (ROME, 18, "2027-10-30 17:00", "2027-10-31 17:00"),  # 25 hours after it
        (ROME, 2, "2027-03-28 00:30", "2027-03-28 01:00"),
        (ROME, 2, "2027-10-31 00:00", "2027-11-01 01:00"),  # not a second time on the same day
        (ROME, 2, "2027-10-31 01:00", "2027-11-01 01:00"),
        (KIRITIMATI, 18, "2026-06-10 03:59", "2026-06-10 04:00"),
        (KIRITIMATI, 18, "2026-06-10 04:00", "2026-06-11 04:00"),
        (PAGO_PAGO, 18, "2026-06-10 04:59", "2026-06-10 05:00"),  # of the day before
        (KOLKATA, 18, "2026-06-10 12:29", "2026-06-10 12:30"),
        (UTC, 18, "2026-12-31 18:00", "2027-01-01 18:00"),
    ],
)
def test_a_daily_digest_comes_when_the_readers_clock_strikes_its_hour(zone, hour, now, digest):
    found = Hours(zone, digest_hour=hour).next_digest(utc(now))
    assert found.astimezone(UTC).strftime("%Y-%m-%d %H:%M") == digest


@pytest.mark.parametrize("zone", [ROME, KIRITIMATI, PAGO_PAGO, KOLKATA])
@pytest.mark.parametrize(
    ("now", "digest"),
    [
        ("2026-06-10 10:00", "2026-06-10 11:00"),
        ("2026-06-10 10:00:01", "2026-06-10 11:00"),
        ("2026-06-10 10:59:59", "2026-06-10 11:00"),
        ("2026-12-31 23:30", "2027-01-01 00:00"),
        ("2027-03-28 00:30", "2027-03-28 01:00"),
        ("2027-10-31 00:30", "2027-10-31 01:00"),
        ("2027-10-31 01:30", "2027-10-31 02:00"),
    ],
)
def test_hourly_digests_come_every_hour_even_when_the_clocks_change(zone, now, digest):
    found = Hours(zone, digest_hour=None).next_digest(utc(now))
    assert found.astimezone(UTC).strftime("%Y-%m-%d %H:%M") == digest


def test_a_reader_who_has_chosen_nothing_has_no_quiet_hours_and_a_digest_at_18():
    assert held(Hours(ROME), "2026-06-10 23:00") is None
    assert Hours(ROME).next_digest(utc("2026-06-10 10:00")) == utc("2026-06-10 16:00")


def test_a_digest_in_quiet_hours_waits_for_their_end():
    hours = Hours(ROME, quiet_from=22, quiet_until=7, digest_hour=23)
    digest = hours.next_digest(utc("2026-06-10 10:00"))
    assert digest == utc("2026-06-10 21:00")
    assert hours.held_until(digest) == utc("2026-06-11 05:00")
