"""The bots' knowledge of Lantern."""

from typing import cast

from games.core.engine.state import State
from games.core.title.knowledge import Knowledge
from tests.lantern.rules.components import BRIDGE_PART, BRIDGES, HANG, LET_PART
from tests.lantern.rules.scoring import scores
from tests.lantern.rules.state import LanternState


class LanternKnowledge(Knowledge):
    """Take bridges with lanterns that are just bright enough; blow where another would take the lead."""

    def weigh(self, world: State, seat: int) -> list[float]:
        state = cast(LanternState, world)
        if state.phase == HANG:
            if state.card == 0:
                return [float(card) for card in state.options(seat)]
            return [lead(state, part - BRIDGE_PART, seat, state.card) for part in state.options(seat)]
        threat = lead(state, state.bridge, state.mover, state.card)
        return [0.0 if part == LET_PART else threat - 2.0 for part in state.options(seat)]

    def evaluate(self, world: State) -> list[float]:
        state = cast(LanternState, world)
        points = [float(each) for each in scores(state)]
        return [each - (sum(points) - each) / (len(points) - 1) for each in points]

    feature_count = 4

    def stage(self, world: State) -> int:
        return int(sum(scores(cast(LanternState, world))))

    def features(self, world: State) -> list[list[int]]:
        return [[min(3, int(points))] for points in scores(cast(LanternState, world))]


def lead(state: LanternState, bridge: int, seat: int, card: int) -> float:
    """Return the value of a lantern of `card` on `bridge` for `seat`: much if it takes the lead, less the farther it
    is."""
    if bridge not in range(BRIDGES):
        return 0.0
    lights = state.light[bridge * state.seats : (bridge + 1) * state.seats]
    rival = max(light for other, light in enumerate(lights) if other != seat)
    if lights[seat] > rival:
        return 1.0
    return 5.0 if lights[seat] + card > rival else 3.0 - (rival - lights[seat] - card) / 2
