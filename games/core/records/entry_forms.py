"""Declares the entries of a title's log, each once::

    ENTRIES = Entries()
    SEAT = Words("[0-3]", int)
    CARDS = several(Words("[A-Z?]", str, hide=lambda card: "?"), "")

    @entry(ENTRIES, "draw {seat} {cards}", to=everybody, readers={"cards": owner}, recorded=EFFECT_DRAW, by_chance=True)
    class CardsDrawn(DeclaredEffect):
        seat: Annotated[int, SEAT]
        cards: Annotated[tuple[str, ...], CARDS]

`format`, its inverse (`Entries.parse`) and redaction follow from the text and the sorts of its fields. An entry without
`to`, and a field that can be hidden without `readers`, is shown to nobody; such a field fades unless it is kept.
Numbers that the rules record become an entry in the same way: see `annotator`.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from string import Formatter
from typing import Any, ClassVar, TypeVar, dataclass_transform, get_type_hints

from games.core.engine.events import Effect, EventKind
from games.core.errors import Unreadable
from games.core.text import _

AnyEffect = TypeVar("AnyEffect", bound="DeclaredEffect")
Said = TypeVar("Said")

# Readers.

Readers = Callable[[Any, int | None], bool]
"""Whether a viewer (None: a spectator) may read something of an effect."""


def everybody(effect: Effect, viewer: int | None) -> bool:
    """Return True: seats and spectators may know it."""
    return True


def seats(effect: Effect, viewer: int | None) -> bool:
    """Return True for all seats, and False for spectators."""
    return viewer is not None


def owner(effect: Any, viewer: int | None) -> bool:
    """Return whether the viewer is the seat of the effect."""
    return bool(viewer == effect.seat)


def nobody(effect: Effect, viewer: int | None) -> bool:
    """Return False: not even the seat of the effect may know it."""
    return False


def each_its_own(effect: Effect, viewer: int | None) -> bool:
    """Return False, as nobody may read the whole field: `DeclaredEffect.redact` shows each value to its own seat."""
    return False


# Sorts of words.


@dataclass(frozen=True, slots=True)
class Words:
    """The notation of values of one sort in the text of an entry.

    `pattern` is the regular expression of their texts, without groups; `read` and `write` are each other's inverse. A
    pattern need not be exact: a text that is read must be written in the same way again. `hide` returns the redacted
    value; None: values of this sort are no secret. `item` is the sort of the items of a list. `of` makes a value from
    the `takes` numbers that the rules record for it; else the number is the value.
    """

    pattern: str
    read: Callable[[str], Any]
    write: Callable[[Any], str] = str
    hide: Callable[[Any], Any] | None = None
    item: "Words | None" = None
    of: Callable[..., Any] = int
    takes: int = 1

    def hidden(self, value: Any) -> Any:
        """Return what remains of a value for a viewer who may not know it."""
        assert self.hide is not None
        return self.hide(value)


def numbered(codes: tuple[str, ...] | str) -> Words:
    """Return the sort of an index among `codes`, written as the code."""
    return Words("|".join(map(re.escape, codes)), codes.index, codes.__getitem__)


def coded(codes: Sequence[str]) -> Words:
    """Return the sort of one of `codes`; the rules record its index."""
    return Words("|".join(map(re.escape, codes)), str, of=codes.__getitem__)


def or_none(words: Words, none: str) -> Words:
    """Return the same sort, in which a value may be None: it is written as `none`, and recorded as a negative
    number."""

    def read(text: str) -> Any:
        return None if text == none else words.read(text)

    def write(value: Any) -> str:
        return none if value is None else words.write(value)

    def of(number: int) -> Any:
        return None if number < 0 else words.of(number)

    return Words(f"{words.pattern}|{re.escape(none)}", read, write, of=of)


def secret(words: Words, unknown: str) -> Words:
    """Return the same sort, in which a value may be None: it is not known, and written as `unknown`."""
    return replace(or_none(words, unknown), hide=lambda _value: None)


def optional(words: Words, before: str = "", absent: Any = None) -> Words:
    """Return the same sort for a value that may be missing: it is written as `absent`, else with `before` in front."""

    def read(text: str) -> Any:
        return words.read(text[len(before) :]) if text else absent

    def write(value: Any) -> str:
        return "" if value == absent else before + words.write(value)

    return Words(f"(?:{re.escape(before)}(?:{words.pattern}))?", read, write, words.hide)


def either(yes: str, no: str) -> Words:
    """Return the sort of a bool, written as one of two words."""
    pattern = f"{re.escape(yes)}|{re.escape(no)}"
    return Words(pattern, lambda text: text == yes, lambda value: yes if value else no, of=bool)


def several(item: Words, separator: str = ",", *, none: str | None = None, most: int | None = None) -> Words:
    """Return the sort of a tuple of items, with at most `most` of them. An empty tuple is written as `none`; if that is
    None, there is always an item. A hidden tuple has as many hidden items."""

    def read(text: str) -> tuple[Any, ...]:
        return () if text == none else tuple(map(item.read, text.split(separator) if separator else text))

    def write(values: Collection[Any]) -> str:
        return separator.join(map(item.write, values)) or none or ""

    times = "*" if most is None else f"{{0,{most - 1}}}"
    some = f"(?:{item.pattern})(?:{re.escape(separator)}(?:{item.pattern})){times}"
    return Words(some if none is None else f"{some}|{re.escape(none)}", read, write, _hide_all(item), item)


def paired(one: Words, sign: str, other: Words) -> Words:
    """Return the sort of two values with a sign between them. If they are hidden, only the first is left."""

    def read(text: str) -> tuple[Any, Any]:
        first, _sign, second = text.partition(sign)
        return one.read(first), other.read(second)

    def write(pair: tuple[Any, Any]) -> str:
        return one.write(pair[0]) + sign + other.write(pair[1])

    def of(*numbers: int) -> tuple[Any, Any]:
        return one.of(*numbers[: one.takes]), other.of(*numbers[one.takes :])

    hide = other.hide
    pattern = f"(?:{one.pattern}){re.escape(sign)}(?:{other.pattern})"
    hide_other = hide and (lambda pair: (pair[0], hide(pair[1])))
    return Words(pattern, read, write, hide_other, of=of, takes=one.takes + other.takes)


def by_seat(item: Words, before: str = "") -> Words:
    """Return the sort of one value for each seat: ``0=.. 1=..``, with `before` in front of each number."""

    def read(text: str) -> tuple[Any, ...]:
        return tuple(item.read(each.partition("=")[2]) for each in text.split(" "))

    def write(values: Collection[Any]) -> str:
        return " ".join(f"{before}{seat}={item.write(value)}" for seat, value in enumerate(values))

    one = f"{before}[0-9]+=(?:{item.pattern})"
    return Words(f"{one}(?: {one})*", read, write, _hide_all(item), item)


def _hide_all(item: Words) -> Callable[[Any], Any] | None:
    hide = item.hide
    return hide and (lambda values: tuple(map(hide, values)))


@dataclass(frozen=True, slots=True)
class Items:
    """Annotates the sort of a list: the rules record its items one by one by this code, before the entry itself."""

    code: int


# Entries.


@dataclass(frozen=True, slots=True)
class Form:
    """The declaration of an entry: how it is written and read, who reads what of it, and what fades (see `entry`)."""

    effect: "type[DeclaredEffect]"
    names: tuple[str, ...]
    """All fields."""
    parts: tuple[tuple[str, str, Words], ...]
    """Those in the text, in their order there, each with the literal text before it and its sort."""
    last: str
    """The literal text after them."""
    bare: str
    """The text of the effect whose fields have their defaults; empty: it has no such text."""
    to: Readers
    secrets: tuple[tuple[str, Words, Readers], ...]
    """The fields that can be hidden, each with its sort and its readers."""
    fading: tuple[tuple[str, Words], ...]
    pattern: re.Pattern[str]
    sorts: Mapping[str, Words]
    """The sorts of all fields that name one."""
    code: int | None
    """The code by which the rules record it; None if they do not."""
    items: Mapping[str, int]
    """By the name of a list: the code by which the rules record its items, before the entry."""
    by_chance: bool

    @property
    def is_move(self) -> bool:
        """Return whether it has a seat that is not in its text."""
        return hasattr(self.effect, "seat") and all(name != "seat" for _literal, name, _words in self.parts)

    def read(self, text: str, **given: int) -> "DeclaredEffect | None":
        """Return the effect that is written as `text`, or None if it is not of this form; the seat of a move is
        `given`."""
        if self.bare and text == self.bare:
            return self.effect(**given)
        found = self.pattern.fullmatch(text)
        if found is None:
            return None
        parts = zip(self.parts, found.groups(), strict=True)
        effect = self.effect(**given, **{name: words.read(each) for (_literal, name, words), each in parts})
        return effect if effect.is_sound() and effect.format() == text else None


class DeclaredEffect(Effect):
    """An effect whose form is declared by `entry`."""

    __slots__ = ()
    form: ClassVar[Form]

    def is_sound(self) -> bool:
        """Return whether the fields go together; an entry in which they don't cannot be read."""
        return True

    def format(self) -> str:
        form = self.form
        if form.bare and self._is_bare():
            return form.bare
        return "".join([literal + words.write(getattr(self, name)) for literal, name, words in form.parts]) + form.last

    def redact(self, viewer: int | None) -> Effect | None:
        form = self.form
        if not form.to(self, viewer):
            return None
        changes: dict[str, Any] = {}
        for name, words, may_read in form.secrets:
            if may_read is each_its_own:
                values = enumerate(getattr(self, name))
                hide = words.item.hidden if words.item else words.hidden
                changes[name] = tuple([each if seat == viewer else hide(each) for seat, each in values])
            elif not may_read(self, viewer):
                changes[name] = words.hidden(getattr(self, name))
        return self._with(changes) if changes else self

    def fade(self) -> Effect:
        return self._with({name: words.hidden(getattr(self, name)) for name, words in self.form.fading})

    def _is_bare(self) -> bool:
        """Return whether all fields, except the seat of a move, have their defaults."""
        rest = [each for each in fields(self) if each.name != "seat"]  # type: ignore[arg-type]
        return all(getattr(self, each.name) == each.default for each in rest)

    def _with(self, changes: Mapping[str, Any]) -> Effect:
        """Return this effect with other values; itself if they are the same."""
        values = [changes[name] if name in changes else getattr(self, name) for name in self.form.names]
        made = type(self)(*values)
        return self if made == self else made


class Entries:
    """The entries of a title, in the order in which they are declared. The first that fits a text is read."""

    def __init__(self) -> None:
        self.by_code: dict[int, Form] = {}
        """By each code of the rules: the entry that is recorded so, or an item of it."""
        self._moves: list[Form] = []
        self._notes: list[Form] = []
        self.parse_move = lru_cache(maxsize=4096)(self._parse_move)  # a replay reads each move for rules and for log

    def add(self, form: Form) -> None:
        """Take in an entry; raises `ValueError` if a code of it is taken."""
        (self._moves if form.is_move else self._notes).append(form)
        for code in (form.code, *form.items.values()):
            if code in self.by_code:
                other = self.by_code[code].effect.__name__
                raise ValueError(f"{form.effect.__name__}: the rules record {other} by the code {code} already.")
            if code is not None:
                self.by_code[code] = form

    def _parse_move(self, seat: int, text: str) -> DeclaredEffect:
        """Return the move of `seat` that is written as `text`; raises `Unreadable`."""
        for form in self._moves:
            if effect := form.read(text, seat=seat):
                return effect
        raise Unreadable.move(text)

    def parse(self, kind: EventKind, seat: int | None, text: str) -> DeclaredEffect:
        """Return the effect of an entry, whole, redacted or faded: the inverse of `Effect.format`; raises
        `Unreadable`."""
        if kind == EventKind.MOVE and seat is not None:
            return self.parse_move(seat, text)
        for form in self._notes:
            if effect := form.read(text):
                return effect
        raise Unreadable(_("“%(text)s” isn’t a valid entry for this title.", text=text[:40]))


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def entry(
    entries: Entries,
    text: str,
    *,
    to: Readers = nobody,
    readers: Mapping[str, Readers] | None = None,
    kept: Collection[str] = (),
    bare: str = "",
    recorded: int | None = None,
    by_chance: bool = False,
) -> Callable[[type[AnyEffect]], type[AnyEffect]]:
    """Return a decorator that makes a class a frozen dataclass and adds it to `entries`, written like
    ``out {seat} {card}``, as `text` says.

    Fields in the text are annotated with the sort of their words. An entry with a field `seat` that is not in the text
    is a move. `bare` is the text of one whose fields have their defaults, if that is written differently. `to` are
    those who may read that it happened; `readers` those of the fields that can be hidden, which are otherwise shown to
    nobody. Those fields fade, except what is `kept`. A class may define `format`, `redact` and `fade` itself.

    `recorded` is the code by which the rules record it; the numbers are its fields without a default, in their order,
    except lists whose `Items` they have recorded before. A recorded entry that is not a move is a consequence, unless
    it is `by_chance`.
    """

    def declare(effect: type[AnyEffect]) -> type[AnyEffect]:
        made = dataclass(frozen=True, slots=True)(effect)
        sorts = _said(made, Words)
        pieces = [(literal, name) for literal, name, _spec, _conversion in Formatter().parse(text)]
        parts = tuple((literal, name, sorts[name]) for literal, name in pieces if name is not None)
        last = "".join(literal for literal, name in pieces if name is None)
        pattern = "".join(f"{re.escape(literal)}({words.pattern})" for literal, _name, words in parts) + re.escape(last)
        secrets = [(name, words) for _literal, name, words in parts if words.hide is not None]
        made.form = Form(
            made,
            tuple(each.name for each in fields(made)),  # type: ignore[arg-type]
            parts,
            last,
            bare,
            to,
            tuple((name, words, (readers or {}).get(name, nobody)) for name, words in secrets),
            tuple((name, words) for name, words in secrets if name not in kept),
            re.compile(pattern),
            sorts,
            recorded,
            {name: items.code for name, items in _said(made, Items).items()},
            by_chance,
        )
        if to is everybody and not secrets and "redact" not in vars(made):
            made.redact = _whole  # type: ignore[method-assign,assignment]
        if not made.form.fading and "fade" not in vars(made):
            made.fade = Effect.fade  # type: ignore[method-assign]
        entries.add(made.form)
        return made

    return declare


def _whole(effect: Effect, _viewer: int | None) -> Effect:
    """Return the effect unredacted: `redact` of most entries, quick because a page redacts its whole log."""
    return effect


def _said(effect: type[DeclaredEffect], kind: type[Said]) -> dict[str, Said]:
    """Return the annotations of this `kind`, `Words` or `Items`, by the field's name."""
    hints = get_type_hints(effect, include_extras=True)
    said = [(name, each) for name, hint in hints.items() for each in getattr(hint, "__metadata__", ())]
    return {name: each for name, each in said if isinstance(each, kind)}
