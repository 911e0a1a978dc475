"""Statements of sockets run on threads that stay: nothing of one call may reach the next."""

import threading

import pytest
from asgiref.sync import sync_to_async
from django.db import connections
from django.utils import translation

from games.plumbing.staying_threads import on_socket_thread, socket_threads
from tests.cast import person
from tests.waiting import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(params=[True, False], ids=["fast", "plain"], autouse=True)
def path(request, settings):
    """Either way; one thread, which ends with its connection: a database that is in use cannot be dropped."""
    settings.FAST_PATHS, settings.WEB_THREADS = request.param, 1
    socket_threads.cache_clear()
    yield
    socket_threads().submit(connections.close_all).result(PATIENCE)
    socket_threads().shutdown()
    socket_threads.cache_clear()


async def test_a_call_is_made_off_the_event_loop_and_answers():
    assert await on_socket_thread(lambda one, two: one + two, 1, 2) == 3
    assert await on_socket_thread(threading.current_thread) is not threading.current_thread()


async def test_errors_of_a_call_are_raised():
    with pytest.raises(ZeroDivisionError):
        await on_socket_thread(lambda: 1 / 0)


async def test_rows_that_others_wrote_are_read():
    anna = await sync_to_async(person)("anna")
    assert await on_socket_thread(lambda: type(anna).objects.get(pk=anna.pk).username) == "anna"


async def test_the_language_of_one_call_is_not_that_of_the_next(settings):
    settings.FAST_PATHS = True
    await on_socket_thread(translation.activate, "it")
    assert await on_socket_thread(translation.get_language) == "en"
