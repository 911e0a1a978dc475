"""Stores the results of blocks in a file, so that an interrupted run can be resumed."""

import json
from dataclasses import asdict
from pathlib import Path

from games.bots.tally import Duel, Tally


class ResultStore:
    """A file with one JSON line per block. It does not record the bots' versions: use a new file when they change."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def read(self, duel: Duel) -> dict[int, dict[str, Tally]]:
        """Return the stored blocks of `duel`, by number."""
        found = {}
        for line in self.path.read_text().splitlines() if self.path.exists() else ():
            entry = json.loads(line)
            if entry["duel"] == duel_key(duel):
                found[entry["block"]] = {level: Tally(**tally) for level, tally in entry["tallies"].items()}
        return found

    def add(self, duel: Duel, block: int, tallies: dict[str, Tally]) -> None:
        """Append a finished block."""
        tally_data = {level: asdict(tally) for level, tally in tallies.items()}
        with self.path.open("a") as file:
            file.write(json.dumps({"duel": duel_key(duel), "block": block, "tallies": tally_data}) + "\n")


def duel_key(duel: Duel) -> list[object]:
    """Return the JSON value that identifies a duel."""
    return [duel.game.slug, list(duel.lineup), dict(sorted(duel.settings.items())), duel.seed]
