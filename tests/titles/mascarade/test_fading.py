"""The parts that a viewer may still read of a running match with `log_masks` off."""

import re

import pytest

from games.core.engine.events import Entry, Memory
from games.core.kit.simulation import Simulation
from games.core.title.compose import compose
from games.titles.mascarade.rules.effects import Announced, Applied, Ended, Exchanged, Guessed, TurnBegun, Viewed
from games.titles.mascarade.rules.masks import CODES
from tests.titles.mascarade.table import MASCARADE, follow, position, settings

ACTIONS = (Announced, Exchanged, Viewed)


def log(seats: int, plies: int, seed: int = 1, **given: str) -> tuple[dict[str, str], list[Entry], Simulation]:
    """The log of a simulated match of so many plies."""
    simulation = Simulation(MASCARADE, seats, settings(seats, log_masks="off", **given), seed, "uniform")
    while len(simulation.events) < plies and simulation.step():
        pass
    return simulation.settings, MASCARADE.read_log(seats, simulation.settings, simulation.events), simulation


def test_with_masks_kept_nothing_fades() -> None:
    _settings, entries, _simulation = log(5, 40)
    for viewer in (0, 4, None):
        assert MASCARADE.memory(settings(5), entries, viewer) == Memory()


def test_before_the_first_decision_nothing_fades() -> None:
    chosen, entries, _simulation = log(5, 7)
    assert [MASCARADE.memory(chosen, entries, viewer) for viewer in (0, 4, None)] == [Memory()] * 3


def test_once_memorised_the_deal_fades_for_seats() -> None:
    chosen, entries, _simulation = log(5, 12)
    for seat in range(5):
        assert MASCARADE.memory(chosen, entries, seat) == Memory(7 + seat, 8 + seat)
    assert MASCARADE.memory(chosen, entries, None) == Memory(0, 12)


@pytest.mark.parametrize("plies", range(14, 80, 3))
def test_a_seat_reads_from_its_last_decision_on(plies: int) -> None:
    chosen, entries, simulation = log(5, plies)
    for seat in range(5):
        last = max(ply for ply, event in enumerate(simulation.events) if event.seat == seat)
        assert MASCARADE.memory(chosen, entries, seat) == Memory(last, last + 1)


@pytest.mark.parametrize("plies", range(20, 80, 3))
def test_a_spectator_reads_this_turn_and_the_one_before(plies: int) -> None:
    chosen, entries, simulation = log(5, plies)
    if simulation.state.outcome() is not None:
        return
    memory = MASCARADE.memory(chosen, entries, None)
    turns = [entry.ply for entry in entries if isinstance(entry.effect, ACTIONS)]
    begun = [entry for entry in entries if isinstance(entry.effect, TurnBegun)]
    if len(begun) == len(turns):  # the turn has begun with its action
        assert memory == Memory(turns[-2], turns[-1])
    else:
        assert memory == Memory(turns[-1], plies)


def test_a_power_that_nobody_chooses_is_no_decision() -> None:
    """The user of a power by challenge has decided when it answered, not when the power took effect."""
    for seed in range(30):
        chosen, entries, simulation = log(5, 200, seed)
        plies = {entry.ply for entry in entries if entry.text == "P"}
        if any(simulation.events[ply].seat != entry.seat for entry in entries if (ply := entry.ply) in plies):
            for seat in range(5):
                last = max(ply for ply, event in enumerate(simulation.events) if event.seat == seat)
                assert MASCARADE.memory(chosen, entries, seat).entries_from == last


def test_a_faded_view_holds_no_mask_that_was_seen() -> None:
    state = position("JU TR EM KI SO CH", log_masks=False)
    follow(state, "9. 1: A:KI 2:N 3:C 4:N 5:N 6:N {1=JU 3=EM} {fines 1,3}")
    view = state.view(4)
    faded = MASCARADE.faded(view)
    assert faded.keys() == view.keys()
    assert [each["mask"] for each in faded["shown"]] == [None, None]
    assert {tuple(each["masks"]) for each in faded["knowledge"]} == {("CH", "EM", "JU", "KI", "SO", "TR")}
    assert {each["reason"]["kind"] for each in faded["knowledge"]} == {"faded"}
    assert [each["mask"] for each in view["shown"]] == ["JU", "EM"]
    assert MASCARADE.faded(faded) == faded


def test_a_faded_view_of_the_deal_holds_no_mask() -> None:
    state = MASCARADE.initial_state(4, settings(4, log_masks="off"))
    state.settle_chance()
    for viewer in (0, None):
        faded = MASCARADE.faded(state.view(viewer))
        assert {slot["mask"] for slot in faded["slots"]} == {None}
        assert (faded["knowledge"] is None) == (viewer is None)


def test_a_faded_spys_look_is_gone() -> None:
    state = position("SP TR EM KI SO JU", log_masks=False)
    follow(state, "9. 1: A:SP 2:N 3:N 4:N 5:N 6:N 1:P>4 {1=SP 4=KI}")
    assert state.view(0)["look"] is not None
    assert MASCARADE.faded(state.view(0))["look"] is None


# The law: what is read of a faded match names no mask that memory forbids.

MASKS = (
    "Beggar Cheater Empress Fool Guru Judge King Patron Peasant Princess Puppeteer Sorceress Spy Thief Trickster Widow"
).split()
SAID = (Announced, Guessed, Ended)
"""Entries whose sentences keep naming masks: announcements, and the end."""


def names_in(text: object) -> set[str]:
    return {name for name in MASKS if name in str(text)}


def faded_for(entries: list[Entry], viewer: int | None) -> list[Entry]:
    return [read.fade() for entry in entries if (read := entry.redact(viewer)) is not None]


@pytest.mark.parametrize(("seats", "seed"), [(2, 1), (3, 2), (4, 3), (6, 4), (8, 5), (11, 6), (13, 7)])
def test_no_faded_sentence_or_record_says_who_has_had_which_mask(seats: int, seed: int) -> None:
    _settings, entries, _simulation = log(seats, 400, seed)
    described = MASCARADE.presenter.describe_effect
    for viewer in (0, seats - 1, None):
        read = faded_for(entries, viewer)
        for entry in read:
            effect = entry.effect
            if not isinstance(effect, SAID) and not (isinstance(effect, Applied) and not effect.challenged):
                assert names_in(described(effect)) == set(), entry.text
        record = MASCARADE.write_record({}, seats, read)
        assert set(re.findall(r"\w+=[A-Z]{2}\b", record)) <= {f"G={code}" for code in CODES}


def test_a_power_after_a_challenge_fades_to_who_used_it() -> None:
    assert str(MASCARADE.presenter.describe_effect(Applied(3, "KI", True).fade())).endswith(" uses the power.")
    assert str(MASCARADE.presenter.describe_effect(Applied(None, "KI", True).fade())) == "No one uses the power."
    said = Applied(3, "KI", False)
    assert said.fade() == said


@pytest.mark.parametrize("seed", range(1, 6))
def test_no_hint_of_a_faded_view_names_a_mask_or_sends_to_what_is_not_written(seed: int) -> None:
    simulation = Simulation(MASCARADE, 8, settings(8, log_masks="off", script="advanced"), seed, "uniform")
    told = set()
    while simulation.step() and len(simulation.events) < 400:
        state = simulation.state
        for seat in state.deciders():
            view = MASCARADE.faded(state.view(seat))
            hint = MASCARADE.presenter.hint(view, compose(MASCARADE, state, seat, ()))
            if hint is not None:
                told.add(hint.key)
                assert "written below" not in str(hint.text)
                assert "You don’t know" not in str(hint.text), "perhaps they remember"
                assert names_in(hint.text) <= {"Judge", "Cheater"}, "they lie open: the board's coins, and one's own"
    assert told >= {"memorise", "first", "look"}
