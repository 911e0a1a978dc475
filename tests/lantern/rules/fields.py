"""The facts of a position of Lantern, and their copy."""

from games.core.engine.rows import Int, Row, vec
from games.core.engine.state import State
from tests.lantern.rules.components import ABSENT, BREATHS, BRIDGES, BRIGHTEST, COPIES, FIRST


class LanternFields(State):
    """All facts of a position, by name; the modules of the rules read and change it."""

    __slots__ = (
        "answer",
        "breath",
        "bridge",
        "card",
        "dealt",
        "hand",
        "light",
        "mover",
        "phase",
        "pile",
        "seats",
        "storm",
    )

    def __init__(self, source: "LanternFields | None" = None, seats: Int = 0, storm: bool = False) -> None:
        super().__init__(source)
        if source is None:
            self.seats: Int = seats
            self.storm: bool = storm
            self.phase: Int = FIRST
            self.mover: Int = 0
            self.dealt: Int = 0
            self.card: Int = 0  # the lantern being hung, chosen but not placed while `bridge` is -1
            self.bridge: Int = -1
            self.hand: Row = vec[Int]([0] * (seats * (BRIGHTEST + 1)))
            self.pile: Row = vec[Int]([0] + [COPIES] * BRIGHTEST)
            self.light: Row = vec[Int]([0] * (seats * BRIDGES))
            self.breath: Row = vec[Int]([BREATHS] * seats)
            self.answer: Row = vec[Int]([ABSENT] * seats)
        else:
            self.seats = source.seats
            self.storm = source.storm
            self.phase = source.phase
            self.mover = source.mover
            self.dealt = source.dealt
            self.card = source.card
            self.bridge = source.bridge
            self.hand = source.hand[:]
            self.pile = source.pile[:]
            self.light = source.light[:]
            self.breath = source.breath[:]
            self.answer = source.answer[:]

    def held(self, seat: Int, card: Int) -> Int:
        """How many lanterns of brightness `card` are in the hand of `seat`."""
        return self.hand[seat * (BRIGHTEST + 1) + card]

    def hand_limit(self) -> Int:
        """How many cards each seat is dealt."""
        return 3 if self.seats == 2 else 2

    def hand_size(self, seat: Int) -> Int:
        """How many cards `seat` holds."""
        return sum(self.held(seat, card) for card in range(1, BRIGHTEST + 1))
