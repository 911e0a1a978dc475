"""The rules agree with a slow second writing of them (oracle.py, test_cards.py) on random positions."""

import random
from collections import Counter

from games.titles.masons.rules.board import BOARD
from games.titles.masons.rules.components import BUILD, COLOURS, FACE_CODES, MERGE, PALACES_EACH, WALL
from games.titles.masons.rules.names import LINE_NUMBERS, POINT_NUMBERS, SPACE_NAMES, SPACE_NUMBERS
from games.titles.masons.rules.state import MasonsState
from games.titles.masons.rules.towns import closed
from games.titles.masons.rules.turn import may_wall
from tests.titles.masons import oracle
from tests.titles.masons.oracle import Land
from tests.titles.masons.positions import moves, values
from tests.titles.masons.test_cards import card_value

SCATTERED = 200
PLAYED = 400


def put(land: Land) -> MasonsState:
    """A position with this land."""
    state = MasonsState(None, 2)
    for line in land.walls:
        number = LINE_NUMBERS[line]
        state.wall[number] = 1
        state.walls_at[BOARD.end_a[number]] += 1
        state.walls_at[BOARD.end_b[number]] += 1
    for point, tone in land.towers.items():
        state.tower[POINT_NUMBERS[point]] = oracle.TONES.index(tone)
    for space, colour in land.houses:
        state.house[SPACE_NUMBERS[space] * COLOURS + oracle.COLOURS.index(colour)] += 1
    taken = [0] * COLOURS
    for space, colour in land.palaces:
        number = oracle.COLOURS.index(colour)
        state.palace[number * PALACES_EACH + taken[number]] = SPACE_NUMBERS[space]
        taken[number] += 1
    for town, spaces in land.towns.items():
        state.last_town = max(state.last_town, int(town[1:]))
        for space in spaces:
            state.town[SPACE_NUMBERS[space]] = int(town[1:])
    return state


def compare_values(state: MasonsState, land: Land) -> None:
    """Every card, for every town and for none."""
    state.new_town = 0
    for town in (None, *land.towns):
        found = values(state, town or "")
        assert found == {card: card_value(land, card, town) for card in FACE_CODES}, (land, town)


def compare_components(state: MasonsState, land: Land) -> None:
    """Compare the reachable part of each space, and whether it is closed."""
    for spaces in oracle.components(land):
        expected = spaces if oracle.is_closed(land, spaces) else set()
        for space in spaces:
            assert {SPACE_NAMES[each] for each in closed(state, SPACE_NUMBERS[space])} == expected, (land, space)


def compare_scattered(count: int, seed: int) -> None:
    """Lands that no match leads to."""
    generator = random.Random(seed)
    for _each in range(count):
        land = oracle.scattered(generator)
        state = put(land)
        compare_components(state, land)
        compare_values(state, land)


def compare_positions(count: int, seed: int) -> None:
    """Positions of matches: walls, builds, joining, values."""
    for state in oracle.positions(count, seed):
        land = Land.of(state)
        compare_towns(state, land)
        compare_values(state.copy(), land)
        if state.phase == WALL:
            inside = {line for line, beside in oracle.BESIDE.items() for its in land.towns.values() if beside & its}
            legal = {line for line in oracle.ENDS if line not in land.walls and line not in inside}
            assert legal == {line for line, number in LINE_NUMBERS.items() if may_wall(state, number)}
        if state.phase == BUILD:
            compare_builds(state, land)
        if state.phase == MERGE:
            view = state.view(None)
            assert view["new_town"] is not None
            assert set(view["mergeable"]) == oracle.neighbours(land, view["new_town"])


def compare_towns(state: MasonsState, land: Land) -> None:
    """The towns are the closed components, and nothing is left to clean in them; while a wall waits for its pieces, the
    town that it closes is not recorded yet."""
    found = oracle.enclosed(land)
    assert set(land.towns.values()) <= found
    assert len(found) - len(land.towns) in ((0, 1) if state.phase == BUILD else (0,))
    for spaces in land.towns.values():
        assert not any(
            len(beside) == 2 and beside <= spaces for line, beside in oracle.BESIDE.items() if line in land.walls
        )
    if len(found) > len(land.towns):
        return  # the town of this turn is not cleaned yet
    supply = state.view(None)["supply"]["palaces"]
    for spaces in land.towns.values():
        houses = Counter(colour for space, colour in land.houses if space in spaces)
        assert not any(count > 1 and supply[colour] for colour, count in houses.items()), "a pair became no palace"
    for point in land.towers:
        walled = any(point in oracle.ENDS[line] for line in land.walls)
        around = {space for space, corners in oracle.SPACES.items() if point in corners}
        assert walled or not any(around <= spaces for spaces in land.towns.values()), f"a tower stayed free at {point}"


def compare_builds(state: MasonsState, land: Land) -> None:
    """All builds, by trying every order."""
    supply = state.view(None)["supply"]
    dice = state.view(None)["dice"]
    line = state.view(None)["line"]
    assert dice is not None
    assert line is not None
    expected = oracle.builds(land, {**supply["towers"], **supply["houses"]}, line, f"{dice[0]}/{dice[1]}{dice[2]}")
    found = [frozenset(move[2:].replace(";", ",").strip(",").split(",")) - {""} for move in moves(state)]
    assert len(found) == len(set(found))
    assert set(found) == expected, (line, dice, supply)


def test_positions_of_matches() -> None:
    compare_positions(PLAYED, seed=1)


def test_lands_that_no_match_leads_to() -> None:
    compare_scattered(SCATTERED, seed=2)


def test_builds_with_every_supply() -> None:
    """Random small supplies: shortages of every kind."""
    generator = random.Random(3)
    for _each in range(400):
        land = Land()
        points = sorted({end for ends in oracle.ENDS.values() for end in ends})
        land.towers = {point: "W" for point in points if generator.random() < 0.3}
        state = put(land)
        for row in (state.tower_left, state.house_left):
            for at in range(len(row)):
                row[at] = generator.choice((0, 0, 1, 1, 2))
        state.phase, state.decider, state.active = BUILD, 0, 0
        state.line = generator.randrange(BOARD.lines)
        state.wall[state.line] = 1
        state.dice[0], state.dice[1], state.dice[2] = (generator.randrange(sides) for sides in (3, 6, 6))
        compare_builds(state, land)
