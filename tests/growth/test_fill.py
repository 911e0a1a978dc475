"""The rows of `manage.py fill` equal those of real play."""

import pytest
from django.forms import model_to_dict

from bench.growth.fill import COLLECTOR, MEMBER, fill
from bench.growth.store import new_row
from games import clock
from games.audit import faults_of
from games.models import Answer, BotTurn, Event, Match, Receipt, Seat
from masques_site.notices.kinds.matches import YourTurn
from masques_site.notices.models import Notice

pytestmark = [pytest.mark.database, pytest.mark.django_db]

FINISHED, RUNNING = 30, 40


@pytest.fixture(scope="module")
def said(rows_of_the_module):
    """Return the output of filling a database, in two calls."""
    lines: list[str] = []
    fill(10, 35, everything=True, say=lines.append)
    fill(FINISHED, RUNNING, everything=True, say=lines.append)
    return lines


def test_the_audit_finds_nothing_wrong(said):
    matches = Match.objects.exclude(status="open")
    assert matches.count() == FINISHED + RUNNING
    assert [fault for match in matches for fault in faults_of(match)] == []
    ended = Match.objects.filter(status="finished")
    assert all(set(match.seats.values_list("ended_at", flat=True)) == {match.finished_at} for match in ended)


def test_a_player_who_is_measured_runs_the_same_matches_at_every_size(said):
    for name, number in ((COLLECTOR, 8), (MEMBER, 25)):
        assert Seat.objects.filter(user__username=name, match__status="running").count() == number
    collected = Seat.objects.filter(user__username=COLLECTOR, match__status="finished")
    assert collected.count() == FINISHED
    assert not collected.exclude(end_seen_at=None).exists()


def test_progress_is_reported(said):
    assert said[0].startswith("35 of 35 running matches")
    assert any(line.startswith("30 of 30 finished matches") for line in said)


@pytest.mark.parametrize(
    ("model", "columns"),
    [
        (Event, {"ply": 3, "kind": "move", "text": "east", "hash": b"x"}),
        (Answer, {"window": 3, "seat": 1, "text": "east"}),
        (BotTurn, {"decision": 3, "seat": 1, "level": "easy", "state": "published"}),
        (Receipt, {"seat": 1, "client_move_id": "a", "text": "east", "rev": 3}),
        (Notice, {"seat": 1, "decision": 3, "kind": YourTurn.code, "due_at": clock.now()}),
    ],
)
def test_a_quick_row_is_as_its_constructor_makes_it(model, columns):
    moment = clock.now()
    name = next(field.name for field in model._meta.fields if field.name in ("at", "created_at", "publish_at"))
    columns |= {"match_id": "abc", name: moment}
    made, quick = model(**columns), new_row(model, **columns)
    assert model_to_dict(quick) == model_to_dict(made)
    assert quick._state.adding
    assert quick._state is not new_row(model, **columns)._state
