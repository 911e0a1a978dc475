"""The end of a match: the rules' outcome plus what the site had to write into the log."""

from collections.abc import Iterable, Sequence

from games.core.events import Event, EventKind
from games.core.outcome import Outcome
from games.core.state import State

# Words of site events. A seat that was given up is played by a bot from then on; with two seats it has lost.
RESIGNED = "resigned"
OUT_OF_TIME = "out_of_time"
MISSED_RESPONSES = "silent"
GIVEN_UP = (RESIGNED, OUT_OF_TIME, MISSED_RESPONSES)
# Words that change nothing but tell who decided.
BOT_DECIDED = "bot_decided"
DEFAULTED = "defaulted"
# The word of an event about nobody's seat: the operator looked at what is hidden.
HANDS_OPENED = "hands_opened"


def given_up(events: Iterable[Event]) -> list[int]:
    """Seats that were given up, in that order."""
    return [
        event.seat
        for event in events
        if event.kind == EventKind.SITE and event.text in GIVEN_UP and event.seat is not None
    ]


def final_outcome(state: State, seats: int, site_events: Sequence[Event]) -> Outcome | None:
    """The outcome of the match at `state`, or None while it goes on.

    With two seats, giving up loses. With more, the rules' places stand, but seats that were given up come last,
    whoever left first the very last.

    >>> from tests.lantern.game import LANTERN
    >>> final_outcome(LANTERN.initial_state(2, {"wind": "calm"}), 2, [Event(EventKind.SITE, 0, RESIGNED)])
    Outcome(places=(2, 1), reason='resigned', scores=None)
    """
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
