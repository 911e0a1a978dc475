"""Heaviest matchings. The oracle for small graphs tries every matching there is."""

import random
from itertools import combinations

import pytest

from leagues.core.matching import heaviest_matching, widest_span

MOST_PEOPLE = 512


def found(edges):
    """The matching, without the order of its pairs' nodes."""
    return {frozenset(pair) for pair in heaviest_matching(edges)}


def matchings(nodes):
    """Every way to pair up an even number of nodes."""
    if not nodes:
        yield []
        return
    one, *others = nodes
    for other in others:
        for pairs in matchings([node for node in others if node != other]):
            yield [(one, other), *pairs]


def complete(nodes, weights):
    """The edges of a complete graph with weights drawn by `weights`."""
    return [(one, other, weights()) for one, other in combinations(range(nodes), 2)]


def test_more_pairs_come_before_more_weight():
    assert found([(1, 2, 5), (2, 3, 70), (3, 4, 5)]) == {frozenset((1, 2)), frozenset((3, 4))}


def test_the_heaviest_of_equally_large_matchings_is_found():
    assert found([(1, 2, 1), (3, 4, 1), (1, 3, 2), (2, 4, 1), (1, 4, 0), (2, 3, 0)]) == {
        frozenset((1, 3)),
        frozenset((2, 4)),
    }


def test_nothing_to_pair():
    assert heaviest_matching([]) == set()


@pytest.mark.parametrize("seed", range(4))
def test_weights_as_far_apart_as_allowed_are_compared_exactly(seed):
    # The two heaviest differ by a few units in more than 10 ** 36.
    rng, span = random.Random(seed), widest_span(8)
    edges = complete(8, lambda: rng.choice((0, span - 5, span // 2)) + rng.randrange(5))
    edges[0] = (0, 1, span)
    weights = {(one, other): weight for one, other, weight in edges}
    heaviest = max(sum(weights[pair] for pair in pairs) for pairs in matchings(list(range(8))))
    assert sum(weights[min(pair), max(pair)] for pair in map(tuple, found(edges))) == heaviest


def test_weights_below_zero_are_weights_like_others():
    edges = [(1, 2, -9), (3, 4, -1), (1, 3, -2), (2, 4, -2), (1, 4, -8), (2, 3, -8)]
    assert found(edges) == {frozenset((1, 3)), frozenset((2, 4))}


def test_weights_that_cannot_be_held_are_refused():
    span = widest_span(4)
    assert found([(1, 2, -span), (3, 4, 0), (2, 3, -1)]) == {frozenset((1, 2)), frozenset((3, 4))}
    with pytest.raises(OverflowError):
        heaviest_matching([(1, 2, -span), (3, 4, 1), (2, 3, -1)])


@pytest.mark.parametrize("nodes", [60, pytest.param(MOST_PEOPLE, marks=pytest.mark.reliability)])
def test_weights_that_are_multiplied_to_the_widest_span_give_the_same_matching(nodes):
    rng = random.Random(nodes)
    edges = complete(nodes, lambda: rng.randrange(10**9))  # so many that one matching is the heaviest
    factor = widest_span(nodes) // 10**9
    assert found(edges) == found([(one, other, weight * factor) for one, other, weight in edges])
