"""A process that has all the sockets that it may have refuses sockets, and never a page or a move."""

import asyncio
from typing import Any

import pytest

from masques_site.plumbing import bounds
from masques_site.plumbing.bounds import Pages, Sockets
from masques_site.plumbing.garbage import Collected
from tests.communicators import Socket


async def accepting(_scope: Any, receive: Any, send: Any) -> None:
    """A socket that stays open until its page closes it."""
    await receive()
    await send({"type": "websocket.accept"})
    while (await receive())["type"] != "websocket.disconnect":
        pass


async def test_sockets_beyond_the_bound_are_refused_until_one_is_closed(settings):
    settings.WEB_SOCKETS = 2
    application = Sockets(accepting)
    first, second, third = (Socket(application, "/live/matches/x/") for _ in range(3))
    assert (await first.connect())[0]
    assert (await second.connect())[0]
    assert await third.connect() == (False, 1013)
    await first.disconnect()
    fourth = Socket(application, "/live/matches/x/")
    assert (await fourth.connect())[0]
    await second.disconnect()
    await fourth.disconnect()
    assert application.open == 0


async def test_a_socket_that_ends_in_an_error_counts_no_more():
    async def failing(_scope: Any, _receive: Any, _send: Any) -> None:
        raise LookupError("a fault")

    application = Sockets(failing)
    with pytest.raises(LookupError, match="a fault"):
        await application({}, None, None)
    assert application.open == 0


async def test_pages_beyond_the_bound_get_a_time_to_retry(monkeypatch):
    monkeypatch.setattr(bounds, "MOST_PAGES", 1)
    going_on, sent = asyncio.Event(), []

    async def slow(_scope: Any, _receive: Any, send: Any) -> None:
        await going_on.wait()
        await send({"status": 200})

    async def send(message: dict[str, Any]) -> None:
        sent.append(message.get("status"))

    application = Pages(slow)
    first = asyncio.create_task(application({}, None, send))
    await asyncio.sleep(0)
    await application({}, None, send)
    assert sent == [503, None]
    going_on.set()
    await first
    await application({}, None, send)
    assert sent == [503, None, 200, 200]


def test_the_site_has_these_bounds_and_the_server_none_of_its_own(tmp_path):
    from masques_site.asgi import application
    from masques_site.bootstrap import site

    kinds = application.application_mapping
    assert isinstance(kinds["http"], Collected)
    assert isinstance(kinds["http"].application, Pages)
    assert isinstance(kinds["websocket"], Sockets)
    assert "--limit-concurrency" not in site.programs(tmp_path, tmp_path, "127.0.0.1", 8000)[0].command
