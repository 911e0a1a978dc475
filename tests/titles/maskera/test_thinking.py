"""How the levels think: they know what their seat knows, and what they play is not easy to guess."""

import pytest

from games.bots.arena import play_blocks, strengths
from games.bots.levels import LEVELS
from games.bots.tally import Duel
from games.core.state import CHANCE, OVER
from games.core.thinker import Thinker
from games.titles.maskera.bots.newcomer import Newcomer
from games.titles.maskera.bots.racing import Racer
from games.titles.maskera.bots.thinking import BluffThinker, blended, thinker
from games.titles.maskera.rules.state import MaskeraState
from tests.knowing import information
from tests.titles.maskera.positions import MASKERA, follow, position

THINKERS = {
    "hard": BluffThinker(worlds=8, turns=2, rounds=60, trust=0.4, margin=0),
    "expert": BluffThinker(worlds=8, turns=2, rounds=60, trust=0.8, margin=200),
}
EACH = pytest.mark.parametrize("thinks", THINKERS.values(), ids=THINKERS)
LONG = 75  # turns


def move(thinks: Thinker, state: MaskeraState, seed: int = 1) -> str:
    seat = state.to_move()
    return MASKERA.format_move(state, seat, thinks.think(information(state, seat), seed))


@EACH
def test_a_card_that_wins_against_an_empty_hand_is_played(thinks: BluffThinker) -> None:
    assert move(thinks, position(hand0="RSP", hand1="", area0="PPPR", area1="BBB")) == "pl=P"


@EACH
def test_the_only_card_that_wins_is_named_when_the_spy_has_seen_the_hand(thinks: BluffThinker) -> None:
    state = position(hand0="SPA", hand1="BB", area0="P", area1="BBB")
    follow(state, "0:pl=S 1:ok {rev 0 S} {draw 0 P} {peek 0 BB} 1:pl=B")
    assert move(thinks, state) == "ct=B"


@EACH
def test_an_assassin_breaks_three_of_a_mask(thinks: BluffThinker) -> None:
    state = follow(position(hand0="AS", hand1="PR", area0="R", area1="PPPB"), "0:pl=A 1:ok {rev 0 A}")
    assert move(thinks, state) == "as=P"


@EACH
def test_the_same_seed_gives_the_same_move_whatever_is_hidden(thinks: BluffThinker) -> None:
    state = position(hand0="PRSB", hand1="RAPS", area0="PPS", area1="RR")
    twin = position(hand0="PRSB", hand1="BBAA", area0="PPS", area1="RR")
    for seed in range(3):
        assert move(thinks, state, seed) == move(thinks, state, seed) == move(thinks, twin, seed)


def test_what_the_expert_plays_is_not_easy_to_guess() -> None:
    state = position(hand0="PPRRSSBBAA", hand1="PRSBA", area0="PRSB", area1="RR")
    expert = THINKERS["expert"]
    assert len({move(expert, state, seed) for seed in range(6)}) > 1
    follow(state, "0:pl=A")
    assert len({move(expert, state, seed) for seed in range(6)}) > 1


@EACH
def test_twice_the_effort_is_twice_the_worlds(thinks: BluffThinker) -> None:
    assert thinks.times(2.0).worlds == 2 * thinks.worlds
    assert thinks.times(0.01).worlds == 1
    assert str(thinks.worlds) in thinks.effort()


def test_half_of_a_mixture_may_be_trusted() -> None:
    assert blended([3, 1, 0], [1, 1, 1], 1.0) == [0.75, 0.25, 0.0]
    assert blended([3, 1, 0], [1, 1, 0], 0.5) == [0.625, 0.375, 0.0]


def test_only_strong_levels_try_things_out() -> None:
    assert [level for level in LEVELS if isinstance(thinker(level), BluffThinker)] == ["hard", "expert"]


CAREFUL = Racer(temperature=1.0, care=1.0)
"""Easy, without its slips."""


def test_easy_lets_pass_what_cannot_win() -> None:
    state = follow(position(hand0="PRS", hand1="RA", area0="PP", area1="BB"), "0:pl=P")
    assert {move(CAREFUL, state, seed) for seed in range(5)} == {"ok"}


def test_easy_names_what_would_win() -> None:
    state = follow(position(hand0="PRS", hand1="RA", area0="PPP", area1="BB"), "0:pl=S")
    assert {move(CAREFUL, state, seed) for seed in range(5)} == {"ct=P"}
    assert {move(Racer(temperature=1.0, care=0.0), state, seed) for seed in range(5)} == {"ok"}


def test_easy_runs_for_the_win_and_hides_nothing() -> None:
    state = position(hand0="PRSBA", hand1="RA", area0="PPPR", area1="BB")
    assert {move(CAREFUL, state, seed) for seed in range(5)} == {"pl=P"}


def test_easy_removes_what_hurts_most() -> None:
    state = follow(position(hand0="AS", hand1="PR", area0="R", area1="PPPB"), "0:pl=A 1:ok {rev 0 A}")
    assert move(CAREFUL, state) == "as=P"


def test_easy_takes_now_and_then_something_else() -> None:
    state = position(hand0="PPRSBA", hand1="PRSBA", area0="PR", area1="RR")
    easy = thinker("easy")
    assert easy is not None
    assert len({move(easy, state, seed) for seed in range(40)}) > 1


def test_with_more_effort_easy_overlooks_less() -> None:
    assert Racer(temperature=1.0, care=0.5).times(2.0) == Racer(temperature=1.0, care=0.75)
    assert "90%" in Racer(temperature=1.0, care=0.9).effort()


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
            for part in bot.decide(MASKERA, information(state, seat), seed + state.turn()):
                state.choose(seat, part)
        assert state.turn() < LONG


def test_newcomers_win_when_they_can_and_draw_with_few_cards() -> None:
    for newcomer in (Newcomer(five=False), Newcomer(five=True)):
        assert move(newcomer, position(hand0="PRSBA", hand1="RA", area0="PPPR", area1="BB")) == "pl=P"
        assert move(newcomer, position(hand0="PR", hand1="RA", area0="PP", area1="BB")) == "dr"
        assert move(newcomer, position(hand0="PPSA", hand1="RA", area0="P", area1="BB")) == "pl=P"


def test_all_newcomers_fear_a_fourth_mask_and_some_a_fifth_kind() -> None:
    four = follow(position(hand0="PRS", hand1="RA", area0="PPP", area1="BB"), "0:pl=S")
    five = follow(position(hand0="PRS", hand1="RA", area0="PRSB", area1="BB"), "0:pl=S")
    assert [move(Newcomer(five=each), four) for each in (False, True)] == ["ct=P", "ct=P"]
    assert [move(Newcomer(five=each), five) for each in (False, True)] == ["ok", "ct=A"]


def test_a_newcomer_can_beat_easy() -> None:
    """A hundred matches; the whole measurement stands in docs/bots.md."""
    results = list(play_blocks(Duel(MASKERA, ("newcomer", "easy"), {}, seed=4), 50))
    newcomer = next(line for line in strengths(results, 4) if line.level == "newcomer")
    assert 0.25 < newcomer.share < 0.75
