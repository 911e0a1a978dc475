"""Each hint comes at its moment, and not at another."""

import pytest

from games.core.title.compose import compose
from games.titles.mascarade.game import Mascarade
from games.titles.mascarade.page import coach
from games.titles.mascarade.rules.state import MascaradeState
from tests.titles.mascarade.table import follow, position, settings

GAME = Mascarade()
LONGEST = 130  # letters: three lines on a phone
SIX = "JU TR EM KI SO CH"
QUIET = "2:N 3:N 4:N 5:N 6:N"


def key(state: MascaradeState, *words: str, seat: int = -1) -> str:
    """The key of the hint for `seat`, or else the first one that is due; "" for none."""
    seat = int(state.deciders()[0]) if seat < 0 else seat
    hint = GAME.presenter.hint(state.view(seat), compose(GAME, state, seat, words))
    assert hint is None or len(str(hint.text)) <= LONGEST, hint
    return "" if hint is None else hint.key


def unsure() -> MascaradeState:
    """Turn 11 of seat 1, whose mask has gone through several hands that it does not know of."""
    state = position(SIX, active=2)
    return follow(state, "9. 2: X>1+ 10. 3: X>1- 11. 4: V=KI 12. 5: V=SO 13. 6: V=CH")


def test_before_the_first_turn_the_coach_says_what_to_memorise() -> None:
    state = GAME.initial_state(6, settings(6))
    while state.to_move() == -1:
        state.choose_chance(state.chance_step().outcomes[0])
    assert key(state) == "memorise"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"turn": 2}, "first"),
        ({}, "announce"),
        ({"coins": (10,)}, "cheat"),
        ({"coins": (6, 10)}, "threat"),
        ({"justice": 3}, "judge"),
    ],
)
def test_the_hint_of_a_turn_is_the_most_urgent(given: dict[str, object], expected: str) -> None:
    assert key(position(SIX, **given)) == expected  # type: ignore[arg-type]


def test_a_player_who_does_not_know_their_mask_gets_a_hint_to_look_or_bluff() -> None:
    assert key(unsure()) == "look"
    assert key(follow(position(SIX, active=6), "9. 6: X>1+")) == "bluff"


def test_a_locked_seat_learns_why() -> None:
    line = "9. 1: A:KI 2:C 3:N 4:C 5:N 6:N {1=TR 2=CH 4=KI} 4:P {4 +2; fines 1,2}"
    assert key(follow(position("TR CH EM KI SO JU"), line)) == "locked"


def test_an_exchange_that_is_chosen_asks_whether_it_is_one() -> None:
    assert key(position(SIX), "X", "3") == "bit"


@pytest.mark.parametrize(
    ("masks", "coins", "expected"),
    [
        ("JU EM TR KI SO CH", (), "certain"),
        ("EM JU TR KI SO CH", (), "notyou"),
        ("JU TR EM KI SO CH", (), "liar"),
        ("EM JU TR KI SO CH", (6, 3), "poor"),
    ],
)
def test_an_announcement_is_compared_with_what_one_knows(masks: str, coins: tuple[int, ...], expected: str) -> None:
    assert key(follow(position(masks, coins=coins), "9. 1: A:EM")) == expected


def test_a_player_who_may_have_the_announced_mask_sees_the_odds() -> None:
    state = position("JU EM TR KI SO CH", active=3)
    follow(state, "9. 3: X>2- 10. 4: A:EM")
    assert key(state, seat=1) == "perhaps"


def test_the_spy_and_the_gurus_guest_have_hints_of_their_own() -> None:
    assert key(follow(position("SP TR EM KI SO JU"), f"9. 1: A:SP {QUIET} 1:P>2 {{1=SP 2=TR}}")) == "spy"
    state = position("GU TR EM TH SO JU PE PE")
    assert key(follow(state, f"9. 1: A:GU {QUIET} 7:N 8:N 1:P>4")) == "guru"


def test_nothing_is_said_while_a_target_is_chosen() -> None:
    assert key(follow(position("SO TR EM KI JU CH"), f"9. 1: A:SO {QUIET}")) == ""


def test_the_hint_of_a_turn_knows_no_more_than_the_seat() -> None:
    one, other = position(SIX, active=6), position(SIX, active=6)
    follow(one, "9. 6: X>1+")
    follow(other, "9. 6: X>1-")
    assert coach.hint(one.view(0), compose(GAME, one, 0, ())) == coach.hint(other.view(0), compose(GAME, other, 0, ()))
