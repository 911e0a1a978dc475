"""The drawn examples of the rules page show what the rules do; the expected contents of each step are handwritten."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from games.titles.mascarade.page import examples, figures
from games.titles.mascarade.page.examples import Figure
from games.titles.mascarade.page.figures import beginning
from games.titles.mascarade.rules.effects import owner_of
from games.titles.mascarade.rules.masks import CODES
from games.titles.mascarade.rules.slots import slot_words
from games.titles.mascarade.rules.state import MascaradeState
from games.titles.mascarade.text.names import NAMES
from tests.titles.mascarade.table import MASCARADE, Line
from tests.titles.mascarade.test_masks import EXAMPLES

FIGURES = {name.lower(): figure for name, figure in vars(examples).items() if isinstance(figure, Figure)}
FIGURES |= examples.MASKS
DRAWN = {
    "exchange": ("1=JU:6 2=TR:6", "1=TR:6 2=JU:6"),
    "believed": ("1=JU:6(EM) 3=EM:6", "1=JU:9 3=EM:6"),
    "challenged": ("1=EM:6 3=KI:6 J:0", "1=EM:9(EM)! 3=KI:5(EM)! J:1"),
    "win": ("1=JU:10 2=TR:7", "1=JU:13(EM) 2=TR:7"),
    "out_of_turn": ("1=TR:6 2=CH:6 4=KI:6 J:0", "1=TR:5(KI)! 2=CH:5(KI)! 4=KI:8(KI)! J:2"),
    "nobody": ("1=JU:6 3=EM:6 C1=CH J:0", "1=JU:5(CH)! 3=EM:5(CH)! C1=CH J:2"),
    "bankrupt": ("1=TR:5 2=TH:6 3=EM:1 4=KI:8 5=SO:8", "1=TR:4 2=TH:8(TH) 3=EM:0 4=KI:8 5=SO:8"),
    "pointed": ("1L=JU:6 1R=EM 2L=TR:6 2R=KI J:0", "1L=JU:5(EM)! 1R=EM 2L=TR:5(EM)! 2R=KI J:2"),
    **EXAMPLES,
}
"""By figure, before and after: the slots that are drawn, ``1=JU:6(EM)!`` for a Judge with 6 coins who claims to be the
Empress, face up; and the justice board."""
STEPS = [(name, at) for name, steps in DRAWN.items() for at in range(len(steps))]


def positions(example: Figure) -> Iterator[tuple[MascaradeState, str]]:
    """The position at each step with the record up to it, in which no note may be left out."""
    line, past = Line(beginning(example)), ""
    for step in example.steps:
        if step.record:
            line.follow(step.record)
            past += step.record
        yield line.state, past


def items(line: str) -> Iterator[tuple[str, str, str, str, bool]]:
    """A line of the table above: each slot with its mask, the coins of its player, a claim, and whether it is shown."""
    for slot, mask, coins, claim, shown in re.findall(r"(\w+)=(\w+)(?::(\d+))?(?:\((\w+)\))?(!?)", line):
        yield slot, mask, coins, claim, bool(shown)


def on_the_board(line: str) -> str:
    """The coins on the justice board, as a line of the table above has it."""
    return line.partition(" J:")[2]


def test_every_figure_is_described_above() -> None:
    assert FIGURES.keys() - DRAWN.keys() == set(), "what they show is missing above, or in EXAMPLES of test_masks.py"
    assert {name: len(figure.steps) for name, figure in FIGURES.items()} == {
        name: len(steps) for name, steps in DRAWN.items()
    }


@pytest.mark.parametrize(("name", "at"), STEPS)
def test_every_mask_and_every_purse_is_what_is_expected_when_an_example_is_followed(name: str, at: int) -> None:
    state, past = [(state.copy(), past) for state, past in positions(FIGURES[name])][at]
    slots = slot_words(int(state.seats), int(state.places))
    for slot, mask, coins, claim, shown in items(DRAWN[name][at]):
        assert CODES[state.mask[slots.index(slot)]] == mask
        seat = owner_of(slot)
        assert not coins or (seat is not None and str(int(state.coins[seat])) == coins)
        check_claim(slot, mask, claim, shown, past)
    assert on_the_board(DRAWN[name][at]) in ("", str(int(state.justice)))


@pytest.mark.parametrize(("name", "at"), STEPS)
def test_every_mask_and_every_purse_is_drawn_as_expected(name: str, at: int) -> None:
    step = figures.figure(MASCARADE, FIGURES[name])["steps"][at]
    drawn = [as_items(slot, place) for slot, place in zip(FIGURES[name].drawn.split(), step["places"], strict=True)]
    assert drawn == list(items(DRAWN[name][at]))
    assert str("" if step["justice"] is None else step["justice"]) == on_the_board(DRAWN[name][at])


def as_items(slot: str, place: Mapping[str, Any]) -> tuple[str, str, str, str, bool]:
    """A drawn slot, as `items` has those of the table."""
    coins = "" if place["coins"] is None else str(place["coins"])
    return slot, place["mask"], coins, place["says"], place["shown"]


def check_claim(slot: str, mask: str, claim: str, shown: bool, past: str) -> None:
    """A mask is drawn as claimed if the player has claimed it, and face up if it was shown; and only then."""
    said = re.search(r"(\d): A:([A-Z]{2})", past)
    named = re.search(rf"{slot[0]}:G=([A-Z]{{2}})", past)
    claims = ""
    if said and (slot[0] == said[1] or f" {slot[0]}:C" in past):
        claims = said[2]
    letter = slot[1:]
    if letter in ("L", "R") and f"@{letter}" not in past:
        claims = ""
    if named:
        claims = named[1]
    if letter == "R" or slot.startswith("C"):
        claims = ""
    assert claim in (claims, "")
    assert shown == (f"{slot}={mask}" in past and "B+" not in past)


@pytest.mark.parametrize("code", CODES)
def test_the_example_of_a_mask_uses_its_power(code: str) -> None:
    record = " ".join(step.record for step in examples.MASKS[code].steps)
    assert f"1: A:{code} " in record
    assert "1:P" in record


@pytest.mark.parametrize("name", FIGURES)
def test_a_caption_names_masks_that_occur(name: str) -> None:
    told = FIGURES[name]
    occurring = set(told.masks.split()) | set(re.findall(r"\b[A-Z]{2}\b", " ".join(step.record for step in told.steps)))
    named = {code for code, mask in zip(CODES, NAMES, strict=True) if str(mask) in str(told.caption)}
    assert named <= occurring


def test_every_player_count_has_its_scripts_in_the_table() -> None:
    rows = figures.drawings(MASCARADE)["scripts"]
    assert [row["seats"] for row in rows] == list(range(2, 14))
    assert str(rows[2]["standard"]) == "Cheater, Empress, Judge, King, Thief, Trickster"
    assert "Peasant (2)" in str(rows[6]["standard"])
