"""Words for people, marked here and translated at the edge.

Pure Python code says ``_("%(seat)s plays %(guest)s.", seat=SeatName(1), guest="C4")`` and gets a `Text`; only
the page that shows it knows the reader's language and the names of the seats. `makemessages` finds the marks
because the functions carry gettext's own names.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Union

Param = Union[str, int, "Text", "SeatName", "TextList"]


@dataclass(frozen=True, slots=True)
class SeatName:
    """Stands for whoever sits at `seat`; the page puts in the name."""

    seat: int

    def __str__(self) -> str:
        return f"seat {self.seat}"


@dataclass(frozen=True, slots=True)
class TextList:
    """Several texts, joined with commas in the reader's language."""

    items: tuple[Param, ...]

    def __str__(self) -> str:
        return ", ".join(str(item) for item in self.items)


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence with its parameters, not yet in any language. `str()` gives plain English, for logs and tests."""

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
        """The sentence in the language behind `gettext`, with `seat_name(seat)` for every `SeatName`."""

        def put(value: Param) -> str:
            if isinstance(value, Text):
                return value.render(gettext, ngettext, seat_name)
            if isinstance(value, SeatName):
                return seat_name(value.seat)
            if isinstance(value, TextList):
                return ", ".join(put(item) for item in value.items)
            return str(value)

        template = ngettext(self.message, self.plural, self.number) if self.plural else gettext(self.message)
        return template % {name: put(value) for name, value in self.params} if self.params else template

    def __str__(self) -> str:
        return self.render(
            lambda message: message,
            lambda one, many, number: one if number == 1 else many,
            lambda seat: str(SeatName(seat)),
        )


def _(message: str, /, **params: Param) -> Text:
    """Mark `message` for translation; `%(name)s` in it takes the parameter of that name.

    >>> str(_("%(seat)s draws %(card)s.", seat=SeatName(1), card=_("a spy")))
    'seat 1 draws a spy.'
    """
    return Text(message, params=tuple(params.items()))


def ngettext(one: str, many: str, number: int, /, **params: Param) -> Text:
    """Mark a sentence that depends on a number, which it may name as `%(n)s`.

    >>> str(ngettext("%(n)s card", "%(n)s cards", 2))
    '2 cards'
    """
    return Text(one, plural=many, number=number, params=(("n", number), *params.items()))
