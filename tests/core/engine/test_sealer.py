"""Seals of stored answers, and of the fields of rows."""

from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.core.engine.sealer import MAC_BYTES, RowSealer, Sealer

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


# The seals of fields.

NAMES = (b"seat=", b"text=", b"at=")
AT = datetime(2031, 5, 4, 12, 30, 15, 250, tzinfo=UTC)
VALUES = (2, "let", AT)
# Stored rows must stay valid.
MACS = bytes.fromhex("15078e524de59778f575c6a882054ae5e2bfd08b5df66924")


def row(seat=2, match="m1", key=KEY):
    return RowSealer(key, match, b"answer", [seat], NAMES, 1)


def test_fields_that_are_sealed_stay_valid():
    assert row().seal(VALUES) == MACS
    assert row().altered(VALUES, MACS) == []


@pytest.mark.parametrize(
    ("values", "wrong"),
    [
        ((2, "blow", AT), [1]),
        ((2, None, AT), [1]),
        ((2, "let", AT + timedelta(microseconds=1)), [2]),
        ((2, "let", None), [2]),
        (("2", "let", AT), [0]),
    ],
)
def test_an_altered_field_is_named(values, wrong):
    assert row().altered(values, MACS) == wrong


def test_a_row_that_claims_to_be_another_is_named_by_its_identity():
    assert row(seat=1).altered((1, "let", AT), MACS) == [0]
    assert row(match="m2").altered(VALUES, MACS) == [0]
    assert row(key=bytes(32)).altered(VALUES, MACS) == [0]
    swapped = MACS[:8] + row(seat=1).seal((1, "blow", AT))[8:]
    assert row().altered((2, "blow", AT), swapped) == [1, 2]


def test_the_time_zone_of_a_moment_does_not_matter():
    assert row().altered((2, "let", AT.astimezone(timezone(timedelta(hours=5)))), MACS) == []


def test_only_what_changed_and_held_is_sealed_again():
    after = (2, "blow", AT)
    assert row().renew(VALUES, after, MACS) == row().seal(after)
    broken = MACS[:8] + bytes([MACS[8] ^ 1]) + MACS[9:]
    renewed = row().renew(VALUES, after, broken)
    assert row().altered(after, renewed) == [1]
    assert row().altered(VALUES, row().renew(after, VALUES, renewed)) == [1]
    assert row().renew(VALUES, VALUES, broken) == broken


@pytest.mark.parametrize("macs", [b"", MACS[:-1], MACS + b"\0"])
def test_seals_of_the_wrong_length_are_never_an_error(macs):
    row().altered(VALUES, macs)
    assert len(row().renew(VALUES, (2, "blow", AT), macs)) == 3 * MAC_BYTES


def test_a_field_of_a_new_row_is_sealed_again_alone():
    before = row().seal((2, None, AT))
    assert row().put(before, 1, "let") == MACS


def test_a_field_of_a_stored_row_that_held_is_sealed_again():
    before = row().seal((2, "blow", AT))
    assert row().replace(before, 1, "blow", "let") == MACS


def test_a_field_that_did_not_hold_is_wrong_for_good_when_it_is_replaced():
    replaced = row().replace(MACS, 1, "blow", "low")  # sealed as “let”
    assert row().altered((2, "low", AT), replaced) == [1]


def test_fields_of_a_new_row_that_are_known_to_be_wrong_fit_nothing():
    assert row().altered(VALUES, row().seal(VALUES, [1])) == [1]
