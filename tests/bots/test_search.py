"""Searches find what there is to find, and bet on nothing that their seat cannot see."""

from typing import Any

import pytest

from games.bots.arena import bot_named, play_blocks, strengths
from games.bots.search.candidates import best_moves
from games.bots.search.flat import Trial
from games.bots.search.greedy_guide import GreedyGuide
from games.bots.search.guide import Guide
from games.bots.search.softmax import SoftmaxThinker
from games.bots.search.thinkers import FlatThinker, TreeThinker
from games.bots.tally import Duel
from games.core.engine.outcome import Outcome
from games.core.engine.state import OVER, TURN, ChanceStep, State
from games.core.title.knowledge import Knowledge
from games.registry import TITLES
from tests.bots.test_bots import opening
from tests.knowing import information
from tests.lantern.game import LANTERN

HEADS, TAILS, SAFE = 1, 2, 3


class Board(State):
    """The base of tiny games: the seat on turn chooses one part, nothing happens by chance."""

    def __init__(self, source: "Board | None" = None) -> None:
        super().__init__(source)
        self.mover = 0 if source is None else source.mover

    def to_move(self) -> int:
        return OVER if self.outcome() else self.mover

    def deciders(self) -> list[int]:
        return [] if self.outcome() else [self.mover]

    def sealed(self) -> bool:
        return False

    def response(self) -> int:
        return TURN

    def turn(self) -> int:
        return 0

    def composing(self, seat: int) -> list[int]:
        return []

    def random_option(self, seat: int) -> int:
        options = self.options(seat)
        return options[self.randbelow(len(options))]

    def default_move(self, seat: int) -> list[int]:
        return []

    def chance_step(self) -> ChanceStep:
        raise AssertionError("nothing happens by chance")

    def choose_chance(self, outcome: int) -> None:
        raise AssertionError("nothing happens by chance")

    def random_chance(self) -> None:
        raise AssertionError("nothing happens by chance")

    def view(self, seat: int | None) -> dict[str, Any]:
        return {}

    def redeal(self, seat: int, seed: int) -> State:
        world = self.copy()
        world.seed(seed)
        return world


class Sticks(Board):
    """Take one, two or three sticks; who takes the last one wins."""

    def __init__(self, sticks: int, source: "Sticks | None" = None) -> None:
        super().__init__(source)
        self.sticks = sticks

    def copy(self) -> "Sticks":
        return Sticks(self.sticks, self)

    def options(self, seat: int) -> list[int]:
        return list(range(1, min(3, self.sticks) + 1)) if seat == self.mover else []

    def choose(self, seat: int, part: int) -> None:
        self.sticks -= part
        self.mover = 1 - seat

    def outcome(self) -> Outcome | None:
        if self.sticks:
            return None
        return Outcome((1, 2) if self.mover == 1 else (2, 1), "win")


class Coin(Board):
    """A coin lies covered: name its side and win or lose all, or take the safe answer and win two times in three."""

    def __init__(self, coin: int, draw: int = 0, source: "Coin | None" = None) -> None:
        super().__init__(source)
        self.coin = coin
        self.draw = draw
        self.answer = 0 if source is None else source.answer

    def copy(self) -> "Coin":
        return Coin(self.coin, self.draw, self)

    def options(self, seat: int) -> list[int]:
        return [] if self.answer else [HEADS, TAILS, SAFE]

    def choose(self, seat: int, part: int) -> None:
        self.answer = part

    def redeal(self, seat: int, seed: int) -> State:
        world = Coin(HEADS)
        world.seed(seed)
        world.coin = HEADS + world.randbelow(2)
        world.draw = world.randbelow(3)
        return world

    def outcome(self) -> Outcome | None:
        if not self.answer:
            return None
        won = self.draw > 0 if self.answer == SAFE else self.answer == self.coin
        return Outcome((1, 2) if won else (2, 1), "win")


class NoIdea(Knowledge):
    """All options look alike, all positions too."""

    def weigh(self, world: State, seat: int) -> list[float]:
        return [0.0] * len(world.options(seat))

    def evaluate(self, world: State) -> list[float]:
        return [0.0, 0.0]


def clueless(world: State) -> Guide:
    """A guide that knows nothing but the rules."""
    return GreedyGuide(NoIdea())


@pytest.mark.parametrize(("sticks", "best"), [(5, 1), (6, 2), (7, 3), (9, 1)])
def test_the_tree_finds_the_only_winning_move(sticks: int, best: int) -> None:
    thinker = TreeThinker(clueless, iterations=600, widen=3.0)
    for seed in range(3):
        assert thinker.think(information(Sticks(sticks), 0), seed) == [best]


@pytest.mark.parametrize("thinker", [TreeThinker(clueless, iterations=400), FlatThinker(clueless, worlds=100)])
def test_no_search_bets_on_a_covered_coin(thinker: TreeThinker | FlatThinker) -> None:
    for coin in (HEADS, TAILS):
        assert thinker.think(information(Coin(coin), 0), seed=4) == [SAFE]


def test_more_effort_is_more_iterations_and_more_worlds_and_never_none() -> None:
    assert TreeThinker(clueless, iterations=100).times(2).iterations == 200
    assert SoftmaxThinker(NoIdea(), temperature=1.0, worlds=6).times(0.001).worlds == 1
    assert FlatThinker(clueless, worlds=16).times(0.001).worlds == 1
    assert FlatThinker(clueless, worlds=4, halvings=2).effort() == "12 candidates, 28 worlds"


def test_one_iteration_is_enough_for_an_answer() -> None:
    for seats in LANTERN.seats:
        state = opening(LANTERN, seats, "short")
        seat = state.to_move()
        parts = TreeThinker(lambda world: GreedyGuide(LANTERN.knowledge), 1).think(information(state, seat), 1)
        assert LANTERN.parse_move(state, seat, LANTERN.format_move(state, seat, parts)) == parts


def test_the_worse_half_is_dropped_and_the_first_of_equals_stays() -> None:
    trial = Trial(clueless(Sticks(9)), 0, 0, 1, [[1], [2], [3]])
    trial.totals = [1.0, 2.0, 1.0]
    trial.halve()
    assert trial.remaining == [0, 1]
    trial.halve()
    assert (trial.remaining, trial.best()) == ([1], [2])
    trial.halve()
    assert trial.remaining == [1]


@pytest.mark.parametrize("game", [LANTERN, *TITLES.values()], ids=lambda game: game.slug)
def test_candidates_are_whole_different_moves_and_the_best_comes_first(game: Any) -> None:
    seats = game.seats[0]
    state = opening(game, seats, "candidates")
    while len(state.options(state.to_move())) == 1:  # nothing to choose yet
        state.random_move(state.to_move())
    seat = state.to_move()
    guide = GreedyGuide(game.knowledge)
    moves = best_moves(guide, [state], seat, 6)
    texts = [game.format_move(state, seat, parts) for parts in moves]
    assert len(set(texts)) == len(texts) > 1
    assert [game.parse_move(state, seat, text) for text in texts] == moves
    assert [best_moves(guide, [state], seat, 1)[0]] == moves[:1]
    weights = guide.weigh(state, seat)
    assert weights[state.options(seat).index(moves[0][0])] == max(weights)


def test_hard_beats_easy_at_masques() -> None:
    results = list(play_blocks(Duel(TITLES["masques"], ("hard", "easy"), {}, seed=8), 3))
    hard = next(line for line in strengths(results, seed=8) if line.level == "hard")
    assert hard.share >= 0.7


@pytest.mark.parametrize("name", ["hard*x", "random*2", "hard*0", "master", "master*2"])
def test_only_levels_with_effort_can_be_multiplied(name: str) -> None:
    assert bot_named("hard*2") is not None
    assert bot_named(name) is None
