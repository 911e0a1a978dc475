"""Answers in advance: for what they are given, and what they say."""

import pytest

from games.core.errors import Illegal
from games.titles.mascarade.rules.state import MascaradeState
from games.titles.mascarade.text.in_advance import answers
from tests.titles.mascarade.table import MASCARADE, follow, position

SIX = "JU TR EM KI SO CH"


def announced(seats: int = 6, *, sealed: bool = True) -> MascaradeState:
    """Seat 1 has announced the Empress."""
    state = position(SIX, seats=seats, sealed=sealed)
    text = "A:EM" if state.hand == 1 else "A:EM@L"
    for part in MASCARADE.parse_move(state, 0, text):
        state.choose(0, part)
    return state


@pytest.mark.parametrize("sealed", [True, False])
def test_they_are_for_the_announced_mask_first_and_then_for_any(sealed: bool) -> None:
    assert MASCARADE.keys_in_advance(announced(sealed=sealed), 1) == ("EM", "*")


def test_there_are_none_for_other_decisions() -> None:
    assert MASCARADE.keys_in_advance(position(SIX), 0) == ()
    guru = follow(position("GU TR EM TH SO JU FO KI"), "9. 1: A:GU 2:N 3:N 4:N 5:N 6:N 7:N 8:N 1:P>4")
    assert MASCARADE.keys_in_advance(guru, 3) == ()


@pytest.mark.parametrize(
    ("seats", "said"),
    [(2, ("N", "C@L", "C@M", "C@R")), (3, ("N", "C@L", "C@R")), (4, ("N", "C")), (13, ("N", "C"))],
)
def test_a_challenge_in_advance_names_a_slot_where_there_are_several(seats: int, said: tuple[str, ...]) -> None:
    assert answers(seats) == said


@pytest.mark.parametrize("seats", [2, 3, 6])
def test_every_answer_in_advance_is_a_legal_move(seats: int) -> None:
    state = announced(seats=seats)
    for key in MASCARADE.keys_in_advance(state, 1):
        for text in answers(seats):
            kept = MASCARADE.parse_in_advance(state, 1, key, text)
            move = MASCARADE.move_in_advance(state, 1, kept)
            assert move is not None
            assert move == text
            MASCARADE.parse_move(state, 1, move)


@pytest.mark.parametrize(("key", "text"), [("WI", "N"), ("em", "N"), ("", "N"), ("EM", "C@L"), ("*", "X"), ("*", "")])
def test_others_are_refused(key: str, text: str) -> None:
    with pytest.raises(Illegal):
        MASCARADE.parse_in_advance(position(SIX), 1, key, text)
