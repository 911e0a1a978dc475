"""Collecting how long people take to answer, when a match is over."""

from collections.abc import Mapping
from datetime import timedelta

from django.contrib.auth import get_user_model
from django.db import transaction

from games.models import Access, Answer, Event, Match, Status
from leagues.core.reply_times import LogLine, SealedReply, histogram, replies
from leagues.models import ReplyTimes


def record(match_id: str) -> None:
    """Store the reply times of a finished public match; of one that was annulled, remove them.

    Only of accounts that are still there. Idempotent: a log does not change once its match is over.
    """
    match = Match.objects.filter(pk=match_id, status=Status.FINISHED, access=Access.OPEN).first()
    if match is None:
        return
    with transaction.atomic():
        if match.annulled_at is not None:
            ReplyTimes.objects.filter(match=match.pk).delete()
            return
        times = _times(match)
        there = get_user_model().objects.filter(pk__in=times).order_by("pk").values_list("pk", flat=True)
        rows = [_row(match, player, times[player]) for player in there]
        ReplyTimes.objects.bulk_create(rows, ignore_conflicts=True)


def forget(player: int) -> None:
    """Remove what is stored of an account that is deleted."""
    ReplyTimes.objects.filter(player=player).delete()


def _times(match: Match) -> Mapping[int, list[timedelta]]:
    assert match.started_at is not None, "the match is finished"
    lines = Event.objects.filter(match=match).order_by("ply").values_list("ply", "kind", "seat", "text", "actor", "at")
    sealed = Answer.objects.filter(match=match).order_by("window", "seat")
    return replies(
        (LogLine(*line) for line in lines),
        (SealedReply(*answer) for answer in sealed.values_list("window", "seat", "actor", "at")),
        match.started_at,
    )


def _row(match: Match, player: int, times: list[timedelta]) -> ReplyTimes:
    assert match.finished_at is not None
    return ReplyTimes(
        match=match.pk,
        player=player,
        title=match.title,
        pace=match.pace,
        finished_at=match.finished_at,
        counts=list(histogram(times)),
    )
