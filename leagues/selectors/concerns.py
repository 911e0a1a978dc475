"""The lines of the logs to notify a person about, or the organisers; and where each leads."""

from datetime import datetime

from django.db.models import F, Q, QuerySet
from django.urls import reverse

from games import clock
from leagues.models import (
    TOLD_TO_ORGANISERS,
    BenchOffer,
    Challenge,
    Entry,
    EntryState,
    LogEntry,
    OfferState,
    Request,
    RequestState,
    Role,
    RoleKind,
    RoleOffer,
    SeasonState,
    Step,
)

TOLD = frozenset(
    {
        "accepted", "appointed", "card", "card_lifted", "challenge_accepted", "challenge_unanswered", "challenged",
        "declined", "dismissed", "expelled", "in_field", "invited", "match_decided", "may_return", "moved_to",
        "not_answered", "not_held", "own_table_result_ignored", "own_table_result_settled", "own_table_result_struck",
        "owner_left", "penalty", "place_taken", "placed", "plays", "ranked",
        "ranked_in_field", "removed", "request_granted", "request_refused", "role_offered", "seat_offered",
        "signed_up_again", "taken_down", "taken_out", "undone",
    }
)  # fmt: skip
"""The verbs of lines whose subject is notified, if another person or the site itself acted."""

BY_RULE = ("request_granted", "request_refused")  # without an actor: answered while the person looked at the page

FOR_MODERATORS = ("asked",)


def lines_to_tell(since: datetime) -> QuerySet[LogEntry]:
    """Return the lines since then whose subject (`reader`) is to be notified, the oldest first."""
    lines = LogEntry.objects.filter(verb__in=TOLD, subject__isnull=False, at__gte=since).annotate(reader=F("subject"))
    return lines.exclude(actor=F("subject")).exclude(verb__in=BY_RULE, actor=None).order_by("at", "pk")


def lines_for_organisers(since: datetime) -> QuerySet[LogEntry]:
    """Return the lines since then that wait for the organisers, the oldest first: one row for each line and each
    organiser (`reader`), except the line's author and its subject. Moderators get those that they may answer."""
    lines = LogEntry.objects.filter(verb__in=TOLD_TO_ORGANISERS, at__gte=since)
    told = lines.annotate(reader=F("league__roles__user"), role=F("league__roles__kind"))
    may = ~Q(role=RoleKind.MODERATOR) | Q(verb__in=FOR_MODERATORS)
    did = Q(actor__isnull=False, reader=F("actor")) | Q(subject__isnull=False, reader=F("subject"))
    return told.filter(may, reader__isnull=False).exclude(did).order_by("at", "pk", "reader")


def still_matters(line: LogEntry, reader: int) -> bool:
    """Return whether a line still calls for something: an offer or a challenge that was answered meanwhile does not;
    nor does a line for organisers, once `reader` is no longer one."""
    if line.verb in TOLD_TO_ORGANISERS:
        return Role.objects.filter(league=line.league_id, user=reader).exists() and _still_waits(line)
    match line.verb:
        case "seat_offered":
            offers = BenchOffer.objects.filter(user=line.subject_id, closed_at=None, expires_at__gt=clock.now())
            place = {"seat__fixture__season": line.season_id, "seat__fixture__number": line.details.get("number")}
            return offers.filter(**place).exists()
        case "role_offered":
            return RoleOffer.objects.filter(league=line.league_id, user=line.subject_id, state=OfferState.OPEN).exists()
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


def _still_waits(line: LogEntry) -> bool:
    """Return whether the matter of a line for organisers still waits for them."""
    match line.verb:
        case "request_open":
            asked = Request.objects.filter(season=line.season_id, entry__user=line.subject_id, state=RequestState.OPEN)
            return asked.filter(kind=line.details.get("kind", "")).exists()
        case "asked":
            waiting = Entry.objects.filter(season=line.season_id, user=line.subject_id, state=EntryState.ASKED)
            return waiting.exists()
    step = Step.objects.filter(season=line.season_id, done_at=None)
    step = step.filter(kind=line.details.get("step", ""), number=line.details.get("number", 0))
    return step.filter(held_at__isnull=line.verb != "held").exists()


def path_of(line: LogEntry) -> str:
    """Return the page on which the subject of a line sees what it is about, or answers it."""
    if line.verb in ("appointed", "owner_left", *TOLD_TO_ORGANISERS):
        return reverse("leagues:organise", args=[line.league.slug])
    if line.season is None:
        return reverse("leagues:league", args=[line.league.slug])
    page = "leagues:matches_of" if line.verb in ("placed", "moved_to", "in_field", "plays") else "leagues:season"
    return reverse(page, args=[line.league.slug, line.season.number])
