"""The migration that seals what is stored: a filled database is sound afterwards, and alterations are named."""

import pytest
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor

from games.audit import faults_of
from games.core.sealer import MAC_BYTES
from games.models import Answer, BotTurn, Event, Match, Seat
from games.services.waiting import tables
from tests.cast import due, fresh, move, person, play_to_end, running_match

pytestmark = [pytest.mark.reliability, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

BEFORE, AFTER = ("games", "0011_plain_names"), ("games", "0012_fields_are_sealed")
NEWEST = 5 * MAC_BYTES  # which pauses a match has, and its rating range
LATER = ("games", "0015_rating_ranges")  # the last that seals more fields


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


def macs_of(match):
    """All MACs of a match, one after the other."""
    return bytes(Match.objects.values_list("macs", flat=True).get(pk=match.pk))


def test_the_fields_that_came_later_are_sealed_and_the_seals_that_are_there_stay(filled):
    altered, unsealed = Match.objects.exclude(pk=filled.pk)[:2]
    Match.objects.filter(pk=altered.pk).update(pace="relaxed")
    Match.objects.filter(pk=unsealed.pk).update(macs=b"")
    whole = macs_of(filled)
    for _again in range(2):  # there, back and there
        migrate(AFTER)
        migrate(LATER)
        assert macs_of(filled)[:-NEWEST] == whole[:-NEWEST]  # of before, it has no pauses
    migrate(*MigrationExecutor(connection).loader.graph.leaf_nodes())
    assert faults_of(fresh(filled)) == []
    assert faults_of(fresh(altered)) == ["match: pace was altered"]
    assert faults_of(fresh(unsealed)) == ["match: is not sealed"]
    assert len(macs_of(filled)) == len(Match.SEALED) * MAC_BYTES
    Match.objects.filter(pk=altered.pk).update(rating_low=1200, rating_high=0)
    assert faults_of(fresh(altered))[1:] == ["match: rating_low was altered", "match: rating_high was altered"]
    Match.objects.filter(pk=filled.pk).update(is_rated=True, source="league:1", annulled_at=filled.created_at)
    assert [f"match: {name} was altered" for name in ("source", "is_rated", "annulled_at")] == faults_of(fresh(filled))


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
