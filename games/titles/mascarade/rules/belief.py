"""What one seat believes of where the masks lie, from its own observations (rules page, section 5).

The belief is a distribution over *assignments*, a mask for each slot. Everybody knows the deal; an exchange that nobody
told the seat of is one half swapped, one half pretended; a look keeps the assignments that agree with it. It is exact
up to `CAP` assignments. Above, it is an approximation whose cost is bounded: the masks that are possible in each slot
(`Bounds`, a superset that always holds the truth), and `PARTICLES` assignments for drawing and for chances.
"""

from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate
from threading import Lock

from games.titles.mascarade.rules.bounds import Bounds, Masks
from games.titles.mascarade.rules.components import MASKS, NONE, RECORD, SEEN, SHOWN, SWAPPED

CAP = 10_000
"""Assignments of an exact belief."""
PARTICLES = 1_000
"""Assignments that stand for a belief above the cap."""
KEPT = 32
"""Beliefs that are kept, to go on from."""
LOOK_BACK = 40
"""How many observations back one is looked for."""

Assignment = bytes
"""A mask for each slot."""
Observation = tuple[int, int, int, int, int]
"""What a seat learns: kind, first slot, second slot, whether it knows the value, value."""


def observed(history: Sequence[int], seat: int) -> tuple[Observation, ...]:
    """The records of a history as `seat` may know them: the value hidden (NONE) where it is others' alone."""
    found = []
    for start in range(0, len(history), RECORD):
        kind, _turn, first, second, who, value = (int(each) for each in history[start : start + RECORD])
        if kind == SWAPPED:
            knows = True
        elif kind == SHOWN:
            knows = who != seat
        else:
            knows = who == seat
        if value == NONE or not knows:
            if kind in (SEEN, SHOWN):
                continue
            value = NONE
        found.append((kind, first, second, int(value != NONE), value))
    return tuple(found)


class Belief:
    """The belief of one seat. Never changed: an observation gives a new one."""

    def __init__(
        self, weights: dict[Assignment, float], copies: tuple[int, ...], bounds: Bounds | None, fed: int
    ) -> None:
        """`bounds` is None while the belief is exact; `fed` counts the observations."""
        self.weights = weights
        self.copies = copies
        self.bounds = bounds
        self.fed = fed

    @classmethod
    def of_deal(cls, dealt: Sequence[int]) -> "Belief":
        """Everybody knows the deal."""
        assignment = bytes(int(mask) for mask in dealt)
        return cls({assignment: 1.0}, tuple(assignment.count(mask) for mask in range(MASKS)), None, 0)

    @classmethod
    def after(cls, dealt: Sequence[int], history: Sequence[int], seat: int) -> "Belief":
        """The belief of `seat` after a history, of which it uses only what the seat has observed."""
        return _beliefs.after(bytes(int(mask) for mask in dealt), observed(history, seat))

    # Observations.

    def observe(self, observation: Observation) -> "Belief":
        """The belief after one more observation."""
        kind, first, second, _knows, value = observation
        if kind in (SEEN, SHOWN):
            return self._seen(first, value)
        if value == NONE:
            return self._maybe_swapped(first, second)
        return self._swapped(first, second) if value else self._next(self.weights, self.bounds)

    def _next(self, weights: dict[Assignment, float], bounds: Bounds | None) -> "Belief":
        return Belief(weights, self.copies, bounds, self.fed + 1)

    def _swapped(self, first: int, second: int) -> "Belief":
        weights = {swap(each, first, second): weight for each, weight in self.weights.items()}
        return self._next(weights, self.bounds and self.bounds.swapped(first, second))

    def _maybe_swapped(self, first: int, second: int) -> "Belief":
        if self.bounds is not None:
            return self._next(self._stirred(first, second), self.bounds.maybe_swapped(first, second))
        weights: dict[Assignment, float] = {}
        for each, weight in self.weights.items():
            half = weight / 2
            weights[each] = weights.get(each, 0.0) + half
            other = swap(each, first, second)
            weights[other] = weights.get(other, 0.0) + half
        if len(weights) <= CAP:
            return self._next(weights, None)
        bounds = Bounds([frozenset(masks) for masks in zip(*weights, strict=True)], self.copies)
        return self._next(self._drawn(weights), bounds)

    def _seen(self, slot: int, mask: int) -> "Belief":
        agreeing = {each: weight for each, weight in self.weights.items() if each[slot] == mask}
        bounds = self.bounds and self.bounds.seen(slot, mask)
        if not agreeing and bounds is not None:
            agreeing = self._placed(bounds)
        total = sum(agreeing.values())
        return self._next({each: weight / total for each, weight in agreeing.items()}, bounds)

    # Particles. No chance is needed: they are taken at even distances, so that equal observations give equal beliefs.

    def _drawn(self, weights: dict[Assignment, float]) -> dict[Assignment, float]:
        """`PARTICLES` of these assignments, each as often as its weight says."""
        ordered = sorted(weights)
        running = list(accumulate(weights[each] for each in ordered))
        drawn: dict[Assignment, float] = {}
        at = 0
        for number in range(PARTICLES):
            point = (number + 0.5) / PARTICLES * running[-1]
            while running[at] < point:
                at += 1
            drawn[ordered[at]] = drawn.get(ordered[at], 0.0) + 1 / PARTICLES
        return drawn

    def _stirred(self, first: int, second: int) -> dict[Assignment, float]:
        """The particles after an unknown exchange, as many as there may be."""
        weights: dict[Assignment, float] = {}
        for each, weight in self.weights.items():
            for after in (each, swap(each, first, second)):
                weights[after] = weights.get(after, 0.0) + weight / 2
        return weights if len(weights) <= PARTICLES else self._drawn(weights)

    def _placed(self, bounds: Bounds) -> dict[Assignment, float]:
        """New particles within `bounds`, where no old one agrees with what was seen."""
        found = {place(bounds, number) for number in range(len(bounds.slots) ** 2)}
        return dict.fromkeys(sorted(found), 1.0)

    # What is believed.

    @property
    def size(self) -> int | None:
        """How many assignments are possible; None above the cap."""
        return len(self.weights) if self.bounds is None else None

    @cached_property
    def _chances(self) -> list[dict[int, float]]:
        """By slot: the chance of each mask that may lie there."""
        chances: list[dict[int, float]] = [{} for _slot in next(iter(self.weights))]
        for each, weight in self.weights.items():
            for slot, mask in enumerate(each):
                chances[slot][mask] = chances[slot].get(mask, 0.0) + weight
        return chances

    def possible(self, slot: int) -> Masks:
        """The masks that may lie in `slot`."""
        return frozenset(self._chances[slot]) if self.bounds is None else self.bounds.slots[slot]

    def chance(self, slot: int, mask: int) -> float:
        """How likely `mask` lies in `slot`."""
        return self._chances[slot].get(mask, 0.0)

    @cached_property
    def _running(self) -> tuple[list[Assignment], list[float]]:
        ordered = sorted(self.weights)
        return ordered, list(accumulate(self.weights[each] for each in ordered))

    def sample(self, randbelow: Callable[[int], int]) -> Assignment:
        """An assignment, drawn by its weight."""
        ordered, running = self._running
        if len(ordered) == 1:
            return ordered[0]
        point = (randbelow(1 << 30) + 0.5) / (1 << 30) * running[-1]
        return ordered[min(bisect_right(running, point), len(ordered) - 1)]


def swap(assignment: Assignment, first: int, second: int) -> Assignment:
    """The assignment with the masks of two slots exchanged."""
    changed = bytearray(assignment)
    changed[first], changed[second] = changed[second], changed[first]
    return bytes(changed)


def place(bounds: Bounds, number: int) -> Assignment:
    """An assignment of all copies within `bounds`, another one for most numbers: each slot takes a copy that it may
    hold, and whoever had it moves on to another."""
    copies = [mask for mask, often in enumerate(bounds.copies) for _copy in range(often)]
    turn = number % len(copies)
    copies = copies[turn:] + copies[:turn]
    holder = [NONE] * len(copies)

    def give(slot: int, tried: set[int]) -> bool:
        for at, mask in enumerate(copies):
            if mask in bounds.slots[slot] and at not in tried:
                tried.add(at)
                if holder[at] == NONE or give(holder[at], tried):
                    holder[at] = slot
                    return True
        return False

    first = number // len(copies)
    for slot in range(len(copies)):
        give((slot + first) % len(copies), set())
    masks = bytearray(len(copies))
    for at, slot in enumerate(holder):
        masks[slot] = copies[at]
    return bytes(masks)


class _Beliefs:
    """The last beliefs, by what was observed: a longer history goes on from a shorter one."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[bytes, tuple[Observation, ...]], Belief] = OrderedDict()
        self._lock = Lock()

    def after(self, dealt: bytes, observations: tuple[Observation, ...]) -> Belief:
        """The belief after these observations."""
        known = len(observations)
        belief = self._find(dealt, observations)
        while belief is None and known > 0 and len(observations) - known < LOOK_BACK:
            known -= 1
            belief = self._find(dealt, observations[:known])
        if belief is None:
            known, belief = 0, Belief.of_deal(dealt)
        for observation in observations[known:]:
            belief = belief.observe(observation)
        self._keep(dealt, observations, belief)
        return belief

    def _find(self, dealt: bytes, observations: tuple[Observation, ...]) -> Belief | None:
        with self._lock:
            return self._kept.get((dealt, observations))

    def _keep(self, dealt: bytes, observations: tuple[Observation, ...], belief: Belief) -> None:
        with self._lock:
            self._kept[dealt, observations] = belief
            self._kept.move_to_end((dealt, observations))
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)


_beliefs = _Beliefs()
