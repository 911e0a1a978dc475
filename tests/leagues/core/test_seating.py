"""Seats balance."""

from collections import Counter
from itertools import permutations

from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.core.seating import balanced_seats, seat_counts, seats_given

Groups = list[list[int]]


def groups_of(sizes: st.SearchStrategy[int]) -> st.SearchStrategy[Groups]:
    """Matches of players 0..9 whose numbers of seats are drawn from `sizes`."""
    group = sizes.flatmap(lambda size: st.lists(st.integers(0, 9), min_size=size, max_size=size, unique=True))
    return st.lists(group, max_size=30)


def spread(counts: dict[tuple[int, int], int], player: int, seats: int) -> int:
    """How often the player had the most frequent seat minus the least frequent one."""
    row = [counts.get((player, seat), 0) for seat in range(seats)]
    return max(row) - min(row)


def sum_of_squares(counts: dict[tuple[int, int], int]) -> int:
    return sum(count * count for count in counts.values())


@settings(deadline=None)
@given(st.integers(2, 7).flatmap(lambda size: groups_of(st.just(size))))
def test_seats_of_a_player_differ_by_at_most_one_and_not_at_all_where_they_divide_the_matches(groups: Groups) -> None:
    seated = balanced_seats(groups)
    assert [sorted(players) for players in seated] == [sorted(group) for group in groups]
    counts = seat_counts(seated)
    matches = Counter(player for group in groups for player in group)
    for player, played in matches.items():
        seats = len(groups[0])
        assert spread(counts, player, seats) == (0 if played % seats == 0 else 1)


@settings(deadline=None)
@given(groups_of(st.integers(2, 5)))
def test_seats_balance_in_each_size_and_over_all_sizes(groups: Groups) -> None:
    seated = balanced_seats(groups)
    assert [sorted(players) for players in seated] == [sorted(group) for group in groups]
    for size in {len(group) for group in groups}:
        counts = seat_counts(players for players in seated if len(players) == size)
        assert all(spread(counts, player, size) <= 1 for player in range(10))
    common = min((len(group) for group in groups), default=0)
    counts = seat_counts(seated)
    assert all(spread(counts, player, common) <= 1 for player in range(10) if common)


def test_a_match_repeated_as_often_as_it_has_seats_rotates_them() -> None:
    seated = balanced_seats([[4, 7, 2, 9]] * 4)
    assert all(sorted(column) == [2, 4, 7, 9] for column in zip(*seated, strict=True))


def test_no_matches_need_no_seats() -> None:
    assert balanced_seats([]) == []
    assert seats_given([], {}) == []


@settings(deadline=None, max_examples=50)
@given(groups_of(st.integers(2, 4)), st.permutations(range(12)), st.integers(2, 4))
def test_seats_of_a_round_are_the_best_for_the_history(past: Groups, players: list[int], size: int) -> None:
    history = seat_counts(past)
    groups = [players[start : start + size] for start in range(0, 12, size)]
    for group, seated in zip(groups, seats_given(groups, history), strict=True):
        had = [
            sum(history.get((player, seat), 0) for seat, player in enumerate(order)) for order in permutations(group)
        ]
        assert sum(history.get((player, seat), 0) for seat, player in enumerate(seated)) == min(had)
        assert sorted(seated) == sorted(group)


@settings(deadline=None, max_examples=30)
@given(groups_of(st.integers(2, 4)), groups_of(st.integers(2, 4)))
def test_a_history_of_several_rounds_is_not_made_worse_than_without_looking(past: Groups, groups: Groups) -> None:
    looking = seat_counts([*past, *seats_given(groups, seat_counts(past))])
    blind = seat_counts([*past, *balanced_seats(groups)])
    assert sum_of_squares(looking) <= sum_of_squares(blind)


def test_a_player_who_sat_first_sits_second_next_time() -> None:
    assert seats_given([[0, 1]], {(0, 0): 1, (1, 1): 1}) == [(1, 0)]


def test_a_history_is_not_changed() -> None:
    history = {(0, 0): 1}
    seats_given([[0, 1]], history)
    assert history == {(0, 0): 1}
