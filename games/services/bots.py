"""A bot's decision: thought outside any transaction, published at a moment fixed before it thinks."""

import time
from collections.abc import Iterable
from datetime import timedelta

import structlog
from celery.exceptions import SoftTimeLimitExceeded
from django.db import transaction

from games import clock, wake
from games.bots.levels import LEVELS
from games.chance import dealer_of, sealer_of
from games.core.errors import MoveError
from games.core.state import State
from games.models import BotFailure, Match, Seat, Status
from games.refusals import Missing, SetAside
from games.selectors.matches import position
from games.services import publish_time
from games.services.bot_lease import ENDLESS, MOST_TRIES, Hold
from games.services.locked_match import LockedMatch
from games.services.quarantine import quarantine_broken

logger = structlog.get_logger(__name__)

# A bot that has been due this long was not woken: the sweep wakes it again. So is one that would be due after this:
# the clock was set back.
SWEEP_AFTER = timedelta(seconds=3)
FAR = timedelta(minutes=2)

# A worker waits out a pause of this length. In a longer one it keeps the moves, and is called back: asleep it would let
# other matches wait, many of them after an outage. Which of the two follows from the levels, as the pause does. What is
# left then is waited out.
NAP = timedelta(seconds=0.1)
CALLED_BACK = timedelta(seconds=0.1)
# After this many seconds of thinking for a match a worker leaves the rest to the next task.
ENOUGH = 4.0


def play_bots(match_id: str) -> int:
    """Let every bot that is due in a match make its decision; how many were committed.

    All think first, then all publish at the moment that was fixed before (`moments`). May run twice or late: a
    decision that has been made meanwhile is left alone.
    """
    match = Match.objects.filter(pk=match_id, status=Status.RUNNING).first()
    if match is None:
        return 0
    try:
        with Hold(match) as hold, quarantine_broken(match_id):
            return _play(match, hold)
    except SetAside:
        return 0


def _play(match: Match, hold: Hold) -> int:
    due, began = [seat for seat in match.seats.filter(due_decision=match.decision) if seat.bot_level], time.monotonic()
    publish_time.clamp(match, publish_time.pause_of(seat.bot_level for seat in due))
    moves, complete = _moves(match, due, began, hold)
    if not moves:
        return 0
    wait = timedelta(0) if match.bot_at is None else max(match.bot_at - clock.now(), timedelta(0))
    if not complete:
        _keep(match, moves)
        wake.advance(match.pk, match.ply)
        return 0
    long = publish_time.pause_of(seat.bot_level for seat in due) > NAP or time.monotonic() - began > ENOUGH
    if long and wait > CALLED_BACK:
        _keep(match, moves)
        wake.publish(match.pk, match.ply, wait.total_seconds())
        return 0
    time.sleep(wait.total_seconds())
    return sum(_commit(match.pk, index, match.decision, text) for index, text in moves.items())


def _moves(match: Match, due: list[Seat], began: float, hold: Hold) -> tuple[dict[int, str], bool]:
    """What the bots on these seats decide, kept or thought now, and whether all have thought. A seat that another
    worker thinks about is left to it."""
    pause = publish_time.pause_of(seat.bot_level for seat in due)
    moves: dict[int, str] = {}
    thought: list[Seat] = []
    for seat in due:
        if (kept := _kept(match, seat)) is not None:
            moves[seat.index] = kept
            continue
        if thought and time.monotonic() - began > ENOUGH:
            return moves, False
        if tries := hold.claim(seat):
            if not thought:
                publish_time.reserve(match, pause)
            thought.append(seat)
            moves[seat.index] = think(match, seat.index, seat.bot_level, tries)
    if thought and publish_time.postpone(match, pause):
        _note_late(match, thought)
    return moves, True


def _keep(match: Match, moves: dict[int, str]) -> None:
    """Store what the bots decided until its moment comes."""
    sealer = sealer_of(match)
    for index, text in moves.items():
        seat = Seat.objects.filter(match=match, index=index, due_decision=match.decision)
        seat.filter(bot_decision=match.decision, bot_text="").update(
            bot_text=text, bot_seal=sealer.seal(match.decision, index, text)
        )


def _kept(match: Match, seat: Seat) -> str | None:
    """What the bot on `seat` has decided already; one that was altered since counts for nothing."""
    if not seat.bot_text or seat.bot_decision != match.decision:
        return None
    genuine = sealer_of(match).check(match.decision, seat.index, seat.bot_text, bytes(seat.bot_seal))
    return seat.bot_text if genuine else None


def _note_late(match: Match, seats: Iterable[Seat]) -> None:
    for seat in seats:
        logger.warning("bot late", match=match.pk, seat=seat.index, level=seat.bot_level)
        _note_trouble(match, seat.index, seat.bot_level, BotFailure.EventKind.LATE)


def think(match: Match, index: int, level: str, tries: int = 1) -> str:
    """The move of the bot `level` on seat `index`, in notation. It sees re-dealt worlds only.

    A bot that fails, or answers what the rules do not allow, is replaced for this decision by the first legal
    option, and a row says why; so is one whose earlier `tries` left no trace. Raises `BrokenLog`.
    """
    state = position(match).state
    if tries > MOST_TRIES:
        why = BotFailure.EventKind.SLOW if tries > ENDLESS else BotFailure.EventKind.DIED
        return _safe_move(match, state, index, level, why)
    try:
        return _thought(match, state, index, level)
    except SoftTimeLimitExceeded:
        return _safe_move(match, state, index, level, BotFailure.EventKind.SLOW)
    except MemoryError:
        return _safe_move(match, state, index, level, BotFailure.EventKind.GREEDY)
    except MoveError:
        return _safe_move(match, state, index, level, BotFailure.EventKind.NONSENSE)
    except Exception as error:  # noqa: BLE001 - whatever a bot does, the match goes on
        return _safe_move(match, state, index, level, BotFailure.EventKind.RAISED, type(error).__name__)


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
    _note_trouble(match, index, level, kind, detail)
    return match.game.format_move(state, index, first_move(state, index))


def _note_trouble(match: Match, index: int, level: str, kind: str, detail: str = "") -> None:
    BotFailure.objects.get_or_create(
        match=match, decision=match.decision, seat=index, defaults={"level": level, "kind": kind, "detail": detail}
    )


def first_move(state: State, seat: int) -> list[int]:
    """The move made of the first option at every part: always legal, needs no judgement."""
    trial = state.copy()
    parts: list[int] = []
    while not parts or trial.composing(seat):
        part = trial.options(seat)[0]
        trial.choose(seat, part)
        parts.append(part)
    return parts


def _commit(match_id: str, index: int, decision: int, text: str) -> bool:
    try:
        with quarantine_broken(match_id), transaction.atomic(durable=True):
            locked = LockedMatch.lock(match_id)
            match = locked.match
            if match.status != Status.RUNNING or match.decision != decision:
                return False
            locked.settle_deadlines()
            seat = locked.seat(index)
            if match.decision != decision or seat.due_decision != decision or not seat.bot_level:
                locked.save()
                return False
            locked.decide(seat, text, None)
            locked.save()
            return True
    except (Missing, SetAside):
        return False
