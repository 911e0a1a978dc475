"""The Swiss system for two seats. The oracle for small fields tries every pairing there is."""

import random
from dataclasses import replace
from math import ceil, log2

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.core.errors import LeagueError
from leagues.core.swiss import BYE, LARGEST_SEAT_DIFFERENCE, Entrant, cheapest_matching, flattened, pair, with_lots

LAWS = settings(deadline=None, database=None, derandomize=True)


def entrant(player, points=0, **facts):
    """Return an entrant whose seed rank is their number."""
    return Entrant(player, points, seed=player, **facts)


def met(round_):
    """The pairs of a round without their seats."""
    return {frozenset(pair_) for pair_ in round_.pairs}


def pairs_of(*pairs):
    return {frozenset(pair_) for pair_ in pairs}


def all_pairings(players):
    """Every way to pair up an even number of players."""
    if not players:
        yield []
        return
    one, *others = players
    for other in others:
        for pairs in all_pairings([player for player in others if player != other]):
            yield [(one, other), *pairs]


def price(entrants, pairs, bye):
    """Return the price of a pairing, the most important first: rematches, seats, place of the bye, differences in
    points."""
    by_number = {one.player: one for one in entrants}
    placed = sorted(entrants, key=lambda one: (one.points, -one.seed))
    rematches = sum(by_number[one].opponents.count(other) for one, other in pairs)
    points = sum((by_number[one].points - by_number[other].points) ** 2 for one, other in pairs)
    excess = 0
    for one, other in pairs:
        before = by_number[one].seat_difference, by_number[other].seat_difference
        excess += min(
            max(abs(before[0] + step) - 2, 0) + max(abs(before[1] - step) - 2, 0)
            for step in (1, -1)  # who has the first seat
        )
    return rematches, excess, 0 if bye is None else placed.index(by_number[bye]), points


def lowest_price(entrants):
    """The price of the best pairing of all there are, with every bye that is allowed."""
    numbers = [one.player for one in entrants]
    fewest = min(one.byes for one in entrants)
    byes = [one.player for one in entrants if one.byes == fewest] if len(entrants) % 2 else [None]
    return min(
        price(entrants, pairs, bye)
        for bye in byes
        for pairs in all_pairings([number for number in numbers if number != bye])
    )


def after(entrants, round_, rng):
    """The entrants after a round whose results are drawn by lot, the better seeds winning more often."""
    facts = {one.player: one for one in entrants}
    if round_.bye is not None:
        facts[round_.bye] = replace(
            facts[round_.bye], points=facts[round_.bye].points + 2, byes=facts[round_.bye].byes + 1
        )
    for first, second in round_.pairs:
        better = min(first, second)
        points = rng.choice([(2, 0), (2, 0), (1, 1), (0, 2)])
        for seat, (player, opponent) in enumerate([(first, second), (second, first)]):
            old = facts[player]
            facts[player] = replace(
                old,
                points=old.points + points[0 if player == better else 1],
                opponents=(*old.opponents, opponent),
                seats=(*old.seats, seat),
            )
    return list(facts.values())


def check_round(entrants, round_):
    """Check what holds for every round, whatever was played before."""
    numbers = sorted(one.player for one in entrants)
    playing = [player for pair_ in round_.pairs for player in pair_]
    assert sorted(playing + ([] if round_.bye is None else [round_.bye])) == numbers
    assert (round_.bye is None) == (len(numbers) % 2 == 0)
    by_number = {one.player: one for one in entrants}
    if round_.bye is not None:
        assert by_number[round_.bye].byes == min(one.byes for one in entrants)
    repeated = [pair_ for pair_ in round_.pairs if pair_[1] in by_number[pair_[0]].opponents]
    assert {frozenset(pair_) for pair_ in round_.rematches} == {frozenset(pair_) for pair_ in repeated}


def test_the_top_half_plays_the_bottom_half_in_round_one():
    assert met(pair([entrant(number) for number in range(8)], seed=1)) == pairs_of((0, 4), (1, 5), (2, 6), (3, 7))


def test_pairs_are_made_within_score_groups_top_half_against_bottom_half():
    field = [entrant(number, points) for number, points in enumerate([4, 4, 4, 4, 2, 2, 2, 2])]
    assert met(pair(field, seed=1)) == pairs_of((0, 2), (1, 3), (4, 6), (5, 7))


def test_the_lowest_of_an_odd_score_group_plays_the_best_of_the_next():
    field = [entrant(number, points) for number, points in enumerate([4, 4, 4, 2, 2, 2])]
    assert met(pair(field, seed=1)) == pairs_of((0, 1), (2, 3), (4, 5))


def test_near_scores_meet_before_far_ones():
    field = [entrant(number, points) for number, points in enumerate([6, 4, 2, 0])]
    assert met(pair(field, seed=1)) == pairs_of((0, 1), (2, 3))


def test_points_may_be_thousandths():
    field = [entrant(number, points) for number, points in enumerate([30000, 26000, 9000, 3000])]
    assert met(pair(field, seed=1)) == pairs_of((0, 1), (2, 3))


def test_a_rematch_is_avoided_at_any_difference_in_points():
    field = [
        entrant(0, 10, opponents=(1, 2)),
        entrant(1, 10, opponents=(0,)),
        entrant(2, 0, opponents=(0,)),
        entrant(3, 0),
    ]
    round_ = pair(field, seed=1)
    assert met(round_) == pairs_of((0, 3), (1, 2))
    assert round_.rematches == ()


def test_unavoidable_rematches_are_as_few_as_possible_and_reported():
    field = [
        entrant(0, 6, opponents=(1, 2, 3)),
        entrant(1, 4, opponents=(0,)),
        entrant(2, 2, opponents=(0,)),
        entrant(3, 0, opponents=(0,)),
    ]
    round_ = pair(field, seed=1)
    assert met(round_) == pairs_of((0, 1), (2, 3))
    assert [frozenset(rematch) for rematch in round_.rematches] == [frozenset((0, 1))]


def test_a_player_who_met_three_times_waits_for_those_who_met_once():
    field = [
        entrant(0, opponents=(1, 1, 1, 2, 3)),
        entrant(1, opponents=(0, 0, 0, 2, 3)),
        entrant(2, opponents=(0, 1, 3)),
        entrant(3, opponents=(0, 1, 2)),
    ]
    assert frozenset((0, 1)) not in met(pair(field, seed=1))


def test_two_who_are_left_meet_again():
    field = [entrant(0, 2, opponents=(1,), seats=(0,)), entrant(1, 0, opponents=(0,), seats=(1,))]
    round_ = pair(field, seed=1)
    assert round_.pairs == ((1, 0),)
    assert len(round_.rematches) == 1


def test_the_bye_goes_to_the_lowest_placed():
    field = [entrant(number, points) for number, points in enumerate([2, 2, 2, 0, 0])]
    assert pair(field, seed=1).bye == 4


def test_the_bye_goes_to_the_lowest_placed_who_had_none():
    field = [entrant(0, 4), entrant(1, 4), entrant(2, 2), entrant(3, 2, byes=1), entrant(4, 2, byes=1)]
    assert pair(field, seed=1).bye == 2


def test_when_all_have_had_a_bye_the_lowest_has_a_second_one():
    field = [entrant(0, 4, byes=1), entrant(1, 2, byes=2), entrant(2, 3, byes=1)]
    assert pair(field, seed=1).bye == 2


def test_the_bye_moves_up_where_the_others_could_only_meet_again():
    field = [entrant(0, 4, opponents=(1,)), entrant(1, 2, opponents=(0,)), entrant(2)]
    round_ = pair(field, seed=1)
    assert round_.bye == 1
    assert round_.rematches == ()


def test_a_bye_before_a_second_one_even_at_the_price_of_a_rematch():
    field = [entrant(0, 4, opponents=(1,), byes=1), entrant(1, 2, opponents=(0,), byes=1), entrant(2)]
    round_ = pair(field, seed=1)
    assert round_.bye == 2
    assert len(round_.rematches) == 1


@pytest.mark.parametrize(
    ("seats", "others", "first"),
    [
        ((0,), (1,), 1),
        ((1,), (0,), 0),
        ((0, 0), (0,), 1),
        ((), (0,), 0),
        ((0, 1), (1, 0), 0),  # equally often: who had the second seat last has the first one now
        ((1, 0), (0, 1), 1),
        ((1, 0, 1, 0), (0, 1, 1, 0), 1),  # the last match at which their seats differed decides
    ],
)
def test_the_first_seat_goes_to_who_had_it_less_often(seats, others, first):
    field = [entrant(0, seats=seats), entrant(1, seats=others)]
    assert {pair(field, seed).pairs for seed in range(20)} == {((first, 1 - first),)}


@pytest.mark.parametrize(("seats", "others"), [((), ()), ((0,), (0,)), ((0, 1, 0, 1), (0, 1)), ((0, 1), ())])
def test_histories_that_differ_nowhere_leave_the_first_seat_to_the_lot(seats, others):
    field = [entrant(0, seats=seats), entrant(1, seats=others)]
    assert {pair(field, seed).pairs[0][0] for seed in range(20)} == {0, 1}


def test_two_who_both_had_the_first_seat_are_kept_apart_within_their_score_group():
    field = [
        entrant(0, seats=(0,)),
        entrant(1, seats=(0,)),
        entrant(2, seats=(0,)),
        entrant(3, seats=(1,)),
        entrant(4, seats=(1,)),
        entrant(5, seats=(1,)),
    ]
    field = [replace(one, seed=(0, 2, 4, 1, 3, 5)[one.player]) for one in field]
    for one, other in pair(field, seed=1).pairs:
        assert one in (3, 4, 5)
        assert other in (0, 1, 2)


def test_points_come_before_seats_up_to_a_difference_of_two():
    field = [entrant(0, 2, seats=(0,)), entrant(1, 2, seats=(0,)), entrant(2, seats=(1,)), entrant(3, seats=(1,))]
    assert met(pair(field, seed=1)) == pairs_of((0, 1), (2, 3))


def test_a_seat_difference_of_three_is_avoided_at_any_difference_in_points():
    field = [
        entrant(0, 4, seats=(0, 0)),
        entrant(1, 4, seats=(0, 0)),
        entrant(2, 0, seats=(1, 1)),
        entrant(3, 0, seats=(1, 1)),
    ]
    assert frozenset((0, 1)) not in met(pair(field, seed=1))


def test_tables_are_listed_from_the_best_down():
    field = [entrant(number, points) for number, points in enumerate([0, 0, 2, 2, 4, 4])]
    assert [set(table) for table in pair(field, seed=1).pairs] == [{4, 5}, {2, 3}, {0, 1}]


@pytest.mark.parametrize("field", [[], [entrant(0)]])
def test_fewer_than_two_are_refused(field):
    with pytest.raises(LeagueError, match="at least 2 players"):
        pair(field, seed=1)


def test_the_same_player_twice_is_refused():
    with pytest.raises(LeagueError, match="twice"):
        pair([entrant(0), entrant(1), entrant(0)], seed=1)


@settings(LAWS, max_examples=15)
@given(st.integers(8, 40), st.integers(0, 2**32))
def test_laws_of_whole_tournaments_with_withdrawals_and_late_entries(players, seed):
    rng = random.Random(seed)
    field = [entrant(number) for number in range(players)]
    for number in range(ceil(log2(players)) + 2):
        round_ = pair(field, f"{seed} {number}")
        check_round(field, round_)
        # So many remain that nobody is out of opponents.
        assert round_.rematches == () or len(field) < 12
        field = after(field, round_, rng)
        assert max(abs(one.seat_difference) for one in field) <= LARGEST_SEAT_DIFFERENCE
        if rng.random() < 0.4 and len(field) > 8:
            field.remove(rng.choice(field))
        if rng.random() < 0.2:
            field.append(entrant(100 + number))


@settings(LAWS, max_examples=40)
@given(st.integers(2, 8), st.integers(0, 2**32))
def test_no_pairing_of_a_small_field_is_better(players, seed):
    rng = random.Random(seed)
    field = [entrant(number) for number in range(players)]
    for number in range(players + 2):
        round_ = pair(field, f"{seed} {number}")
        check_round(field, round_)
        assert price(field, round_.pairs, round_.bye) == lowest_price(field)
        field = after(field, round_, rng)


@settings(LAWS, max_examples=20)
@given(st.integers(2, 16), st.integers(0, 2**32), st.randoms(use_true_random=False))
def test_a_round_depends_on_the_seed_and_not_on_the_order_of_the_entrants(players, seed, shuffler):
    rng = random.Random(seed)
    field = [entrant(number) for number in range(players)]
    for number in range(3):
        round_ = pair(field, number)
        mixed = list(field)
        shuffler.shuffle(mixed)
        assert pair(mixed, number) == round_
        field = after(field, round_, rng)


def test_all_meet_all_when_there_are_as_many_rounds_as_opponents():
    # Greedy pairing may run into a corner before the last rounds; byes still go round evenly.
    field = [entrant(number) for number in range(5)]
    for number in range(10):
        round_ = pair(field, number)
        check_round(field, round_)
        field = after(field, round_, random.Random(number))
    assert {one.byes for one in field} == {2}


# The largest costs that round 20 of a season can have: with 19 rounds behind them, two may have met 19 times and had
# one seat 19 times; then they exceed the largest difference by 18 and 16. 511 people and the bye: the best is 510
# places above the last; the points differ by 38 halves, squared 1444; one score group has 510 people next to one of 1,
# so that the fold is 509 squared at the most, 259081.
DEAREST = (19, 34, 0, 1444, 0, 259081)
CHEAPEST = (0, 0, 0, 0, -38, 0)


def ring_of_512(dear):
    """The bye and 511 places in a ring, of whose edges `dear` says which are the dearest: it has two matchings."""
    places = [BYE, *range(511)]
    edges = zip(places, [*places[1:], BYE], strict=True)
    return {(min(edge), max(edge)): DEAREST if dear(number) else CHEAPEST for number, edge in enumerate(edges)} | {
        (BYE, 0): (0, 0, 510, 0, 0, 0),
        (BYE, 510): (0, 0, 0, 0, 0, 0),
    }


def matched(costs):
    return {frozenset(edge) for edge in cheapest_matching(costs, random.Random(1))}


def test_the_largest_costs_of_512_people_and_20_rounds_fit_with_their_lots():
    costs = ring_of_512(lambda number: number % 4 < 2)
    weights = flattened(costs)
    assert max(weights.values()).bit_length() == 85
    lots = with_lots(weights, random.Random(1))
    assert max(lots.values()).bit_length() == 117  # what 512 nodes can have
    assert max(lots.values()) >> 32 == max(weights.values())  # 23 bits of lots, and 9 that keep them below the weights


def test_the_largest_costs_are_compared_layer_by_layer():
    # One matching takes the dearest edges, the other the cheapest; then both take as many, and the bye decides.
    odd = {frozenset((place, place + 1)) for place in range(0, 510, 2)} | {frozenset((BYE, 510))}
    even = {frozenset((place, place + 1)) for place in range(1, 510, 2)} | {frozenset((BYE, 0))}
    assert matched(ring_of_512(lambda number: number % 2 == 0)) == odd
    assert matched(ring_of_512(lambda number: number % 2 == 1)) == even
    assert matched(ring_of_512(lambda number: True)) == odd


def test_a_higher_layer_outweighs_the_lower_ones_of_all_pairs_together():
    # Both matchings have one pair of each price but the last, of which one has three and the other none.
    ring = [(0, 1, (0, 1)), (1, 2, (0, 0)), (2, 3, (0, 7)), (3, 4, (1, 0)), (4, 5, (0, 7)), (0, 5, (0, 7))]
    costs = {(one, other): cost for one, other, cost in ring}
    assert matched(costs) == pairs_of((0, 1), (2, 3), (4, 5))


@pytest.mark.parametrize("players", [32, 33])
def test_a_field_with_many_equal_pairings_gets_the_same_round_each_time(players):
    # Everybody has as many points, seats and byes, and met nobody: only the fold and the lot tell pairs apart.
    field = [entrant(number, 2, opponents=(100 + number,)) for number in range(players)]
    assert len({pair(field, seed=1) for _time in range(10)}) == 1


def test_the_lot_decides_between_equal_pairings():
    # Each pair of four costs the same.
    costs = dict.fromkeys([(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)], (0, 0, 0, 0, 0, 0))
    drawn = {frozenset(frozenset(edge) for edge in cheapest_matching(costs, random.Random(seed))) for seed in range(40)}
    assert len(drawn) == 3
