"""Maskera as the site knows it: the rules object that ties the chapters, the notation and the table together."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from games.bots.levels import LEVELS
from games.core.engine.events import Entry
from games.core.engine.state import State
from games.core.records.annotator import LogAnnotator
from games.core.text import _
from games.core.title.game import Game, Record
from games.core.title.thinker import Thinker
from games.titles.maskera.bots.attacker import Attacker
from games.titles.maskera.bots.knowledge import MaskeraKnowledge
from games.titles.maskera.bots.ladder import ELO
from games.titles.maskera.bots.thinking import thinker
from games.titles.maskera.page import figures
from games.titles.maskera.page.presenter import MaskeraPresenter
from games.titles.maskera.rules.components import SEATS
from games.titles.maskera.rules.effects import ENTRIES
from games.titles.maskera.rules.state import MaskeraState
from games.titles.maskera.text import in_advance, notation, record
from games.titles.maskera.text.annotator import MaskeraAnnotator
from games.titles.maskera.text.placing import MaskeraPlacing


class Maskera(Game):
    """Maskera, for two seats. Every move is one part, and a part and its move have the same word."""

    slug = "maskera"
    name = "Maskera"
    tagline = _("A duel of hidden masks: play one facedown and dare your rival to name it.")
    credits = _(
        "Maskera is a game by Pierre Canali, Antoine Lagarde, Bastien Perez Assaël and Malo Willefert, "
        "illustrated by Vincent Roché and published by Blind Cooks. It belongs to them; the drawings here "
        "are ours."
    )
    seats = (SEATS,)
    usual_seats = SEATS
    minutes = (10, 20)
    usual_moves = {2: 50}
    ladder = ELO
    rules_version = 1
    entries = ENTRIES
    placing = MaskeraPlacing()
    presenter = MaskeraPresenter(slug)
    knowledge = MaskeraKnowledge()

    def initial_state(self, seats: int, settings: Mapping[str, str]) -> MaskeraState:
        return MaskeraState()

    def part_word(self, state: State, seat: int, part: int) -> str:
        return notation.WORDS[part]

    def format_move(self, state: State, seat: int, parts: Sequence[int]) -> str:
        return notation.WORDS[parts[0]]

    def parse_move(self, state: State, seat: int, text: str) -> list[int]:
        return [notation.parse(cast(MaskeraState, state), seat, text)]

    def format_chance(self, state: State, outcome: int) -> str:
        return notation.chance_word(cast(MaskeraState, state), outcome)

    def parse_chance(self, state: State, token: str) -> int:
        return notation.parse_chance(cast(MaskeraState, state), token)

    def annotator(self, seats: int, settings: Mapping[str, str]) -> LogAnnotator:
        return MaskeraAnnotator(self, seats, settings)

    def thinker(self, level: str) -> Thinker | None:
        return thinker(level)

    def attacker(self, level: str, worlds: int) -> Thinker | None:
        return Attacker(self, LEVELS[level], worlds)

    def keys_in_advance(self, state: State, seat: int) -> Sequence[str]:
        return in_advance.keys(cast(MaskeraState, state))

    def parse_in_advance(self, state: State, seat: int, key: str, text: str) -> str:
        return in_advance.parse(key, text)

    def move_in_advance(self, state: State, seat: int, text: str) -> str | None:
        return in_advance.move(cast(MaskeraState, state), text)

    def examples(self) -> dict[str, Any]:
        return figures.drawings(self)

    def write_record(self, tags: Mapping[str, str], seats: int, entries: Sequence[Entry]) -> str:
        return record.write_record(tags, entries)

    def read_record(self, text: str) -> Record:
        return record.read_record(self, text)
