from pathlib import Path

import pytest

from games.bots.arena import play_blocks, result_of, strengths
from games.bots.kept import Kept
from games.bots.tally import Duel, Tally
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


def test_a_run_that_was_broken_off_goes_on_after_the_blocks_it_kept(tmp_path: Path) -> None:
    duel, kept = Duel(LANTERN, ("easy", "random"), CALM, seed=4), Kept(tmp_path / "blocks")
    first = list(play_blocks(duel, 2, kept=kept))
    assert list(kept.read(duel).values()) == first
    assert not kept.read(Duel(LANTERN, ("easy", "random"), CALM, seed=5)), "another duel"
    kept.path.write_text(kept.path.read_text().replace('"won": ', '"won": 100'))
    resumed = list(play_blocks(duel, 3, kept=kept))
    assert all(result["easy"].won >= 100 for result in resumed[:2]), "played again"
    assert [resumed[2]] == list(play_blocks(duel, 3))[2:]
