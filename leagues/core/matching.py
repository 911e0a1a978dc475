"""Matchings of a graph: the heaviest by Edmonds' algorithm, from rustworkx."""

from collections.abc import Iterable

_HELD = 2**127 - 1  # rustworkx computes in signed integers of 128 bits, and does not notice when one overflows


def heaviest_matching(edges: Iterable[tuple[int, int, int]]) -> set[tuple[int, int]]:
    """Return a matching that has as many pairs as possible and, among those, the greatest sum of weights.

    An edge is two nodes and its weight. The nodes of a pair come in either order. Of equal matchings in a bipartite
    graph the order of `edges` decides; in another graph it may be any of them, so that a caller who needs the same one
    each time makes the heaviest unique. Raises OverflowError if the weights differ by more than `widest_span`.

    >>> sorted(sorted(pair) for pair in heaviest_matching([(1, 2, 5), (2, 3, 7), (3, 4, 5)]))
    [[1, 2], [3, 4]]
    """
    import rustworkx  # an eighth of a process's start; few processes draw rounds

    places: dict[int, int] = {}
    rows = [(places.setdefault(a, len(places)), places.setdefault(b, len(places)), weight) for a, b, weight in edges]
    lowest = min((weight for _a, _b, weight in rows), default=0)
    highest = max((weight for _a, _b, weight in rows), default=0)
    if highest - lowest > widest_span(len(places)):
        raise OverflowError(f"weights from {lowest} to {highest} are too far apart")
    nodes = list(places)
    graph = rustworkx.PyGraph()
    graph.add_nodes_from(nodes)
    # All matchings of most pairs lose the same by it.
    graph.add_edges_from([(a, b, weight - lowest) for a, b, weight in rows])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return {(nodes[a], nodes[b]) for a, b in found}


def widest_span(nodes: int) -> int:
    """Return the largest difference of weights with which a graph of this many nodes can be matched.

    With weights from 0 to w, the algorithm's dual variables stay within (n + 1) * w of 0: an unmatched node's is what
    the next pair adds to the heaviest matching, and that is at most the weight of a path through all nodes. It adds two
    of them, less twice a weight.

    >>> widest_span(512).bit_length()
    117
    """
    return _HELD // (2 * nodes + 4)
