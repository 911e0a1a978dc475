"""The beginning of a night of which the first lantern is forgotten: two of them differ in its brightness alone."""

from functools import cache

from games.core.engine.events import Event, EventKind
from games.core.engine.log import apply_event, chance_event
from games.core.engine.state import CHANCE
from tests.lantern.game import LANTERN

FADING = {"wind": "calm", "memory": "fades"}
BRIGHT, BRIGHTER = 3, 4
HANDS = {2: ((0, 1, 2), (1, 2, 2)), 3: ((0, 1), (1, 2), (2, 2))}
"""By number of seats; 0 is the first lantern."""
MOVES = {
    2: ((0, "0a"), (1, "blow"), (1, "2b"), (0, "let"), (0, "1c"), (1, "let")),
    3: (
        (0, "0a"), (1, "blow"), (2, "blow"),
        (1, "2b"), (0, "let"), (2, "let"),
        (2, "2c"), (0, "let"), (1, "let"),
    ),
}  # fmt: skip
STRONGEST = 6
"""The face of the wind die, which puts out whatever hangs."""


@cache
def night(seats: int, card: int) -> tuple[Event, ...]:
    """Three turns: the first lantern, of brightness `card`, goes out, and then everybody decides about two others."""
    state = LANTERN.initial_state(seats, FADING)
    moves, events = iter(MOVES[seats]), []
    while True:
        if state.to_move() == CHANCE:
            step = state.chance_step()
            slot, seat = (step.index[1], step.index[0]) if step.purpose == "deal" else (0, 0)
            outcome = {"first": 0, "wind": STRONGEST, "deal": HANDS[seats][seat][slot] or card}[step.purpose]
            event = chance_event(LANTERN, state, outcome)
        else:
            move = next(moves, None)
            if move is None:
                return tuple(events)
            event = Event(EventKind.MOVE, move[0], move[1].replace("0", str(card)))
        apply_event(LANTERN, state, event)
        events.append(event)
