import pytest

from games.core.engine.events import Event, EventKind
from games.core.engine.log import apply_event, chain_hash, chance_event, chance_place, replay
from games.core.engine.state import CHANCE
from games.core.errors import BrokenLog
from games.core.kit.simulation import Simulation
from tests.lantern.game import LANTERN

CALM = {"wind": "calm"}


def events(plies: int = 0) -> list[Event]:
    """A match of Lantern for two, or its beginning: seven plies of chance, then seat 0 holds 1, 3 and 4."""
    simulation = Simulation(LANTERN, 2, CALM, 4, "uniform")
    while simulation.step() is not None:
        if len(simulation.events) == plies:
            break
    return simulation.events


def test_a_replay_reaches_the_matchs_position() -> None:
    position = replay(LANTERN, 2, CALM, events(7))
    assert position.state.view(0)["hand"] == [1, 3, 4]
    assert position.state.deciders() == [0]
    assert position.decision == 7


def test_site_events_do_not_move_the_open_decision() -> None:
    log = [*events(7), Event(EventKind.SITE, 1, "resigned"), Event(EventKind.SITE, 1, "vacated")]
    assert replay(LANTERN, 2, CALM, log).decision == 7
    assert replay(LANTERN, 2, CALM, [*log, Event(EventKind.MOVE, 0, "3b")]).decision == 10


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Event(EventKind.MOVE, 1, "3b"), "which owes no decision"),
        (Event(EventKind.MOVE, None, "3b"), "which owes no decision"),
        (Event(EventKind.MOVE, 0, "2b"), "You don’t have this card in hand: lantern of brightness 2"),
        (Event(EventKind.MOVE, 0, "??"), "isn’t a move in this title"),
        (Event(EventKind.CHANCE, None, "wind/0=3"), "chance owes nothing"),
    ],
)
def test_an_event_that_the_rules_refuse_is_a_broken_log(event: Event, words: str) -> None:
    with pytest.raises(BrokenLog, match=words):
        replay(LANTERN, 2, CALM, [*events(7), event])


@pytest.mark.parametrize(
    ("text", "words"),
    [("deal/0.0=4", "chance owes first/0"), ("first/0=5", "is not possible"), ("first/0=x", "isn’t a move")],
)
def test_chance_is_checked_like_a_move(text: str, words: str) -> None:
    with pytest.raises(BrokenLog, match=words):
        replay(LANTERN, 2, CALM, [Event(EventKind.CHANCE, None, text)])


def test_a_chance_event_says_what_was_drawn_and_where() -> None:
    state = LANTERN.initial_state(2, CALM)
    assert state.to_move() == CHANCE
    event = chance_event(LANTERN, state, 1)
    assert event == Event(EventKind.CHANCE, None, "first/0=1")
    apply_event(LANTERN, state, event)
    assert state.view(None)["mover"] == 1
    assert chance_place("deal", (3, 0, 2)) == "deal/3.0.2"


def test_entries_carry_the_ply_that_brought_them() -> None:
    log = events(7)
    entries = LANTERN.read_log(2, CALM, [*log, Event(EventKind.SITE, 1, "resigned"), Event(EventKind.MOVE, 0, "3b")])
    assert [(entry.ply, entry.text) for entry in entries[1:]] == [
        (6, "deal 0=134 1=112"),
        (7, "site 1 resigned"),
        (8, "3b"),
    ]


def test_every_link_covers_ply_kind_seat_text_salt_and_the_past() -> None:
    event = Event(EventKind.MOVE, 0, "3b")
    links = {
        chain_hash(b"", b"salt", 1, event),
        chain_hash(b"", b"salt", 2, event),
        chain_hash(b"past", b"salt", 1, event),
        chain_hash(b"", b"pepper", 1, event),
        chain_hash(b"", b"salt", 1, Event(EventKind.SITE, 0, "3b")),
        chain_hash(b"", b"salt", 1, Event(EventKind.MOVE, 1, "3b")),
        chain_hash(b"", b"salt", 1, Event(EventKind.MOVE, None, "3b")),
        chain_hash(b"", b"salt", 1, Event(EventKind.MOVE, 0, "3c")),
    }
    assert len(links) == 8
