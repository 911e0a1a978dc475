"""Words of moves: every one round-trips, and a refusal names its rule."""

import pytest

from games.core.engine.state import CHANCE, OVER
from games.core.errors import Illegal, Unreadable
from tests.titles.maskera.positions import MASKERA, follow, position

TURN = position(hand0="PPS", hand1="RA", area0="B", area1="BB")


@pytest.mark.parametrize("seed", range(5))
def test_every_move_round_trips(seed: int) -> None:
    state = MASKERA.initial_state(2, {})
    state.seed(seed)
    while (seat := state.to_move()) != OVER:
        if seat == CHANCE:
            state.random_chance()
            continue
        for part in state.options(seat):
            word = MASKERA.part_word(state, seat, part)
            assert MASKERA.format_move(state, seat, [part]) == word
            assert MASKERA.parse_move(state, seat, word) == [part]
        state.choose(seat, state.random_option(seat))


@pytest.mark.parametrize(
    "text", ["", "?", "pl", "pl=", "pl=X", "pl=p", "pl=?", "PL=P", "0:pl=P", "pl=P ", "dr dr", "di=PP", "ok\n", "\0"]
)
def test_text_without_a_move_is_unreadable(text: str) -> None:
    with pytest.raises(Unreadable, match="isn’t a move"):
        MASKERA.parse_move(TURN, 0, text)


def test_a_refusal_names_the_decision_that_is_owed() -> None:
    with pytest.raises(Illegal, match="You can only draw two cards or play one now"):
        MASKERA.parse_move(TURN, 0, "ok")
    answer = follow(position(hand0="PPS", hand1="RA", area1="B"), "0:pl=P")
    with pytest.raises(Illegal, match="let the card pass or try to counter"):
        MASKERA.parse_move(answer, 1, "dr")
    follow(answer, "1:ct=A {rev 0 P} {miss}")
    with pytest.raises(Illegal, match="You must discard a card"):
        MASKERA.parse_move(answer, 1, "ok")
    keep = follow(position(hand0="RS", hand1="RA"), "0:pl=R 1:ok {rev 0 R} {draw 0 PPPSB}")
    with pytest.raises(Illegal, match="which of the drawn cards to keep"):
        MASKERA.parse_move(keep, 0, "pl=S")
    remove = follow(position(hand0="AS", hand1="RA", area1="RB"), "0:pl=A 1:ok {rev 0 A}")
    with pytest.raises(Illegal, match="a card in the other area for the Assassin"):
        MASKERA.parse_move(remove, 0, "di=S")


def test_a_card_that_is_not_there_cannot_be_chosen() -> None:
    with pytest.raises(Illegal, match="This mask isn’t in your hand: Brute"):
        MASKERA.parse_move(TURN, 0, "pl=B")
    keep = follow(position(hand0="RS", hand1="RA"), "0:pl=R 1:ok {rev 0 R} {draw 0 PPPSB}")
    with pytest.raises(Illegal, match="This mask isn’t among the cards you drew: Assassin"):
        MASKERA.parse_move(keep, 0, "ke=A")
    remove = follow(position(hand0="AS", hand1="RA", area1="RB"), "0:pl=A 1:ok {rev 0 A}")
    with pytest.raises(Illegal, match="This mask isn’t in the other area: Spy"):
        MASKERA.parse_move(remove, 0, "as=S")


def test_drawing_is_refused_when_both_piles_are_empty() -> None:
    with pytest.raises(Illegal, match="both piles are empty"):
        MASKERA.parse_move(position(hand0="S", hand1="S", pile=""), 0, "dr")


def test_nobody_may_ask_to_be_skipped() -> None:
    with pytest.raises(Illegal, match="can’t choose to skip a turn"):
        MASKERA.parse_move(TURN, 0, "skip")


@pytest.mark.parametrize("token", ["", "X", "p", "PP", "01", "2"])
def test_only_cards_are_outcomes_of_chance(token: str) -> None:
    with pytest.raises(Unreadable):
        MASKERA.parse_chance(MASKERA.initial_state(2, {}), token)
