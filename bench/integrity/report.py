"""Measures what the detectors find in many simulated histories."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from bench.integrity.simulate import Outcome, judge, simulate
from leagues.core.integrity import Kind


@dataclass
class Measured:
    """Counts over all seeds: cheats by kind and strength, honest accounts, and false flags by kind."""

    seeds: int = 0
    planted: Counter[tuple[Kind, bool]] = field(default_factory=Counter)
    found: Counter[tuple[Kind, bool]] = field(default_factory=Counter)
    honest: int = 0
    flagged: int = 0
    wrong: Counter[Kind] = field(default_factory=Counter)

    def add(self, outcome: Outcome) -> None:
        """Count one history."""
        self.seeds += 1
        for plant, is_found in outcome.found.items():
            self.planted[plant.kind, plant.is_blatant] += 1
            self.found[plant.kind, plant.is_blatant] += is_found
        self.honest += outcome.honest
        self.flagged += len(outcome.flagged)
        self.wrong.update(flag.kind for flag in outcome.wrong)

    @property
    def share_found(self) -> float:
        """The share of the cheats that were found."""
        return self.found.total() / self.planted.total()

    @property
    def flagged_per_200(self) -> float:
        """Honest accounts that were flagged, of two hundred."""
        return 200 * self.flagged / self.honest


def measure(seeds: Iterable[int]) -> Measured:
    """Simulate and judge one history for each seed; return the counts."""
    measured = Measured()
    for seed in seeds:
        measured.add(judge(simulate(seed)))
    return measured


def table(measured: Measured) -> str:
    """Return the counts as Markdown."""
    rows = [
        f"| {kind.value} | {_of(measured.found, measured.planted, kind, True)} "
        f"| {_of(measured.found, measured.planted, kind, False)} | {measured.wrong[kind]} |"
        for kind in Kind
    ]
    head = [
        "| kind | blatant: found of planted | subtle: found of planted | flags that name honest accounts |",
        "|---|---|---|---|",
    ]
    whole = (
        f"{measured.seeds} histories: {measured.found.total()} of {measured.planted.total()} cheats found "
        f"({measured.share_found:.0%}); {measured.flagged} of {measured.honest} honest accounts flagged "
        f"({measured.flagged_per_200:.2f} of 200)."
    )
    return "\n".join([*head, *rows, "", whole])


def _of(
    found: Mapping[tuple[Kind, bool], int], planted: Mapping[tuple[Kind, bool], int], kind: Kind, blatant: bool
) -> str:
    return f"{found[kind, blatant]} of {planted[kind, blatant]}"
