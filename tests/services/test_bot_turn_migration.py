"""The migration that gives bots' decisions a table of their own: a site that runs loses none of them, either way."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from tests.cast import person

pytestmark = [pytest.mark.reliability, pytest.mark.django_db(transaction=True)]

BEFORE, AFTER = ("games", "0009_match_settings"), ("games", "0010_bot_turns")
OPENED = datetime(2031, 3, 1, 12, tzinfo=UTC)
PUBLISH_AT = OPENED + timedelta(seconds=4)


def migrate(*targets):
    """Migrate to `targets`; the models as they are there."""
    executor = MigrationExecutor(connection)
    executor.migrate(list(targets))
    return MigrationExecutor(connection).loader.project_state(list(targets)).apps


@pytest.fixture
def before():
    """The models of before, until the test is over."""
    yield migrate(BEFORE)
    migrate(*MigrationExecutor(connection).loader.graph.leaf_nodes())


def seats_of(apps, user, status="running"):
    """A match at decision 7, which a stand-in and two bots owe. A third bot owed an earlier one."""
    match = apps.get_model("games", "Match").objects.create(
        title="lantern", rules_version=1, seat_count=4, status=status, pace="standard", commitment="c", decision=7,
        bot_at=PUBLISH_AT,
    )  # fmt: skip
    owing = {"due_decision": 7, "due_since": OPENED}
    rows = [
        {"user_id": user, "stand_in": 7, **owing},
        {"bot": "hard", "bot_decision": 7, "bot_tries": 2, "bot_text": "1a", "bot_seal": b"seal", **owing},
        {"bot": "medium", "bot_decision": 7, "bot_tries": 100, **owing},
        {"bot": "easy", "bot_decision": 3, "bot_tries": 3, "bot_text": "2b"},
    ]
    for index, columns in enumerate(rows):
        apps.get_model("games", "Seat").objects.create(match=match, index=index, **columns)
    return match


def test_open_decisions_are_carried_over_and_back(before):
    user = person("anna").pk
    match = seats_of(before, user)
    seats_of(before, user, status="expired")
    after = migrate(AFTER)
    rows = after.get_model("games", "BotTurn").objects.order_by("seat")
    columns = ("match", "decision", "seat", "level", "publish_at", "state", "attempts", "text")
    assert list(rows.values_list(*columns)) == [
        (match.pk, 7, 0, "easy", PUBLISH_AT, "waiting", 0, ""),
        (match.pk, 7, 1, "hard", PUBLISH_AT, "kept", 2, "1a"),
        (match.pk, 7, 2, "medium", PUBLISH_AT, "timed_out", 3, ""),
    ]
    assert bytes(rows.get(seat=1).seal) == b"seal"
    rows.filter(seat=0).update(attempts=1)

    back = migrate(BEFORE)
    assert back.get_model("games", "Match").objects.get(pk=match.pk).bot_at == PUBLISH_AT
    seats = back.get_model("games", "Seat").objects.filter(match=match.pk).order_by("index")
    assert list(seats.values_list("bot_decision", "bot_tries", "bot_text")) == [
        (7, 1, ""),
        (7, 2, "1a"),
        (7, 100, ""),
        (None, 0, ""),
    ]
