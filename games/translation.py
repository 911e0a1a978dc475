"""Texts of the pure Python parts, in the language of whoever reads them."""

from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.core.text import SeatName, Text, TextList


def seat_number(seat: int) -> str:
    """What a seat is called when nobody's name is at hand."""
    return str(_("seat %(number)s")) % {"number": seat + 1}


def say(text: Text, names: Callable[[int], str] | None = None) -> str:
    """`text` in the active language; `names(seat)` gives the name of whoever sits there."""
    return text.render(gettext, ngettext, names or seat_number)


def speak(data: Any, names: Callable[[int], str] | None = None) -> Any:
    """A copy of nested dicts and lists in which every Text has become a string of the active language."""
    if isinstance(data, Text):
        return say(data, names)
    if isinstance(data, SeatName):
        return (names or seat_number)(data.seat)
    if isinstance(data, dict):
        return {key: speak(value, names) for key, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [speak(value, names) for value in data]
    if isinstance(data, TextList):
        return ", ".join(str(speak(item, names)) for item in data.items)
    return data
