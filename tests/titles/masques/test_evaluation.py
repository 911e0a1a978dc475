"""The bots' evaluation: obvious moves look best, and evaluation is quick."""

import sys
from collections.abc import Callable

from games.core.engine.state import CHANCE
from games.titles.masques.rules.state import MasquesState
from tests.titles.masques.positions import GAME, dealt, position

KNOWLEDGE = GAME.knowledge
LIMIT = 100_000  # calls; usually a sixth of that, in about 20 ms


def calls_of(work: Callable[[], object]) -> int:
    """How many functions `work` calls: a measure of its work that no other program on the machine can change."""
    count = 0

    def note(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def best(state: MasquesState, seat: int) -> str:
    """The move that greedy play by weights composes."""
    trial, parts = state.copy(), []
    while not parts or trial.composing(seat):
        weights = KNOWLEDGE.weigh(trial, seat)
        options = trial.options(seat)
        assert len(weights) == len(options)
        parts.append(options[max(range(len(options)), key=weights.__getitem__)])
        trial.choose(seat, parts[-1])
    return GAME.format_move(state, seat, parts)


def test_a_winning_place_is_found() -> None:
    state = position(4, "H: 5=D2 9=M2", "P: 5=ME 9=VI 10=du", "fav 0: ME3", "hand 0: C3", "hand 1: V2", "du 0: 0")
    assert best(state, 0) == "C3@4"


def test_a_rival_about_to_win_is_stopped() -> None:
    state = position(2, "H: 1=M3 2=F2", "P: 2=ME", "fav 1: ME3", "hand 0: F2", "hand 1: V2", "du 0: 2")
    assert best(state, 0) == "AS@0x1"


def test_own_strong_guests_are_kept_in_the_draft() -> None:
    state = dealt(4)
    own = state.view(0)["families"][0][0]
    for at, guest in enumerate(("F2", f"{own}4", "F3", "F4")):
        state.packet[at] = "CDMVF".index(guest[0]) * 3 + int(guest[1]) - 2
    assert best(state, 0) == f"+{own}4"


def test_evaluation_shares_ten_points_and_ends_with_the_result() -> None:
    state = dealt(3, seed=2)
    while state.outcome() is None:
        if state.to_move() == CHANCE:
            state.random_chance()
            continue
        assert abs(sum(KNOWLEDGE.evaluate(state)) - 10) < 1e-6
        state.choose(state.to_move(), state.random_option(state.to_move()))
    outcome = state.outcome()
    assert outcome is not None
    assert KNOWLEDGE.evaluate(state)[outcome.winners[0]] == 10 / len(outcome.winners)


def test_a_decision_with_a_full_purse_is_weighed_with_little_work() -> None:
    halls = "H: 0=C2 2=D3 4=M4 6=V2 8=F2 10=F4 12=D4 14=M2"
    palace = "P: 0=ME 1=du 3=du 5=du 6=CL 7=du 8=VI 9=du 10=MI 11=du 12=SC 13=du 14=CL 15=du"
    state = position(4, halls, palace, "hand 0: C3 C4 D2 F3", "hand 1: V3", "du 0: 15")
    assert calls_of(lambda: KNOWLEDGE.weigh(state, 0)) < LIMIT
