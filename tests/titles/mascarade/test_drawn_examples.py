"""The drawn examples of the rules page are true: each is followed with the rules, and what is drawn is there."""

import re

import pytest

from games.titles.mascarade.page import examples, figures
from games.titles.mascarade.page.examples import Figure, Place
from games.titles.mascarade.rules.effects import owner_of
from games.titles.mascarade.rules.masks import CODES
from games.titles.mascarade.rules.slots import slot_words
from games.titles.mascarade.text.names import NAMES
from tests.titles.mascarade.table import Line, position

FIGURES = {name: figure for name, figure in vars(examples).items() if isinstance(figure, Figure)} | examples.MASKS


def beginning(example: Figure) -> Line:
    """The position that an example begins with."""
    return Line(
        position(
            example.masks, seats=example.seats, coins=example.coins, justice=example.justice, active=example.active
        )
    )


@pytest.mark.parametrize("example", FIGURES.values(), ids=FIGURES.keys())
def test_every_mask_and_every_purse_is_what_is_drawn(example: Figure) -> None:
    line, past = beginning(example), ""
    for step in example.steps:
        if step.record:
            line.follow(step.record)
            past += step.record
        state = line.state
        slots = slot_words(int(state.seats), int(state.places))
        for place in step.places:
            assert CODES[state.mask[slots.index(place.slot)]] == place.mask
            seat = owner_of(place.slot)
            assert place.coins is None or (seat is not None and int(state.coins[seat]) == place.coins)
            check_claim(place, past)
        assert step.justice is None or int(state.justice) == step.justice


def check_claim(place: Place, past: str) -> None:
    """A mask is drawn as claimed if the player has claimed it, and face up if it was shown; and only then."""
    said = re.search(r"(\d): A:([A-Z]{2})", past)
    named = re.search(rf"{place.slot[0]}:G=([A-Z]{{2}})", past)
    claims = ""
    if said and (place.slot[0] == said[1] or f" {place.slot[0]}:C" in past):
        claims = said[2]
    letter = place.slot[1:]
    if letter in ("L", "R") and f"@{letter}" not in past:
        claims = ""
    if named:
        claims = named[1]
    if letter == "R" or place.slot.startswith("C"):
        claims = ""
    assert place.says in (claims, "")
    assert place.shown == (f"{place.slot}={place.mask}" in past and "B+" not in past)


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
    rows = figures.drawings()["scripts"]
    assert [row["seats"] for row in rows] == list(range(2, 14))
    assert str(rows[2]["standard"]) == "Cheater, Empress, Judge, King, Thief, Trickster"
    assert "Peasant (2)" in str(rows[6]["standard"])
