"""Masques as the site knows it."""

from collections.abc import Mapping, Sequence
from typing import cast

from games.core.engine.events import Entry
from games.core.engine.state import State
from games.core.records.annotator import LogAnnotator
from games.core.text import _
from games.core.title.game import Game, Record
from games.core.title.thinker import Thinker
from games.titles.masques.bots import thinking
from games.titles.masques.bots.knowledge import MasquesKnowledge
from games.titles.masques.bots.ladder import ELO
from games.titles.masques.page import figures
from games.titles.masques.page.presenter import MasquesPresenter
from games.titles.masques.rules.effects import ENTRIES
from games.titles.masques.rules.state import MasquesState
from games.titles.masques.text import notation, record
from games.titles.masques.text.annotator import MasquesAnnotator
from games.titles.masques.text.placing import MasquesPlacing


class Masques(Game):
    """Two to four noble families vie for the favour of five guilds."""

    slug = "masques"
    name = "Masques"
    tagline = _("Fill the hallways of a masked ball with guests and hired agents, and win the favour of the guilds.")
    credits = _(
        "Masques (first called Intrigo) is a game by Catherine Dumas, Charles Chevalier and Pascal "
        "Pelemans, published by Fantasy Flight Games. It belongs to them; the drawings here are ours."
    )
    also_called = ("Intrigo",)
    seats = (2, 3, 4)
    usual_seats = 2
    minutes = (30, 45)
    levels = ("random", "easy", "novice", "improver", "medium", "hard", "expert")
    usual_moves = {2: 48, 3: 103, 4: 137}
    ladder = ELO
    rules_version = 1
    entries = ENTRIES
    placing = MasquesPlacing()
    presenter = MasquesPresenter(slug)
    examples = staticmethod(figures.drawings)
    knowledge = MasquesKnowledge()

    def initial_state(self, seats: int, settings: Mapping[str, str]) -> State:
        return MasquesState(seats)

    def part_word(self, state: State, seat: int, part: int) -> str:
        return notation.part_word(cast(MasquesState, state), part)

    def format_move(self, state: State, seat: int, parts: Sequence[int]) -> str:
        return notation.format_move(cast(MasquesState, state), parts)

    def parse_move(self, state: State, seat: int, text: str) -> list[int]:
        return notation.parse_move(cast(MasquesState, state), seat, text)

    def format_chance(self, state: State, outcome: int) -> str:
        return notation.format_chance(cast(MasquesState, state), outcome)

    def parse_chance(self, state: State, token: str) -> int:
        return notation.parse_chance(cast(MasquesState, state), token)

    def annotator(self, seats: int, settings: Mapping[str, str]) -> LogAnnotator:
        return MasquesAnnotator(self, seats, settings)

    def thinker(self, level: str) -> Thinker | None:
        return thinking.thinker(level)

    def attacker(self, level: str, worlds: int) -> Thinker:
        return thinking.attacker(self, level, worlds)

    def write_record(self, tags: Mapping[str, str], seats: int, entries: Sequence[Entry]) -> str:
        return record.write_record(tags, seats, entries)

    def read_record(self, text: str) -> Record:
        return record.read_record(self, text)
