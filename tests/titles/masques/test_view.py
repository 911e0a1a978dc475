"""The declared shape of a view, and what it tells of whose decision is due."""

import pytest

from games.core.state import CHANCE, OVER
from games.titles.masques.rules.view import MasquesView
from tests.titles.masques.positions import GAME


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_through_a_match_a_view_has_its_declared_fields_and_tells_whose_turn_it_is(seats: int) -> None:
    state = GAME.initial_state(seats, {})
    state.seed(seats)
    shared = set(MasquesView.__annotations__) - {"hand", "packet", "kept", "pick", "seen", "unplayed"}
    while True:
        actor = state.to_move()
        views = [state.view(viewer) for viewer in (None, *range(seats))]
        for viewer, view in zip((None, *range(seats)), views, strict=True):
            assert view.keys() == set(MasquesView.__annotations__)
            assert (view["seats"], view["viewer"], view["over"]) == (seats, viewer, actor == OVER)
            assert view["deciders"] == list(state.deciders())
            assert {name: view[name] for name in shared - {"viewer"}} == {
                name: views[0][name] for name in shared - {"viewer"}
            }
        if actor == OVER:
            break
        if actor == CHANCE:
            state.random_chance()
        else:
            state.choose(actor, state.random_option(actor))
