"""The game of playing and guessing, where its solution is known."""

import pytest

from games.titles.maskera.bots.bluff import CHOICES, MISNAMED, NAMED, PASSED, Bluff
from games.titles.maskera.bots.evaluation import WHOLE

ROUNDS = 1000
NEAR = 0.04


def offer(bluff: Bluff, hand: int, mask: int, passed: int, named: int, misnamed: int) -> None:
    for outcome, value in ((PASSED, passed), (NAMED, named), (MISNAMED, misnamed)):
        bluff.offer(hand, 1 + mask, outcome, value)


def shares(counts: list[int]) -> list[float]:
    return [count / sum(counts) for count in counts]


def solved(bluff: Bluff) -> tuple[list[float], list[float]]:
    """The mixtures of the first hand and of the answers."""
    bluff.solve(ROUNDS)
    return shares(bluff.play_of(0)), shares(bluff.answer())


def test_matching_pennies_is_played_half_and_half() -> None:
    bluff = Bluff(1)
    bluff.weigh(0, WHOLE)
    for mask in (0, 1):
        offer(bluff, 0, mask, 9000, 0, 8000)
    plays, answers = solved(bluff)
    assert plays[1:3] == pytest.approx([0.5, 0.5], abs=NEAR)
    assert answers[1:3] == pytest.approx([0.5, 0.5], abs=NEAR)


def test_five_equal_masks_are_a_fifth_each() -> None:
    """Like rock, paper, scissors: nothing but being guessed matters."""
    bluff = Bluff(1)
    bluff.weigh(0, WHOLE)
    for mask in range(5):
        offer(bluff, 0, mask, 10000, 2000, 8000)
    plays, answers = solved(bluff)
    assert plays[1:] == pytest.approx([0.2] * 5, abs=NEAR)
    assert answers[1:] == pytest.approx([0.2] * 5, abs=NEAR)


def test_a_card_that_matters_more_is_played_less_and_named_more() -> None:
    """Named, both masks bring nothing; else 8 and 4. The mover plays them 1:2, they are named 2:1."""
    bluff = Bluff(1)
    bluff.weigh(0, WHOLE)
    offer(bluff, 0, 0, 9000, 0, 8000)
    offer(bluff, 0, 1, 9000, 0, 4000)
    plays, answers = solved(bluff)
    assert plays[1:3] == pytest.approx([1 / 3, 2 / 3], abs=NEAR)
    assert answers[1:3] == pytest.approx([2 / 3, 1 / 3], abs=NEAR)


def test_a_dominated_mask_is_not_played() -> None:
    bluff = Bluff(1)
    bluff.weigh(0, WHOLE)
    for mask in (0, 1):
        offer(bluff, 0, mask, 9000, 4000, 8000)
    offer(bluff, 0, 2, 3000, 1000, 3000)
    plays, answers = solved(bluff)
    assert plays[3] < NEAR
    assert answers[3] < NEAR


def test_a_player_who_gains_nothing_by_playing_draws() -> None:
    bluff = Bluff(1)
    bluff.weigh(0, WHOLE)
    bluff.offer(0, 0, PASSED, 6000)
    offer(bluff, 0, 0, 5000, 1000, 5500)
    plays, _answers = solved(bluff)
    assert plays[0] > 1 - NEAR


def test_a_mask_that_no_likely_hand_holds_is_not_named() -> None:
    bluff = Bluff(2)
    bluff.weigh(0, 0)
    bluff.weigh(1, WHOLE)
    offer(bluff, 0, 4, 9000, 0, 8000)
    offer(bluff, 1, 0, 9000, 0, 8000)
    offer(bluff, 1, 1, 9000, 0, 8000)
    plays, answers = solved(bluff)
    assert answers[5] < NEAR
    assert plays[5] == pytest.approx(1.0)


def test_hands_with_different_cards_play_their_own() -> None:
    bluff = Bluff(2)
    for hand in range(2):
        bluff.weigh(hand, WHOLE // 2)
        offer(bluff, hand, hand, 9000, 2000, 8000)
    _plays, answers = solved(bluff)
    assert answers[1:3] == pytest.approx([0.5, 0.5], abs=NEAR)
    assert shares(bluff.play_of(1)) == [0, 0, 1, 0, 0, 0]


def test_a_careless_hand_takes_the_better_choice_the_oftener_the_better_it_is() -> None:
    bluff = Bluff(1)
    for mask, passed in enumerate((9000, 7750, 6000)):
        offer(bluff, 0, mask, passed, 0, 0)
    bluff.expect_careless(0)
    assert bluff.careless_play_of(0) == [0, 6666, 3333, 0, 0, 0]


def test_the_answers_make_the_most_of_a_careless_hand() -> None:
    """Careless, it plays the mask that is worth 9000 for certain; else both masks alike."""
    for share, named in ((0, 0.5), (WHOLE, 1.0)):
        bluff = Bluff(1)
        bluff.weigh(0, WHOLE)
        offer(bluff, 0, 0, 9000, 0, 9000)
        offer(bluff, 0, 1, 6000, 0, 9000)
        bluff.expect_careless(share)
        _plays, answers = solved(bluff)
        assert answers[1] == pytest.approx(named, abs=NEAR)


def test_mixtures_are_whole_and_repeatable() -> None:
    found = []
    for _again in range(2):
        bluff = Bluff(1)
        bluff.weigh(0, WHOLE)
        for mask in range(5):
            offer(bluff, 0, mask, 5000 + 300 * mask, 2000, 6000 + 100 * mask)
        found.append(solved(bluff))
    assert found[0] == found[1]
    assert len(found[0][1]) == CHOICES
    assert sum(found[0][0]) == pytest.approx(1.0)
