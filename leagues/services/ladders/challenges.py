"""Ladders: challenges, who may make them and their results. Each service is a transaction under the season's lock.

Where the season allows vacations, a player on one neither challenges nor is challenged, and the time to answer does not
run.
"""

from collections.abc import Collection, Iterable, Mapping
from datetime import datetime
from typing import Any

import structlog
from django.db import transaction
from django.db.models import Q

from games import clock
from games.core.clocks.pauses import NO_PAUSES, Pauses
from games.core.text import _
from games.refusals import Conflict, Forbidden, Refusal
from leagues.core import ladder as core
from leagues.core.rules import Format
from leagues.models import Challenge, Division, Entry, EntryState, Fixture, FixtureSeat, Season, SeasonState
from leagues.policy import policy
from leagues.refusals import NoSuchLeague
from leagues.services.drawing.fixtures import next_number
from leagues.services.ladders import ladder_places
from leagues.services.ladders.ladder_places import ladder_of, store
from leagues.services.organising.log import note
from leagues.services.timetable.seasons import lock_season, touch

logger = structlog.get_logger(__name__)

RULES = core.DEFAULT_RULES
BATCH = 50


class RefusedChallenge(Refusal):
    """A challenge that the rules of ladders refuse; `code` is one of `core.RefusalCode`, for programs."""

    def __init__(self, refusal: core.Refusal) -> None:
        super().__init__(refusal.reason)
        self.code = f"ladder_{refusal.code}"


def situation_of(season: Season, moment: datetime, challenger: Any) -> core.Situation:
    """Return what else a challenge by the user `challenger` depends on now."""
    rows = list(season.challenges.filter(ended_at=None))
    people = {user: pk for pk, user in _members(season) if user is not None}
    challengers = [challenger.pk] if challenger.pk in people else []
    since = moment - RULES.rest
    ended = season.challenges.filter(ended_at__gt=since, fixture__isnull=False)
    return core.Situation(
        now=moment,
        live=[core.Challenge(row.challenger_id, row.challenged_id, row.at, row.accepted_at) for row in rows],
        played=[
            core.Played(frozenset({made, received}), ended_at)
            for made, received, ended_at in ended.values_list("challenger_id", "challenged_id", "ended_at")
            if ended_at is not None
        ],
        away=[
            people[user]
            for user, vacations in _vacations(season, people, moment).items()
            if any(begin <= moment < end for begin, end in vacations.intervals)
        ],
        apart=[people[user] for user in policy().kept_apart(people, challengers)],
    )


def _members(season: Season) -> Iterable[tuple[int, int | None]]:
    rows = season.entries.filter(state=EntryState.ENTERED, position__isnull=False)
    return rows.values_list("pk", "user_id")


def _vacations(season: Season, users: Collection[int], since: datetime) -> Mapping[int, Pauses]:
    """Return the vacations of `users` from then on that count in this season."""
    return policy().vacations(users, since) if season.pause_rules.vacations else {}


def challenge(*, user: Any, season_id: int, entry_id: int) -> Challenge:
    """Challenge the entry `entry_id`, who has three days to answer; return the challenge. Challenging twice changes
    nothing. Raises `NoSuchLeague`, `Forbidden`, `Conflict`, `RefusedChallenge`."""
    with transaction.atomic(durable=True):
        season = _locked_ladder(season_id)
        _require_player(user)
        if season.league.closed_at is not None:
            raise Conflict(_("This league is closed."))
        own = season.entries.filter(user=user, state=EntryState.ENTERED).first()
        if own is None:
            raise Forbidden(_("Join the ladder first."))
        made = own.challenges_made.filter(challenged=entry_id, ended_at=None, accepted_at=None).first()
        if made is not None:
            return made
        situation = situation_of(season, clock.now(), user)
        refusal = core.refuse(ladder_of(season), own.pk, entry_id, situation, RULES)
        if refusal is not None:
            raise RefusedChallenge(refusal)
        moment = clock.now()
        row = Challenge.objects.create(
            season=season, challenger=own, challenged_id=entry_id, at=moment, answer_by=moment + RULES.answer
        )
        until = row.answer_by.isoformat()
        note(season.league, "challenged", season=season, actor=user, subject=row.challenged.user, until=until)
        touch(season)
    return row


def accept(*, user: Any, challenge_id: int) -> Fixture:
    """Accept a challenge: its match starts within seconds. Return its fixture. Accepting twice changes nothing. Raises
    `NoSuchLeague`, `Forbidden`, `Conflict`."""
    with transaction.atomic(durable=True):
        row, season = _own_challenge(user, challenge_id)
        if row.fixture is not None:
            return row.fixture
        if row.ended_at is not None or _is_unanswered(season, row):
            raise Conflict(_("This challenge is over."))
        _require_player(user)
        row.accepted_at = clock.now()
        row.fixture = _make_fixture(season, row)
        row.save(update_fields=["accepted_at", "fixture"])
        note(season.league, "challenge_accepted", season=season, actor=user, subject=row.challenger.user)
        touch(season)
        return row.fixture


def decline(*, user: Any, challenge_id: int) -> None:
    """Decline a challenge: the challenger takes the place, as after a win. Declining twice changes nothing. Raises
    `NoSuchLeague`."""
    with transaction.atomic(durable=True):
        row, season = _own_challenge(user, challenge_id)
        if row.ended_at is None and row.accepted_at is None:
            _yield_place(season, row, "challenge_declined")


def end_unanswered() -> int:
    """Give challengers the places of those who did not answer in time; return how many. A failing one does not stop the
    others."""
    due = Challenge.objects.filter(ended_at=None, accepted_at=None, answer_by__lte=clock.now())
    ended = 0
    for pk, season_id in list(due.order_by("answer_by").values_list("pk", "season_id")[:BATCH]):
        try:
            ended += _end_unanswered(pk, season_id)
        except Exception as error:
            logger.exception("challenge expiry failed", season=season_id, challenge=pk, error=type(error).__name__)
    return ended


def _end_unanswered(challenge_id: int, season_id: int) -> bool:
    with transaction.atomic(durable=True):
        season = lock_season(season_id)
        row = Challenge.objects.select_related("challenged__user").get(pk=challenge_id)
        if row.ended_at is not None or row.accepted_at is not None or not _is_unanswered(season, row):
            return False
        _yield_place(season, row, "challenge_unanswered")
        return True


def _is_unanswered(season: Season, row: Challenge) -> bool:
    """Return whether the time to answer is over, after moving the deadline by the vacations of the challenged player.

    Those before the deadline move it first, then those within the time that this adds. The new deadline is stored.
    """
    moment, user = clock.now(), row.challenged.user_id
    if row.answer_by > moment or user is None:
        return row.answer_by <= moment
    since = row.pauses_counted_to or row.at
    away = _vacations(season, [user], since).get(user, NO_PAUSES)
    while missed := row.answer_by - since - away.running_time(since, row.answer_by):
        since, row.answer_by = row.answer_by, row.answer_by + missed
    row.pauses_counted_to = since
    row.save(update_fields=["answer_by", "pauses_counted_to"])
    return row.answer_by <= moment


def leave(season: Season, entry: Entry) -> None:
    """Close the gap that a member of a locked season's ladder leaves, and end their challenges that have no match."""
    Challenge.objects.filter(Q(challenger=entry) | Q(challenged=entry), ended_at=None, accepted_at=None).update(
        ended_at=clock.now()
    )
    ladder = ladder_of(season)
    if entry.pk in ladder.players:
        store(core.left(ladder, entry.pk))


def _yield_place(season: Season, row: Challenge, verb: str) -> None:
    row.ended_at = clock.now()
    row.save(update_fields=["ended_at"])
    ladder_places.give_up(season, row)
    note(season.league, verb, season=season, actor=None, subject=row.challenged.user)
    note(season.league, "place_taken", season=season, subject=row.challenger.user, public=False)
    touch(season)


def _make_fixture(season: Season, row: Challenge) -> Fixture:
    """Create and return the fixture of a challenge. The challenged has the first seat in every second match of the two,
    beginning with the second seat."""
    division, _is_new = Division.objects.get_or_create(season=season, tier=0, index=0)
    number = next_number(season)
    met = season.challenges.filter(
        challenger__in=[row.challenger_id, row.challenged_id],
        challenged__in=[row.challenger_id, row.challenged_id],
        fixture__isnull=False,
    ).count()
    order = [row.challenger_id, row.challenged_id]
    if met % 2:
        order.reverse()
    fixture = Fixture.objects.create(season=season, division=division, number=number, round=0, opens_at=clock.now())
    FixtureSeat.objects.bulk_create(
        FixtureSeat(fixture=fixture, seat=seat, entry_id=entry) for seat, entry in enumerate(order)
    )
    return fixture


def _require_player(user: Any) -> None:
    refusal = policy().refuse_to_enter(user)
    if refusal is not None:
        raise Forbidden(refusal)


def _own_challenge(user: Any, challenge_id: int) -> tuple[Challenge, Season]:
    season_id = Challenge.objects.filter(pk=challenge_id).values_list("season_id", flat=True).first()
    if season_id is None:
        raise NoSuchLeague
    season = lock_season(season_id)
    row = Challenge.objects.select_related("challenger__user", "challenged", "fixture").get(pk=challenge_id)
    if row.challenged.user_id != user.pk:
        raise NoSuchLeague
    return row, season


def _locked_ladder(season_id: int) -> Season:
    season = lock_season(season_id)
    if season.rules.format is not Format.LADDER or season.state != SeasonState.RUNNING:
        raise Conflict(_("You can only challenge players on an open ladder."))
    return season
