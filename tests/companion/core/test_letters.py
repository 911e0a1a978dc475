"""Codes cannot be misread, and are read as people type them."""

from collections import Counter

import pytest

from companion.core.letters import new_code, read_code


def test_a_code_has_six_letters_and_none_that_looks_like_another():
    seen = Counter("".join(new_code() for _code in range(400)))
    assert len(new_code()) == 6
    assert set(seen) == set("ABCDEFGHJKMNPQRSTUVWXYZ23456789")
    assert not set(seen) & set("01OIL")


def test_two_codes_differ():
    assert len({new_code() for _code in range(200)}) == 200


@pytest.mark.parametrize(
    ("typed", "code"),
    [
        ("ABCDEF", "ABCDEF"),
        ("abc def", "ABCDEF"),
        (" abc-d2f ", "ABCD2F"),
        ("ABCDE", None),
        ("ABCDEFG", None),
        ("ABCD0F", None),
        ("ABCDÉF", None),
        ("", None),
        ("'; --", None),
    ],
)
def test_a_code_is_read_whatever_its_case_and_spaces(typed, code):
    assert read_code(typed) == code
