import pytest

from games.core.engine.log import replay
from games.core.engine.state import State
from games.core.errors import Illegal
from games.core.title.compose import compose
from tests.core.engine.test_log import CALM, events
from tests.lantern.game import LANTERN


@pytest.fixture
def state() -> State:
    """Seat 0 is to hang 1, 3 or 4."""
    return replay(LANTERN, 2, CALM, events(7)).state


def test_a_move_is_composed_word_by_word(state: State) -> None:
    assert compose(LANTERN, state, 0, ()).offered == ("1", "3", "4")
    begun = compose(LANTERN, state, 0, ("3",))
    assert (begun.words, begun.offered, begun.text) == (("3",), ("a", "b", "c"), "")
    whole = compose(LANTERN, state, 0, ("3", "b"))
    assert (whole.words, whole.offered, whole.text) == (("3", "b"), (), "3b")


def test_composing_leaves_the_position_alone(state: State) -> None:
    before = state.view(0)
    compose(LANTERN, state, 0, ("3", "b"))
    assert state.view(0) == before
    assert state.deciders() == [0]


def test_an_answer_that_may_still_be_changed_is_carried_along(state: State) -> None:
    assert compose(LANTERN, state, 0, (), answered="1a").answered == "1a"


@pytest.mark.parametrize(
    ("seat", "words", "reason"),
    [
        (1, (), "You don’t have anything to decide right now."),
        (0, ("2",), "That’s not possible here."),
        (0, ("3", "d"), "That’s not possible here."),
        (0, ("3", "b", "b"), "The move is already complete before this."),
        (0, ("x" * 500,), "That’s not possible here."),
    ],
)
def test_impossible_compositions_are_refused_with_a_sentence(
    state: State, seat: int, words: tuple[str, ...], reason: str
) -> None:
    with pytest.raises(Illegal) as refused:
        compose(LANTERN, state, seat, words)
    assert str(refused.value.reason) == reason
