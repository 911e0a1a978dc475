"""Each hint comes at its moment, and not at another."""

import pytest

from games.core.engine.state import CHANCE
from games.core.title.compose import compose
from games.titles.maskera.rules.state import MaskeraState
from tests.titles.maskera.positions import MASKERA, follow, position

LONGEST = 130  # letters: three lines on a phone


def key(state: MaskeraState) -> str:
    """The key of the hint that the seat on turn gets; "" for none."""
    seat = state.to_move()
    hint = MASKERA.presenter.hint(state.view(seat), compose(MASKERA, state, seat, ()))
    assert hint is None or len(str(hint.text)) <= LONGEST, hint
    return "" if hint is None else hint.key


def turn(hand: str, area: str, turns: int = 9) -> MaskeraState:
    """Seat 0 draws or plays."""
    return position(hand0=hand, hand1="PRSBA", area0=area, area1="RR", turns=turns)


def asked(hand: str, area: str, discards: str = "") -> MaskeraState:
    """Seat 1, with `hand`, answers a card of seat 0, before which `area` lies."""
    state = position(hand0="SSS", hand1=hand, area0=area, area1="RR", discards=discards, turns=9)
    return follow(state, "0:pl=S")


def named(answer: str) -> MaskeraState:
    """Seat 1 has named the Spy of seat 0 rightly or wrongly, and discards."""
    note = "{hit}" if answer == "S" else "{miss}"
    return follow(
        position(hand0="SSS", hand1="PRB", area0="P", area1="RR", turns=9), f"0:pl=S 1:ct={answer} {{rev 0 S}} {note}"
    )


PAIRS = {
    "turn": (turn("PRS", "RB", turns=0), turn("PRS", "RB", turns=2)),
    "draw": (turn("PR", "RB"), turn("PRS", "RB")),
    "bluff": (turn("PRS", "PPP"), turn("RSB", "PPP")),
    "four": (turn("RSB", "PPP"), turn("RSB", "PP")),
    "five": (turn("PRS", "PRSB"), turn("PRS", "PRS")),
    "pass": (asked("PRB", "PPB"), asked("PRB", "PPPB")),
    "danger": (asked("PRB", "PPP"), asked("PPPPP", "PPP")),
    "count": (asked("PPB", "PPP", discards="P"), asked("PB", "PPP", discards="P")),
    "penalty": (named("P"), named("S")),
    "reward": (named("S"), named("P")),
}


@pytest.mark.parametrize("name", PAIRS)
def test_a_hint_comes_at_its_moment_and_at_no_other(name: str) -> None:
    shows, shows_not = PAIRS[name]
    assert key(shows) == name
    assert key(shows_not) != name


def test_all_that_would_win_is_named() -> None:
    state = asked("RSA", "PPPRSB")
    hint = MASKERA.presenter.hint(state.view(1), compose(MASKERA, state, 1, ()))
    assert hint is not None
    assert "Politician, Assassin" in str(hint.text)


def test_nothing_is_said_where_there_is_nothing_to_say() -> None:
    assert key(turn("PRS", "RB")) == ""


def test_a_hint_knows_no_more_than_the_seat() -> None:
    """With everything re-dealt that the seat does not know, the hint is the same."""
    state, told = MaskeraState(), set()
    state.seed(3)
    for step in range(80):
        while state.to_move() == CHANCE:
            state.random_chance()
        seat = state.to_move()
        if seat < 0:
            break
        twin = state.redeal(seat, step + 1)
        assert twin.view(seat) == state.view(seat)
        told.add(key(state))
        assert key(twin) == key(state)
        state.random_move(seat)
    assert len(told) > 3
