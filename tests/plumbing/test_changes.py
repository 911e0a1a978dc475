"""The changes to a newer text, which make the newer text of the older one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.plumbing.changes import change_between
from tests.live.pages import changed

WORDS = st.sampled_from(
    ["", "a", "<p>one</p>", "<p>two</p>", "<div id=x>a longer piece than most</div>", "<b>\n&amp;</b>"]
)
TEXTS = st.lists(WORDS, min_size=1, max_size=30).map("\ue004".join)


def pieces(text):
    return text.split("\ue004")


@given(old=TEXTS, new=TEXTS)
def test_a_change_makes_the_newer_text_of_the_older(old, new):
    assert changed(old, change_between(pieces(old), pieces(new))) == new


@given(old=TEXTS, at=st.integers(0, 30), more=WORDS)
def test_insertions_and_removals_do_not_resend_the_rest(old, at, more):
    cut = pieces(old)
    new = "\ue004".join([*cut[:at], more, *cut[at:]])
    for before, after in ((old, new), (new, old)):
        assert changed(before, change_between(pieces(before), pieces(after))) == after


BEGINNING, END = "the very same long beginning", "the very same long ending"
FIRST, SECOND = "a first line of the log, longer", "a second line of the log, longer"


@pytest.mark.parametrize(
    ("old", "new", "change"),
    [
        ([BEGINNING, "1", END], [BEGINNING, "1", END], [[0, 3]]),
        ([BEGINNING, "1", "the end"], [BEGINNING, "2", "the end"], [[0, 1], "2", "the end"]),
        ([BEGINNING, "1", END], [BEGINNING, "2", END], [[0, 1], "2", [2, 3]]),
        ([FIRST, SECOND], ["a new", FIRST, SECOND], ["a new", [0, 2]]),
        (["a new", FIRST, SECOND], [SECOND, FIRST], [[2, 3], [1, 2]]),
        (["one", "two"], ["three"], ["three"]),
        ([""], ["three"], ["three"]),
        ([], ["three"], ["three"]),
    ],
)
def test_a_change_contains_only_new_pieces(old, new, change):
    assert change_between(old, new) == change


def test_a_text_of_many_equal_pieces_takes_no_longer_than_others():
    old = ["<li>the same</li>"] * 3_000
    new = ["<li>the other</li>", *["<li>the same</li>"] * 2_999]
    assert len(change_between(old, new)) < 10
