"""The days of a vacation, and to which year they count. Plain arithmetic: no database, no time of day.

A day of vacation is a day of the calendar: it lasts from some time on the clock to the same time on the next day, also
where clocks are set in between. One that has begun counts.
"""

from collections import Counter
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo


def after_days(begin: datetime, days: int, zone: ZoneInfo) -> datetime:
    """Return the moment at which clocks in `zone` show the same as at `begin`, this many days later.

    >>> noon = datetime(2026, 3, 28, 12, tzinfo=UTC)
    >>> (after_days(noon, 1, ZoneInfo("Europe/Berlin")) - noon).total_seconds() / 3600  # clocks are set forward
    23.0
    """
    there = begin.astimezone(zone)
    return (there + timedelta(days=days)).astimezone(UTC)


def days_begun(begin: datetime, end: datetime, zone: ZoneInfo) -> int:
    """Return how many days of a vacation since `begin` have begun before `end`: at least one."""
    days = max(1, (end - begin).days)
    while days > 1 and after_days(begin, days - 1, zone) >= end:
        days -= 1
    while after_days(begin, days, zone) < end:
        days += 1
    return days


def days_by_year(begin: datetime, days: int, zone: ZoneInfo) -> Counter[int]:
    """Return how many of the days of a vacation begin in which year of the calendar in `zone`."""
    there = begin.astimezone(zone)
    return Counter((there + timedelta(days=day)).year for day in range(days))
