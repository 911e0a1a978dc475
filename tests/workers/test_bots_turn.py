"""A real worker on a real Valkey plays a bot's turn; when the message was lost, the sweep has it played."""

import pytest

from games.registry import TITLES
from games.services.waiting import tables
from tests.cast import bot_has_moved, due, move, person
from tests.waiting import eventually

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("workers")]


def match_at_the_bots_turn():
    """A running match of the first title, in which a bot owes its first decision, or has made it already."""
    game = next(iter(TITLES.values()))
    match = tables.open_table(
        host=person("anna"),
        title=game.slug,
        seats=game.seats[0],
        settings={},
        pace="standard",
        access="open",
        bots=["easy"] * (game.seats[0] - 1),
    )
    while not (any(seat.bot for seat in due(match)) or bot_has_moved(match)):
        move(match, due(match)[0])
    return match


def test_a_worker_plays_the_bots_turn_after_the_commit(workers):
    workers.worker()
    match = match_at_the_bots_turn()
    eventually(lambda: bot_has_moved(match), "the bot moves")


def test_the_sweep_has_it_played_when_the_message_was_lost(valkey, workers, settings):
    valkey.stop()
    match = match_at_the_bots_turn()
    valkey.start()
    workers.worker()
    workers.beat()
    eventually(lambda: bot_has_moved(match), "the sweep finds the bot that is due")
