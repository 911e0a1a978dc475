"""A move costs a fixed number of statements, however long the match is."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import Status
from tests.cast import due, fresh, move, person, running_match, some_move

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

MOST = 13  # and two more for the session and the user: fifteen in all, BEGIN and COMMIT counted


def statements(match, seat):
    """The statements of one move, BEGIN and COMMIT included."""
    text, seen = some_move(match, seat.index), fresh(match).decision
    with CaptureQueriesContext(connection) as queries:
        move(match, seat, text, seen=seen)
    # Reading the match for `seen` is the test's own statement.
    return [query["sql"] for query in queries.captured_queries][1:]


@pytest.mark.parametrize("access", ["open", "invited"])
def test_no_move_of_a_whole_match_takes_more_than_fifteen_statements(access):
    people = [person(name) for name in ("anna", "bruno", "carla")]
    match = running_match("lantern", people, access="open")
    type(match).objects.filter(pk=match.pk).update(access=access)
    counts = []
    while fresh(match).status == Status.RUNNING:
        counts += [len(statements(match, seat)) for seat in due(match)]
    assert len(counts) == 18
    assert max(counts) <= MOST, counts
