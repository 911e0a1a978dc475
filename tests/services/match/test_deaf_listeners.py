"""Calls after the commit can fail; the move still counts and is acknowledged."""

import pytest

from games import live, wake
from games.services.waiting import tables
from tests.cast import due, fresh, move, person, running_match

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.mark.parametrize(("told", "by"), [(live, "announce"), (wake, "owed")])
def test_a_move_is_acknowledged_even_if_notifying_fails(monkeypatch, told, by):
    match = running_match("lantern", [person("anna"), person("bruno")])
    asked = []

    def fail(*arguments):
        asked.append(arguments)
        raise ConnectionError

    monkeypatch.setattr(told, by, fail)
    accepted = move(match, due(match)[0])
    assert accepted.rev == fresh(match).rev == match.rev + 1
    assert len(asked) == 1


def test_a_player_sits_down_though_no_page_can_be_notified(monkeypatch):
    table = tables.open_table(
        host=person("anna"), title="lantern", seats=3, settings={}, pace="standard", access="open"
    )

    def fail(*_arguments):
        raise ConnectionError

    monkeypatch.setattr(live, "announce", fail)
    tables.join_table(user=person("bruno"), match_id=table.pk)
    assert table.seats.filter(user=person("bruno")).exists()
