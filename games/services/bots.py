"""A bot's decision: thought outside any transaction, published at a moment fixed before it thinks."""

import time
from datetime import datetime, timedelta

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction
from django.db.models import F

from games import clock
from games.bots.levels import LEVELS
from games.chance import dealer_of
from games.core.errors import BrokenLog, MoveError
from games.core.state import State
from games.models import BotTrouble, Match, Seat, Status
from games.refusals import Missing
from games.selectors.matches import position
from games.services.sitting import Sitting, bot_pause, set_aside

logger = structlog.get_logger(__name__)

# A bot that has been due this long was not woken: the sweep wakes it again.
SWEEP_AFTER = timedelta(seconds=3)

# After this many attempts that ended without a trace, the safe move is made without thinking. An attempt that began
# less than PATIENCE ago may still be under way elsewhere, and is left alone.
MOST_TRIES = 3
PATIENCE = timedelta(seconds=8)


def play_bots(match_id: str) -> int:
    """Let every bot that is due in a match make its decision; how many were committed.

    All think first, then all publish at the moment that was fixed when the decision opened. May run twice or
    late: a decision that has been made meanwhile is left alone.
    """
    match = Match.objects.filter(pk=match_id, status=Status.RUNNING).first()
    if match is None:
        return 0
    due = [(seat.index, seat.bot_level) for seat in match.seats.filter(due_decision=match.decision) if seat.bot_level]
    if not due:
        return 0
    try:
        moves = [
            (index, think(match, index, level, tries))
            for index, level in due
            if (tries := _begin(match.pk, index, match.decision))
        ]
    except BrokenLog as error:
        set_aside(match_id, error)
        return 0
    if match.bot_at is not None:
        _wait_until(match.bot_at)
    return sum(_commit(match_id, index, match.decision, text) for index, text in moves)


def think(match: Match, index: int, level: str, tries: int = 1) -> str:
    """The move of the bot `level` on seat `index`, in notation. It sees re-dealt worlds only.

    A bot that fails, or answers what the rules do not allow, is replaced for this decision by the first legal
    option, and a row says why; so is one whose earlier `tries` left no trace. Raises `BrokenLog`.
    """
    state = position(match).state
    if tries > MOST_TRIES:
        return _safe_move(match, state, index, level, BotTrouble.Kind.DIED)
    try:
        return _thought(match, state, index, level)
    except SoftTimeLimitExceeded:
        return _safe_move(match, state, index, level, BotTrouble.Kind.SLOW)
    except MemoryError:
        return _safe_move(match, state, index, level, BotTrouble.Kind.GREEDY)
    except MoveError:
        return _safe_move(match, state, index, level, BotTrouble.Kind.NONSENSE)
    except Exception as error:  # noqa: BLE001 - whatever a bot does, the match goes on
        return _safe_move(match, state, index, level, BotTrouble.Kind.RAISED, type(error).__name__)


def _begin(match_id: str, index: int, decision: int) -> int:
    """Claim the decision of a seat before thinking about it: the number of this attempt, 0 if one is under way."""
    moment = clock.now()
    seat = Seat.objects.filter(match=match_id, index=index, due_decision=decision)
    if seat.exclude(bot_decision=decision).update(bot_decision=decision, bot_tries=1, bot_began_at=moment):
        return 1
    again = seat.filter(bot_decision=decision, bot_began_at__lt=moment - PATIENCE)
    if not again.update(bot_tries=F("bot_tries") + 1, bot_began_at=moment):
        return 0
    return seat.values_list("bot_tries", flat=True).first() or 0


def _thought(match: Match, state: State, index: int, level: str) -> str:
    bot = LEVELS[level]
    seed = dealer_of(match, []).bot_seed(match.decision, index, level, bot.version)
    parts = bot.decide(match.game, index, lambda world: state.redeal(index, world), seed)
    text = match.game.format_move(state, index, parts)
    match.game.parse_move(state, index, text)
    return text


def _safe_move(match: Match, state: State, index: int, level: str, kind: str, detail: str = "") -> str:
    """The first legal option, and a row that says why it was taken."""
    logger.error("bot failed", match=match.pk, seat=index, level=level, kind=kind, detail=detail)
    BotTrouble.objects.get_or_create(
        match=match, decision=match.decision, seat=index, defaults={"level": level, "kind": kind, "detail": detail}
    )
    return match.game.format_move(state, index, first_move(state, index))


def first_move(state: State, seat: int) -> list[int]:
    """The move made of the first option at every part: always legal, needs no judgement."""
    trial = state.copy()
    parts: list[int] = []
    while not parts or trial.composing(seat):
        part = trial.options(seat)[0]
        trial.choose(seat, part)
        parts.append(part)
    return parts


def _wait_until(publish: datetime) -> None:
    """Sleep until `publish` or, when that is past, until the next whole pause after it: how long the bot thought
    must not show."""
    pause = bot_pause()
    late = clock.now() - publish
    if pause:
        time.sleep((-late if late < timedelta(0) else pause - late % pause).total_seconds())


def _commit(match_id: str, index: int, decision: int, text: str) -> bool:
    try:
        with transaction.atomic(durable=True):
            sitting = Sitting.lock(match_id)
            match = sitting.match
            if match.status != Status.RUNNING or match.decision != decision:
                return False
            sitting.settle_deadlines()
            seat = sitting.seat(index)
            if match.decision != decision or seat.due_decision != decision or not seat.bot_level:
                sitting.save()
                return False
            sitting.decide(seat, text, None)
            sitting.save()
            return True
    except Missing:
        return False
    except BrokenLog as error:
        set_aside(match_id, error)
        return False
