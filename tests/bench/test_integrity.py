"""Cheats in simulated histories: enough are found, and hardly anybody else is flagged."""

from collections import Counter

import pytest

from bench.integrity import FIRST_SEED
from bench.integrity.report import Measured, measure, table
from bench.integrity.simulate import simulate
from leagues.core.integrity import Kind, find_all

SEEDS = range(FIRST_SEED, FIRST_SEED + 5)  # the first of the table in docs/ratings.md


@pytest.mark.reliability
def test_nine_of_ten_are_found_and_at_most_one_honest_account_in_two_hundred_is_flagged():
    measured = measure(SEEDS)
    assert measured.planted == Counter({(kind, blatant): 5 for kind in Kind for blatant in (True, False)})
    assert measured.share_found >= 0.9
    assert measured.flagged_per_200 <= 1
    assert measured.honest == 5 * 300


def test_a_seed_gives_the_same_history_and_the_same_flags():
    once, twice = simulate(1, people=60), simulate(1, people=60)
    assert once.history.played == twice.history.played
    assert once.plants == twice.plants
    assert find_all(once.history) == find_all(twice.history)
    assert simulate(2, people=60).history.played != once.history.played


def test_the_table_says_how_many():
    measured = Measured(seeds=1, honest=400, flagged=1)
    for kind in Kind:
        measured.planted[kind, True] = measured.planted[kind, False] = 2
        measured.found[kind, True] = 2
    text = table(measured)
    assert "| farming | 2 of 2 | 0 of 2 | 0 |" in text
    assert "10 of 20 cheats found (50%); 1 of 400 honest accounts flagged (0.50 of 200)" in text
