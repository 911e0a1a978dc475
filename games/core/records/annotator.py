"""Turns stored events into the log entries that people and bots read::

    class LanternAnnotator(LogAnnotator, entries=ENTRIES, codes=components):
        @tells(NightEnded)
        def ended(self) -> NightEnded:
            return NightEnded(tuple(scores(self.position)))

What the rules record becomes the entry that is declared with its code: the numbers become its fields, unless a method
describes it. Items of lists wait until their entry is recorded.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import MISSING, dataclass, fields
from types import ModuleType
from typing import Any, ClassVar, Final, TypeVar

from games.core.engine.events import Effect, Entry, Event, EventKind, SiteNote
from games.core.engine.log import apply_event
from games.core.engine.rules import Rules
from games.core.engine.state import State
from games.core.records.entry_forms import DeclaredEffect, Entries, Form, Words

NUMBER: Final = Words("", int)
"""The sort of a field without an annotation."""
NUMBERS: Final = 3
"""The most numbers that the rules record with a code (`State.record`)."""
CODES_BEGIN: Final = "EFFECT_"
"""The beginning of the names of codes."""

Method = TypeVar("Method", bound=Callable[..., Effect])
Maker = Callable[["LogAnnotator", Sequence[int]], Any]
"""Makes the effect of an entry from the recorded numbers."""


def tells(effect: type[DeclaredEffect]) -> Callable[[Method], Method]:
    """Return a decorator that marks the annotator's method that describes recorded entries of this class."""

    def mark(method: Method) -> Method:
        method.tells = effect  # type: ignore[attr-defined]
        return method

    return mark


@dataclass(frozen=True, slots=True)
class Telling:
    """The description of an entry that the rules record."""

    kind: EventKind
    has_seat: bool
    count: int
    """The recorded numbers that it takes."""
    make: Maker


class LogAnnotator:
    """Replays one log, from its first event, and produces its entries.

    It replays the log on its own state, which records the effects of the rules.
    """

    entries: ClassVar[Entries]
    tellings: ClassVar[Mapping[int, Telling]]
    """By the codes of all entries."""
    notes_have_seats: ClassVar[bool] = False
    """Whether a consequence has the seat of its effect, as moves and draws do."""

    def __init_subclass__(cls, entries: Entries | None = None, codes: ModuleType | None = None) -> None:
        """Set `entries` and `tellings` of the subclass. Raises `ValueError` if its `codes` are not those of `entries`,
        or an entry cannot be described."""
        if entries is None or codes is None:
            return
        cls.entries = entries
        cls.tellings = _tellings(cls, entries)
        for name, code in vars(codes).items():
            if name.startswith(CODES_BEGIN) and code not in entries.by_code:
                raise ValueError(f"{name}: no entry says that the rules record it so.")

    def __init__(self, game: Rules, seats: int, settings: Mapping[str, str]) -> None:
        self.game = game
        self.state = game.initial_state(seats, settings)
        self.state.recording = True
        self.ply = 0
        self.items: dict[int, list[Sequence[int]]] = {}
        """By code: the items that wait for their entry, three numbers each."""

    def go_on_from(self, state: State) -> None:
        """Start from `state`, a position made by hand, instead of the first."""
        self.state = state
        state.recording = True

    def read(self, event: Event) -> list[Entry]:
        """Apply `event` and return its entries. Consecutive chance steps may be merged into one entry, which is
        returned with the last of them. Raises `BrokenLog` as `apply_event` does."""
        if event.kind == EventKind.SITE:
            entries = [Entry(self.ply, EventKind.SITE, event.seat, SiteNote(event.seat, event.text))]
        else:
            apply_event(self.game, self.state, event)
            entries = self.annotate(event, self.state.effects)
            self.state.effects = []
        self.ply += 1
        return entries

    def annotate(self, event: Event, effects: Sequence[int]) -> list[Entry]:
        """Return the entries of `event`, which has just been applied to `self.state` at ply `self.ply`. `effects` holds
        the effects that the rules recorded, four numbers each."""
        entries = []
        if event.seat is not None:
            entries.append(Entry(self.ply, EventKind.MOVE, event.seat, self.move(event.seat, event.text)))
        for at in range(0, len(effects), NUMBERS + 1):
            code = effects[at]
            telling = self.tellings.get(code)
            if telling is not None:
                effect = telling.make(self, effects[at + 1 : at + 1 + telling.count])
                entries.append(Entry(self.ply, telling.kind, effect.seat if telling.has_seat else None, effect))
            elif code in self.entries.by_code:
                self.items.setdefault(code, []).append(effects[at + 1 : at + 1 + NUMBERS])
            else:
                raise LookupError(f"The rules have recorded {code}, which is the code of no entry.")
        return entries

    def move(self, seat: int, text: str) -> Effect:
        """Return the effect of a move."""
        return self.entries.parse_move(seat, text)

    def take(self, code: int) -> list[Sequence[int]]:
        """Return the items with this code and mark them as described."""
        return self.items.pop(code, [])


def _tellings(annotator: type[LogAnnotator], entries: Entries) -> dict[int, Telling]:
    """Return how the entries of a title are described; raises `ValueError` if one cannot be."""
    methods = {method.tells: method for method in vars(annotator).values() if hasattr(method, "tells")}
    found = {}
    for code, form in entries.by_code.items():
        if code != form.code:
            continue  # of an item
        method = methods.pop(form.effect, None)
        kind = EventKind.MOVE if form.is_move else EventKind.CHANCE if form.by_chance else EventKind.ENGINE
        has_seat = hasattr(form.effect, "seat") and (kind != EventKind.ENGINE or annotator.notes_have_seats)
        count, make = _by_fields(form) if method is None else _by_method(method)
        if count > NUMBERS:
            raise ValueError(f"{form.effect.__name__}: it takes {count} numbers; the rules record {NUMBERS} at most.")
        found[code] = Telling(kind, has_seat, count, make)
    for effect, method in methods.items():
        raise ValueError(f"{method.__qualname__}: the rules do not record {effect.__name__}.")
    return found


def _by_method(method: Any) -> tuple[int, Maker]:
    """Return how to make an entry that a method describes, which may be overridden."""
    name, count = method.__name__, method.__code__.co_argcount - 1
    return count, lambda annotator, numbers: getattr(annotator, name)(*numbers)


def _by_fields(form: Form) -> tuple[int, Maker]:
    """Return how to make an entry from its declaration alone; raises `ValueError` if the entry needs a method."""
    effect, items = form.effect, form.items
    lists, values, count = [], [], 0
    for each in fields(effect):  # type: ignore[arg-type]
        name, sort = each.name, form.sorts.get(each.name, NUMBER)
        if name in items:
            if sort.item is None:
                raise ValueError(f"{effect.__name__}: {name} is no list of a sort of items; a method must tell it.")
            lists.append((name, items[name], sort.item))
        elif each.default is MISSING:
            values.append((name, sort.of, slice(count, count + sort.takes)))
            count += sort.takes

    def make(annotator: LogAnnotator, numbers: Sequence[int]) -> DeclaredEffect:
        given = {name: of(*numbers[part]) for name, of, part in values}
        for name, code, item in lists:
            given[name] = tuple([item.of(*each[: item.takes]) for each in annotator.take(code)])
        return effect(**given)

    if not lists and all(of is int for _name, of, _part in values):  # most entries, described quickly
        return count, lambda _annotator, numbers: effect(*numbers)
    return count, make
