"""The table of masks: every mask is drawn, and what a row lacks is said in words."""

from pathlib import Path

import pytest

from games.core.engine.card_table import check_table
from games.titles.maskera import game
from games.titles.maskera.rules.components import LETTERS, MASK_ROWS, MASKS, Mask

SETTING = Path(game.__file__).parent / "templates" / "titles" / "maskera" / "setting.html"
LAST = MASK_ROWS[-1]


@pytest.mark.parametrize("letter", LETTERS)
def test_every_mask_is_drawn(letter: str) -> None:
    drawn = SETTING.read_text()
    assert f'<symbol id="mask-{letter}"' in drawn
    assert f'<symbol id="emblem-{letter}"' in drawn


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (LAST._replace(name=""), r"^Masks: A has no name\.$"),
        (LAST._replace(meaning=""), r"^Masks: A has no meaning\.$"),
        (LAST._replace(ability=""), r"^Masks: A has no ability\.$"),
        (LAST._replace(number=MASKS), r"^Masks: the row of A is at place 4, but its number is 5\.$"),
    ],
)
def test_a_rows_missing_values_are_named(row: Mask, said: str) -> None:
    assert LETTERS == "PRSBA"
    with pytest.raises(ValueError, match=said):
        check_table("Masks", [*MASK_ROWS[:-1], row], MASKS)
