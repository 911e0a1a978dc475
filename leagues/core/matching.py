"""Pairs of a graph: matchings, as networkx finds them with Edmonds' algorithm."""

from collections.abc import Iterable


def heaviest_matching(edges: Iterable[tuple[int, int, int]]) -> set[tuple[int, int]]:
    """Return a matching that has as many pairs as possible and, among those, the greatest sum of weights.

    An edge is two nodes and its weight. The nodes of a pair come in either order. The order of `edges` decides between
    equal matchings.

    >>> sorted(sorted(pair) for pair in heaviest_matching([(1, 2, 5), (2, 3, 7), (3, 4, 5)]))
    [[1, 2], [3, 4]]
    """
    import networkx as nx  # an eighth of a process's start; few processes draw rounds

    graph = nx.Graph()
    graph.add_weighted_edges_from(edges)
    matching: set[tuple[int, int]] = nx.max_weight_matching(graph, maxcardinality=True)
    return matching
