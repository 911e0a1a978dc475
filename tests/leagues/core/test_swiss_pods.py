"""The Swiss system with pods. The oracle for small fields tries every way to make pods."""

import random
from dataclasses import replace
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.core.errors import LeagueError
from leagues.core.sizes import byes_needed, pod_sizes
from leagues.core.swiss_pods import PodEntrant, pair_pods

LAWS = settings(deadline=None, database=None, derandomize=True)
POINTS = {2: (2, 0), 3: (10000, 5000, 1000), 4: (10000, 6000, 3000, 1000)}


def as_they_come(pods, had):
    """Seats that nobody looks at."""
    return pods


def entrant(player, points=0, **facts):
    """Return an entrant whose seed rank is their number."""
    return PodEntrant(player, points, seed=player, **facts)


def field_of(*points):
    return [entrant(player, point) for player, point in enumerate(points)]


def members(round_):
    return {frozenset(pod) for pod in round_.pods}


def after(entrants, seats, round_, rng):
    """The entrants after a round whose results are drawn by lot."""
    facts = {one.player: one for one in entrants}
    for player in round_.byes:
        facts[player] = replace(facts[player], byes=facts[player].byes + 1)
    for pod in round_.pods:
        finish = list(pod)
        rng.shuffle(finish)
        for place, player in enumerate(finish):
            old = facts[player]
            facts[player] = replace(
                old,
                points=old.points + POINTS.get(len(pod), range(len(pod), 0, -1))[place],
                opponents=(*old.opponents, *(other for other in pod if other != player)),
                smaller=old.smaller + (len(pod) < seats),
                seats=(*old.seats, pod.index(player)),
            )
    return list(facts.values())


def check_round(entrants, seats, round_):
    """Check what holds for every round, whatever was played before."""
    by_number = {one.player: one for one in entrants}
    playing = [player for pod in round_.pods for player in pod]
    assert sorted([*playing, *round_.byes]) == sorted(by_number)
    assert len(round_.byes) == byes_needed(len(entrants), seats)
    assert sorted(map(len, round_.pods), reverse=True) == list(pod_sizes(len(playing), seats))
    for pod in round_.pods:
        if len(pod) < seats:
            counts = [by_number[player].smaller for player in pod]
            full = [by_number[player].smaller for other in round_.pods if len(other) == seats for player in other]
            assert max(counts) <= min(full, default=max(counts))
    if round_.byes:
        assert max(by_number[player].byes for player in round_.byes) <= min(
            by_number[player].byes for player in playing
        )
    again = {
        frozenset((one, other))
        for pod in round_.pods
        for one, other in combinations(pod, 2)
        if other in by_number[one].opponents
    }
    assert {frozenset(pair) for pair in round_.repeats} == again


def test_pods_are_cut_from_the_standings():
    round_ = pair_pods(field_of(1, 9, 2, 8, 3, 7, 4, 6), 4, 1, as_they_come)
    assert [set(pod) for pod in round_.pods] == [{1, 3, 5, 7}, {0, 2, 4, 6}]


def test_round_one_is_drawn_by_lot():
    drawn = {frozenset(members(pair_pods(field_of(*[0] * 8), 4, seed, as_they_come))) for seed in range(20)}
    assert len(drawn) > 5


def test_a_player_who_met_swaps_with_the_nearest_neighbour_in_points():
    field = field_of(80, 70, 60, 50, 40, 30)
    field[0] = replace(field[0], opponents=(2,))
    field[2] = replace(field[2], opponents=(0,))
    round_ = pair_pods(field, 3, 1, as_they_come)
    assert members(round_) == {frozenset((0, 1, 3)), frozenset((2, 4, 5))}
    assert round_.repeats == ()


def test_repeats_are_repaired_across_several_pods():
    # 0 and 1 met each other and everybody in the next pod.
    met = {0: (1, 3, 4, 5), 1: (0, 3, 4, 5), 3: (0, 1), 4: (0, 1), 5: (0, 1)}
    field = [entrant(player, 90 - 10 * player, opponents=met.get(player, ())) for player in range(9)]
    round_ = pair_pods(field, 3, 1, as_they_come)
    assert members(round_) == {frozenset((0, 2, 6)), frozenset((3, 4, 5)), frozenset((1, 7, 8))}


def test_smaller_pods_go_to_those_who_had_none():
    # 7 = 4 + 3: the three best are the only ones without a smaller pod.
    field = [replace(one, smaller=int(one.player > 2)) for one in field_of(90, 80, 70, 60, 50, 40, 30)]
    assert [set(pod) for pod in pair_pods(field, 4, 1, as_they_come).pods] == [{0, 1, 2}, {3, 4, 5, 6}]


def test_the_smaller_pod_is_where_points_differ_least():
    field = field_of(90, 90, 90, 10, 10, 10, 10)
    assert [set(pod) for pod in pair_pods(field, 4, 1, as_they_come).pods] == [{0, 1, 2}, {3, 4, 5, 6}]


def test_byes_only_where_no_sizes_work_and_then_for_the_lowest():
    assert pair_pods(field_of(5, 4, 3, 2, 1, 0), 4, 1, as_they_come).byes == ()
    assert pair_pods(field_of(5, 4, 3, 2, 1), 4, 1, as_they_come).byes == (4,)
    assert pair_pods(field_of(*range(8)), 6, 1, as_they_come).byes == (0, 1)


def test_the_bye_goes_to_the_lowest_who_had_none():
    field = field_of(5, 4, 3, 2, 1)
    field[4] = replace(field[4], byes=1)
    assert pair_pods(field, 4, 1, as_they_come).byes == (3,)
    assert pair_pods([replace(one, byes=one.byes + 1) for one in field_of(5, 4, 3, 2, 1)], 4, 1, as_they_come).byes == (
        4,
    )


def test_the_bye_goes_to_the_last_seed_of_equal_points():
    assert pair_pods(field_of(0, 0, 0, 0, 0), 4, 1, as_they_come).byes == (4,)


def test_a_title_without_smaller_tables_has_more_byes():
    round_ = pair_pods(field_of(5, 4, 3, 2, 1, 0), 4, 1, as_they_come, smaller=False)
    assert round_.byes == (5, 4)
    assert [len(pod) for pod in round_.pods] == [4]


def test_seats_come_from_the_given_function_which_sees_the_seats_had():
    asked = {}

    def backwards(pods, had):
        asked.update(had)
        return [tuple(sorted(pod, reverse=True)) for pod in pods]

    field = [replace(one, seats=(0,) * one.player + (2,)) for one in field_of(3, 2, 1)]
    assert pair_pods(field, 3, 1, backwards).pods == ((2, 1, 0),)
    assert asked == {(0, 2): 1, (1, 0): 1, (1, 2): 1, (2, 0): 2, (2, 2): 1}


@pytest.mark.parametrize(("players", "seats"), [(0, 3), (1, 3), (2, 4), (8, 2)])
def test_too_few_players_or_seats_are_refused(players, seats):
    with pytest.raises(LeagueError):
        pair_pods(field_of(*range(players)), seats, 1, as_they_come)


def test_the_same_player_twice_is_refused():
    with pytest.raises(LeagueError, match="twice"):
        pair_pods([entrant(1), entrant(2), entrant(1)], 3, 1, as_they_come)


@settings(LAWS, max_examples=8)
@given(st.integers(4, 24), st.integers(3, 6), st.integers(0, 2**32))
def test_laws_of_whole_tournaments_with_withdrawals_and_late_entries(players, seats, seed):
    rng = random.Random(seed)
    field = [entrant(number) for number in range(max(players, seats))]
    for number in range(4):
        round_ = pair_pods(field, seats, f"{seed} {number}", as_they_come)
        check_round(field, seats, round_)
        field = after(field, seats, round_, rng)
        if rng.random() < 0.4 and len(field) > seats:
            field.remove(rng.choice(field))
        if rng.random() < 0.2:
            field.append(entrant(100 + number))


@pytest.mark.parametrize(
    ("players", "seats", "rounds"), [(9, 3, 4), (16, 4, 3), (27, 3, 5), (24, 4, 4), (40, 4, 5), (36, 6, 3)]
)
def test_nobody_meets_twice_in_the_early_rounds_of_a_large_field(players, seats, rounds):
    field = [entrant(number) for number in range(players)]
    for number in range(rounds):
        round_ = pair_pods(field, seats, number, as_they_come)
        assert round_.repeats == ()
        field = after(field, seats, round_, random.Random(number))


def test_smaller_pods_and_byes_go_round_evenly():
    field = [entrant(number) for number in range(10)]
    for number in range(5):
        field = after(field, 4, pair_pods(field, 4, number, as_they_come), random.Random(number))
    assert {one.smaller for one in field} == {3}
    field = [entrant(number) for number in range(5)]
    for number in range(5):
        field = after(field, 4, pair_pods(field, 4, number, as_they_come), random.Random(number))
    assert {one.byes for one in field} == {1}


@settings(LAWS, max_examples=25)
@given(st.sampled_from([(6, 3), (7, 4), (8, 4)]), st.integers(0, 2**32))
def test_no_other_pods_of_a_small_field_repeat_less(format_, seed):
    players, seats = format_
    rng = random.Random(seed)
    field = [entrant(number) for number in range(players)]
    for number in range(3):
        round_ = pair_pods(field, seats, number, as_they_come)
        by_number = {one.player: one for one in field}
        prices = []
        for chosen in combinations(range(players), seats):
            rest = tuple(player for player in range(players) if player not in chosen)
            prices.append(price([chosen, rest], by_number, seats))
        assert price(round_.pods, by_number, seats) == min(prices)
        field = after(field, seats, round_, rng)


def price(pods, by_number, seats):
    """Repeated smaller pods, then repeated meetings, as the oracle counts them."""
    smaller = sum(by_number[player].smaller for pod in pods if len(pod) < seats for player in pod)
    pairs = [pair for pod in pods for pair in combinations(pod, 2)]
    return smaller, sum(by_number[one].opponents.count(other) ** 2 for one, other in pairs)


@settings(LAWS, max_examples=10)
@given(st.integers(4, 20), st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_a_round_depends_on_the_seed_and_not_on_the_order_of_the_entrants(players, seed, shuffler):
    field = [entrant(number) for number in range(players)]
    for number in range(3):
        round_ = pair_pods(field, 4, f"{seed} {number}", as_they_come)
        mixed = list(field)
        shuffler.shuffle(mixed)
        assert pair_pods(mixed, 4, f"{seed} {number}", as_they_come) == round_
        field = after(field, 4, round_, random.Random(seed))
