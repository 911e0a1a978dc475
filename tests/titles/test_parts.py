"""The parts of moves: each kind has a range of numbers, and no two ranges overlap, however many cards there are."""

import pytest

from games.titles.mascarade.rules import components as mascarade
from games.titles.mascarade.rules.masks import MASKS
from games.titles.maskera.rules import components as maskera
from games.titles.masons.rules import components as masons
from games.titles.masques.rules import components as masques
from games.titles.masques.rules.agents import KINDS

RANGES = {
    "mascarade": {
        mascarade.MEMORISED: 1,
        mascarade.NO: 1,
        mascarade.CHALLENGED: 3,
        mascarade.PRETEND: 1,
        mascarade.SWAP_PART: 1,
        mascarade.DECLINE: 1,
        mascarade.EXCHANGE: 3,
        mascarade.VIEW: 3,
        mascarade.ANNOUNCE: 1,
        mascarade.POINT: 3,
        mascarade.SLOT: 15,
        mascarade.PLAYER: 13,
        mascarade.MASK: MASKS,
    },
    "maskera": {
        maskera.DRAW: 1,
        maskera.PLAY: maskera.MASKS,
        maskera.PASS: 1,
        maskera.COUNTER: maskera.MASKS,
        maskera.DISCARDED: maskera.MASKS,
        maskera.KEEP: maskera.MASKS,
        maskera.REMOVE: maskera.MASKS,
    },
    "masons": {
        masons.NOTHING: 1,
        masons.ALONE: 1,
        masons.DISCARD: 1,
        masons.TOWN: 61,  # of each space at most one, and no town
        masons.TOWER: 6,
        masons.HOUSE: 10,
        masons.LINE: 126,
        masons.CARD: masons.FACES,
    },
    "masques": {
        0: masques.GUESTS,
        masques.HIRE: KINDS,
        masques.PASS: 1,
        masques.HALL: 16,
        masques.PALACE: 16,
        masques.NO_ABILITY: 1,
    },
}
"""By title: the first number of each kind of part, and how many there are."""


@pytest.mark.parametrize("title", RANGES)
def test_no_two_kinds_of_parts_have_a_number_in_common(title: str) -> None:
    numbers = [number for first, count in RANGES[title].items() for number in range(first, first + count)]
    assert len(numbers) == len(set(numbers))
    assert numbers[:1] == [0]
    assert max(numbers) < 256
