"""The facts of a position of Maskera, and their copy. The chapters of the rules read and change them."""

from games.core.engine.rows import Int, Row, vec
from games.core.engine.state import State
from games.titles.maskera.rules.components import COPIES, DEALING, FOR_TURN, MASKS, NONE, SEATS


class MaskeraFields(State):
    """Rows hold counts of masks: `hand[seat * MASKS + mask]`. Cards have no identity but their mask."""

    __slots__ = (
        "active",
        "announced",
        "area",
        "aside",
        "aside_size",
        "dealt",
        "discards",
        "draw_batch",
        "draw_left",
        "drawing_for",
        "drawn",
        "hand",
        "hand_size",
        "hit",
        "known",
        "mixed",
        "phase",
        "pile",
        "pile_size",
        "pooled",
        "revealed",
        "seen",
        "seen_turn",
        "shuffled",
        "trial",
        "user",
        "win_by",
        "winner",
    )

    def __init__(self, source: "MaskeraFields | None" = None) -> None:
        super().__init__(source)
        if source is None:
            self.phase: Int = DEALING
            self.dealt: Int = 0
            self.active: Int = 0
            # The zones.
            self.pile: Row = vec[Int]([COPIES] * MASKS)
            self.pile_size: Int = COPIES * MASKS
            self.hand: Row = vec[Int]([0] * (SEATS * MASKS))
            self.hand_size: Row = vec[Int]([0] * SEATS)
            self.shuffled: Row = vec[Int]([0] * MASKS)  # the cards of the latest reshuffle
            self.area: Row = vec[Int]([0] * (SEATS * MASKS))
            self.discards: list[Int] = []  # bottom first
            self.trial: Int = NONE  # the facedown card of the active seat
            self.announced: Int = NONE  # the mask that the other seat named
            self.revealed: Int = NONE  # the mask that it turned out to be, until the turn ends
            self.hit: bool = False  # countered: it lies apart until then
            # An ability, or the turn's own draw, in progress.
            self.user: Int = NONE
            self.drawing_for: Int = FOR_TURN
            self.draw_left: Int = 0
            self.drawn: Int = 0
            self.draw_batch: Row = vec[Int]([0] * MASKS)  # cards drawn since the last recorded effect
            self.aside: Row = vec[Int]([0] * MASKS)
            self.aside_size: Int = 0
            # The end.
            self.winner: Int = NONE
            self.win_by: Int = NONE
            # A seat's certain knowledge of the other hand (information_state.py).
            self.known: Row = vec[Int]([0] * (SEATS * MASKS))
            self.pooled: Row = vec[Int]([0] * MASKS)
            self.mixed: bool = False
            self.seen: Row = vec[Int]([0] * (SEATS * MASKS))
            self.seen_turn: Row = vec[Int]([NONE] * SEATS)
        else:
            self.phase = source.phase
            self.dealt = source.dealt
            self.active = source.active
            self.pile = source.pile[:]
            self.pile_size = source.pile_size
            self.hand = source.hand[:]
            self.hand_size = source.hand_size[:]
            self.shuffled = source.shuffled[:]
            self.area = source.area[:]
            self.discards = source.discards[:]
            self.trial = source.trial
            self.announced = source.announced
            self.revealed = source.revealed
            self.hit = source.hit
            self.user = source.user
            self.drawing_for = source.drawing_for
            self.draw_left = source.draw_left
            self.drawn = source.drawn
            self.draw_batch = source.draw_batch[:]
            self.aside = source.aside[:]
            self.aside_size = source.aside_size
            self.winner = source.winner
            self.win_by = source.win_by
            self.known = source.known[:]
            self.pooled = source.pooled[:]
            self.mixed = source.mixed
            self.seen = source.seen[:]
            self.seen_turn = source.seen_turn[:]
