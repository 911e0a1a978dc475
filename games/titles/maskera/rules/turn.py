"""A turn: draw two cards, or play one facedown (rules page, #turn)."""

from games.core.engine.rows import Int
from games.titles.maskera.rules import components as box
from games.titles.maskera.rules import piles
from games.titles.maskera.rules.fields import MaskeraFields


def start(state: MaskeraFields, seat: Int) -> None:
    """Start the match with the turn of `seat`."""
    state.active = seat
    state.phase = box.TURN_CHOICE
    state.record(box.EFFECT_DEAL, seat)


def draw(state: MaskeraFields) -> None:
    """Draw with the active seat instead of playing."""
    piles.start_drawing(state, state.active, box.FOR_TURN, box.TURN_DRAW)


def play(state: MaskeraFields, mask: Int) -> None:
    """Put a card of the active seat facedown on trial."""
    seat = state.active
    state.hand[seat * box.MASKS + mask] -= 1
    state.hand_size[seat] -= 1
    state.trial = mask
    state.phase = box.ANSWER


def is_stuck(state: MaskeraFields) -> bool:
    """Return whether the active seat can neither draw nor play."""
    return state.hand_size[state.active] == 0 and not piles.can_draw(state)


def end(state: MaskeraFields) -> None:
    """End the turn: a countered card goes to the discard pile last of all; then the other seat is on turn."""
    if state.hit:
        state.discards.append(state.revealed)
    state.hit = False
    state.revealed = box.NONE
    state.announced = box.NONE
    state.user = box.NONE
    state.turns += 1
    if state.turns == box.LAST_TURN:
        state.phase = box.FINISHED
        state.record(box.EFFECT_STOP, state.turns)
    else:
        state.active = 1 - state.active
        state.phase = box.TURN_CHOICE
