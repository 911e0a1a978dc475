"""The whole board with its names, the legend and the dice, as the rules page of Masons shows them."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from games.titles.masons.page import figures, legend, numbered
from games.titles.masons.page.examples import ALL
from games.titles.masons.page.geometry import line_path, space_path

SPACES = [f"{strip}{number}" for strip in "ABCD" for number in range(1, 16)]
POINTS = [f"{row}{number}" for row in "abcde" for number in range(1, 10 if row in "bd" else 9)]


def place(drawn: dict[str, str]) -> tuple[int, int]:
    return int(drawn["x"]), int(drawn["y"])


def test_every_point_and_every_space_bears_its_name() -> None:
    board = numbered.board()
    assert (len(POINTS), len(SPACES)) == (42, 60)
    assert [point["name"] for point in board["points"]] == POINTS
    assert [space["name"] for space in board["spaces"]] == SPACES


def test_no_name_lies_on_another() -> None:
    board = numbered.board()
    places = [place(drawn) for drawn in board["points"] + board["spaces"]]
    for at, (x, y) in enumerate(places):
        assert all(abs(x - other_x) >= 22 or abs(y - other_y) >= 13 for other_x, other_y in places[:at])


def test_points_run_from_south_to_north_and_rows_from_coast_to_coast() -> None:
    board = numbered.board()
    at = {point["name"]: place(point) for point in board["points"]}
    a1, a8, b1, b9, e1 = (at[name] for name in ("a1", "a8", "b1", "b9", "e1"))
    assert b1[0] < a1[0] == e1[0] < a8[0] < b9[0]
    assert a1[1] == a8[1] < b1[1] == b9[1] < e1[1]
    assert [point["name"] for point in board["points"] if point["coast"]] == [
        *("a1", "a2", "a3", "a4", "a5", "a6", "a7", "a8"),
        *("e1", "e2", "e3", "e4", "e5", "e6", "e7", "e8"),
    ]


def test_a_wall_and_a_space_next_to_it_are_pointed_out() -> None:
    board = numbered.board()
    assert (board["wall"]["name"], board["wall"]["path"]) == ("a2b3", line_path("a2b3"))
    assert (board["space"]["name"], board["space"]["path"]) == ("A3", space_path("A3"))


def test_pointers_to_walls_and_spaces_cross_no_name() -> None:
    board = numbered.board()
    names = [place(drawn) for drawn in board["points"] + board["spaces"]]
    for pointed in (board["wall"], board["space"]):
        x1, y1, x2, y2 = map(int, re.findall(r"-?\d+", pointed["pointer"]["path"]))
        for step in range(21):
            x, y = x1 + (x2 - x1) * step / 20, y1 + (y2 - y1) * step / 20
            assert all(abs(x - name_x) > 9 or abs(y - name_y) > 7 for name_x, name_y in names)


def test_the_regions_lie_next_to_each_other_from_south_to_north() -> None:
    regions = numbered.board()["regions"]
    assert [str(region["name"]) for region in regions] == ["Lion (south)", "Rose (middle)", "Eagle (north)"]
    assert [region["path"].count("M") for region in regions] == [20, 20, 20]
    ends = [(int(region["x"]), int(region["x"]) + int(region["width"])) for region in regions]
    points = [place(point)[0] for point in numbered.board()["points"]]
    assert (ends[0][0], ends[2][1]) == (min(points), max(points))
    assert abs(ends[0][1] - ends[1][0]) <= 1
    assert abs(ends[1][1] - ends[2][0]) <= 1


def test_the_legend_tells_every_piece_by_a_mark_and_a_colour() -> None:
    rows = [[(piece["symbol"], f"{piece['name']}: {piece['mark']}") for piece in row] for row in legend.pieces()]
    assert rows == [
        [
            ("tower-W", "white tower: a ring"),
            ("tower-G", "grey tower: a bar"),
            ("tower-K", "black tower: a cross"),
        ],
        [
            ("house-b", "blue house: a gable"),
            ("house-g", "green house: a round roof"),
            ("house-y", "yellow house: battlements"),
            ("house-r", "red house: a roof down to the ground"),
            ("house-p", "pink house: a flattened roof"),
        ],
        [
            ("palace-b", "blue palace: on gold"),
            ("palace-g", "green palace: on gold"),
            ("palace-y", "yellow palace: on gold"),
            ("palace-r", "red palace: on gold"),
            ("palace-p", "pink palace: on gold"),
        ],
    ]


def test_each_die_has_six_faces() -> None:
    tower, houses = legend.dice()
    assert tower["faces"] == ["tower-W", "tower-W", "tower-G", "tower-G", "tower-K", "tower-K"]
    assert houses["faces"] == ["house-b", "house-g", "house-y", "house-r", "house-p", "joker"]


@pytest.fixture
def page(client: Client) -> str:
    return client.get(reverse("games:rules_of", args=["masons"])).content.decode()


@pytest.mark.django_db
def test_the_page_shows_every_name_of_the_board_once(page: str) -> None:
    names = re.findall(r'<text class="ms-named[^>]*>\s*([A-Da-e]\d+)\s*</text>', page)
    assert sorted(names) == sorted(POINTS + SPACES)


@pytest.mark.django_db
def test_the_page_scores_every_example_with_its_cards(page: str) -> None:
    chapter = page[page.index('id="scoring"') :]
    sums = [str(figures.total(claim)) for figure in ALL.values() for claim in figure.claims]
    assert len(sums) == 24
    assert re.findall(r"</b>\s*<span>([^<]+)</span>\s*</li>", chapter) == sums
    assert chapter.count('class="ms-counted"') == 11 + 13 + 3 + 16 + 4  # by example


@pytest.mark.django_db
def test_the_page_draws_no_wall_as_a_plan(page: str) -> None:
    assert "planned" not in page
    assert page.count('class="ms-frame"') == 3 + 5 + 2  # in the minute, in the chapters, legend and board


@pytest.mark.django_db
def test_a_palace_counts_as_three_for_the_guilds_of_colours_alone(page: str) -> None:
    assert "A palace counts as three only for the five colour guilds" in page
    assert re.findall(r"[A-Z][^.>]*count[^.<]*three[^.<]*", page) == [
        "A palace counts as three only for the five colour guilds, each of which counts its own colour",
        "The palace counts as three for the Red guild and one for the Courtiers",
    ]
