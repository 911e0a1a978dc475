"""Game states. They hold small ints, no text; the same source runs interpreted and compiled.

A decision is made **part by part**: `options(seat)` lists the parts that may come next, `choose(seat, part)`
chooses one, and the last part makes the whole move take effect, with all its forced consequences.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Final

from games.core.engine.outcome import Outcome
from games.core.engine.rows import Int, mypyc_attr
from games.core.engine.view import View

CHANCE: Final = -1
OVER: Final = -2

# Results of `State.response()`: which time limit a decision has, and what happens when it expires.
TURN: Final = 0  # the seat's time bank runs; when it is empty, a bot decides
REACTION: Final = 1  # an answer to another seat's move, with its own time limit and a default answer
CHALLENGE: Final = 2  # a yes or no to another seat's move, with a shorter limit and a default answer


@dataclass(frozen=True, slots=True)
class ChanceStep:
    """One chance step: one card or one die.

    `index` is structural (round, turn, number of the die), never a running count, so that a hidden draw cannot shift a
    visible one. `outcomes[i]` has the weight `weights[i]`; outcomes are ascending.
    """

    purpose: str
    index: tuple[int, ...]
    outcomes: tuple[int, ...]
    weights: tuple[int, ...]


@mypyc_attr(allow_interpreted_subclasses=True)
class State(ABC):
    """A position of one title. Only `choose*`, `random_*`, `settle_chance`, `seed`, `randbelow` and `record` change it;
    all other methods are queries.

    Here and in every title `__slots__` names all fields: access is faster, and assigning to a misspelt name fails.
    """

    __slots__ = (
        "effects",
        "recording",
        "rng_state",
        "turns",
    )

    def __init__(self, source: "State | None" = None) -> None:
        self.turns: Int = 0 if source is None else source.turns
        """The number of the turn, or of those that have ended; a seat receives its time increment once per turn."""
        self.rng_state: Int = 1 if source is None else source.rng_state
        self.recording: bool = False
        self.effects: list[Int] = []

    # The deciders.

    @abstractmethod
    def to_move(self) -> Int:
        """Return the lowest seat that owes a decision (in a window: that has not answered), CHANCE, or OVER."""

    def deciders(self) -> list[Int]:
        """Return all seats that owe a decision, ascending: one on a turn, in a window those that have not answered."""
        seat = self.to_move()
        return [seat] if seat >= 0 else []

    @abstractmethod
    def sealed(self) -> bool:
        """Return whether the open decision is a window: answers stay hidden, and take effect when all have been
        given."""

    @abstractmethod
    def response(self) -> Int:
        """Return TURN, REACTION or CHALLENGE: which time limit the open decision has."""

    def silence_counts(self) -> bool:
        """Return whether silence in the open response window counts against a seat, which is given up after three in a
        row. False where silence is a full answer, such as “no challenge”."""
        return True

    def epoch_in_advance(self, seat: Int) -> Int:
        """Return a public number that changes whenever the question changes that `seat` has answered in advance.
        Answers given under another number are dropped."""
        return 0

    # Decisions.

    @abstractmethod
    def options(self, seat: Int) -> list[Int]:
        """Return the parts that may come next in `seat`'s move, ascending and distinct; empty if it owes no
        decision."""

    @abstractmethod
    def composing(self, seat: Int) -> list[Int]:
        """Return the parts of an unfinished move that `seat` has chosen so far."""

    @abstractmethod
    def choose(self, seat: Int, part: Int) -> None:
        """Choose `part`, one of `options(seat)` (not checked). The last part of a move makes it take effect."""

    @abstractmethod
    def random_option(self, seat: Int) -> Int:
        """Return one of `options(seat)`, uniformly, by `randbelow`."""

    def random_move(self, seat: Int) -> None:
        """Make a whole random move for `seat`, which has chosen no part yet: each part as likely as by `random_option`.

        A title may override it with a faster equivalent.
        """
        self.choose(seat, self.random_option(seat))
        while self.composing(seat):
            self.choose(seat, self.random_option(seat))

    @abstractmethod
    def default_move(self, seat: Int) -> list[Int]:
        """Return all parts of the answer that is given for `seat` when its time is up; empty if `response()` is
        TURN."""

    # Chance.

    @abstractmethod
    def chance_step(self) -> ChanceStep:
        """Return the chance step that is owed; only if `to_move()` is CHANCE."""

    @abstractmethod
    def choose_chance(self, outcome: Int) -> None:
        """Apply `outcome`, one of the outcomes of `chance_step()` (not checked)."""

    @abstractmethod
    def random_chance(self) -> None:
        """Apply one random chance step by the state's own generator: for simulations, never for a real match."""

    def settle_chance(self) -> None:
        """Apply `random_chance` until no chance step is owed. A title may override it with a faster equivalent."""
        while self.to_move() == CHANCE:
            self.random_chance()

    # Knowledge.

    @abstractmethod
    def view(self, seat: int | None) -> View:
        """Return what `seat` (None: a spectator) may see, JSON-ready. Nothing else of a state may reach a client.

        An allow-list: every title's view holds `seats`, `viewer`, `phase`, `deciders` and `over`, and the title's own
        keys. Nothing in it depends on information that is hidden from the viewer.
        """

    @abstractmethod
    def redeal(self, seat: Int, seed: Int) -> "State":
        """Return a copy in which all that `seat` does not know is dealt again from the 32-bit `seed`.

        Bots receive such copies only, never the true position.
        """

    @abstractmethod
    def outcome(self) -> Outcome | None:
        """Return the outcome if the match is over by the rules, else None."""

    @abstractmethod
    def copy(self) -> "State":
        """Return an independent copy, including its generator; the copy records no effects."""

    # The generator of simulations: xorshift32, equal in both builds.

    def seed(self, seed: Int) -> None:
        """Seed the generator with any 32-bit number."""
        x = seed & 0xFFFFFFFF
        for _ in range(2):  # a full mix, so that neighbouring seeds start far apart
            x = ((x >> 16) ^ x) * 0x45D9F3B & 0xFFFFFFFF
        x = (x >> 16) ^ x
        self.rng_state = x if x != 0 else 0x9E3779B9

    def randbelow(self, n: Int) -> Int:
        """Return a number from 0 to n-1 by the state's generator; n below 2**31."""
        x = self.rng_state
        x ^= (x << 13) & 0xFFFFFFFF
        x ^= x >> 17
        x ^= (x << 5) & 0xFFFFFFFF
        self.rng_state = x
        return (x * n) >> 32

    # Recorded effects: forced consequences, for the annotators of logs.

    def record(self, code: Int, a: Int = 0, b: Int = 0, c: Int = 0) -> None:
        """Record a forced consequence as four numbers defined by the title; only if `self.recording`."""
        if self.recording:
            self.effects.append(code)
            self.effects.append(a)
            self.effects.append(b)
            self.effects.append(c)
