"""Translates `games.core.text.Text` into the active language."""

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any

from django.utils.translation import get_language, gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.core.text import SeatName, Text, TextList


def seat_number(seat: int) -> str:
    """The name of a seat without a player's name."""
    return str(_("seat %(number)s")) % {"number": seat + 1}


def translate(text: Text, names: Callable[[int], str] | None = None) -> str:
    """`text` in the active language; `names(seat)` is the name of the player at that seat."""
    return text.render(partial(_message, get_language()), ngettext, names or seat_number)


@lru_cache(maxsize=4096)
def _message(_language: str | None, message: str) -> str:
    """`message` in the active language, cached by language."""
    return gettext(message)


def translate_tree(data: Any, names: Callable[[int], str] | None = None) -> Any:
    """A copy of nested dicts and lists in which every Text is translated into the active language."""
    return _translated(data, partial(_message, get_language()), names or seat_number)


def _translated(data: Any, message: Callable[[str], str], names: Callable[[int], str]) -> Any:
    if isinstance(data, str | int):
        return data
    if isinstance(data, Text):
        return data.render(message, ngettext, names)
    if isinstance(data, SeatName):
        return names(data.seat)
    if isinstance(data, dict):
        return {key: _translated(value, message, names) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_translated(value, message, names) for value in data]
    if isinstance(data, TextList):
        return ", ".join(str(_translated(item, message, names)) for item in data.items)
    return data
