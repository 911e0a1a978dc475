"""A bot's input: its seat's own log, and worlds that reveal nothing of the true position."""

import gc
from collections.abc import Iterator
from typing import Any

from games.core.engine.events import Entry
from games.core.engine.state import State
from games.core.kit.conformance.context import internal_state
from games.core.kit.simulation import Simulation
from games.core.title.thinker import InformationSet, Observer, SeatLog
from tests.lantern.game import LANTERN
from tests.lantern.rules.effects import Dealt

CALM = {"wind": "calm"}


class Counter(Observer):
    """Counts what it reads."""

    def __init__(self, seat: int, seats: int) -> None:
        super().__init__(seat, seats)
        self.entries: list[Entry] = []

    def observe(self, entry: Entry) -> None:
        self.entries.append(entry)


def played(seed: int, plies: int) -> tuple[State, list[Entry]]:
    simulation = Simulation(LANTERN, 3, CALM, seed, "uniform")
    while len(simulation.events) < plies and simulation.step():
        pass
    return simulation.state, LANTERN.read_log(3, CALM, simulation.events)


def test_a_seat_log_holds_what_the_seat_may_read_and_no_more() -> None:
    _state, entries = played(1, 12)
    log = SeatLog(2, 3)
    log.extend(entries)
    dealt = next(entry.effect for entry in log.entries if isinstance(entry.effect, Dealt))
    assert all(dealt.hands[2])
    assert not any(card for hand in dealt.hands[:2] for card in hand)


def test_an_observer_reads_each_entry_once_and_in_order() -> None:
    _state, entries = played(1, 16)
    log = SeatLog(0, 3)
    log.extend(entries[:4])
    observer = log.observer(Counter)
    assert observer.entries == log.entries
    assert log.observer(Counter) is observer
    log.extend(entries[4:])
    assert log.observer(Counter).entries == log.entries
    assert [entry.ply for entry in observer.entries] == [entry.ply for entry in entries]


def test_worlds_are_those_of_the_true_position() -> None:
    for seed in range(20):
        state, _entries = played(seed, 11 + seed % 5)
        for seat in state.deciders():
            known = InformationSet(state, seat, SeatLog(seat, 3))
            for number in range(3):
                assert internal_state(known.deal(number)) == internal_state(state.redeal(seat, number))


def reachable(root: object) -> Iterator[Any]:
    """All objects to which `root` leads, by attributes, closures, bound methods and containers."""
    seen: set[int] = set()
    left = [root]
    while left:
        each = left.pop()
        if id(each) in seen or isinstance(each, type) or type(each).__name__ == "module":
            continue
        seen.add(id(each))
        yield each
        left += gc.get_referents(each)


def test_nothing_that_a_bot_is_handed_leads_to_the_true_position() -> None:
    state, entries = played(3, 12)
    seat = state.to_move()
    log = SeatLog(seat, 3)
    log.extend(entries)
    known = InformationSet(state, seat, log)
    known.deal(5)
    found = list(reachable(known))
    assert not any(each is state for each in found)
    hidden = [entry.effect for entry in entries if isinstance(entry.effect, Dealt)]
    assert not any(each is effect for each in found for effect in hidden)
