"""The end of a match: the outcome by the rules, adjusted by the site events in the log."""

from collections.abc import Iterable, Sequence

from games.core.engine.events import Event, EventKind
from games.core.engine.outcome import Outcome
from games.core.engine.state import State

# Texts of site events. A bot plays on for a seat that was given up; in a match of two seats that seat has lost.
RESIGNED = "resigned"
OUT_OF_TIME = "out_of_time"
MISSED_RESPONSES = "silent"
# The same of a seat whose holder did not come: a bot plays on from the start.
ABSENT = "absent"
# A seat that the match's arranger has declared forfeited.
FORFEITED = "forfeited"
GIVEN_UP = (RESIGNED, OUT_OF_TIME, MISSED_RESPONSES, ABSENT, FORFEITED)
# The text of a site event about a seat that was given up and that another person plays on from here.
TAKEN_OVER = "taken_over"
# The text of the site event, without a seat, that ends a match whose result does not count.
ANNULLED = "annulled"
# The same, where all players have agreed to it.
AGREED = "agreed"
WITHOUT_RESULT = (ANNULLED, AGREED)
# Texts of site events that record who made a decision and have no other effect.
BOT_DECIDED = "bot_decided"
DEFAULTED = "defaulted"
# The text of a site event without a seat: the operator has looked at the hidden information.
HANDS_OPENED = "hands_opened"


def given_up(events: Iterable[Event]) -> list[int]:
    """Return the seats that were given up and not taken over since, in the order in which that happened.

    >>> given_up([Event(EventKind.SITE, 2, RESIGNED), Event(EventKind.SITE, 0, OUT_OF_TIME)])
    [2, 0]
    >>> given_up([Event(EventKind.SITE, 2, RESIGNED), Event(EventKind.SITE, 2, TAKEN_OVER)])
    []
    """
    left: list[int] = []
    for event in events:
        if event.kind != EventKind.SITE or event.seat is None:
            continue
        if event.text in GIVEN_UP:
            left.append(event.seat)
        elif event.text == TAKEN_OVER:
            left = [seat for seat in left if seat != event.seat]
    return left


def final_outcome(state: State, seats: int, site_events: Sequence[Event]) -> Outcome | None:
    """Return the outcome of the match at `state`, or None while it is running.

    In a match that is annulled, or ended by agreement, all seats are tied. In a match of two seats, a seat that is
    given up loses. With more seats, the places by the rules count, except that seats that were given up come last, the
    first of them in the last place. A seat that was taken over is placed by the rules again.

    >>> from tests.lantern.game import LANTERN
    >>> final_outcome(LANTERN.initial_state(2, {"wind": "calm"}), 2, [Event(EventKind.SITE, 0, RESIGNED)])
    Outcome(places=(2, 1), reason='resigned', scores=None)
    """
    without = next((event.text for event in site_events if event.text in WITHOUT_RESULT), None)
    if without is not None:
        return Outcome((1,) * seats, without)
    left = given_up(site_events)
    if seats == 2 and left:
        reason = next(event.text for event in site_events if event.text in GIVEN_UP)
        return Outcome(tuple(2 if seat == left[0] else 1 for seat in range(2)), reason)
    outcome = state.outcome()
    if outcome is None or not left:
        return outcome
    stayed = [seat for seat in range(seats) if seat not in left]
    places = [0] * seats
    for seat in stayed:
        places[seat] = 1 + sum(outcome.places[other] < outcome.places[seat] for other in stayed)
    for rank, seat in enumerate(reversed(left)):
        places[seat] = len(stayed) + 1 + rank
    return Outcome(tuple(places), outcome.reason, outcome.scores)
