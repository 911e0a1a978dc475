"""Translatable texts, marked in pure Python code and translated when a page is rendered.

``_("%(seat)s plays %(guest)s.", seat=SeatName(1), guest="C4")`` returns a `Text`; the page that shows it supplies the
reader's language and the names of the seats. `collect_texts` finds the messages because the functions have gettext's
names.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Union

Param = Union[str, int, "Text", "SeatName", "TextList"]


@dataclass(frozen=True, slots=True)
class SeatName:
    """A placeholder for the name of the player at `seat`; the page fills it in."""

    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat}"


@dataclass(frozen=True, slots=True)
class TextList:
    """Several texts, joined with commas."""

    items: tuple[Param, ...]

    def __str__(self) -> str:
        return ", ".join(str(item) for item in self.items)


@dataclass(frozen=True, slots=True)
class Text:
    """An untranslated message with its parameters. `str()` renders it in English, for logs and tests."""

    message: str
    plural: str | None = None
    number: int = 0
    params: tuple[tuple[str, Param], ...] = ()

    def render(
        self,
        gettext: Callable[[str], str],
        ngettext: Callable[[str, str, int], str],
        seat_name: Callable[[int], str],
    ) -> str:
        """Return the message translated by `gettext` and `ngettext`, with `seat_name(seat)` for every `SeatName`."""

        def render_param(value: Param) -> str:
            if isinstance(value, Text):
                return value.render(gettext, ngettext, seat_name)
            if isinstance(value, SeatName):
                return seat_name(value.seat)
            if isinstance(value, TextList):
                return ", ".join(render_param(item) for item in value.items)
            return str(value)

        template = ngettext(self.message, self.plural, self.number) if self.plural else gettext(self.message)
        return template % {name: render_param(value) for name, value in self.params} if self.params else template

    def __str__(self) -> str:
        return self.render(
            lambda message: message,
            lambda one, many, number: one if number == 1 else many,
            lambda seat: str(SeatName(seat)),
        )


def _(message: str, /, **params: Param) -> Text:
    """Mark `message` for translation; `%(name)s` in it is replaced by the parameter of that name.

    >>> str(_("%(seat)s draws %(card)s.", seat=SeatName(1), card=_("a spy")))
    'seat 1 draws a spy.'
    """
    return Text(message, params=tuple(params.items()))


text_of = _
"""The text of a message that was marked for translation elsewhere, with its parameters."""


def ngettext(one: str, many: str, number: int, /, **params: Param) -> Text:
    """Mark a message with a plural form for translation; `%(n)s` in it is replaced by `number`.

    >>> str(ngettext("%(n)s card", "%(n)s cards", 2))
    '2 cards'
    """
    return Text(one, plural=many, number=number, params=(("n", number), *params.items()))
