"""Hands of Masons between two scorings, during which no card is played or drawn."""

from collections.abc import Hashable, Sequence
from typing import cast

from games.bots.acts import Act
from games.bots.best_response import Secrets
from games.core.engine.events import Effect
from games.core.engine.state import State
from games.titles.masons.rules.components import BUILD, FACES, HOUSE_DIE_CODES, MERGE, TONE_CODES, WALL
from games.titles.masons.rules.effects import Rolled
from games.titles.masons.rules.state import MasonsState


class MasonsSecrets(Secrets):
    """A period lasts from one scoring to the next: walls and buildings show what a hand likes."""

    def time(self, state: State) -> Hashable:
        position = cast(MasonsState, state)
        return int(position.scorings) if position.phase in (WALL, BUILD, MERGE) else None

    def earlier(self, start: State, world: State, seat: int, acts: Sequence[Act]) -> State:
        position, now = cast(MasonsState, start.copy()), cast(MasonsState, world)
        position.hand, position.tossed, position.pile = now.hand[:], now.tossed[:], now.pile[:]
        return position

    def held(self, state: State, seat: int) -> Hashable:
        return tuple(cast(MasonsState, state).hand[seat * FACES : (seat + 1) * FACES])

    def outcomes(self, effect: Effect) -> Sequence[int]:
        if not isinstance(effect, Rolled):
            return ()
        return [TONE_CODES.index(effect.tone), *(HOUSE_DIE_CODES.index(die) for die in effect.houses)]
