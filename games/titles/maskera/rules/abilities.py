"""The abilities of the five masks (rules page, #masks). They are mandatory, as far as they are possible."""

from games.core.engine.rows import Int
from games.titles.maskera.rules import components as box
from games.titles.maskera.rules import information_state, piles
from games.titles.maskera.rules.counts import distinct, pack
from games.titles.maskera.rules.fields import MaskeraFields


def use(state: MaskeraFields, seat: Int, mask: Int) -> None:
    """Use the ability of `mask` against the other seat."""
    if mask == box.POLITICIAN:
        piles.start_drawing(state, seat, box.POLITICIAN, box.POLITICIAN_DRAW)
    elif mask == box.RECRUITER:
        piles.start_drawing(state, seat, box.RECRUITER, box.RECRUITER_DRAW)
    elif mask == box.SPY:
        piles.start_drawing(state, seat, box.SPY, box.SPY_DRAW)
    elif mask == box.BRUTE:
        _brute(state, seat)
    else:
        _assassin(state, seat)


def after_draw(state: MaskeraFields) -> None:
    """Continue after the draw: a recruiter's user keeps one of the cards, a spy's user looks at the other hand."""
    state.phase = box.TURN_END
    if state.drawing_for == box.RECRUITER:
        if state.aside_size > 0:
            state.phase = box.KEEPING
    elif state.drawing_for == box.SPY:
        _look(state)


def keep(state: MaskeraFields, mask: Int) -> None:
    """Keep one recruited card and discard the others, in the order P R S B A."""
    seat = state.user
    state.aside[mask] -= 1
    state.hand[seat * box.MASKS + mask] += 1
    state.hand_size[seat] += 1
    information_state.rejects_shown(state)
    rejects = pack(state.aside, 0)
    if rejects > 0:
        state.record(box.EFFECT_REJECT, seat, rejects)
    for other in range(box.MASKS):
        for _ in range(state.aside[other]):
            state.discards.append(other)
        state.aside[other] = 0
    state.aside_size = 0
    state.phase = box.TURN_END


def _look(state: MaskeraFields) -> None:
    """Show the spy's user the other hand as it is now, if there is one."""
    if state.hand_size[1 - state.user] > 0:
        information_state.look(state)
        state.record(box.EFFECT_PEEK, state.user, pack(state.hand, (1 - state.user) * box.MASKS))


def _brute(state: MaskeraFields, seat: Int) -> None:
    state.user = seat
    state.phase = box.SNATCHING if state.hand_size[1 - seat] > 0 else box.TURN_END


def snatch(state: MaskeraFields, mask: Int) -> None:
    """Discard `mask`, which chance chose, from the other hand for the brute."""
    victim = 1 - state.user
    state.record(box.EFFECT_SNATCH, victim, mask)
    lose_card(state, victim, mask)
    state.phase = box.TURN_END


def _assassin(state: MaskeraFields, seat: Int) -> None:
    state.user = seat
    state.phase = box.REMOVING if distinct(state.area, (1 - seat) * box.MASKS) > 0 else box.TURN_END


def remove(state: MaskeraFields, mask: Int) -> None:
    """Discard a card from the other area for the assassin."""
    state.area[(1 - state.user) * box.MASKS + mask] -= 1
    state.discards.append(mask)
    state.phase = box.TURN_END


def lose_card(state: MaskeraFields, seat: Int, mask: Int) -> None:
    """Discard a card from the hand of `seat`, face-up."""
    state.hand[seat * box.MASKS + mask] -= 1
    state.hand_size[seat] -= 1
    state.discards.append(mask)
    information_state.card_shown(state, seat, mask)
