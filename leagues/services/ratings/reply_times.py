"""Collecting the times that people take to answer, and the hours, when a match is over."""

from collections.abc import Mapping

from django.contrib.auth import get_user_model
from django.db import transaction

from games.core.clocks.day_parts import HOURS
from games.models import Access, Answer, Event, Match, Status
from games.selectors.stored import each_readable
from leagues.core.reply_times import LogLine, Reply, SealedReply, add_hours, histogram, replies
from leagues.models import ReplyHours, ReplyTimes


def record(match_id: str) -> None:
    """Store the reply times of a finished public match; of one that was annulled, remove them.

    Deleted accounts are left out. Idempotent: a log does not change once its match is over.
    """
    match = Match.objects.filter(pk=match_id, status=Status.FINISHED, access=Access.OPEN).first()
    if match is None:
        return
    with transaction.atomic():
        if match.annulled_at is not None:
            ReplyTimes.objects.filter(match=match.pk).delete()
            return
        if ReplyTimes.objects.filter(match=match.pk).exists():
            return
        found = _replies(match)
        there = list(get_user_model().objects.filter(pk__in=found).order_by("pk").values_list("pk", flat=True))
        rows = [_row(match, player, found[player]) for player in there]
        ReplyTimes.objects.bulk_create(rows, ignore_conflicts=True)
        _count_hours({player: found[player] for player in there})


def forget(player: int) -> None:
    """Remove what is stored of an account that is deleted."""
    ReplyTimes.objects.filter(player=player).delete()
    ReplyHours.objects.filter(player=player).delete()


def _count_hours(found: Mapping[int, list[Reply]]) -> None:
    """Add the hours of these replies to what is known of each account."""
    locked = ReplyHours.objects.select_for_update().filter(player__in=found).order_by("player")
    known = {row.player: row.counts for row in each_readable(locked)}
    rows = [
        ReplyHours(player=player, counts=add_hours(known.get(player, [0] * HOURS), (reply.at for reply in made)))
        for player, made in found.items()
    ]
    ReplyHours.objects.bulk_create(rows, update_conflicts=True, unique_fields=["player"], update_fields=["counts"])


def _replies(match: Match) -> Mapping[int, list[Reply]]:
    assert match.started_at is not None, "the match is finished"
    lines = Event.objects.filter(match=match).order_by("ply").values_list("ply", "kind", "seat", "text", "actor", "at")
    sealed = Answer.objects.filter(match=match).order_by("window", "seat")
    return replies(
        (LogLine(*line) for line in lines),
        (SealedReply(*answer) for answer in sealed.values_list("window", "seat", "actor", "at")),
        match.started_at,
    )


def _row(match: Match, player: int, made: list[Reply]) -> ReplyTimes:
    assert match.finished_at is not None
    return ReplyTimes(
        match=match.pk,
        player=player,
        title=match.title,
        pace=match.pace,
        finished_at=match.finished_at,
        counts=list(histogram(reply.took for reply in made)),
    )
