import pytest

from games.bots.arena import Duel, Tally, play_blocks, result_of, strengths
from games.core.outcome import Outcome
from tests.lantern.game import LANTERN

CALM = {"wind": "calm"}


def test_easy_beats_random_at_lantern_clear_of_chance() -> None:
    results = list(play_blocks(Duel(LANTERN, ("easy", "random"), CALM, seed=5), 60))
    weak, strong = strengths(results, seed=5)
    assert (weak.level, strong.level) == ("random", "easy")
    assert strong.low > 0.5
    assert weak.high < 0.5
    assert weak.share + strong.share == pytest.approx(1)
    assert weak.firsts + strong.firsts == pytest.approx(1)


def test_several_processes_find_the_same_results_as_one() -> None:
    duel = Duel(LANTERN, ("medium", "easy", "random"), CALM, seed=2)
    assert list(play_blocks(duel, 4, jobs=2)) == list(play_blocks(duel, 4))


def test_a_block_seats_every_level_everywhere() -> None:
    [result] = play_blocks(Duel(LANTERN, ("easy", "random", "random"), CALM, seed=3), 1)
    assert (result["easy"].seated, result["random"].seated) == (3, 6)
    assert (result["easy"].met, result["random"].met) == (6, 6)


def test_a_tie_is_half_a_win_and_seats_of_one_level_do_not_meet() -> None:
    outcome = Outcome(places=(1, 1, 3), reason="light")
    levels = ["easy", "random", "easy"]
    assert result_of(outcome, levels, 0) == Tally(won=0.5, met=1, first=0.5, seated=1)
    assert result_of(outcome, levels, 1) == Tally(won=1.5, met=2, first=0.5, seated=1)
    assert result_of(outcome, levels, 2) == Tally(won=0.0, met=1, first=0.0, seated=1)
