"""Masques as the site knows it."""

from collections.abc import Mapping, Sequence
from typing import cast

from games.core.events import Entry
from games.core.game import Game, Record, Scribe
from games.core.state import State
from games.core.text import _
from games.titles.masques import notation, record, scribe
from games.titles.masques.knowledge import MasquesKnowledge
from games.titles.masques.state import MasquesState
from games.titles.masques.table import MasquesPresenter


class Masques(Game):
    """Two to four noble families vie for the favour of five guilds."""

    slug = "masques"
    name = "Masques"
    tagline = _("Guests and hired agents fill the hallways of a masked ball; win the favour of the guilds.")
    credits = _(
        "Masques (first called Intrigo) is a game by Catherine Dumas, Charles Chevalier and Pascal Pelemans, published "
        "by Fantasy Flight Games. It belongs to them; the drawings here are our own."
    )
    seats = (2, 3, 4)
    minutes = (30, 45)
    rules_version = 1
    presenter = MasquesPresenter()
    knowledge = MasquesKnowledge()

    def initial_state(self, seats: int, options: Mapping[str, str]) -> State:
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

    def scribe(self, seats: int, options: Mapping[str, str]) -> Scribe:
        return scribe.MasquesScribe(self, seats, options)

    def veil(self, entry: Entry, seat: int | None) -> Entry | None:
        return scribe.veil(entry, seat)

    def write_record(self, tags: Mapping[str, str], seats: int, entries: Sequence[Entry]) -> str:
        return record.write_record(tags, seats, entries)

    def read_record(self, text: str) -> Record:
        return record.read_record(self, text)
