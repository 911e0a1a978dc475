"""A position of Masques: who decides, what may be chosen, what chance owes. The other modules hold its parts."""

from games.core.engine.outcome import Outcome
from games.core.engine.rows import Int
from games.core.engine.state import OVER, TURN, ChanceStep
from games.core.engine.view import View
from games.titles.masques.rules import action, draft, preparation, redeal, rounds
from games.titles.masques.rules.components import ACTION, DRAFT, NONE
from games.titles.masques.rules.fields import MasquesFields


class MasquesState(MasquesFields):
    """One position of Masques."""

    __slots__ = ()

    def copy(self) -> "MasquesState":
        return MasquesState(self.seats, self)

    # The deciders.

    def to_move(self) -> Int:
        return self.mover

    def deciders(self) -> list[Int]:
        if self.phase == DRAFT:
            return [seat for seat in range(self.seats) if self.pick[seat] == NONE]
        return super().deciders()

    def sealed(self) -> bool:
        return self.phase == DRAFT

    def response(self) -> Int:
        return TURN

    # Decisions. Guests by number, then agent kinds, pass, hallways, palace cards, "no ability": see `action`.

    def options(self, seat: Int) -> list[Int]:
        if self.phase == DRAFT:
            return draft.options(self, seat)
        if self.mover != seat:
            return []
        return action.options(self)

    def composing(self, seat: Int) -> list[Int]:
        return self.chosen[:] if seat == self.mover and self.phase == ACTION else []

    def choose(self, seat: Int, part: Int) -> None:
        if self.phase == DRAFT:
            rounds.take_pick(self, seat, part)
        elif action.choose(self, part):
            rounds.open_turn(self, (self.mover + 1) % self.seats)

    def random_option(self, seat: Int) -> Int:
        if self.phase == DRAFT:
            return draft.random_option(self, seat)
        return action.random_option(self)

    def random_move(self, seat: Int) -> None:
        if self.phase == DRAFT:
            rounds.take_pick(self, seat, draft.random_option(self, seat))
        else:
            action.random_move(self)
            rounds.open_turn(self, (self.mover + 1) % self.seats)

    def default_move(self, seat: Int) -> list[Int]:
        return []

    # Chance.

    def chance_step(self) -> ChanceStep:
        purpose, index = preparation.place(self)
        weights = preparation.weights(self)
        outcomes = [outcome for outcome in range(len(weights)) if weights[outcome]]
        return ChanceStep(purpose, index, tuple(outcomes), tuple([weights[outcome] for outcome in outcomes]))

    def choose_chance(self, outcome: Int) -> None:
        rounds.take_chance(self, outcome)

    def random_chance(self) -> None:
        rounds.take_chance(self, preparation.random_outcome(self))

    def settle_chance(self) -> None:
        rounds.settle_chance(self)

    # Knowledge.

    def view(self, seat: int | None) -> View:
        from games.titles.masques.rules.view import view_of  # words stay outside the compiled modules

        return view_of(self, seat)

    def redeal(self, seat: Int, seed: Int) -> "MasquesState":
        world = self.copy()
        world.seed(seed)
        redeal.redeal(world, seat)
        return world

    def outcome(self) -> Outcome | None:
        if self.mover != OVER:
            return None
        from games.titles.masques.rules.outcome import outcome_of  # words stay outside the compiled modules

        return outcome_of(self)
