"""Notices about tables that are full: to those who waited there, and to a host who has to start the match."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.db.models import Count, F, Max, OuterRef, QuerySet, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Match, Seat, Status
from games.services.beside.presence import seen
from masques_site.notices.channels.base import Words
from masques_site.notices.kinds.base import MAX_AGE, MOOT, READY, UNWANTED, WAIT, Kind, Verdict
from masques_site.notices.kinds.matches import OfSeat, by_title, facts_of, held_by_people, match_of, to_match
from masques_site.notices.models import Notice


class TableFilled(OfSeat):
    """The notice that the match of a table has begun, for those who waited there: not for those who came in the last
    minute, nor in a match that was arranged. If they owe a decision, `YourTurn` says enough."""

    code = "table_filled"
    topic = "table"
    columns = {"user_id": "user_id", "match_id": "match_id", "seat": "index"}
    since = "match__started_at"
    looks_back = True
    gathers = True  # so that those who are there see it first

    def owed(self, now: datetime) -> Sequence[QuerySet[Any]]:
        waited = _seats_of_begun(now, is_arranged=False).filter(joined_at__lt=F("match__started_at") - WAIT)
        return [waited.order_by("match__started_at", "pk")]

    def newer(self, rows: QuerySet[Any], moment: datetime) -> QuerySet[Any]:
        stirred = Match.objects.filter(stirred_at__gte=moment).order_by().values("pk")
        return super().newer(rows, moment).filter(match__in=stirred)

    def is_moot(self, notice: Notice, seat: Seat) -> bool:
        """Return whether the match is over, the holder owes a decision, or has seen something of the log: a table has
        none."""
        is_over = match_of(notice).status != Status.RUNNING
        return is_over or seat.due_decision is not None or seen(seat).ply > 0

    def words(self, notice: Notice) -> Words:
        match, told, _deadline = facts_of(notice)
        said = _("your table is full: %(title)s with %(names)s has begun.") % told
        return to_match(match, _("%(title)s has begun") % told, [said])

    def several(self, notices: Sequence[Notice]) -> Words:
        number = len(notices)
        title = ngettext("%(number)s match has begun", "%(number)s matches have begun", number) % {"number": number}
        text = [_("the tables where you waited are full, and these matches have begun.")]
        return Words(title, text, reverse("games:home"), _("See all your matches"))

    def item(self, notice: Notice) -> Words:
        match, told, _deadline = facts_of(notice)
        title = _("%(title)s with %(names)s") % told
        return to_match(match, title, [title])


class MatchArranged(TableFilled):
    """The notice that a match has begun which the site arranged for its people, such as one of a season's new round."""

    code = "arranged"
    topic = "league"

    def owed(self, now: datetime) -> Sequence[QuerySet[Any]]:
        return [_seats_of_begun(now, is_arranged=True).order_by("match__started_at", "pk")]

    def words(self, notice: Notice) -> Words:
        match, told, _deadline = facts_of(notice)
        said = _("a new match has begun for you: %(title)s with %(names)s.") % told
        return to_match(match, _("%(title)s has begun") % told, [said])

    def several(self, notices: Sequence[Notice]) -> Words:
        return replace(super().several(notices), text=[_("these matches have begun for you.")])


def _seats_of_begun(now: datetime, *, is_arranged: bool) -> QuerySet[Seat]:
    """Return the seats of people who owe nothing, in matches that have begun. A match stirs as it begins, so the index
    of that finds it."""
    lately = {"stirred_at__gt": now - MAX_AGE, "started_at__gt": now - MAX_AGE}
    begun = Match.objects.filter(status=Status.RUNNING, source__isnull=not is_arranged, **lately)
    return held_by_people().filter(match__in=begun, due_decision__isnull=True)


class TableWaits(Kind):
    """The notice to a host that all seats of their table are taken, and that it waits for them to start the match: once
    for each table, however often people come and go."""

    code = "table_waits"
    topic = "table"
    columns = {"user_id": "user_id", "match_id": "match_id", "seat": "index"}
    read_with = ("match__host",)
    since = "filled_at"
    gathers = True  # so that a host who is there sees it first

    def owed(self, now: datetime) -> Sequence[QuerySet[Any]]:
        """Return the seats of the hosts; few tables are open at a time."""
        at_table = Seat.objects.filter(match=OuterRef("match")).order_by().values("match")
        waiting = {"match__status": Status.OPEN, "match__expires_at__isnull": False, "match__auto_start": False}
        hosts = Seat.objects.filter(user=F("match__host"), **waiting).annotate(
            taken=Subquery(at_table.annotate(taken=Count("pk")).values("taken")),
            filled_at=Subquery(at_table.annotate(last=Max("joined_at")).values("last")),
        )
        return [hosts.filter(taken=F("match__seat_count")).order_by("filled_at", "pk")]

    def verdict(self, notice: Notice, now: datetime) -> Verdict:
        table = match_of(notice)
        seats = list(Seat.objects.filter(match=table).select_related("look"))
        own = next((seat for seat in seats if seat.user_id == notice.user_id), None)
        if table.status != Status.OPEN or own is None or len(seats) < table.seat_count:
            return MOOT
        if own.muted_at is not None:
            return UNWANTED
        looked_at = seen(own).at
        is_known = looked_at is not None and looked_at >= max(seat.joined_at for seat in seats)
        return MOOT if is_known else READY

    def words(self, notice: Notice) -> Words:
        table, told, _deadline = facts_of(notice)
        said = _("your %(title)s table with %(names)s is full: you can start the match.") % told
        words = to_match(table, _("Your %(title)s table is full") % told, [said])
        return Words(words.title, words.text, words.link, _("Go to the table"))

    def several(self, notices: Sequence[Notice]) -> Words:
        number = len(notices)
        title = ngettext("%(number)s of your tables is full", "%(number)s of your tables are full", number)
        text = [_("these tables are full: you can start the matches.")]
        return Words(title % {"number": number}, text, reverse("games:home"), _("See all your matches"))

    def item(self, notice: Notice) -> Words:
        return by_title(self.words(notice))
