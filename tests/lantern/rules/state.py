"""A position of Lantern: who decides, what may be chosen, what chance owes. The other modules hold its parts."""

from games.core.engine.outcome import Outcome
from games.core.engine.rows import Int
from games.core.engine.state import CHANCE, OVER, REACTION, TURN, ChanceStep
from tests.lantern.rules import redeal, scoring, turn
from tests.lantern.rules.components import (
    BLOW,
    BLOW_PART,
    BREATHS,
    BRIDGE_PART,
    BRIDGES,
    BRIGHTEST,
    DEAL,
    DONE,
    EFFECT_DEALT,
    EFFECT_SET_UP,
    EFFECT_WIND,
    FIRST,
    HANG,
    LET_PART,
    WAITING,
)
from tests.lantern.rules.fields import LanternFields
from tests.lantern.rules.view import LanternView, view_of


class LanternState(LanternFields):
    """One position of Lantern."""

    __slots__ = ()

    def copy(self) -> "LanternState":
        return LanternState(self)

    # Who decides.

    def to_move(self) -> Int:
        if self.phase == HANG:
            return self.mover
        if self.phase == BLOW:
            for seat in range(self.seats):
                if self.answer[seat] == WAITING:
                    return seat
        return OVER if self.phase == DONE else CHANCE

    def deciders(self) -> list[Int]:
        if self.phase == BLOW:
            return [seat for seat in range(self.seats) if self.answer[seat] == WAITING]
        return super().deciders()

    def sealed(self) -> bool:
        return self.phase == BLOW

    def response(self) -> Int:
        return REACTION if self.phase == BLOW else TURN

    def epoch_in_advance(self, seat: Int) -> Int:
        """How often the seat has blown."""
        return BREATHS - self.breath[seat]

    # Decisions.

    def options(self, seat: Int) -> list[Int]:
        """Hanging: brightness, then bridge. In the window: let, blow."""
        if self.phase == HANG and seat == self.mover:
            if self.card != 0:
                return [BRIDGE_PART + bridge for bridge in range(BRIDGES)]
            return [card for card in range(1, BRIGHTEST + 1) if self.held(seat, card) > 0]
        if self.phase == BLOW and self.answer[seat] == WAITING:
            return [LET_PART, BLOW_PART]
        return []

    def random_option(self, seat: Int) -> Int:
        if self.phase == BLOW:
            return LET_PART + self.randbelow(2)
        if self.card != 0:
            return BRIDGE_PART + self.randbelow(BRIDGES)
        kinds = 0
        for card in range(1, BRIGHTEST + 1):
            if self.held(seat, card) > 0:
                kinds += 1
        left = self.randbelow(kinds)
        for card in range(1, BRIGHTEST + 1):
            if self.held(seat, card) > 0:
                if left == 0:
                    return card
                left -= 1
        raise AssertionError("a seat that hangs a lantern holds one")

    def composing(self, seat: Int) -> list[Int]:
        return [self.card] if self.phase == HANG and seat == self.mover and self.card != 0 else []

    def choose(self, seat: Int, part: Int) -> None:
        if self.phase == BLOW:
            self.answer[seat] = part
            if WAITING not in self.answer:
                turn.open_window(self)
        elif self.card == 0:
            self.card = part
        else:
            turn.hang(self, part - BRIDGE_PART)

    def default_move(self, seat: Int) -> list[Int]:
        return [LET_PART] if self.phase == BLOW else []

    # Chance.

    def chance_step(self) -> ChanceStep:
        if self.phase == FIRST:
            return ChanceStep("first", (0,), tuple(range(self.seats)), (1,) * self.seats)
        if self.phase == DEAL:
            kinds = tuple(card for card in range(1, BRIGHTEST + 1) if self.pile[card] > 0)
            place = (self.dealt % self.seats, self.dealt // self.seats)
            return ChanceStep("deal", place, kinds, tuple(self.pile[card] for card in kinds))
        return ChanceStep("wind", (self.turns,), (1, 2, 3, 4, 5, 6), (1, 1, 1, 2, 2, 2) if self.storm else (1,) * 6)

    def choose_chance(self, outcome: Int) -> None:
        if self.phase == FIRST:
            self.mover = outcome
            self.phase = DEAL
            self.record(EFFECT_SET_UP, outcome)
        elif self.phase == DEAL:
            self.deal(outcome)
        else:
            self.record(EFFECT_WIND, outcome)
            if outcome + turn.blowers(self) - 1 > self.card:
                turn.go_out(self)
            else:
                turn.shine(self)

    def random_chance(self) -> None:
        if self.phase == FIRST:
            self.choose_chance(self.randbelow(self.seats))
        elif self.phase == DEAL:
            self.choose_chance(redeal.draw(self))
        else:
            face = self.randbelow(9 if self.storm else 6)
            self.choose_chance(face + 1 if face < 6 else face - 2)

    def deal(self, card: Int) -> None:
        """One card to the next seat."""
        self.pile[card] -= 1
        self.hand[self.dealt % self.seats * (BRIGHTEST + 1) + card] += 1
        self.dealt += 1
        if self.dealt == self.seats * self.hand_limit():
            self.phase = HANG
            self.record(EFFECT_DEALT)

    # Knowledge.

    def redeal(self, seat: Int, seed: Int) -> "LanternState":
        world = self.copy()
        world.seed(seed)
        redeal.redeal(world, seat)
        return world

    def view(self, seat: int | None) -> LanternView:
        return view_of(self, seat)

    def outcome(self) -> Outcome | None:
        return scoring.outcome_of(self) if self.phase == DONE else None
