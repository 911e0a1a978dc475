"""The parts of a match of Mascarade that are fixed before its first turn: seats, slots, options, script, deal.

A slot is a place for one mask: those of seat 0, then of seat 1, ..., then the centre's. From four players on a seat
has one slot, of its own number; at two and three players it has `hand` slots.
"""

from games.core.engine.rows import Int, Row, vec
from games.core.engine.state import State
from games.titles.mascarade.rules.components import LETTERS, NONE, RANDOM
from games.titles.mascarade.rules.masks import MASKS


class TableFields(State):
    """Rows are indexed by seat or by slot. Masks are numbers (components.py)."""

    __slots__ = (
        "dealt",
        "dealt_slots",
        "drawing",
        "drawn",
        "exchange_only",
        "first",
        "hand",
        "kinds",
        "log_masks",
        "owner",
        "picked",
        "places",
        "script",
        "script_counts",
        "sealed_answers",
        "seats",
        "turn_limit",
    )

    def __init__(self, source: "TableFields | None", seats: Int, script: Int, masks: list[Int]) -> None:
        """Copy `source`; without one, create a table for `masks`. All scripts that chance may choose have equally many,
        so the masks of any may be given."""
        super().__init__(source)
        if source is None:
            places: Int = len(masks)
            hand: Int = places // seats if seats in LETTERS else 1
            self.seats: Int = seats
            self.places: Int = places  # slots in play
            self.hand: Int = hand  # slots of a seat
            self.owner: Row = vec[Int]([slot // hand if slot < seats * hand else NONE for slot in range(places)])
            self.sealed_answers: bool = True
            self.log_masks: bool = True
            self.exchange_only: bool = False
            self.turn_limit: Int = 1
            self.drawn: bool = script == RANDOM  # chance chooses the script
            self.drawing: Int = 0  # the mask that chance takes into its script next, or leaves out
            self.picked: list[Int] = []  # those it has taken
            self.script: Int = script
            self.script_counts: Row = vec[Int]([0] * MASKS)
            self.kinds: list[Int] = []  # the masks in play, ascending, each once
            self.set_script(script, masks)
            self.dealt_slots: Int = 0
            self.dealt: Row = vec[Int]([NONE] * places)
            self.first: Int = NONE
        else:
            self.seats = source.seats
            self.places = source.places
            self.hand = source.hand
            self.owner = source.owner  # never changes
            self.sealed_answers = source.sealed_answers
            self.log_masks = source.log_masks
            self.exchange_only = source.exchange_only
            self.turn_limit = source.turn_limit
            self.drawn = source.drawn
            self.drawing = source.drawing
            self.picked = source.picked[:]
            self.script = source.script
            self.script_counts = source.script_counts[:]
            self.kinds = source.kinds  # replaced, never changed
            self.dealt_slots = source.dealt_slots
            self.dealt = source.dealt[:]
            self.first = source.first

    def set_script(self, script: Int, masks: list[Int]) -> None:
        """Set the masks in play, ascending, with copies next to each other."""
        kinds: list[Int] = []
        for mask in range(MASKS):
            self.script_counts[mask] = 0
        for each in masks:
            if self.script_counts[each] == 0:
                kinds.append(each)
            self.script_counts[each] += 1
        self.script = script
        self.kinds = kinds
