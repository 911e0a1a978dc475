"""Seals of stored answers."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.sealer import Sealer

KEY = bytes(range(32))
SEALER = Sealer(KEY)
ANSWER = (17, 2, "let")
# Of a version before this module: stored answers must stay valid.
STORED = bytes.fromhex("6a7c3d4e16d5649baa689665e1a513fa27d08b8d69a23860fce582ddecff2f2f")


def test_seals_that_are_stored_stay_valid():
    assert SEALER.seal(*ANSWER) == STORED
    assert SEALER.check(*ANSWER, STORED)


@pytest.mark.parametrize("other", [(18, 2, "let"), (17, 1, "let"), (17, 2, "blow"), (17, 2, "let ")])
def test_a_seal_fits_one_answer_of_one_seat_in_one_window(other):
    assert not SEALER.check(*other, STORED)


@given(st.binary(min_size=32, max_size=32))
def test_nobody_without_the_key_can_seal(key):
    assert Sealer(key).check(*ANSWER, STORED) == (key == KEY)


@pytest.mark.parametrize("seal", [b"", STORED[:-1], STORED + b"\0", bytes(32)])
def test_a_missing_or_damaged_seal_does_not_pass(seal):
    assert not SEALER.check(*ANSWER, seal)
