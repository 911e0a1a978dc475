"""`manage.py bench engine`: what is measured, and what is said where something is missing."""

import sys
from pathlib import Path

import pytest

from bench.engine import report, rounds
from bench.engine.ours import Bench
from bench.engine.rounds import Figures
from games.fast import builder, loader
from games.registry import TITLES

RATES = {"matches": 100.0, "decisions": 9000.0, "replays": 1000.0, "events": 50.0, "bare search": 3000.0}


def test_every_figure_of_every_title_is_measured() -> None:
    for game in TITLES.values():
        found = Bench(game, game.seats[-1]).figures(0.001)
        assert min(found.values()) > 0
        assert found.keys() >= {"matches", "decisions", "copies", "worlds", "replays", "bare search"}


def test_a_whole_move_is_one_decision() -> None:
    for game in TITLES.values():
        bench = Bench(game, game.seats[0])
        state = bench.start(3)
        moves = 0
        while state.outcome() is None:
            state.settle_chance()
            seat = state.to_move()
            if seat >= 0:
                assert not state.composing(seat)
                state.random_move(seat)
                moves += 1
        assert bench.moves_of(3) == moves


def test_figures_are_compared_with_the_fastest_of_the_three() -> None:
    figures = Figures(
        interpreted={"Lantern": RATES},
        compiled={"Lantern": RATES | {"bare search": 60_000.0}},
        peers={
            "python_hangman (OpenSpiel, Python)": {"matches": 1.0, "decisions": 3000.0},
            "python_kuhn_poker (OpenSpiel, Python)": {"matches": 1.0, "decisions": 2000.0},
            "hearts (OpenSpiel, C++ from Python)": {"matches": 1.0, "decisions": 99_000.0},
            "hearts (OpenSpiel, C++), information sets": {"bare search": 30_000.0},
        },
    )
    told = report.tables(figures)
    assert "3.0 times the decisions of the fastest of OpenSpiel's three, python_hangman" in told
    assert "2.0 times the search iterations of hearts (OpenSpiel, C++), information sets" in told
    assert "|  | search, random roll-outs | 3,000 | 60,000 | 20.0 |" in told


def test_a_missing_requirement_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def told(module: str, seconds: float, fast: str, python: Path | None = None) -> dict[str, object]:
        assert fast == "off"
        return {"figures": {"Lantern": RATES} if module == "ours" else {}, "versions": {}}

    monkeypatch.setattr(rounds, "run_module", told)
    monkeypatch.setattr(loader, "FOLDER", tmp_path / "none")
    monkeypatch.setattr(builder, "TOOLS", ("a-package-that-is-not-there",))
    tables = report.tables(rounds.measure(1, 0.1, Path(sys.executable)))
    assert "Without the compiled build. The compiled build needs a-package-that-is-not-there" in tables
    assert "Without OpenSpiel and rlcard: run 'python -m pip install open-spiel rlcard'" in tables
    assert "No other engine was measured." in tables
    assert "|  | decisions in them | 9,000 | – | – |" in tables
