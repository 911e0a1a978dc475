"""The yardsticks of Masons: common sense, one move ahead, by the own cards."""

from games.titles.masons.bots.newcomer import Newcomer
from games.titles.masons.rules.state import MasonsState
from tests.knowing import information
from tests.titles.masons.positions import MASONS, play, position

NEWCOMER, STUDENT = Newcomer(cautious=False), Newcomer(cautious=True)
READY = {"walls": "a2b2 b2b3", "towers": "a2=W b2=G b3=W", "houses": "A3=r,b"}
CLOSES = "W:a2b3 D:K/rg B:;A3=g,A4=r"
"""Closes a town of one space, with three towers."""


def moves(thinks: Newcomer, state: MasonsState, seeds: int = 8) -> set[str]:
    """Return its effect, by any luck."""
    seat = int(state.to_move())
    return {MASONS.format_move(state, seat, thinks.think(information(state, seat), seed)) for seed in range(seeds)}


def test_a_town_in_which_the_own_cards_score_is_closed() -> None:
    assert moves(NEWCOMER, position(**READY, hands=("TS1 NT", "TTA"))) == {"W:a2b3"}
    assert "W:a2b3" not in moves(NEWCOMER, position(**READY, hands=("TS7 TS3", "TTA")), 40)


def test_towns_are_joined_if_that_pays() -> None:
    beside = {"walls": "a2b2 b2b3 a2b3 a3b3", "towers": "a2=W b2=G b3=W a3=K", "towns": {"T1": "A3"}}
    move = "W:a2a3 D:K/rg B:;A4=r"
    assert moves(NEWCOMER, play(position(**beside, hands=("TS2 OTC", "TS1 TP")), move)) == {"M:T1"}
    assert moves(NEWCOMER, play(position(**beside, hands=("TS1 OTC", "TS2 TP")), move)) == {"M:-"}


def test_the_two_best_cards_are_played_and_one_that_scores_nothing_goes() -> None:
    """Six points for the size, three for the towers, one for the town."""
    assert moves(NEWCOMER, play(position(**READY, hands=("NT TS1 TTA", "TP")), CLOSES)) == {"S:TS1+TTA"}
    assert moves(NEWCOMER, play(position(**READY, hands=("TS1 TS7", "TP")), CLOSES)) == {"S:TS1"}
    assert moves(NEWCOMER, play(position(**READY, hands=("TS2 TS7", "TP")), CLOSES)) == {"X:TS2"}


def test_a_student_leaves_no_town_to_the_next_that_one_wall_would_close() -> None:
    state = position(walls="a2b2", towers="a2=W b2=G", hands=("OW", "TTA"))
    leaving = {"W:b2b3", "W:a2b3", "W:a1b2", "W:a1a2"}
    assert moves(NEWCOMER, state, 60) & leaving
    assert not moves(STUDENT, state, 60) & leaving
