"""Requirements of ratings for every title."""

from itertools import product

import pytest

from games.registry import TITLES
from leagues.core.pools import Pool
from leagues.models import RatedResult
from tests.lantern.game import LANTERN

GAMES = [*TITLES.values(), LANTERN]
each_game = pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])


@each_game
def test_a_title_says_how_long_a_usual_match_is_at_every_number_of_seats(game):
    assert set(game.usual_moves) == set(game.seats)
    assert all(moves > 0 for moves in game.usual_moves.values())


@each_game
def test_a_ladder_is_of_numbers_of_seats_and_levels_that_there_are_the_stronger_the_higher(game):
    assert set(game.ladder) == set(game.seats)
    for points in game.ladder.values():
        assert list(points) == list(game.levels)
        assert list(points.values()) == sorted(points.values())
        assert points["random"] == 0


@each_game
def test_every_pool_of_a_title_can_be_stored_and_read_back(game):
    settings = {setting.name: setting for setting in game.settings}
    choices = [settings[name].samples(game.usual_seats) for name in game.rated_apart]
    longest = RatedResult._meta.get_field("pool").max_length
    for has_bots, values in product((False, True), product(*choices)):
        pool = Pool.of_match(has_bots, game.rated_apart, dict(zip(game.rated_apart, values, strict=True)))
        assert Pool.parse(pool.slug) == pool
        assert len(pool.slug) <= longest
