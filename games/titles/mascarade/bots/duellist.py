"""A player of duels that plays by a network which was trained against itself."""

import random
from dataclasses import dataclass, replace
from math import exp
from typing import Final, cast

from games.core.title.thinker import InformationSet, Thinker
from games.titles.mascarade.bots.acts import Acts
from games.titles.mascarade.bots.duel_network import network
from games.titles.mascarade.bots.duel_view import DuelView, ranked
from games.titles.mascarade.bots.duel_worlds import DuelWorlds
from games.titles.mascarade.bots.moves import whole_moves
from games.titles.mascarade.bots.reading import Table, turns_of
from games.titles.mascarade.rules.components import ACTION, ANSWERS
from games.titles.mascarade.rules.state import MascaradeState

SEATS: Final = 2


@dataclass(frozen=True, slots=True)
class Duellist(Thinker):
    """Draws its moves as often as the network says, so that even a player who knows its code cannot read them.

    `otherwise` thinks at larger tables, with masks that the network does not know, and about targets.
    """

    otherwise: Thinker

    def times(self, factor: float) -> "Duellist":
        return replace(self, otherwise=self.otherwise.times(factor))

    def effort(self) -> str:
        return f"two seats: a network; more: {self.otherwise.effort()}"

    def think(self, known: InformationSet, seed: int) -> list[int]:
        world = cast(MascaradeState, known.deal(0))
        masks = ranked([int(mask) for mask in world.kinds])
        if world.seats != SEATS or masks is None or world.phase not in (ACTION, ANSWERS):
            return self.otherwise.think(known, seed)
        moves = list(whole_moves(world, known.seat, []))
        chances = chances_of(known, world, masks, moves)
        return random.Random(seed).choices(moves, chances)[0]


def chances_of(known: InformationSet, world: MascaradeState, masks: list[int], moves: list[list[int]]) -> list[float]:
    """Return how often to make each move, up to a constant; `masks` are those in play, by rank."""
    table = Table(world, known.seat)
    ranks = [masks.index(mask) for mask in table.masks]
    worlds = DuelWorlds(known.seat, [ranks[kind] for kind in map(table.kind, table.dealt)])
    for turn in turns_of(table, known.log.observer(Acts)):
        worlds.take(turn, ranks)
    view = DuelView(world, known.seat, worlds, masks)
    scores = network(world.phase == ACTION).scores(view, moves)
    best = max(scores)
    return [exp(score - best) for score in scores]
