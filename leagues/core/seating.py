"""Assignments of seats in which every player has every seat equally often."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import combinations

from leagues.core.matching import heaviest_matching

Groups = Sequence[Sequence[int]]
Counts = dict[tuple[int, int], int]
"""How often a player (first) had a seat (second)."""


def balanced_seats(groups: Groups) -> list[tuple[int, ...]]:
    """Return seats for the players of each of the `groups`, which are matches: `result[match][seat]` is a player.

    Among the matches of a player that have the same number of seats, any two seats occur equally often, or one of them
    one time more; so a player has every seat equally often if the number of these matches is a multiple of the seats.
    Among all matches of a player the same holds for the seats that all matches have.

    Such seats always exist: they are an equitable edge colouring of the bipartite graph of players and matches
    (de Werra 1971). They are found by balancing two seats at a time, as `_balance` does, until all are balanced. Each
    step lowers the sum of squared counts of equally large matches, or it keeps this sum and lowers that of the counts
    of all matches; so the search ends.
    """
    seated = [list(group) for group in groups]
    common = min((len(group) for group in seated), default=0)
    pairs = list(combinations(range(max((len(group) for group in seated), default=0)), 2))
    changed = True
    while changed:
        changed = False
        for pair in pairs:
            if not _is_balanced(seated, pair, common):
                _balance(seated, pair)
                changed = True
    return [tuple(group) for group in seated]


def seats_given(groups: Groups, history: Counts) -> list[tuple[int, ...]]:
    """Return seats for the players of the next matches, given how often each player has had each seat so far.

    The sum over players and seats of the squared counts, history included, is as low as it can be made by changing the
    seats of one match at a time. If no player is in two of the `groups`, as in a round of a Swiss tournament, no other
    seats have a lower sum.
    """
    seated = [list(group) for group in balanced_seats(groups)]
    counts: Counts = defaultdict(int, history)
    for group in seated:
        _count(counts, group, 1)
    changed = True
    while changed:
        changed = False
        for match, group in enumerate(seated):
            _count(counts, group, -1)
            better = _best_seats(group, counts)
            if _total(better, counts) < _total(group, counts):
                seated[match] = better
                changed = True
            _count(counts, seated[match], 1)
    return [tuple(group) for group in seated]


def seat_counts(matches: Iterable[Sequence[int]]) -> Counts:
    """Return how often each player had each seat in `matches`, a `history` for later ones. Seats not had are left
    out."""
    counts: Counts = {}
    for players in matches:
        _count(counts, players, 1)
    return counts


def _count(counts: Counts, group: Sequence[int], more: int) -> None:
    for seat, player in enumerate(group):
        counts[player, seat] = counts.get((player, seat), 0) + more


def _total(group: Sequence[int], counts: Counts) -> int:
    """Return how often the players of a match have had the seats that they now get."""
    return sum(counts.get((player, seat), 0) for seat, player in enumerate(group))


def _best_seats(group: Sequence[int], counts: Counts) -> list[int]:
    """Return the seats of one match with the lowest `_total`, which also adds the least to the sum of squared
    counts."""
    edges = (
        (seat, len(group) + index, -counts.get((player, seat), 0))
        for index, player in enumerate(group)
        for seat in range(len(group))
    )
    best = list(group)
    for a, b in heaviest_matching(edges):
        seat, index = min(a, b), max(a, b) - len(group)
        best[seat] = group[index]
    return best


def _is_balanced(seated: Groups, pair: tuple[int, int], common: int) -> bool:
    """Return whether no player has one seat of the `pair` twice more often than the other, as `balanced_seats`
    promises."""
    first, second = pair
    same_size: Counts = defaultdict(int)
    total: dict[int, int] = defaultdict(int)
    for group in seated:
        if second < len(group):
            for seat, more in ((first, 1), (second, -1)):
                same_size[group[seat], len(group)] += more
                total[group[seat]] += more
    differences = [*same_size.values(), *(total.values() if second < common else ())]
    return all(abs(difference) <= 1 for difference in differences)


def _balance(seated: list[list[int]], pair: tuple[int, int]) -> None:
    """Exchange the two players on the seats of the `pair` in some matches, so that both seats are balanced.

    A match is an edge between these two players. Each player's edges are taken in twos, as far as possible in twos of
    matches with equally many seats; that joins the edges to trails. Each trail gets one direction, from the first seat
    to the second, so that of two edges taken together one leaves the player and the other arrives. Only edges left
    over, at most one for each player and size and at most one for each player in all, are not balanced by another.
    """
    first, second = pair
    matches = [match for match, group in enumerate(seated) if second < len(group)]
    partner = _partners(seated, matches, pair)
    done: set[int] = set()
    starts = [(match, seat) for match in matches for seat in pair if (match, seat) not in partner]
    for match, seat in starts + [(match, first) for match in matches]:
        end: tuple[int, int] | None = (match, seat)
        while end is not None and end[0] not in done:
            match, seat = end
            done.add(match)
            if seat == second:
                group = seated[match]
                group[first], group[second] = group[second], group[first]
            end = partner.get((match, first + second - seat))


def _partners(seated: Groups, matches: Sequence[int], pair: tuple[int, int]) -> dict[tuple[int, int], tuple[int, int]]:
    """Return the ends of edges, each a match and a seat of the `pair`, taken in twos at each player; some have no
    partner."""
    alone: dict[tuple[int, int], tuple[int, int]] = {}
    partner = {}

    def take(key: tuple[int, int], end: tuple[int, int]) -> None:
        if key in alone:
            other = alone.pop(key)
            partner[end], partner[other] = other, end
        else:
            alone[key] = end

    for match in matches:
        for seat in pair:
            take((seated[match][seat], len(seated[match])), (match, seat))
    leftover = sorted(alone.items())
    alone.clear()
    for (player, _size), end in leftover:
        take((player, 0), end)
    return partner
