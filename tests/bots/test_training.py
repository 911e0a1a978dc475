"""Evaluations that are fitted to matches of bots against themselves."""

from io import StringIO
from math import log
from pathlib import Path
from runpy import run_path

import pytest
from django.core.management import CommandError, call_command

from games.bots import training
from games.bots.training import Position, SelfPlay, calibration, fit, log_loss, module_text, play_many, split
from tests.lantern.game import LANTERN, Lantern

AHEAD, BEHIND = ((0,), (1,)), ((1,), (0,))
PLAN = SelfPlay(LANTERN, "easy", 2, seed=3)


def positions(won: int, lost: int) -> list[Position]:
    """Two seats, of which one has feature 0 and the other feature 1: so often the first of them won."""
    return [Position(AHEAD, (1.0, 0.0))] * won + [Position(BEHIND, (1.0, 0.0))] * lost


def test_a_feature_weighs_what_its_share_of_wins_says() -> None:
    """Three wins in four are odds of three to one: the difference of the weights is the logarithm of three."""
    weights = fit(positions(3_000, 1_000), 3, free={0, 1, 2})
    assert weights[0] - weights[1] == pytest.approx(log(3), abs=0.01)
    assert weights[0] == pytest.approx(-weights[1])
    assert weights[2] == 0, "nobody had it"
    assert training.chances(weights, AHEAD) == pytest.approx([0.75, 0.25], abs=0.01)


def test_a_feature_that_never_lowers_a_chance_weighs_nothing_where_its_owners_lose() -> None:
    weights = fit(positions(3_000, 1_000), 2)
    assert weights[1] == 0
    assert weights[0] == pytest.approx(log(3), abs=0.01)


def test_a_shared_victory_counts_for_each_of_the_winners() -> None:
    weights = fit(
        [Position(((0,), (0,), (1,)), (0.5, 0.5, 0.0))] * 900 + [Position(((0,), (0,), (1,)), (0, 0, 1))] * 100,
        2,
        free={0, 1},
    )
    assert training.chances(weights, ((0,), (0,), (1,))) == pytest.approx([0.45, 0.45, 0.1], abs=0.005)


def test_the_loss_is_that_of_a_coin_where_nothing_is_known_and_less_where_something_is() -> None:
    held = positions(3, 1)
    assert log_loss([0.0, 0.0], held) == pytest.approx(log(2))
    assert log_loss([log(3), 0.0], held) == pytest.approx(-(3 * log(0.75) + log(0.25)) / 4)


def test_calibration_shows_what_came_next_to_what_was_foretold() -> None:
    low, high = calibration([log(3), 0.0], positions(2, 2))
    assert (low.seats, low.foretold, low.won) == (4, pytest.approx(0.25), 0.5)
    assert (high.seats, high.foretold, high.won) == (4, pytest.approx(0.75), 0.5)


def test_the_positions_of_a_match_are_either_fitted_or_kept_apart() -> None:
    matches = [[Position(((number,),), (1.0,))] * 3 for number in range(10)]
    fitted, held = split(matches, 1)
    assert (len(fitted), len(held)) == (24, 6)
    assert not {each.features for each in fitted} & {each.features for each in held}


def test_an_interrupted_run_resumes_after_the_stored_matches(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "matches"
    first = list(play_many(PLAN, 2, 1, path))
    assert list(play_many(SelfPlay(LANTERN, "easy", 2, seed=4), 1, 1, path)) != first[:1], "another seed"
    played: list[int] = []
    play = training.play
    monkeypatch.setattr(training, "play", lambda plan, number: played.append(number) or play(plan, number))
    assert list(play_many(PLAN, 3, 1, path))[:2] == first
    assert played == [2]


def test_weights_are_written_as_a_module() -> None:
    text = module_text("lantern", {"Level": "easy"}, [0.5, -0.25, 0.0])
    assert "manage.py train lantern" in text
    assert "[\n    0.5000,\n    -0.2500,\n    0.0000,\n]" in text


def test_the_command_fits_shows_and_writes(lantern: Lantern, tmp_path: Path) -> None:
    out, module = StringIO(), tmp_path / "fitted.py"
    arguments = ("--matches=10", "--seats=2,3", "--level=easy", f"--write={module}")
    call_command("train", "lantern", str(tmp_path / "matches"), *arguments, stdout=out, stderr=StringIO())
    first, second, header, *bands = out.getvalue().splitlines()
    assert first.startswith("Lantern, 20 matches of easy, 2 and 3 seats, seed 1: ")
    assert second.startswith("mean log loss of those kept apart: ")
    assert header.split() == ["seats", "foretold", "won"]
    assert bands
    assert len(run_path(str(module))["WEIGHTS"]) == 4


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["maskera"], "has no evaluation with weights to fit"),
        (["lantern", "--level=improver"], "has no level “improver”"),
        (["lantern", "--matches=4"], "--matches must be at least 5"),
        (["lantern", "--seats=two"], "--seats takes numbers"),
        (["lantern", "--seats=5"], "is played by 2, 3, 4, not by 5"),
    ],
)
def test_the_command_refuses_what_it_cannot_fit(
    lantern: Lantern, tmp_path: Path, arguments: list[str], words: str
) -> None:
    title, *others = arguments
    with pytest.raises(CommandError, match=words):
        call_command("train", title, str(tmp_path / "matches"), *others, stdout=StringIO(), stderr=StringIO())
