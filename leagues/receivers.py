"""Receivers of signals: a match is over, a play of the real table counts, or all deadlines move."""

from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Model
from django.db.models.signals import pre_delete

from companion.signals import play_confirmed
from games.signals import deadlines_moved, match_finished
from leagues.services.keeping import season_check
from leagues.services.playing import settling, table_results
from leagues.services.ratings import rated_plays, rated_results, recompute, reply_times
from leagues.services.timetable import outages


def take_over_result(match_id: str, **_facts: Any) -> None:
    """Record the result of a match that belongs to a season. Games repeat the signal until this succeeds."""
    settling.record(match_id)


def rate_result(match_id: str, **_facts: Any) -> None:
    """Record the result of a rated match for the ratings. Games repeat the signal until this succeeds."""
    rated_results.record(match_id)


def take_over_play(play_id: str, **_facts: Any) -> None:
    """Record the result of a play of the real table for a season, then for the ratings, which leave out a play that
    came too late for its season. The companion repeats the signal until this succeeds."""
    table_results.take_over(play_id)
    rated_plays.record(play_id)


def collect_reply_times(match_id: str, **_facts: Any) -> None:
    """Store how long people took to answer in a public match. Games repeat the signal until this succeeds."""
    reply_times.record(match_id)


def move_deadlines(distance: timedelta, **_facts: Any) -> None:
    """Move the deadlines of seasons, in the transaction that moves the clocks of matches."""
    with transaction.atomic():
        outages.move_deadlines(distance)


def forget_account(sender: type[Model], instance: Model, **_facts: Any) -> None:
    """Take an account that is being deleted out of the rows that stay, with their seals: columns that the database sets
    to NULL itself are not sealed."""
    for model in (*season_check.LEAGUE_OF, *recompute.SEALED):
        for field in model._meta.concrete_fields:
            if field.related_model is sender and field.null:
                model.objects.filter(**{field.name: instance}).update(**{field.name: None})


pre_delete.connect(forget_account, sender=get_user_model(), dispatch_uid="leagues.forget_account")
match_finished.connect(take_over_result, dispatch_uid="leagues.take_over_result")
match_finished.connect(rate_result, dispatch_uid="leagues.rate_result")
match_finished.connect(collect_reply_times, dispatch_uid="leagues.collect_reply_times")
play_confirmed.connect(take_over_play, dispatch_uid="leagues.take_over_play")
deadlines_moved.connect(move_deadlines, dispatch_uid="leagues.move_deadlines")
