"""Leaks in what open pages are sent, for the tests that plant them."""

import dataclasses
import json
import zlib
from collections.abc import Callable
from typing import Any

import pytest

from games import open_matches
from games.models import Event


def hidden() -> int:
    """Return a number that follows from all stored events, hidden ones included: the planted leaks betray it."""
    return zlib.crc32("\n".join(Event.objects.order_by("ply").values_list("text", flat=True)).encode())


def wrap(patch: pytest.MonkeyPatch, owner: Any, name: str, around: Callable[..., Any]) -> None:
    """Put `around(honest, *arguments)` in the place of a function."""
    honest = getattr(owner, name)
    patch.setattr(owner, name, lambda *args, **more: around(honest, *args, **more))


def pushed_section(patch: pytest.MonkeyPatch) -> None:
    def drawn(honest: Callable[..., Any], *args: Any) -> Any:
        found = honest(*args)
        for reader, section in found.sections.items():
            found.sections[reader] = dataclasses.replace(section, pieces=[*section.pieces, " " * (hidden() % 9)])
        return found

    wrap(patch, open_matches, "draw_for", drawn)


def told_apart(patch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that gets the last bit of `hidden` with each drawn section: the loop of the sockets can read no
    row."""
    bits: list[int] = []

    def drawn(honest: Callable[..., Any], *args: Any) -> Any:
        bits.append(hidden() % 2)
        return honest(*args)

    wrap(patch, open_matches, "draw_for", drawn)
    return bits


def pushed_frames(patch: pytest.MonkeyPatch) -> None:
    bits, honest = told_apart(patch), open_matches.OpenMatch._post

    def post(match: Any, rev: int, found: Any) -> None:
        honest(match, rev, found)
        for page in match.pages:
            page.is_behind = bool(bits[-1])

    patch.setattr(open_matches.OpenMatch, "_post", post)


def pushed_order(patch: pytest.MonkeyPatch) -> None:
    bits, honest = told_apart(patch), open_matches.OpenMatch.frame

    def frame(*args: Any) -> str:
        told = json.loads(honest(*args))
        return json.dumps(dict(sorted(told.items(), reverse=bool(bits[-1]))))

    patch.setattr(open_matches.OpenMatch, "frame", frame)
