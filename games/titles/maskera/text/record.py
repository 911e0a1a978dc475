"""Whole matches as files (rules page, section 7): the deal, then a line per turn.

[Game "maskera-1"]
[Seat0 "Ada"]
[Seat1 "Zeno"]

{deal 0=PPSBA 1=RRSBA area0=PS area1=BB first=0}
0:pl=P 1:ct=S {rev 0 P} {miss} 1:di=R {draw 0 AA}
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from games.core.events import Entry
from games.core.game import Game, Record
from games.core.record import RecordReader, require_tag, split_tags, tag_lines
from games.core.text import Text, _
from games.titles.maskera.rules.components import SEATS
from games.titles.maskera.rules.effects import ChoseToDraw, Played, Skipped, Stopped

GAME_ID: Final = "maskera-1"
FIRST_OF_A_LINE: Final = (ChoseToDraw, Played, Skipped, Stopped)

_DEAL: Final = re.compile(r"deal 0=([PRSBA]{5}) 1=([PRSBA]{5}) area0=([PRSBA]{2}) area1=([PRSBA]{2}) first=([01])")
_DRAW: Final = re.compile(r"draw [01] ([PRSBA]+)")
_RANDOM_DISCARD: Final = re.compile(r"rand [01] ([PRSBA])")
_GROUPS: Final[dict[str, tuple[re.Pattern[str], tuple[int, ...], Text]]] = {
    "deal": (_DEAL, (3, 4, 1, 2, 5), _("The deal belongs here.")),
    "draw": (_DRAW, (1,), _("The cards drawn belong here.")),
    "rand": (_RANDOM_DISCARD, (1,), _("The random discard belongs here.")),
}
"""By the purpose of the first chance step: the note that lists the outcomes, its groups in the order in which the
rules ask for them, and the refusal of anything else."""


def write_record(tags: Mapping[str, str], entries: Sequence[Entry]) -> str:
    """The file form of `entries`, which may be redacted."""
    lines: list[list[str]] = [[]]
    for entry in entries:
        if isinstance(entry.effect, FIRST_OF_A_LINE):
            lines.append([])
        lines[-1].append(entry.token)
    body = [" ".join(line) for line in lines if line]
    return "\n".join([*tag_lines({"Game": GAME_ID, **tags} | {"Game": GAME_ID}), "", *body]) + "\n"


def read_record(game: Game, text: str) -> Record:
    """The match that `text` tells; raises `BadRecord`."""
    tags, body = split_tags(text)
    require_tag(tags, "Game", GAME_ID)
    events = MaskeraReader(game.annotator(SEATS, {})).read(body)
    return Record(tags, SEATS, {}, events)


class MaskeraReader(RecordReader):
    """Knows which note lists which draws."""

    def outcomes(self, purpose: str, inside: str) -> Iterable[str]:
        note, groups, rule = _GROUPS[purpose]
        found = note.fullmatch(inside)
        if found is None:
            raise self.refuse(rule)
        return "".join(found[group] for group in groups)
