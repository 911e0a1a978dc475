"""A position of Masons: who decides, what may be chosen, what chance owes. The other modules hold its parts."""

from typing import TYPE_CHECKING

from games.core.engine.outcome import Outcome
from games.core.engine.rows import Int
from games.core.engine.state import REACTION, TURN, ChanceStep
from games.titles.masons.rules import building, deal, endings, piles, redeal, scoring, towns, turn
from games.titles.masons.rules import components as box
from games.titles.masons.rules.board import BOARD
from games.titles.masons.rules.fields import MasonsFields

if TYPE_CHECKING:
    from games.titles.masons.rules.view import MasonsView


class MasonsState(MasonsFields):
    """One position of Masons."""

    __slots__ = ()

    def copy(self) -> "MasonsState":
        return MasonsState(self, 0)

    # The deciders.

    def to_move(self) -> Int:
        return self.decider

    def sealed(self) -> bool:
        return False

    def response(self) -> Int:
        phase = self.phase
        return REACTION if phase == box.SCORE or phase == box.EXCHANGE or phase == box.FINAL else TURN

    def silence_counts(self) -> bool:
        """Return False: silence is a whole answer, a discard, no exchange, or no card at the end."""
        return False

    def epoch_in_advance(self, seat: Int) -> Int:
        """Return the number of the scoring: what was answered in advance was for that one."""
        return self.scorings

    # Decisions.

    def options(self, seat: Int) -> list[Int]:
        if seat != self.decider:
            return []
        phase = self.phase
        if phase == box.WALL:
            return [box.LINE + line for line in range(BOARD.lines) if turn.may_wall(self, line)]
        if phase == box.BUILD:
            return building.options(self)
        if phase == box.MERGE:
            return [box.NOTHING] + [box.TOWN + town for town in towns.neighbours(self, self.new_town)]
        if phase == box.SCORE:
            return self.score_options(seat)
        if phase == box.EXCHANGE:
            return [box.NOTHING] + self.cards_from(seat, self.composed)
        return self.final_options(seat)

    def score_options(self, seat: Int) -> list[Int]:
        """Return the cards; once one is chosen, what may be done with it: play it alone, discard it, or add another."""
        if len(self.composed) == 0:
            return self.cards_from(seat, [])
        return [box.ALONE, box.DISCARD] + self.cards_from(seat, self.composed)

    def final_options(self, seat: Int) -> list[Int]:
        """Return the options at the end: nothing, no town, or a town; then a card; then another, or none."""
        chosen = len(self.composed)
        if chosen == 0:
            return [box.NOTHING, box.TOWN] + [box.TOWN + town for town in towns.towns_on_board(self)]
        if chosen == 1:
            return self.cards_from(seat, [])
        return [box.ALONE] + self.cards_from(seat, self.composed[1:])

    def cards_from(self, seat: Int, taken: list[Int]) -> list[Int]:
        """Return the cards of a hand that may follow those taken from it: in their order, so that each choice of cards
        is made in one way."""
        first: Int = 0
        used: Int = 0
        for part in taken:
            used = used + 1 if part - box.CARD == first else 1
            first = part - box.CARD
        found: list[Int] = []
        for face in range(first, box.FACES):
            if self.hand[seat * box.FACES + face] > (used if face == first else 0):
                found.append(box.CARD + face)
        return found

    def composing(self, seat: Int) -> list[Int]:
        return self.composed[:] if seat == self.decider else []

    def choose(self, seat: Int, part: Int) -> None:
        phase = self.phase
        if phase == box.WALL:
            turn.place_wall(self, part - box.LINE)
            return
        if phase == box.MERGE:
            if part != box.NOTHING:
                towns.merge(self, part - box.TOWN)
            scoring.open_scoring(self)
            return
        self.composed.append(part)
        if not self.is_complete(part):
            return
        parts = self.composed
        self.composed = []
        if phase == box.BUILD:
            self.build(parts)
        elif phase == box.SCORE:
            scoring.score(self, seat, parts)
        elif phase == box.EXCHANGE:
            scoring.exchange(self, seat, parts)
        else:
            scoring.final(self, seat, parts)

    def is_complete(self, last: Int) -> bool:
        """Return whether the parts chosen, `last` being the latest, are a whole move."""
        if self.phase == box.BUILD:
            return len(self.composed) == building.parts_due(self)
        if self.phase == box.SCORE:
            return len(self.composed) == 2
        return last == box.NOTHING or len(self.composed) == 3 if self.phase == box.FINAL else last == box.NOTHING

    def build(self, parts: list[Int]) -> None:
        """Build; if a town is complete now, it is cleaned, may be joined with a neighbour, and is scored."""
        building.place(self, parts)
        endings.check_supply(self)
        towns.complete(self)
        if self.new_town > 0:
            if len(towns.neighbours(self, self.new_town)) > 0:
                self.phase = box.MERGE
            else:
                scoring.open_scoring(self)
        elif self.ending != box.NONE:
            scoring.open_final(self)
        else:
            scoring.finish_turn(self)

    def random_option(self, seat: Int) -> Int:
        if self.phase == box.WALL:
            line = self.randbelow(BOARD.lines)
            while not turn.may_wall(self, line):
                line = self.randbelow(BOARD.lines)
            return box.LINE + line
        found = self.options(seat)
        return found[self.randbelow(len(found))]

    def default_move(self, seat: Int) -> list[Int]:
        if seat != self.decider:
            return []
        if self.phase == box.SCORE:
            return [box.CARD + scoring.lowest_card(self, seat), box.DISCARD]
        return [box.NOTHING] if self.phase == box.EXCHANGE or self.phase == box.FINAL else []

    # Chance, one step at a time: a card, a die, or the first seat.

    def chance_step(self) -> ChanceStep:
        if self.phase == box.ROLLING:
            return turn.dice_step(self)
        if self.phase <= box.FIRST_SEAT:
            return deal.chance_step(self)
        return scoring.draw_step(self)

    def choose_chance(self, outcome: Int) -> None:
        if self.phase == box.ROLLING:
            turn.roll(self, outcome)
        elif self.phase == box.DEALING:
            deal.deal(self, outcome)
        elif self.phase == box.FIRST_SEAT:
            self.first = outcome
            self.record(box.EFFECT_DEALT, outcome)
            scoring.begin_turn(self, outcome)
        else:
            scoring.draw(self, outcome)

    def random_chance(self) -> None:
        if self.phase == box.ROLLING:
            self.choose_chance(turn.random_side(self))
        elif self.phase == box.FIRST_SEAT:
            self.choose_chance(self.randbelow(self.seats))
        else:
            self.choose_chance(piles.random_face(self))

    # Knowledge.

    def view(self, seat: int | None) -> "MasonsView":
        from games.titles.masons.rules.view import view_of  # dicts and words are not compiled

        return view_of(self, seat)

    def redeal(self, seat: Int, seed: Int) -> "MasonsState":
        world = self.copy()
        world.seed(seed)
        redeal.redeal(world, seat)
        return world

    def outcome(self) -> Outcome | None:
        from games.titles.masons.rules.view import outcome_of

        return outcome_of(self)
