"""Rounds known to let players meet evenly, by construction or found once by a long search."""

from collections.abc import Sequence
from dataclasses import dataclass

from leagues.core.annealing import Groups

FIXED = "*"


def listed_rounds(sizes: Sequence[int], rounds: int) -> list[Groups] | None:
    """So many rounds, with pods of these `sizes`, in which pairs meet more evenly than in any others known, if listed.

    They cannot be shortened or continued.
    """
    text = LISTED.get((tuple(sizes), rounds))
    if text is None:
        return None
    return [tuple(tuple(int(character, 36) for character in pod) for pod in pods.split()) for pods in text.split("  ")]


def designs(sizes: Sequence[int]) -> list[list[Groups]]:
    """Sequences of rounds, with pods of these `sizes`, of which the first few are good too. There may be none.

    In the whole of a sequence all pairs meet equally often, or at most once.
    """
    found = []
    if tuple(sizes) in STARTERS:
        found.append(STARTERS[tuple(sizes)].rounds())
    seats, columns = sizes[0], len(sizes)
    if set(sizes) == {seats} and seats <= columns and (columns in POWERS or _is_prime(columns)):
        found.append(_net(seats, columns))
    return found


@dataclass(frozen=True, slots=True)
class Starter:
    """A first round whose players are moved around a circle of `modulus` numbers to get the others.

    Players are numbers on the circle; those marked by a prime are on a second circle; `*` is not moved. From round to
    round the players move on by `step`, which decides the order in which the rounds come.
    """

    modulus: int
    step: int
    pods: str

    def rounds(self) -> list[Groups]:
        """The first round and those developed from it, as many as the circle has numbers."""
        return [
            tuple(tuple(self._moved(name, number * self.step) for name in pod.split(",")) for pod in self.pods.split())
            for number in range(self.modulus)
        ]

    def _moved(self, name: str, by: int) -> int:
        """The number of the player `by` places after `name`: first those of the first circle, at last the fixed one."""
        if name == FIXED:
            return self.modulus * (1 + ("'" in self.pods))
        return (int(name.rstrip("'")) + by) % self.modulus + self.modulus * name.endswith("'")


STARTERS = {
    # Whist tournaments: any two meet three times.
    (4, 4): Starter(7, 1, "0,1,2,4 3,5,6,*"),
    (4, 4, 4): Starter(11, 3, "0,1,2,5 3,6,7,9 4,8,10,*"),
    # Kirkman's schoolgirl problem: any two meet once.
    (3, 3, 3, 3, 3): Starter(7, 1, "0,1,3 2,0',2' 4,5',6' 5,1',4' 6,3',*"),
}

LISTED = {
    ((3, 3), 5): "045 123  023 145  025 134  024 135  015 234",
    # In all such rounds the places in the smaller pod differ by two or more (by exhaustion).
    ((4, 3), 4): "0123 456  0145 236  0246 135  1256 034",
    ((4, 4), 3): "0124 3567  1235 0467  2346 0157",
    ((4, 3, 3), 3): "2567 149 038  1389 245 067  0145 689 237",
    # In all that were found, the places in smaller pods differ by three or more.
    ((4, 3, 3), 5): "0137 256 489  3689 057 124  0129 345 678  4579 028 136  2379 046 158",
    # In all that were found, one player is always in the smaller pod.
    ((4, 4, 3), 5): "0134 5678 29a  068a 1245 379  017a 2358 469  0236 457a 189  1267 348a 059",
    ((4, 4, 4), 4): "0125 3679 48ab  3458 169a 027b  0678 1249 35ab  039a 1457 268b",
    # In all that were found, the places in the full pod differ by three or more.
    ((4, 3, 3, 3), 4): "237c 08b 149 56a  467b 029 15c 38a  0136 248 579 abc  689c 07a 12b 345",
}
"""By sizes of pods and number of rounds. One character is one player."""

POWERS = {4: (2, (1, 1)), 8: (2, (1, 1, 0)), 9: (3, (2, 0))}
"""For a field of q = p**n elements: p, and the coefficients, lowest first, of what x**n equals in it."""


def _is_prime(number: int) -> bool:
    return number > 1 and all(number % divisor for divisor in range(2, number))


def _net(seats: int, columns: int) -> list[Groups]:
    """Rounds for `seats` * `columns` players in which any two meet at most once; `columns` is a power of a prime.

    Each player is a point (x, y) of the plane over a field with as many elements as there are columns, x being below
    `seats`. A round consists of the lines of one slope, which meet lines of other slopes in at most one point. If there
    are as many seats as columns, the vertical lines make one more round, and any two meet once: an affine plane.
    """
    field = _Field.of(columns)
    rounds = [
        tuple(
            tuple(x * columns + field.add(field.multiply(slope, x), start) for x in range(seats))
            for start in range(columns)
        )
        for slope in range(columns)
    ]
    if seats == columns:
        rounds.append(tuple(tuple(range(x * columns, (x + 1) * columns)) for x in range(seats)))
    return rounds


@dataclass(frozen=True, slots=True)
class _Field:
    """A finite field. Its elements are the numbers below its order, whose digits to base `prime` are coefficients."""

    prime: int
    reduction: tuple[int, ...]

    @classmethod
    def of(cls, order: int) -> "_Field":
        """The field of a prime `order`, or of one in `POWERS`."""
        return cls(*POWERS.get(order, (order, (0,))))

    def add(self, a: int, b: int) -> int:
        """The sum of two elements."""
        return self._number([x + y for x, y in zip(self._digits(a), self._digits(b), strict=True)])

    def multiply(self, a: int, b: int) -> int:
        """The product of two elements, by Horner's rule."""
        total = [0] * len(self.reduction)
        for coefficient in reversed(self._digits(b)):
            top = total[-1]
            total = [low + top * extra for low, extra in zip([0, *total[:-1]], self.reduction, strict=True)]
            total = [x + coefficient * y for x, y in zip(total, self._digits(a), strict=True)]
        return self._number(total)

    def _digits(self, element: int) -> list[int]:
        return [element // self.prime**place % self.prime for place in range(len(self.reduction))]

    def _number(self, digits: Sequence[int]) -> int:
        return sum(digit % self.prime * self.prime**place for place, digit in enumerate(digits))
