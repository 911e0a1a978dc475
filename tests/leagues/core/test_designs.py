"""Stored and constructed rounds."""

from itertools import chain

import pytest

from leagues.core.annealing import Groups, unevenness
from leagues.core.designs import LISTED, STARTERS, designs, listed_rounds


def assert_all_play(sizes: tuple[int, ...], rounds: list[Groups]) -> None:
    for pods in rounds:
        assert tuple(len(pod) for pod in pods) == sizes
        assert sorted(chain.from_iterable(pods)) == list(range(sum(sizes)))


@pytest.mark.parametrize(("sizes", "rounds"), LISTED)
def test_listed_rounds_hold_everybody_once(sizes: tuple[int, ...], rounds: int) -> None:
    listed = listed_rounds(sizes, rounds)
    assert listed is not None
    assert len(listed) == rounds
    assert_all_play(sizes, listed)


@pytest.mark.parametrize(("sizes", "meetings"), [((4, 4), 3), ((4, 4, 4), 3), ((3,) * 5, 1)])
def test_developed_rounds_let_all_pairs_meet_equally_often(sizes: tuple[int, ...], meetings: int) -> None:
    rounds = STARTERS[sizes].rounds()
    assert_all_play(sizes, rounds)
    _cost, spread, most = unevenness(sum(sizes), rounds)
    assert (spread, most) == (0, meetings)
    pods = [frozenset(pod) for pods in rounds for pod in pods]
    assert len(set(pods)) == len(pods)


@pytest.mark.parametrize(
    ("seats", "columns"), [(3, 3), (3, 4), (3, 8), (4, 4), (4, 5), (4, 7), (4, 8), (4, 9), (5, 9), (9, 9), (13, 13)]
)
def test_in_a_net_no_pair_meets_twice_and_in_a_plane_all_meet(seats: int, columns: int) -> None:
    rounds = designs((seats,) * columns)[-1]
    assert_all_play((seats,) * columns, rounds)
    _cost, spread, most = unevenness(seats * columns, rounds)
    assert (spread, most) == (0 if seats == columns else 1, 1)
    assert len(rounds) == columns + (seats == columns)


@pytest.mark.parametrize("sizes", [(4, 3, 3), (4,) * 6, (4,) * 3 + (3,) * 2, (5, 5)])
def test_other_sizes_have_no_design(sizes: tuple[int, ...]) -> None:
    assert designs(sizes) == []
