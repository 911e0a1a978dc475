"""Whole matches as files (rules page, #notation): tags, then a line per turn. Seats count from 1.

[Game "Mascarade"]
[Players "4"]
[Script "standard"]
[First "1"]
[Deal "1=JU 2=TR 3=EM 4=KI C1=TH C2=CH"]
[Options "log_masks=on challenge_mode=sealed reveal_lock=announce turn_limit=240"]

0. 1:M 2:M 3:M 4:M
1. 1: X>2+
"""

from collections.abc import Mapping, Sequence
from typing import Final

from games.core.engine.events import Entry, SiteNote
from games.core.records.record import RecordWriter, file_form
from games.titles.mascarade.rules import effects

GAME_ID: Final = "Mascarade"
DRAWN: Final = "Drawn"
"""A tag with the value ``script`` if chance has chosen the script."""


def write_record(tags: Mapping[str, str], seats: int, entries: Sequence[Entry]) -> str:
    """Return the file form of `entries`, which may be redacted and faded. `tags` follow those of the match."""
    writer = MascaradeWriter(seats)
    for entry in entries:
        writer.write(entry)
    return file_form(writer.tags(), tags, writer.finish())


class MascaradeWriter(RecordWriter):
    """Puts entries into the order of the file form: answers clockwise from the announcer, and results of a power after
    its token, together in one note."""

    first_seat = 1

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
        self.deal: effects.Dealt | None = None
        self.turn = effects.TurnBegun(0, 0)
        self.answers: dict[int, str] = {}  # of an open window, by seat
        self.powered = False  # whether the token of a power is in this turn
        self.results: list[str] = []  # for the next note
        self.fines = ""

    def tags(self) -> dict[str, str]:
        """Return the tags of the match itself, in their order."""
        own = {"Game": GAME_ID, "Players": str(self.seats)}
        deal = self.deal
        if deal is None:
            return own
        own["Script"] = deal.script
        if deal.drawn:
            own[DRAWN] = "script"
        own["First"] = str(deal.first + 1)
        if None not in {mask for _slot, mask in deal.masks}:
            own["Deal"] = " ".join(f"{slot}={mask}" for slot, mask in deal.masks)
        elif deal.kinds:
            own["Masks"] = " ".join(deal.kinds)
        own["Options"] = " ".join(f"{name}={value}" for name, value in deal.options)
        return own

    def finish(self) -> list[list[str]]:
        """Write the answers and results kept so far; return all lines. The results of a power that waits for its
        targets are not written yet."""
        self.end_window()
        self.end_note()
        return self.lines

    def write(self, entry: Entry) -> None:
        effect = entry.effect
        match effect:
            case effects.Dealt():
                self.deal = effect
            case effects.TurnBegun():
                self.end_note()
                self.turn, self.powered = effect, False
            case effects.Memorised(seat):
                self.answer(seat, effect.format(), self.seats)
            case effects.Exchanged() | effects.Viewed() | effects.Announced():
                self.lines.append([f"{self.turn.number}.", f"{self.turn.seat + 1}:", effect.format()])
            case effects.Answered(seat):
                self.answer(seat, effect.format(), self.seats - 1)
            case effects.PowerUsed(seat):
                self.word(f"{seat + 1}:{effect.format()}")
                self.powered = True
            case effects.Applied():
                pass  # described by the tokens of the power
            case effects.Fined():
                self.fines = effect.format()
            case effects.Looked():
                self.word(f"{{{effect.result()}}}")
            case effects.Revealed() | effects.Ended():
                self.word(f"{{{effect.format()}}}")
            case SiteNote():
                self.site(effect)
            case effects.Tested() | effects.ShownToOthers():
                self.results.append(effect.result())
            case _ if entry.seat is None:
                self.results.append(effect.format())
            case _:
                self.word(f"{entry.seat + 1}:{effect.format()}")

    def word(self, word: str) -> None:
        self.end_note()
        super().word(word)

    def end_note(self) -> None:
        """Write results and fines, unless the token of their power is still to come."""
        if self.results and not self.powered:
            return
        parts = [", ".join(self.results), self.fines]
        self.results, self.fines = [], ""
        if any(parts):
            self.lines[-1].append("{" + "; ".join(part for part in parts if part) + "}")

    def answer(self, seat: int, word: str, due: int) -> None:
        """Keep an answer until all that are due are in."""
        self.answers[seat] = f"{seat + 1}:{word}"
        if len(self.answers) == due:
            self.end_window()

    def end_window(self) -> None:
        """Write the answers kept so far and clear them. The order is clockwise from the left of the active seat; before
        the first turn, by seat."""
        if not self.answers:
            return
        first = self.turn.seat + 1 if self.turn.number else 0
        if not self.turn.number:
            self.lines.append(["0."])
        order = [(first + step) % self.seats for step in range(self.seats)]
        answers, self.answers = self.answers, {}
        for seat in order:
            if seat in answers:
                self.word(answers[seat])
