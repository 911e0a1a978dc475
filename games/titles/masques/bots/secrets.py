"""Hands of Masques during the turns of a round, which guests leave one by one."""

from collections.abc import Hashable, Sequence
from typing import cast

from games.bots.acts import Act
from games.bots.best_response import Secrets
from games.core.engine.events import Effect
from games.core.engine.state import State
from games.titles.masques.rules.components import ACTION
from games.titles.masques.rules.effects import GuestForced, GuestPlayed
from games.titles.masques.rules.hands import with_guest
from games.titles.masques.rules.state import MasquesState


class MasquesSecrets(Secrets):
    """A period is the turns of one round: guests and agents show which guests are kept."""

    def time(self, state: State) -> Hashable:
        position = cast(MasquesState, state)
        return int(position.round) if position.phase == ACTION else None

    def earlier(self, start: State, world: State, seat: int, acts: Sequence[Act]) -> State:
        position, now = cast(MasquesState, start.copy()), cast(MasquesState, world)
        position.packet, position.deck, position.unplayed = now.packet[:], now.deck[:], now.unplayed[:]
        position.hand = now.hand[:]
        for act in acts:
            for entry in act.entries:
                if isinstance(entry.effect, GuestPlayed | GuestForced):
                    held = position.hand[entry.effect.seat]
                    position.hand[entry.effect.seat] = with_guest(held, entry.effect.guest)
        return position

    def held(self, state: State, seat: int) -> Hashable:
        return int(cast(MasquesState, state).hand[seat])

    def outcomes(self, effect: Effect) -> Sequence[int]:
        return ()
