"""Mascarade as the site knows it: the rules object that ties the chapters, the notation and the table together."""

from collections.abc import Mapping, Sequence
from typing import Any, cast

from games.core.engine.events import Entry, Event, EventKind, Memory
from games.core.engine.state import State
from games.core.records.annotator import LogAnnotator
from games.core.text import _
from games.core.title.game import Game, Record
from games.core.title.thinker import Thinker
from games.titles.mascarade.bots.knowledge import MascaradeKnowledge
from games.titles.mascarade.bots.ladder import ELO
from games.titles.mascarade.bots.thinking import attacker, thinker
from games.titles.mascarade.page import figures
from games.titles.mascarade.page.presenter import MascaradePresenter
from games.titles.mascarade.rules import targets
from games.titles.mascarade.rules.components import CHOOSE, CUSTOM, RANDOM, SCRIPT_NAMES, STANDARD, script_masks
from games.titles.mascarade.rules.effects import ENTRIES
from games.titles.mascarade.rules.masks import CODES
from games.titles.mascarade.rules.state import MascaradeState
from games.titles.mascarade.text import fading, in_advance, notation, record, record_reader
from games.titles.mascarade.text.annotator import MascaradeAnnotator
from games.titles.mascarade.text.placing import MascaradePlacing
from games.titles.mascarade.text.settings import SETTINGS, expanded


class Mascarade(Game):
    """Mascarade, for two to thirteen seats."""

    slug = "mascarade"
    name = "Mascarade"
    tagline = _("Everyone wears a mask, and no one is sure which is theirs: swap, bluff and get rich.")
    credits = _(
        "Mascarade is a game by Bruno Faidutti, illustrated by Jérémy Masson and published by Repos "
        "Production. It belongs to them; the drawings here are ours."
    )
    seats = tuple(range(2, 14))
    usual_seats = 6
    minutes = (15, 45)
    usual_moves = {2: 36, 3: 48, 4: 48, 5: 52, 6: 59, 7: 63, 8: 66, 9: 66, 10: 70, 11: 80, 12: 80, 13: 88}
    ladder = ELO
    settings = SETTINGS
    window_pause = 5.0
    rules_version = 1
    entries = ENTRIES
    placing = MascaradePlacing()
    presenter = MascaradePresenter(slug)
    knowledge = MascaradeKnowledge()

    def initial_state(self, seats: int, settings: Mapping[str, str]) -> MascaradeState:
        script = SCRIPT_NAMES.index(settings["script"])
        if script == CUSTOM:
            masks = sorted(CODES.index(code) for code in expanded(settings["masks"].split()))
        else:
            masks = script_masks(STANDARD if script == RANDOM else script, seats)
        state = MascaradeState(None, seats, script, masks)
        state.log_masks = settings["log_masks"] == "on"
        state.sealed_answers = settings["challenge_mode"] == "sealed"
        state.exchange_only = settings["reveal_lock"] == "exchange_only"
        state.turn_limit = int(settings["turn_limit"])
        return state

    def part_word(self, state: State, seat: int, part: int) -> str:
        return notation.part_word(cast(MascaradeState, state), part)

    def format_move(self, state: State, seat: int, parts: Sequence[int]) -> str:
        return notation.format_move(cast(MascaradeState, state), parts)

    def parse_move(self, state: State, seat: int, text: str) -> list[int]:
        return notation.parse_move(cast(MascaradeState, state), seat, text)

    def format_chance(self, state: State, outcome: int) -> str:
        return notation.chance_word(cast(MascaradeState, state), outcome)

    def parse_chance(self, state: State, token: str) -> int:
        return notation.parse_chance(cast(MascaradeState, state), token)

    def annotator(self, seats: int, settings: Mapping[str, str]) -> LogAnnotator:
        return MascaradeAnnotator(self, seats, settings)

    # Fading memory, and answers in advance.

    def memory(self, settings: Mapping[str, str], entries: Sequence[Entry], viewer: int | None) -> Memory:
        return fading.memory(settings, entries, viewer)

    def faded(self, view: Any) -> Any:
        return fading.faded(view)

    def thinker(self, level: str) -> Thinker | None:
        return thinker(level)

    def attacker(self, level: str, worlds: int) -> Thinker:
        return attacker(self, level, worlds)

    def pause(self, level: str) -> float | None:
        """Return 1.5 seconds. The longest decision measured took 0.2 seconds, interpreted, so twelve bots are ready by
        `window_pause`."""
        return 1.5

    def keys_in_advance(self, state: State, seat: int) -> Sequence[str]:
        return in_advance.keys(cast(MascaradeState, state))

    def parse_in_advance(self, state: State, seat: int, key: str, text: str) -> str:
        return in_advance.parse(cast(MascaradeState, state), key, text)

    def pairs(self, state: State, seat: int) -> Sequence[tuple[int, int]]:
        """Return the pairs of targets of a Fool or a Puppeteer; none at other decisions."""
        chooses = cast(MascaradeState, state)
        return targets.pairs(chooses) if chooses.phase == CHOOSE and seat == chooses.decider else ()

    def alternatives(self, state: State, event: Event) -> Sequence[Event]:
        """Return the same move with the other bit; none for a move without one."""
        if event.kind != EventKind.MOVE or event.text == "P-" or event.text[-1] not in "+-":
            return ()
        other = "-" if event.text.endswith("+") else "+"
        return (Event(EventKind.MOVE, event.seat, event.text[:-1] + other),)

    def examples(self) -> dict[str, Any]:
        return figures.drawings(self)

    # Whole matches.

    def write_record(self, tags: Mapping[str, str], seats: int, entries: Sequence[Entry]) -> str:
        return record.write_record(tags, seats, entries)

    def read_record(self, text: str) -> Record:
        return record_reader.read_record(self, text)
