"""The values of options by playouts: dealt worlds are played on for a few turns and then evaluated.

Copies of one world draw the same numbers, so that options are compared under much the same luck. Written to be
compiled.
"""

from games.core.engine.rows import Int
from games.core.engine.state import OVER
from games.titles.maskera.bots.bluff import MISNAMED, NAMED, OUTCOMES, Bluff
from games.titles.maskera.bots.evaluation import WHOLE, advantage, win_chance
from games.titles.maskera.bots.playout import play_until
from games.titles.maskera.rules.components import COUNTER, DRAW, MASKS, NONE, PASS, PLAY, TURN_CHOICE
from games.titles.maskera.rules.piles import can_draw
from games.titles.maskera.rules.state import MaskeraState


def evaluate(state: MaskeraState, seat: Int) -> Int:
    """Return the chance of `seat` to win, in ten-thousandths; at the end, the result."""
    if state.to_move() != OVER:
        return win_chance(advantage(state, seat))
    if state.winner == NONE:
        return WHOLE // 2
    return WHOLE if state.winner == seat else 0


def try_options(worlds: list[MaskeraState], seat: Int, turns: Int) -> list[Int]:
    """Return, for each option of `seat`, the sum over all `worlds` of the values after `turns` turns."""
    totals: list[Int] = []
    for part in worlds[0].options(seat):
        total: Int = 0
        for world in worlds:
            tried = world.copy()
            tried.choose(seat, part)
            play_until(tried, world.turns + turns)
            total += evaluate(tried, seat)
        totals.append(total)
    return totals


def take_back(state: MaskeraState) -> None:
    """Put the card on trial back into the hand, as if the turn had just begun."""
    seat = state.active
    state.hand[seat * MASKS + state.trial] += 1
    state.hand_size[seat] += 1
    state.trial = NONE
    state.phase = TURN_CHOICE


def try_hand(bluff: Bluff, hand: Int, worlds: list[MaskeraState]) -> None:
    """Offer to `hand` of `bluff` everything that the seat on turn may do in `worlds`, in all of which it holds the
    same: drawing, and each mask with each kind of answer, valued at the end of the turn."""
    world = worlds[0]
    seat = world.active
    if can_draw(world):
        total: Int = 0
        for each in worlds:
            tried = each.copy()
            tried.choose(seat, DRAW)
            play_until(tried, each.turns + 1)
            total += evaluate(tried, seat)
        bluff.offer(hand, 0, 0, total // len(worlds))
    for mask in range(MASKS):
        if world.hand[seat * MASKS + mask] > 0:
            for outcome in range(OUTCOMES):
                bluff.offer(hand, 1 + mask, outcome, try_mask(worlds, mask, outcome))


def try_mask(worlds: list[MaskeraState], mask: Int, outcome: Int) -> Int:
    """Return the mean value of a `mask` that meets an `outcome`."""
    part: Int = PASS
    if outcome == NAMED:
        part = COUNTER + mask
    elif outcome == MISNAMED:
        part = COUNTER + (mask + 1) % MASKS
    total: Int = 0
    for world in worlds:
        seat = world.active
        tried = world.copy()
        tried.choose(seat, PLAY + mask)
        if world.hand_size[1 - seat] > 0:  # else the card has passed
            tried.choose(1 - seat, part)
        play_until(tried, world.turns + 1)
        total += evaluate(tried, seat)
    return total // len(worlds)
