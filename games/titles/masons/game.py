"""Masons as the site knows it: the rules object that ties the chapters, the notation and the page together."""

from collections.abc import Mapping, Sequence
from typing import cast

from games.core.engine.events import Entry, Event
from games.core.engine.state import State
from games.core.records.annotator import LogAnnotator
from games.core.text import _
from games.core.title.game import Game, Record
from games.core.title.thinker import Thinker
from games.titles.masons.bots.knowledge import MasonsKnowledge
from games.titles.masons.bots.ladder import ELO
from games.titles.masons.bots.thinking import attacker, thinker
from games.titles.masons.page import figures
from games.titles.masons.page.presenter import MasonsPresenter
from games.titles.masons.rules.components import MAX_SEATS, MIN_SEATS
from games.titles.masons.rules.effects import ENTRIES
from games.titles.masons.rules.state import MasonsState
from games.titles.masons.text import alternatives, in_advance, notation, record, record_reader
from games.titles.masons.text.annotator import MasonsAnnotator
from games.titles.masons.text.placing import MasonsPlacing


class Masons(Game):
    """Masons, for two to four seats."""

    slug = "masons"
    name = "Masons"
    tagline = _("Wall in towns that belong to no one, and hold the cards that make them count.")
    credits = _(
        "Masons (Mauerbauer) is a game by Leo Colovini, published by Hans im Glück and Rio Grande Games. "
        "It belongs to them; the board and the drawings here are ours."
    )
    also_called = ("Mauerbauer",)
    seats = tuple(range(MIN_SEATS, MAX_SEATS + 1))
    usual_seats = 3
    minutes = (45, 60)
    usual_moves = {2: 100, 3: 120, 4: 140}
    ladder = ELO
    rules_version = 1
    entries = ENTRIES
    placing = MasonsPlacing()
    presenter = MasonsPresenter(slug)
    examples = staticmethod(figures.drawings)
    knowledge = MasonsKnowledge()

    def initial_state(self, seats: int, settings: Mapping[str, str]) -> MasonsState:
        return MasonsState(None, seats)

    def thinker(self, level: str) -> Thinker | None:
        return thinker(level)

    def attacker(self, level: str, worlds: int) -> Thinker:
        return attacker(self, level, worlds)

    def part_word(self, state: State, seat: int, part: int) -> str:
        return notation.part_word(cast(MasonsState, state), part)

    def format_move(self, state: State, seat: int, parts: Sequence[int]) -> str:
        return notation.format_move(cast(MasonsState, state), parts)

    def parse_move(self, state: State, seat: int, text: str) -> list[int]:
        return notation.parse_move(cast(MasonsState, state), seat, text)

    def format_chance(self, state: State, outcome: int) -> str:
        return notation.chance_word(cast(MasonsState, state), outcome)

    def parse_chance(self, state: State, token: str) -> int:
        return notation.parse_chance(cast(MasonsState, state), token)

    def annotator(self, seats: int, settings: Mapping[str, str]) -> LogAnnotator:
        return MasonsAnnotator(self, seats, settings)

    def alternatives(self, state: State, event: Event) -> Sequence[Event]:
        return alternatives.alternatives(cast(MasonsState, state), event)

    # Answers in advance.

    def keys_in_advance(self, state: State, seat: int) -> Sequence[str]:
        return in_advance.keys(cast(MasonsState, state))

    def parse_in_advance(self, state: State, seat: int, key: str, text: str) -> str:
        return in_advance.parse(cast(MasonsState, state), seat, key, text)

    # Whole matches.

    def write_record(self, tags: Mapping[str, str], seats: int, entries: Sequence[Entry]) -> str:
        return record.write_record(tags, seats, entries)

    def read_record(self, text: str) -> Record:
        return record_reader.read_record(self, text)
