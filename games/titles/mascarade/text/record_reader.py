"""Reads whole matches from their file form (record.py). Its tags tell all draws."""

import re
from collections.abc import Mapping, Sequence
from typing import Final

from games.core.records.record import read_players, refuse_tags, require_tag, split_tags
from games.core.records.record_reader import RecordReader
from games.core.text import _
from games.core.title.game import Game, Record
from games.titles.mascarade.rules.components import (
    ACTION,
    DRAWING_MASKS,
    LONGEST_LIMIT,
    MEMORISE,
)
from games.titles.mascarade.rules.effects import TurnBegun
from games.titles.mascarade.rules.masks import CODES
from games.titles.mascarade.rules.slots import slot_words
from games.titles.mascarade.text import notation
from games.titles.mascarade.text.annotator import RECORD_OPTIONS, MascaradeAnnotator
from games.titles.mascarade.text.record import DRAWN, GAME_ID, MascaradeWriter
from games.titles.mascarade.text.scripts import script_refusal

_OPTIONS: Final = re.compile(
    r"log_masks=(on|off) challenge_mode=(sealed|clockwise) reveal_lock=(announce|exchange_only) "
    r"turn_limit=([1-9]\d{0,3})"
)
_SEEN: Final = re.compile(r"(V(?:@[LMR])?)=..")


def read_record(game: Game, text: str) -> Record:
    """Return the match that `text` tells; raises `BadRecord`."""
    tags, body = split_tags(text)
    require_tag(tags, "Game", GAME_ID)
    seats = read_players(tags, game.seats)
    deal = _read_deal(tags, seats)
    settings = _read_settings(tags, seats, deal)
    annotator = game.annotator(seats, settings)
    assert isinstance(annotator, MascaradeAnnotator)
    reader = MascaradeReader(annotator)
    reader.deal(tags, deal)
    return Record(tags, seats, settings, reader.read(body))


def _read_deal(tags: Mapping[str, str], seats: int) -> list[str]:
    """Return the masks by slot; raises `BadRecord`."""
    items = [item.partition("=") for item in tags.get("Deal", "").split()]
    codes = [code for _slot, _sign, code in items]
    if (
        not codes
        or not set(codes) <= set(CODES)
        or tuple(slot for slot, *_rest in items) != slot_words(seats, len(items))
    ):
        raise refuse_tags(_("The tag Deal must list every slot in order, with its mask."))
    return codes


def _read_settings(tags: Mapping[str, str], seats: int, deal: Sequence[str]) -> dict[str, str]:
    """Return the host's choices; raises `BadRecord`."""
    script, drawn = tags.get("Script", ""), tags.get(DRAWN)
    if script not in ("standard", "advanced", "custom"):
        raise refuse_tags(_("The tag Script must be standard, advanced or custom."))
    if drawn not in (None, "script"):
        raise refuse_tags(_("The tag %(name)s doesn’t fit the script.", name=DRAWN))
    found = _OPTIONS.fullmatch(tags.get("Options", ""))
    if found is None or int(found[4]) > LONGEST_LIMIT:
        raise refuse_tags(_("The tag Options must list %(names)s.", names=", ".join(RECORD_OPTIONS)))
    masks = ""
    if script == "custom":
        if refusal := script_refusal(seats, deal):
            raise refuse_tags(refusal)
        masks = " ".join(code for code in CODES if code in deal)
    options = dict(zip(RECORD_OPTIONS, found.groups(), strict=True))
    return {"script": "random", "masks": "", **options} if drawn else {"script": script, "masks": masks, **options}


class MascaradeReader(RecordReader):
    """Knows how a turn begins, and that a turn's first move has no seat."""

    own_note = re.compile(r"(\d+[LMR]?|C\d)=|\d+ \+|\d+[→↔]|J→|(fines|end)\b")
    needed_note = re.compile(r"(\d+[LMR]?|C\d)=\S+ ")

    def __init__(self, annotator: MascaradeAnnotator) -> None:
        self.state = annotator.position
        writer = MascaradeWriter(int(self.state.seats))
        writer.turn = TurnBegun(int(self.state.turns), int(self.state.active))
        super().__init__(annotator, writer)

    def deal(self, tags: Mapping[str, str], deal: Sequence[str]) -> None:
        """Play the draws that the tags tell."""
        if DRAWN in tags:
            self.draw_from_tags([tags["Script"]])
            while self.state.phase == DRAWING_MASKS:
                left_out, taken = notation.choices(self.state)
                self.draw_from_tags([taken if taken in deal else left_out])
        self.draw_from_tags([*deal, tags.get("First", "")])

    def ahead(self) -> Sequence[str]:
        if self.state.phase == ACTION:
            return f"{self.state.turns}.", f"{self.state.active + 1}:"
        return ("0.",) if self.state.phase == MEMORISE and self.is_settled else ()

    def spoken(self) -> tuple[int, str]:
        if self.state.phase == ACTION:
            return int(self.state.active), _SEEN.sub(r"\1", self.token)
        return super().spoken()
