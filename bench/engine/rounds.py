"""Measuring everything in turn, several times, each build and the peers in a process of its own."""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games.fast import make, use

Rates = dict[str, dict[str, float]]
"""Things done in a second, by what is measured and by figure."""


@dataclass
class Figures:
    """The best of all rounds."""

    interpreted: Rates = field(default_factory=dict)
    compiled: Rates = field(default_factory=dict)
    peers: Rates = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)


def measure(rounds: int, seconds: float, peers: Path | None) -> Figures:
    """All figures; what cannot be measured here is a remark."""
    figures = Figures()
    with tempfile.TemporaryDirectory(prefix="masques-bench-") as temporary:
        folder = compiled_build(Path(temporary) / "fast", figures)
        for number in range(1, rounds + 1):
            say(f"Round {number} of {rounds}: the sources ...")
            keep_best(figures.interpreted, ask("ours", seconds, "off"))
            if folder is not None:
                say(f"Round {number} of {rounds}: the compiled build ...")
                keep_best(figures.compiled, ask("ours", seconds, str(folder)))
            say(f"Round {number} of {rounds}: others ...")
            told = ask("peers", seconds, "off", peers)
            keep_best(figures.peers, told)
            figures.versions = told["versions"]
    absent = [name for name in ("OpenSpiel", "rlcard") if name not in figures.versions]
    if absent:
        figures.remarks.append(
            f"Without {' and '.join(absent)}: run 'python -m pip install open-spiel rlcard', or name a Python that "
            "has them with --peers."
        )
    return figures


def compiled_build(folder: Path, figures: Figures) -> Path | None:
    """The build that is there, if it fits; else a fresh one in `folder`; None where none can be made."""
    manifest = use.read_manifest(use.FOLDER)
    if manifest is not None and not use.misfit(manifest):
        return use.FOLDER
    say("Compiling ...")
    try:
        make.build(lambda _step, _seconds: None, folder)
    except make.CannotBuild as error:
        figures.remarks.append(f"Without the compiled build. {error}")
        return None
    return folder


def ask(module: str, seconds: float, fast: str, python: Path | None = None) -> dict[str, Any]:
    """What a process of its own has measured."""
    done = subprocess.run(
        [str(python or sys.executable), "-m", f"bench.engine.{module}", str(seconds)],
        cwd=use.BASE,
        env={**os.environ, use.SWITCH: fast},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    told: dict[str, Any] = json.loads(done.stdout)
    return told


def keep_best(best: Rates, told: dict[str, Any]) -> None:
    """Take in the figures of a round where they are higher: whatever else runs only ever slows down."""
    for name, rates in told["figures"].items():
        kept = best.setdefault(name, {})
        for figure, value in rates.items():
            kept[figure] = max(value, kept.get(figure, 0.0))


def say(text: str) -> None:
    """Tell whoever waits; the tables alone go to standard output."""
    sys.stderr.write(f"{text}\n")
