"""Typed log entries: written, read again, and redacted."""

import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from games.core.engine.events import Effect, Entry, Event, EventKind
from games.core.errors import Unreadable
from games.core.records.entry_forms import DeclaredEffect
from games.titles.masques.rules import effects
from games.titles.masques.rules.agents import ASSASSIN, COURTESAN, GONDOLIER, GUARD, THIEF, TRADER
from games.titles.masques.rules.codes import guest_number
from games.titles.masques.rules.effects import (
    AgentHired,
    GuestPicked,
    GuestsDealt,
    GuestsSetAside,
    PacketPassed,
)
from tests.titles.masques.positions import GAME

STORED = sorted((Path(__file__).parents[2] / "fixtures" / "stored_matches").glob("masques_*.txt"))
EVENT = re.compile(r"\d+ (move|chance|site) (\d|-) (.+)")
KINDS = {
    kind
    for kind in vars(effects).values()
    if isinstance(kind, type) and issubclass(kind, Effect) and kind not in (Effect, DeclaredEffect)
}


def entries_of(path: Path) -> Iterator[Entry]:
    """The entries of a stored match, unredacted."""
    text = path.read_text()
    found = re.search(r"^seats (\d)$", text, re.MULTILINE)
    assert found is not None
    events = [
        Event(EventKind(event[1]), None if event[2] == "-" else int(event[2]), event[3])
        for event in map(EVENT.fullmatch, text.splitlines())
        if event
    ]
    yield from GAME.read_log(int(found[1]), {}, events)


@pytest.mark.parametrize("path", STORED, ids=lambda path: path.stem)
def test_every_entry_is_read_as_it_was_written_for_every_viewer(path: Path) -> None:
    for entry in entries_of(path):
        if entry.kind == EventKind.SITE:
            continue
        for viewer in (None, 0, 1, 2, 3):
            redacted = entry.redact(viewer)
            for each in filter(None, (entry, redacted)):
                assert GAME.parse_effect(each.kind, each.seat, each.text) == each.effect
            assert redacted is None or redacted.redact(viewer) == redacted


def test_the_stored_matches_hold_effects_of_every_type() -> None:
    met = {type(entry.effect) for path in STORED for entry in entries_of(path)}
    assert KINDS - met <= {effects.MatchStopped}, "random play never reaches round 60"


def test_effects_are_small_values() -> None:
    for kind in KINDS:
        assert kind.__slots__ == tuple(field.name for field in fields(kind))
        assert not hasattr(kind, "__dict__") or "__dict__" not in vars(kind)


C4, D3, F3 = (guest_number(code) for code in ("C4", "D3", "F3"))


def test_guests_that_a_seat_may_not_know_are_hidden() -> None:
    picked = GuestPicked(1, C4)
    assert picked.redact(1) is picked
    assert [picked.redact(viewer).format() for viewer in (0, None)] == ["+??", "+??"]
    dealt = GuestsDealt(((C4, D3), (F3, F3)))
    assert dealt.redact(1) == GuestsDealt(((None, None), (F3, F3)))
    assert dealt.redact(None).format() == "deal 0=??,?? 1=??,??"
    aside = GuestsSetAside((C4, D3))
    assert {aside.redact(viewer).format() for viewer in (0, 1, None)} == {"aside ??,??"}
    packet = PacketPassed(1, (C4, D3))
    assert [packet.redact(viewer) for viewer in (0, 1, None)] == [None, packet, None]


@pytest.mark.parametrize(
    ("effect", "text"),
    [
        (AgentHired(0, ASSASSIN, 7), "AS@7"),
        (AgentHired(0, ASSASSIN, 7, 8), "AS@7x8"),
        (AgentHired(0, COURTESAN, 8, 9, guest_number("V3")), "CO@8x9=V3"),
        (AgentHired(0, GONDOLIER, 5, 6, 12), "GO@5x6-12"),
        (AgentHired(0, GUARD, 5, 6, 0), "GU@5x6-0"),
        (AgentHired(0, THIEF, 3, 4), "TH@3xp4"),
        (AgentHired(0, TRADER, 7, 7, 2), "TR@7xp7-p2"),
    ],
)
def test_hires_are_written_by_the_table_of_agents(effect: AgentHired, text: str) -> None:
    assert effect.format() == text
    assert GAME.parse_effect(EventKind.MOVE, 0, text) == effect


@pytest.mark.parametrize(
    "text",
    [
        "",
        "round",
        "round 02",
        "round two",
        "ducat p1  p3",
        "ducat 1",
        "favor p0=XX",
        "deal 0=C4,C9",
        "deal 1=C4",
        "pack C4",
        "pack 2 ??",
        "forced 2:V3",
        "res p0 0+ME p3",
        "win 3 ME3",
        "clean",
        "stop sixty",
        "setup first=2",
        "setup first=2 fam=0:V,2:C",
        "party",
    ],
)
def test_text_without_an_entry_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable):
        GAME.parse_effect(EventKind.ENGINE, None, text)


def test_a_hidden_guest_is_no_move() -> None:
    state = GAME.initial_state(2, {})
    with pytest.raises(Unreadable):
        GAME.parse_move(state, 0, "+??")
