"""Every fast path does what Django's own way does: the same rows, the same responses. docs/fast-paths.md lists them."""

import copy
import importlib
import inspect
import itertools
import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

import pytest
import time_machine
from asgiref.sync import sync_to_async
from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.sessions.models import Session
from django.core.handlers.asgi import ASGIHandler
from django.db import connections, transaction
from django.db.models import Model
from django.test import Client, override_settings
from django.urls import reverse

from games.models import Match, Receipt, Seat, Status
from games.plumbing import bulk_sql, prepared
from games.selectors.matches import LAST_PLY
from games.services.beside import presence
from games.services.beside.looks import kept
from games.services.match import play
from masques_site.plumbing.handler import PageHandler, page_handler
from tests.cast import due, fresh, move, person, play_to_end, running_match
from tests.communicators import Patient
from tests.project.sources import BASE, project_files
from tests.views.pages import CHANGING, at, client_of, decide, page, turn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]
NOW = datetime(2031, 5, 4, 12, tzinfo=UTC)


@pytest.fixture
def matches() -> list[Match]:
    """A running match, a finished one, one behind a private link, and one in which a bot owes what the seat owed that
    was given up."""
    anna, bruno, carla = (person(name) for name in ("anna", "bruno", "carla"))
    running = running_match("lantern", [anna, bruno, carla])
    for _turn in range(3):
        for seat in due(running):
            move(running, seat)
    finished = play_to_end(running_match("lantern", [anna, bruno]))
    private = running_match("lantern", [bruno, carla], access="link")
    resigned = running_match("lantern", [anna, bruno, carla])
    owing = due(resigned)[0]
    play.resign(actor=owing.user, match_id=resigned.pk, seat=owing.index)
    presence.note_spectator(running, "somebody")
    presence.note_look(running, owing)
    kept.write()
    Client().force_login(anna)
    return [fresh(match) for match in (running, finished, private, resigned)]


# Prepared queries.


def all_prepared() -> list[prepared.Prepared]:
    """Every prepared query of the project."""
    for path in project_files(".py"):
        source = path.relative_to(BASE)
        if source.parts[0] in ("games", "masques_site") and re.search(r"\bPrepared\(", path.read_text()):
            importlib.import_module(".".join(source.with_suffix("").parts))
    return [query for query in prepared.QUERIES if query.build.__module__.startswith(("games.", "masques_site."))]


def arguments_of(query: prepared.Prepared) -> Iterator[tuple[object, ...]]:
    """Arguments that find something and arguments that find nothing, by the names of the query's parameters."""
    keys = [*Match.objects.values_list("pk", flat=True), "no such match"]
    users = [*get_user_model().objects.values_list("pk", flat=True), 0, 999]
    known = {
        "pk": keys,
        "user": users,
        "session": [*Session.objects.values_list("session_key", flat=True), "no such session"],
        "match": keys,
        "user_id": users,
        "link": ["", "wrong", Match.objects.filter(access="link").values_list("link_token", flat=True)[0]],
        "ply": [0, 1, 4, LAST_PLY],
        "first": [0, 2],
        "end": [0, 4, LAST_PLY],
        "seat": [0, 1, 7, *Seat.objects.values_list("pk", flat=True)],
        "name": [*Receipt.objects.values_list("client_move_id", flat=True)[:5], "no such move"],
    }
    names = list(inspect.signature(query.build).parameters)
    assert set(names) <= set(known), f"add values for the parameters {names}"
    return itertools.product(*(known[name] for name in names))


def contents(found: Any, owner: Any = None) -> Any:
    """All that was read: the values of a row, or the columns of an object and of those that were fetched with it. A row
    that was fetched with its `owner` knows that."""
    if not isinstance(found, Model):
        return tuple(found)
    fetched = found._state.fields_cache.items()
    related = {name: contents(value, found) for name, value in fetched if value is not None and value is not owner}
    columns = {field.attname: getattr(found, field.attname) for field in found._meta.concrete_fields}
    return type(found), found._state.adding, found._state.db, columns, related


def test_every_prepared_query_reads_what_the_orm_reads(matches):
    queries = all_prepared()
    assert len(queries) >= 8
    for query in queries:
        count = 0
        with transaction.atomic():  # some lock what they read
            for arguments in arguments_of(query):
                reads_values = query.build(*arguments)._fields is not None
                fast = query.rows(*arguments) if reads_values else query.all(*arguments)
                plain = list(query.build(*arguments))
                assert [contents(row) for row in fast] == [contents(row) for row in plain]
                with override_settings(FAST_PATHS=False):
                    switched = query.rows(*arguments) if reads_values else query.all(*arguments)
                assert [contents(row) for row in switched] == [contents(row) for row in plain]
                count += len(plain)
        assert count, f"no arguments of this test find anything: {inspect.getsource(query.build)}"


# Written rows.


@pytest.fixture
def compared(monkeypatch) -> set[tuple[str, str]]:
    """Every row that is written in bulk is written by the ORM first, read, and taken back. What was compared."""
    done: set[tuple[str, str]] = set()

    def compare(name: str) -> None:
        write = getattr(bulk_sql, name)

        def both(rows: Any, *more: Any) -> None:
            if not rows:
                return
            with override_settings(FAST_PATHS=False):
                point = transaction.savepoint()
                write([copy.copy(row) for row in rows], *more)
                expected = stored(type(rows[0]))
                transaction.savepoint_rollback(point)
            assert stored(type(rows[0])) != expected or name == "update"
            write(rows, *more)
            assert stored(type(rows[0])) == expected
            done.add((name, type(rows[0]).__name__))

        monkeypatch.setattr(bulk_sql, name, both)

    compare("insert")
    compare("update")
    return done


def stored(model: type[Model]) -> list[tuple[object, ...]]:
    """All rows of a model, without the keys that the database makes."""
    fields = [field.attname for field in model._meta.concrete_fields if "AutoField" not in field.get_internal_type()]
    return sorted(model._default_manager.values_list(*fields), key=repr)


@pytest.mark.parametrize("title", ["lantern", "masques", "maskera"])
def test_rows_written_in_bulk_are_what_the_orm_writes(title, compared):
    match, rng = running_match(title, [person("anna"), person("bruno")]), random.Random(5)
    for _turn in range(12):
        for seat in due(match):
            move(match, seat, rng=rng)
    if fresh(match).status == Status.RUNNING:
        play.resign(actor=person("anna"), match_id=match.pk, seat=0)
    assert fresh(match).status == Status.FINISHED
    assert compared >= {("insert", "Event"), ("insert", "Receipt"), ("update", "Match"), ("update", "Seat")}


# Responses.


@pytest.fixture
def still() -> Iterator[None]:
    """A clock that stands, so that two pages show the same times."""
    with time_machine.travel(NOW, tick=False):
        yield


@pytest.fixture
def handlers(monkeypatch) -> Iterator[tuple[PageHandler, ASGIHandler]]:
    """The site's handler and Django's own, whose threads end with each request, and their connections with them."""
    monkeypatch.setitem(connections.settings["default"], "CONN_MAX_AGE", 0)
    ours = PageHandler()
    yield ours, ASGIHandler()
    for _thread in range(settings.WEB_THREADS):
        ours.threads.submit(connections.close_all)
    ours.threads.shutdown()


async def respond(handler: ASGIHandler, method: str, path: str, *headers: tuple[bytes, bytes]) -> tuple[int, Any, str]:
    """Status, headers and body, without what is drawn by chance for every response."""
    path, _, query = path.partition("?")
    scope = {"type": "http", "method": method, "path": path, "query_string": query.encode()}
    asking = Patient(handler, {**scope, "headers": [(b"host", b"testserver"), *headers]})
    await asking.send_input({"type": "http.request", "body": b""})
    start, body, more = await asking.receive_output(), b"", True
    while more:
        part = await asking.receive_output()
        body, more = body + part.get("body", b""), part.get("more_body", False)
    await asking.wait()
    found = sorted((name.lower(), fixed(value.decode("latin-1"))) for name, value in start["headers"])
    return start["status"], found, fixed(body.decode())


def fixed(text: str) -> str:
    for pattern, rest in CHANGING:
        text = pattern.sub(rest, text)
    text = re.sub(r"(nonce[-=]\"?)[\w+/=-]+", r"\1", text)
    return re.sub(r"csrf=\w+", "csrf=", text)


def cookie_of(user: Any) -> tuple[bytes, bytes]:
    client = Client()
    client.force_login(user)
    return b"cookie", f"{settings.SESSION_COOKIE_NAME}={client.cookies[settings.SESSION_COOKIE_NAME].value}".encode()


AS_FRAGMENT = ((b"hx-request", b"true"), (b"hx-request-type", b"partial"))
AS_PROGRAM = ((b"accept", b"application/json"),)


@pytest.mark.filterwarnings("ignore:StreamingHttpResponse must consume")  # Django's handler about a style sheet
async def test_both_handlers_send_the_same_responses(still, handlers, matches):
    ours, plain = handlers
    running, finished, private, _resigned = matches
    seat = await sync_to_async(lambda: due(running)[0])()
    user = await sync_to_async(lambda: cookie_of(seat.user))()
    italian = (b"accept-language", b"it")
    site = [
        "/healthz",
        "/",
        "/rules/",
        "/rules/masques/",
        "/tables/",
        "/accounts/login/",
        "/static/games/css/tokens.css",
    ]
    of_match = [at(running), at(running, "history") + "?ply=2", at(running, "rev"), at(finished)]
    documents = [at(finished, "record"), at(finished, "proof"), at(private)]
    requests = [
        *(("GET", path) for path in (*site, *of_match, *documents)),
        *(("GET", path, user) for path in ("/", *of_match, at(running) + "?move=", at(running) + "?move=zz")),
        *(("GET", path, italian) for path in ("/", at(running))),
        *(("GET", path, *AS_FRAGMENT) for path in (at(running), at(finished, "history"))),
        ("GET", at(running), user, *AS_FRAGMENT),
        *(("GET", path, *AS_PROGRAM) for path in (at(private), at(finished, "proof"))),
        *(("HEAD", path) for path in ("/", at(running))),
        *(("GET", path) for path in ("/nowhere/", at(running) + "?move=%00", "/tables/new/")),
        *(("POST", path) for path in ("/theme/", at(running, "move"))),
        *(("OPTIONS", path) for path in ("/", at(running))),
        ("OPTIONS", at(running), *AS_PROGRAM),
    ]
    for match in (running, finished):
        await respond(ours, "GET", at(match), user)  # the first visit changes what later ones show
    statuses = set()
    for request in requests:
        fast, slow = await respond(ours, *request), await respond(plain, *request)
        assert fast == slow, request
        statuses.add(fast[0])
    assert statuses >= {200, 302, 400, 403, 404, 405, 422}


@pytest.mark.parametrize("language", [b"en", b"it"])
async def test_a_response_from_the_anonymous_cache_is_the_one_that_would_be_made(still, handlers, matches, language):
    ours, plain = handlers
    for match in matches[:2]:
        rev = str(match.rev).encode()
        request = ("GET", at(match), *AS_FRAGMENT, (b"x-rev", rev), (b"accept-language", language))
        first, kept, made = [await respond(handler, *request) for handler in (ours, ours, plain)]
        assert first == kept == made
    assert len(ours.anonymous_cache.kept) == 2


# The switch.


@pytest.fixture
def plain(monkeypatch) -> Iterator[None]:
    """The site without fast paths; taking one nevertheless fails."""

    def taken(*_arguments: Any) -> None:
        raise AssertionError("a fast path was taken")

    monkeypatch.setattr(prepared, "Statement", taken)
    monkeypatch.setattr(bulk_sql, "_execute", taken)
    monkeypatch.setattr(prepared.Prepared, "statement", taken)
    with override_settings(FAST_PATHS=False):
        yield


def test_without_fast_paths_a_match_is_played_with_links_and_forms(plain):
    match, rng = running_match("lantern", [person("anna"), person("bruno")]), random.Random(3)
    clients = {seat.index: client_of(seat) for seat in match.seats.select_related("user")}
    for _decision in range(100):
        for seat in due(match):
            decide(clients[seat.index], at(match), rng.choice)
    match = fresh(match)
    assert match.status == Status.FINISHED
    shown = page(clients[0], at(match))
    assert "The match is over" in shown.text
    assert reverse("games:rematch", args=[match.pk]) in shown.forms
    assert "The match is over" in page(Client(), at(match)).text


def test_without_fast_paths_matches_are_shown_resigned_and_listed(plain):
    match = running_match("masques", [person("anna"), person("bruno")])
    seat = turn(match)
    client = client_of(seat)
    assert "Your turn" in page(client, "/").text
    assert page(client, at(match)).addresses("choice")
    assert client.get(at(match, "rev")).json()["due"] is True
    assert client.post(at(match, "resign")).status_code == 303
    assert "resigned." in page(Client(), at(match)).text
    assert client.get(at(match, "record")).status_code == 200


def test_the_switch_chooses_the_handler():
    assert type(page_handler()) is PageHandler
    with override_settings(FAST_PATHS=False):
        assert type(page_handler()) is ASGIHandler
