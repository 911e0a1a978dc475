"""A turn of Lantern: hang a lantern, the others answer, the wind decides."""

from games.core.engine.rows import Int
from tests.lantern.rules.components import (
    ABSENT,
    BLOW,
    BLOW_PART,
    BRIGHTEST,
    DONE,
    EFFECT_ENDED,
    EFFECT_OUT,
    HANG,
    WAITING,
    WIND,
)
from tests.lantern.rules.fields import LanternFields


def hang(state: LanternFields, bridge: Int) -> None:
    """The chosen lantern comes to `bridge`; everybody else with a breath left is asked about it."""
    state.hand[state.mover * (BRIGHTEST + 1) + state.card] -= 1
    state.bridge = bridge
    for seat in range(state.seats):
        asked = seat != state.mover and state.breath[seat] > 0
        state.answer[seat] = WAITING if asked else ABSENT
    if WAITING in state.answer:
        state.phase = BLOW
    else:
        shine(state)


def blowers(state: LanternFields) -> Int:
    """How many seats have blown."""
    count = 0
    for seat in range(state.seats):
        if state.answer[seat] == BLOW_PART:
            count += 1
    return count


def open_window(state: LanternFields) -> None:
    """All answers are in: who blows spends a breath, and the wind decides."""
    if blowers(state) == 0:
        shine(state)
        return
    for seat in range(state.seats):
        if state.answer[seat] == BLOW_PART:
            state.breath[seat] -= 1
    state.phase = WIND


def shine(state: LanternFields) -> None:
    """The lantern stays."""
    state.light[state.bridge * state.seats + state.mover] += state.card
    end_turn(state)


def go_out(state: LanternFields) -> None:
    """The lantern is lost."""
    state.record(EFFECT_OUT, state.mover, state.card, state.bridge)
    end_turn(state)


def end_turn(state: LanternFields) -> None:
    """The next seat hangs a lantern; all hold equally many, so an empty hand is the end."""
    state.card = 0
    state.bridge = -1
    for seat in range(state.seats):
        state.answer[seat] = ABSENT
    state.turns += 1
    state.mover = (state.mover + 1) % state.seats
    state.phase = HANG
    if state.hand_size(state.mover) == 0:
        state.phase = DONE
        state.record(EFFECT_ENDED)
