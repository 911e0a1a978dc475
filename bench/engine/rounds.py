"""Runs all benchmarks in several rounds, each build and the other engines in separate processes."""

import json
import os
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from games.fast import builder, loader

Rates = dict[str, dict[str, float]]
"""Rates per second, by the name of a game and by figure."""


@dataclass
class Figures:
    """The best figures of all rounds."""

    interpreted: Rates = field(default_factory=dict)
    compiled: Rates = field(default_factory=dict)
    peers: Rates = field(default_factory=dict)
    versions: dict[str, str] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)


def measure(rounds: int, seconds: float, peers: Path | None) -> Figures:
    """Measure everything in rounds; return the best figures, with a remark for each that cannot be measured on this
    machine."""
    figures = Figures()
    with tempfile.TemporaryDirectory(prefix="masques-bench-") as temporary:
        folder = compiled_build(Path(temporary) / "fast", figures)
        for number in range(1, rounds + 1):
            report_progress(f"Round {number} of {rounds}: the sources ...")
            update_best(figures.interpreted, run_module("ours", seconds, "off"))
            if folder is not None:
                report_progress(f"Round {number} of {rounds}: the compiled build ...")
                update_best(figures.compiled, run_module("ours", seconds, str(folder)))
            report_progress(f"Round {number} of {rounds}: others ...")
            result = run_module("peers", seconds, "off", peers)
            update_best(figures.peers, result)
            figures.versions = result["versions"]
    absent = [name for name in ("OpenSpiel", "rlcard") if name not in figures.versions]
    if absent:
        figures.remarks.append(
            f"Without {' and '.join(absent)}: run 'python -m pip install open-spiel rlcard', or name a Python that "
            "has them with --peers."
        )
    return figures


def compiled_build(folder: Path, figures: Figures) -> Path | None:
    """Return the existing build if it is compatible, else make one in `folder`; None if it cannot be built."""
    manifest = loader.read_manifest(loader.FOLDER)
    if manifest is not None and not loader.incompatibility(manifest):
        return loader.FOLDER
    report_progress("Compiling ...")
    try:
        builder.build(lambda _step, _seconds: None, folder)
    except builder.BuildError as error:
        figures.remarks.append(f"Without the compiled build. {error}")
        return None
    return folder


def run_module(module: str, seconds: float, fast: str, python: Path | None = None) -> dict[str, Any]:
    """Run a benchmark module in a separate process. Returns its figures."""
    done = subprocess.run(
        [str(python or sys.executable), "-m", f"bench.engine.{module}", str(seconds)],
        cwd=loader.BASE,
        env={**os.environ, loader.ENVIRONMENT_VARIABLE: fast},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    result: dict[str, Any] = json.loads(done.stdout)
    return result


def update_best(best: Rates, result: dict[str, Any]) -> None:
    """Update `best` with the figures of a round that are higher: other load can only slow a round down."""
    for name, rates in result["figures"].items():
        best_rates = best.setdefault(name, {})
        for figure, value in rates.items():
            best_rates[figure] = max(value, best_rates.get(figure, 0.0))


def report_progress(text: str) -> None:
    """Print to standard error; standard output is for the tables."""
    sys.stderr.write(f"{text}\n")
