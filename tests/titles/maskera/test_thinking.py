"""The levels that think ahead: they see what anybody sees, and are not easy to read."""

from functools import partial

import pytest

from games.bots.levels import LEVELS
from games.core.state import CHANCE, OVER
from games.titles.maskera.state import MaskeraState
from games.titles.maskera.thinking import BluffThinker, FlatThinker, thinker
from tests.titles.maskera.positions import MASKERA, follow, position

THINKERS = {"hard": FlatThinker(worlds=8, turns=2), "expert": BluffThinker(worlds=8, turns=2, rounds=60)}
EACH = pytest.mark.parametrize("thinks", THINKERS.values(), ids=THINKERS)
LONG = 75  # turns


def move(thinks: FlatThinker | BluffThinker, state: MaskeraState, seed: int = 1) -> str:
    seat = state.to_move()
    return MASKERA.format_move(state, seat, thinks.think(seat, partial(state.redeal, seat), seed))


@EACH
def test_a_card_that_wins_against_an_empty_hand_is_played(thinks: FlatThinker | BluffThinker) -> None:
    assert move(thinks, position(hand0="RSP", hand1="", area0="PPPR", area1="BBB")) == "pl=P"


@EACH
def test_the_only_card_that_wins_is_named_when_the_spy_has_seen_the_hand(thinks: FlatThinker | BluffThinker) -> None:
    state = position(hand0="SPA", hand1="BB", area0="P", area1="BBB")
    follow(state, "0:pl=S 1:ok {rev 0 S} {draw 0 P} {peek 0 BB} 1:pl=B")
    assert move(thinks, state) == "ct=B"


@EACH
def test_an_assassin_breaks_three_of_a_mask(thinks: FlatThinker | BluffThinker) -> None:
    state = follow(position(hand0="AS", hand1="PR", area0="R", area1="PPPB"), "0:pl=A 1:ok {rev 0 A}")
    assert move(thinks, state) == "as=P"


@EACH
def test_the_same_seed_gives_the_same_move_whatever_is_hidden(thinks: FlatThinker | BluffThinker) -> None:
    state = position(hand0="PRSB", hand1="RAPS", area0="PPS", area1="RR")
    twin = position(hand0="PRSB", hand1="BBAA", area0="PPS", area1="RR")
    for seed in range(3):
        assert move(thinks, state, seed) == move(thinks, state, seed) == move(thinks, twin, seed)


def test_the_expert_is_not_easy_to_read() -> None:
    state = position(hand0="PPRRSSBBAA", hand1="PRSBA", area0="PRSB", area1="RR")
    expert = THINKERS["expert"]
    assert len({move(expert, state, seed) for seed in range(6)}) > 1
    follow(state, "0:pl=A")
    assert len({move(expert, state, seed) for seed in range(6)}) > 1


@EACH
def test_twice_the_effort_is_twice_the_worlds(thinks: FlatThinker | BluffThinker) -> None:
    assert thinks.times(2.0).worlds == 2 * thinks.worlds
    assert thinks.times(0.01).worlds == 1
    assert str(thinks.worlds) in thinks.effort()


def test_only_strong_levels_look_ahead() -> None:
    assert [level for level in LEVELS if thinker(level)] == ["hard", "expert"]


def test_two_mediums_come_to_an_end() -> None:
    """Cards are not guessed so often that a match goes on and on."""
    bot = LEVELS["medium"]
    for seed in range(3):
        state = MASKERA.initial_state(2, {})
        state.seed(seed)
        while (seat := state.to_move()) != OVER:
            if seat == CHANCE:
                state.random_chance()
                continue
            for part in bot.decide(MASKERA, seat, partial(state.redeal, seat), seed + state.turn()):
                state.choose(seat, part)
        assert state.turn() < LONG
