"""The drawn examples of the rules page are what the rules say: each is built, played and compared."""

import pytest

from games.titles.masons.page import figures
from games.titles.masons.page.examples import ALL, Step
from games.titles.masons.rules.components import MERGE
from games.titles.masons.rules.names import BOARD_FILE, SPACE_NAMES
from games.titles.masons.rules.state import MasonsState
from tests.titles.masons.positions import houses, palaces, play, position, towers, towns, values, walls


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
    """What stands on the board."""
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
    assert {card: values(state)[card] for card in figure.claims} == dict(figure.claims)


@pytest.mark.parametrize("name", sorted(ALL))
def test_all_that_stands_in_an_example_is_drawn(name: str) -> None:
    figure = ALL[name]
    section = figure.spaces.split()
    corners = {corner for space in section for corner in BOARD_FILE.corners[space]}
    lines = {line for space in section for line in BOARD_FILE.sides[space]}
    drawn = figures.figure(figure)
    for step, picture in zip(figure.steps, drawn["steps"], strict=True):
        assert set(step.walls.split()) <= lines
        assert {word.split("=")[0] for word in step.towers.split()} <= corners
        assert {word.split("=")[0] for word in (step.houses + " " + step.palaces).split()} <= set(section)
        assert len(picture["walls"]) == len(step.walls.split())
        assert len(picture["towers"]) == len(step.towers.split())
