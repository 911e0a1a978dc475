"""Codes cannot be misread, and are read as people type them."""

import random
from collections import Counter
from itertools import count

import pytest

from companion.core.letters import new_code, read_code


def test_a_code_has_six_letters_and_none_that_looks_like_another():
    seen = Counter("".join(new_code() for _code in range(400)))
    assert len(new_code()) == 6
    assert set(seen) == set("ABCDEFGHJKMNPQRSTUVWXYZ23456789")
    assert not set(seen) & set("01OIL")


def test_two_codes_differ():
    assert len({new_code() for _code in range(200)}) == 200


def test_a_code_cannot_be_foretold():
    random.seed(7)
    first = new_code()
    random.seed(7)
    assert new_code() != first


def test_codes_that_can_be_foretold_would_be_noticed(monkeypatch):
    monkeypatch.setattr("companion.core.letters.secrets.choice", random.choice)
    with pytest.raises(AssertionError):
        test_a_code_cannot_be_foretold()


def test_codes_that_count_up_would_be_noticed(monkeypatch):
    numbers = count()
    monkeypatch.setitem(globals(), "new_code", lambda: f"{next(numbers):06}")
    with pytest.raises(AssertionError):
        test_a_code_has_six_letters_and_none_that_looks_like_another()


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
