"""A thread that answers pages keeps its connection to PostgreSQL, and notices when its server is gone."""

import select

import psycopg
import pytest
from django.db import close_old_connections, connection

from games.plumbing.staying_threads import KEPT, keep_connection

pytestmark = [
    pytest.mark.database,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="the connections of other databases are Django's"),
]


def server() -> int:
    """The process that serves the connection."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        return cursor.fetchone()[0]


@pytest.fixture
def kept():
    connection.close()
    connection.keep(60.0)
    yield connection
    connection.kept_for = None
    connection.close()


def end_of(pid: int) -> None:
    """End a process of the server, from elsewhere, and wait until the connection has heard of it."""
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s)", [pid])
    heard = select.poll()
    heard.register(connection.connection.pgconn.socket, select.POLLIN)
    assert heard.poll(10_000)


def test_a_request_finds_the_connection_of_the_one_before(kept):
    before = server()
    close_old_connections()
    assert kept.connection is not None
    assert server() == before


def test_elsewhere_it_goes_back_to_the_pool():
    server()
    close_old_connections()
    assert connection.connection is None


def test_it_goes_back_when_its_time_is_over(kept):
    kept.keep(0.0)
    server()
    close_old_connections()
    assert connection.connection is None


@pytest.mark.parametrize(("threads", "kept_for"), [(5, KEPT), (6, None)], ids=["few", "as many as connections"])
def test_threads_keep_connections_only_where_others_find_some_too(settings, kept, threads, kept_for):
    settings.WEB_THREADS = threads
    connection.kept_for = None
    keep_connection()
    assert connection.kept_for == kept_for


def test_a_request_does_not_meet_a_connection_whose_server_was_killed(kept):
    before = server()
    close_old_connections()
    end_of(before)
    assert server() != before


def test_one_that_breaks_in_a_request_is_gone_for_the_next(kept):
    before = server()
    end_of(before)
    with pytest.raises(Exception, match=r"terminat|closed"):
        server()  # as far as this request knows, its connection works
    close_old_connections()
    assert server() != before
