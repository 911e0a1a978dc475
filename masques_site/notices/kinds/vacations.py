"""Notices about vacations: to a user whose vacation has begun by itself, and to those who wait for a user on one."""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any

from django.db.models import F, QuerySet
from django.urls import reverse
from django.utils.translation import gettext as _

from games.models import Match, Seat, Status
from masques_site.accounts.models import Vacation
from masques_site.accounts.moderation import has_block_with
from masques_site.notices.channels.base import Words
from masques_site.notices.kinds.base import MAX_AGE, MOOT, READY, Kind, Verdict, in_zone
from masques_site.notices.kinds.matches import to_match
from masques_site.notices.models import Notice


class VacationBegun(Kind):
    """The notice that a vacation has begun: to its user if it began automatically, and once to each person who shares
    a running match in which it stops the user's clock, however many matches these are."""

    code = "vacation"
    topic = "away"
    columns = {"user_id": "reader", "vacation_id": "pk"}
    read_with = ("vacation__user",)

    def owed(self, now: datetime) -> Sequence[QuerySet[Any]]:
        running = Vacation.objects.filter(begin__lte=now, begin__gt=now - MAX_AGE, end__gt=now)
        own = running.filter(is_automatic=True).annotate(reader=F("user"))
        return [own.order_by("pk"), _for_opponents(list(running.values_list("pk", flat=True)))]

    def notices(self, rows: QuerySet[Any]) -> list[Notice]:
        """Return the notices. A user's own vacation is a matter of their account, as they asked for it in advance."""
        found = super().notices(rows)
        owners = dict(Vacation.objects.filter(pk__in=[each.vacation_id for each in found]).values_list("pk", "user"))
        for notice in found:
            if notice.vacation_id is not None and owners.get(notice.vacation_id) == notice.user_id:
                notice.topic = "account"
        return found

    def verdict(self, notice: Notice, now: datetime) -> Verdict:
        vacation = _vacation_of(notice)
        if vacation.end <= now:
            return MOOT
        if _is_own(notice):
            return READY
        is_apart = has_block_with(notice.user, [vacation.user])
        return MOOT if is_apart or not _matches_with_both(notice).exists() else READY

    def words(self, notice: Notice) -> Words:
        return _own_words(notice) if _is_own(notice) else _words_about(notice)


def _for_opponents(vacations: Collection[int]) -> QuerySet[Any]:
    """Return a row for each of these vacations and each person (`reader`) who waits for its user. A seat that either
    has given up, or a match that the reader has muted, makes none.

    It takes the keys: no index has when vacations begin, so that a plan of both together may start with all seats.
    """
    pairs = Vacation.objects.filter(pk__in=vacations).annotate(
        own_bot=F("user__seats__bot"),
        own_end=F("user__seats__ended_at"),
        status=F("user__seats__match__status"),
        stops=F("user__seats__match__pause_vacations"),
        reader=F("user__seats__match__seats__user"),
        bot=F("user__seats__match__seats__bot"),
        muted=F("user__seats__match__seats__muted_at"),
    )
    # Without an end, the index of a user's seats leads to those of running matches.
    both_play = pairs.filter(own_bot="", own_end=None, status=Status.RUNNING, stops=True, reader__isnull=False, bot="")
    return both_play.filter(muted=None).exclude(reader=F("user")).order_by("pk", "reader").distinct()


def _matches_with_both(notice: Notice) -> QuerySet[Match]:
    """Return the running matches in which the vacation stops its user's clock and the reader of `notice` waits."""
    held = Seat.objects.filter(bot="", ended_at=None)
    theirs = held.filter(user=_vacation_of(notice).user_id).values("match")
    own = held.filter(user=notice.user_id, muted_at=None).values("match")
    return Match.objects.filter(pk__in=own, status=Status.RUNNING, pause_vacations=True).filter(pk__in=theirs)


def _own_words(notice: Notice) -> Words:
    why = _("Your time in a match ran out, so a vacation day has started automatically, as you asked.")
    until = _("Your clocks are stopped until %(when)s (%(zone)s).") % in_zone(_vacation_of(notice).end)
    return Words(
        _("Your vacation has started"),
        [f"{why} {until}", _("Your opponents can see that you’re on vacation.")],
        reverse("accounts:pauses"),
        _("See your vacation"),
        lead=_("You can end it or plan more days here:"),
    )


def _words_about(notice: Notice) -> Words:
    vacation, matches = _vacation_of(notice), list(_matches_with_both(notice)[:2])
    told = {"name": vacation.user.shown_name, **in_zone(vacation.end)}
    title = _("%(name)s is on vacation") % told
    said = _("%(name)s is on vacation until %(when)s (%(zone)s).") % told
    if len(matches) == 1:
        in_match = _("Until then, their time in your %(title)s match doesn’t count.") % {"title": matches[0].game.name}
        return to_match(matches[0], title, [said, in_match])
    in_matches = _("Until then, their time in the matches you’re playing together doesn’t count.")
    return Words(title, [said, in_matches], reverse("games:home"), _("See all your matches"))


def _vacation_of(notice: Notice) -> Vacation:
    assert notice.vacation is not None, "it is about a vacation"
    return notice.vacation


def _is_own(notice: Notice) -> bool:
    return notice.user_id == _vacation_of(notice).user_id
