"""Measures this project's engine and prints the figures as JSON; `MASQUES_FAST` selects the build.

python -m bench.engine.ours SECONDS
"""

import json
import sys

from bench.engine.timing import per_second
from games.bots.bot import world_seeds
from games.bots.search.random_guide import RandomGuide
from games.bots.search.thinkers import TreeThinker
from games.bots.search.tree import Tree
from games.core.engine.log import replay
from games.core.engine.state import CHANCE, OVER, State
from games.core.kit.playout import play_out
from games.core.kit.simulation import Simulation
from games.core.title.game import Game
from games.core.title.thinker import InformationSet, SeatLog
from games.fast import loader
from games.registry import TITLES

POSITIONS = 8
CHOICES = 40  # random choices from the initial state to a position
HORIZON = 28  # moves of a roll-out of the bare search: a round of Masques at four seats
GUIDED = 60  # iterations of a guided search before its tree is discarded
BARE = 1000  # iterations of the bare search, likewise


def main() -> None:
    """Measure every title at some of its tables."""
    seconds = float(sys.argv[1])
    figures = {}
    for game in TITLES.values():
        for seats in tables(game):
            name = game.name if len(game.seats) == 1 else f"{game.name}, {seats} seats"
            figures[name] = Bench(game, seats).figures(seconds)
    sys.stdout.write(json.dumps({"compiled": loader.installed_finder() is not None, "figures": figures}))


def tables(game: Game) -> list[int]:
    """Return the smallest and the largest table; of a title for many, in place of the smallest, four and eight
    seats."""
    few = {4, 8} if game.seats[-1] > 8 else {game.seats[0]}
    return sorted(few | {game.seats[-1]})


class Bench:
    """The benchmark of one title with one number of seats."""

    def __init__(self, game: Game, seats: int) -> None:
        self.game = game
        self.seats = seats
        self.settings = game.complete_settings({}, seats)
        # A re-dealt world, as bots use it: a true position may contain additional data for the bots' beliefs.
        self.world = game.initial_state(seats, self.settings).redeal(0, 1)
        self.positions = [self.position(seed) for seed in range(POSITIONS)]
        simulation = Simulation(game, seats, self.settings, 1, "uniform")
        while simulation.step() is not None:
            pass
        self.log = simulation.events

    def figures(self, seconds: float) -> dict[str, float]:
        """Measure all figures; return them by name, each a rate per second."""
        matches = per_second(self.random_match, seconds)
        moves = sum(self.moves_of(seed) for seed in range(1, 201)) / 200
        found = {
            "matches": matches,
            "decisions": matches * moves,
            "copies": per_second(self.copies, seconds),
            "worlds": per_second(self.worlds, seconds),
            "replays": per_second(self.replayed, seconds),
            "events": len(self.log),
            "bare search": per_second(self.bare_search, seconds),
        }
        thinker = self.game.thinker("expert")
        if isinstance(thinker, TreeThinker):
            self.thinker = thinker.times(GUIDED / thinker.iterations)
            found["guided search"] = per_second(self.guided_search, seconds)
        return found

    def start(self, seed: int) -> State:
        """Return the initial state of a new match."""
        state = self.world.copy()
        state.seed(seed)
        return state

    def position(self, seed: int) -> State:
        """Return a position in which a move with several options is owed, after at most `CHOICES` random choices."""
        state = self.start(seed + 1)
        found = state
        for _choice in range(CHOICES):
            if state.to_move() == CHANCE:
                state.settle_chance()
            seat = state.to_move()
            if seat == OVER:
                break
            if not state.composing(seat) and len(state.options(seat)) > 1:
                found = state.copy()
            state.choose(seat, state.random_option(seat))
        return found

    def random_match(self, turn: int) -> int:
        """Play a match at random; return the number of matches, 1."""
        play_out(self.start(turn + 1))
        return 1

    def moves_of(self, seed: int) -> int:
        """Play a match at random; return its number of moves. A whole move is one decision."""
        return int(play_out(self.start(seed)))

    def copies(self, turn: int) -> int:
        """Copy a position and return the number of copies."""
        state = self.positions[turn % POSITIONS]
        for _ in range(100):
            state.copy()
        return 100

    def worlds(self, turn: int) -> int:
        """Re-deal worlds for the deciding seat and return their number."""
        state = self.positions[turn % POSITIONS]
        seat = state.to_move()
        for seed in range(turn * 50, turn * 50 + 50):
            state.redeal(seat, seed)
        return 50

    def replayed(self, turn: int) -> int:
        """Replay a stored match; return the number of replays, 1."""
        replay(self.game, self.seats, self.settings, self.log)
        return 1

    def bare_search(self, turn: int) -> int:
        """Run the tree search with random roll-outs, each in a newly dealt world; return the number of iterations."""
        state = self.positions[turn % POSITIONS]
        seat = state.to_move()
        tree = Tree(RandomGuide(self.seats), seat, 0, HORIZON, 0.7, 100.0, 0.0)
        for seed in world_seeds(turn, BARE):
            tree.iterate(state.redeal(seat, seed))
        return BARE

    def guided_search(self, turn: int) -> int:
        """Run the strongest bot's tree search; return the number of iterations."""
        state = self.positions[turn % POSITIONS]
        seat = state.to_move()
        self.thinker.think(InformationSet(state, seat, SeatLog(seat, self.seats)), turn)
        return GUIDED


if __name__ == "__main__":
    main()
