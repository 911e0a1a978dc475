"""Weights of the options, and the value of a position, one step ahead.

The weights rest on the belief of the deciding seat, which is the same in every world that it may be dealt: so one world
is as good as many.
"""

from typing import cast

from games.core.knowledge import Knowledge
from games.core.state import State
from games.titles.mascarade.bots.judgement import TENTHS, Judgement
from games.titles.mascarade.bots.standing import chances
from games.titles.mascarade.bots.targets import weigh_targets
from games.titles.mascarade.rules.components import (
    ACTION,
    ANNOUNCE,
    ANSWERS,
    CHALLENGED,
    EXCHANGE,
    GUESS,
    MASK,
    MEMORISE,
    NO,
    POINT,
    PRETEND,
    SLOT,
    SWAP,
    SWAP_PART,
    VIEW,
)
from games.titles.mascarade.rules.state import MascaradeState

SURE_GUESS = 4.0  # in coins: what the Guru's victim has to lose


class MascaradeKnowledge(Knowledge):
    """The weight of a part is that of the best move that begins with it."""

    def weigh(self, world: State, seat: int) -> list[float]:
        state = cast(MascaradeState, world)
        return weights(state, seat, Judgement(state, seat))

    def evaluate(self, world: State) -> list[float]:
        return [TENTHS * each for each in standing(cast(MascaradeState, world))]


def standing(state: MascaradeState) -> list[float]:
    """The chance of each seat to win; at the end of a match, its share of the victory."""
    outcome = state.outcome()
    if outcome is not None:
        winners = outcome.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(state.seats)]
    return chances([float(each) for each in state.coins])


def weights(state: MascaradeState, seat: int, judgement: Judgement) -> list[float]:
    """A weight for each of the seat's options."""
    options = state.options(seat)
    if state.phase == MEMORISE:
        return [0.0] * len(options)
    if state.phase == ACTION:
        return [weigh_action(state, seat, judgement, part) for part in options]
    if state.phase == ANSWERS:
        base = seat * state.hand
        return [0.0 if part == NO else judgement.challenge(base + part - CHALLENGED) for part in options]
    if state.phase == GUESS:
        slot = int(state.target)
        return [SURE_GUESS * judgement.chance(slot, part - MASK) for part in options]
    if state.phase == SWAP:
        own = own_slot(state)
        return [judgement.exchange(own, int(state.target), part == SWAP_PART) for part in options]
    return weigh_targets(state, seat, judgement, options)


def own_slot(state: MascaradeState) -> int:
    """The slot by which the user of the power has claimed the mask."""
    user = int(state.user)
    if user == state.active:
        return int(state.pointed)
    return user * int(state.hand) + int(state.answer[user]) - CHALLENGED


def weigh_action(state: MascaradeState, seat: int, judgement: Judgement, part: int) -> float:
    """The weight of a part of an action: of the best action that begins with the parts chosen and this one."""
    base, chosen = seat * int(state.hand), state.composed
    if not chosen:
        if part >= ANNOUNCE:
            return max(best_announcement(state, seat, judgement, mask) for mask in state.kinds)
        if part >= VIEW:
            return judgement.view(base + part - VIEW)
        return best_exchange(state, seat, judgement, base + part - EXCHANGE)
    if chosen[0] >= ANNOUNCE:
        if part >= MASK:
            return best_announcement(state, seat, judgement, part - MASK)
        return judgement.announcement(base + part - POINT, int(chosen[1]) - MASK)
    own = base + int(chosen[0]) - EXCHANGE
    if part >= SLOT:
        return max(judgement.exchange(own, part - SLOT, swap) for swap in (False, True))
    return judgement.exchange(own, int(chosen[1]) - SLOT, part == PRETEND + 1)


def best_announcement(state: MascaradeState, seat: int, judgement: Judgement, mask: int) -> float:
    """The worth of announcing a mask, pointing at the best of the own slots."""
    return max(judgement.announcement(slot, mask) for slot in judgement.slots(seat))


def best_exchange(state: MascaradeState, seat: int, judgement: Judgement, own: int) -> float:
    """The worth of the best exchange of an own slot."""
    others = (slot for slot in range(state.places) if state.owner[slot] != seat)
    return max(judgement.exchange(own, other, swap) for other in others for swap in (False, True))
