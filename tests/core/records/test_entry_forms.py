"""Entries that are declared once: how they are written and read, who reads what of them, and what fades."""

from typing import Annotated

import pytest

from games.core.engine.events import Effect, EventKind
from games.core.errors import Unreadable
from games.core.records.entry_forms import (
    DeclaredEffect,
    Entries,
    Words,
    by_seat,
    each_its_own,
    either,
    entry,
    everybody,
    numbered,
    optional,
    owner,
    paired,
    seats,
    secret,
    several,
)

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
    """What spectators do not see."""

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
def test_what_is_not_written_so_is_unreadable(kind: EventKind, seat: int | None, text: str) -> None:
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
def test_what_can_be_hidden_fades_unless_it_is_kept(effect: Effect, faded: str) -> None:
    assert effect.fade().format() == faded
    assert effect.fade().fade() == effect.fade()


def test_an_effect_of_which_nothing_is_hidden_is_left_as_it_is() -> None:
    for effect in (Painted(0, 1), Laid(1, None, True), Drew(2)):
        assert effect.redact(0) is effect
        assert effect.fade() is effect
