"""The table of masks: what is missing in a row is said in words, and every mask is drawn and does something."""

import re
from pathlib import Path

import pytest

from games.core.engine.card_table import check_table
from games.titles.mascarade import game
from games.titles.mascarade.rules.components import ANNOUNCE, CHOOSE, DRAWN_FROM, MASK, NO, NONE, SCRIPTED
from games.titles.mascarade.rules.masks import BRINGS_MONEY, CODES, COPIES, MASK_ROWS, MASKS, MIN_SEATS
from games.titles.mascarade.rules.rows import TWO_UNSEEN, Aim, Mask
from tests.titles.mascarade.table import position

SETTING = Path(game.__file__).parent / "templates" / "titles" / "mascarade" / "setting.html"
LAST = MASK_ROWS[-1]
CODE = LAST.code
SPY = MASK_ROWS[CODES.index("SP")]
assert SPY.aim is not None
EXAMPLES = {
    "BE": ("1=BE:4 2=TR:6 3=EM:4 4=KI:7", "1=BE:6(BE) 2=TR:5 3=EM:4 4=KI:6"),
    "CH": ("1=CH:10 2=TR:12", "1=CH:10(CH) 2=TR:12"),
    "EM": ("1=EM:6", "1=EM:9(EM)"),
    "FO": ("1=FO:6 2=TR:6 4=KI:6", "1=FO:7(FO) 2=KI:6 4=TR:6"),
    "GU": ("1=GU:6 4=TH:6", "1=GU:10(GU) 4=TH:2(EM)!"),
    "JU": ("1=JU:6 J:4", "1=JU:10(JU) J:0"),
    "KI": ("1=KI:6", "1=KI:8(KI)"),
    "PA": ("6=JU:6 1=PA:6 2=TR:6", "6=JU:7 1=PA:9(PA) 2=TR:7"),
    "PE": ("1=PE:6 4=PE:6", "1=PE:8(PE)! 4=PE:8(PE)!"),
    "PR": ("1=PR:6 4=KI:6", "1=PR:8(PR) 4=KI:6!"),
    "PU": ("1=PU:6 2=TR:9 4=KI:4", "1=PU:8(PU) 2=KI:3 4=TR:8"),
    "SO": ("1=SO:3 2=TR:9", "1=SO:9(SO) 2=TR:3"),
    "SP": ("1=SP:6 2=TR:6", "1=TR:6(SP) 2=SP:6"),
    "TH": ("6=JU:6 1=TH:6 2=TR:6", "6=JU:5 1=TH:8(TH) 2=TR:5"),
    "TR": ("1=TR:5 2=JU:8 3=EM:9", "1=TR:7(TR) 2=JU:8 3=EM:7"),
    "WI": ("1=WI:4", "1=WI:10(WI)"),
}
"""What the example of each mask shows before and after, as `test_drawn_examples` reads it; a new mask is written down
here too."""


def test_masks_and_what_a_script_asks_of_them() -> None:
    """Ruling Q16: of the box; a new mask is written down here too."""
    assert " ".join(CODES) == "BE CH EM FO GU JU KI PA PE PR PU SO SP TH TR WI"
    assert [code for code, copies in zip(CODES, COPIES, strict=True) if copies > 1] == ["PE"]
    assert [code for code, brings in zip(CODES, BRINGS_MONEY, strict=True) if brings] == [
        "EM",
        "FO",
        "KI",
        "PA",
        "PE",
        "PR",
        "WI",
    ]
    assert {code: least for code, least in zip(CODES, MIN_SEATS, strict=True) if least > 2} == {
        "GU": 8,
        "PE": 8,
        "PR": 6,
        "PU": 6,
    }


def test_chance_makes_scripts_of_the_masks_that_it_always_took() -> None:
    """Another one would need another version of the rules: matches from before would read differently."""
    assert " ".join(sorted(SCRIPTED)) == "BE CH EM FO GU JU KI PA PE PR PU SO SP TH TR WI"
    assert all(
        drawn == (least if code in SCRIPTED else 14)
        for code, drawn, least in zip(CODES, DRAWN_FROM, MIN_SEATS, strict=True)
    )


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (LAST._replace(name=""), f"Masks: {CODE} has no name."),
        (LAST._replace(power=""), f"Masks: {CODE} has no power."),
        (LAST._replace(ability=""), f"Masks: {CODE} has no ability."),
        (LAST._replace(glance=""), f"Masks: {CODE} has no glance."),
        (LAST._replace(example=LAST.example._replace(caption="")), f"Masks: {CODE} has no example.caption."),
        (LAST._replace(example=LAST.example._replace(record="")), f"Masks: {CODE} has no example.record."),
        (
            LAST._replace(number=MASKS),
            f"Masks: the row of {CODE} is at place {MASKS - 1}, but its number is {MASKS}.",
        ),
        (LAST._replace(code="BE"), "Masks: BE has two rows."),
        (LAST._replace(aim=SPY.aim._replace(question="")), f"Masks: {CODE} has no aim.question."),
        (LAST._replace(aim=SPY.aim._replace(help="")), f"Masks: {CODE} has no aim.help."),
    ],
)
def test_a_rows_missing_values_are_named(row: Mask, said: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(said)}$"):
        check_table("Masks", [*MASK_ROWS[:-1], row], MASKS)


def test_a_number_without_a_row_and_a_row_without_a_number_are_said() -> None:
    last = f"the last row is {CODE}"
    with pytest.raises(ValueError, match=f"^Masks: there are {MASKS + 1} numbers and {MASKS} rows; {last}"):
        check_table("Masks", MASK_ROWS, MASKS + 1)
    with pytest.raises(ValueError, match=f"^Masks: there are {MASKS - 1} numbers and {MASKS} rows; {last}"):
        check_table("Masks", MASK_ROWS, MASKS - 1)


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


@pytest.mark.parametrize("aim", [mask.aim for mask in MASK_ROWS if mask.aim], ids=lambda aim: aim.question)
def test_a_choice_says_whom_it_hits(aim: Aim) -> None:
    """Else all choices would read alike."""
    assert "%(seat)s" in aim.waiting
    assert "%(target)s" in aim.label
    assert "%(target)s" in aim.confirm or "%(slot)s" in aim.confirm
