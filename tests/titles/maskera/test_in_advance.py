"""Answers in advance: the other's cards pass, always or while none of them can win (ruling K10)."""

import pytest

from games.core.errors import Illegal
from games.titles.maskera.rules.components import ANSWER
from games.titles.maskera.rules.state import MaskeraState
from games.titles.maskera.text.in_advance import ANY, PASS, PASS_HARMLESS
from tests.titles.maskera.positions import MASKERA, follow, position


def on_trial(area: str) -> MaskeraState:
    """Seat 0, with this area, has played a card."""
    state = position(hand0="PS", hand1="RB", area0=area, area1="PP")
    follow(state, "0:pl=P")
    assert state.phase == ANSWER
    return state


@pytest.mark.parametrize("area", ["", "PP", "PRSS", "PPRRSS"])
def test_a_card_that_cannot_win_passes(area: str) -> None:
    state = on_trial(area)
    assert MASKERA.keys_in_advance(state, 1) == (ANY,)
    assert MASKERA.move_in_advance(state, 1, PASS_HARMLESS) == "ok"


@pytest.mark.parametrize("area", ["PPP", "RRRS", "PRSB", "PPRSA"])
def test_about_a_card_that_may_win_the_seat_is_asked(area: str) -> None:
    state = on_trial(area)
    assert MASKERA.move_in_advance(state, 1, PASS_HARMLESS) is None
    assert MASKERA.move_in_advance(state, 1, PASS) == "ok"


def test_the_area_of_the_one_who_answers_does_not_count() -> None:
    state = position(hand0="P", hand1="RB", area0="P", area1="SSS")
    follow(state, "0:pl=P")
    assert MASKERA.move_in_advance(state, 1, PASS_HARMLESS) == "ok"


def test_in_a_turn_nothing_can_be_answered() -> None:
    assert MASKERA.keys_in_advance(position(hand0="P", hand1="R"), 0) == ()


@pytest.mark.parametrize(("key", "text"), [(ANY, "ct=P"), ("P", PASS), (ANY, "")])
def test_there_are_no_other_answers_in_advance(key: str, text: str) -> None:
    with pytest.raises(Illegal, match="ok, ok-unless"):
        MASKERA.parse_in_advance(on_trial("P"), 1, key, text)
