"""The live table with the broker frozen: a real one, stopped by a signal while sockets are open."""

import asyncio
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer

from games import consumers, live, open_matches
from games.models import Match, Receipt
from games.plumbing import after_commit
from masques_site import settings as site
from masques_site.asgi import application
from tests.cast import due, fresh, move, person, running_match, some_move
from tests.communicators import Socket
from tests.live.pages import HOST, ORIGIN, OpenPage, comparable
from tests.processes import Broker
from tests.waiting import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


class Freezer(Broker):
    """A broker that can be stopped, and go on."""

    def freeze(self) -> None:
        self._send(signal.SIGSTOP)

    def thaw(self) -> None:
        self._send(signal.SIGCONT)

    def _send(self, number: signal.Signals) -> None:
        assert self.process is not None
        self.process.send_signal(number)


@pytest.fixture
def valkey(tmp_path: Path, settings: Any) -> Iterator[Freezer]:
    """A broker by which this process hears of changes, as a site does."""
    server = Freezer(tmp_path)
    server.start()
    (host,) = site.CHANNEL_LAYERS["default"]["CONFIG"]["hosts"]
    config = site.CHANNEL_LAYERS["default"]["CONFIG"] | {"hosts": [host | {"address": f"unix://{server.socket}"}]}
    settings.CHANNEL_LAYERS = {"default": site.CHANNEL_LAYERS["default"] | {"CONFIG": config}}
    yield server
    server.thaw()
    after_commit.post("close", lambda: live._local.runner.run(get_channel_layer().flush()))
    assert after_commit.wait_empty(PATIENCE)
    server.stop()


@pytest.fixture
def match() -> Match:
    return running_match("lantern", [person("anna"), person("bruno")])


async def played(match: Match, pages: list[OpenPage], name: str) -> int:
    """Make a move over its socket, and hear what the mover's page and all others are sent; the revision after it."""
    seat, now = (await sync_to_async(due)(match))[0], await sync_to_async(fresh)(match)
    text = await sync_to_async(some_move)(now, seat.index)
    mover = next(page for page in pages if page.user == seat.user)
    await mover.say({"move": {"text": text, "seen": now.decision, "client_move_id": name}})
    for page in pages:
        assert "section" in await page.hear()
    assert await mover.hear() == {"sent": name, "rev": now.rev + 1}
    assert await sync_to_async(Receipt.objects.filter(match=match, client_move_id=name).count)() == 1
    return now.rev + 1


async def test_moves_over_sockets_do_not_wait_for_a_frozen_broker_and_hints_flow_when_it_goes_on(
    match, valkey, monkeypatch
):
    """Whatever waited for the broker would wait as long as the test does: it goes on after the last answer only."""
    monkeypatch.setattr(live, "SEND_TIMEOUT", 2 * PATIENCE)
    monkeypatch.setattr(consumers, "LAYER_PATIENCE", 2 * PATIENCE)
    monkeypatch.setattr(open_matches, "LAYER_PATIENCE", 2 * PATIENCE)
    assert await sync_to_async(after_commit.wait_empty)(PATIENCE)
    people = [await sync_to_async(person)(name) for name in ("anna", "bruno")]
    pages = [await OpenPage(match, user).open() for user in (*people, None)]
    valkey.freeze()
    for number in range(3):
        await played(match, pages, f"frozen-{number}")
    pages.append(await OpenPage(match, await sync_to_async(person)("zeno")).open())
    await played(match, pages, "frozen-3")
    elsewhere = await sync_to_async(move)(match, (await sync_to_async(due)(match))[0])
    assert not after_commit.wait_empty(0), "the first hint has not left"
    valkey.thaw()
    for page in pages:
        assert "section" in await page.hear()
        assert page.rev == elsewhere.rev
        assert comparable(page.section or "") == comparable(await page.fetched())
        await page.close()


async def test_a_socket_is_refused_when_a_frozen_broker_does_not_answer_and_opens_when_it_goes_on(
    match, valkey, monkeypatch
):
    """The process has no connection to it yet."""
    monkeypatch.setattr(consumers, "LAYER_PATIENCE", 0.2)
    valkey.freeze()
    socket = Socket(application, f"/live/matches/{match.pk}/", headers=[HOST, ORIGIN])
    assert await socket.connect() == (False, consumers.TRY_LATER)
    valkey.thaw()
    monkeypatch.setattr(consumers, "LAYER_PATIENCE", PATIENCE)
    page = await OpenPage(match, None).open()
    await page.close()


async def test_a_page_whose_match_gets_no_address_from_the_broker_moves_all_the_same(match, monkeypatch):
    class Frozen:
        async def new_channel(self) -> str:
            await asyncio.sleep(2 * PATIENCE)
            return "never"

    monkeypatch.setattr(open_matches, "LAYER_PATIENCE", 0.2)
    monkeypatch.setattr(open_matches, "get_channel_layer", Frozen)
    pages = [await OpenPage(match, await sync_to_async(person)(name)).open() for name in ("anna", "bruno")]
    await played(match, pages, "unheard")
    for page in pages:
        await page.close()
