"""The values of options by playouts: dealt worlds are played on for a few turns and then evaluated.

Copies of one world draw the same numbers, so that options are compared under much the same luck. Written to be
compiled.
"""

from games.core.rows import Int, Row, vec
from games.core.state import OVER
from games.titles.maskera.bots.bluff import CHOICES, MISNAMED, NAMED, OUTCOMES, Bluff
from games.titles.maskera.bots.evaluation import WHOLE, advantage, win_chance
from games.titles.maskera.bots.playout import play_until
from games.titles.maskera.rules.components import COUNTER, DRAW, MASKS, NONE, PASS, PLAY, TURN_CHOICE
from games.titles.maskera.rules.piles import can_draw
from games.titles.maskera.rules.state import MaskeraState


def evaluate(state: MaskeraState, seat: Int) -> Int:
    """The chance of `seat` to win, in ten-thousandths; at the end, the result."""
    if state.to_move() != OVER:
        return win_chance(advantage(state, seat))
    if state.winner == NONE:
        return WHOLE // 2
    return WHOLE if state.winner == seat else 0


def try_options(worlds: list[MaskeraState], seat: Int, turns: Int) -> list[Int]:
    """For each option of `seat`, the sum over all `worlds` of the values after `turns` turns."""
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


class Trials:
    """Values for the hands of a `Bluff`, each tried in worlds of its own.

    How a match goes on after this turn says little about the hand it began with, and a hand that met good luck there
    would be taken for strong. So each hand keeps its value at the end of the turn, and the average change over `turns`
    more turns is the same for all hands with the same choice and outcome.
    """

    def __init__(self, bluff: Bluff, turns: Int) -> None:
        self.bluff: Bluff = bluff
        self.turns: Int = turns
        self.added: Row = vec[Int]([0] * (CHOICES * OUTCOMES))
        self.tried: Row = vec[Int]([0] * (CHOICES * OUTCOMES))

    def run(self, hand: Int, worlds: list[MaskeraState]) -> None:
        """Try everything that the seat on turn may do in `worlds`, in all of which it holds the same, and each kind
        of answer."""
        world = worlds[0]
        seat = world.active
        if can_draw(world):
            self.run_draw(hand, worlds)
        for mask in range(MASKS):
            if world.hand[seat * MASKS + mask] > 0:
                self.run_mask(hand, mask, worlds)

    def run_draw(self, hand: Int, worlds: list[MaskeraState]) -> None:
        """Try to draw."""
        total: Int = 0
        for world in worlds:
            tried = world.copy()
            tried.choose(world.active, DRAW)
            total += self.play_on(tried, world, 0)
        self.bluff.offer(hand, 0, 0, total // len(worlds))

    def run_mask(self, hand: Int, mask: Int, worlds: list[MaskeraState]) -> None:
        """Try `mask`, and each kind of answer."""
        for outcome in range(OUTCOMES):
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
                total += self.play_on(tried, world, (1 + mask) * OUTCOMES + outcome)
            self.bluff.offer(hand, 1 + mask, outcome, total // len(worlds))

    def play_on(self, tried: MaskeraState, world: MaskeraState, place: Int) -> Int:
        """Play to the end of the turn of `world` and return the value there; then play on for what that changes."""
        turn = world.turns + 1
        seat = world.active
        play_until(tried, turn)
        value = evaluate(tried, seat)
        if self.turns > 0 and tried.to_move() != OVER:
            play_until(tried, turn + self.turns)
            self.added[place] += evaluate(tried, seat) - value
            self.tried[place] += 1
        return value

    def share(self) -> None:
        """Add to the values of all hands how they change on average after this turn."""
        for place in range(CHOICES * OUTCOMES):
            if self.tried[place] > 0:
                self.bluff.add(place, self.added[place] // self.tried[place])
