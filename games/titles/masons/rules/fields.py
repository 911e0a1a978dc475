"""The facts of a position of Masons, and their copy. The modules of the rules read and change them.

The pieces on the board are in land.py.
"""

from games.core.engine.rows import Int, Row, vec
from games.core.engine.state import CHANCE
from games.titles.masons.rules.components import CARDS, COPIES, DEALING, DICE, FACES, NONE
from games.titles.masons.rules.land import LandFields


class MasonsFields(LandFields):
    """Rows are indexed by seat or by face; two of them by a product: `hand[seat * FACES + face]`."""

    __slots__ = (
        "active",
        "answered",
        "at_large",
        "built",
        "can_hold",
        "composed",
        "dealt",
        "decider",
        "dice",
        "done",
        "drawn",
        "draws",
        "ending",
        "first",
        "hand",
        "hand_size",
        "line",
        "new_town",
        "phase",
        "pile",
        "pile_size",
        "played",
        "points",
        "scored_first",
        "scored_second",
        "scored_town",
        "scores",
        "scorings",
        "seats",
        "thrown_size",
        "tossed",
        "values",
    )

    def __init__(self, source: "MasonsFields | None", seats: Int) -> None:
        """Copy `source`; without one, create the position before the first event."""
        super().__init__(source)
        if source is None:
            self.seats: Int = seats
            self.phase: Int = DEALING
            self.dealt: Int = 0
            self.first: Int = NONE
            # The deciders.
            self.decider: Int = CHANCE  # the seat that owes a decision, CHANCE, or OVER
            self.active: Int = NONE
            self.composed: list[Int] = []  # parts of an unfinished move
            # The turn.
            self.line: Int = NONE  # the wall of this turn, or of the turn before
            self.dice: Row = vec[Int]([NONE] * DICE)  # tone, house die, house die
            self.built: list[Int] = []  # the last built pieces, as parts
            self.new_town: Int = 0  # the town completed in this turn
            self.ending: Int = NONE  # why the match ends with this turn
            # The scoring that is open, or was last: by seat, what it has done, with which cards, for how many points.
            self.scorings: Int = 0
            self.values: Row = vec[Int]([0] * FACES)  # of each card in it; town cards of the town completed
            self.answered: Int = 0  # seats that have answered, from the active one on
            self.done: Row = vec[Int]([0] * seats)
            self.scored_town: Row = vec[Int]([0] * seats)
            self.scored_first: Row = vec[Int]([NONE] * seats)
            self.scored_second: Row = vec[Int]([NONE] * seats)
            self.points: Row = vec[Int]([0] * seats)
            self.draws: Row = vec[Int]([0] * seats)  # how many cards it still draws
            self.drawn: Int = 0  # how many the seat that draws has drawn
            self.scores: Row = vec[Int]([0] * seats)
            # The cards. The order of the draw pile is unknown, so it is stored as counts.
            self.pile: Row = vec[Int]([COPIES] * FACES)
            self.pile_size: Int = CARDS
            self.hand: Row = vec[Int]([0] * (seats * FACES))
            self.hand_size: Row = vec[Int]([0] * seats)
            # The discard pile: cards that were played publicly, and by seat those that it alone has seen.
            self.played: Row = vec[Int]([0] * FACES)
            self.tossed: Row = vec[Int]([0] * (seats * FACES))
            self.thrown_size: Int = 0
            # Conclusions of seats (piles.py).
            self.at_large: Row = vec[Int]([0] * (seats * FACES))
            self.can_hold: Row = vec[Int]([0] * (seats * seats))
        else:
            self.seats = source.seats
            self.phase = source.phase
            self.dealt = source.dealt
            self.first = source.first
            self.decider = source.decider
            self.active = source.active
            self.composed = source.composed[:]
            self.line = source.line
            self.dice = source.dice[:]
            self.built = source.built[:]
            self.new_town = source.new_town
            self.ending = source.ending
            self.scorings = source.scorings
            self.values = source.values[:]
            self.answered = source.answered
            self.done = source.done[:]
            self.scored_town = source.scored_town[:]
            self.scored_first = source.scored_first[:]
            self.scored_second = source.scored_second[:]
            self.points = source.points[:]
            self.draws = source.draws[:]
            self.drawn = source.drawn
            self.scores = source.scores[:]
            self.pile = source.pile[:]
            self.pile_size = source.pile_size
            self.hand = source.hand[:]
            self.hand_size = source.hand_size[:]
            self.played = source.played[:]
            self.tossed = source.tossed[:]
            self.thrown_size = source.thrown_size
            self.at_large = source.at_large[:]
            self.can_hold = source.can_hold[:]

    def seat_at(self, step: Int) -> Int:
        """Return the seat this many steps clockwise from the active one."""
        seat = self.active + step
        return seat if seat < self.seats else seat - self.seats
