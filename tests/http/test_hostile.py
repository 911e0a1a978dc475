"""Junk at every door: no error of ours, no row changed by a refusal, nothing given back as markup.

HOSTILE_EXAMPLES=20000 in the environment makes each test try that many.
"""

import json
import os
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from channels.testing import WebsocketCommunicator
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.consumers import REFUSED
from games.models import Match
from games.views import home
from masques_site.asgi import application
from tests.http.doors import FORMS, address, routes
from tests.http.rows import Rows, changed, stored
from tests.http.town import Town

EXAMPLES = int(os.environ.get("HOSTILE_EXAMPLES", "150"))
pytestmark = [pytest.mark.usefixtures("lantern"), pytest.mark.slow, pytest.mark.timeout(max(300, EXAMPLES))]
TRIES = settings(
    max_examples=EXAMPLES,
    deadline=None,
    database=None,
    derandomize="HOSTILE_EXAMPLES" not in os.environ,
    suppress_health_check=list(HealthCheck),
)
MARKUP = "<script>hostile()</script>"
BYTES = "application/x-www-form-urlencoded"

NAMES = sorted({name for form in FORMS.values() for name in form} | {"text", "seen", "client_move_id", "next", "login"})
NAMES += ["email", "password", "password1", "password2", "name", "action", "code", "credential", "uid", "session", "q"]
NAMES += ["csrfmiddlewaretoken", "username", "title", "page", "ply", "as", "move", "link", "format", "match"]

junk_text = st.one_of(
    st.text(max_size=60),
    st.sampled_from(
        [
            MARKUP,
            f"\"'>{MARKUP}",
            "{{7*7}}{% debug %}",
            "' OR 1=1 --",
            "../../etc/passwd",
            "\x00",
            "\ufeff",
            "\u202e",
            "None",
        ]
        + ["-1", "0", "1e309", "NaN", "9" * 30, "٣", "²", "1" * 5000, "[]", '{"a": 1}', "true", "http://evil.example/"]
        + ["//evil.example", "javascript:alert(1)", "a,b,c", "," * 80, "%00", "%", "\r\nX-Evil: 1", "ß" * 300]
    ),
)
junk_bytes = st.binary(max_size=40)
pairs = st.lists(st.tuples(st.sampled_from(NAMES) | st.text(max_size=12), junk_text | junk_bytes), max_size=8)
documents = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4),
    max_leaves=8,
)
bodies = st.one_of(
    pairs.map(lambda fields: (encoded(fields), BYTES)),
    pairs.map(lambda fields: (encoded(fields), BYTES)),
    documents.map(lambda document: (json.dumps(document).encode(), "application/json")),
    st.binary(max_size=200).map(lambda data: (data, BYTES)),
    st.tuples(
        st.binary(max_size=200), st.sampled_from(["multipart/form-data; boundary=b", "text/xml", "", "a/b; c=\xff"])
    ),
)
latin = st.text(st.characters(max_codepoint=255, exclude_characters="\r\n"), max_size=60)  # what a server hands on
headers = st.dictionaries(
    st.sampled_from(
        [
            "HTTP_ACCEPT",
            "HTTP_ACCEPT_LANGUAGE",
            "HTTP_COOKIE",
            "HTTP_HX_REQUEST",
            "HTTP_HX_REQUEST_TYPE",
            "HTTP_REFERER",
        ]
        + ["HTTP_HX_CURRENT_URL", "HTTP_USER_AGENT", "HTTP_X_FORWARDED_FOR", "HTTP_IF_NONE_MATCH", "HTTP_RANGE"]
        + ["HTTP_IF_MODIFIED_SINCE", "HTTP_ORIGIN", "HTTP_X_REQUEST_ID", "HTTP_X_CSRFTOKEN", "REMOTE_ADDR_JUNK"]
    ),
    latin
    | st.sampled_from(["application/json", "it", "true", "partial", "*/*;q=x", "en;q=1e999", "theme=<b>", MARKUP]),
    max_size=3,
)


def encoded(fields: list[tuple[str, str | bytes]]) -> bytes:
    """A form's body, repeated fields, lone surrogates and all."""
    parts = []
    for name, value in fields:
        data = value if isinstance(value, bytes) else value.encode("utf-8", "surrogatepass")
        key = name.encode("utf-8", "surrogatepass")
        parts.append(b"".join(b"%%%02x" % byte for byte in key) + b"=" + b"".join(b"%%%02x" % byte for byte in data))
    return b"&".join(parts)


class Doors:
    """All addresses of the site in one town, and who knocks."""

    def __init__(self) -> None:
        self.town = Town()
        self.clients = {role: self.town.client(role) for role in ("anonymous", "guest", "seated", "moderator")}
        found = {name: address(self.town, name, pattern) for name, pattern in routes()}
        self.paths = sorted(found.values())
        self.forms = {name: found[name] for name in FORMS}
        self.before: Rows = stored()
        self.jars = {role: client.cookies.copy() for role, client in self.clients.items()}

    def knock(self, role: str, method: str, path: str, **more: Any) -> Any:
        """Send one request; its answer must be none of our errors, and must not give markup back."""
        client: Client = self.clients[role]
        start = transaction.savepoint()
        try:
            response = client.generic(method, path, **more)
            assert response.status_code < 500, (method, path, response.status_code)
            if not response.streaming and "html" in response.headers.get("Content-Type", ""):
                assert MARKUP.encode() not in response.content, (method, path)
            if response.status_code >= 400 or method == "GET":
                assert not changed(self.before), (method, path, response.status_code)
            return response
        finally:
            transaction.savepoint_rollback(start)
            client.cookies = self.jars[role].copy()


@pytest.fixture
def doors(db, settings) -> Doors:
    # Throttles have tests of their own; here they would hide what lies behind them.
    settings.ACCOUNT_RATE_LIMITS = False
    return Doors()


@TRIES
@given(data=st.data())
def test_junk_in_forms_is_refused_and_changes_nothing(doors, data):
    path = data.draw(st.sampled_from(doors.paths))
    role = data.draw(st.sampled_from(sorted(doors.clients)))
    body, kind = data.draw(bodies)
    doors.knock(role, "POST", path, data=body, content_type=kind, **data.draw(headers))


@TRIES
@given(data=st.data())
def test_junk_in_one_field_of_a_good_form_is_refused_or_harmless(doors, data):
    name = data.draw(st.sampled_from(sorted(FORMS)))
    path = doors.forms[name]
    good: dict[str, str | bytes] = dict(FORMS[name])
    good[data.draw(st.sampled_from(sorted(good)))] = data.draw(junk_text | junk_bytes)
    role = data.draw(st.sampled_from(sorted(doors.clients)))
    doors.knock(role, "POST", path, data=encoded(list(good.items())), content_type=BYTES)


@TRIES
@given(data=st.data())
def test_junk_in_queries_and_headers_shows_a_page_or_a_refusal_and_stores_nothing(doors, data):
    path = data.draw(st.sampled_from(doors.paths))
    role = data.draw(st.sampled_from(sorted(doors.clients)))
    query = encoded(data.draw(pairs)).decode() if data.draw(st.booleans()) else data.draw(latin)
    doors.knock(role, "GET", path, QUERY_STRING=query, **data.draw(headers))


@TRIES
@given(data=st.data())
def test_junk_in_addresses_is_not_found(doors, data):
    path = data.draw(st.sampled_from(doors.paths))
    parts = path.split("/")
    parts[data.draw(st.integers(0, len(parts) - 1))] = data.draw(junk_text)
    method = data.draw(st.sampled_from(["GET", "POST", "PUT", "OPTIONS", "TRACE", "BREW"]))
    junk = "/".join(parts).replace("?", "").replace("#", "") or "/"
    doors.knock(data.draw(st.sampled_from(sorted(doors.clients))), method, "/" + junk.lstrip("/"))


def test_an_error_an_echo_and_a_changed_row_are_found(doors, monkeypatch):
    """Planted faults go red, or the tests above prove nothing."""
    monkeypatch.setattr(home, "_back", lambda request: 1 // 0)
    with pytest.raises(AssertionError, match="500"):
        doors.knock("seated", "POST", "/theme/", data=b"", content_type=BYTES)
    monkeypatch.setattr("games.views.rules.render", lambda *args, **more: HttpResponse(f"<p>{MARKUP}</p>"))
    with pytest.raises(AssertionError, match="/credits/"):
        doors.knock("seated", "GET", "/credits/")
    Match.objects.filter(pk=doors.town.running.pk).update(rev=99)
    with pytest.raises(AssertionError, match="405"):
        doors.knock("seated", "PUT", "/theme/")


# Sockets.


@pytest.mark.parametrize("origin", [b"http://[", b"http://[::1", b"http://testserver:x", b"\xff"])
async def test_an_origin_that_is_no_address_closes_the_socket_bug(origin, transactional_db):
    socket = WebsocketCommunicator(
        application, "/live/matches/abc/", headers=[(b"host", b"testserver"), (b"origin", origin)]
    )
    assert await socket.connect() == (False, REFUSED)


frames = st.one_of(
    st.text(min_size=1, max_size=200).map(lambda text: {"text_data": text}),
    documents.map(lambda document: {"text_data": json.dumps(document)}),
    st.binary(min_size=1, max_size=200).map(lambda data: {"bytes_data": data}),
    st.just({"text_data": "x" * 20_000}),
)
origins = st.one_of(
    st.just(b"http://testserver"),
    st.binary(max_size=30),
    st.sampled_from([b"http://[", b"http://testserver:x", b"null", b"http://testserver@evil", b"\xff", b"http://[::1"]),
)


@pytest.fixture
def socket_town(transactional_db) -> Town:
    return Town()


def test_junk_over_sockets_changes_nothing_and_ends_in_a_close_at_worst(socket_town):
    before = stored()

    @settings(TRIES, max_examples=max(EXAMPLES // 3, 30))
    @given(sent=st.lists(frames, max_size=5), origin=origins, host=st.sampled_from([b"testserver", b"[", b"\xff", b""]))
    def send(sent: list[dict[str, Any]], origin: bytes, host: bytes) -> None:
        path = f"/live/matches/{socket_town.running.pk}/"
        async_to_sync(talk)(path, [(b"host", host), (b"origin", origin)], sent)

    send()
    assert not changed(before)


async def talk(path: str, header: list[tuple[bytes, bytes]], sent: list[dict[str, Any]]) -> None:
    """Open a socket, say all of `sent`, and leave; whatever it raises inside comes out here."""
    socket = WebsocketCommunicator(application, path, headers=header)
    opened, _code = await socket.connect()
    if not opened:
        return
    assert set(await socket.receive_json_from()) == {"match", "rev"}
    for frame in sent:
        await socket.send_to(**frame)
        if len(frame.get("text_data", "")) > 16 * 1024:
            assert (await socket.receive_output())["type"] == "websocket.close"
            return
    await socket.disconnect()
