"""Nights and vacations of users: their choices, and the part that games needs.

A change locks the user's row first, notes that running matches do not have it yet, and applies it to them after the
commit (`apply`). If that is interrupted, a periodic task continues (`apply_pending`).
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any

import structlog
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import DateTimeField, PositiveSmallIntegerField, QuerySet, Value
from django.db.models.functions import Cast
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import clock
from games.core.clocks.personal_pauses import PersonalPauses, Window, wall_clock, with_change, zone_named
from games.services.clocks import pauses
from masques_site.accounts.models import NightWindow, User, Vacation
from masques_site.accounts.vacation_days import after_days, days_begun, days_by_year

logger = structlog.get_logger(__name__)

ALLOWANCE = 20  # days of vacation in a year of the calendar
AHEAD = timedelta(days=365)  # how far ahead a vacation may begin
KEPT = timedelta(days=200)  # longer than any decision is owed; older pauses are forgotten
BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)


# The part that games needs.


def personal_pauses(user_ids: Collection[int]) -> dict[int, PersonalPauses]:
    """Return the pauses of these users, locked until the end of the transaction; two statements."""
    users = _locked(user_ids).values_list("pk", "timezone", "automatic_vacation")
    chosen = {pk: (zone, automatic) for pk, zone, automatic in users}
    windows: dict[int, list[Window]] = defaultdict(list)
    vacations: dict[int, list[tuple[datetime, datetime]]] = defaultdict(list)
    for user_id, begin, end, zone, night_begin in _nights_and_vacations(chosen):
        if end is None:
            windows[user_id].append(Window(begin, zone, night_begin))
        else:
            vacations[user_id].append((begin, end))
    return {
        pk: PersonalPauses(tuple(windows[pk]) or (Window(BEGINNING, zone),), tuple(vacations[pk]), automatic)
        for pk, (zone, automatic) in chosen.items()
    }


def _nights_and_vacations(user_ids: Iterable[int]) -> QuerySet[Any, Any]:
    """Return nights and vacations of these users in one statement, the earliest first: user, begin, end (None: a
    night), zone and the hour at which a night begins. Vacations that ended long ago are left out."""
    no_end, no_hour = Cast(Value(None), DateTimeField()), Cast(Value(None), PositiveSmallIntegerField())
    nights = NightWindow.objects.filter(user__in=user_ids).order_by()
    vacations = Vacation.objects.filter(user__in=user_ids, end__gt=clock.now() - KEPT).order_by()
    return (
        nights.values_list("user_id", "since", no_end, "zone", "night_begin")
        .union(vacations.values_list("user_id", "begin", "end", "zone", no_hour), all=True)
        .order_by("since")
    )


def begin_automatic_vacation(user_id: int, moment: datetime) -> bool:
    """Begin a day of vacation at `moment` if the user has asked for that and has one left; return whether a vacation
    covers `moment` now. In the caller's transaction."""
    user = _locked([user_id]).filter(automatic_vacation=True).first()
    if user is None:
        return False
    if Vacation.objects.filter(user=user, begin__lte=moment, end__gt=moment).exists():
        return True
    try:
        _add(user, moment, after_days(moment, 1, zone_named(user.timezone)), is_automatic=True)
    except ValidationError:  # none is left
        return False
    logger.info("automatic vacation started", user_id=user_id)
    return True


# The choices of a user.


def choose_night(user: User, night_begin: int | None) -> None:
    """Set the hour at which the night of `user` begins, in the zone of their pages; None for no night."""
    with transaction.atomic(durable=True):
        person = _locked([user.pk]).get()
        _change_window(person, person.timezone, night_begin)
    apply(user.pk)


def move_to_zone(user: User, zone: str) -> None:
    """Show pages in this zone from now on, and move nights and weekends with it."""
    with transaction.atomic(durable=True):
        person = _locked([user.pk]).get()
        windows = _windows(person)
        _change_window(person, zone, windows[-1].night_begin)
        User.objects.filter(pk=user.pk).update(timezone=zone)
    user.timezone = zone
    apply(user.pk)


def plan_vacation(user: User, first_day: date, days: int) -> Vacation:
    """Plan and return a vacation of this many days: from now on if `first_day` is today where the user lives, else from
    that midnight.

    It is merged with vacations that it overlaps or touches. Raises `ValidationError` for a day that is over or too far
    ahead, and where a year has no days left.
    """
    with transaction.atomic(durable=True):
        person = _locked([user.pk]).get()
        now, zone = clock.now(), zone_named(person.timezone)
        today = now.astimezone(zone).date()
        if first_day < today:
            raise ValidationError({"first_day": _("That day has passed. Choose today or later.")})
        if first_day - today > AHEAD:
            raise ValidationError({"first_day": _("That’s too far ahead. Choose a day within a year from now.")})
        if not 1 <= days <= 2 * ALLOWANCE:
            raise ValidationError({"days": _("Choose 1 to %(most)s days at a time.") % {"most": 2 * ALLOWANCE}})
        begin = now if first_day == today else wall_clock(zone, first_day)
        added = _add(person, begin, after_days(begin, days, zone))
    apply(user.pk)
    return added


def end_vacation(user: User, pk: int) -> bool:
    """End a running vacation, or take one back that has not begun: days that have not begun are given back. Return
    whether there was one to end."""
    with transaction.atomic(durable=True):
        person, now = _locked([user.pk]).get(), clock.now()
        vacation = Vacation.objects.filter(user=person, pk=pk, end__gt=now).first()
        if vacation is None:
            return False
        if vacation.begin >= now:
            vacation.delete()
        else:
            vacation.end, vacation.days = now, days_begun(vacation.begin, now, zone_named(vacation.zone))
            vacation.save()
        _note_change(person)
    apply(user.pk)
    return True


def days_left(user: User, year: int) -> int:
    """Return how many days of vacation `user` has left in this year."""
    return max(0, ALLOWANCE - _used(Vacation.objects.filter(user=user))[year])


def windows_of(user: User) -> tuple[Window, Window | None]:
    """Return the zone and night of `user` that hold now, and those of a change that has not taken effect yet, or
    None."""
    now, windows = clock.now(), _windows(user)
    begun = [window for place, window in enumerate(windows) if place == 0 or window.since <= now]
    return begun[-1], windows[len(begun)] if len(begun) < len(windows) else None


# Running matches.


def apply(user_id: int) -> None:
    """Apply the changes to all running matches of the user. Outside any transaction."""
    changed_at = User.objects.filter(pk=user_id).values_list("pauses_changed_at", flat=True).first()
    if changed_at is None:
        return
    pauses.renew(user_id)
    User.objects.filter(pk=user_id, pauses_changed_at=changed_at).update(pauses_changed_at=None)


def apply_pending() -> None:
    """Apply changes that have not reached all matches: vacations that began by themselves, and interrupted changes."""
    waiting = User.objects.filter(pauses_changed_at__isnull=False).order_by("pauses_changed_at")
    for user_id in list(waiting.values_list("pk", flat=True)[:200]):
        try:
            apply(user_id)
        except Exception as error:  # noqa: BLE001 - the next user's must still be applied
            logger.error("applying pauses failed", user_id=user_id, error=type(error).__name__)


# Internals.


def _locked(user_ids: Iterable[int]) -> QuerySet[User]:
    """Return these users in key order; reading them locks them until the end of the transaction."""
    return User.objects.select_for_update(no_key=True).filter(pk__in=user_ids).order_by("pk")


def _note_change(user: User) -> None:
    User.objects.filter(pk=user.pk).update(pauses_changed_at=clock.now())


def _windows(user: User) -> tuple[Window, ...]:
    rows = NightWindow.objects.filter(user=user)
    found = tuple(Window(row.since, row.zone, row.night_begin) for row in rows)
    return found or (Window(BEGINNING, user.timezone),)


def _change_window(user: User, zone: str, night_begin: int | None) -> None:
    now, before = clock.now(), _windows(user)
    after = with_change(before, Window(now, zone, night_begin), now)
    if after == before:
        return
    forgotten = now - KEPT
    kept = [window for window, following in pairwise(after) if following.since > forgotten]
    NightWindow.objects.filter(user=user).delete()
    NightWindow.objects.bulk_create(
        NightWindow(user=user, since=window.since, zone=window.zone, night_begin=window.night_begin)
        for window in (*kept, after[-1])
    )
    _note_change(user)


def _add(user: User, begin: datetime, end: datetime, *, is_automatic: bool = False) -> Vacation:
    """Add this vacation to those of `user`, who is locked; return the merged one. Raises `ValidationError` if a year
    has no days left."""
    others = Vacation.objects.filter(user=user)
    met = list(others.filter(begin__lte=end, end__gte=begin, end__gt=clock.now()))
    if not met and is_automatic:  # yesterday's, which has just ended
        met = list(others.filter(end=begin, is_automatic=True))
    first = min(met, key=lambda vacation: vacation.begin, default=None)
    zone_name = user.timezone if first is None or begin < first.begin else first.zone
    zone = zone_named(zone_name)
    whole = Vacation(
        pk=None if first is None else first.pk,
        user=user,
        begin=min([begin, *(vacation.begin for vacation in met)]),
        end=max([end, *(vacation.end for vacation in met)]),
        zone=zone_name,
        is_automatic=is_automatic and all(vacation.is_automatic for vacation in met),
    )
    whole.days = days_begun(whole.begin, whole.end, zone)
    used = _used(others.exclude(pk__in=[vacation.pk for vacation in met]))
    for year, days in sorted(days_by_year(whole.begin, whole.days, zone).items()):
        if used[year] + days > ALLOWANCE:
            raise ValidationError({"days": _no_days_left(year, ALLOWANCE - used[year])})
    Vacation.objects.filter(pk__in=[vacation.pk for vacation in met]).exclude(pk=whole.pk).delete()
    whole.save()
    _note_change(user)
    return whole


def _no_days_left(year: int, left: int) -> str:
    text = ngettext(
        "You have %(n)s vacation day left in %(year)s.", "You have %(n)s vacation days left in %(year)s.", left
    )
    return text % {"year": year, "n": left}


def _used(vacations: Iterable[Vacation]) -> Counter[int]:
    used: Counter[int] = Counter()
    for vacation in vacations:
        used += days_by_year(vacation.begin, vacation.days, zone_named(vacation.zone))
    return used
