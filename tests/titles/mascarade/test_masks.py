"""The table of masks: what is missing in a row is said in words, and every mask is drawn and does something."""

import re
from pathlib import Path

import pytest

from games.core.card_table import check_table
from games.titles.mascarade import game
from games.titles.mascarade.rules.components import ANNOUNCE, CHOOSE, MASK, NO, NONE
from games.titles.mascarade.rules.masks import CODES, COPIES, MASK_ROWS, MASKS, MIN_SEATS, PRICES
from games.titles.mascarade.rules.rows import TWO_UNSEEN, Aim, Mask
from tests.titles.mascarade.table import position

SETTING = Path(game.__file__).parent / "templates" / "titles" / "mascarade" / "setting.html"
LAST = MASK_ROWS[-1]
SPY = MASK_ROWS[CODES.index("SP")]
assert SPY.aim is not None


def test_the_masks_of_the_box_are_known() -> None:
    assert CODES == ("BE", "CH", "EM", "FO", "GU", "JU", "KI", "PA", "PE", "PR", "PU", "SO", "SP", "TH", "TR", "WI")
    assert sum(COPIES) == 17
    assert dict(zip(CODES, MIN_SEATS, strict=True)) == dict.fromkeys(CODES, 2) | {"GU": 8, "PE": 8, "PR": 6, "PU": 6}
    assert [code for code, price in zip(CODES, PRICES, strict=True) if price] == ["GU", "PU", "TR"]


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (LAST._replace(name=""), "Masks: WI has no name."),
        (LAST._replace(power=""), "Masks: WI has no power."),
        (LAST._replace(ability=""), "Masks: WI has no ability."),
        (LAST._replace(glance=""), "Masks: WI has no glance."),
        (LAST._replace(example=LAST.example._replace(caption="")), "Masks: WI has no example.caption."),
        (LAST._replace(example=LAST.example._replace(record="")), "Masks: WI has no example.record."),
        (LAST._replace(number=MASKS), "Masks: the row of WI stands at place 15, but its number is 16."),
        (LAST._replace(code="TR"), "Masks: TR has two rows."),
        (LAST._replace(aim=SPY.aim._replace(question="")), "Masks: WI has no aim.question."),
        (LAST._replace(aim=SPY.aim._replace(help="")), "Masks: WI has no aim.help."),
    ],
)
def test_what_a_row_lacks_is_said(row: Mask, said: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(said)}$"):
        check_table("Masks", [*MASK_ROWS[:-1], row], MASKS)


def test_a_number_without_a_row_and_a_row_without_a_number_are_said() -> None:
    with pytest.raises(ValueError, match=r"^Masks: there are 17 numbers and 16 rows; the last row is WI\.$"):
        check_table("Masks", MASK_ROWS, MASKS + 1)
    with pytest.raises(ValueError, match=r"^Masks: there are 16 numbers and 17 rows; the last row is ZE\.$"):
        check_table("Masks", [*MASK_ROWS, LAST._replace(number=MASKS, code="ZE")], MASKS)


@pytest.mark.parametrize("mask", MASK_ROWS, ids=CODES)
def test_every_mask_is_drawn(mask: Mask) -> None:
    assert f'<symbol id="mc-{mask.code}"' in SETTING.read_text(), f"{mask.code} has no drawing in {SETTING.name}"


@pytest.mark.parametrize("mask", MASK_ROWS, ids=CODES)
def test_every_mask_does_something(mask: Mask) -> None:
    """Believed, it asks its user for a target, or moves coins, or ends the match: rich or poor."""
    done = []
    for own in (4, 10):
        state = position(" ".join(sorted(CODES, key=mask.code.__ne__)[:8]), coins=(own, *[6] * 6, 11), justice=3)
        before = list(state.coins)
        state.choose(0, ANNOUNCE)
        state.choose(0, MASK + mask.number)
        for other in range(1, 8):
            state.choose(other, NO)
        done.append(state.phase == CHOOSE or state.ending != NONE or list(state.coins) != before)
    assert any(done), f"{mask.code} has no gain, no aim and no rule in powers.py"


@pytest.mark.parametrize("aim", [mask.aim for mask in MASK_ROWS if mask.aim], ids=lambda aim: aim.question)
def test_an_unseen_exchange_has_words_for_all_its_parts(aim: Aim) -> None:
    assert bool(aim.pretend) == bool(aim.second) == (aim.target == TWO_UNSEEN)
