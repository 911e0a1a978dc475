"""Properties of decisions."""

from collections import OrderedDict
from collections.abc import Collection, Sequence

import structlog

from games.core.engine.events import Event
from games.core.engine.state import TURN
from games.core.errors import BrokenLog
from games.models import Match
from games.selectors.matches import logs_of, position_after
from games.selectors.stored import check_match, each_readable
from games.strict import UNREADABLE

logger = structlog.get_logger(__name__)


Decision = tuple[str, int]
"""A match, and the number of events before the decision is opened."""

_known: "OrderedDict[Decision, bool]" = OrderedDict()  # of this process: what is found out once never changes
MOST_KNOWN = 4096


def responses_among(decisions: Collection[Decision]) -> set[Decision]:
    """Return those decisions that answer another player's move; two statements for all that this process does not know
    yet. One whose match cannot be read is left out and logged."""
    asked = {decision for decision in decisions if decision not in _known}
    matches = each_readable(Match.objects.filter(pk__in={match_id for match_id, _ply in asked})) if asked else []
    sound = [match for match in matches if _is_sound(match)]
    logs = logs_of(sound)
    for match in sound:
        for match_id, ply in asked:
            if match_id == match.pk:
                _find_out(match, logs.get(match.pk, []), ply)
    found = {decision for decision in decisions if _known.get(decision, False)}
    while len(_known) > MOST_KNOWN:
        _known.popitem(last=False)
    return found


def _is_sound(match: Match) -> bool:
    try:
        check_match(match)
    except UNREADABLE as error:
        logger.error("decision unreadable", match=match.pk, error=type(error).__name__)
        return False
    return True


def _find_out(match: Match, log: Sequence[Event], ply: int) -> None:
    try:
        if len(log) < ply:
            raise BrokenLog(f"{len(log)} events are stored before ply {ply}")
        _known[match.pk, ply] = position_after(match, log[:ply]).state.response() != TURN
    except UNREADABLE as error:
        logger.error("decision unreadable", match=match.pk, error=type(error).__name__)


def is_response(match_id: str, decision: int) -> bool:
    """Return whether the decision that opens after this many events of a match is an answer to another player's
    move."""
    return (match_id, decision) in responses_among([(match_id, decision)])
