"""The worlds that a seat may think possible, found by trying everything: slow, and independent of `rules/belief.py`."""

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import permutations, product
from typing import NamedTuple

from games.titles.mascarade.rules import history
from games.titles.mascarade.rules.components import MAYBE_SWAPPED, RECORD, SEEN, SHOWN, SWAPPED
from games.titles.mascarade.rules.state import MascaradeState

World = tuple[int, ...]
"""A mask for each slot."""


class Told(NamedTuple):
    """A record of a state's history."""

    kind: int
    turn: int
    first: int
    second: int
    seat: int
    value: int

    def seen_by(self, seat: int) -> bool:
        """Return whether `seat` saw a mask."""
        return (self.kind == SEEN and self.seat == seat) or (self.kind == SHOWN and self.seat != seat)


def records(state: MascaradeState) -> list[Told]:
    """The history, record by record."""
    return [Told(*state.history[start : start + RECORD]) for start in range(0, len(state.history), RECORD)]


def truth(state: MascaradeState) -> World:
    """Where the masks lie."""
    return tuple(state.mask)


def exchanged(world: World, first: int, second: int) -> World:
    """The world after two masks have changed places."""
    masks = list(world)
    masks[first], masks[second] = masks[second], masks[first]
    return tuple(masks)


def worlds(state: MascaradeState, seat: int) -> Counter[World]:
    """From the deal: each world that `seat` thinks possible, and how many ways of what it was not told lead to it."""
    told = records(state)
    secret = [number for number, each in enumerate(told) if each.kind == MAYBE_SWAPPED and each.seat != seat]
    found: Counter[World] = Counter()
    for bits in product((0, 1), repeat=len(secret)):
        supposed = dict(zip(secret, bits, strict=True))
        world: World = tuple(state.dealt)
        for number, each in enumerate(told):
            if each.kind in (MAYBE_SWAPPED, SWAPPED):
                if supposed.get(number, each.value):
                    world = exchanged(world, each.first, each.second)
            elif each.seen_by(seat) and world[each.first] != each.value:
                break
        else:
            found[world] += 1
    return found


def worlds_without_the_deal(state: MascaradeState, seat: int) -> set[World]:
    """With masks fading: what is possible by the looks since the seat's last decision, and all exchanges."""
    found = set(permutations(sorted(state.dealt)))
    for number, each in enumerate(records(state)):
        if each.kind == SWAPPED or (each.kind == MAYBE_SWAPPED and each.seat == seat):
            if each.value:
                found = {exchanged(world, each.first, each.second) for world in found}
        elif each.kind == MAYBE_SWAPPED:
            found |= {exchanged(world, each.first, each.second) for world in found}
        elif each.seen_by(seat) and number * RECORD >= state.decided[seat]:
            found = {world for world in found if world[each.first] == each.value}
    return found


def by_slot(found: Iterable[World]) -> list[set[int]]:
    """The masks that lie in each slot in any of these worlds."""
    return [set(masks) for masks in zip(*found, strict=True)]


# Histories.


def tell(state: MascaradeState, generator: random.Random, events: int, kinds: Sequence[str] = ()) -> None:
    """Let so many random things happen to the masks, in turns of their own."""
    usual = ("exchange", "exchange", "exchange", "fool", "puppeteer", "look", "show", "princess", "decide")
    for _event in range(events):
        state.turns += 1
        happen(state, generator, generator.choice(kinds or usual))


def happen(state: MascaradeState, generator: random.Random, kind: str) -> None:
    """One random event of a kind."""
    seat = generator.randrange(state.seats)
    own = [slot for slot in range(state.places) if state.owner[slot] == seat]
    others = [slot for slot in range(state.places) if state.owner[slot] != seat]
    if kind == "exchange":
        history.maybe_swap(state, seat, generator.choice(own), generator.choice(others), generator.randrange(2))
    elif kind == "fool":
        first, second = sorted(generator.sample(others, 2))
        history.maybe_swap(state, seat, first, second, generator.randrange(2))
    elif kind == "puppeteer":
        history.swap_openly(state, *sorted(generator.sample(range(state.places), 2)))
    elif kind == "look":
        history.look(state, seat, generator.choice(own + others))
    elif kind == "show":
        history.show(state, generator.choice(own))
    elif kind == "princess":
        history.show(state, generator.choice(own), seat)
    else:
        history.commit(state, seat)
