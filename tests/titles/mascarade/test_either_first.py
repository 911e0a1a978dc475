"""The two targets of a Fool or a Puppeteer may be tapped in either order; they are written in one."""

from itertools import permutations

import pytest

from games.core.errors import Illegal
from games.core.title.compose import compose
from games.titles.mascarade.rules.state import MascaradeState
from games.views.picker import choose_forced
from tests.titles.mascarade.table import MASCARADE, follow, position
from tests.titles.mascarade.test_presenter import page

QUIET = "2:N 3:N 4:N 5:N 6:N"
FOOL = follow(position("FO TR EM KI SO JU"), f"9. 1: A:FO {QUIET}")
PUPPETEER = follow(position("PU TR EM KI SO JU"), f"9. 1: A:PU {QUIET}")
OF_THREE = follow(position("FO TR EM KI SO JU", seats=3), "9. 1: A:FO@L 2:N 3:N")
OF_TWO = follow(position("FO TR EM KI SO JU", seats=2), "9. 1: A:FO@L 2:N")


def every_move(state: MascaradeState) -> list[str]:
    """All moves that the rules know, each once."""
    found: list[str] = []
    open_moves: list[tuple[list[int], MascaradeState]] = [([], state.copy())]
    while open_moves:
        parts, at = open_moves.pop()
        if parts and not at.composing(0):
            found.append(MASCARADE.format_move(state, 0, parts))
            continue
        for part in at.options(0):
            after = at.copy()
            after.choose(0, part)
            open_moves.append(([*parts, part], after))
    return sorted(found)


@pytest.mark.parametrize("state", [FOOL, PUPPETEER, OF_THREE, OF_TWO], ids=["fool", "puppeteer", "three", "two"])
def test_every_move_is_composed_in_both_orders_and_in_no_other(state: MascaradeState) -> None:
    bits = ("",) if state is PUPPETEER else ("+", "-")
    words = compose(MASCARADE, state, 0, ()).offered
    moves = []
    for first, second in permutations(words, 2):
        begun = compose(MASCARADE, state, 0, (first,))
        assert begun.words == (first,)
        if second not in begun.offered:
            with pytest.raises(Illegal):
                compose(MASCARADE, state, 0, (first, second))
            continue
        for bit in bits:
            whole = compose(MASCARADE, state, 0, (first, second, bit) if bit else (first, second))
            assert MASCARADE.parse_move(state, 0, whole.text)
            assert set(whole.words[:2]) == {first, second}
            moves.append(whole.text)
    assert sorted(moves) == sorted(every_move(state) * 2)


def test_a_player_who_taps_the_fifth_seat_may_then_tap_the_second() -> None:
    assert compose(MASCARADE, FOOL, 0, ()).offered == ("2", "3", "4", "5", "6")
    assert compose(MASCARADE, FOOL, 0, ("5",)).offered == ("2", "3", "4", "6")
    assert compose(MASCARADE, FOOL, 0, ("6",)).offered == ("2", "3", "4", "5")
    assert compose(MASCARADE, FOOL, 0, ("5", "2")).words == ("2", "5")
    assert compose(MASCARADE, FOOL, 0, ("5", "2", "+")).text == "P>2,5+"


def test_nothing_is_chosen_before_its_time() -> None:
    """Only the sixth seat is behind the fifth, but four others may be chosen next to it."""
    composition, forced = choose_forced(MASCARADE, FOOL, compose(MASCARADE, FOOL, 0, ("5",)))
    assert composition.words == ("5",)
    assert not forced


def test_the_page_offers_both_ways() -> None:
    assert all(f'href="?move={seat}"' in page(FOOL, 0) for seat in (2, 3, 4, 5, 6))
    after = page(PUPPETEER, 0, "6")
    assert all(f'href="?move={seat}"' in after for seat in (2, 3, 4, 5))
    assert 'href="?move=6"' not in after


@pytest.mark.parametrize("words", [("1",), ("5", "5"), ("2", "1"), ("C1",), ("9", "2"), ("5", "2", "3")])
def test_text_without_a_pair_is_refused(words: tuple[str, ...]) -> None:
    with pytest.raises(Illegal):
        compose(MASCARADE, FOOL, 0, words)


def test_other_decisions_have_no_pairs() -> None:
    assert MASCARADE.pairs(position("FO TR EM KI SO JU"), 0) == ()
    assert MASCARADE.pairs(FOOL, 1) == ()
