"""The finished matches that a reader may see, filtered, newest first."""

import re
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from django.db.models import BooleanField, Case, Exists, OuterRef, Prefetch, Q, QuerySet, When
from django.utils import timezone

from games.core.text import _
from games.models import Access, FormerHolder, Match, Seat, Status
from games.policy import Elsewhere, policy
from games.refusals import BadInput
from games.registry import TITLES
from games.selectors.lists import MatchSummary, summaries
from games.selectors.matches import viewer_id
from games.selectors.stored import match_outcome

CURSOR = re.compile(r"([0-9]{1,17})-([0-9a-z]{1,12})", re.ASCII)
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
MICROSECOND = timedelta(microseconds=1)
WON, LOST = "won", "lost"


@dataclass(frozen=True, slots=True)
class Wanted:
    """The filter of a list; unset fields filter nothing.

    `league`: whether the match was arranged by a league. `result` (WON, LOST) is that of `person`. `first` and `last`
    are days of its end, in the active time zone, both counted.
    """

    title: str = ""
    person: Any = None
    seats: int | None = None
    rated: bool | None = None
    league: bool | None = None
    result: str = ""
    first: date | None = None
    last: date | None = None


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished match as the archive lists it: the names in the order of their places, each with its place; no places
    if the result does not count."""

    summary: MatchSummary
    names: list[tuple[str, int | None]]


@dataclass(frozen=True, slots=True)
class ArchivePage:
    """A part of the list, with matches from elsewhere in their places; `older` is the cursor of the next part, empty if
    there is none."""

    matches: list[Finished | Elsewhere] = field(default_factory=list)
    older: str = ""


def archive_page(viewer: Any, wanted: Wanted, before: str, most: int) -> ArchivePage:
    """Return at most `most` matches that `viewer` may read, older than the cursor `before` ("" for the newest), in a
    fixed number of statements: public ones, those in which they hold or held a seat, and those from elsewhere. Raises
    `BadInput` for a wrong cursor."""
    found = _narrowed(_readable(viewer), wanted)
    if wanted.person is None:
        found = found.filter(_within(wanted, before, "finished_at", "pk"))
    else:
        found = Match.objects.filter(pk__in=_of_person(found, wanted, before, most + 1))
    newest = found.order_by("-finished_at", "-pk").values_list("finished_at", "pk")[: most + 1]
    own = [(moment, key) for moment, key in newest if moment is not None]
    elsewhere = policy().elsewhere(viewer, wanted, _of_cursor(before) if before else None, most + 1)
    others = {(one.ended_at, one.key): one for one in elsewhere}
    ends = sorted([*own, *others], reverse=True)
    listed = {key for _moment, key in ends[:most]}
    rows = Match.objects.filter(pk__in=[key for _moment, key in own if key in listed])
    shown = summaries(rows.prefetch_related(Prefetch("seats", Seat.objects.select_related("user"))), viewer)
    by_key: dict[str, Finished | Elsewhere] = {summary.match.pk: _finished(summary) for summary in shown}
    by_key |= {key: one for (_moment, key), one in others.items()}
    page = [by_key[key] for _moment, key in ends[:most] if key in by_key]
    return ArchivePage(page, _cursor_of(*ends[most - 1]) if ends[most:] else "")


def _readable(viewer: Any) -> QuerySet[Match]:
    key, match = viewer_id(viewer), OuterRef("pk")
    own = Exists(Seat.objects.filter(match=match, user=key)) | Exists(
        FormerHolder.objects.filter(match=match, user=key)
    )
    seen = Q(access=Access.OPEN) | own if viewer.is_authenticated else Q(access=Access.OPEN)
    return Match.objects.filter(seen, status=Status.FINISHED, finished_at__isnull=False, title__in=TITLES)


def _narrowed(matches: QuerySet[Match], wanted: Wanted) -> QuerySet[Match]:
    if wanted.title:
        matches = matches.filter(title=wanted.title)
    if wanted.seats is not None:
        matches = matches.filter(seat_count=wanted.seats)
    if wanted.rated is not None:
        matches = matches.filter(is_rated=wanted.rated)
    if wanted.league is not None:
        matches = matches.filter(source__isnull=not wanted.league)
    return matches


def _within(wanted: Wanted, before: str, moment: str, key: str) -> Q:
    """Return the condition for matches that ended on the given days and are older than the cursor, by the columns
    `moment` and `key`."""
    found = Q()
    if before:
        last, last_key = _of_cursor(before)
        # The bound by itself lets an index begin there; by an OR alone it would begin at the newest.
        found &= Q(**{f"{moment}__lte": last}) & (Q(**{f"{moment}__lt": last}) | Q(**{f"{key}__lt": last_key}))
    if wanted.first is not None:
        found &= Q(**{f"{moment}__gte": _midnight(wanted.first)})
    if wanted.last is not None:
        found &= Q(**{f"{moment}__lt": _midnight(wanted.last + timedelta(days=1))})
    return found


def _of_person(matches: QuerySet[Match], wanted: Wanted, before: str, most: int) -> QuerySet[Any]:
    """Return the keys of the newest of `matches`, at least `most` if there are that many, in which the wanted person
    holds a seat, or held one before it was taken over. With a result: of matches that count, those in which they hold a
    seat and came first, or did not.

    It goes through their seats along an index, the newest first, and stops: there may be thousands of older ones.
    """
    fits = Exists(matches.filter(pk=OuterRef("match")))
    seats = Seat.objects.filter(_within(wanted, before, "ended_at", "match"), fits, user=wanted.person)
    if wanted.result:
        won = Q()
        for index in range(max(count for game in TITLES.values() for count in game.seats)):
            won |= Q(**{f"match__outcome__places__{index}": 1}, index=index)
        # CASE: PostgreSQL estimates that a NOT of all these matches almost nothing, and would sort all that they have
        # played.
        came_first = Case(When(won, then=True), default=False, output_field=BooleanField())
        seats = seats.alias(came_first=came_first).filter(came_first=wanted.result == WON, match__annulled_at=None)
    seats = seats.filter(ended_at__isnull=False).order_by("-ended_at", "-match")
    held = Seat.objects.filter(pk__in=seats.values("pk")[:most]).order_by().values("match")
    if wanted.result:
        return held
    former = FormerHolder.objects.filter(
        _within(wanted, before, "match__finished_at", "match"), fits, user=wanted.person
    ).order_by("-match__finished_at", "-match")
    gave_up = FormerHolder.objects.filter(pk__in=former.values("pk")[:most]).order_by().values("match")
    return held.union(gave_up)


def _midnight(day: date) -> datetime:
    return timezone.make_aware(datetime.combine(day, time()))


def _finished(summary: MatchSummary) -> Finished:
    outcome = match_outcome(summary.match) if summary.match.annulled_at is None else None
    if outcome is None:
        return Finished(summary, [(place.name, None) for place in summary.places])
    places = sorted(summary.places, key=lambda place: outcome.places[place.index])
    return Finished(summary, [(place.name, outcome.places[place.index]) for place in places])


def _cursor_of(moment: datetime, key: str) -> str:
    return f"{(moment - EPOCH) // MICROSECOND}-{key}"


def _of_cursor(text: str) -> tuple[datetime, str]:
    found = CURSOR.fullmatch(text)
    if found is None:
        raise BadInput(_("This isn’t a place in the list. Start from the newest match."))
    return EPOCH + int(found[1]) * MICROSECOND, found[2]
