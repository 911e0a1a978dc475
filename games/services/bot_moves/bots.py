"""A bot's decision: thought outside any transaction, published at a moment fixed before it thinks."""

import time
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime, timedelta

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet

from games import clock, wake
from games.bots.levels import LEVELS
from games.chance import dealer_of, sealer_of
from games.core.clocks.bot_turn import IN_ADVANCE, TurnState
from games.core.engine.events import Event
from games.core.engine.state import State
from games.core.errors import MoveError
from games.core.title.thinker import InformationSet, SeatLog
from games.models import BotFailure, BotTurn, Match, Status
from games.refusals import Missing, SetAside
from games.selectors.matches import entries_after, log_of, position_after
from games.selectors.stored import check_match, check_turns, reading_row, stored_bytes
from games.services.bot_moves import publish_time
from games.services.bot_moves.bot_lease import BotLease, reject
from games.services.bot_moves.bot_turns import open_turns
from games.services.keeping.quarantine import quarantine_broken
from games.services.match.locked_match import LockedMatch

logger = structlog.get_logger(__name__)

# The sweep wakes bots that were to publish this long ago: no worker has come. It also wakes bots whose moment is this
# far ahead: the clock was set back.
SWEEP_AFTER = timedelta(seconds=3)
FAR = timedelta(minutes=2)

# A worker sleeps through a pause of this length. For a longer one it keeps the moves and asks to be called back: other
# matches wait for it, many of them after an outage. Which of the two follows from the levels, as the pause does. It
# sleeps through what is left of the pause when it is called back.
NAP = timedelta(seconds=0.1)
CALLED_BACK = timedelta(seconds=0.1)
# After this many seconds of thinking for a match a worker leaves the rest to the next task.
ENOUGH = 4.0

# The state of a match without deciders.
RESTING = [Status.OPEN, Status.FINISHED, Status.EXPIRED, Status.QUARANTINED]

# Why a bot is not asked again.
GIVEN_UP = {TurnState.TIMED_OUT: BotFailure.Cause.SLOW, TurnState.EXHAUSTED: BotFailure.Cause.DIED}


def play_bots(match_id: str) -> int:
    """Let every due bot of a match make its decision; return how many were committed.

    All think first, then all publish at the moment that was fixed before (`publish_time`). May run twice or late: a
    decision that has been made meanwhile is left alone. A match that cannot be read is set aside.
    """
    try:
        with quarantine_broken(match_id):
            match, turns = _read(match_id)
            if match is None or not turns:
                return 0
            with BotLease() as lease:
                return _play(match, turns, lease)
    except SetAside:
        return 0


def _read(match_id: str) -> tuple[Match | None, list[BotTurn]]:
    """Return the match if it is running, and what its bots owe; raises `BrokenRow`."""
    with reading_row(match_id):
        match = Match.objects.filter(pk=match_id, status=Status.RUNNING).first()
        if match is None:
            return None, []
        check_match(match)
        turns = open_turns(match)
    check_turns(match, turns)
    return match, turns


def unattended(moment: datetime) -> QuerySet[BotTurn, str]:
    """Return the ids of matches in which bots should have published by `moment`, but no worker has handled them.

    A match that is set aside keeps its open rows, and is left out; so is one without any decider. One of an unknown
    status is included, so that the sweep finds it.
    """
    resting = Match.objects.filter(pk=OuterRef("match"), status__in=RESTING)
    open_ones = BotTurn.objects.filter(~Exists(resting), closed_at=None).order_by().values_list("match_id", flat=True)
    # Two ranges of one index: joined by OR, all open rows would be read.
    late = open_ones.filter(publish_at__lte=moment - SWEEP_AFTER)
    return late.union(open_ones.filter(publish_at__gte=moment + FAR))


def _play(match: Match, turns: list[BotTurn], lease: BotLease) -> int:
    pause, began = publish_time.pause_of((turn.level for turn in turns), match.game), time.monotonic()
    publish_time.clamp(turns, pause)
    moves, complete = _decide(match, turns, lease, pause)
    if not moves and all(turn.level != IN_ADVANCE for turn in turns):
        return 0
    if not complete:
        _keep(match, turns, lease, moves)
        wake.advance(match.pk, match.ply)
        return 0
    wait = max(turns[0].publish_at - clock.now(), timedelta(0))
    long = pause > NAP or time.monotonic() - began > ENOUGH
    if long and wait > CALLED_BACK:
        _keep(match, turns, lease, moves)
        wake.publish(match.pk, match.ply, wait.total_seconds())
        return 0
    time.sleep(wait.total_seconds())
    return _publish(match.pk, match.decision, moves)


def _decide(match: Match, turns: list[BotTurn], lease: BotLease, pause: timedelta) -> tuple[dict[int, str], bool]:
    """Return the bots' decisions, cached or new, by seat, and whether all have decided. A decision that another worker
    has leased is left to it; no bot thinks about an answer in advance."""
    began = time.monotonic()
    moves: dict[int, str] = {}
    thought: list[BotTurn] = []
    for turn in (turn for turn in turns if turn.level != IN_ADVANCE):
        if (kept := _kept(match, turn)) is not None:
            moves[turn.seat] = kept
            continue
        if thought and time.monotonic() - began > ENOUGH:
            return moves, False
        if lease.acquire(turn):
            if not thought:
                publish_time.reserve(turns, pause)
            thought.append(turn)
            moves[turn.seat] = think(match, turn.seat, turn.level, GIVEN_UP.get(TurnState(turn.state)))
    if thought and publish_time.postpone(turns, pause):
        _note_late(match, thought)
    return moves, True


def _keep(match: Match, turns: Iterable[BotTurn], lease: BotLease, moves: Mapping[int, str]) -> None:
    """Store what the bots decided now until its moment comes."""
    sealer = sealer_of(match)
    for turn in turns:
        if turn.seat in moves:
            text = moves[turn.seat]
            lease.keep(turn, text, sealer.seal(turn.decision, turn.seat, text))


def _kept(match: Match, turn: BotTurn) -> str | None:
    """Return the move that the bot has decided already, or None; reject one that was altered since."""
    if turn.state != TurnState.KEPT:
        return None
    if sealer_of(match).check(turn.decision, turn.seat, turn.text, stored_bytes("seal of a bot's move", turn.seal)):
        return turn.text
    reject(turn)
    return None


def _note_late(match: Match, turns: Iterable[BotTurn]) -> None:
    for turn in turns:
        logger.warning("bot late", match=match.pk, seat=turn.seat, level=turn.level)
        _note_failure(match, turn.seat, turn.level, BotFailure.Cause.LATE)


def think(match: Match, index: int, level: str, given_up: BotFailure.Cause | None = None) -> str:
    """Return the move of the bot `level` on seat `index`, in notation. It sees re-dealt worlds only.

    A bot that fails, or answers what the rules do not allow, is replaced for this decision by the first legal
    option, and a row says why; so is one that was `given_up` before. Raises `BrokenLog`.
    """
    log = log_of(match, match.ply)  # not further: the match may have moved on since its row was read
    state = position_after(match, log).state
    if given_up is not None:
        return _safe_move(match, state, index, level, given_up)
    try:
        return _thought(match, log, state, index, level)
    except SoftTimeLimitExceeded:
        return _safe_move(match, state, index, level, BotFailure.Cause.SLOW)
    except MemoryError:
        return _safe_move(match, state, index, level, BotFailure.Cause.OUT_OF_MEMORY)
    except MoveError:
        return _safe_move(match, state, index, level, BotFailure.Cause.ILLEGAL_MOVE)
    except Exception as error:  # noqa: BLE001 - whatever a bot does, the match goes on
        return _safe_move(match, state, index, level, BotFailure.Cause.RAISED, type(error).__name__)


def _thought(match: Match, log: Sequence[Event], state: State, index: int, level: str) -> str:
    bot = LEVELS[level]
    seed = dealer_of(match, []).bot_seed(match.decision, index, level, bot.version)
    seat_log = SeatLog(index, match.seat_count)
    seat_log.extend(entries_after(match, log))
    parts = bot.decide(match.game, InformationSet(state, index, seat_log), seed)
    text = match.game.format_move(state, index, parts)
    match.game.parse_move(state, index, text)
    return text


def _safe_move(match: Match, state: State, index: int, level: str, cause: BotFailure.Cause, detail: str = "") -> str:
    """Store why the bot failed, and return the move of the first legal options, in notation."""
    logger.error("bot failed", match=match.pk, seat=index, level=level, cause=cause.value, detail=detail)
    _note_failure(match, index, level, cause, detail)
    return match.game.format_move(state, index, first_move(state, index))


def _note_failure(match: Match, index: int, level: str, cause: BotFailure.Cause, detail: str = "") -> None:
    BotFailure.objects.get_or_create(
        match=match, decision=match.decision, seat=index, defaults={"level": level, "cause": cause, "detail": detail}
    )


def first_move(state: State, seat: int) -> list[int]:
    """Return the move made of the first option at every part: always legal, needs no judgement."""
    trial = state.copy()
    parts: list[int] = []
    while not parts or trial.composing(seat):
        part = trial.options(seat)[0]
        trial.choose(seat, part)
        parts.append(part)
    return parts


def _publish(match_id: str, decision: int, moves: Mapping[int, str]) -> int:
    """Make the moves that the bots owe at `decision`, by seat, and the answers in advance to it, in one write; return
    how many still counted."""
    published = 0
    try:
        with quarantine_broken(match_id), transaction.atomic(durable=True):
            locked = LockedMatch.lock(match_id)
            match = locked.match
            if match.status != Status.RUNNING or match.decision != decision:
                return 0
            locked.settle_deadlines()
            for index, text in moves.items():
                seat = locked.seat(index)
                if match.decision == decision and seat.due_decision == decision and seat.bot_level:
                    locked.decide(seat, text, None)
                    published += 1
            if match.decision == decision:
                published += locked.give_answers_in_advance()
            locked.save()
    except (Missing, SetAside):
        return 0
    return published
