"""Results of blocks kept in a file, so that a long run that was broken off can be taken up again."""

import json
from dataclasses import asdict
from pathlib import Path

from games.bots.tally import Duel, Tally


class Kept:
    """A file with one line a block. It knows nothing of the bots' versions: begin a new one when they change."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self, duel: Duel) -> dict[int, dict[str, Tally]]:
        """The blocks of `duel` that are there."""
        found = {}
        for line in self.path.read_text().splitlines() if self.path.exists() else ():
            entry = json.loads(line)
            if entry["duel"] == name_of(duel):
                found[entry["block"]] = {level: Tally(**tally) for level, tally in entry["tallies"].items()}
        return found

    def add(self, duel: Duel, block: int, tallies: dict[str, Tally]) -> None:
        """Write a finished block down."""
        told = {level: asdict(tally) for level, tally in tallies.items()}
        with self.path.open("a") as file:
            file.write(json.dumps({"duel": name_of(duel), "block": block, "tallies": told}) + "\n")


def name_of(duel: Duel) -> list[object]:
    """What tells one duel from another."""
    return [duel.game.slug, list(duel.lineup), dict(sorted(duel.settings.items())), duel.seed]
