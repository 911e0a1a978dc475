"""The networks that are trained: two policies, which score moves, and a judge, who sees everything.

Each has one hidden layer. A policy adds the numbers of the position to those of each move; kinds of moves are blocks,
each with its own weights.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Final

import numpy as np

from bench.school.match import Flags, Floats, Ints

MOMENTUM: Final = (0.9, 0.999)
"""How much of the last mean slope, and of its last mean square, Adam keeps."""
STEADY: Final = 0.96
"""How much of the mean weights stays with every lesson: they are what plays in the end."""


class Weights:
    """One array of weights, its mean over the lessons, and what Adam remembers."""

    def __init__(self, shape: tuple[int, ...], size: float, generator: np.random.Generator) -> None:
        self.now: Floats = (size * generator.standard_normal(shape)).astype(np.float32)
        self.mean = self.now.copy()
        self.slope = np.zeros_like(self.now)
        self.first = np.zeros_like(self.now)
        self.second = np.zeros_like(self.now)

    def step(self, rate: float, number: int) -> None:
        """Take a step of Adam down the slope, and forget the slope."""
        one, two = MOMENTUM
        self.first += (1 - one) * (self.slope - self.first)
        self.second += (1 - two) * (self.slope**2 - self.second)
        mean, square = self.first / (1 - one**number), self.second / (1 - two**number)
        self.now -= rate * mean / (np.sqrt(square) + 1e-6)
        self.slope[:] = 0

    def load(self, weights: Floats) -> None:
        """Begin with these weights."""
        self.now[:] = weights.reshape(self.now.shape)
        self.mean[:] = self.now

    def settle(self) -> None:
        """Move the mean towards the weights as they are."""
        self.mean += (1 - STEADY) * (self.now - self.mean)


class Layered(ABC):
    """The steps of a network."""

    def __init__(self) -> None:
        self.steps = 0

    @abstractmethod
    def all_weights(self) -> Sequence[Weights]:
        """Return all weights."""

    def step(self, rate: float) -> None:
        """Take a step with all weights."""
        self.steps += 1
        for weights in self.all_weights():
            weights.step(rate, self.steps)

    def settle(self) -> None:
        """Move all means."""
        for weights in self.all_weights():
            weights.settle()


class Judge(Layered):
    """Foretells how a match ends for a seat."""

    def __init__(self, numbers: int, hidden: int, generator: np.random.Generator) -> None:
        super().__init__()
        self.inner = Weights((numbers, hidden), numbers**-0.5, generator)
        self.start = Weights((hidden,), 0.0, generator)
        self.out = Weights((hidden,), 0.1, generator)
        self.base = Weights((1,), 0.0, generator)

    def all_weights(self) -> Sequence[Weights]:
        return self.inner, self.start, self.out, self.base

    def foretell(self, numbers: Floats) -> Floats:
        """Return the expected results."""
        return self._hidden(numbers) @ self.out.now + self.base.now

    def _hidden(self, numbers: Floats) -> Floats:
        found: Floats = np.maximum(0, numbers @ self.inner.now + self.start.now)
        return found

    def learn(self, numbers: Floats, results: Floats) -> None:
        """Add the slope of the mean squared error."""
        hidden = self._hidden(numbers)
        error = 2 * (hidden @ self.out.now + self.base.now - results) / len(results)
        self.out.slope += error @ hidden
        self.base.slope += error.sum()
        back = np.outer(error, self.out.now) * (hidden > 0)
        self.inner.slope += numbers.T @ back
        self.start.slope += back.sum(axis=0)


class Policy(Layered):
    """Scores the moves of one sort of decision."""

    def __init__(self, position: int, blocks: Sequence[int], hidden: int, generator: np.random.Generator) -> None:
        """Initialise; `blocks` holds how many numbers the moves of each kind have."""
        super().__init__()
        self.position = Weights((position, hidden), 0.4 * position**-0.5, generator)
        self.start = Weights((hidden,), 0.0, generator)
        self.moves = [Weights((numbers, hidden), 0.25, generator) for numbers in blocks]
        self.out = Weights((hidden,), 0.1, generator)

    def all_weights(self) -> Sequence[Weights]:
        return self.position, self.start, *self.moves, self.out

    def load(self, rows: Floats) -> None:
        """Begin with the weights in these rows, in the order of `all_weights`."""
        first = 0
        for weights in self.all_weights():
            count = weights.now.size // rows.shape[1]
            weights.load(rows[first : first + count])
            first += count

    def hidden(self, position: Floats, blocks: Sequence[Floats]) -> Floats:
        """Return the hidden layer for each move of each position."""
        base = (position @ self.position.now + self.start.now)[:, None]
        moves = [block @ weights.now for block, weights in zip(blocks, self.moves, strict=True)]
        found: Floats = np.maximum(0, base + np.concatenate(moves, axis=1))
        return found

    def chances(self, hidden: Floats, legal: Flags) -> Floats:
        """Return the chance of each move."""
        scores = np.where(legal, hidden @ self.out.now, -np.inf)
        powers = np.exp(scores - scores.max(axis=1, keepdims=True))
        found: Floats = (powers / powers.sum(axis=1, keepdims=True)).astype(np.float32)
        return found

    def learn(self, position: Floats, blocks: Sequence[Floats], hidden: Floats, scores: Floats) -> None:
        """Add the slopes that follow from those of the scores."""
        self.out.slope += np.einsum("nm,nmh->h", scores, hidden)
        back = scores[:, :, None] * self.out.now * (hidden > 0)
        together = back.sum(axis=1)
        self.position.slope += position.T @ together
        self.start.slope += together.sum(axis=0)
        first = 0
        for block, weights in zip(blocks, self.moves, strict=True):
            count, numbers = block.shape[1:]
            part = back[:, first : first + count].reshape(-1, back.shape[2])
            weights.slope += block.reshape(-1, numbers).T @ part
            first += count


def drawn(chances: Floats, generator: np.random.Generator) -> Ints:
    """Return a move for each row of chances."""
    running = chances.cumsum(axis=1)
    points = generator.random((len(chances), 1)) * running[:, -1:]
    found: Ints = np.minimum((running <= points).sum(axis=1), chances.shape[1] - 1)
    return found
