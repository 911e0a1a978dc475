"""The migrations that move looks beside the seats, and take from the indexes what a move changes, there and back."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from games.models import Match
from games.services.match.annul import annul
from tests.cast import person, play_to_end, running_match

pytestmark = [
    pytest.mark.reliability,
    pytest.mark.database,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("lantern"),
]

BEFORE, AFTER = ("games", "0023_muted_matches"), ("games", "0025_fewer_entries_of_a_move")
LOOKED = datetime(2031, 3, 1, 12, tzinfo=UTC)


def migrate(target):
    """Migrate to `target`; the models as they are there."""
    MigrationExecutor(connection).migrate([target])
    return MigrationExecutor(connection).loader.project_state([target]).apps


@pytest.fixture
def back():
    """To the newest state, when the test is over."""
    yield
    executor = MigrationExecutor(connection)
    executor.migrate(executor.loader.graph.leaf_nodes())


def indexes(table):
    """What each index holds, by the names of columns."""
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, table)
    return {name: tuple(facts["columns"]) for name, facts in found.items() if facts["index"] or facts["unique"]}


def test_looks_deadlines_and_indexes_are_carried_over_and_back(back):
    people = [person(name) for name in ("anna", "bruno", "carla")]
    running, ended = running_match("lantern", people), play_to_end(running_match("lantern", people))
    match = Match.objects.get(pk=running.pk)
    now = {table: indexes(table) for table in ("games_match", "games_seat")}
    before = migrate(BEFORE)
    seats = before.get_model("games", "Seat").objects.filter(match=running.pk)
    assert set(seats.values_list("seen_at", "seen_ply")) == {(None, 0)}
    seats.filter(index=0).update(seen_at=LOOKED + timedelta(milliseconds=700), seen_ply=5)
    seats.filter(index=1).update(seen_at=LOOKED, seen_ply=6, user=None)  # whose account was deleted
    then = {table: indexes(table) for table in now}
    anna = people[0].pk

    after = migrate(AFTER)
    looks = after.get_model("games", "Look").objects
    assert list(looks.values_list("seat__index", "holder", "at", "ply")) == [(0, anna, LOOKED.timestamp(), 5)]
    columns = after.get_model("games", "Match").objects.filter(pk=running.pk).values_list("alarm", "stirred_at")
    assert list(columns) == [(match.deadline, match.seats.exclude(due_since=None)[0].due_since)]
    columns = after.get_model("games", "Match").objects.filter(pk=ended.pk).values_list("alarm", "stirred_at")
    assert list(columns) == [(None, None)]
    assert {table: indexes(table) for table in now} == now

    before = migrate(BEFORE)
    seats = before.get_model("games", "Seat").objects.filter(match=running.pk).order_by("index")
    assert list(seats.values_list("seen_at", "seen_ply")) == [(LOOKED, 5), (None, 0), (None, 0)]
    assert {table: indexes(table) for table in now} == then


def test_a_seat_knows_when_its_match_ended_after_the_way_there_and_back(back):
    match = running_match("lantern", [person("anna"), person("bruno")])
    migrate(BEFORE)
    migrate(AFTER)
    annul(match_id=match.pk, by="a test", reason="a test")
    ended_at = Match.objects.get(pk=match.pk).finished_at
    assert ended_at is not None
    assert set(match.seats.values_list("ended_at", flat=True)) == {ended_at}
