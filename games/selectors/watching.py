"""Running matches that anybody may watch."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, F, IntegerField, OuterRef, Prefetch, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from games.models import Access, Event, Match, Receipt, Seat, Spectator, Status
from games.registry import TITLES
from games.selectors.lists import MatchSummary, summaries

NEWEST = 200
"""This many running matches are listed in which a bot or the clock moved last, or that began last."""
NEWEST_MOVES = 1000
"""The matches of this many last moves of people are listed too, and all that are watched. Nobody turns the pages of
thousands."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A running match as the list shows it: how many spectators have it open now, and when it last moved."""

    summary: MatchSummary
    watching: int
    moved_at: datetime | None


def running_matches(title: str, present_since: datetime) -> QuerySet[Match]:
    """Return public running matches, of one title or of all (""), those with the most spectators first, then by the
    newest event; each with `watching` and `moved_at`. Includes all watched ones and the most recently active (`NEWEST`,
    `NEWEST_MOVES`)."""
    titles = [title] if title else list(TITLES)
    stirred = Match.objects.filter(stirred_at__isnull=False, access=Access.OPEN, title__in=titles)
    newest = Match.objects.filter(pk__in=stirred.order_by("-stirred_at", "-pk").values("pk")[:NEWEST])
    moved = Receipt.objects.filter(pk__in=Receipt.objects.order_by("-at").values("pk")[:NEWEST_MOVES])
    looked_at = Spectator.objects.filter(at__gte=present_since).order_by().values("match")
    here = Spectator.objects.filter(match=OuterRef("pk"), at__gte=present_since).order_by().values("match")
    last = Event.objects.filter(match=OuterRef("pk"), ply=OuterRef("ply") - 1)
    listed = looked_at.union(newest.order_by().values("pk"), moved.order_by().values("match"))
    found = Match.objects.filter(pk__in=listed, status=Status.RUNNING, access=Access.OPEN, title__in=titles)
    return found.annotate(
        watching=Coalesce(
            Subquery(here.annotate(count=Count("pk")).values("count")), Value(0), output_field=IntegerField()
        ),
        moved_at=Subquery(last.values("at")),
    ).order_by("-watching", F("moved_at").desc(nulls_last=True), "pk")


def watched(matches: QuerySet[Match], user: Any) -> Sequence[Watched]:
    """Return a slice of `running_matches`, as `user` sees it; those that cannot be read are left out."""
    seats = Prefetch("seats", Seat.objects.select_related("user"))
    found = summaries(matches.prefetch_related(seats), user)
    return [Watched(summary, *_annotated(summary.match)) for summary in found]


def _annotated(match: Any) -> tuple[int, datetime | None]:
    return match.watching, match.moved_at
