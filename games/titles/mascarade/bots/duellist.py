"""A player of duels that plays by a network which was trained against itself."""

import random
from dataclasses import dataclass, replace
from typing import Final, cast

from games.core.title.thinker import InformationSet, Thinker
from games.titles.mascarade.bots.acts import Acts
from games.titles.mascarade.bots.duel_network import network
from games.titles.mascarade.bots.duel_view import DuelView, ranked
from games.titles.mascarade.bots.duel_worlds import DuelWorlds
from games.titles.mascarade.bots.moves import whole_moves
from games.titles.mascarade.bots.reading import Table, turns_of
from games.titles.mascarade.rules.components import ACTION, ANSWERS, CHOOSE, SWAP
from games.titles.mascarade.rules.masks import FOOL, SPY
from games.titles.mascarade.rules.state import MascaradeState

SEATS: Final = 2


@dataclass(frozen=True, slots=True)
class Duellist(Thinker):
    """Draws its moves as often as the network says, so that even a player who knows its code cannot read them.

    The targets of the Fool are drawn by lot. `otherwise` thinks at larger tables, and about all other targets.
    """

    otherwise: Thinker

    def times(self, factor: float) -> "Duellist":
        return replace(self, otherwise=self.otherwise.times(factor))

    def effort(self) -> str:
        return f"two seats: a network; more: {self.otherwise.effort()}"

    def think(self, known: InformationSet, seed: int) -> list[int]:
        world = cast(MascaradeState, known.deal(0))
        if world.seats != SEATS or not drawn_by_lot(world):
            return self.otherwise.think(known, seed)
        moves = list(whole_moves(world, known.seat, []))
        return random.Random(seed).choices(moves, chances_of(known, world, moves))[0]


def drawn_by_lot(world: MascaradeState) -> bool:
    """Return whether the move is drawn: if it tells the other seat something of where the masks are."""
    if world.phase == CHOOSE:
        return world.announced in (FOOL, SPY)
    return world.phase in (ACTION, ANSWERS, SWAP)


def chances_of(known: InformationSet, world: MascaradeState, moves: list[list[int]]) -> list[float]:
    """Return how often to make each move, up to a constant."""
    if world.phase == CHOOSE and world.announced == FOOL:
        return [1.0] * len(moves)
    masks = ranked([int(mask) for mask in world.kinds])
    table = Table(world, known.seat)
    ranks = [masks.index(mask) for mask in table.masks]
    worlds = DuelWorlds(known.seat, [ranks[kind] for kind in map(table.kind, table.dealt)])
    for turn in turns_of(table, known.log.observer(Acts)):
        worlds.take(turn, ranks)
    return network(world.phase != ANSWERS).chances(DuelView(world, known.seat, worlds, masks), moves)
