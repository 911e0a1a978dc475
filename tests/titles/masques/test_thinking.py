"""The strong levels look to the end of the round: who collects first, what the other can still do."""

import pytest

from games.bots.level_bot import LevelBot
from games.bots.levels import LEVELS
from games.titles.masques.bots.guide import MasquesGuide
from games.titles.masques.rules.state import MasquesState
from tests.knowing import information
from tests.titles.masques.positions import GAME, dealt, position

STRONG = ["hard", "expert"]


def answer(state: MasquesState, level: str, seed: int) -> str:
    """The move of a level with a tenth of its effort."""
    bot = LEVELS[level]
    assert isinstance(bot, LevelBot)
    parts = bot.times(0.1).decide(GAME, information(state, state.mover), seed)
    return GAME.format_move(state, state.mover, parts)


@pytest.mark.parametrize("level", STRONG)
def test_a_rival_who_would_collect_first_is_stopped_before_the_own_win_is_made_safe(level: str) -> None:
    # Taking palace card 5 or 1 wins, and card 1 is resolved first: the last hallway next to it decides.
    halls = "H: 1=V3 2=F2 3=D2 5=C3 6=F3 7=D3"
    lines = ("P: 1=VI 5=ME", "fav 0: ME3", "fav 1: VI3", "hand 0: C4", "hand 1: V2", "du 0: 0", "du 1: 0")
    state = position(2, halls, *lines)
    assert [answer(state, level, seed) for seed in range(3)] == ["C4@0"] * 3


@pytest.mark.parametrize("level", STRONG)
def test_a_guest_goes_where_it_collects(level: str) -> None:
    halls = "H: 1=V2 2=F2 3=D2 5=F4 6=F3 7=D3"
    state = position(2, halls, "P: 1=SC", "hand 0: C3", "hand 1: M2", "du 0: 0", "du 1: 0")
    assert [answer(state, level, seed) for seed in range(3)] == ["C3@0"] * 3


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_quick_play_is_legal_from_any_part_of_a_move_on(seats: int) -> None:
    state = dealt(seats, seed=seats)
    checked = 0
    while state.outcome() is None and checked < 400:
        seat = state.to_move()
        if seat < 0:
            state.random_chance()
            continue
        state.ducats[seat] = max(state.ducats[seat], 6)  # so that agents are hired all the time
        guide = MasquesGuide(state)
        part = guide.propose(state, seat)
        assert part in state.options(seat)
        checked += 1
        trial = state.copy()
        guide.play(trial, seat)
        assert not trial.composing(seat)
        state.choose(seat, state.random_option(seat))
    assert checked > 100


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_evaluating_moves_leaves_the_position_as_it_was(seats: int) -> None:
    state = dealt(seats, seed=5)
    while state.phase == dealt(seats, seed=5).phase and seats > 2:
        state.choose(state.to_move(), state.random_option(state.to_move()))
    for _ in range(6):
        state.ducats[state.mover] = 15
        before = [state.view(None), state.view(state.mover)]
        MasquesGuide(state).weigh(state, state.mover)
        assert [state.view(None), state.view(state.mover)] == before
        state.choose(state.mover, state.random_option(state.mover))
