"""The only way to look at the hidden cards of a running match: logged, and announced to its players first."""

import structlog
from django.db import transaction

from games.core.engine import ending
from games.core.engine.events import Event as CoreEvent
from games.core.engine.events import EventKind
from games.core.text import _
from games.models import BreakGlass, Match, Status
from games.refusals import BadInput, Conflict
from games.services.match.locked_match import LockedMatch

logger = structlog.get_logger(__name__)


def break_glass(*, match_id: str, by: str, reason: str) -> Match:
    """Record that `by` opens a running match, and why, and return the match; only then may its hidden side be read.

    An event in the log tells all players of the match for good; a row keeps name and reason. Raises `Missing`,
    `BadInput` (no name or reason), `Conflict` (the match is not running: nothing is hidden then).
    """
    if not by.strip() or not reason.strip():
        raise BadInput(_("Say who is opening the match, and why."))
    with transaction.atomic(durable=True):
        locked = LockedMatch.lock(match_id)
        if locked.match.status not in (Status.RUNNING, Status.QUARANTINED):
            raise Conflict(_("Only matches in progress hide anything."))
        locked.write(CoreEvent(EventKind.SITE, None, ending.HANDS_OPENED), None)
        BreakGlass.objects.create(match=locked.match, by=by.strip()[:150], reason=reason.strip()[:500])
        locked.save()
    logger.warning("break glass used", match=match_id)
    return locked.match
