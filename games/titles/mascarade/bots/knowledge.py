"""Weights of the options, and the value of a position, by what the rules let a seat know."""

from typing import cast

from games.core.engine.state import State
from games.core.title.knowledge import Knowledge
from games.core.title.thinker import InformationSet, SeatLog
from games.titles.mascarade.bots.chances import chances
from games.titles.mascarade.bots.fortunes import TENTHS
from games.titles.mascarade.bots.lookahead import Lookahead, Outlook
from games.titles.mascarade.bots.moves import value_of, whole_moves
from games.titles.mascarade.bots.reading import readings
from games.titles.mascarade.rules.components import MEMORISE
from games.titles.mascarade.rules.state import MascaradeState

WORLDS = 32
OUTLOOK = Outlook(later=0.7, threat=0.4)
"""Found by trials: halving or doubling both was weaker."""


class MascaradeKnowledge(Knowledge):
    """The weight of a part is that of the best move that begins with it."""

    def weigh(self, world: State, seat: int) -> list[float]:
        state = cast(MascaradeState, world)
        options = state.options(seat)
        if state.phase == MEMORISE:
            return [0.0] * len(options)
        known = InformationSet(state, seat, SeatLog(seat, int(state.seats)))
        ahead = Lookahead(state, seat, readings.of(known, state, WORLDS, reads=False), OUTLOOK)
        chosen = state.composing(seat)
        found = {int(part): float("-inf") for part in options}
        for move in whole_moves(state, seat, list(map(int, chosen))):
            part = move[len(chosen)]
            found[part] = max(found[part], value_of(ahead, move))
        return list(found.values())

    def evaluate(self, world: State) -> list[float]:
        return [TENTHS * each for each in chances_at(cast(MascaradeState, world))]


def chances_at(state: MascaradeState) -> list[float]:
    """Return the chance of each seat to win; at the end of a match, its share of the victory."""
    outcome = state.outcome()
    if outcome is not None:
        winners = outcome.winners
        return [1 / len(winners) if seat in winners else 0.0 for seat in range(state.seats)]
    return chances([float(each) for each in state.coins])
