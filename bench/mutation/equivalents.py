"""Mutants that no test can kill, each with the reason, in a list that is checked in."""

import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.mutation.mutants import Mutant


@dataclass(frozen=True)
class Equivalent:
    """An entry of the list. `file` and `line` (the source line without indentation) say which mutants it is about, and
    so do, if given, their `operator` and what the line `becomes`."""

    file: str
    line: str
    reason: str
    operator: str = ""
    becomes: str = ""

    def matches(self, mutant: Mutant, becomes: Sequence[str]) -> bool:
        """Return whether this is about `mutant`, which brings in the lines `becomes`."""
        if (self.file, self.line) != (mutant.path, mutant.text) or self.operator not in ("", mutant.operator):
            return False
        return not self.becomes or self.becomes in [line.strip() for line in becomes]


def load(path: Path) -> list[Equivalent]:
    """Return the entries of a TOML file; none if there is no such file. Raises TypeError if one lacks a field."""
    if not path.is_file():
        return []
    return [Equivalent(**entry) for entry in tomllib.loads(path.read_text()).get("mutant", [])]
