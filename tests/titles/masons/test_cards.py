"""The table of guild cards: what a row lacks is said in words, and every card is drawn, told and worth points."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from games.core.engine.card_table import check_table
from games.titles.masons import game
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
from tests.titles.masons import oracle
from tests.titles.masons.oracle import Land
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
            rf"^Guild cards: the row of {CODE} is at place {FACES - 1}, but its number is {FACES}\.$",
        ),
        (LAST._replace(code="TS1"), r"^Guild cards: TS1 has two rows\.$"),
    ],
)
def test_a_rows_missing_values_are_named(row: Card, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        check_table("Guild cards", [*CARD_ROWS[:-1], row], FACES)


def test_a_number_without_a_row_is_said() -> None:
    with pytest.raises(
        ValueError, match=f"^Guild cards: there are {FACES + 1} numbers and {FACES} rows; the last row is {CODE}"
    ):
        check_table("Guild cards", CARD_ROWS, FACES + 1)


@pytest.mark.parametrize("card", CARD_ROWS, ids=FACE_CODES)
def test_every_card_is_drawn(card: Card) -> None:
    symbol = re.sub(r"(house|palace)-[bgyrp]", r"\1-{{ colour }}", f'<symbol id="ms-{card.emblem}"')
    assert card.emblem[0].isdigit() or symbol in SETTING.read_text(), f"{card.code}: no such symbol in {SETTING.name}"


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


# The points of every card once more: slowly, with sets and names, from the text of the rules page. The rules are
# compared with them at many positions (`test_oracle.py`).


def towers_in(land: Land, spaces: frozenset[str]) -> list[str]:
    """The tones of the towers on any corner of these spaces."""
    corners = frozenset().union(*(oracle.SPACES[space] for space in spaces)) if spaces else frozenset()
    return [tone for point, tone in land.towers.items() if point in corners]


def outside(land: Land) -> frozenset[str]:
    """Spaces in no town."""
    return frozenset(oracle.SPACES) - frozenset().union(*land.towns.values())


def outside_towers(land: Land) -> dict[str, str]:
    """Towers on points that are no corner of any town space."""
    taken = {corner for spaces in land.towns.values() for space in spaces for corner in oracle.SPACES[space]}
    return {point: tone for point, tone in land.towers.items() if point not in taken}


def outside_walls(land: Land) -> set[str]:
    """Walls that are no side of any town space."""
    taken = frozenset().union(*land.towns.values())
    return {line for line in land.walls if not oracle.BESIDE[line] & taken}


def card_value(land: Land, card: str, town: str | None) -> int:
    """The points of a card while `town` is scored."""
    spaces = land.towns[town] if town else frozenset[str]()
    houses = [colour for space, colour in land.houses if space in spaces]
    palaces = [colour for space, colour in land.palaces if space in spaces]
    beyond = outside(land)
    free = [(space, colour) for space, colour in land.houses if space in beyond]
    last = card[-1]
    if card[:2] == "TT" and last in oracle.TONES:
        return 2 * towers_in(land, spaces).count(last)
    if card[:2] == "OT" and last in oracle.TONES:
        return 2 * list(outside_towers(land).values()).count(last)
    if card[:2] == "TH":
        return 3 * palaces.count(last) + houses.count(last)
    if card[:2] == "OH":
        return sum(colour == last for _space, colour in free)
    if card[:2] == "OR":
        return sum(oracle.BOARD.regions[space] == last for space, _colour in free)
    rules: dict[str, Callable[[], int]] = {
        "TS1": lambda: 6 if len(spaces) == 1 else 0,
        "TS2": lambda: 7 if len(spaces) == 2 else 0,
        "TS3": lambda: 8 if len(spaces) == 3 else 0,
        "TS7": lambda: 9 if len(spaces) >= 7 else 0,
        "TCOL": lambda: {0: 0, 1: 0, 2: 4, 3: 4, 4: 7, 5: 7}[len({*houses, *palaces})],
        "TTA": lambda: len(towers_in(land, spaces)),
        "TP": lambda: len(palaces),
        "OTA": lambda: len(outside_towers(land)),
        "OTC": lambda: 2 * sum(point in oracle.BOARD.coast for point in outside_towers(land)),
        "OW": lambda: len(outside_walls(land)),
        "NT": lambda: len(land.towns),
    }
    assert card in rules, f"the points of {card} are not counted here"
    return rules[card]()
