"""Each hint comes at its moment, and not at another."""

import pytest

from games.core.engine.state import CHANCE
from games.core.title.compose import compose
from games.titles.masques.rules.state import MasquesState
from tests.titles.masques.positions import GAME, dealt, position

LONGEST = 130  # letters: three lines on a phone


def key(state: MasquesState, *words: str) -> str:
    """The key of the hint that the seat on turn gets after choosing `words`; "" for none."""
    seat = state.to_move()
    hint = GAME.presenter.hint(state.view(seat), compose(GAME, state, seat, words))
    assert hint is None or len(str(hint.text)) <= LONGEST, hint
    return "" if hint is None else hint.key


FULL = "hand 0: C2 C4 D3 V2"
BOARDS: dict[str, tuple[MasquesState, tuple[str, ...], MasquesState, tuple[str, ...]]] = {
    "draft": (dealt(4), (), position(4, FULL), ()),
    "hand": (position(2, FULL), (), position(2, FULL, round_number=2), ()),
    "hallway": (position(2, FULL), ("C4",), position(2, FULL), ()),
    "reach": (position(2, FULL, "du 0: 2"), ("AS",), position(2, FULL, "du 0: 2"), ("C4",)),
    "answer": (
        position(2, "P: 3=CL", "H: 2=V3", "hand 0: C4 D2", "du 0: 0"),
        (),
        position(2, "P: 3=CL", "H: 2=V4", "hand 0: C4 D2", "du 0: 0"),
        (),
    ),
    "block": (
        position(2, "P: 3=CL", "H: 2=V4", "hand 0: F4 D2", "du 0: 0"),
        (),
        position(2, "P: 3=CL", "H: 2=V4", "hand 0: M4 D2", "du 0: 0"),
        (),
    ),
    "agents": (position(2, "hand 0: C4", "du 0: 3"), (), position(2, "hand 0: C4", "du 0: 0"), ()),
    "near": (position(2, FULL, "fav 0: CL3"), (), position(2, FULL, "fav 0: CL2"), ()),
    "threat": (
        position(2, FULL, "fav 1: CL1 VI1 ME1 MI1"),
        (),
        position(2, FULL, "fav 1: CL1 VI1 ME1"),
        (),
    ),
    "last": (
        position(2, "H: 0=C2 1=V2 2=M2 3=D2 4=F2 5=F4 6=C3", "hand 0: C4"),
        (),
        position(2, "H: 0=C2 1=V2 2=M2 3=D2 4=F2 5=F4", "hand 0: C4"),
        (),
    ),
}


@pytest.mark.parametrize("name", BOARDS)
def test_a_hint_comes_at_its_moment_and_at_no_other(name: str) -> None:
    shows, words, shows_not, other_words = BOARDS[name]
    assert key(shows, *words) == name
    assert key(shows_not, *other_words) != name


def test_nothing_is_said_where_there_is_nothing_to_say() -> None:
    assert key(position(2, FULL, round_number=3)) == ""
    assert key(position(2, "H: 1=V2", "hand 0: C4", "du 0: 2"), "AS", "0") == ""
    assert key(position(2, "hand 0: C4", "du 0: 0")) == ""


def test_facedown_guests_and_tokens_lead_for_nothing() -> None:
    assert key(position(2, "P: 3=CL", "H: 2=~V3", "hand 0: C4 D2", "du 0: 0")) == ""
    assert key(position(2, "P: 3=~CL", "H: 2=V3", "hand 0: C4 D2", "du 0: 0")) == ""


def test_an_agent_leads_for_nobody() -> None:
    """A Courtesan’s code begins as a Contarini’s does."""
    state = position(4, "P: 3=CL", "H: 2=CO", "hand 1: D4", "du 1: 0", turn=1)
    assert key(state) == ""


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_hint_knows_no_more_than_the_seat(seats: int) -> None:
    """With everything re-dealt that the seat does not know, the hint is the same."""
    state, told = dealt(seats, seed=5), set()
    for turn in range(60):
        while state.to_move() == CHANCE:
            state.random_chance()
        seat = state.to_move()
        if seat < 0:
            break
        twin = state.redeal(seat, turn + 1)
        assert twin.view(seat) == state.view(seat)
        told.add(key(state))
        assert key(twin) == key(state)
        state.random_move(seat)
    assert len(told) > 2
