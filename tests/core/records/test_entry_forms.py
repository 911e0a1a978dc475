"""Entries that are declared once: how they are written and read, who reads what of them, what fades, and how they
follow from what the rules record."""

from types import ModuleType
from typing import Annotated

import pytest

from games.core.engine.events import Effect, Entry, Event, EventKind
from games.core.errors import Unreadable
from games.core.records.annotator import LogAnnotator, tells
from games.core.records.entry_forms import (
    DeclaredEffect,
    Entries,
    Items,
    Words,
    by_seat,
    coded,
    each_its_own,
    either,
    entry,
    everybody,
    numbered,
    optional,
    or_none,
    owner,
    paired,
    seats,
    secret,
    several,
)
from tests.lantern.game import Lantern

ENTRIES = Entries()
SEAT = Words("[0-3]", int)
COLOUR = numbered(("red", "green"))
CARD = secret(Words("[A-Z]", str), "?")


@entry(ENTRIES, "whisper {card}")
class Whispered(DeclaredEffect):
    """An entry that says nothing of its readers."""

    seat: int
    card: Annotated[str | None, CARD]


@entry(ENTRIES, "lay {card}{face}", to=everybody)
class Laid(DeclaredEffect):
    """An entry that says nothing of the readers of a field that can be hidden."""

    seat: int
    card: Annotated[str | None, CARD]
    face: Annotated[bool, either(" open", "")]


@entry(ENTRIES, "draw {cards}", to=everybody, readers={"cards": owner}, bare="draw")
class Drew(DeclaredEffect):
    """A move with a text of its own for no cards."""

    seat: int
    cards: Annotated[tuple[str | None, ...], several(CARD)] = ()


@entry(ENTRIES, "note {seat} {card}", to=owner, readers={"card": owner}, kept=["card"])
class Noted(DeclaredEffect):
    """A note that its seat alone reads, and that does not fade."""

    seat: Annotated[int, SEAT]
    card: Annotated[str | None, CARD]


@entry(ENTRIES, "deal {hands} first={first}", to=everybody, readers={"hands": each_its_own})
class Dealt(DeclaredEffect):
    """A hand for each seat."""

    hands: Annotated[tuple[tuple[str | None, ...], ...], by_seat(several(CARD, "", none="-"))]
    first: Annotated[int, SEAT]


@entry(ENTRIES, "show {held}", to=everybody, readers={"held": seats})
class Shown(DeclaredEffect):
    """The view that spectators must not see."""

    held: Annotated[tuple[tuple[int, str | None], ...], several(paired(SEAT, "=", CARD), " ")]


@entry(ENTRIES, "paint {colour}{again}", to=everybody)
class Painted(DeclaredEffect):
    """Nothing secret."""

    colour: Annotated[int, COLOUR]
    again: Annotated[int | None, optional(COLOUR, " over ")]

    def is_sound(self) -> bool:
        return self.colour != self.again


WHOLE = [
    (EventKind.MOVE, 2, "whisper A", Whispered(2, "A")),
    (EventKind.MOVE, 2, "whisper ?", Whispered(2, None)),
    (EventKind.MOVE, 0, "lay B open", Laid(0, "B", True)),
    (EventKind.MOVE, 0, "lay B", Laid(0, "B", False)),
    (EventKind.MOVE, 1, "draw", Drew(1)),
    (EventKind.MOVE, 1, "draw A,?", Drew(1, ("A", None))),
    (EventKind.ENGINE, None, "note 3 C", Noted(3, "C")),
    (EventKind.CHANCE, None, "deal 0=AB 1=- 2=? first=1", Dealt((("A", "B"), (), (None,)), 1)),
    (EventKind.ENGINE, None, "show 0=A 2=?", Shown(((0, "A"), (2, None)))),
    (EventKind.ENGINE, None, "paint green", Painted(1, None)),
    (EventKind.ENGINE, None, "paint green over red", Painted(1, 0)),
]


@pytest.mark.parametrize(("kind", "seat", "text", "effect"), WHOLE)
def test_an_entry_is_written_and_read_as_it_is_declared(
    kind: EventKind, seat: int | None, text: str, effect: Effect
) -> None:
    assert effect.format() == text
    assert ENTRIES.parse(kind, seat, text) == effect


@pytest.mark.parametrize(
    ("kind", "seat", "text"),
    [
        (EventKind.MOVE, 0, ""),
        (EventKind.MOVE, 0, "whisper AB"),
        (EventKind.MOVE, 0, "whisper"),
        (EventKind.MOVE, 0, "lay B  open"),
        (EventKind.MOVE, 0, "draw "),
        (EventKind.MOVE, 0, "draw A,"),
        (EventKind.MOVE, 0, "note 3 C"),
        (EventKind.ENGINE, None, "whisper A"),
        (EventKind.ENGINE, None, "note 4 C"),
        (EventKind.ENGINE, None, "deal 0=AB 2=A first=1"),
        (EventKind.ENGINE, None, "deal 1=AB first=1"),
        (EventKind.ENGINE, None, "deal 0=AB"),
        (EventKind.ENGINE, None, "paint blue"),
        (EventKind.ENGINE, None, "paint red over red"),
        (EventKind.ENGINE, None, "paint red\n"),
    ],
)
def test_malformed_text_is_unreadable(kind: EventKind, seat: int | None, text: str) -> None:
    with pytest.raises(Unreadable):
        ENTRIES.parse(kind, seat, text)


@pytest.mark.parametrize(
    ("effect", "by_seat_1", "by_seat_2", "by_spectators"),
    [
        (Whispered(1, "A"), None, None, None),
        (Laid(1, "A", True), "lay ? open", "lay ? open", "lay ? open"),
        (Drew(1, ("A", "B")), "draw A,B", "draw ?,?", "draw ?,?"),
        (Drew(1), "draw", "draw", "draw"),
        (Noted(1, "A"), "note 1 A", None, None),
        (Dealt((("A",), ("B", "C")), 0), "deal 0=? 1=BC first=0", "deal 0=? 1=?? first=0", "deal 0=? 1=?? first=0"),
        (Shown(((2, "A"),)), "show 2=A", "show 2=A", "show 2=?"),
        (Painted(0, 1), "paint red over green", "paint red over green", "paint red over green"),
    ],
)  # fmt: skip
def test_nobody_reads_what_an_entry_does_not_say(
    effect: Effect, by_seat_1: str | None, by_seat_2: str | None, by_spectators: str | None
) -> None:
    for viewer, expected in [(1, by_seat_1), (2, by_seat_2), (None, by_spectators)]:
        seen = effect.redact(viewer)
        assert (seen and seen.format()) == expected
        assert seen is None or seen.redact(viewer) == seen


@pytest.mark.parametrize(
    ("effect", "faded"),
    [
        (Whispered(1, "A"), "whisper ?"),
        (Drew(1, ("A", "B")), "draw ?,?"),
        (Noted(1, "A"), "note 1 A"),
        (Dealt((("A",), ("B", "C")), 0), "deal 0=? 1=?? first=0"),
        (Shown(((2, "A"),)), "show 2=?"),
        (Painted(0, 1), "paint red over green"),
    ],
)
def test_hideable_fields_fade_unless_they_are_kept(effect: Effect, faded: str) -> None:
    assert effect.fade().format() == faded
    assert effect.fade().fade() == effect.fade()


def test_an_effect_of_which_nothing_is_hidden_is_left_as_it_is() -> None:
    for effect in (Painted(0, 1), Laid(1, None, True), Drew(2)):
        assert effect.redact(0) is effect
        assert effect.fade() is effect


# From what the rules record.


def codes(**numbers: int) -> ModuleType:
    """A module of codes."""
    module = ModuleType("components")
    vars(module).update(numbers)
    return module


CODES = codes(
    EFFECT_PASSED=1, EFFECT_MET=2, EFFECT_PAINTED=3, EFFECT_SCORED=4, EFFECT_ROUTE=5, EFFECT_ROUTES=6, EFFECT_POINT=7,
    EFFECT_TURNED=8, HANDS=9,
)  # fmt: skip
RECORDED = Entries()


@entry(RECORDED, "pass{why}", to=everybody, recorded=1)
class Passed(DeclaredEffect):
    """A move that nobody chooses; what has a default is not recorded."""

    seat: int
    why: Annotated[int | None, optional(Words("[0-9]", int), " ")] = None


@entry(RECORDED, "meet {seat} {other} {by_day}", to=everybody, recorded=2, by_chance=True)
class Met(DeclaredEffect):
    """A number of each sort, and one that may be none."""

    seat: Annotated[int, SEAT]
    other: Annotated[int | None, or_none(SEAT, "nobody")]
    by_day: Annotated[bool, either("day", "night")]


@entry(RECORDED, "paint {seat} {pair}", to=everybody, readers={"pair": everybody}, recorded=3)
class Repainted(DeclaredEffect):
    """Two numbers become one field."""

    seat: Annotated[int, SEAT]
    pair: Annotated[tuple[int, str], paired(COLOUR, "/", secret(coded(("wall", "door")), "?"))]


@entry(RECORDED, "score {points}", to=everybody, recorded=4)
class Scored(DeclaredEffect):
    """An entry that a method tells."""

    points: Annotated[tuple[tuple[int, int], ...], by_seat(Words("[0-9]+", int)), Items(7)]


@entry(RECORDED, "routes {routes} of {seat}", to=everybody, recorded=6, by_chance=True)
class RoutesDrawn(DeclaredEffect):
    """A list whose items are recorded one by one."""

    routes: Annotated[
        tuple[tuple[int, str], ...], several(paired(SEAT, "-", coded(("sea", "land"))), none="-"), Items(5)
    ]
    seat: Annotated[int, SEAT]


@entry(RECORDED, "turned", to=everybody, recorded=8)
class Turned(DeclaredEffect):
    """Nothing but its code."""


class Told(LogAnnotator, entries=RECORDED, codes=CODES):
    """Tells what is recorded above."""

    @tells(Scored)
    def scored(self, bonus: int) -> Scored:
        """A bonus for the first seat."""
        (first, *_none), *others = self.take(7)
        return Scored((first + bonus, *(points for points, *_none in others)))


class ToldWithSeats(Told, entries=RECORDED, codes=CODES):
    """Tells the same of seats, and the scores otherwise."""

    notes_have_seats = True

    @tells(Scored)
    def twice(self) -> Scored:
        """No bonus, but all counts twice."""
        return Scored(tuple(2 * points for points, *_none in self.take(7)))


class Generous(Told):
    """Overrides a method."""

    def scored(self, bonus: int) -> Scored:
        return super().scored(10 * bonus)


def told(kind: type[LogAnnotator], *events: list[int]) -> list[Entry]:
    """The entries of draws with these recorded effects."""
    game = Lantern()
    annotator = kind(game, 2, game.complete_settings({}, 2))
    return [
        entry for effects in events for entry in annotator.annotate(Event(EventKind.CHANCE, None, "x/0=0"), effects)
    ]


def test_recorded_numbers_become_their_entry() -> None:
    effects = [1, 2, 0, 0, 2, 1, -1, 1, 2, 0, 3, 0, 3, 2, 1, 0, 3, 2, 1, 1, 8, 0, 0, 0]
    assert told(Told, effects) == [
        Entry(0, EventKind.MOVE, 2, Passed(2)),
        Entry(0, EventKind.CHANCE, 1, Met(1, None, True)),
        Entry(0, EventKind.CHANCE, 0, Met(0, 3, False)),
        Entry(0, EventKind.ENGINE, None, Repainted(2, (1, "wall"))),
        Entry(0, EventKind.ENGINE, None, Repainted(2, (1, "door"))),
        Entry(0, EventKind.ENGINE, None, Turned()),
    ]
    assert Met(1, None, True).format() == "meet 1 nobody day"


def test_items_wait_for_their_entry() -> None:
    assert told(Told, [5, 2, 1, 0], [], [5, 3, 0, 0, 8, 0, 0, 0, 6, 1, 0, 0, 6, 2, 0, 0]) == [
        Entry(0, EventKind.ENGINE, None, Turned()),
        Entry(0, EventKind.CHANCE, 1, RoutesDrawn(((2, "land"), (3, "sea")), 1)),
        Entry(0, EventKind.CHANCE, 2, RoutesDrawn((), 2)),
    ]


def test_a_method_tells_what_does_not_follow() -> None:
    effects = [7, 3, 0, 0, 7, 4, 0, 0, 4, 5, 0, 0]
    assert [entry.text for entry in told(Told, effects)] == ["score 0=8 1=4"]
    assert [entry.text for entry in told(Generous, effects)] == ["score 0=53 1=4"]
    assert [entry.text for entry in told(ToldWithSeats, effects)] == ["score 0=6 1=8"]


def test_a_title_says_whether_consequences_have_seats() -> None:
    assert told(ToldWithSeats, [3, 2, 1, 0]) == [Entry(0, EventKind.ENGINE, 2, Repainted(2, (1, "wall")))]


def test_an_unknown_code_is_an_error() -> None:
    with pytest.raises(LookupError, match=r"The rules have recorded 9, which is the code of no entry\."):
        told(Told, [8, 0, 0, 0, 9, 0, 0, 0])


@pytest.mark.parametrize("items", [3, 4])
def test_two_entries_with_one_code_are_refused(items: int) -> None:
    entries = Entries()

    @entry(entries, "one", recorded=3)
    class One(DeclaredEffect):
        pass

    with pytest.raises(ValueError, match=r"Two: the rules record (One|Two) by the code [34] already\."):

        @entry(entries, "two {cards}", recorded=4)
        class Two(DeclaredEffect):
            cards: Annotated[tuple[int, ...], several(SEAT), Items(items)]


def test_a_code_without_an_entry_is_refused() -> None:
    with pytest.raises(ValueError, match=r"EFFECT_LOST: no entry says that the rules record it so\."):

        class Untold(LogAnnotator, entries=RECORDED, codes=codes(EFFECT_POINT=7, EFFECT_LOST=9)):
            @tells(Scored)
            def scored(self) -> Scored:
                return Scored(())


def test_more_numbers_than_are_recorded_are_refused() -> None:
    entries = Entries()

    @entry(entries, "four {seat} {colours}", recorded=1)
    class Four(DeclaredEffect):
        seat: Annotated[int, SEAT]
        colours: Annotated[tuple[tuple[int, int], int], paired(paired(COLOUR, "+", COLOUR), "-", COLOUR)]

    with pytest.raises(ValueError, match=r"Four: it takes 4 numbers; the rules record 3 at most\."):

        class Untold(LogAnnotator, entries=entries, codes=codes()):
            pass


def test_entries_without_a_method_have_a_sort_for_their_items() -> None:
    entries = Entries()

    @entry(entries, "bare", recorded=1)
    class Bare(DeclaredEffect):
        cards: Annotated[tuple[int, ...], Items(2)] = ()

    with pytest.raises(ValueError, match=r"Bare: cards is no list of a sort of items; a method must tell it\."):

        class Untold(LogAnnotator, entries=entries, codes=codes()):
            pass


def test_a_method_that_tells_what_is_not_recorded_is_refused() -> None:
    with pytest.raises(ValueError, match=r"Untold\.whispered: the rules do not record Whispered\."):

        class Untold(LogAnnotator, entries=ENTRIES, codes=codes()):
            @tells(Whispered)
            def whispered(self) -> Whispered:
                return Whispered(0, None)
