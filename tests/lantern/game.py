"""Lantern's rules object: ties the folder together."""

from collections.abc import Mapping, Sequence
from typing import cast

from games.bots.search.softmax import SoftmaxThinker
from games.core.engine.events import Entry, Event, EventKind, Memory
from games.core.engine.settings import ChoiceSetting, SettingValue
from games.core.engine.state import State
from games.core.records.annotator import LogAnnotator
from games.core.text import _
from games.core.title.game import Game, Record
from games.core.title.thinker import Thinker
from tests.lantern.bots.knowledge import LanternKnowledge
from tests.lantern.page.presenter import LanternPresenter
from tests.lantern.rules.effects import ENTRIES
from tests.lantern.rules.state import LanternState
from tests.lantern.rules.view import LanternView
from tests.lantern.text import in_advance, memory, notation, record
from tests.lantern.text.annotator import LanternAnnotator


class Lantern(Game):
    """Hang lanterns on three bridges; blow out those of the others."""

    slug = "lantern"
    name = "Lantern"
    tagline = _("Hang lanterns on three bridges, and mind the wind.")
    credits = _("A small game made to test this site.")
    seats = (2, 3, 4)
    usual_seats = 2
    minutes = (3, 5)
    usual_moves = {2: 12, 3: 16, 4: 22}
    ladder = {seats: {"random": 0, "easy": 100, "medium": 200, "hard": 300, "expert": 400} for seats in (2, 3, 4)}
    settings = (
        ChoiceSetting(
            "wind",
            _("Wind"),
            (
                SettingValue("calm", _("Calm"), _("Each face of the wind die is equally likely.")),
                SettingValue("storm", _("Storm"), _("The strong faces of the wind die, 4 to 6, are twice as likely.")),
            ),
            is_rated_apart=True,
        ),
        ChoiceSetting(
            "memory",
            _("Memory"),
            (
                SettingValue("kept", _("Kept"), _("History and record tell how bright every lantern was.")),
                SettingValue(
                    "fades",
                    _("Fades"),
                    _("How bright earlier lanterns were is yours to remember: your next decision hides it."),
                ),
            ),
        ),
    )
    rules_version = 1
    presenter = LanternPresenter(slug)
    knowledge = LanternKnowledge()
    entries = ENTRIES

    def attacker(self, level: str, worlds: int) -> Thinker | None:
        return SoftmaxThinker(self.knowledge, 0.05, worlds) if level == "easy" else None

    def initial_state(self, seats: int, settings: Mapping[str, str]) -> State:
        return LanternState(seats=seats, storm=settings["wind"] == "storm")

    def part_word(self, state: State, seat: int, part: int) -> str:
        return notation.part_word(part)

    def format_move(self, state: State, seat: int, parts: Sequence[int]) -> str:
        return notation.format_move(parts)

    def parse_move(self, state: State, seat: int, text: str) -> list[int]:
        return notation.parse_move(cast(LanternState, state), seat, text)

    def format_chance(self, state: State, outcome: int) -> str:
        return str(outcome)

    def parse_chance(self, state: State, token: str) -> int:
        return notation.parse_chance(token)

    def annotator(self, seats: int, settings: Mapping[str, str]) -> LogAnnotator:
        return LanternAnnotator(self, seats, settings)

    def memory(self, settings: Mapping[str, str], entries: Sequence[Entry], viewer: int | None) -> Memory:
        return memory.memory(entries, viewer) if memory.fades(settings) else Memory()

    def faded(self, view: LanternView) -> LanternView:
        return memory.faded(view)

    def alternatives(self, state: State, event: Event) -> Sequence[Event]:
        """The other answer, as long as that stays sealed: what is hung everybody sees, and so they do the answers once
        the last of them is in."""
        if event.text not in notation.ANSWERS or len(state.deciders()) < 2:
            return ()
        return (Event(EventKind.MOVE, event.seat, "let" if event.text == "blow" else "blow"),)

    def keys_in_advance(self, state: State, seat: int) -> Sequence[str]:
        return in_advance.keys(cast(LanternState, state))

    def parse_in_advance(self, state: State, seat: int, key: str, text: str) -> str:
        return in_advance.parse(key, text)

    def move_in_advance(self, state: State, seat: int, text: str) -> str | None:
        return in_advance.move(cast(LanternState, state), seat, text)

    def write_record(self, tags: Mapping[str, str], seats: int, entries: Sequence[Entry]) -> str:
        return record.write_record(tags, seats, entries)

    def read_record(self, text: str) -> Record:
        return record.read_record(self, text)


LANTERN = Lantern()
