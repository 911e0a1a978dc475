"""A seat's conclusions from the log about the other hand; none may go beyond what it has read."""

import hashlib
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from games.core.engine.events import Event
from games.core.engine.state import CHANCE, OVER
from games.core.kit.simulation import Simulation
from games.core.records.annotator import LogAnnotator
from games.core.title.thinker import SeatLog
from games.titles.maskera.bots.hand_history import ENTRY
from games.titles.maskera.bots.opponent_model import OpponentModel
from games.titles.maskera.bots.thinking import resample
from games.titles.maskera.rules.components import MASKS
from games.titles.maskera.rules.state import MaskeraState
from tests.titles.maskera.positions import MASKERA, follow, log_from, position
from tests.titles.test_stored_matches import FOLDER, events_of

P, R, S, B, A = range(MASKS)
WORLDS = 300

RECORDED = json.loads((Path(__file__).parent / "opponent_model.json").read_text())
"""Of whole matches: a hash over the entries of both hands after each event.

Recorded when the rules still kept these entries, in the true position; not to be recorded again.
"""


def dealt(state: MaskeraState, seat: int, count: int = WORLDS) -> list[MaskeraState]:
    return [state.redeal(seat, number) for number in range(count)]


def holding(worlds: list[MaskeraState], seat: int, mask: int) -> float:
    """The share of `worlds` in which `seat` holds a `mask`."""
    return sum(world.hand[seat * MASKS + mask] > 0 for world in worlds) / len(worlds)


def entries(log: SeatLog, seat: int) -> list[int]:
    """Return what the reader of `log` keeps of the hand of `seat`."""
    return list(log.observer(OpponentModel).history.entries[seat])


def test_a_player_who_did_not_play_a_winning_card_is_believed_less_to_hold_one() -> None:
    state = position(hand0="SSBA", hand1="RRRR", area0="PPPR", area1="BB")
    log = log_from(state, 1)
    follow(state, "0:pl=S 1:ok {rev 0 S} {draw 0 B} {peek 0 RRRR}", log)
    worlds = dealt(state, 1)
    kept = resample(log.observer(OpponentModel), worlds, 1, WORLDS)
    assert holding(kept, 0, P) < holding(worlds, 0, P) - 0.05


def test_a_player_who_did_not_keep_a_mask_is_believed_to_keep_a_better_one() -> None:
    state = position(hand0="RA", hand1="PRSB", area0="SSS", area1="BB")
    log = log_from(state, 1)
    follow(state, "0:pl=R 1:ok {rev 0 R} {draw 0 PPRSB} 0:ke=S {rej 0 PPRB}", log)
    worlds = dealt(state, 1)
    kept = resample(log.observer(OpponentModel), worlds, 1, WORLDS)
    assert holding(kept, 0, S) > holding(worlds, 0, S) + 0.05


def test_cards_that_the_spy_saw_stay_certain_until_they_move() -> None:
    state = position(hand0="SPPR", hand1="BAR", area0="P")
    log = log_from(state, 0)
    follow(state, "0:pl=S 1:ok {rev 0 S} {draw 0 P} {peek 0 RBA} 1:dr {draw 1 PP}", log)
    for world in resample(log.observer(OpponentModel), dealt(state, 0), 0, WORLDS):
        assert all(world.hand[MASKS + mask] > 0 for mask in (R, B, A))
    follow(state, "0:dr {draw 0 PP} 1:pl=B 0:ok {rev 1 B} {rand 0 P}", log)
    worlds = resample(log.observer(OpponentModel), dealt(state, 0), 0, WORLDS)
    assert all(world.hand[MASKS + mask] > 0 for world in worlds for mask in (R, A))
    assert holding(worlds, 1, B) < 1.0


def test_a_look_makes_what_was_done_before_needless() -> None:
    state = position(hand0="SSB", hand1="RAB", area0="P", area1="P", active=1)
    log = log_from(state, 0)
    follow(state, "1:pl=A 0:ok {rev 1 A} 1:as=P", log)
    assert len(entries(log, 1)) == ENTRY
    follow(state, "0:pl=S 1:ok {rev 0 S} {draw 0 B} {peek 0 RB}", log)
    assert entries(log, 1) == []
    assert log.observer(OpponentModel).likelihood(state.redeal(0, 1), 0) == 1.0


def test_a_card_is_no_entry_before_it_is_revealed() -> None:
    state = position(hand0="SPB", hand1="RAB", area0="PPP")
    logs = [log_from(state, seat) for seat in (0, 1)]
    follow(state, "0:pl=S", *logs)
    assert [entries(log, seat) for log in logs for seat in (0, 1)] == [[]] * 4


def test_hands_that_cannot_be_are_never_believed() -> None:
    state = position(hand0="SPPP", hand1="RA", area0="BBB", area1="BB", discards="BBB")
    log = log_from(state, 0)
    follow(state, "0:pl=S 1:ok {rev 0 S} {draw 0 P} {peek 0 RA} 1:dr {draw 1 RA} 0:dr {draw 0 SS}", log)
    worlds = resample(log.observer(OpponentModel), dealt(state, 0), 0, WORLDS)
    assert holding(worlds, 1, B) == 0.0
    assert all(sum(world.hand) + sum(world.pile) == sum(state.hand) + sum(state.pile) for world in worlds)


def test_whatever_was_played_every_dealt_hand_has_a_likelihood_and_as_many_worlds_are_kept() -> None:
    for seed in range(6):
        for annotator, logs in replayed(simulated("uniform", seed)):
            state = position_of(annotator)
            seat = state.to_move()
            if seat in (CHANCE, OVER):
                continue
            model = logs[seat].observer(OpponentModel)
            worlds = dealt(state, seat, 8)
            assert all(0.0 < model.likelihood(world, seat) <= 1.0 for world in worlds)
            kept = resample(model, worlds, seat, 4)
            assert [world.view(seat) for world in kept] == [state.view(seat)] * 4


# Whole matches.


def simulated(strategy: str, seed: int) -> list[Event]:
    simulation = Simulation(MASKERA, 2, {}, seed, strategy)
    while simulation.step():
        pass
    return simulation.events


@cache
def events(name: str) -> list[Event]:
    """A stored match by its file, or one that is played by a strategy: ``skewed 503``."""
    strategy, _blank, seed = name.partition(" ")
    return simulated(strategy, int(seed)) if seed else events_of((FOLDER / f"{name}.txt").read_text(encoding="utf-8"))


def replayed(log: list[Event]) -> Iterator[tuple[LogAnnotator, list[SeatLog]]]:
    """The position and the logs of both seats after each event."""
    annotator = MASKERA.annotator(2, {})
    logs = [SeatLog(seat, 2) for seat in (0, 1)]
    for event in log:
        entries = annotator.read(event)
        for each in logs:
            each.extend(entries)
        yield annotator, logs


def position_of(annotator: LogAnnotator) -> MaskeraState:
    assert isinstance(annotator.state, MaskeraState)
    return annotator.state


@pytest.mark.parametrize("name", RECORDED["entries"])
def test_both_seats_draw_from_their_logs_what_the_rules_kept(name: str) -> None:
    total = hashlib.sha256()
    for _annotator, logs in replayed(events(name)):
        found = [[entries(log, 1), entries(log, 0)] for log in logs]  # of the hand that seat 0 sees, and seat 1
        assert found[0] == found[1]
        total.update((json.dumps(found[0]) + "\n").encode())
    assert total.hexdigest() == RECORDED["entries"][name]
