"""The user's leagues on the home page: what waits for them there, their rank, and what comes next."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, Subquery
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games import clock
from games.selectors.stored import each_readable
from leagues.models import (
    BenchOffer,
    BenchPlayer,
    Challenge,
    Entry,
    EntryState,
    OfferState,
    RequestState,
    Role,
    RoleKind,
    RoleOffer,
    Season,
    SeasonState,
    Step,
)

LISTED = 20


@dataclass(frozen=True, slots=True)
class Waiting:
    """Something in a league that waits for the reader: a sentence, the page to answer on, and until when."""

    text: str
    url: str
    until: datetime | None = None


@dataclass(frozen=True, slots=True)
class LeagueRow:
    """The newest season of a league of the reader. `entry` is the reader's own, with its standing; `step` the next of
    the timetable."""

    season: Season
    url: str
    entry: Entry | None
    step: Step | None
    waiting: Sequence[Waiting]

    @property
    def rank(self) -> int | None:
        """The reader's rank in the standings, or on the ladder; None without one."""
        if self.entry is None or self.entry.state != EntryState.ENTERED:
            return None
        if self.entry.position is not None:
            return self.entry.position + 1
        standing = getattr(self.entry, "standing", None)
        return None if standing is None or not standing.played else standing.rank


def leagues_of(user: Any) -> list[LeagueRow]:
    """Return the leagues in which `user` plays, has played, helps, is asked to help, or is a substitute: those in which
    something waits first, then by what comes next. One statement if there is none, six at most."""
    seasons = _seasons_of(user)
    if not seasons:
        return []
    entries = {
        entry.season_id: entry
        for entry in each_readable(
            Entry.objects.filter(season__in=seasons, user=user).select_related("standing", "division")
        )
    }
    steps: dict[int, Step] = {}
    for step in each_readable(Step.objects.filter(season__in=seasons, done_at=None).order_by("position")):
        steps.setdefault(step.season_id, step)
    waiting = _waiting(user, seasons, entries)
    rows = [
        LeagueRow(season, _page(season), entries.get(season.pk), steps.get(season.pk), waiting[season.league_id])
        for season in seasons
    ]
    return sorted(rows, key=_urgency)[:LISTED]


def _urgency(row: LeagueRow) -> tuple[bool, bool, float, str]:
    at = 0.0 if row.step is None else row.step.at.timestamp()
    return (not row.waiting, row.step is None, at, row.season.league.name)


def _seasons_of(user: Any) -> list[Season]:
    """Return the newest season of each league of `user`, unless it is over and no other can follow."""
    played = Entry.objects.filter(user=user).exclude(state__in=[EntryState.DECLINED, EntryState.REMOVED])
    helped = Role.objects.filter(league=OuterRef("league"), user=user)
    offered = RoleOffer.objects.filter(user=user, state=OfferState.OPEN)
    role_offered = Subquery(offered.filter(league=OuterRef("league")).values("kind")[:1])
    mine = (
        Q(league__in=played.values("season__league"))
        | Q(league__in=Role.objects.filter(user=user).values("league"))
        | Q(league__in=offered.values("league"))
        | Q(league__in=BenchPlayer.objects.filter(user=user).values("season__league"))
    )
    newest = Season.objects.filter(league=OuterRef("league")).order_by("-number").values("pk")[:1]
    before = played.filter(
        season__league=OuterRef("league"), season__number__lt=OuterRef("number"), state=EntryState.ENTERED
    )
    seasons = Season.objects.filter(mine, pk=Subquery(newest)).select_related("league")
    over = Q(state=SeasonState.CANCELLED) | Q(state=SeasonState.FINISHED, league__closed_at__isnull=False)
    return each_readable(
        seasons.exclude(over).annotate(is_helper=Exists(helped), has_played=Exists(before), role_offered=role_offered)
    )


def _waiting(user: Any, seasons: Sequence[Season], entries: Mapping[int, Entry]) -> Mapping[int, list[Waiting]]:
    """Return what waits for `user`, by league."""
    found: dict[int, list[Waiting]] = defaultdict(list)
    moment = clock.now()
    offers = BenchOffer.objects.filter(user=user, closed_at=None, expires_at__gt=moment)
    for offer in each_readable(offers.select_related("seat__fixture__season__league").order_by("expires_at")):
        season = offer.seat.fixture.season
        text = _("A seat is free in match %(number)s. Do you want to take over?") % {
            "number": offer.seat.fixture.number
        }
        found[season.league_id].append(Waiting(text, _page(season), offer.expires_at))
    challenges = Challenge.objects.filter(challenged__user=user, accepted_at=None, ended_at=None)
    for challenge in each_readable(challenges.select_related("season__league").order_by("answer_by")):
        waiting = Waiting(_("You’ve been challenged. Accept or decline."), _page(challenge.season), challenge.answer_by)
        found[challenge.season.league_id].append(waiting)
    for season in seasons:
        asked_to_be = season.role_offered  # type: ignore[attr-defined]
        if asked_to_be in RoleKind.values:
            text = _("You’ve been offered a role in this league: %(role)s.") % {"role": RoleKind(asked_to_be).label}
            found[season.league_id].append(Waiting(text, _page(season)))
        own = entries.get(season.pk)
        is_out = own is None or own.state == EntryState.WITHDRAWN
        if season.state == SeasonState.SIGN_UP and season.has_played and is_out:  # type: ignore[attr-defined]
            found[season.league_id].append(Waiting(_("Sign-up is open. Do you want to play again?"), _page(season)))
    helped = [season for season in seasons if season.is_helper]  # type: ignore[attr-defined]
    for season, asked, requests in _to_answer(helped):
        url = reverse("leagues:organise", args=[season.league.slug])
        if asked:
            text = ngettext("%(n)s player wants to join", "%(n)s players want to join", asked)
            found[season.league_id].append(Waiting(text % {"n": asked}, url))
        if requests:
            text = ngettext("%(n)s request waiting for an answer", "%(n)s requests waiting for an answer", requests)
            found[season.league_id].append(Waiting(text % {"n": requests}, url))
    return found


def _to_answer(seasons: Sequence[Season]) -> list[tuple[Season, int, int]]:
    """Return how many entries and requests of each season wait for an organiser; no statement for no seasons."""
    if not seasons:
        return []
    counted = Season.objects.filter(pk__in=[season.pk for season in seasons]).annotate(
        asked=Count("entries", filter=Q(entries__state=EntryState.ASKED), distinct=True),
        open_requests=Count("requests", filter=Q(requests__state=RequestState.OPEN), distinct=True),
    )
    numbers = {pk: (asked, requests) for pk, asked, requests in counted.values_list("pk", "asked", "open_requests")}
    return [(season, *numbers[season.pk]) for season in seasons]


def _page(season: Season) -> str:
    return reverse("leagues:season", args=[season.league.slug, season.number])
