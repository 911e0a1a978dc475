"""Which lines of the logs concern one person so that they are told, and where each leads."""

from datetime import datetime

from django.db.models import F, Q, QuerySet
from django.urls import reverse

from games import clock
from leagues.models import BenchOffer, Challenge, Entry, EntryState, LogEntry, SeasonState

TOLD = frozenset(
    {
        "accepted", "appointed", "card", "challenge_accepted", "challenge_unanswered", "challenged", "declined",
        "dismissed", "in_field", "invited", "may_return", "moved_to", "not_answered", "not_held", "owner_left",
        "penalty", "place_taken", "placed", "plays", "ranked", "ranked_in_field", "removed", "request_granted",
        "request_refused", "seat_offered", "signed_up_again",
    }
)  # fmt: skip
"""The verbs of lines whose subject is told, if somebody else or the site itself acted."""

BY_RULE = ("request_granted", "request_refused")  # without an actor: answered while the person looked at the page


def lines_to_tell(since: datetime) -> QuerySet[LogEntry]:
    """The lines since then whose subject is to be told, the oldest first."""
    lines = LogEntry.objects.filter(verb__in=TOLD, subject__isnull=False, at__gte=since)
    return lines.exclude(actor=F("subject")).exclude(verb__in=BY_RULE, actor=None).order_by("at", "pk")


def still_matters(line: LogEntry) -> bool:
    """Whether a line still calls for something: an offer or a challenge that was answered meanwhile does not."""
    match line.verb:
        case "seat_offered":
            offers = BenchOffer.objects.filter(user=line.subject_id, closed_at=None, expires_at__gt=clock.now())
            place = {"seat__fixture__season": line.season_id, "seat__fixture__number": line.details.get("number")}
            return offers.filter(**place).exists()
        case "challenged":
            return Challenge.objects.filter(
                season=line.season_id, challenged__user=line.subject_id, accepted_at=None, ended_at=None
            ).exists()
        case "may_return":
            signed_up = Entry.objects.filter(
                ~Q(state=EntryState.WITHDRAWN), season=line.season_id, user=line.subject_id
            )
            return line.season is not None and line.season.state == SeasonState.SIGN_UP and not signed_up.exists()
    return True


def path_of(line: LogEntry) -> str:
    """The page on which the subject of a line sees what it is about, or answers it."""
    if line.verb in ("appointed", "owner_left"):
        return reverse("leagues:organise", args=[line.league.slug])
    if line.season is None:
        return reverse("leagues:league", args=[line.league.slug])
    page = "leagues:matches_of" if line.verb in ("placed", "moved_to", "in_field", "plays") else "leagues:season"
    return reverse(page, args=[line.league.slug, line.season.number])
