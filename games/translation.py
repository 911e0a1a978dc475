"""Translates `games.core.text.Text` into the active language."""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.core.text import SeatName, Text, TextList
from games.core.title.presenter import Kept

PLAIN = frozenset({str, int, bool, type(None)})  # kinds of what a board holds besides texts
MARK = "\0"  # around the index of a seat; no name and no message holds it


def seat_number(seat: int) -> str:
    """Return the name of a seat without a player's name."""
    return str(_("seat %(number)s")) % {"number": seat + 1}


def translate(text: Text, names: Callable[[int], str] | None = None, language: str | None = None) -> str:
    """Return `text` in the active language, which callers with many texts may look up once; `names(seat)` is the name
    of the player at that seat."""
    return _named(_worded(language or get_language(), text), names or seat_number)


@lru_cache(maxsize=8192)
def _worded(_language: str | None, text: Text) -> str:
    """Return `text` in the active language, with marked seat indexes instead of names. It is cached by language: the
    sentences of a log come again at its next move, and in many matches."""
    return text.render(gettext, ngettext, _marked)


def _marked(seat: int) -> str:
    return f"{MARK}{seat}{MARK}"


def _named(worded: str, names: Callable[[int], str]) -> str:
    """Return `worded` with the names of the seats in place of their marks."""
    if MARK not in worded:
        return worded
    parts = worded.split(MARK)
    parts[1::2] = [names(int(seat)) for seat in parts[1::2]]
    return "".join(parts)


def translate_tree(data: Any, names: Callable[[int], str] | None = None) -> Any:
    """Return a copy of nested dicts and lists in which every Text is translated into the active language. Parts from
    something `Kept` are shared and must not be altered."""
    return _translated(data, get_language(), names or seat_number)


def _translated(data: Any, language: str | None, names: Callable[[int], str]) -> Any:
    kind = type(data)
    if kind in PLAIN:
        return data
    if kind is Kept:
        return _kept(data, language, names)
    if kind is dict or isinstance(data, dict):  # without a call for each of its values, most of which are plain
        return {
            key: value if type(value) in PLAIN else _translated(value, language, names) for key, value in data.items()
        }
    if kind is Text:
        return _named(_worded(language, data), names)
    if kind is SeatName:
        return names(data.seat)
    if isinstance(data, list | tuple):
        return [_translated(item, language, names) for item in data]
    if kind is TextList:
        return ", ".join(str(_translated(item, language, names)) for item in data.items)
    return data


@lru_cache(maxsize=8192)
def _kept(part: Kept, language: str | None, names: Callable[[int], str]) -> Any:
    return _translated(dict(part), language, names)
