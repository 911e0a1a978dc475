"""Where a law is checked: one ply of one match, and what all laws share."""

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from inspect import getmembers, isgetsetdescriptor, ismemberdescriptor
from typing import Any

from games.core.errors import MoveError
from games.core.game import Game
from games.core.state import State

PLAIN = (bool, int, float, str, list, type(None))


class LawBroken(AssertionError):
    """A title breaks a law of the engine's interface; the message says which, where, and how to see it again."""


@dataclass(slots=True)
class Scene:
    """One ply of a match. `state` is a copy for the laws to look at: they must leave it as it was."""

    game: Game
    seats: int
    state: State
    generator: random.Random
    samples: Sequence[str]
    """Moves that were legal somewhere in this match: texts for parsers to accept or refuse."""

    @property
    def viewers(self) -> list[int | None]:
        """All seats, and a spectator."""
        return [*range(self.seats), None]

    def number(self) -> int:
        """A 32-bit seed."""
        return self.generator.getrandbits(32)


def require(holds: bool, law: str) -> None:
    """Raises `LawBroken` with `law`, the sentence that does not hold."""
    if not holds:
        raise LawBroken(law)


def require_same(found: object, expected: object, law: str) -> None:
    """Raises `LawBroken` if the two differ, with both."""
    if found != expected:
        raise LawBroken(f"{law}\n  found    {found}\n  expected {expected}")


def canonical(value: object) -> str:
    """JSON, byte for byte the same for the same value."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True)


def trace(state: State, seats: int) -> list[str]:
    """All that can be seen of a position from outside, its generator aside."""
    viewers: list[int | None] = [*range(seats), None]
    return [
        canonical([state.to_move(), list(state.deciders()), bool(state.sealed()), state.response(), state.turn()]),
        canonical([list(state.options(seat)) for seat in range(seats)]),
        canonical([list(state.composing(seat)) for seat in range(seats)]),
        *(canonical(state.view(viewer)) for viewer in viewers),
    ]


def insides(state: State) -> str:
    """All fields of a position but its journal, the same in both builds."""
    return repr(fields(state))


def fields(state: State) -> list[tuple[str, object]]:
    """The fields of a position but its journal, by name, as plain numbers and lists."""
    names = {*getattr(state, "__dict__", {}), *fixed_fields(type(state))} - {"effects", "recording"}
    return [(name, plain(getattr(state, name))) for name in sorted(names)]


@cache
def fixed_fields(kind: type) -> list[str]:
    """The fields that a class keeps outside of `__dict__`: in slots, or compiled."""
    return [name for name, _ in getmembers(kind, is_field) if not name.startswith("__")]


def is_field(member: object) -> bool:
    """Whether this member of a class stands for a slot, or for a field of a compiled class."""
    return ismemberdescriptor(member) or isgetsetdescriptor(member)


def plain(value: Any) -> object:
    """A compiled row as the list that it is otherwise."""
    return value if isinstance(value, PLAIN) else list(value)


def first_difference(found: Sequence[str], expected: Sequence[str]) -> str:
    """The first line in which two traces differ, both ways; empty if they are equal."""
    for mine, other in zip(found, expected, strict=True):
        if mine != other:
            at = next(
                (i for i, (a, b) in enumerate(zip(mine, other, strict=False)) if a != b), min(len(mine), len(other))
            )
            start = max(0, at - 60)
            return f"\n  found    ...{mine[start : at + 60]}\n  expected ...{other[start : at + 60]}"
    return ""


def require_same_trace(found: State, expected: State, seats: int, law: str) -> None:
    """Raises `LawBroken` if two positions can be told apart from outside."""
    difference = first_difference(trace(found, seats), trace(expected, seats))
    if difference:
        raise LawBroken(law + difference)


def answer_to(game: Game, state: State, seat: int, text: str) -> str:
    """What `seat` is told when it sends `text`: the parts it stands for, or the refusal."""
    try:
        return f"parts {list(game.parse_move(state, seat, text))}"
    except MoveError as error:
        return f"{type(error).__name__}: {error.reason}"
