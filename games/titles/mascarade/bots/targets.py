"""Whom a power strikes: the weights of its targets."""

from collections.abc import Sequence

from games.titles.mascarade.bots.judgement import TENTHS, Judgement
from games.titles.mascarade.bots.standing import chance_of
from games.titles.mascarade.rules.components import (
    DECLINE,
    FOOL,
    GURU,
    GURU_PRICE,
    NONE,
    PLAYER,
    PRINCESS,
    PUPPETEER,
    SLOT,
    SORCERESS,
    SPY,
    SWAP_PART,
    TRICKSTER_PRICE,
)
from games.titles.mascarade.rules.state import MascaradeState

CONFUSION = 0.6
"""What it is worth, in tenths, that a rival is no longer sure of a mask that threatens."""
SECRET = 0.57
"""What it is worth that the others see the mask of a rival (Princess), who may not announce next."""


def weigh_targets(state: MascaradeState, seat: int, judgement: Judgement, options: Sequence[int]) -> list[float]:
    """A weight for each part of the choice that the power in hand asks for."""
    mask = int(state.announced)
    if mask == SORCERESS:
        return [fortunes(state, seat, part) for part in options]
    if mask == SPY:
        return [
            max(judgement.exchange(judgement.slots(seat)[0], part - SLOT, swap) for swap in (False, True))
            for part in options
        ]
    if mask == FOOL:
        return [fool(state, judgement, part) for part in options]
    return [struck(state, seat, judgement, mask, part) for part in options]


def fortunes(state: MascaradeState, seat: int, part: int) -> float:
    """The Sorceress: what the exchange of fortunes brings; to decline brings nothing."""
    if part == DECLINE:
        return 0.0
    coins, other = [float(each) for each in state.coins], part - PLAYER
    before = chance_of(coins, seat)
    coins[seat], coins[other] = coins[other], coins[seat]
    return TENTHS * (chance_of(coins, seat) - before)


def fool(state: MascaradeState, judgement: Judgement, part: int) -> float:
    """The Fool: rivals who are sure of a mask are confused; whether they are really swapped is all one."""
    if part < SLOT:
        return 0.0 if part == SWAP_PART else 0.01
    return CONFUSION * threat(state, judgement, part - SLOT)


def threat(state: MascaradeState, judgement: Judgement, slot: int) -> float:
    """How much the owner of a slot, if sure of it, threatens the seat by it: from 0 to about 1."""
    owner = int(state.owner[slot])
    if owner == NONE:
        return 0.0
    loss = max((-share * judgement.power(owner, mask) for mask, share in judgement.at(slot).items()), default=0.0)
    return judgement.sure[slot] * min(1.0, max(0.0, loss))


def struck(state: MascaradeState, seat: int, judgement: Judgement, mask: int, part: int) -> float:
    """Guru, Princess, Puppeteer and Trickster: the richest lose most; whoever knows the own mask loses less."""
    victim = part - PLAYER if part >= PLAYER else int(state.owner[part - SLOT])
    coins = [float(each) for each in state.coins]
    before = chance_of(coins, seat)
    slot = victim * int(state.hand)
    if mask == PRINCESS:
        return SECRET * threat(state, judgement, slot)
    due = {GURU: GURU_PRICE * (1 - judgement.sure[slot]), PUPPETEER: 1.0}.get(mask, float(TRICKSTER_PRICE))
    paid = min(coins[victim], due)
    coins[victim] -= paid
    coins[seat] += paid
    return TENTHS * (chance_of(coins, seat) - before)
