"""The migration that seals what is stored: a filled database is sound afterwards, and alterations are named."""

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from games.audit import faults_of
from games.models import Answer, BotTurn, Event, Match, Seat
from games.services import tables
from tests.cast import due, fresh, move, person, play_to_end, running_match

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

BEFORE, AFTER = ("games", "0011_plain_names"), ("games", "0012_fields_are_sealed")


def migrate(*targets):
    """Migrate to `targets`."""
    MigrationExecutor(connection).migrate(list(targets))


@pytest.fixture
def filled():
    """Matches in every state, as a site of before has them."""
    anna, bruno, carla = (person(name) for name in ("anna", "bruno", "carla"))
    play_to_end(running_match("lantern", [anna, bruno]))
    window = running_match("lantern", [anna, bruno, carla])
    move(window, due(window)[0])
    move(window, due(window)[0], "let")
    asked = {"title": "lantern", "settings": {}, "pace": "standard", "access": "open"}
    tables.open_table(host=anna, seats=3, **asked)
    bots = tables.open_table(host=anna, seats=2, bots=["easy"], **asked)
    while not bots.bot_turns.exists():
        move(bots, due(bots)[0])
    return window


def test_a_filled_database_is_sealed_and_events_stay_frozen(filled):
    migrate(BEFORE)
    migrate(AFTER)
    migrate(*MigrationExecutor(connection).loader.graph.leaf_nodes())
    for model in (Match, Seat, Event, Answer, BotTurn):
        assert model.objects.exists()
        assert not model.objects.filter(macs=None).exists()
    with pytest.raises(DatabaseError, match="events are never changed"):
        Event.objects.filter(match=filled).update(actor=7)
    assert {str(match): faults for match in Match.objects.all() if (faults := faults_of(match))} == {}
    Seat.objects.filter(match=filled, index=1).update(timeouts=1)
    Answer.objects.filter(match=filled).update(actor=None)
    found = faults_of(fresh(filled))
    assert "seat 1: timeouts was altered" in found
    assert any(": actor was altered" in fault for fault in found)
