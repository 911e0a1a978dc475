"""Measures OpenSpiel and rlcard, if they are installed, and prints the figures as JSON.

    python -m bench.engine.peers SECONDS

It imports nothing of this project but `bench.engine.timing`.
"""

import importlib.metadata
import json
import logging
import random
import sys
from typing import Any

from bench.engine.timing import per_second

PYTHON_GAMES = ("python_hangman", "python_kuhn_poker", "python_liars_poker")
NATIVE_GAMES = ("hearts", "leduc_poker")
RLCARD_GAMES = ("leduc-holdem", "limit-holdem", "uno")
SEARCHES = 1000  # iterations of a tree
POSITIONS = 8


def main() -> None:
    """Measure the engines that are installed."""
    seconds = float(sys.argv[1])
    figures: dict[str, dict[str, float]] = {}
    versions = {}
    logging.disable()  # OpenSpiel's hangman logs that it uses its default word list
    try:
        figures |= spiel_figures(seconds)
        versions["OpenSpiel"] = importlib.metadata.version("open-spiel")
    except ImportError:
        pass
    try:
        figures |= rlcard_figures(seconds)
        versions["rlcard"] = importlib.metadata.version("rlcard")
    except ImportError:
        pass
    sys.stdout.write(json.dumps({"figures": figures, "versions": versions}))


def spiel_figures(seconds: float) -> dict[str, dict[str, float]]:
    """Measure random play of games written in Python and in C++, and the searches written in C++."""
    import open_spiel.python.games  # noqa: F401 - registers the games written in Python
    import pyspiel

    found = {}
    for name in (*PYTHON_GAMES, *NATIVE_GAMES):
        play = SpielPlay(pyspiel.load_game(name))
        matches = per_second(play.random_match, seconds)
        moves = sum(play.moves_of(seed) for seed in range(200)) / 200
        kind = "OpenSpiel, Python" if name in PYTHON_GAMES else "OpenSpiel, C++ from Python"
        found[f"{name} ({kind})"] = {"matches": matches, "decisions": matches * moves}
    search = SpielSearch(pyspiel, pyspiel.load_game("hearts"))
    found["hearts (OpenSpiel, C++), information sets"] = {"bare search": per_second(search.blind, seconds)}
    found["hearts (OpenSpiel, C++), open cards"] = {"bare search": per_second(search.open, seconds)}
    return found


class SpielPlay:
    """Random play of one OpenSpiel game."""

    def __init__(self, game: Any) -> None:
        self.game = game

    def random_match(self, turn: int) -> int:
        """Play one match; return the number of matches, 1."""
        self.moves_of(turn)
        return 1

    def moves_of(self, seed: int) -> int:
        """Play one match; return how many decisions players took in it."""
        generator = random.Random(seed)
        state = self.game.new_initial_state()
        moves = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(generator.choices(outcomes, weights)[0])
            else:
                state.apply_action(generator.choice(state.legal_actions()))
                moves += 1
        return moves


class SpielSearch:
    """OpenSpiel's tree searches with one random roll-out an iteration, in the middle of matches of hearts."""

    def __init__(self, spiel: Any, game: Any) -> None:
        self.spiel = spiel
        self.game = game
        self.positions = [self.position(seed) for seed in range(POSITIONS)]

    def position(self, seed: int) -> Any:
        """Return a position with several legal moves, some tricks into a match."""
        generator = random.Random(seed)
        state = self.game.new_initial_state()
        moves = 0
        while True:
            if state.is_chance_node():
                outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(generator.choices(outcomes, weights)[0])
                continue
            if moves >= 16 and len(state.legal_actions()) > 2:
                return state
            state.apply_action(generator.choice(state.legal_actions()))
            moves += 1

    def blind(self, turn: int) -> int:
        """Run an information-set search that deals a new world for every iteration; return the number of iterations."""
        evaluator = self.spiel.RandomRolloutEvaluator(1, turn)
        self.spiel.ISMCTSBot(turn, evaluator, 1.4, SEARCHES).step(self.positions[turn % POSITIONS])
        return SEARCHES

    def open(self, turn: int) -> int:
        """Run a plain tree search that sees all cards and deals none; return the number of iterations."""
        evaluator = self.spiel.RandomRolloutEvaluator(1, turn)
        self.spiel.MCTSBot(self.game, evaluator, 1.4, SEARCHES, 1000, False, turn, False).step(
            self.positions[turn % POSITIONS]
        )
        return SEARCHES


def rlcard_figures(seconds: float) -> dict[str, dict[str, float]]:
    """Measure random play in rlcard's environments."""
    import rlcard

    found = {}
    for name in RLCARD_GAMES:
        play = CardPlay(rlcard.make(name, {"seed": 1}))
        matches = per_second(play.random_match, seconds)
        moves = sum(play.moves_of() for _ in range(200)) / 200
        found[f"{name} (rlcard)"] = {"matches": matches, "decisions": matches * moves}
    return found


class CardPlay:
    """Random play of one rlcard game."""

    def __init__(self, environment: Any) -> None:
        self.environment = environment
        self.generator = random.Random(1)

    def random_match(self, _turn: int) -> int:
        """Play one match; return the number of matches, 1."""
        self.moves_of()
        return 1

    def moves_of(self) -> int:
        """Play one match; return how many decisions players took in it."""
        state, _player = self.environment.reset()
        moves = 0
        while not self.environment.is_over():
            state, _player = self.environment.step(self.generator.choice(list(state["legal_actions"])))
            moves += 1
        return moves


if __name__ == "__main__":
    main()
