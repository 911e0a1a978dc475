"""Cups: brackets of two seats, tables of more of which some advance, withdrawals."""

import random
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.core.elimination import Champion, bracket, next_round
from leagues.core.elimination_plan import RoundPlan
from leagues.core.errors import LeagueError
from leagues.core.seeding import serpentine, standard_seeding

LAWS = settings(deadline=None, database=None, derandomize=True)


def favourites(group, _rng):
    """The better seed wins; players are numbered by seed."""
    return {player: place for place, player in enumerate(sorted(group), 1)}


def by_lot(group, rng):
    """A placing by lot, with ties."""
    return {player: rng.randint(1, len(group)) for player in group}


def play(cup, decide=favourites, rng=None, leave=0.0):
    """The rounds of a whole cup with their results, its champion, and who withdrew before which round."""
    rounds, results, withdrawn = [], [], {}
    while not isinstance(step := next_round(cup, results, withdrawn), Champion):
        rounds.append(step)
        results.append([decide(group, rng) for group in step.groups])
        for player in cup.entrants:
            if leave and rng.random() < leave:
                withdrawn.setdefault(player, step.number + 1)
    return rounds, results, step, withdrawn


def sizes(cup):
    return [plan.sizes for plan in cup.rounds]


def test_sixteen_meet_by_the_standard_seeding():
    first = next_round(bracket(range(1, 17), 2))
    assert first.groups == ((1, 16), (8, 9), (4, 13), (5, 12), (2, 15), (7, 10), (3, 14), (6, 11))
    assert first.byes == ()


@pytest.mark.parametrize("places", [2, 4, 8, 16, 32, 64])
def test_the_best_two_to_the_k_meet_no_earlier_than_when_so_many_are_left(places):
    slots = standard_seeding(places)
    while len(slots) > 1:
        pairs = list(zip(slots[::2], slots[1::2], strict=True))
        assert {one + other for one, other in pairs} == {len(slots) - 1}
        slots = [min(pair) for pair in pairs]


def test_byes_go_to_the_best_seeds():
    cup = bracket(range(1, 12), 2)
    first = next_round(cup)
    assert set(first.byes) == {1, 2, 3, 4, 5}
    assert cup.rounds == (
        RoundPlan((2, 2, 2), byes=5),
        RoundPlan((2, 2, 2, 2)),
        RoundPlan((2, 2)),
        RoundPlan((2,)),
    )
    # In any case 1 plays the winner of 8 v 9.
    second = next_round(cup, [[favourites(group, None) for group in first.groups]])
    assert (1, 8) in second.groups
    assert second.byes == ()


def test_winners_keep_their_place_in_the_bracket():
    cup = bracket(range(1, 9), 2)
    upset = [{1: 2, 8: 1}, {4: 1, 5: 2}, {2: 1, 7: 2}, {3: 1, 6: 2}]
    assert next_round(cup, [upset]).groups == ((8, 4), (2, 3))


def test_the_order_of_results_within_a_round_does_not_matter():
    cup = bracket(range(1, 9), 2)
    results = [{1: 2, 8: 1}, {4: 1, 5: 2}, {2: 1, 7: 2}, {3: 1, 6: 2}]
    assert next_round(cup, [results[::-1]]) == next_round(cup, [results])


def test_a_drawn_match_goes_to_the_better_seed():
    assert next_round(bracket([7, 3], 2), [[{3: 1, 7: 1}]]) == Champion(7, (7, 3))


def test_a_third_place_match_is_played_next_to_the_final():
    cup = bracket(range(1, 5), 2, third_place=True)
    semifinals = [{1: 1, 4: 2}, {2: 1, 3: 2}]
    assert next_round(cup, [semifinals]).groups == ((1, 2), (4, 3))
    assert next_round(cup, [semifinals, [{1: 2, 2: 1}, {3: 2, 4: 1}]]) == Champion(2, (2, 1, 4, 3))


def test_no_third_place_match_unless_wanted():
    cup = bracket(range(1, 5), 2)
    semifinals = [{1: 1, 4: 2}, {2: 1, 3: 2}]
    assert next_round(cup, [semifinals]).groups == ((1, 2),)
    assert next_round(cup, [semifinals, [{1: 2, 2: 1}]]) == Champion(2, (2, 1))


def test_with_one_semifinal_its_loser_is_third_without_a_match():
    cup = bracket([1, 2, 3], 2, third_place=True)
    assert next_round(cup, [[{2: 1, 3: 2}]]).groups == ((1, 2),)
    assert next_round(cup, [[{2: 1, 3: 2}], [{1: 1, 2: 2}]]) == Champion(1, (1, 2, 3))


def test_two_seats_withdrawn_between_rounds_give_the_opponent_a_walkover():
    cup = bracket(range(1, 9), 2)
    results = [[favourites(group, None) for group in next_round(cup).groups]]
    second = next_round(cup, results, {1: 1})
    assert (second.groups, second.byes) == (((2, 3),), (4,))
    assert next_round(cup, [*results, [{2: 1, 3: 2}]], {1: 1}).groups == ((4, 2),)


def test_a_withdrawal_leaves_earlier_rounds_as_they_were():
    cup = bracket(range(1, 9), 2)
    assert next_round(cup, [], {1: 1}) == next_round(cup)


def test_a_round_of_walkovers_only_is_passed_over():
    cup = bracket(range(1, 5), 2)
    semifinals = [{1: 1, 4: 2}, {2: 1, 3: 2}]
    assert next_round(cup, [semifinals], {2: 1}) == Champion(1, (1,))
    assert next_round(cup, [[{1: 1, 4: 2}]], {2: 0, 3: 0}) == Champion(1, (1,))
    final = next_round(cup, [], {1: 0, 2: 0})
    assert (final.number, final.groups) == (1, ((4, 3),))


def test_a_finalist_who_withdraws_leaves_the_third_place_to_be_played_for():
    cup = bracket(range(1, 5), 2, third_place=True)
    semifinals = [{1: 1, 4: 2}, {2: 1, 3: 2}]
    last = next_round(cup, [semifinals], {2: 1})
    assert (last.groups, last.byes) == (((4, 3),), (1,))
    assert next_round(cup, [semifinals, [{3: 1, 4: 2}]], {2: 1}) == Champion(1, (1, 3, 4))


@pytest.mark.parametrize("seats", [2, 4])
def test_a_cup_that_everybody_left_has_no_champion(seats):
    assert next_round(bracket(range(4), seats), [], dict.fromkeys(range(4), 0)) == Champion(None, ())


def test_best_two_of_four_from_sixteen():
    cup = bracket(range(1, 17), 4, 2)
    assert sizes(cup) == [(4,) * 4, (4, 4), (4,)]
    assert next_round(cup).groups == ((1, 8, 9, 16), (2, 7, 10, 15), (3, 6, 11, 14), (4, 5, 12, 13))
    rounds, _results, champion, _withdrawn = play(cup)
    assert [set(group) for group in rounds[1].groups] == [{1, 4, 6, 7}, {2, 3, 5, 8}]
    assert set(rounds[2].groups[0]) == {1, 2, 3, 4}
    assert champion.order == (1, 2, 3, 4)


@pytest.mark.parametrize(
    ("players", "seats", "advance", "expected", "byes"),
    [
        (4, 4, 2, [(4,)], 0),
        (3, 4, 2, [(3,)], 0),
        (2, 6, 1, [(2,)], 0),
        (5, 4, 2, [(4,), (3,)], 1),
        (6, 4, 2, [(3, 3), (4,)], 0),
        (7, 4, 2, [(4, 3), (4,)], 0),
        (8, 4, 2, [(4, 4), (4,)], 0),
        (9, 3, 1, [(3, 3, 3), (3,)], 0),
        (16, 4, 1, [(4,) * 4, (4,)], 0),
        (12, 4, 2, [(4, 4, 4), (3, 3), (4,)], 0),
        (32, 4, 2, [(4,) * 8, (4,) * 4, (4, 4), (4,)], 0),
        (27, 3, 1, [(3,) * 9, (3,) * 3, (3,)], 0),
    ],
)
def test_rounds_of_a_cup_with_tables(players, seats, advance, expected, byes):
    cup = bracket(range(players), seats, advance)
    assert sizes(cup) == expected
    assert cup.rounds[0].byes == byes
    assert sum(plan.byes for plan in cup.rounds[1:]) == 0


def test_a_bye_of_a_cup_with_tables_is_for_the_best_seed():
    cup = bracket(range(1, 6), 4, 2)
    assert next_round(cup).byes == (1,)
    assert next_round(cup, [[{2: 4, 3: 3, 4: 2, 5: 1}]]).groups == ((1, 5, 4),)


def test_a_tie_for_the_last_advancing_place_goes_to_the_better_seed():
    cup = bracket(range(1, 9), 4, 2)
    tied = [{1: 2, 4: 2, 5: 1, 8: 2}, {2: 1, 3: 1, 6: 1, 7: 1}]
    assert set(next_round(cup, [tied]).groups[0]) == {1, 5, 2, 3}


def test_winners_rank_before_seconds_in_the_next_round():
    # Tables of round one: (1, 8, 9, 16) (2, 7, 10, 15) (3, 6, 11, 14) (4, 5, 12, 13); the last seeds win all of them.
    cup = bracket(range(1, 17), 4, 2)
    turned = [{player: -player for player in group} for group in next_round(cup).groups]
    first, second = next_round(cup, [turned]).groups
    assert {first[0], second[0]} == {13, 14}
    for one, other in [(16, 9), (15, 10), (14, 11), (13, 12)]:
        assert (one in first) != (other in first)


def test_a_table_is_one_smaller_after_a_withdrawal():
    cup = bracket(range(1, 9), 4, 2)
    results = [[favourites(group, None) for group in next_round(cup).groups]]
    assert set(next_round(cup, results, {1: 1}).groups[0]) == {2, 3, 4}
    assert next_round(cup, results, {1: 1, 2: 1, 3: 1}) == Champion(4, (4,))


def test_many_withdrawals_make_a_cup_shorter():
    cup = bracket(range(1, 17), 4, 2)
    results = [[favourites(group, None) for group in next_round(cup).groups]]
    step = next_round(cup, results, dict.fromkeys((5, 6, 7, 8), 1))
    assert step.groups == ((1, 2, 3, 4),)
    assert isinstance(
        next_round(cup, [*results, [favourites(step.groups[0], None)]], dict.fromkeys((5, 6, 7, 8), 1)), Champion
    )


def test_where_no_table_can_be_filled_any_more_the_best_ranked_wins():
    cup = bracket(range(1, 4), 3, smallest=3)
    assert next_round(cup, [], {2: 0}) == Champion(1, (1, 3))


def test_where_tables_of_no_size_fit_the_lowest_ranked_are_out():
    cup = bracket(range(1, 10), 6, smallest=5)
    assert sizes(cup) == [(5,), (5,)]
    assert next_round(cup, [], {9: 0}).groups == ((1, 2, 3, 4, 5, 6),)


def test_an_impossible_cup_names_the_nearest_possible_number():
    with pytest.raises(LeagueError, match="tables of 5 to 6 can’t have 7 players; 6 would work"):
        bracket(range(7), 6, smallest=5)
    with pytest.raises(LeagueError, match="can’t have 1 players; 2 would work"):
        bracket([1], 2)
    with pytest.raises(LeagueError, match="can’t have 0 players; 3 would work"):
        bracket([], 4, smallest=3)


@pytest.mark.parametrize(
    ("seats", "advance", "facts"),
    [
        (1, 1, {}),
        (4, 0, {}),
        (4, 4, {}),
        (2, 2, {}),
        (4, 2, {"smallest": 5}),
        (4, 2, {"smallest": 1}),
        (4, 2, {"third_place": True}),
    ],
)
def test_impossible_tables_are_refused(seats, advance, facts):
    with pytest.raises(LeagueError):
        bracket(range(16), seats, advance, **facts)


def test_the_same_player_twice_is_refused():
    with pytest.raises(LeagueError, match="twice"):
        bracket([1, 2, 1], 2)


@pytest.mark.parametrize(
    "results",
    [
        [[]],
        [[{1: 1, 4: 2}]],
        [[{1: 1, 4: 2}, {1: 1, 4: 2}]],
        [[{1: 1, 3: 2}, {2: 1, 4: 2}]],
        [[{1: 1, 4: 2, 2: 3}, {2: 1, 3: 2}]],
        [[{1: 1, 4: 2}, {2: 1, 3: 2}, {2: 1, 3: 2}]],
    ],
)
def test_results_that_are_not_those_of_the_round_are_refused(results):
    with pytest.raises(LeagueError, match="round 1"):
        next_round(bracket(range(1, 5), 2), results)


def test_results_after_the_end_are_refused():
    with pytest.raises(LeagueError, match="cup is over"):
        next_round(bracket([1, 2], 2), [[{1: 1, 2: 2}], [{1: 1, 2: 2}]])


FORMATS = [(seats, advance) for seats in range(2, 7) for advance in range(1, seats)]


def counts(seats, advance):
    """Every number of entrants for the usual formats, some for those in which most advance."""
    return range(2, 41) if advance <= max(1, seats // 2) else range(2, 41, 6)


@pytest.mark.parametrize(("seats", "advance"), FORMATS)
def test_every_cup_ends_with_one_champion(seats, advance):
    rng = random.Random(seats * 10 + advance)
    for players in counts(seats, advance):
        cup = bracket(range(players), seats, advance)
        rounds, results, champion, _withdrawn = play(cup, by_lot, rng)
        check_rounds(cup, rounds, results)
        assert champion.player == champion.order[0]
        assert len(rounds) == len(cup.rounds)
        assert len(rounds[-1].groups) == 1


def check_rounds(cup, rounds, results):
    """Groups and byes of each round are disjoint, as planned, and hold exactly those who came through the last one."""
    seed = cup.entrants.index
    came = set(cup.entrants)
    for number, (step, plan, placings) in enumerate(zip(rounds, cup.rounds, results, strict=True)):
        assert step.number == number
        listed = [*step.byes, *(player for group in step.groups for player in group)]
        assert len(listed) == len(set(listed))
        assert set(listed) == came
        assert sorted(map(len, step.groups), reverse=True) == list(plan.sizes)
        assert len(step.byes) == plan.byes
        came = set(step.byes)
        for placing in placings:
            came |= set(sorted(placing, key=lambda player: (placing[player], seed(player)))[: cup.tables.advance])


@pytest.mark.parametrize(("seats", "advance"), FORMATS)
def test_if_the_better_seeds_win_the_best_reach_the_final(seats, advance):
    for players in counts(seats, advance):
        rounds, _results, champion, _withdrawn = play(bracket(range(players), seats, advance))
        assert champion.player == 0
        for step in rounds:
            # The best so many are at as many tables, except those with a bye.
            listed = sorted(player for group in step.groups for player in group)
            best = set(listed[: len(step.groups)])
            assert all(len(best & set(group)) == 1 for group in step.groups)
            assert not step.byes or max(step.byes) < min(listed)


@settings(LAWS, max_examples=150)
@given(st.integers(2, 40), st.sampled_from(FORMATS), st.booleans(), st.integers(0, 2**32))
def test_cups_with_withdrawals_end(players, format_, third_place, seed):
    rng = random.Random(seed)
    cup = bracket(range(players), *format_, third_place=third_place and format_[0] == 2)
    rounds, _results, champion, withdrawn = play(cup, by_lot, rng, leave=0.15)
    assert len(rounds) <= players
    for step in rounds:
        listed = [*step.byes, *(player for group in step.groups for player in group)]
        assert len(listed) == len(set(listed))
        assert all(withdrawn.get(player, step.number + 1) > step.number for player in listed)
        assert step.groups
        assert all(2 <= len(group) <= format_[0] for group in step.groups)
    if champion.player is None:
        assert len(withdrawn) > 1
    else:
        assert champion.order[0] == champion.player


@settings(LAWS, max_examples=60)
@given(st.integers(1, 40), st.integers(1, 12), st.integers(0, 2**32))
def test_serpentines_deal_all_evenly_and_keep_apart_who_met(players, groups, seed):
    rng = random.Random(seed)
    met = {frozenset(rng.sample(range(players), 2)): 1 for _pair in range(players)} if players > 1 else {}
    dealt = serpentine(range(players), groups, met)
    assert sorted(player for group in dealt for player in group) == list(range(players))
    lengths = [len(group) for group in dealt]
    assert max(lengths) - min(lengths) <= 1
    # Each row of the serpentine is spread over different groups.
    for start in range(0, players, groups):
        row = set(range(start, min(start + groups, players)))
        assert all(len(row & set(group)) <= 1 for group in dealt)

    def repeats(tables):
        return sum(met.get(frozenset(pair), 0) for table in tables for pair in combinations(table, 2))

    if players <= 2 * groups:  # one row is dealt onto another: the plain serpentine is no better
        assert repeats(dealt) <= repeats(serpentine(range(players), groups, {}))
