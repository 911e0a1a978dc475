"""The facts of a position of Mascarade, and their copy. The modules of the rules read and change them.

Facts that are fixed before the first turn are in table.py.
"""

from games.core.engine.rows import Int, Row, vec
from games.core.engine.state import CHANCE
from games.titles.mascarade.rules.components import (
    DEALING,
    DRAWING_SCRIPT,
    NONE,
    NOT_ASKED,
    START_COINS,
)
from games.titles.mascarade.rules.table import TableFields


class MascaradeFields(TableFields):
    """Rows are indexed by seat or by slot. Masks are numbers (components.py).

    `history` is what has been seen and moved, as far as knowledge depends on it: records of six numbers (RECORD), kind,
    turn, first slot, second slot, seat, value.
    """

    __slots__ = (
        "active",
        "announced",
        "answer",
        "champion",
        "coins",
        "composed",
        "decided",
        "decider",
        "ending",
        "epoch",
        "fined",
        "history",
        "justice",
        "last_first",
        "last_guess",
        "last_kind",
        "last_mask",
        "last_other",
        "last_player",
        "last_seat",
        "last_second",
        "last_target",
        "last_turn",
        "mask",
        "phase",
        "pointed",
        "shown_turn",
        "target",
        "unanswered",
        "user",
    )

    def __init__(self, source: "MascaradeFields | None", seats: Int, script: Int, masks: list[Int]) -> None:
        """Copy `source`; without one, create the position before the first event."""
        super().__init__(source, seats, script, masks)
        if source is None:
            self.phase: Int = DRAWING_SCRIPT if self.drawn else DEALING
            self.mask: Row = vec[Int]([NONE] * self.places)
            self.coins: Row = vec[Int]([START_COINS] * seats)
            self.justice: Int = 0
            # The deciders.
            self.decider: Int = CHANCE  # the lowest seat that owes a decision, CHANCE, or OVER
            self.unanswered: Int = 0  # seats that owe one in the open window
            self.active: Int = NONE
            self.composed: list[Int] = []  # parts of an unfinished move
            # The announcement of this turn.
            self.announced: Int = NONE
            self.pointed: Int = NONE  # the slot the announcer points at
            self.answer: Row = vec[Int]([NOT_ASKED] * seats)
            self.fined: Row = vec[Int]([0] * seats)  # 1: pays a fine when the powers are done
            self.user: Int = NONE  # of the power that is being applied
            self.target: Int = NONE  # the slot it is applied to, between two decisions
            # The last public action.
            self.last_turn: Int = 0
            self.last_seat: Int = NONE
            self.last_kind: Int = NONE
            self.last_first: Int = NONE
            self.last_second: Int = NONE
            self.last_mask: Int = NONE
            self.last_target: Int = NONE  # the target of its power: slots, or a player
            self.last_other: Int = NONE
            self.last_player: Int = NONE
            self.last_guess: Int = NONE  # the mask that the Guru's victim named
            # By seat: the turn in which its mask was last turned up, events in which its slots took part, and the
            # length of the history when it last committed a decision.
            self.shown_turn: Row = vec[Int]([NONE] * seats)
            self.epoch: Row = vec[Int]([0] * seats)
            self.decided: Row = vec[Int]([0] * seats)
            self.history: list[Int] = []
            # The end.
            self.ending: Int = NONE
            self.champion: Int = NONE  # the seat that wins alone, whatever the others have
        else:
            self.phase = source.phase
            self.mask = source.mask[:]
            self.coins = source.coins[:]
            self.justice = source.justice
            self.decider = source.decider
            self.unanswered = source.unanswered
            self.active = source.active
            self.composed = source.composed[:]
            self.announced = source.announced
            self.pointed = source.pointed
            self.answer = source.answer[:]
            self.fined = source.fined[:]
            self.user = source.user
            self.target = source.target
            self.last_turn = source.last_turn
            self.last_seat = source.last_seat
            self.last_kind = source.last_kind
            self.last_first = source.last_first
            self.last_second = source.last_second
            self.last_mask = source.last_mask
            self.last_target = source.last_target
            self.last_other = source.last_other
            self.last_player = source.last_player
            self.last_guess = source.last_guess
            self.shown_turn = source.shown_turn[:]
            self.epoch = source.epoch[:]
            self.decided = source.decided[:]
            self.history = source.history[:]
            self.ending = source.ending
            self.champion = source.champion

    def locked(self, seat: Int) -> bool:
        """Return whether the mask of `seat` was turned up for others in the turn before this one."""
        return self.turns > 0 and self.shown_turn[seat] == self.turns - 1
