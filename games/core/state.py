"""A position. Small ints inside, names at the edge; the same source runs interpreted and compiled.

A decision is made **part by part**: `options(seat)` lists the parts that may come next, `choose(seat, part)`
takes one, and with the last part the whole move takes effect and every forced consequence is settled.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Final

from games.core.outcome import Outcome
from games.core.rows import Int, mypyc_attr
from games.core.view import View

CHANCE: Final = -1
OVER: Final = -2

# What `State.response()` answers: how long the seats that owe a decision may take, and what silence means.
TURN: Final = 0  # on the seat's own bank of time; a bot decides at zero
REACTION: Final = 1  # an answer to somebody else's move, with a limit of its own and a stated default
CHALLENGE: Final = 2  # a short yes or no to somebody else's move, likewise


@dataclass(frozen=True, slots=True)
class ChanceStep:
    """One small step of chance: one card or one die.

    `index` is structural (round, turn, which die), never a running count, so that a hidden draw cannot shift a
    visible one. `outcomes[i]` comes with weight `weights[i]`; outcomes ascend.
    """

    purpose: str
    index: tuple[int, ...]
    outcomes: tuple[int, ...]
    weights: tuple[int, ...]


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """A position of one title. Queries change nothing: all but `choose*`, `random_move`, `random_chance`,
    `settle_chance`, `seed`, `below`.

    Here and in every title `__slots__` names all fields: they are found faster, and a wrong name is an error.
    """

    __slots__ = (
        "effects",
        "recording",
        "rng_state",
    )

    def __init__(self, source: "State | None" = None) -> None:
        self.rng_state: Int = 1 if source is None else source.rng_state
        self.recording: bool = False
        self.effects: list[Int] = []

    # Who decides.

    @abstractmethod
    def to_move(self) -> Int:
        """The lowest seat that owes a decision (in a window: that has not answered), CHANCE, or OVER."""

    @abstractmethod
    def deciders(self) -> list[Int]:
        """All seats that owe a decision now, ascending: one on a turn, those yet to answer in a window."""

    @abstractmethod
    def sealed(self) -> bool:
        """Whether the open decision is a window: answers stay hidden, and take effect when the last one is in."""

    @abstractmethod
    def response(self) -> Int:
        """TURN, REACTION or CHALLENGE: which clock the open decision runs on."""

    @abstractmethod
    def turn(self) -> Int:
        """A number that grows from turn to turn; a seat is credited its time increment once for each."""

    # Decisions.

    @abstractmethod
    def options(self, seat: Int) -> list[Int]:
        """Parts that may come next in `seat`'s move, ascending and distinct; empty when it owes no decision."""

    @abstractmethod
    def composing(self, seat: Int) -> list[Int]:
        """The parts of an unfinished move that `seat` has chosen so far."""

    @abstractmethod
    def choose(self, seat: Int, part: Int) -> None:
        """Take `part`, one of `options(seat)` (not checked). The last part of a move makes it take effect."""

    @abstractmethod
    def random_option(self, seat: Int) -> Int:
        """One of `options(seat)`, uniformly, without listing them; draws from `below`."""

    def random_move(self, seat: Int) -> None:
        """Let `seat`, which has chosen no part yet, make a whole move, each part as likely as by `random_option`.

        A title may know a quicker way to the same.
        """
        self.choose(seat, self.random_option(seat))
        while self.composing(seat):
            self.choose(seat, self.random_option(seat))

    @abstractmethod
    def default_move(self, seat: Int) -> list[Int]:
        """All parts of the stated answer of silence, when `response()` is not TURN; empty otherwise."""

    # Chance.

    @abstractmethod
    def chance_step(self) -> ChanceStep:
        """The step that chance owes now; only when `to_move()` is CHANCE."""

    @abstractmethod
    def choose_chance(self, outcome: Int) -> None:
        """Let chance step to `outcome`, one of its outcomes (not checked)."""

    @abstractmethod
    def random_chance(self) -> None:
        """Take one chance step by the state's own generator: for simulations, never for a match."""

    def settle_chance(self) -> None:
        """Take all chance steps that are owed, likewise. A title may know a quicker way than card by card."""
        while self.to_move() == CHANCE:
            self.random_chance()

    # Knowledge.

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """What `seat` (None: a spectator) may see, JSON-ready. The only door out of a position.

        An allow-list: every title's view holds `seats`, `viewer`, `phase`, `deciders` and `over`, and what it
        puts on the table. Nothing in it depends on anything the viewer may not know.
        """

    @abstractmethod
    def redeal(self, seat: Int, seed: Int) -> "State":
        """A copy that agrees with all `seat` knows; everything else is dealt anew from the 32-bit `seed`.

        All that a bot ever gets.
        """

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """The placing of all seats when the rules have ended the match, else None."""

    @abstractmethod
    def copy(self) -> "State":
        """An independent copy, its generator included; it records no effects."""

    # The generator of simulations: xorshift32, equal in both builds.

    def seed(self, seed: Int) -> None:
        """Start the generator from any 32-bit number."""
        x = seed & 0xFFFFFFFF
        for _ in range(2):  # a full mix, so that neighbouring seeds start far apart
            x = ((x >> 16) ^ x) * 0x45D9F3B & 0xFFFFFFFF
        x = (x >> 16) ^ x
        self.rng_state = x if x != 0 else 0x9E3779B9

    def randbelow(self, n: Int) -> Int:
        """A number from 0 to n-1 by the state's generator; n below 2**31."""
        x = self.rng_state
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        self.rng_state = x
        return (x * n) >> 32

    # Recorded effects: forced consequences, for the annotators of logs.

    def record(self, code: Int, a: Int = 0, b: Int = 0, c: Int = 0) -> None:
        """Record a forced consequence as four numbers of the title's own, if an annotator wants them."""
        if self.recording:
            self.effects.append(code)
            self.effects.append(a)
            self.effects.append(b)
            self.effects.append(c)
