"""Answers in advance (rules page, #scoring): what is said in advance of a scoring, and of the exchange after it."""

import pytest

from games.core.engine.state import REACTION, TURN
from games.core.errors import Illegal
from games.titles.masons.rules.components import EXCHANGE, FACE_CODES, FINAL, SCORE, WALL
from games.titles.masons.rules.state import MasonsState
from games.titles.masons.text import in_advance
from tests.titles.masons.test_notation import MASONS, at


def hand_of(state: MasonsState, seat: int) -> list[str]:
    hand = state.view(seat)["hands"][seat]
    assert hand is not None
    return list(hand)


@pytest.mark.parametrize("phase", [SCORE, EXCHANGE, FINAL])
def test_scoring_exchange_and_final_are_responses_whose_silence_costs_nothing(phase: int) -> None:
    state = at(phase)
    assert state.response() == REACTION
    assert not state.silence_counts()
    assert state.default_move(state.to_move())


def test_a_turn_has_no_default() -> None:
    state = at(WALL)
    assert state.response() == TURN
    assert state.default_move(state.to_move()) == []


def test_silence_discards_the_first_card_of_the_hand() -> None:
    state = at(SCORE)
    seat = int(state.to_move())
    first = min(hand_of(state, seat), key=FACE_CODES.index)
    assert MASONS.format_move(state, seat, state.default_move(seat)) == f"X:{first}"


@pytest.mark.parametrize(("phase", "text"), [(EXCHANGE, "E:-"), (FINAL, "F:-")])
def test_silence_exchanges_nothing_and_plays_nothing_at_the_end(phase: int, text: str) -> None:
    state = at(phase)
    seat = int(state.to_move())
    assert MASONS.format_move(state, seat, state.default_move(seat)) == text


def test_a_scoring_is_answered_in_advance_by_each_play_of_the_hand() -> None:
    state = at(SCORE)
    for seat in range(3):
        hand = hand_of(state, seat)
        answers = in_advance.answers(hand)
        assert len(set(answers)) == len(answers)
        assert {f"S:{card}" for card in hand} | {f"X:{card}" for card in hand} <= set(answers)
        for text in answers:
            assert MASONS.parse_in_advance(state, seat, "S", text) == text
        if seat == state.to_move():
            for text in answers:
                assert MASONS.parse_move(state, seat, text)


def test_two_copies_are_a_pair_only_for_who_holds_both() -> None:
    assert "S:OW+OW" in in_advance.answers(["OW", "OW", "NT"])
    assert "S:OW+OW" not in in_advance.answers(["OW", "NT"])


@pytest.mark.parametrize(
    ("key", "text", "rule"),
    [
        ("S", "X:ZZ", "playing one or two of your cards"),
        ("S", "E:-", "playing one or two of your cards"),
        ("E", "E:OW", "you won’t swap cards"),
        ("F", "F:-", "for the scoring and the swap"),
    ],
)
def test_impossible_answers_in_advance_are_refused(key: str, text: str, rule: str) -> None:
    state = at(SCORE)
    with pytest.raises(Illegal) as found:
        MASONS.parse_in_advance(state, int(state.to_move()), key, text)
    assert rule in str(found.value.reason)


def test_a_play_is_said_in_advance_only_while_a_town_is_scored() -> None:
    state = at(WALL)
    card = hand_of(state, 0)[0]
    with pytest.raises(Illegal, match="while a town is being scored"):
        MASONS.parse_in_advance(state, 0, "S", f"S:{card}")


def test_answers_for_one_town_are_dropped_when_the_next_is_scored() -> None:
    state = at(SCORE)
    before = [state.epoch_in_advance(seat) for seat in range(3)]
    while state.phase != WALL:
        if state.to_move() < 0:
            state.random_chance()
        else:
            assert [state.epoch_in_advance(seat) for seat in range(3)] == before
            state.random_move(state.to_move())
    later = at(SCORE).copy()
    later.scorings += 1
    assert [later.epoch_in_advance(seat) for seat in range(3)] != before


@pytest.mark.parametrize(("phase", "key"), [(SCORE, ("S",)), (EXCHANGE, ("E",)), (FINAL, ()), (WALL, ())])
def test_keys_follow_the_decision(phase: int, key: tuple[str, ...]) -> None:
    state = at(phase)
    assert tuple(MASONS.keys_in_advance(state, int(state.to_move()))) == key
