"""The list of a history's sentences in pieces, and the ways through it: steps, ends of rounds.

A long log is never sent whole: a page holds the piece around the ply that it shows, with links to the pieces before and
after. The page's script puts those in place when they are asked for or scrolled to.
"""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from django.http import HttpRequest
from django.utils.translation import gettext

from games.core.engine.events import Entry, EventKind
from games.core.text import _
from games.refusals import BadInput

LINES = 40  # of a piece
ROUNDS = 9  # ends of rounds that are named together
NUMBER = re.compile(r"[0-9]{1,6}")


@dataclass(frozen=True, slots=True)
class Piece:
    """The sentences `first` to `end`, without that one, and the addresses of the pieces before and after; "" if there
    is none."""

    first: int
    end: int
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Place:
    """A ply in the history at `path`, as it is read with the query `suffix`."""

    ply: int
    path: str
    suffix: str

    def at(self, ply: int) -> str:
        """Return the address of another ply."""
        return f"{self.path}?ply={ply}{self.suffix}"


def number(request: HttpRequest, name: str) -> int | None:
    """Return the number in the query; None if it is not there. Raises `BadInput` if it is no number."""
    asked = request.GET.get(name, "")
    if not asked:
        return None
    if not NUMBER.fullmatch(asked):
        raise BadInput(_("The field “%(name)s” must be a number.", name=name))
    return int(asked)


def piece_of(request: HttpRequest, plies: Sequence[int], place: Place) -> Piece:
    """Return the piece that is asked for: `?before=` or `?after=` the sentence of a number, else the one around the ply
    that is shown. `plies` are those of all sentences."""
    before, after, count = number(request, "before"), number(request, "after"), len(plies)
    if before is not None:
        end = min(before, count)
        first = max(0, end - LINES)
    elif after is not None:
        first = min(after, count)
        end = min(count, first + LINES)
    else:
        first = max(0, min(bisect_right(plies, place.ply) - LINES // 2, count - LINES))
        end = min(count, first + LINES)
    here = place.at(place.ply)
    return Piece(first, end, f"{here}&before={first}" if first else "", f"{here}&after={end}" if end < count else "")


def stops(said: Sequence[Entry], first: int, last: int) -> list[int]:
    """Return the plies at which a reader of the sentences of these entries stops: the first decision, at `first`, then
    after each sentence, so that no step shows nothing new. Draws that follow one another, as of a deal, are one step.
    """
    found = {first, last}
    for entry, after in zip_longest(said, said[1:]):
        is_drawn_on = after is not None and entry.kind == after.kind == EventKind.CHANCE
        if entry.ply + 1 > first and not is_drawn_on:
            found.add(entry.ply + 1)
    return sorted(found)


def steps(stops: Sequence[int], place: Place) -> list[dict[str, Any]]:
    """Return links to the first, previous, next and last of these `stops`."""
    back = max((stop for stop in stops if stop < place.ply), default=None)
    forward = min((stop for stop in stops if stop > place.ply), default=None)
    named = (
        ("first", gettext("First"), stops[0] if place.ply > stops[0] else None),
        ("back", gettext("Back"), back),
        ("forward", gettext("Forward"), forward),
        ("last", gettext("Last"), stops[-1] if place.ply < stops[-1] else None),
    )
    return [
        {"name": name, "label": label, "url": "" if stop is None else place.at(stop)} for name, label, stop in named
    ]


def round_steps(ends: Sequence[int], place: Place) -> list[dict[str, Any]]:
    """Return links to the ends of the rounds, counted from 1: of many, the first, the last and those around the ply
    that is shown; `gap` says that some before it are left out."""
    here = min(bisect_right(ends, place.ply - 1), len(ends) - 1)
    near = (ROUNDS - 3) // 2
    shown = range(len(ends)) if len(ends) <= ROUNDS else sorted({0, len(ends) - 1} | around(here, near, len(ends)))
    found: list[dict[str, Any]] = []
    for at in shown:
        gap = bool(found) and found[-1]["number"] != at
        found.append({"number": at + 1, "url": place.at(ends[at]), "current": ends[at] == place.ply, "gap": gap})
    return found


def around(here: int, near: int, count: int) -> set[int]:
    """Return up to `near` numbers below `count` on either side of `here`, and `here`."""
    return set(range(max(0, here - near), min(count, here + near + 1)))


def round_marks(ends: Sequence[int]) -> str:
    """Return the ends of the rounds as one line of an SVG, with a stroke at each ply."""
    return "".join(f"M{end} 0v1" for end in ends)
