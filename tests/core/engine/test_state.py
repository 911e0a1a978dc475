from collections import Counter

import pytest

from games.core.engine.rows import Int, Row, vec
from games.core.kit.conformance.context import fields
from games.core.kit.simulation import Simulation
from games.core.title.game import Game
from games.registry import TITLES
from tests.lantern.game import LANTERN
from tests.lantern.rules.state import LanternState


def test_a_row_is_a_plain_list_when_the_rules_run_interpreted() -> None:
    row: Row = vec[Int]([1, 2, 3])
    twin = row[:]
    twin[0] = 9
    assert list(row) == [1, 2, 3]
    assert list(twin) == [9, 2, 3]


def test_the_generator_is_the_same_everywhere() -> None:
    state = LanternState(seats=2)
    state.seed(12345)
    assert [state.randbelow(1000) for _draw in range(5)] == [986, 874, 631, 868, 223]


def test_every_seed_starts_the_generator_elsewhere() -> None:
    first = set()
    for seed in range(2000):
        state = LanternState(seats=2)
        state.seed(seed)
        first.add((state.randbelow(1 << 30), state.randbelow(1 << 30)))
    assert len(first) == 2000


def test_numbers_below_n_are_even() -> None:
    state = LanternState(seats=2)
    state.seed(7)
    counts = Counter(state.randbelow(7) for _draw in range(14_000))
    assert set(counts) == set(range(7))
    assert all(abs(count - 2000) < 200 for count in counts.values())


def test_a_copy_goes_on_with_the_same_numbers_and_keeps_no_journal() -> None:
    state = LanternState(seats=2)
    state.seed(3)
    state.recording = True
    state.record(1, 2, 3, 4)
    copy = state.copy()
    assert [copy.randbelow(100) for _draw in range(9)] == [state.randbelow(100) for _draw in range(9)]
    copy.record(5)
    assert state.effects == [1, 2, 3, 4]
    assert copy.effects == []


@pytest.mark.parametrize(
    ("game", "seats"),
    [(game, seats) for game in [LANTERN, *TITLES.values()] for seats in (game.seats[0], game.seats[-1])],
)
def test_a_copy_shares_no_row_that_changes(game: Game, seats: int) -> None:
    """A row that is copied without its slice is found even where no move right after the copy changes it."""
    for seed, strategy in enumerate(2 * ("uniform", "skewed", "mostly-first", "mostly-last")):
        simulation = Simulation(game, seats, game.complete_settings({}, seats), seed, strategy)
        shared: list[tuple[str, list[int], list[int]]] = []
        running = True
        while running:
            copy = simulation.state.copy()
            for name, _value in fields(copy):
                row = getattr(copy, name)
                if isinstance(row, list) and row is getattr(simulation.state, name):
                    shared.append((name, row, row[:]))
            running = simulation.step() is not None
        assert not {name for name, row, before in shared if row != before}
