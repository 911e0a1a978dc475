"""Queries about leagues for pages: the list, and one of them as a visitor may see it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery

from games.selectors.stored import each_readable
from leagues.models import (
    LAST_SEASON,
    BenchOffer,
    BenchPlayer,
    Entry,
    EntryState,
    League,
    OfferState,
    Role,
    RoleKind,
    RoleOffer,
    Season,
    SeasonState,
    Step,
)
from leagues.refusals import NoSuchLeague
from leagues.selectors.roles import RANKS

LISTED = 100


@dataclass(frozen=True, slots=True)
class LeagueSummary:
    """A league as a list shows it: with its newest season, how many play in it, and the reader's own entry there."""

    league: League
    season: Season
    players: int
    mine: Entry | None


def listed(user: Any, title: str = "") -> list[LeagueSummary]:
    """Return leagues as listed: those of the reader first, then those that accept players, then by name; four
    statements."""
    leagues = League.objects.filter(closed_at=None).filter(Q(is_listed=True) | Q(roles__user=user.pk or 0)).distinct()
    if title:
        leagues = leagues.filter(title=title)
    summaries = _summaries(each_readable(leagues.order_by("name")[:LISTED]), user)
    return sorted(summaries, key=_urgency)


def _summaries(leagues: Sequence[League], user: Any) -> list[LeagueSummary]:
    newest = Season.objects.filter(league=OuterRef("league")).order_by("-number").values("pk")[:1]
    counted = Season.objects.filter(league__in=leagues, pk=Subquery(newest)).annotate(
        players=Count("entries", filter=Q(entries__state=EntryState.ENTERED))
    )
    seasons = {season.league_id: season for season in each_readable(counted)}
    mine = {}
    if user.is_authenticated:
        entries = Entry.objects.filter(season__in=seasons.values(), user=user)
        mine = {entry.season_id: entry for entry in each_readable(entries)}
    found = []
    for league in leagues:
        season = seasons.get(league.pk)
        if season is not None:  # it can be read
            found.append(LeagueSummary(league, season, season.players, mine.get(season.pk)))
    return found


def _urgency(summary: LeagueSummary) -> tuple[bool, bool, str]:
    takes_people = summary.season.state == SeasonState.SIGN_UP
    return (summary.mine is None, not takes_people, summary.league.name)


@dataclass(frozen=True, slots=True)
class Standpoint:
    """A visitor's role in a league."""

    rank: int  # see `leagues.selectors.roles.RANKS`; 0 for all others

    @property
    def moderates(self) -> bool:
        return self.rank >= RANKS[RoleKind.MODERATOR]

    @property
    def organises(self) -> bool:
        return self.rank >= RANKS[RoleKind.ORGANISER]

    @property
    def owns(self) -> bool:
        return self.rank >= RANKS[RoleKind.OWNER]


def league_by_slug(slug: str) -> League:
    """Return the league with this slug. Raises `NoSuchLeague` if there is none."""
    league = League.objects.filter(slug=slug).first()
    if league is None:
        raise NoSuchLeague
    return league


def season_of(league: League, number: int | None) -> Season | None:
    """Return the season of the league with this number. Raises `NoSuchLeague` if there is none. Without a number,
    return the newest season, or None."""
    seasons = league.seasons.order_by("-number")
    if number is None:
        return seasons.first()
    season = seasons.filter(number=number).first()
    if season is None:
        raise NoSuchLeague
    season.league = league
    return season


def revision_of(slug: str, number: int) -> tuple[int, int] | None:
    """Return the primary key and revision of a season by its address; None if there is none. One statement."""
    return Season.objects.filter(league__slug=slug, number=number).values_list("pk", "rev").first()


def standpoint(user: Any, league: League) -> Standpoint:
    """Return the role of `user`, possibly anonymous, in `league`; one statement, none for an anonymous visitor."""
    if not user.is_authenticated:
        return Standpoint(0)
    kind = Role.objects.filter(league=league, user=user).values_list("kind", flat=True).first()
    return Standpoint(RANKS.get(kind, 0))


def next_step(season: Season) -> Step | None:
    """Return the first line of the timetable that is not done; None if all are."""
    return season.steps.filter(done_at=None).order_by("position").first()


@dataclass(frozen=True, slots=True)
class SeasonFacts:
    """The facts that every page of a season shows: how many play, the league's newest season (they are numbered from
    1), and whether the visitor is a substitute."""

    players: int
    newest: int
    is_substitute: bool
    is_asked: bool  # to take a role in the league


def facts_of(season: Season, user: Any) -> SeasonFacts:
    """Return the facts of a season for `user`, possibly anonymous; one statement."""
    numbered = Season.objects.filter(league=season.league_id, number__lte=LAST_SEASON)
    newest = numbered.order_by("-number").values("number")[:1]
    row = (
        Season.objects.filter(pk=season.pk)
        .annotate(
            players=Count("entries", filter=Q(entries__state=EntryState.ENTERED)),
            newest=Subquery(newest),
            is_substitute=Exists(BenchPlayer.objects.filter(season=season.pk, user=user.pk or 0)),
            is_asked=Exists(_role_offers(season.league_id, user)),
        )
        .values_list("players", "newest", "is_substitute", "is_asked")
        .get()
    )
    return SeasonFacts(*row)


def offers_to(user: Any, season: Season) -> list[BenchOffer]:
    """Return the seats of a season that are offered to `user` now."""
    if not user.is_authenticated:
        return []
    offers = BenchOffer.objects.filter(user=user, seat__fixture__season=season, closed_at=None)
    return each_readable(offers.select_related("seat__fixture").order_by("at"))


def role_offered_to(user: Any, league: League) -> RoleOffer | None:
    """Return the role in a league that `user`, possibly anonymous, is asked to take; None if there is none."""
    return next(iter(each_readable(_role_offers(league.pk, user).select_related("offered_by"))), None)


def _role_offers(league: int, user: Any) -> QuerySet[RoleOffer]:
    return RoleOffer.objects.filter(league=league, user=user.pk or 0, state=OfferState.OPEN)


def readable_by(user: Any) -> Q:
    """Return the condition that a line of the log is public or concerns `user`."""
    own = Q(actor=user.pk) | Q(subject=user.pk) if user.is_authenticated else Q(pk__in=[])
    return Q(is_public=True) | own


def steps_of(user: Any) -> list[Step]:
    """Return the remaining timetable steps of the seasons of `user`, the soonest first."""
    seasons = Season.objects.filter(entries__user=user, entries__state=EntryState.ENTERED)
    steps = Step.objects.filter(season__in=seasons, done_at=None).select_related("season__league")
    return each_readable(steps.order_by("at"))
