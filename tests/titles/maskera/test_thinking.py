"""How the levels think: they know what their seat knows, and what they play is not easy to guess."""

from dataclasses import replace

import pytest

from games.bots.arena import play_blocks, strengths
from games.bots.levels import LEVELS
from games.bots.tally import Duel
from games.core.engine.state import CHANCE, OVER
from games.core.title.thinker import Thinker
from games.titles.maskera.bots.evaluation import WHOLE
from games.titles.maskera.bots.newcomer import Newcomer
from games.titles.maskera.bots.racing import Racer
from games.titles.maskera.bots.thinking import BluffThinker, blended, thinker
from games.titles.maskera.rules.state import MaskeraState
from tests.knowing import information
from tests.titles.maskera.positions import MASKERA, follow, position

THINKERS = {
    "hard": BluffThinker(worlds=8, rounds=60, seen_through=3000, careless_mover=(2500, 2500)),
    "expert": BluffThinker(worlds=16, rounds=60, seen_through=3000, careless_mover=(500, 6000)),
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


def test_the_expert_is_hard_to_predict() -> None:
    state = position(hand0="PPRRSSBBAA", hand1="PRSBA", area0="PRSSSB", area1="RR")
    expert = THINKERS["expert"]
    assert len({move(expert, state, seed) for seed in range(6)}) > 1
    follow(state, "0:pl=A")
    assert len({move(expert, state, seed) for seed in range(6)}) > 1


@EACH
def test_twice_the_effort_is_twice_the_worlds(thinks: BluffThinker) -> None:
    assert thinks.times(2.0).worlds == 2 * thinks.worlds
    assert thinks.times(0.01).worlds == 1
    assert str(thinks.worlds) in thinks.effort()


def chances(thinks: BluffThinker, state: MaskeraState) -> dict[str, float]:
    """How often each option is taken."""
    seat = state.to_move()
    options, counts, _world = thinks.chances(information(state, seat), 1)
    return {
        MASKERA.part_word(state, seat, part): count / sum(counts) for part, count in zip(options, counts, strict=True)
    }


@EACH
def test_neither_of_two_possible_winning_cards_is_always_named(thinks: BluffThinker) -> None:
    state = follow(position(hand0="PSSBA", hand1="PRB", area0="PRSSSB", area1="RR"), "0:pl=A")
    found = chances(thinks, state)
    assert found["ct=S"] > 0.1
    assert found["ct=A"] > 0.1


def test_a_part_of_a_mixture_goes_by_another() -> None:
    assert blended([3, 1, 0], [0, 0, 1], 0) == [750_000, 250_000, 0]
    assert blended([3, 1, 0], [0, 0, 1], 2500) == [562_500, 187_500, 250_000]


def test_a_player_who_slips_at_every_answer_minds_only_what_would_win() -> None:
    slips = replace(THINKERS["hard"], answer_slips=WHOLE)
    state = follow(position(hand0="PRS", hand1="RA", area0="PPP", area1="BB"), "0:pl=S")
    assert chances(slips, state) == {"ok": 0.25, "ct=P": 0.75, "ct=R": 0, "ct=S": 0, "ct=B": 0, "ct=A": 0}
    harmless = follow(position(hand0="PRS", hand1="RA", area0="PP", area1="BB"), "0:pl=S")
    assert chances(slips, harmless)["ok"] == 1.0


def test_a_player_who_slips_at_every_play_runs_for_the_win() -> None:
    slips = replace(THINKERS["hard"], play_slips=WHOLE)
    found = chances(slips, position(hand0="PRSBA", hand1="RA", area0="PPPR", area1="BB"))
    assert max(found, key=lambda word: found[word]) == "pl=P"


@pytest.mark.parametrize("level", ["easy", "hard"])
def test_an_attacker_names_what_its_target_would_play(level: str) -> None:
    attacker = MASKERA.attacker(level, 2)
    assert attacker is not None
    state = position(hand0="SPA", hand1="BB", area0="P", area1="BBB")
    follow(state, "0:pl=S 1:ok {rev 0 S} {draw 0 P} {peek 0 BB} 1:pl=B")
    assert move(attacker, state) == "ct=B"


def test_an_attacker_knows_no_more_than_its_seat() -> None:
    attacker = MASKERA.attacker("hard", 2)
    assert attacker is not None
    state = position(hand0="PRSB", hand1="RAPS", area0="PPS", area1="RR")
    twin = position(hand0="PRSB", hand1="BBAA", area0="PPS", area1="RR")
    assert move(attacker, state) == move(attacker, twin)
    assert attacker.times(2.0).effort() == "asks its target in 4 worlds"


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
            for part in bot.decide(MASKERA, information(state, seat), seed + state.turns):
                state.choose(seat, part)
        assert state.turns < LONG


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
    """A hundred matches; the whole measurement is in docs/bots.md."""
    results = list(play_blocks(Duel(MASKERA, ("newcomer", "easy"), {}, seed=4), 50))
    newcomer = next(line for line in strengths(results, 4) if line.level == "newcomer")
    assert 0.25 < newcomer.share < 0.75
