from pathlib import Path

import pytest

from games.bots.arena import play_blocks, result_of, strengths
from games.bots.result_store import ResultStore
from games.bots.tally import Duel, Tally
from games.core.engine.outcome import Outcome
from tests.lantern.game import LANTERN

CALM = {"wind": "calm"}


def test_easy_beats_random_at_lantern_clear_of_chance() -> None:
    results = list(play_blocks(Duel(LANTERN, ("easy", "random"), CALM, seed=5), 60))
    weak, strong = strengths(results, seed=5)
    assert (weak.level, strong.level) == ("random", "easy")
    assert strong.low > 0.5
    assert weak.high < 0.5
    assert weak.share + strong.share == pytest.approx(1)
    assert weak.first_place_share + strong.first_place_share == pytest.approx(1)


def test_several_processes_find_the_same_results_as_one() -> None:
    duel = Duel(LANTERN, ("medium", "easy", "random"), CALM, seed=2)
    assert list(play_blocks(duel, 4, jobs=2)) == list(play_blocks(duel, 4))


def test_a_block_seats_every_level_everywhere() -> None:
    [result] = play_blocks(Duel(LANTERN, ("easy", "random", "random"), CALM, seed=3), 1)
    assert (result["easy"].seats_taken, result["random"].seats_taken) == (3, 6)
    assert (result["easy"].pairings, result["random"].pairings) == (6, 6)


def test_a_tie_is_half_a_win_and_seats_of_one_level_are_not_paired() -> None:
    outcome = Outcome(places=(1, 1, 3), reason="light")
    levels = ["easy", "random", "easy"]
    assert result_of(outcome, levels, 0) == Tally(wins=0.5, pairings=1, first_places=0.5, seats_taken=1)
    assert result_of(outcome, levels, 1) == Tally(wins=1.5, pairings=2, first_places=0.5, seats_taken=1)
    assert result_of(outcome, levels, 2) == Tally(wins=0.0, pairings=1, first_places=0.0, seats_taken=1)


def test_an_interrupted_run_resumes_after_the_stored_blocks(tmp_path: Path) -> None:
    duel, store = Duel(LANTERN, ("easy", "random"), CALM, seed=4), ResultStore(tmp_path / "blocks")
    first = list(play_blocks(duel, 2, store=store))
    assert list(store.read(duel).values()) == first
    assert not store.read(Duel(LANTERN, ("easy", "random"), CALM, seed=5)), "another duel"
    store.path.write_text(store.path.read_text().replace('"wins": ', '"wins": 100'))
    resumed = list(play_blocks(duel, 3, store=store))
    assert all(result["easy"].wins >= 100 for result in resumed[:2]), "played again"
    assert [resumed[2]] == list(play_blocks(duel, 3))[2:]
