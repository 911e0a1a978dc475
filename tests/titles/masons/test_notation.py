"""Words of moves: every one round-trips, and a refusal names its rule."""

import pytest

from games.core.engine.events import EventKind
from games.core.engine.state import CHANCE, OVER
from games.core.errors import Illegal, Unreadable
from games.core.kit.simulation import Simulation
from games.core.title.compose import compose
from games.titles.masons.game import Masons
from games.titles.masons.rules.components import BUILD, EXCHANGE, FACE_CODES, FINAL, MERGE, SCORE, WALL
from games.titles.masons.rules.state import MasonsState
from games.titles.masons.text.refusals import OWED

MASONS = Masons()
PHASES = (WALL, BUILD, MERGE, SCORE, EXCHANGE, FINAL)
EXAMPLES = {WALL: "W:a1a2", BUILD: "B:;A1=b", MERGE: "M:-", SCORE: "S:OW", EXCHANGE: "E:-", FINAL: "F:-"}


def at(phase: int, seats: int = 3) -> MasonsState:
    """A position of random play at which a decision of this kind is due."""
    for seed in range(1, 400):
        state = MASONS.initial_state(seats, {})
        state.seed(seed)
        while state.to_move() != OVER:
            if state.to_move() != CHANCE and state.phase == phase:
                return state
            if state.to_move() == CHANCE:
                state.random_chance()
            else:
                state.random_move(state.to_move())
    raise AssertionError(f"no match reaches phase {phase}")


def refusal(state: MasonsState, text: str) -> str:
    with pytest.raises(Illegal) as found:
        MASONS.parse_move(state, int(state.to_move()), text)
    return str(found.value.reason)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("strategy", ["uniform", "mostly-first", "mostly-last"])
def test_every_move_round_trips(seats: int, strategy: str) -> None:
    kinds = set()
    for seed in range(6):
        simulation = Simulation(MASONS, seats, {}, seed, strategy)
        while True:
            before = simulation.state.copy()
            event = simulation.step()
            if event is None:
                break
            if event.kind == EventKind.MOVE and event.seat is not None:
                parts = MASONS.parse_move(before, event.seat, event.text)
                assert MASONS.format_move(before, event.seat, parts) == event.text
                kinds.add(event.text[0])
    assert kinds >= set("WB")


def test_words_of_parts_compose_the_move() -> None:
    state = at(SCORE)
    seat = int(state.to_move())
    first = compose(MASONS, state, seat, ()).offered[0]
    second = compose(MASONS, state, seat, (first,)).offered
    assert second[:2] == ("alone", "discard")
    assert compose(MASONS, state, seat, (first, "alone")).text == f"S:{first}"
    assert compose(MASONS, state, seat, (first, "discard")).text == f"X:{first}"
    assert compose(MASONS, state, seat, (first, second[-1])).text == f"S:{first}+{second[-1]}"


def test_an_exchange_names_its_cards_in_order_and_ends_with_a_dash() -> None:
    state = at(EXCHANGE)
    seat = int(state.to_move())
    cards = compose(MASONS, state, seat, ()).offered[1:]
    assert compose(MASONS, state, seat, ("-",)).text == "E:-"
    assert compose(MASONS, state, seat, (cards[0], cards[-1], "-")).text == f"E:{cards[0]},{cards[-1]}"
    with pytest.raises(Illegal):
        compose(MASONS, state, seat, (cards[-1], cards[0]))


@pytest.mark.parametrize("phase", PHASES)
def test_a_move_of_another_phase_is_refused_with_what_is_due(phase: int) -> None:
    state = at(phase)
    for other, text in EXAMPLES.items():
        if other != phase:
            assert refusal(state, text) == str(OWED[phase])


@pytest.mark.parametrize(
    "text",
    ["", "?", "W", "W:", "W:a1", "W:a1a2a3", "w:a1a2", "W:A1A2", "W:a1a2 ", "W:-", "B:", "B", "B:a1=W", "B:;A1=b,",
     "B:;,A1=b", "M:", "M:1", "M:T0", "S:", "S:+OW", "S:OW+", "S:OW+NT+TP", "X:", "X:OW+NT", "E:", "E:OW,", "E:,OW",
     "F:", "F:T1", "F:T1:", "F:OW", "F:0:OW+NT+TP", "S:TS1\n", "S:ts1", "\0"],
)  # fmt: skip
def test_text_without_a_move_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable, match="isn’t a move"):
        MASONS.parse_move(at(WALL), 0, text)


@pytest.mark.parametrize(
    ("phase", "text", "rule"),
    [
        (WALL, "W:a1a9", "There’s no line “a1a9”"),
        (BUILD, "B:;", "Build a"),
        (BUILD, "B:a9=W;A1=b", "isn’t a piece on a place of this board"),
        (BUILD, "B:a1=Q;A1=b", "isn’t a piece on a place of this board"),
        (BUILD, "B:;E1=b", "isn’t a piece on a place of this board"),
        (BUILD, "B:;A1=x", "isn’t a piece on a place of this board"),
        (MERGE, "M:T99", "There’s no town T99 on the board"),
        (SCORE, "S:ZZ", "There’s no card with the code “ZZ”"),
        (EXCHANGE, "E:OW,OW,OW", "You don’t have these cards"),
        (FINAL, "F:T99:OW", "There’s no town T99 on the board"),
    ],
)
def test_a_refusal_names_its_rule(phase: int, text: str, rule: str) -> None:
    assert rule in refusal(at(phase), text)


def test_all_cards_that_are_not_held_are_refused_alike() -> None:
    """A refusal says nothing about whether others hold the card."""
    state = at(SCORE)
    seat = int(state.to_move())
    hand = state.view(seat)["hands"][seat]
    assert hand is not None
    missing = [code for code in FACE_CODES if code not in hand]
    assert {refusal(state, f"S:{code}") for code in missing} == {"You don’t have these cards."}


@pytest.mark.parametrize(("token", "text"), [("D", "“D” can’t be drawn here"), ("TS1", "“TS1” can’t be drawn here")])
def test_dice_show_nothing_else(token: str, text: str) -> None:
    state = at(WALL)
    state.random_move(state.to_move())
    with pytest.raises(Unreadable, match=text):
        MASONS.parse_chance(state, token)
