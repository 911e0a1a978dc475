"""The context in which laws are checked, one ply of one match, and helpers that all laws share."""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from inspect import getmembers, isgetsetdescriptor, ismemberdescriptor
from typing import Any

from games.core.engine.state import State
from games.core.errors import MoveError
from games.core.kit.conformance.budget import FULL, Budget
from games.core.title.game import Game

PLAIN_TYPES = (bool, int, float, str, list, type(None))


class LawBroken(AssertionError):
    """A title breaks a law of the engine's interface; the message says which, where, and how to reproduce it."""


@dataclass(slots=True)
class CheckContext:
    """One ply of a match. `state` is a copy; the laws must not change it."""

    game: Game
    seats: int
    state: State
    generator: random.Random
    samples: Sequence[str]
    """Texts of moves that were legal at some ply of this match, for parsers to accept or refuse."""
    budget: Budget = FULL
    asked: list[int] = field(init=False)
    """The seats that the laws ask: all of them, or as many as the budget allows, one that decides and one that does
    not among them."""

    def __post_init__(self) -> None:
        self.asked = list(range(self.seats))
        if self.budget.viewers < self.seats:
            deciders = list(self.state.deciders())
            idle = [seat for seat in self.asked if seat not in deciders]
            wanted = [self.generator.choice(some) for some in (deciders, idle) if some]
            self.asked = self.budget.some_seats(self.seats, wanted, self.generator)

    @property
    def viewers(self) -> list[int | None]:
        """The seats that are asked, and None for a spectator."""
        return [*self.asked, None]

    @property
    def deciders(self) -> list[int]:
        """The asked seats that owe a decision."""
        return [seat for seat in self.state.deciders() if seat in self.asked]

    def new_seed(self) -> int:
        """Return a random 32-bit seed."""
        return self.generator.getrandbits(32)


def require(holds: bool, law: str) -> None:
    """Raise `LawBroken` with the sentence `law` unless it holds."""
    if not holds:
        raise LawBroken(law)


def require_same(found: object, expected: object, law: str) -> None:
    """Raise `LawBroken` with both values if they differ."""
    if found != expected:
        raise LawBroken(f"{law}\n  found    {found}\n  expected {expected}")


def canonical(value: object) -> str:
    """Return `value` as canonical JSON: byte for byte the same for equal values."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def trace(state: State, viewers: Sequence[int | None]) -> list[str]:
    """Return everything that the methods of a state reveal to these viewers, except its generator."""
    seats = [viewer for viewer in viewers if viewer is not None]
    return [
        canonical([state.to_move(), list(state.deciders()), bool(state.sealed()), state.response(), state.turns]),
        canonical([list(state.options(seat)) for seat in seats]),
        canonical([list(state.composing(seat)) for seat in seats]),
        *(canonical(state.view(viewer)) for viewer in viewers),
    ]


def internal_state(state: State) -> str:
    """Return all fields of a state except recorded effects, as text; the same in both builds."""
    return repr(fields(state))


def fields(state: State) -> list[tuple[str, object]]:
    """Return the fields of a state except recorded effects, by name, as plain numbers and lists."""
    names = {*getattr(state, "__dict__", {}), *slot_names(type(state))} - {"effects", "recording"}
    return [(name, as_plain(getattr(state, name))) for name in sorted(names)]


@cache
def slot_names(kind: type) -> list[str]:
    """Return the fields of a class that are not in `__dict__`: slots, or attributes of a compiled class."""
    return [name for name, _ in getmembers(kind, is_field) if not name.startswith("__")]


def is_field(member: object) -> bool:
    """Return whether this member of a class is the descriptor of a slot or of a compiled attribute."""
    return ismemberdescriptor(member) or isgetsetdescriptor(member)


def as_plain(value: Any) -> object:
    """Return a compiled row as a list; other values unchanged."""
    return value if isinstance(value, PLAIN_TYPES) else list(value)


def first_difference(found: Sequence[str], expected: Sequence[str]) -> str:
    """Return the first line in which two traces differ, from both; empty if they are equal."""
    for mine, other in zip(found, expected, strict=True):
        if mine != other:
            at = next(
                (i for i, (a, b) in enumerate(zip(mine, other, strict=False)) if a != b), min(len(mine), len(other))
            )
            start = max(0, at - 60)
            return f"\n  found    ...{mine[start : at + 60]}\n  expected ...{other[start : at + 60]}"
    return ""


def require_same_trace(found: State, expected: State, viewers: Sequence[int | None], law: str) -> None:
    """Raise `LawBroken` if the traces of two states differ."""
    difference = first_difference(trace(found, viewers), trace(expected, viewers))
    if difference:
        raise LawBroken(law + difference)


def parse_result(game: Game, state: State, seat: int, text: str) -> str:
    """Return the result of parsing `text` as a move of `seat`: its parts, or the refusal."""
    try:
        return f"parts {list(game.parse_move(state, seat, text))}"
    except MoveError as error:
        return f"{type(error).__name__}: {error.reason}"
