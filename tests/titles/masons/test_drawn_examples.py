"""The drawn examples of the rules page are what the rules say: each is built, played and compared."""

import pytest

from games.core.text import _
from games.titles.masons.page import figures
from games.titles.masons.page.examples import ALL, Claim, Step
from games.titles.masons.page.geometry import line_path, point_place, slots, space_place
from games.titles.masons.rules.components import MERGE
from games.titles.masons.rules.names import BOARD_FILE, SPACE_NAMES, town_word
from games.titles.masons.rules.state import MasonsState
from tests.titles.masons.positions import houses, palaces, play, position, towers, towns, values, walls

CLAIMS = [(name, claim) for name, figure in ALL.items() for claim in figure.claims]
SUMS = {
    ("town", "TS1"): "1 space: 6 points",
    ("town", "TCOL"): "3 colours: 4 points",
    ("town", "TTW"): "2 towers × 2 = 4",
    ("town", "TTA"): "3 towers × 1 = 3",
    ("town", "OHr"): "1 house × 1 = 1",
    ("town", "NT"): "1 town × 1 = 1",
    ("edge", "TS1"): "1 space: 6 points",
    ("edge", "OHb"): "1 house × 1 = 1",
    ("edge", "OHr"): "2 houses × 1 = 2",
    ("edge", "ORS"): "4 houses × 1 = 4",
    ("edge", "OTA"): "2 towers × 1 = 2",
    ("edge", "OTK"): "1 tower × 2 = 2",
    ("edge", "OTC"): "1 tower × 2 = 2",
    ("edge", "OW"): "1 wall × 1 = 1",
    ("palace", "THr"): "1 palace × 3 = 3",
    ("palace", "THb"): "1 house × 1 = 1",
    ("palace", "TP"): "1 palace × 1 = 1",
    ("back", "TS7"): "6 spaces: 0 points",
    ("back", "TTA"): "6 towers × 1 = 6",
    ("back", "THr"): "1 palace × 3 + 1 house × 1 = 4",
    ("back", "TP"): "2 palaces × 1 = 2",
    ("join", "TS2"): "2 spaces: 7 points",
    ("join", "TP"): "1 palace × 1 = 1",
    ("join", "NT"): "1 town × 1 = 1",
}


def built(step: Step) -> MasonsState:
    """The position of a step. One in which a town waits to be joined stands right after its completion."""
    state = position(
        walls=step.walls, towers=step.towers, houses=step.houses, palaces=step.palaces, towns=dict(step.towns)
    )
    if len(step.towns) > 1:
        state.new_town = state.last_town
        state.phase = MERGE
    return state


def land(state: MasonsState) -> dict[str, object]:
    """Return everything on the board."""
    return {
        "walls": sorted(walls(state)),
        "towers": towers(state),
        "houses": {name: "".join(sorted(houses(state, name))) for name in SPACE_NAMES if houses(state, name)},
        "palaces": palaces(state),
        "towns": towns(state),
    }


@pytest.mark.parametrize("name", sorted(ALL))
def test_an_example_shows_what_the_rules_do(name: str) -> None:
    figure = ALL[name]
    state = built(figure.steps[0])
    for step in figure.steps[1:]:
        play(state, step.played)
        assert land(state) == land(built(step))
        assert town_word(int(state.new_town)) == (step.new or "0")
    found = values(state)
    assert {claim.card: found[claim.card] for claim in figure.claims} == {
        claim.card: claim.points for claim in figure.claims
    }


@pytest.mark.parametrize("name", sorted(ALL))
def test_everything_in_an_example_is_drawn(name: str) -> None:
    figure = ALL[name]
    section = figure.spaces.split()
    corners = {corner for space in section for corner in BOARD_FILE.corners[space]}
    lines = {line for space in section for line in BOARD_FILE.sides[space]}
    drawn = figures.figure(figure)
    for step, picture in zip(figure.steps, drawn["steps"], strict=True):
        assert set(step.walls.split()) <= lines
        assert {word.split("=")[0] for word in step.towers.split()} <= corners
        assert {word.split("=")[0] for word in (step.houses + " " + step.palaces).split()} <= set(section)
        assert len(picture["walls"]) + len(picture["new_walls"]) == len(step.walls.split())
        assert len(picture["towers"]) == len(step.towers.split())
        built = (step.houses + " " + step.palaces).split()
        assert len(picture["buildings"]) == sum(len(word.split(",")) for word in built)
        assert len(picture["towns"]) == len(step.towns)


def test_a_wall_that_was_just_placed_is_drawn_as_built_and_framed() -> None:
    before, placed, after = figures.figure(ALL["build"])["steps"]
    assert (before["walls"], before["new_walls"]) == ([], [])
    assert (placed["walls"], placed["new_walls"]) == ([], [line_path("a2b3")])
    assert (after["walls"], after["new_walls"]) == ([line_path("a2b3")], [])


def test_the_dice_of_an_example_are_drawn_as_they_fell() -> None:
    assert [step["dice"] for step in figures.figure(ALL["build"])["steps"]] == [
        [],
        ["tower-W", "house-r", "joker"],
        [],
    ]
    assert figures.figure(ALL["town"])["steps"][1]["dice"] == ["tower-K", "house-r", "house-g"]
    assert figures.figure(ALL["join"])["steps"][1]["dice"] == []


def test_towns_bear_their_names_where_there_are_several() -> None:
    def names(example: str) -> list[list[str]]:
        return [[town["name"] for town in step.get("names", [])] for step in figures.figure(ALL[example])["steps"]]

    assert names("join") == [["T1", "T2"], ["T2"]]
    assert names("town") == [[], []]


def test_the_name_of_a_town_is_where_there_is_most_room() -> None:
    step = Step(_("Town"), houses="A3=r,b A4=r", towns={"T1": "A3 A4 A5", "T2": "A4 A3"})
    empty, beside_two = (figures.town_name(name, step) for name in ("T1", "T2"))
    assert (float(empty["x"]), float(empty["y"])) == pytest.approx(space_place("A5"), abs=0.5)
    x, y = space_place("A3")
    assert (float(beside_two["x"]), float(beside_two["y"])) == pytest.approx((x, y - 13), abs=0.5)


def test_a_town_is_bright_in_its_turn_alone() -> None:
    complete, joined = figures.figure(ALL["join"])["steps"]
    assert [town["new"] for town in complete["towns"]] == [False, True]
    assert [town["new"] for town in joined["towns"]] == [True]


@pytest.mark.parametrize(("name", "claim"), CLAIMS)
def test_a_sum_says_how_the_points_of_a_card_come_about(name: str, claim: Claim) -> None:
    assert str(figures.total(claim)) == SUMS[name, claim.card]


def test_every_sum_is_drawn() -> None:
    drawn = {
        (example["name"], claim["card"]["code"]): str(claim["sum"])
        for example in figures.drawings()["scored"]
        for claim in example["claims"]
    }
    assert drawn == SUMS


@pytest.mark.parametrize(("name", "claim"), CLAIMS)
def test_counted_pieces_are_marked_once_and_exist(name: str, claim: Claim) -> None:
    step = ALL[name].steps[-1]
    places = [place for term in claim.terms for place in term.places.split()]
    built = {word.split("=")[0]: word.split("=")[1].split(",") for word in step.houses.split()}
    for word in step.palaces.split():
        built.setdefault(word.split("=")[0], []).append(word.split("=")[1])
    for place in places:
        space, _sign, colour = place.partition("=")
        if colour:
            assert colour in built[space]
        else:
            there = [word.split("=")[0] for word in step.towers.split()] + step.walls.split() + [*step.towns]
            assert place in there or any(place in spaces.split() for spaces in step.towns.values())
    drawn = figures.claim(claim, step)
    marks = [tuple(ring.values()) for ring in drawn["rings"]] + drawn["outlines"]
    assert len(marks) == len(set(marks)) == len(places)


@pytest.mark.parametrize(("name", "claim"), CLAIMS)
def test_a_card_of_the_town_counts_in_the_town_and_the_others_outside(name: str, claim: Claim) -> None:
    (spaces,) = (each.split() for each in ALL[name].steps[-1].towns.values())
    inside = {*spaces, *(corner for space in spaces for corner in BOARD_FILE.corners[space])}
    for term in claim.terms:
        for place in term.places.split():
            if claim.card != "NT":
                assert (place.split("=")[0] in inside) == (claim.card[0] == "T")


def test_a_ring_lies_around_what_it_marks() -> None:
    step = ALL["town"].steps[-1]
    tower = figures.ring("a2", step)
    assert (float(tower["x"]), float(tower["y"])) == pytest.approx(point_place("a2"), abs=0.5)
    size, places = slots("A3", 3)
    for word, place in zip(("A3=r", "A3=b", "A3=g"), places, strict=True):
        ring = figures.ring(word, step)
        assert (float(ring["x"]), float(ring["y"])) == pytest.approx(place, abs=0.5)
        assert float(ring["r"]) > size / 2
