"""A hidden match answers like a missing one: the same answer, from the same statements."""

import json
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from itertools import cycle, islice
from typing import Any

import pytest
import time_machine
from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Match, Status
from games.services.waiting import tables
from masques_site.asgi import application
from tests.cast import play_to_end, running_match
from tests.communicators import Socket
from tests.http.doors import FORMS, routes
from tests.http.town import Town
from tests.sampling import sampled
from tests.views.pages import CHANGING, FRAGMENT

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

NOBODYS = "zzzzzzzzzzzz"  # the id of no match
VISITORS = ("anonymous", "stranger", "banned", "guest", "moderator", "blocked")
NONCE = re.compile(r"(nonce[-=]\"?)[\w+/=-]+|csrf=\w+")
KINDS = (
    "running by link",
    "finished by link",
    "table by link",
    "table by invitation",
    "closed",
    "overdue",
    "set aside",
)
FEW = 2


@pytest.fixture
def town(transactional_db) -> Iterator[Town]:
    town = Town()
    with time_machine.travel(datetime.now(UTC), tick=False):  # some answers name the moment
        yield town


@pytest.fixture
def hidden(town) -> dict[str, Match]:
    """A match of every kind that only its people know of."""
    anna, bruno = town.people["seated"], town.people["other"]
    found = {"running by link": town.private, "table by invitation": town.private_table}
    found["finished by link"] = play_to_end(running_match("lantern", [anna, bruno], access="link"))
    for name in ("table by link", "closed"):
        found[name] = tables.open_table(host=anna, title="lantern", seats=3, pace="standard", access="link")
    tables.close_table(user=anna, match_id=found["closed"].pk)
    for name in ("overdue", "set aside"):
        found[name] = running_match("lantern", [anna, bruno], access="link")
    Match.objects.filter(pk=found["overdue"].pk).update(deadline="2026-01-01T00:00:00Z")
    Match.objects.filter(pk=found["set aside"].pk).update(status=Status.QUARANTINED, deadline=None)
    assert set(found) == set(KINDS)
    return found


def addresses() -> Iterator[tuple[str, str]]:
    """Every address with the id of a match: its name, and the address for the id of none."""
    for name, pattern in routes():
        if "match_id" in pattern:
            yield name, reverse(name, kwargs={"match_id": NOBODYS, **({"index": 1} if "index" in pattern else {})})


def requests() -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Every way to ask one of them: method, address, and what else is sent."""
    program = {"headers": {"accept": "application/json"}}
    for name, path in addresses():
        form = {"data": FORMS.get(name, {})}
        yield "get", path, {}
        yield "post", path, form
        yield "get", path, program
        yield "post", path, {**form, **program}
        yield "post", f"{path}?link=wrong", form
        yield "get", f"{path}?link=wrong", FRAGMENT
    yield "get", f"{reverse('games:match', args=[NOBODYS])}?link=%00", {}


def answer(client: Client, match_id: str, method: str, path: str, more: dict[str, Any]) -> list[Any]:
    """All that comes back, and the statements that it took, without the id and what is drawn for each response."""
    with CaptureQueriesContext(connection) as queries:
        response: HttpResponse = getattr(client, method)(path.replace(NOBODYS, match_id), **more)
    body, headers = response.content.decode(), sorted(response.headers.items())
    for pattern, rest in CHANGING:
        body = pattern.sub(rest, body)
    cookies = sorted(name for name, cookie in response.cookies.items() if cookie.value)
    told = [response.status_code, json.dumps(headers), body, cookies]
    statements = [query["sql"] for query in queries.captured_queries]
    return [NONCE.sub("", str(part)).replace(match_id, "") for part in [*told, *map(steady, statements)]]


def steady(statement: str) -> str:
    """A statement without the session that it names."""
    return re.sub(r"'[A-Za-z0-9_:.=-]{30,}'", "''", statement)


def test_there_are_addresses_to_ask():
    assert len(list(addresses())) >= 15


@pytest.mark.slow
@pytest.mark.parametrize("most", [FEW, pytest.param(len(KINDS), marks=pytest.mark.reliability)])
@pytest.mark.parametrize("visitor", sampled(VISITORS, ["stranger", "blocked"]))
def test_a_hidden_match_answers_like_none_by_the_same_statements(town, hidden, visitor, most):
    """So many kinds of matches for each request, in turn."""
    client, turn = town.client(visitor), cycle(KINDS)
    answer(client, NOBODYS, "get", "/matches/zzzzzzzzzzzz/", {})  # notes that they were here
    wrong = []
    for asked in requests():
        nothing = answer(client, NOBODYS, *asked)
        for kind in islice(turn, most):
            match = hidden[kind]
            found = answer(client, match.pk, *asked)
            if found != nothing:
                wrong.append(f"{kind}: {asked}:\n{set(found) ^ set(nothing)}")
    assert not wrong, "\n".join(wrong[:5])


def socket_answer(cookie: bytes, match_id: str) -> tuple[Any, list[str]]:
    """How a socket to this match is answered, and by which statements."""
    headers = [(b"host", b"testserver"), (b"origin", b"http://testserver"), (b"cookie", cookie)]

    async def knock() -> Any:
        socket = Socket(application, f"/live/matches/{match_id}/", headers=headers)
        opened = await socket.connect()
        await socket.disconnect()
        return opened

    with CaptureQueriesContext(connection) as queries:
        opened = async_to_sync(knock)()
    return opened, [steady(query["sql"]).replace(match_id, "") for query in queries.captured_queries]


def test_a_socket_to_a_hidden_match_is_closed_like_one_to_none(town, hidden):
    for visitor in VISITORS:
        cookie = town.client(visitor).cookies.get(settings.SESSION_COOKIE_NAME)
        header = f"{settings.SESSION_COOKIE_NAME}={cookie.value}".encode() if cookie else b""
        nothing = socket_answer(header, NOBODYS)
        assert nothing[0][0] is False
        assert nothing[1], "no statement was seen"
        for match in hidden.values():
            assert socket_answer(header, match.pk) == nothing, visitor


def test_those_who_may_know_of_a_match_still_do(town, hidden):
    """The condition hides nothing from those who sit, host, or were invited."""
    for role, unknown in (("seated", set()), ("other", {"table by link", "closed"})):
        client = town.client(role)
        known = {
            kind for kind, match in hidden.items() if client.get(f"/matches/{match.pk}/").status_code in (200, 503)
        }
        assert known == set(KINDS) - unknown
