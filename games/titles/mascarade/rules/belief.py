"""A seat's belief about where the masks lie, from its own observations (rules page, #secrets).

The belief is a distribution over worlds. The deal is public; an exchange whose outcome the seat does not know is one
half swapped, one half pretended; a look keeps the worlds that agree with it. It is exact up to `CAP` worlds. Above, it
is an approximation whose cost is bounded: the masks that are possible in each slot (`Bounds`, a superset that always
holds the truth), and at most `PARTICLES` worlds, all of one weight, for drawing and for chances.
"""

import random
from bisect import bisect_right
from collections import OrderedDict
from collections.abc import Callable, Sequence
from functools import cached_property
from itertools import accumulate
from threading import Lock

from games.titles.mascarade.rules.bounds import Bounds, Masks
from games.titles.mascarade.rules.components import NONE, RECORD, SEEN, SHOWN, SWAPPED
from games.titles.mascarade.rules.masks import MASKS
from games.titles.mascarade.rules.worlds import (
    Assignment,
    World,
    arranged,
    assignment_of,
    columns,
    exchange,
    exchanged,
    lies_within,
    places_at,
    slots_of,
    world_of,
)

CAP = 10_000
"""The most worlds of an exact belief."""
PARTICLES = 1_000
"""The number of worlds that represent a belief above the cap."""
KEPT = 256
"""The number of beliefs that are kept to go on from."""
KEPT_WORLDS = 200_000
"""The most worlds of all kept beliefs together: some 25 MB."""

Observation = tuple[int, int, int, int]
"""An observation of a seat: kind, first slot, second slot, value; the value of an exchange is NONE if it cannot
tell."""


def observed(history: Sequence[int], seat: int) -> tuple[Observation, ...]:
    """Return the records of a history as `seat` may know them: without others' looks; NONE is the value of an exchange
    whose outcome only another seat knows."""
    found = []
    for start in range(0, len(history), RECORD):
        kind, _turn, first, second, who, value = map(int, history[start : start + RECORD])
        if kind in (SEEN, SHOWN):
            if value != NONE and (who == seat) == (kind == SEEN):
                found.append((kind, first, second, value))
        else:
            found.append((kind, first, second, value if kind == SWAPPED or who == seat else NONE))
    return tuple(found)


class Belief:
    """The exact belief of one seat. Never changed: an observation gives a new one."""

    def __init__(self, weights: dict[World, float], copies: tuple[int, ...], fed: int) -> None:
        """Initialise; `copies` is how often each mask is in play, and `fed` counts the observations. Weights need not
        add up to one."""
        self._weights = weights
        self._copies = copies
        self._kinds = tuple(mask for mask, often in enumerate(copies) if often)
        self._fed = fed

    @classmethod
    def of_deal(cls, dealt: Sequence[int]) -> "Belief":
        """Return the belief when everyone knows the deal."""
        masks = [int(mask) for mask in dealt]
        return Belief({world_of(masks): 1.0}, tuple(masks.count(mask) for mask in range(MASKS)), 0)

    @classmethod
    def after(cls, dealt: Sequence[int], history: Sequence[int], seat: int) -> "Belief":
        """Return the belief of `seat` after a history, of which it uses only what the seat has observed."""
        return _beliefs.after(bytes(int(mask) for mask in dealt), observed(history, seat))

    # Observations.

    def observe(self, observation: Observation) -> "Belief":
        """Return the belief after one more observation."""
        kind, first, second, value = observation
        if kind in (SEEN, SHOWN):
            return self._seen(first, value)
        if value == NONE:
            return self._maybe_swapped(first, second)
        return self._swapped(first, second) if value else self

    def _swapped(self, first: int, second: int) -> "Belief":
        worlds = exchanged(self._weights, first, second)
        return self._next(dict(zip(worlds, self._weights.values(), strict=True)))

    def _maybe_swapped(self, first: int, second: int) -> "Belief":
        """Return the belief after an exchange that may have been real: each world becomes two, and equal ones are
        merged."""
        weights = self._weights.copy()
        before = weights.get
        others = exchanged(self._weights, first, second)
        for world, weight in zip(others, self._weights.values(), strict=True):
            weights[world] = before(world, 0.0) + weight
        after = self._next(weights)
        return after if len(weights) <= CAP else Particles.of(after)

    def _seen(self, slot: int, mask: int) -> "Belief":
        kind, there = self._kinds.index(mask), places_at(slot)
        weights = {each: weight for each, weight in self._weights.items() if each[kind] in there}
        return self._next(weights) if weights else Particles.of(self)._seen(slot, mask)

    def _next(self, weights: dict[World, float]) -> "Belief":
        """Return the belief in these worlds. Weights grow with every exchange, so now and then they are
        normalised."""
        if self._fed % 64 == 0:
            total = sum(weights.values())
            weights = {world: weight / total for world, weight in weights.items()}
        return Belief(weights, self._copies, self._fed + 1)

    # The belief.

    @property
    def size(self) -> int | None:
        """How many worlds are possible; None above the cap."""
        return len(self._weights)

    @property
    def kept(self) -> int:
        """How many worlds are kept, exact or not."""
        return len(self._weights)

    def possible(self, slot: int) -> Masks:
        """Return the masks that may lie in `slot`."""
        return self._possible[slot]

    def chance(self, slot: int, mask: int) -> float:
        """Return the probability that `mask` lies in `slot`."""
        return self._chances[slot].get(mask, 0.0)

    def sample(self, randbelow: Callable[[int], int]) -> Assignment:
        """Return the masks by slot in a world that is drawn by its weight."""
        worlds, running = self._running
        if len(worlds) == 1:
            return assignment_of(worlds[0], self._kinds)
        point = (randbelow(1 << 30) + 0.5) / (1 << 30) * running[-1]
        return assignment_of(worlds[min(bisect_right(running, point), len(worlds) - 1)], self._kinds)

    @property
    def weights(self) -> dict[World, float]:
        """How likely each world is; above the cap, of those that are kept."""
        found: dict[World, float] = {}
        worlds, weights = self._weighted()
        total = sum(weights)
        for world, weight in zip(worlds, weights, strict=True):
            found[world] = found.get(world, 0.0) + weight / total
        return found

    def _weighted(self) -> tuple[list[World], list[float]]:
        return list(self._weights), list(self._weights.values())

    @cached_property
    def _running(self) -> tuple[list[World], list[float]]:
        """The worlds, and the sum of the weights up to each."""
        worlds, weights = self._weighted()
        return worlds, list(accumulate(weights))

    @cached_property
    def _possible(self) -> tuple[Masks, ...]:
        """By slot: the masks that may lie there."""
        masks: list[set[int]] = [set() for _slot in range(sum(self._copies))]
        for kind, places in zip(self._kinds, columns(self._weights, len(self._kinds)), strict=True):
            for place in set(places):
                for slot in slots_of(place):
                    masks[slot].add(kind)
        return tuple(frozenset(each) for each in masks)

    @cached_property
    def _chances(self) -> list[dict[int, float]]:
        """By slot: the chance of each mask that may lie there."""
        worlds, weights = self._weighted()
        total = sum(weights)
        chances: list[dict[int, float]] = [{} for _slot in range(sum(self._copies))]
        for kind, places in zip(self._kinds, columns(worlds, len(self._kinds)), strict=True):
            by_place = dict.fromkeys(places, 0.0)
            for place, weight in zip(places, weights, strict=True):
                by_place[place] += weight
            for place, weight in by_place.items():
                for slot in slots_of(place):
                    chances[slot][kind] = chances[slot].get(kind, 0.0) + weight / total
        return chances


class Particles(Belief):
    """A belief above the cap."""

    def __init__(self, worlds: list[World], bounds: Bounds, fed: int) -> None:
        super().__init__({}, tuple(bounds.copies), fed)
        self._worlds = worlds
        self._bounds = bounds

    @classmethod
    def of(cls, exact: Belief) -> "Particles":
        """Return `PARTICLES` of the worlds, sampled at even distances in proportion to their weights."""
        worlds, running = exact._running
        points = ((number + 0.5) / PARTICLES * running[-1] for number in range(PARTICLES))
        drawn = [worlds[min(bisect_right(running, point), len(worlds) - 1)] for point in points]
        return Particles(drawn, Bounds(exact._possible, exact._copies), exact._fed)

    def _now(self, worlds: list[World], bounds: Bounds) -> "Particles":
        return Particles(worlds, bounds, self._fed + 1)

    def _swapped(self, first: int, second: int) -> "Particles":
        return self._now(exchanged(self._worlds, first, second), self._bounds.swapped(first, second))

    def _maybe_swapped(self, first: int, second: int) -> "Particles":
        """Return the belief with every world split in two while there is room; otherwise with a coin tossed for each.
        The coins are always the same, so that equal observations give equal beliefs."""
        others = exchanged(self._worlds, first, second)
        if 2 * len(others) <= PARTICLES:
            worlds = self._worlds + others
        else:
            coins = random.Random(self._fed).randbytes(len(others))  # noqa: S311 - no secret
            triples = zip(self._worlds, others, coins, strict=True)
            worlds = [other if coin & 1 else world for world, other, coin in triples]
        return self._now(worlds, self._bounds.maybe_swapped(first, second))

    def _seen(self, slot: int, mask: int) -> "Particles":
        kind, there, bounds = self._kinds.index(mask), places_at(slot), self._bounds.seen(slot, mask)
        worlds = [each for each in self._worlds if each[kind] in there]
        if not worlds:
            moved = [each.translate(exchange(slot, slots_of(each[kind])[0])) for each in self._worlds]
            worlds = [each for each in moved if lies_within(each, bounds, self._kinds)] or arranged(bounds)
        if not worlds:
            # Only in a re-dealt world above the cap: it need not agree with all that others have seen.
            bounds = Bounds.anything(len(bounds.slots), bounds.copies).seen(slot, mask)
            worlds = arranged(bounds)
        return self._now(worlds, bounds)

    @property
    def size(self) -> None:
        return None

    @property
    def kept(self) -> int:
        return len(self._worlds)

    def possible(self, slot: int) -> Masks:
        return self._bounds.slots[slot]

    def _weighted(self) -> tuple[list[World], list[float]]:
        return self._worlds, [1.0] * len(self._worlds)


class Beliefs:
    """The last beliefs, by what was observed: a longer history goes on from the longest of its beginnings."""

    def __init__(self) -> None:
        self._kept: OrderedDict[bytes, Belief] = OrderedDict()  # by deal and observations, four bytes each
        self._worlds = 0
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._kept)

    @property
    def worlds(self) -> int:
        """The number of worlds of all kept beliefs."""
        return self._worlds

    def after(self, dealt: bytes, observations: Sequence[Observation]) -> Belief:
        """Return the belief after these observations."""
        deal = bytes((len(dealt), *dealt))
        key = deal + bytes(number & 255 for observation in observations for number in observation)
        with self._lock:
            longest = max(filter(key.startswith, self._kept), key=len, default=deal)
            belief = self._kept.get(longest) or Belief.of_deal(dealt)
        for observation in observations[(len(longest) - len(deal)) // 4 :]:
            belief = belief.observe(observation)
        with self._lock:
            self._keep(key, belief)
        return belief

    def _keep(self, key: bytes, belief: Belief) -> None:
        """Keep `belief` as the newest; drop the oldest while there are too many or too large ones."""
        if key in self._kept:
            self._kept.move_to_end(key)
            return
        self._kept[key] = belief
        self._worlds += belief.kept
        while len(self._kept) > KEPT or self._worlds > KEPT_WORLDS:
            _key, oldest = self._kept.popitem(last=False)
            self._worlds -= oldest.kept


_beliefs = Beliefs()
