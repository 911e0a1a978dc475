"""A position of Maskera: who decides, what may be chosen, what chance owes. The other modules hold its parts."""

from typing import TYPE_CHECKING

from games.core.engine.outcome import Outcome
from games.core.engine.rows import Int, Row
from games.core.engine.state import CHALLENGE, CHANCE, OVER, TURN, ChanceStep
from games.titles.maskera.rules import abilities, counter, forced, piles, redeal, turn
from games.titles.maskera.rules import components as box
from games.titles.maskera.rules.counts import distinct, masks_in, nth_card, nth_mask
from games.titles.maskera.rules.fields import MaskeraFields

if TYPE_CHECKING:
    from games.titles.maskera.rules.view import MaskeraView


class MaskeraState(MaskeraFields):
    """One position of Maskera."""

    __slots__ = ()

    def copy(self) -> "MaskeraState":
        return MaskeraState(self)

    # The deciders.

    def to_move(self) -> Int:
        phase = self.phase
        if phase == box.TURN_CHOICE:
            return self.active
        if phase == box.ANSWER or phase == box.DISCARD:
            return 1 - self.active
        if phase == box.KEEPING or phase == box.REMOVING:
            return self.user
        return OVER if phase == box.FINISHED else CHANCE

    def sealed(self) -> bool:
        return False

    def response(self) -> Int:
        return CHALLENGE if self.phase == box.ANSWER else TURN

    # Decisions: every move is one part.

    def options(self, seat: Int) -> list[Int]:
        """Return the part to draw, then masks to play; or to pass, then masks to announce; or masks to discard, keep or
        remove."""
        if seat != self.to_move():
            return []
        phase = self.phase
        if phase == box.TURN_CHOICE:
            draw = [box.DRAW] if piles.can_draw(self) else []
            return draw + masks_in(self.hand, seat * box.MASKS, box.PLAY)
        if phase == box.ANSWER:
            return [box.PASS] + [box.COUNTER + mask for mask in range(box.MASKS)]
        if phase == box.DISCARD:
            return masks_in(self.hand, seat * box.MASKS, box.DISCARDED)
        if phase == box.KEEPING:
            return masks_in(self.aside, 0, box.KEEP)
        return masks_in(self.area, (1 - seat) * box.MASKS, box.REMOVE)

    def composing(self, seat: Int) -> list[Int]:
        return []

    def choose(self, seat: Int, part: Int) -> None:
        if part == box.DRAW:
            turn.draw(self)
        elif part < box.PASS:
            turn.play(self, part - box.PLAY)
        elif part == box.PASS:
            counter.let_pass(self)
        elif part < box.DISCARDED:
            counter.announce(self, part - box.COUNTER)
        elif part < box.KEEP:
            counter.discard(self, part - box.DISCARDED)
        elif part < box.REMOVE:
            abilities.keep(self, part - box.KEEP)
        else:
            abilities.remove(self, part - box.REMOVE)
        forced.settle(self)

    def random_option(self, seat: Int) -> Int:
        phase = self.phase
        if phase == box.ANSWER:
            return box.PASS + self.randbelow(box.MASKS + 1)  # COUNTER follows PASS
        if phase == box.TURN_CHOICE:
            first = seat * box.MASKS
            draws = 1 if piles.can_draw(self) else 0
            n = self.randbelow(draws + distinct(self.hand, first))
            return box.DRAW if n < draws else box.PLAY + nth_mask(self.hand, first, n - draws)
        if phase == box.DISCARD:
            first = seat * box.MASKS
            return box.DISCARDED + nth_mask(self.hand, first, self.randbelow(distinct(self.hand, first)))
        if phase == box.KEEPING:
            return box.KEEP + nth_mask(self.aside, 0, self.randbelow(distinct(self.aside, 0)))
        first = (1 - seat) * box.MASKS
        return box.REMOVE + nth_mask(self.area, first, self.randbelow(distinct(self.area, first)))

    def random_move(self, seat: Int) -> None:
        self.choose(seat, self.random_option(seat))

    def default_move(self, seat: Int) -> list[Int]:
        return [box.PASS] if self.phase == box.ANSWER and seat == self.to_move() else []

    # Chance, one step at a time: a card, or the first seat.

    def chance_step(self) -> ChanceStep:
        if self.phase == box.DEALING:
            return one_card("deal", (int(self.dealt),), self.pile, 0)
        if self.phase == box.FIRST_SEAT:
            return ChanceStep("first", (0,), (0, 1), (1, 1))
        if self.phase == box.DRAWING:
            return one_card("draw", (int(self.turns), int(self.drawn)), self.pile, 0)
        return one_card("rand", (int(self.turns),), self.hand, (1 - self.user) * box.MASKS)

    def choose_chance(self, outcome: Int) -> None:
        if self.phase == box.DRAWING:
            piles.take(self, outcome)
        elif self.phase == box.SNATCHING:
            abilities.snatch(self, outcome)
        elif self.phase == box.DEALING:
            piles.deal(self, outcome)
        else:
            turn.start(self, outcome)
        forced.settle(self)

    def random_chance(self) -> None:
        if self.phase == box.FIRST_SEAT:
            self.choose_chance(self.randbelow(box.SEATS))
        elif self.phase == box.SNATCHING:
            victim = 1 - self.user
            self.choose_chance(nth_card(self.hand, victim * box.MASKS, self.randbelow(self.hand_size[victim])))
        else:
            self.choose_chance(nth_card(self.pile, 0, self.randbelow(self.pile_size)))

    def settle_chance(self) -> None:
        while self.phase <= box.SNATCHING:
            self.random_chance()

    # Knowledge.

    def view(self, seat: int | None) -> "MaskeraView":
        from games.titles.maskera.rules.view import view_of  # dicts and words are not compiled

        return view_of(self, seat)

    def redeal(self, seat: Int, seed: Int) -> "MaskeraState":
        world = self.copy()
        world.seed(seed)
        redeal.redeal(world, seat)
        return world

    def outcome(self) -> Outcome | None:
        from games.titles.maskera.rules.view import outcome_of

        return outcome_of(self)


def one_card(purpose: str, index: tuple[int, ...], row: Row, first: Int) -> ChanceStep:
    """Return the chance step of one card out of five counts of `row`, weighted by its copies."""
    masks = [mask for mask in range(box.MASKS) if row[first + mask] > 0]
    return ChanceStep(purpose, index, tuple(masks), tuple([int(row[first + mask]) for mask in masks]))
