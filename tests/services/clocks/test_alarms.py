"""No index holds what a move changes: the sweep finds late players by an alarm, and owing ones by receipts and
stirs."""

from datetime import timedelta
from itertools import pairwise

import pytest
from django.db import connection

from games import clock, tasks
from games.audit import faults_of
from games.models import Match, Seat, Status
from games.services.bot_moves import bots
from games.services.clocks import downtime
from masques_site.notices.models import LookedThrough, Notice
from tests.cast import due, fresh, move, person, play_to_end, running_match
from tests.notices import sweeps

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def match() -> Match:
    return running_match("lantern", [person("anna"), person("bruno")])


@pytest.fixture
def at(settings):
    """Lets so much time pass that it is this long after the test began; workers have looked meanwhile."""

    def set_time(**time: float) -> None:
        settings.CLOCK_OFFSET = timedelta(**time).total_seconds()
        downtime.Heartbeat.objects.update_or_create(pk=1, defaults={"at": clock.now(), "is_moving": False})

    return set_time


def columns(model: type, match: Match) -> list[dict[str, object]]:
    """The rows of a match, as they are stored."""
    return list(model.objects.filter(**{"pk" if model is Match else "match": match.pk}).order_by("pk").values())


def indexed(table: str) -> set[str]:
    """The columns of the indexes of a table."""
    with connection.cursor() as cursor:
        found = connection.introspection.get_constraints(cursor, table)
    return {column for facts in found.values() if facts["index"] or facts["unique"] for column in facts["columns"]}


@pytest.mark.parametrize("model", [Match, Seat])
def test_a_move_changes_no_indexed_column(match, at, model):
    move(match, due(match)[0])
    states = [columns(model, match)]
    for number in range(6):
        at(minutes=number + 1)
        for seat in due(match):
            move(match, seat)
        states.append(columns(model, match))
    assert fresh(match).status == Status.RUNNING
    rows = [pair for one, two in pairwise(states) for pair in zip(one, two, strict=True)]
    changed = {name for before, after in rows for name in before if before[name] != after[name]}
    conditions = str([index.condition for index in model._meta.indexes])
    named = {name for name in changed if f"'{name}__" in conditions}
    assert changed & indexed(model._meta.db_table) == set()
    assert named == set()
    assert {"macs", "deadline"} <= changed


def test_a_later_deadline_leaves_the_alarm(match):
    move(match, due(match)[0])
    first = fresh(match).alarm
    while fresh(match).deadline == first:
        for seat in due(match):
            move(match, seat)
    assert fresh(match).alarm == first < fresh(match).deadline


def test_an_alarm_that_rings_too_early_is_set_to_the_deadline_and_nothing_else_happens(match, at):
    began = fresh(match)
    early = clock.now() + timedelta(hours=1)
    Match.objects.filter(pk=match.pk).update(alarm=early)
    at(minutes=59)
    tasks.sweep()
    assert fresh(match).alarm == early
    at(minutes=61)
    tasks.sweep()
    assert (fresh(match).alarm, fresh(match).ply) == (began.deadline, began.ply)


def test_an_earlier_deadline_brings_the_alarm_forward(match):
    Match.objects.filter(pk=match.pk).update(alarm=fresh(match).deadline + timedelta(days=30))
    move(match, due(match)[0])
    assert fresh(match).alarm <= fresh(match).deadline


def test_a_player_who_is_late_is_found_though_the_alarm_was_set_long_before(match, at):
    at(hours=1)
    move(match, due(match)[0])
    ply, late = fresh(match).ply, fresh(match).deadline
    at(seconds=3600 + (late - clock.now()).total_seconds() + 1)
    assert clock.now() > late
    tasks.sweep()
    assert fresh(match).ply > ply or fresh(match).status == Status.FINISHED


def test_a_match_that_is_over_has_no_alarm_and_stirs_nobody(match):
    over = play_to_end(match)
    assert (over.alarm, over.deadline, over.stirred_at) == (None, None, None)


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"alarm": None}, "alarm"),
        ({"alarm": clock.now() + timedelta(days=3000)}, "alarm"),
        ({"stirred_at": None}, "stirred_at"),
    ],
)
def test_the_audit_finds_late_alarms_and_missing_notices(match, change, fault):
    assert faults_of(match) == []
    Match.objects.filter(pk=match.pk).update(**change)
    assert any(fault in one for one in faults_of(match))


@pytest.mark.parametrize("by", ["a person", "a bot", "the start"])
def test_the_sweep_finds_what_became_due_since_it_looked_last_by_whomever(at, by):
    sweeps.notify_due()
    assert LookedThrough.objects.exists()
    if by == "the start":
        at(hours=1)
    match = running_match("lantern", [person("anna"), person("bruno")], bots=["easy"] if by == "a bot" else [])
    if by == "a bot":
        while persons := [seat for seat in due(match) if not seat.bot]:
            move(match, persons[0])
    if by != "the start":
        at(hours=1)
        sweeps.notify_due()
        Notice.objects.all().delete()
    if by == "a bot":
        while (asked := due(match)) and all(seat.bot for seat in asked):  # it may owe the next decision, too
            bots.play_bots(match.pk)
    if by == "a person":
        move(match, due(match)[0])
    sweeps.notify_due()
    owing = {(seat.user_id, seat.due_decision) for seat in due(match) if seat.user_id is not None}
    assert owing
    assert set(Notice.objects.filter(match=match).values_list("user", "decision")) == owing
