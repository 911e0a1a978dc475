"""The log as sentences, whole and redacted."""

import pytest

from games.titles.mascarade.text.log_text import describe
from tests.titles.mascarade.table import Line, position


def sentences(masks: str, line: str, viewer: int | None, *, seats: int = 0, faded: bool = False) -> list[str]:
    """Return what `viewer` reads of a line."""
    played = Line(position(masks, seats=seats)).follow(line)
    entries = [seen for entry in played.entries if (seen := entry.redact(viewer))]
    texts = [describe((entry.fade() if faded else entry).effect) for entry in entries]
    return [str(text) for text in texts if text is not None]


SIX = "JU TR EM KI SO CH"
QUIET = "2:N 3:N 4:N 5:N 6:N"
SILENCE = [f"seat {seat} doesn’t challenge." for seat in range(1, 6)]


@pytest.mark.parametrize(
    ("viewer", "bit", "sentence"),
    [
        (0, "+", "seat 0 swaps their own mask and seat 2’s mask."),
        (0, "-", "seat 0 pretends to swap their own mask and seat 2’s mask."),
        (1, "+", "seat 0 swaps their own mask and seat 2’s mask, or pretends to."),
        (None, "-", "seat 0 swaps their own mask and seat 2’s mask, or pretends to."),
    ],
)
def test_an_exchange(viewer: int | None, bit: str, sentence: str) -> None:
    assert sentences(SIX, f"9. 1: X>3{bit}", viewer) == [sentence]


def test_a_view() -> None:
    assert sentences(SIX, "9. 1: V=JU", 0) == ["seat 0 looks at their own mask: Judge."]
    assert sentences(SIX, "9. 1: V=JU", 1) == ["seat 0 looks at their own mask."]
    assert sentences(SIX, "9. 1: V@R=TR", 0, seats=3) == ["seat 0 looks at their right mask: Trickster."]


def test_an_announcement_and_its_answers() -> None:
    line = "9. 1: A:KI 2:N 3:C 4:C 5:N 6:N {1=JU 3=EM 4=KI} 4:P {4 +2; fines 1,3}"
    assert sentences(SIX, line, None) == [
        "seat 0 announces: “I am the King!”",
        "seat 1 doesn’t challenge.",
        "seat 2 challenges: “I am!”",
        "seat 3 challenges: “I am!”",
        "seat 4 doesn’t challenge.",
        "seat 5 doesn’t challenge.",
        "Masks are revealed: seat 0: Judge, seat 2: Empress, seat 3: King.",
        "seat 3 is the King and uses the power.",
        "seat 3 takes 2 coins from the bank.",
        "seat 0, seat 2 each pay a coin to the justice board.",
    ]
    assert "Masks are revealed: seat 0: a hidden mask, seat 2: a hidden mask, seat 3: a hidden mask." in sentences(
        SIX, line, None, faded=True
    )


def test_nobody_has_it() -> None:
    found = sentences(SIX, "9. 1: A:KI 2:C 3:N 4:N 5:N 6:N {1=JU 2=TR} {fines 1,2}", 3)
    assert found[-2:] == [
        "None of them is the King: no power is used.",
        "seat 0, seat 1 each pay a coin to the justice board.",
    ]


def test_several_slots_are_pointed_at() -> None:
    line = "9. 1: A:KI@L 2:C@R 3:N {1L=JU 2R=KI} 2:P {2 +2; fines 1}"
    assert sentences(SIX, line, None, seats=3)[:4] == [
        "seat 0 points at their left mask: “I am the King!”",
        "seat 1 challenges and points at their right mask: “I am!”",
        "seat 2 doesn’t challenge.",
        "Masks are revealed: seat 0’s left mask: Judge, seat 1’s right mask: King.",
    ]


@pytest.mark.parametrize(
    ("masks", "line", "viewer", "last"),
    [
        (SIX, f"9. 1: A:SO {QUIET} 1:P-", None, ["seat 0 leaves the coins as they are."]),
        (
            SIX,
            f"9. 1: A:SO {QUIET} 1:P>3 {{1↔3}}",
            None,
            ["seat 0 chooses seat 2.", "seat 0 and seat 2 swap all their coins."],
        ),
        (
            "FO TR EM KI SO JU",
            f"9. 1: A:FO {QUIET} 1:P>2,4+ {{1 +1}}",
            0,
            ["seat 0 takes 1 coin from the bank.", "seat 0 swaps seat 1’s mask and seat 3’s mask."],
        ),
        (
            "FO TR EM KI SO JU",
            f"9. 1: A:FO {QUIET} 1:P>2,4- {{1 +1}}",
            0,
            ["seat 0 pretends to swap seat 1’s mask and seat 3’s mask."],
        ),
        (
            "FO TR EM KI SO JU",
            f"9. 1: A:FO {QUIET} 1:P>2,4- {{1 +1}}",
            1,
            ["seat 0 swaps seat 1’s mask and seat 3’s mask, or pretends to."],
        ),
        (
            "SP TR EM KI SO JU",
            f"9. 1: A:SP {QUIET} 1:P>4 {{1=SP 4=KI}} 1:B-",
            0,
            ["seat 0 looks at two masks: seat 0: Spy, seat 3: King.", "seat 0 doesn’t swap the two masks."],
        ),
        (
            "SP TR EM KI SO JU",
            f"9. 1: A:SP {QUIET} 1:P>4 {{1=SP 4=KI}} 1:B+",
            None,
            [
                "seat 0 looks at two masks: seat 0: a hidden mask, seat 3: a hidden mask.",
                "seat 0 swaps the two masks, or doesn’t.",
            ],
        ),
        (
            "PU TR EM KI SO JU",
            f"9. 1: A:PU {QUIET} 1:P>2,3 {{2→1 1, 3→1 1, 2↔3}}",
            None,
            [
                "seat 0 chooses seat 1 and seat 2.",
                "seat 1 pays 1 coin to seat 0.",
                "seat 2 pays 1 coin to seat 0.",
                "seat 1 and seat 2 swap all their coins.",
            ],
        ),
        (
            "PR TR EM KI SO JU",
            f"9. 1: A:PR {QUIET} 1:P>5 {{1 +2, 5=SO}}",
            4,
            ["seat 0 chooses seat 4.", "seat 4 shows a mask to everyone else: a hidden mask."],
        ),
        (
            "GU TR EM TH SO JU FO KI",
            f"9. 1: A:GU {QUIET} 7:N 8:N 1:P>4 4:G=KI {{4=TH, 4→1 4}}",
            None,
            ["seat 3 guesses: “I am the King.”", "seat 3 shows: Thief.", "seat 3 pays 4 coins to seat 0."],
        ),
    ],
)
def test_powers(masks: str, line: str, viewer: int | None, last: list[str]) -> None:
    assert sentences(masks, line, viewer)[-len(last) :] == last


def test_a_puppeteers_exchange_of_masks_is_in_the_log() -> None:
    found = sentences("PU TR EM KI SO JU", f"9. 1: A:PU {QUIET} 1:P>2,3 {{2→1 1, 3→1 1, 2↔3}}", None)
    assert "No one challenges: seat 0 uses the power of the Puppeteer." in found


@pytest.mark.parametrize(
    ("line", "last"),
    [
        (
            f"9. 1: A:CH {QUIET} 1:P {{end cheater 1; places 1,2,2,2,2,2}}",
            "seat 0 wins as the Cheater with at least ten coins.",
        ),
        (
            f"9. 1: A:EM {QUIET} 1:P {{1 +3}} {{end thirteen 1; places 1,2,2,2,2,2}}",
            "seat 0 wins with at least thirteen coins.",
        ),
    ],
)
def test_the_end(line: str, last: str) -> None:
    played = Line(position(SIX, coins=[10])).follow(line)
    assert str(describe(played.entries[-1].effect)) == last


def test_the_board_and_the_deal() -> None:
    played = Line(position(SIX, justice=3)).follow(f"9. 1: A:JU {QUIET} 1:P {{J→1 3}}")
    assert "seat 0 takes all 3 coins from the justice board." in [str(describe(each.effect)) for each in played.entries]
