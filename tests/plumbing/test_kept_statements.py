"""PostgreSQL keeps the statements of prepared queries and of rows in bulk, and no others."""

import pytest
from django.db import connection

from games.models import Match, Seat
from games.plumbing import bulk_sql
from games.services.match import locked_rows
from tests.cast import person, running_match

pytestmark = [
    pytest.mark.database,
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("lantern"),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite's driver keeps statements by itself"),
]


def kept() -> list[str]:
    """The statements that the server keeps for this connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement FROM pg_prepared_statements")
        return [statement for (statement,) in cursor.fetchall()]


@pytest.fixture
def match() -> Match:
    made = running_match("lantern", [person("anna"), person("bruno")])
    connection.close()
    connection.close_pool()  # what follows begins on a connection that has kept nothing; the pool may have several
    return made


def test_a_prepared_query_is_kept_and_still_answers_for_each_argument(match):
    other = running_match("lantern", [person("carla"), person("dora")])
    for _time in range(3):
        for one in (match, other):
            assert locked_rows.seats_of(one)[0] == list(one.seats.all())
    assert [text for text in kept() if 'FROM "games_seat"' in text and "$1" in text]


def test_rows_in_bulk_are_kept_whether_one_or_many(match):
    for silences in range(1, 4):
        seats = list(match.seats.all())
        for seat in seats:
            seat.silences = silences
        bulk_sql.update(seats, ("silences",))
        bulk_sql.update(seats[:1], ("silences",))
        assert set(match.seats.values_list("silences", flat=True)) == {silences}
    assert [text for text in kept() if text.startswith('UPDATE "games_seat"')]


def test_statements_of_the_orm_are_not_kept(match):
    for _time in range(5):
        assert Seat.objects.filter(match=match, silences=0).count() == 2
    assert not [text for text in kept() if "COUNT" in text]
