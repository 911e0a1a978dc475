"""The data that leagues store about one person: for the download of their own data, and for their profile."""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, OuterRef, Q, QuerySet, Subquery

from games.selectors.stored import each_readable
from leagues.models import (
    BenchPlayer,
    CalendarEvent,
    Entry,
    EntryState,
    Invitation,
    LogEntry,
    PlayerRating,
    RatingChange,
    ReplyHours,
    ReplyTimes,
    Request,
    Role,
    RoleOffer,
    Season,
    SeasonState,
    Standing,
)

LISTED = 50


def own_data(user: Any) -> dict[str, list[dict[str, Any]]]:
    """Return all that leagues store about `user` and what they did there, as JSON types and datetimes; nothing about
    others but their answers to `user`. Twelve statements."""
    entries = Entry.objects.filter(user=user).select_related("season__league", "division", "standing").order_by("pk")
    requests = Request.objects.filter(entry__user=user).select_related("season__league", "fixture").order_by("pk")
    lines = LogEntry.objects.filter(Q(actor=user) | Q(subject=user)).select_related("season", "league").order_by("pk")
    return {
        "league_entries": [_entry(entry) for entry in each_readable(entries)],
        "league_requests": [
            {
                **_place(row.season),
                "kind": row.kind,
                "match": None if row.fixture is None else row.fixture.number,
                "text": row.text,
                "state": row.state,
                "answer": row.answer,
                "asked_at": row.at,
            }
            for row in each_readable(requests)
        ],
        "league_log": [_line(line, user) for line in each_readable(lines)],
        "league_roles": [
            {"league": role.league.name, "kind": role.kind, "since": role.since}
            for role in each_readable(Role.objects.filter(user=user).select_related("league"))
        ],
        "league_role_offers": [
            {"league": offer.league.name, "kind": offer.kind, "state": offer.state, "at": offer.at}
            for offer in each_readable(RoleOffer.objects.filter(user=user).select_related("league"))
        ],
        "league_invitations": [
            {"league": invitation.league.name, "at": invitation.at}
            for invitation in each_readable(Invitation.objects.filter(user=user).select_related("league"))
        ],
        "calendar_events": [
            {"uid": row.uid, "begins_at": row.begins_at, "sequence": row.sequence, "modified_at": row.modified_at}
            for row in each_readable(CalendarEvent.objects.filter(user=user).order_by("begins_at", "pk"))
        ],
        "league_bench": [
            {**_place(row.season), "at": row.at}
            for row in each_readable(BenchPlayer.objects.filter(user=user).select_related("season__league"))
        ],
        "ratings": [
            dict(row)
            for row in PlayerRating.objects.filter(player=user.pk)
            .order_by("title", "pool")
            .values("title", "pool", "mu", "sigma", "matches", "last")
        ],
        "rating_changes": [
            dict(row)
            for row in RatingChange.objects.filter(player=user.pk)
            .order_by("finished_at", "match")
            .values("match", "title", "pool", "finished_at", "mu_before", "sigma_before", "mu_after", "sigma_after")
        ],
        "reply_hours": [row.counts for row in each_readable(ReplyHours.objects.filter(player=user.pk))],
        "reply_times": [
            {
                "match": row.match,
                "title": row.title,
                "pace": row.pace,
                "finished_at": row.finished_at,
                "counts": row.counts,
            }
            for row in each_readable(ReplyTimes.objects.filter(player=user.pk).order_by("finished_at", "match"))
        ],
    }


def _place(season: Season) -> dict[str, Any]:
    return {"league": season.league.name, "season": season.number}


def _entry(entry: Entry) -> dict[str, Any]:
    standing = getattr(entry, "standing", None)
    return {
        **_place(entry.season),
        "state": entry.state,
        "division": None if entry.division is None else entry.division.label,
        "rank": None if standing is None else standing.rank,
        "returns": entry.returns,
        "banned_seasons": entry.banned_seasons,
        "tiers_lower": entry.tiers_lower,
        "signed_up_at": entry.at,
        "left_at": entry.left_at,
    }


def _line(line: LogEntry, user: Any) -> dict[str, Any]:
    return {
        "league": line.league.name,
        "season": None if line.season is None else line.season.number,
        "verb": line.verb,
        "as": "actor" if line.actor_id == user.pk else "subject",
        "details": line.details,
        "reason": line.reason,
        "at": line.at,
    }


@dataclass(frozen=True, slots=True)
class PlayedSeason:
    """A season that the person played. `rank` is None without standings, and final once the season is over."""

    season: Season
    entry: Entry
    rank: int | None
    players: int

    @property
    def is_over(self) -> bool:
        return self.season.state == SeasonState.FINISHED

    @property
    def is_champion(self) -> bool:
        """Return whether it ended with the first rank of the top division."""
        division = self.entry.division
        is_top = division is None or division.tier == 0
        return self.is_over and self.rank == 1 and is_top and self.entry.left_at is None


def seasons_of(user: Any) -> list[PlayedSeason]:
    """Return the seasons of listed leagues that `user` plays or has played, the newest first; one statement."""
    states = (SeasonState.RUNNING, SeasonState.FINISHED)
    rows: QuerySet[Entry] = Entry.objects.filter(
        user=user,
        state__in=[EntryState.ENTERED, EntryState.WITHDRAWN],
        season__state__in=states,
        season__league__is_listed=True,
    ).select_related("season__league", "division", "standing")
    lines = Standing.objects.filter(division=OuterRef("division")).order_by().values("division")
    rows = rows.annotate(players=Subquery(lines.annotate(n=Count("pk")).values("n")))
    return [_played(entry) for entry in each_readable(rows.order_by("-season__opens_at", "-pk")[:LISTED])]


def _played(entry: Entry) -> PlayedSeason:
    standing = getattr(entry, "standing", None)
    rank = None if standing is None else standing.rank
    if entry.position is not None:  # on a ladder there are no standings
        rank = entry.position + 1
    players: int | None = entry.players  # type: ignore[attr-defined]
    return PlayedSeason(entry.season, entry, rank, players or 0)
