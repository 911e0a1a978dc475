"""Entries from their text: the inverse of `Effect.format`."""

import re

from games.core.errors import Unreadable
from games.core.events import Effect, EventKind
from games.core.text import _
from tests.lantern.rules.components import BRIDGE_CODES
from tests.lantern.rules.effects import Answered, Dealt, Hung, NightEnded, SetUp, WentOut, WindBlew


def parse_effect(kind: EventKind, seat: int | None, text: str) -> Effect:
    """The inverse of `format`; raises `Unreadable`."""
    if kind == EventKind.MOVE and seat is not None:
        return _parse_move(seat, text)
    word, _space, rest = text.partition(" ")
    values = [item.partition("=")[2] for item in rest.split()]
    if found := re.fullmatch(r"wind=(calm|storm)( memory=fades)? first=(\d)", rest):
        return SetUp(found[1] == "storm", int(found[3]), found[2] is not None)
    if word == "deal":
        return Dealt(tuple(tuple(map(_card, hand)) for hand in values))
    if word == "wind":
        return WindBlew(int(rest))
    if found := re.fullmatch(r"out (\d) ([1-4?])([abc])", text):
        return WentOut(int(found[1]), _card(found[2]), BRIDGE_CODES.index(found[3]))
    if word == "end":
        return NightEnded(tuple(int(points) for points in values))
    raise Unreadable(_("“%(text)s” is no entry of this title.", text=text[:40]))


def _parse_move(seat: int, text: str) -> Effect:
    if text in ("let", "blow"):
        return Answered(seat, text == "blow")
    if found := re.fullmatch(r"([1-4?])([abc])", text):
        return Hung(seat, _card(found[1]), BRIDGE_CODES.index(found[2]))
    raise Unreadable.move(text)


def _card(digit: str) -> int:
    return 0 if digit == "?" else int(digit)
