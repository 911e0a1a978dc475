"""The pauses of the seats of a match, as the site knows them now: what a `LockedMatch` keeps on its seats.

Moves need them and must not ask for them, so each seat keeps a copy, from the start of the match to its end. It is
renewed when its holder changes something (`services.clocks.pauses`), and before anybody is found late.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from games import clock
from games.core.clocks.personal_pauses import PersonalPauses
from games.models import Match, Seat
from games.policy import policy

_INSTANT = timedelta(microseconds=1)


def current_pauses(
    match: Match, seats: Sequence[Seat], moment: datetime
) -> tuple[dict[int, Mapping[str, Any] | None], Collection[int]]:
    """Return the current `Seat.pauses` of each seat, by index, and the users among the holders whose automatic vacation
    may start. Asks the policy once, and not at all if the match has no pauses."""
    rules = match.pause_rules.within(clock.PACES[match.pace].allowed_pauses)
    sleepers = {seat.index: seat.user_id for seat in seats if rules and seat.user_id is not None and not seat.bot}
    known = policy().personal_pauses(sorted(sleepers.values())) if sleepers else {}
    found: dict[int, Mapping[str, Any] | None] = {}
    for seat in seats:
        user_id = sleepers.get(seat.index)
        own = None if user_id is None else known.get(user_id, PersonalPauses())
        since = moment if seat.due_since is None else min(moment, seat.due_since)
        kept = None if own is None else own.since(since).within(rules)
        found[seat.index] = None if kept is None else kept.as_json()
    return found, [user_id for user_id, own in known.items() if own.automatic and rules.vacations]


def begin_vacation(match: Match, seat: Seat) -> bool:
    """Begin a day of vacation as the time of `seat` runs out, if its holder has asked for that; return whether one
    covers that instant now. It begins before the deadline, as at the deadline it is too late."""
    if not match.pause_rules.vacations or seat.user_id is None or seat.bot:
        return False
    if seat.deadline is None or seat.due_since is None or seat.deadline <= seat.due_since:
        return False
    return policy().begin_vacation(seat.user_id, seat.deadline - _INSTANT)
