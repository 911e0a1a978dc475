"""The table of guild cards: what a row lacks is said in words, and every card is drawn, told and worth points."""

import re
from pathlib import Path

import pytest

from games.core.engine.card_table import check_table
from games.titles.masons import game
from games.titles.masons.page.hand import COUNTED
from games.titles.masons.rules.components import (
    CARD_ROWS,
    COLOURS,
    FACE_CODES,
    FACES,
    OUTSIDE_REGION,
    REGION_CODES,
    TONES,
    Card,
)
from tests.titles.masons.positions import position, values

SETTING = Path(game.__file__).parent / "templates" / "titles" / "masons" / "setting.html"
LAST = CARD_ROWS[-1]
CODE = LAST.code


def test_the_guild_cards_of_the_box_are_known() -> None:
    """A new card is written down here too."""
    assert " ".join(FACE_CODES) == (
        "TS1 TS2 TS3 TS7 TCOL TTW TTG TTK TTA TP THb THg THy THr THp "
        "OHb OHg OHy OHr OHp ORS ORM ORN OTA OTW OTG OTK OTC OW NT"
    )
    assert FACE_CODES[OUTSIDE_REGION : OUTSIDE_REGION + len(REGION_CODES)] == ("ORS", "ORM", "ORN")
    assert (TONES, COLOURS) == (3, 5)


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (LAST._replace(name=""), rf"^Guild cards: {CODE} has no name\.$"),
        (LAST._replace(meaning=""), rf"^Guild cards: {CODE} has no meaning\.$"),
        (LAST._replace(emblem=""), rf"^Guild cards: {CODE} has no emblem\.$"),
        (
            LAST._replace(number=FACES),
            rf"^Guild cards: the row of {CODE} stands at place {FACES - 1}, but its number is {FACES}\.$",
        ),
        (LAST._replace(code="TS1"), r"^Guild cards: TS1 has two rows\.$"),
    ],
)
def test_what_a_row_lacks_is_said(row: Card, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        check_table("Guild cards", [*CARD_ROWS[:-1], row], FACES)


def test_a_number_without_a_row_is_said() -> None:
    with pytest.raises(
        ValueError, match=f"^Guild cards: there are {FACES + 1} numbers and {FACES} rows; the last row is {CODE}"
    ):
        check_table("Guild cards", CARD_ROWS, FACES + 1)


@pytest.mark.parametrize("card", CARD_ROWS, ids=FACE_CODES)
def test_every_card_is_drawn_and_told(card: Card) -> None:
    symbol = re.sub(r"(house|palace)-[bgyrp]", r"\1-{{ colour }}", f'<symbol id="ms-{card.emblem}"')
    assert card.emblem[0].isdigit() or symbol in SETTING.read_text(), f"{card.code}: no such symbol in {SETTING.name}"
    assert card.counts in (*COUNTED, ""), f"page/hand.py does not say how the points of {card.code} come about"


def test_every_card_is_worth_points_somewhere() -> None:
    towns = {"T1": "A1", "T2": "A3 A4", "T3": "A6 A7 A8", "T4": "C1 C2 C3 C4 C5 C6 C7"}
    state = position(
        walls="e7e8",
        towers="c1=W c2=G c3=K e6=W e7=G e8=K",
        houses="C1=b,g C2=y,r C3=p D2=b D7=g,y D12=r,p",
        palaces="C4=b",
        towns=towns,
    )
    worth = [values(state, town) for town in towns]
    assert [code for code in FACE_CODES if not any(points[code] for points in worth)] == []
