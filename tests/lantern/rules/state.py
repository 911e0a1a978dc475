"""The position of Lantern and all its rules; the rules page tells them in the same order."""

from typing import Any, Final

from games.core.outcome import Outcome
from games.core.rows import Int, Row, vec
from games.core.state import CHANCE, OVER, REACTION, TURN, ChanceStep, State

BRIGHTEST: Final = 4  # lanterns of brightness 1 to 4
COPIES: Final = 5  # of each brightness
BRIDGES: Final = 3
BREATHS: Final = 2  # for each seat

# Phases.
FIRST: Final = 0  # chance: who begins
DEAL: Final = 1  # chance: one card
HANG: Final = 2  # the seat on turn hangs a lantern
BLOW: Final = 3  # the window: all others with a breath left let it shine or blow
WIND: Final = 4  # chance: does the lantern go out?
DONE: Final = 5

# Parts of moves: a brightness is itself; then the bridge; or the answer in the window.
BRIDGE_PART: Final = 10
LET_PART: Final = 20
BLOW_PART: Final = 21

# `answer[seat]` in the window.
ABSENT: Final = 0  # is not asked
WAITING: Final = 1

# Notes of the journal.
OUT: Final = 1  # seat, brightness, bridge
END: Final = 2


class LanternState(State):
    """One position of Lantern."""

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
        "turns",
    )

    def __init__(self, source: "LanternState | None" = None, seats: Int = 0, storm: bool = False) -> None:
        super().__init__(source)
        if source is None:
            self.seats: Int = seats
            self.storm: bool = storm
            self.phase: Int = FIRST
            self.mover: Int = 0
            self.turns: Int = 0
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
            self.turns = source.turns
            self.dealt = source.dealt
            self.card = source.card
            self.bridge = source.bridge
            self.hand = source.hand[:]
            self.pile = source.pile[:]
            self.light = source.light[:]
            self.breath = source.breath[:]
            self.answer = source.answer[:]

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
        if self.phase == HANG:
            return [self.mover]
        if self.phase == BLOW:
            return [seat for seat in range(self.seats) if self.answer[seat] == WAITING]
        return []

    def sealed(self) -> bool:
        return self.phase == BLOW

    def response(self) -> Int:
        return REACTION if self.phase == BLOW else TURN

    def turn(self) -> Int:
        return self.turns

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
                self.open_window()
        elif self.card == 0:
            self.card = part
        else:
            self.hang(part - BRIDGE_PART)

    def default_move(self, seat: Int) -> list[Int]:
        return [LET_PART] if self.phase == BLOW else []

    # Hanging a lantern.

    def held(self, seat: Int, card: Int) -> Int:
        """How many lanterns of brightness `card` are in the hand of `seat`."""
        return self.hand[seat * (BRIGHTEST + 1) + card]

    def hang(self, bridge: Int) -> None:
        """The chosen lantern comes to `bridge`; everybody else with a breath left is asked about it."""
        self.hand[self.mover * (BRIGHTEST + 1) + self.card] -= 1
        self.bridge = bridge
        for seat in range(self.seats):
            asked = seat != self.mover and self.breath[seat] > 0
            self.answer[seat] = WAITING if asked else ABSENT
        if WAITING in self.answer:
            self.phase = BLOW
        else:
            self.shine()

    # The window.

    def blowers(self) -> Int:
        """How many seats have blown."""
        count = 0
        for seat in range(self.seats):
            if self.answer[seat] == BLOW_PART:
                count += 1
        return count

    def open_window(self) -> None:
        """All answers are in: who blows spends a breath, and the wind decides."""
        if self.blowers() == 0:
            self.shine()
            return
        for seat in range(self.seats):
            if self.answer[seat] == BLOW_PART:
                self.breath[seat] -= 1
        self.phase = WIND

    def shine(self) -> None:
        """The lantern stays."""
        self.light[self.bridge * self.seats + self.mover] += self.card
        self.end_turn()

    def go_out(self) -> None:
        """The lantern is lost."""
        self.note(OUT, self.mover, self.card, self.bridge)
        self.end_turn()

    def end_turn(self) -> None:
        """The next seat hangs a lantern; all hold equally many, so an empty hand is the end."""
        self.card = 0
        self.bridge = -1
        for seat in range(self.seats):
            self.answer[seat] = ABSENT
        self.turns += 1
        self.mover = (self.mover + 1) % self.seats
        self.phase = HANG
        if self.hand_size(self.mover) == 0:
            self.phase = DONE
            self.note(END)

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
        elif self.phase == DEAL:
            self.deal(outcome)
        elif outcome + self.blowers() - 1 > self.card:
            self.go_out()
        else:
            self.shine()

    def random_chance(self) -> None:
        if self.phase == FIRST:
            self.choose_chance(self.randbelow(self.seats))
        elif self.phase == DEAL:
            self.choose_chance(self.draw())
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

    def hand_limit(self) -> Int:
        """How many cards each seat is dealt."""
        return 3 if self.seats == 2 else 2

    def hand_size(self, seat: Int) -> Int:
        """How many cards `seat` holds."""
        return sum(self.held(seat, card) for card in range(1, BRIGHTEST + 1))

    def draw(self) -> Int:
        """The brightness of a card drawn blindly from the pile, which keeps it."""
        left = self.randbelow(sum(self.pile))
        for card in range(1, BRIGHTEST + 1):
            if left < self.pile[card]:
                return card
            left -= self.pile[card]
        raise AssertionError("the pile is empty")

    # Knowledge.

    def redeal(self, seat: Int, seed: Int) -> "LanternState":
        world = self.copy()
        world.seed(seed)
        if seat != self.mover and self.bridge == -1:
            world.card = 0
        sizes = [self.hand_size(other) for other in range(self.seats)]
        for other in range(self.seats):
            if other != seat:
                for card in range(1, BRIGHTEST + 1):
                    place = other * (BRIGHTEST + 1) + card
                    world.pile[card] += world.hand[place]
                    world.hand[place] = 0
        for other in range(self.seats):
            if other != seat:
                for _ in range(sizes[other]):
                    card = world.draw()
                    world.pile[card] -= 1
                    world.hand[other * (BRIGHTEST + 1) + card] += 1
                if self.phase == BLOW and self.answer[other] >= LET_PART:
                    world.answer[other] = LET_PART + world.randbelow(2)
        return world

    def view(self, seat: int | None) -> dict[str, Any]:
        from tests.lantern.rules.view import view_of  # words and JSON stay outside the rules

        return view_of(self, seat)

    # The end.

    def scores(self) -> list[Int]:
        """Three points for the brightest seat of each bridge; if several are equally bright, one for each."""
        points = [0] * self.seats
        for bridge in range(BRIDGES):
            lights = self.light[bridge * self.seats : (bridge + 1) * self.seats]
            best = max(lights)
            brightest = [seat for seat in range(self.seats) if best > 0 and lights[seat] == best]
            for seat in brightest:
                points[seat] += 3 if len(brightest) == 1 else 1
        return points

    def outcome(self) -> Outcome | None:
        from tests.lantern.rules.view import outcome_of

        return outcome_of(self) if self.phase == DONE else None
