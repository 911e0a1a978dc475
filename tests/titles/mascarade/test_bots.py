"""Decisions of the bots of Mascarade: legal at every table, the same from the same seed, from their seat's knowledge
alone."""

import pytest

from games.bots.levels import LEVELS
from games.core.engine.state import OVER, State
from games.core.kit.playout import play_out
from games.core.title.thinker import InformationSet, SeatLog
from games.services.bot_moves.publish_time import pause_of
from games.titles.mascarade.rules.components import ANSWERS
from tests.titles.mascarade.table import MASCARADE, position, settings

JUDGED = ("easy", "medium", "hard", "expert")


def begun(seats: int, moves: int, seed: int = 5) -> State:
    """A match after so many random moves."""
    state: State = MASCARADE.initial_state(seats, settings(seats))
    state.seed(seed)
    made = 0
    while made < moves and state.to_move() != OVER:
        seat = state.to_move()
        if seat < 0:
            state.settle_chance()
        else:
            state.random_move(seat)
            made += 1
    while state.to_move() < 0 and state.to_move() != OVER:
        state.settle_chance()
    return state


def known_to(state: State, seat: int) -> InformationSet:
    return InformationSet(state, seat, SeatLog(seat, state.view(None)["seats"]))


def decided(state: State, seat: int, level: str, seed: int = 7) -> list[int]:
    return LEVELS[level].decide(MASCARADE, known_to(state, seat), seed)


@pytest.mark.parametrize("seats", MASCARADE.seats)
@pytest.mark.parametrize("level", JUDGED)
def test_every_level_makes_a_legal_move_at_every_table(seats: int, level: str) -> None:
    state = begun(seats, 3 * seats)
    for seat in state.deciders():
        parts = decided(state, seat, level)
        text = MASCARADE.format_move(state, seat, parts)
        assert MASCARADE.parse_move(state, seat, text) == parts


@pytest.mark.parametrize("level", JUDGED)
def test_the_same_seed_decides_the_same_and_hidden_masks_change_nothing(level: str) -> None:
    state = begun(6, 20)
    for seat in state.deciders():
        move = decided(state, seat, level)
        assert decided(state, seat, level) == move
        assert decided(state.redeal(seat, 99), seat, level) == move


def test_an_expert_who_knows_that_it_is_the_king_does_not_believe_another() -> None:
    state = position("JU KI EM TR SO CH")
    state.choose(0, state.options(0)[-1])
    for word in ("KI",):
        part = next(each for each in state.options(0) if MASCARADE.part_word(state, 0, each) == word)
        state.choose(0, part)
    assert state.phase == ANSWERS
    assert MASCARADE.format_move(state, 1, decided(state, 1, "expert")) == "C"


def test_a_window_of_twelve_experts_closes_within_eight_seconds(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("django.conf.settings.BOT_PAUSE", 1.0)
    assert 1.0 <= pause_of(["expert"], MASCARADE).total_seconds() <= 2.0
    assert pause_of(["expert"] * 12, MASCARADE).total_seconds() <= 6.0


def test_matches_of_random_seats_end() -> None:
    state = MASCARADE.initial_state(13, settings(13))
    state.seed(1)
    assert play_out(state) > 0
