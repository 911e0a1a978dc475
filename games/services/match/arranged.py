"""Matches that are arranged for people, by a league for example: they have no table that waits, and no host."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.db import IntegrityError, transaction

from games.core.clocks.personal_pauses import PauseRules
from games.core.text import _
from games.models import Match, Seat
from games.refusals import BadInput
from games.selectors.stored import reading_row
from games.services.keeping import sealed_rows
from games.services.match import match_setup

SOURCE = re.compile(r"[\x20-\x7e]{1,80}")


def start_match(
    *,
    people: Sequence[Any | None],
    title: str,
    settings: Mapping[str, str] | None = None,
    pace: str,
    access: str,
    source: str,
    is_rated: bool = False,
    is_demo: bool = False,
    pauses: PauseRules | None = None,
) -> Match:
    """Start the match of `source` with `people[seat]` on each seat, unless there is one; return it.

    `source` is the caller's own name for the match, for example "league:fixture:42": 1 to 80 printable ASCII
    characters, stored and never interpreted. A second call with the same source returns the same match in its present
    state, whatever the other arguments; so does one of two simultaneous callers. None means an absent player, at a
    table of three or more: the seat has no holder and counts as given up, and a bot plays from the start. The match has
    no host who could close it, and no rematch. Players add no words to its draws. `access` says who besides the players
    may watch, `pauses` which pauses suspend its clocks: those of its pace if not given.

    May be called within the caller's transaction, so that its own rows and the match are committed together; pages and
    workers hear of the match after that commit. Start several matches in one transaction in the order of their sources,
    or two such callers may wait for each other.

    Neither blocks nor bans are checked: the arranger decides who plays whom. A banned player cannot move, and runs out
    of time. Raises `BadInput`, naming the field.
    """
    if not SOURCE.fullmatch(source):
        raise BadInput(_("Source: 1 to 80 plain characters."))
    with transaction.atomic():
        match = _started(source)
        if match is None:
            _check_people(people)
            chosen = match_setup.complete_settings(
                title=title, seats=len(people), settings=settings or {}, pace=pace, access=access, is_rated=is_rated
            )
            rules = match_setup.checked_pauses(pace, pauses)
            new, key = match_setup.new_match(
                title=title,
                seats=len(people),
                settings=chosen,
                pace=pace,
                access=access,
                source=source,
                is_rated=is_rated,
                is_demo=is_demo,
                pause_nights=rules.nights,
                pause_weekends=rules.weekends,
                pause_vacations=rules.vacations,
            )
            match = _start(new, key, people)
    return match


def _started(source: str | None) -> Match | None:
    with reading_row(f"with the source {source}"):
        return Match.objects.filter(source=source).first()


def _check_people(people: Sequence[Any | None]) -> None:
    keys = [user.pk for user in people if user is not None]
    if len(keys) < min(2, len(people)):
        raise BadInput(_("People: a match needs at least two."))
    if None in keys:
        raise BadInput(_("People: everyone needs an account."))
    if len(set(keys)) < len(keys):
        raise BadInput(_("People: no one can take two seats."))


def _start(match: Match, key: bytes, people: Sequence[Any | None]) -> Match:
    """Store `match` and start it, or return the one that another call has started meanwhile."""
    seats = [Seat(match=match, index=index, user=user) for index, user in enumerate(people)]
    try:
        with transaction.atomic():
            sealed_rows.create_match(match, key, seats)
    except IntegrityError:
        if (started := _started(match.source)) is None:
            raise
        return started
    match_setup.start(match, absent=[index for index, user in enumerate(people) if user is None])
    return match
