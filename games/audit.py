"""Looking after stored logs: does a match replay, does its chain hold, do its cached columns agree?"""

from games.chance import dealer_of, sealer_of
from games.core.dealer import verify_match
from games.core.ending import final_outcome
from games.core.errors import BrokenLog
from games.core.events import Event as CoreEvent
from games.core.events import EventKind
from games.core.log import replay
from games.models import Event, Match, Status


def faults_of(match: Match) -> list[str]:
    """Everything wrong with a stored match, one sentence each; empty when all is well."""
    stored = list(Event.objects.filter(match=match).order_by("ply"))
    if [event.ply for event in stored] != list(range(match.ply)):
        return [f"{len(stored)} events are stored, the match counts {match.ply}"]
    log = [(event.core(), bytes(event.hash)) for event in stored]
    dealer, sealer = dealer_of(match, match.seats.all()), sealer_of(match)
    faults = verify_match(match.game, dealer, match.commitment, match.seat_count, match.settings, log)
    if log and bytes(match.head) != log[-1][1]:
        faults.append("the head of the chain is not the last event's")
    faults += [
        f"the answer of seat {answer.seat} in window {answer.window} was altered"
        for answer in match.answers.order_by("window", "seat")
        if not sealer.check(answer.window, answer.seat, answer.text, bytes(answer.seal))
    ]
    return faults or _cache_faults(match, [event for event, _link in log])


def _cache_faults(match: Match, events: list[CoreEvent]) -> list[str]:
    try:
        position = replay(match.game, match.seat_count, match.settings, events)
    except BrokenLog as error:
        return [str(error)]
    faults = []
    if match.status in (Status.RUNNING, Status.FINISHED) and match.decision != position.decision:
        faults.append(f"the open decision is {position.decision}, the match says {match.decision}")
    site = [event for event in events if event.kind == EventKind.SITE]
    outcome = final_outcome(position.state, match.seat_count, site)
    if (outcome is not None) != (match.status == Status.FINISHED):
        faults.append(f"the log says {outcome}, the match is {match.status}")
    elif outcome is not None and list(outcome.places) != (match.outcome or {}).get("places"):
        faults.append(f"the log places {outcome.places}, the match says {match.outcome}")
    return faults + _bot_turn_faults(match)


def _bot_turn_faults(match: Match) -> list[str]:
    owed = {(seat.index, seat.due_decision) for seat in match.seats.exclude(due_decision=None) if seat.bot_level}
    stored = set(match.bot_turns.filter(closed_at=None).values_list("seat", "decision"))
    faults = [
        f"the bot on seat {seat} owes decision {ply}, without an open turn" for seat, ply in sorted(owed - stored)
    ]
    return faults + [
        f"seat {seat} has an open turn of a bot at {ply}, but does not owe it" for seat, ply in sorted(stored - owed)
    ]
