"""The powers, as numbered steps; after each step the end of the match is checked (rules page, #masks).

`use` begins a power. One that leaves a choice waits for its user (CHOOSE), and goes on in `aim`.
"""

from games.core.engine.rows import Int
from games.titles.mascarade.rules import components as box
from games.titles.mascarade.rules import endings, history, turn
from games.titles.mascarade.rules.coins import (
    beg,
    exchange_fortunes,
    gain,
    neighbours_gain,
    neighbours_pay,
    pay,
    richest_other,
    take_justice,
)
from games.titles.mascarade.rules.fields import MascaradeFields
from games.titles.mascarade.rules.masks import (
    BEGGAR,
    CHEATER,
    FOOL,
    GAINS,
    GURU,
    JUDGE,
    MASKS,
    PATRON,
    PEASANT,
    PRICES,
    PRINCESS,
    PUPPETEER,
    SORCERESS,
    TARGETS,
    THIEF,
    WIDOW,
)
from games.titles.mascarade.rules.rows import NOTHING, RICHEST


def use_by_nobody(state: MascaradeFields) -> None:
    """Collect fines only: none of those who claimed the mask has it."""
    state.record(box.EFFECT_APPLIED, box.NONE, state.announced, 1)
    turn.finish(state)


def use(state: MascaradeFields, user: Int, second: Int, challenged: bool) -> None:
    """Apply the power of the announced mask for `user`; `second` is the owner of the other Peasant, if it was shown."""
    state.user = user
    mask = state.announced
    state.record(box.EFFECT_APPLIED, user, mask, 1 if challenged else 0)
    if mask == PEASANT:
        till(state, user, second)
    elif TARGETS[mask] == NOTHING:
        state.record(box.EFFECT_POWER, user)
        if not without_choice(state, user, mask):
            turn.finish(state)
    elif TARGETS[mask] == RICHEST:
        trick(state, user)
    elif GAINS[mask] > 0:
        gain_then_ask(state, user, GAINS[mask])
    else:
        ask(state)


def without_choice(state: MascaradeFields, user: Int, mask: Int) -> bool:
    """Apply a power that asks nothing: coins from the bank, then its other effects; return whether it ends the
    match."""
    if GAINS[mask] > 0:
        gain(state, user, GAINS[mask])
        if endings.ended(state):
            return True
    if mask == JUDGE:
        take_justice(state, user)
    elif mask == THIEF:
        neighbours_pay(state, user)
    elif mask == WIDOW:
        if state.coins[user] < box.WIDOW_FORTUNE:
            gain(state, user, box.WIDOW_FORTUNE - state.coins[user])
    elif mask == BEGGAR:
        return beg(state, user)
    elif mask == PATRON:
        neighbours_gain(state, user)
    elif mask == CHEATER:
        if state.coins[user] >= box.CHEATER_FORTUNE:
            endings.cheat(state, user)
            return True
    return endings.ended(state)


def till(state: MascaradeFields, user: Int, second: Int) -> None:
    """Pay the Peasants a coin, or two each if both were shown; one step."""
    state.record(box.EFFECT_POWER, user)
    if second == box.NONE:
        gain(state, user, GAINS[PEASANT])
    else:
        state.record(box.EFFECT_POWER, second)
        gain(state, user, box.BOTH_PEASANTS)
        gain(state, second, box.BOTH_PEASANTS)
    if not endings.ended(state):
        turn.finish(state)


def trick(state: MascaradeFields, user: Int) -> None:
    """Take from the richest other seat for the Trickster; the user chooses among equals."""
    victim = richest_other(state, user)
    if victim == box.NONE:
        ask(state)
    else:
        state.record(box.EFFECT_POWER, user)
        charge(state, victim)


def gain_then_ask(state: MascaradeFields, user: Int, coins: Int) -> None:
    """Do the first step of the Fool and the Princess; ask for targets only if the match goes on."""
    if state.coins[user] + coins >= box.RICH:
        state.record(box.EFFECT_POWER, user)  # no targets will be asked
    gain(state, user, coins)
    if not endings.ended(state):
        ask(state)


def ask(state: MascaradeFields) -> None:
    """Ask the user to choose targets."""
    state.phase = box.CHOOSE
    state.decider = state.user


# Once targets are chosen.


def decline(state: MascaradeFields) -> None:
    """Leave the fortunes as they are, as the Sorceress may."""
    history.commit(state, state.user)
    turn.finish(state)


def aim_at_player(state: MascaradeFields, player: Int) -> None:
    """Aim the Sorceress or the Trickster at a player."""
    history.commit(state, state.user)
    state.last_player = player
    if state.announced != SORCERESS:
        charge(state, player)
        return
    exchange_fortunes(state, state.user, player)
    if not endings.ended(state):
        turn.finish(state)


def aim(state: MascaradeFields, slot: Int) -> None:
    """Aim the Guru, the Princess or the Spy at one slot."""
    user = state.user
    history.commit(state, user)
    state.last_target = slot
    if state.announced == PRINCESS:
        history.show(state, slot, state.owner[slot])
        state.record(box.EFFECT_SHOWN, slot, state.mask[slot])
        turn.finish(state)
        return
    state.target = slot
    if state.announced == GURU:
        state.phase = box.GUESS
        state.decider = state.owner[slot]
        return
    own = spy_slot(state)
    history.look(state, user, own)
    history.look(state, user, slot)
    state.record(box.EFFECT_LOOKED, user, own * MASKS + state.mask[own], slot * MASKS + state.mask[slot])
    state.phase = box.SWAP


def swap(state: MascaradeFields, bit: Int) -> None:
    """Exchange the Spy's two masks, or not, after the look."""
    history.commit(state, state.user)
    history.maybe_swap(state, state.user, spy_slot(state), state.target, bit)
    turn.finish(state)


def spy_slot(state: MascaradeFields) -> Int:
    """Return the user's own slot: the one it claims to be the Spy."""
    return claimed_slot(state, state.user)


def claimed_slot(state: MascaradeFields, seat: Int) -> Int:
    """Return the slot in which `seat`, the announcer or a challenger, claims to have the mask."""
    if seat == state.active:
        return state.pointed
    return seat * state.hand + state.answer[seat] - box.CHALLENGED


def guess(state: MascaradeFields, mask: Int) -> None:
    """Let the Guru's victim name a mask; everyone sees its mask, and a wrong guess costs coins."""
    slot = state.target
    victim = state.owner[slot]
    history.commit(state, victim)
    state.last_guess = mask
    history.show(state, slot)
    state.record(box.EFFECT_TESTED, slot, state.mask[slot])
    if state.mask[slot] == mask:
        turn.finish(state)
    else:
        charge(state, victim)


def aim_at_two(state: MascaradeFields, first: Int, second: Int, bit: Int) -> None:
    """Aim the Fool or the Puppeteer at two slots of others."""
    history.commit(state, state.user)
    state.last_target = first
    state.last_other = second
    if state.announced == FOOL:
        history.maybe_swap(state, state.user, first, second, bit)
        turn.finish(state)
        return
    pay(state, first, state.user, PRICES[PUPPETEER])  # from six players on, a slot is its seat
    pay(state, second, state.user, PRICES[PUPPETEER])
    if endings.ended(state):
        return
    history.swap_openly(state, first, second)
    exchange_fortunes(state, first, second)
    if not endings.ended(state):
        turn.finish(state)


def charge(state: MascaradeFields, victim: Int) -> None:
    """Let `victim` pay the user the price of the mask, as far as it can; that ends the power."""
    pay(state, victim, state.user, PRICES[state.announced])
    if not endings.ended(state):
        turn.finish(state)
