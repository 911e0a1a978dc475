"""Typed log entries: texts and back, and what each viewer may read."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.engine.events import Effect, Entry, EventKind, SiteNote
from games.core.errors import Unreadable
from games.titles.maskera.rules import effects
from games.titles.maskera.rules.components import LETTERS, MASKS
from tests.titles.maskera.positions import MASKERA
from tests.titles.test_stored_matches import FILES, events_of

SEAT = st.integers(0, 1)
MASK = st.integers(0, MASKS - 1)


def some_masks(least: int, most: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.lists(MASK, min_size=least, max_size=most).map(lambda masks: tuple(sorted(masks)))


def some_cards(least: int, most: int) -> st.SearchStrategy[effects.Cards]:
    return some_masks(least, most) | st.integers(least, most).map(lambda size: (None,) * size)


MOVES = st.one_of(
    st.builds(effects.ChoseToDraw, SEAT),
    st.builds(effects.Played, SEAT, MASK | st.none()),
    st.builds(effects.Passed, SEAT),
    st.builds(effects.Announced, SEAT, MASK),
    st.builds(effects.Discarded, SEAT, MASK),
    st.builds(effects.Kept, SEAT, MASK | st.none()),
    st.builds(effects.Removed, SEAT, MASK),
    st.builds(effects.Skipped, SEAT),
)
NOTES = st.one_of(
    st.builds(
        effects.Dealt,
        st.tuples(some_cards(5, 5), some_cards(5, 5)),
        st.tuples(some_masks(2, 2), some_masks(2, 2)),
        SEAT,
    ),
    st.builds(effects.CardsDrawn, SEAT, some_cards(1, 5)),
    st.builds(effects.RandomlyDiscarded, SEAT, MASK),
    st.builds(effects.Revealed, SEAT, MASK),
    st.just(effects.CounterHit()),
    st.just(effects.CounterMissed()),
    st.builds(effects.Reshuffled, st.integers(1, 40)),
    st.builds(effects.HandSeen, SEAT, some_cards(1, 12)),
    st.builds(effects.Rejected, SEAT, some_masks(1, 4)),
    st.builds(effects.Won, SEAT, MASK | st.none()),
    st.builds(effects.Stopped, st.integers(1, 300)),
)


@given(MOVES)
def test_a_move_is_parsed_as_it_was_written(move: Any) -> None:
    assert effects.ENTRIES.parse_move(move.seat, move.format()) == move


@given(NOTES, st.sampled_from([EventKind.CHANCE, EventKind.ENGINE]))
def test_a_note_is_parsed_as_it_was_written(note: Effect, kind: EventKind) -> None:
    assert effects.ENTRIES.parse(kind, None, note.format()) == note


@given(MOVES | NOTES, SEAT | st.none(), SEAT | st.none())
def test_a_redacted_entry_reveals_nothing_more(effect: effects.Played, first: int | None, then: int | None) -> None:
    seen = effect.redact(first)
    assert seen is not None
    assert seen.redact(first) == seen
    assert len(seen.format()) == len(effect.format())
    again = seen.redact(then)
    assert again is not None
    assert again.format().count("?") >= seen.format().count("?")


def stored_entries() -> Iterator[Entry]:
    for path in FILES:
        if path.name.startswith("maskera"):
            yield from MASKERA.read_log(2, {}, events_of(path.read_text(encoding="utf-8")))


def test_every_entry_of_the_stored_matches_is_parsed_as_it_was_written() -> None:
    kinds = set()
    for entry in stored_entries():
        if isinstance(entry.effect, SiteNote):
            continue
        kinds.add(type(entry.effect))
        for seen in (entry, entry.redact(0), entry.redact(1), entry.redact(None)):
            assert seen is not None
            assert MASKERA.parse_effect(seen.kind, seen.seat, seen.text) == seen.effect
    assert len(kinds) == 19


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        (EventKind.ENGINE, "secret 0 P"),
        (EventKind.ENGINE, "rev"),
        (EventKind.ENGINE, "rev 2 P"),
        (EventKind.ENGINE, "rej 0 ??"),
        (EventKind.CHANCE, "draw 0 P?"),
        (EventKind.CHANCE, "draw 0 "),
        (EventKind.CHANCE, "deal"),
        (EventKind.MOVE, "xx=P"),
        (EventKind.MOVE, "pl="),
        (EventKind.MOVE, "pl=PP"),
        (EventKind.MOVE, "ct=?"),
        (EventKind.MOVE, "ok=P"),
    ],
)
def test_text_without_an_entry_is_unreadable(kind: EventKind, text: str) -> None:
    with pytest.raises(Unreadable):
        effects.ENTRIES.parse(kind, 0, text)


def test_letters_are_those_of_the_masks() -> None:
    assert "".join(effects.Revealed(0, mask).format()[-1] for mask in range(MASKS)) == LETTERS
