"""Answering a facedown card: let it pass, or try to counter it (rules page, #counter)."""

from games.core.engine.rows import Int
from games.titles.maskera.rules import abilities, information_state
from games.titles.maskera.rules import components as box
from games.titles.maskera.rules.counts import distinct
from games.titles.maskera.rules.fields import MaskeraFields


def let_pass(state: MaskeraFields) -> None:
    """Reveal the card, which stays; unless it wins, its ability follows."""
    _reveal(state)
    if not _stays_and_wins(state):
        abilities.use(state, state.active, state.revealed)


def announce(state: MaskeraFields, mask: Int) -> None:
    """Name the card for the other seat. Right or wrong, that seat discards next, unless the card wins."""
    state.announced = mask
    _reveal(state)
    if mask == state.revealed:
        state.hit = True
        state.record(box.EFFECT_HIT)
        state.phase = box.DISCARD
        return
    state.record(box.EFFECT_MISS)
    if not _stays_and_wins(state):
        state.phase = box.DISCARD


def discard(state: MaskeraFields, mask: Int) -> None:
    """Discard after a counter: a penalty after a miss, the counterer's own ability after a hit."""
    seat = 1 - state.active
    abilities.lose_card(state, seat, mask)
    if state.hit:
        abilities.use(state, seat, mask if box.COUNTER_USES == "discarded" else state.revealed)
    else:
        abilities.use(state, state.active, state.revealed)


def _reveal(state: MaskeraFields) -> None:
    state.revealed = state.trial
    state.trial = box.NONE
    information_state.card_shown(state, state.active, state.revealed)
    state.record(box.EFFECT_REVEAL, state.active, state.revealed)


def _stays_and_wins(state: MaskeraFields) -> bool:
    """Put the revealed card into its area; return whether it wins there, before the penalty and before the ability."""
    first = state.active * box.MASKS
    state.area[first + state.revealed] += 1
    if state.area[first + state.revealed] == box.FOUR:
        state.win_by = box.FOUR_ALIKE
    elif distinct(state.area, first) == box.MASKS:
        state.win_by = box.ALL_FIVE
    else:
        return False
    state.winner = state.active
    state.phase = box.FINISHED
    state.record(box.EFFECT_WIN, state.active, state.revealed if state.win_by == box.FOUR_ALIKE else box.NONE)
    return True
