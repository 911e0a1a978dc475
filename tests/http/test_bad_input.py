"""Every way to send a form wrongly: a clear answer, the right status, and not a row of the database changes."""

import re
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from games.models import Match, Seat
from tests.cast import due, fresh, move, person, some_move
from tests.http.rows import changed, stored
from tests.http.town import Town
from tests.sampling import sampled
from tests.views.pages import Page, steady

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

FORM = "application/x-www-form-urlencoded"
JSON = {"HTTP_ACCEPT": "application/json"}
NOWHERE = "2" * 12
UNSAFE = ["put", "patch", "delete"]


@pytest.fixture
def town(shared_town: Town) -> Town:
    return shared_town


def at(name: str, match_id: str, *more: Any) -> str:
    return reverse(f"games:{name}", args=[match_id, *more])


def turn(match: Match) -> Seat:
    (seat,) = due(match)
    return seat


def mover(town: Town, match: Match) -> tuple[Client, Seat, dict[str, str]]:
    """Return the browser of the player on turn, their seat, and a good move's fields."""
    seat = turn(match)
    role = next(role for role, user in town.people.items() if user.pk == seat.user_id)
    fields = {"text": some_move(match, seat.index), "seen": str(match.decision), "client_move_id": "mine"}
    return town.client(role), seat, fields


def raw(fields: dict[str, str | bytes]) -> bytes:
    """A form's body, byte for byte."""
    parts = []
    for name, value in fields.items():
        data = value if isinstance(value, bytes) else value.encode()
        parts.append(name.encode() + b"=" + "".join(f"%{byte:02x}" for byte in data).encode())
    return b"&".join(parts)


# The move's form.

WRONG_MOVES: dict[str, tuple[dict[str, Any], int, str]] = {
    "illegal": ({"text": "1z"}, 422, "illegal"),
    "unreadable": ({"text": "♞ takes e4"}, 400, "bad_input"),
    "of no notation": ({"text": "castle kingside"}, 422, "illegal"),
    "empty": ({"text": ""}, 400, "bad_input"),
    "missing": ({"text": None}, 400, "bad_input"),
    "oversized": ({"text": "1a" * 200}, 413, "too_large"),
    "not UTF-8": ({"text": b"1a\xff\xfe"}, 400, "bad_input"),
    "NUL bytes": ({"text": b"1a\x00"}, 400, "bad_input"),
    "line break": ({"text": "1a\n2b"}, 400, "bad_input"),
    "stale": ({"seen": "0"}, 409, "stale"),
    "of the future": ({"seen": "9999999999"}, 400, "bad_input"),
    "seen is no number": ({"seen": "now"}, 400, "bad_input"),
    "seen is negative": ({"seen": "-1"}, 400, "bad_input"),
    "seen is huge": ({"seen": "9" * 50}, 413, "too_large"),
    "id missing": ({"client_move_id": None}, 400, "bad_input"),
    "id unreadable": ({"client_move_id": "a b"}, 400, "bad_input"),
    "id oversized": ({"client_move_id": "x" * 65}, 413, "too_large"),
    "id not UTF-8": ({"client_move_id": b"\xc3\x28"}, 400, "bad_input"),
}


@pytest.mark.parametrize("wrong", WRONG_MOVES)
def test_a_wrong_move_is_refused_in_words_and_changes_no_row(town, wrong):
    change, status, code = WRONG_MOVES[wrong]
    client, _seat, good = mover(town, town.running)
    body = raw({name: value for name, value in {**good, **change}.items() if value is not None})
    before = stored()
    for more in ({}, JSON):
        response = client.post(at("move", town.running.pk), body, content_type=FORM, **more)
        assert response.status_code == status
        assert not changed(before)
        if more:
            answer = response.json()
            assert answer["code"] == code
            assert len(answer["message"]) > 10
        else:
            alert = re.search(r'role="alert"><p class="notice bad">([^<]{10,})', response.content.decode())
            assert alert, Page(response).text
            assert Page(response).forms["compose"]  # the choices are below, so that one can go on


def test_the_refusal_of_an_illegal_move_names_the_rule(town):
    client, _seat, good = mover(town, town.running)
    response = client.post(at("move", town.running.pk), {**good, "text": "1z"}, **JSON)
    assert "1z" in response.json()["message"] or "bridge" in response.json()["message"]


def test_a_move_out_of_turn_or_for_another_seat_is_refused(town):
    _client, seat, good = mover(town, town.running)
    idle = "other" if seat.user_id == town.people["seated"].pk else "seated"
    before = stored()
    foreign = town.client(idle).post(at("move", town.running.pk), {**good, "seat": str(seat.index)}, **JSON)
    assert (foreign.status_code, foreign.json()["code"]) == (409, "stale")
    for role in ("stranger", "guest", "blocked", "banned", "moderator", "staff"):
        response = town.client(role).post(at("move", town.running.pk), {**good, "seat": str(seat.index)}, **JSON)
        assert (response.status_code, response.json()["code"]) == (403, "forbidden"), role
    assert town.client("anonymous").post(at("move", town.running.pk), good, **JSON).status_code == 403
    assert not changed(before)


def test_a_move_sent_twice_counts_once_and_its_id_is_good_for_no_other(town):
    client, _seat, good = mover(town, town.running)
    first = client.post(at("move", town.running.pk), good, **JSON)
    before = stored()
    again = client.post(at("move", town.running.pk), good, **JSON)
    assert (first.status_code, again.status_code) == (200, 200)
    assert again.json() == {"rev": first.json()["rev"], "repeated": True}
    assert not changed(before)
    other = client.post(at("move", town.running.pk), {**good, "text": "4c" if good["text"] != "4c" else "1a"}, **JSON)
    assert (other.status_code, other.json()["code"]) == (409, "conflict")
    assert not changed(before)


def test_a_move_in_a_match_that_is_over_or_has_not_begun_is_refused(town):
    before = stored()
    fields = {"text": "1a", "seen": "0", "client_move_id": "late"}
    for match, words in ((town.finished, "over"), (town.table, "hasn’t started")):
        response = town.client("seated").post(at("move", match.pk), fields, **JSON)
        assert response.status_code == 409
        assert words in response.json()["message"]
    assert not changed(before)


def test_a_banned_person_on_turn_may_not_move_and_reads_why(town):
    client, seat, good = mover(town, town.running)
    type(seat.user).objects.filter(pk=seat.user_id).update(banned_at=town.running.created_at)
    before = stored()
    response = client.post(at("move", town.running.pk), good)
    assert response.status_code == 403
    assert "Your account is banned" in Page(response).text
    assert not changed(before)


# All forms.

FORMS = [
    "move",
    "resign",
    "ending",
    "back",
    "notes",
    "standing",
    "join",
    "leave",
    "start",
    "close",
    "invite",
    "add_bot",
    "rematch",
    "nonce",
]
LOCAL_FORMS = ["/guest/", "/theme/", "/i18n/setlang/", "/tables/new/", "/tables/play-bot/", "/account/settings/"]
LOCAL_FORMS += [
    "/account/delete/",
    "/account/keep/",
    "/people/Sandro/block/",
    "/people/Sandro/report/",
    "/people/Sandro/befriend/",
]
LOCAL_FORMS += ["/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/accounts/logout/"]


def addresses(town: Town) -> list[str]:
    """Where forms of all kinds go, for things that are there."""
    return [at(name, town.running.pk) for name in FORMS] + LOCAL_FORMS


def test_a_form_without_its_token_is_refused_with_a_page_that_helps(town):
    before = stored()
    for role in ("anonymous", "seated"):
        client = town.client(role, enforce_csrf_checks=True)
        for address in addresses(town):
            response = client.post(address, {"client_move_id": "x"})
            assert response.status_code == 403, (role, address)
            assert "Nothing was changed" in Page(response).text or "try again" in Page(response).text.lower(), address
    assert not changed(before)


@pytest.mark.parametrize(
    ("body", "kind", "status"),
    [
        (b"x=" + b"y" * 70_000, FORM, {413}),
        (b"&".join(b"f%d=1" % number for number in range(300)), FORM, {400, 413}),
        (b"text=%ff%fe&name=%ff&username=%ff&next=%ff&nonce=%ff&language=%ff", FORM, None),
        (b"text=%00&name=%00&username=%00&next=%00&nonce=%00&title=%00&login=%00&email=%00", FORM, None),
        (b'{"text": ["1a"]}', "application/json", None),
        (b"--b\r\nContent-Disposition: form-data; name=x; filename=y\r\n\r\nz\r\n--b--\r\n", "multipart/form-data; boundary=b", None),  # noqa: E501
        (b"no boundary", "multipart/form-data", {400}),
        (b"x=1", "application/x-www-form-urlencoded; charset=nonsense", None),
        (b"\xff\xfe\x00", "text/plain", None),
    ],
    ids="large many-fields not-utf8 nul json file broken-multipart odd-charset bytes".split(),
)  # fmt: skip
def test_a_body_that_no_form_sends_is_refused_everywhere(town, body, kind, status):
    client = town.client("stranger", enforce_csrf_checks=True)
    token = page_token(client)
    before = stored()
    for address in addresses(town):
        if address in {"/accounts/logout/", "/people/Sandro/block/"}:
            continue  # take no field at all: any body is a good one
        response = client.generic("POST", address, body, content_type=kind, HTTP_X_CSRFTOKEN=token)
        assert response.status_code < 500, address
        assert status is None or response.status_code in status, (address, response.status_code)
        assert not changed(before), address


@pytest.mark.parametrize("address", ["/guest/", "/theme/", "/i18n/setlang/"])
@pytest.mark.parametrize(
    "wanted", ["nowhere", "games:home", "\ufffd", "//evil.example", "https://evil.example/", "\\x"]
)
def test_a_word_as_the_next_page_is_neither_an_error_nor_a_way_out_bug(town, address, wanted):
    response = town.client("stranger").post(address, {"next": wanted, "theme": "dark", "language": "en"})
    assert response.status_code == 302
    assert "evil" not in response["Location"]


@pytest.mark.parametrize("address", ["/people/a%00b/", "/admin/games/match/?title=%00", "/tables/?title=%00", "/%00"])
def test_a_nul_in_an_address_is_refused_before_the_database_bug(town, address):
    for role in ("anonymous", "staff"):
        response = town.client(role).get(address)
        assert response.status_code == 400
        assert response["X-Frame-Options"] == "DENY"
        assert len(Page(response).text) > 20


def page_token(client: Client) -> str:
    """The token that pages give to forms of this browser."""
    client.get("/tables/new/?title=lantern&seats=2")
    return client.cookies["csrf"].value


def test_a_wrong_method_is_refused_in_words_everywhere(town):
    before, client = stored(), town.client("seated")
    for address in addresses(town):
        for method in UNSAFE:
            response = getattr(client, method)(address)
            if response.status_code != 405:  # a page that any method may look at, as allauth has some
                assert response.status_code in (200, 302, 303, 422), (method, address)
            else:
                assert response["Allow"]
                assert len(Page(response).text) > 20, (method, address)
    assert not changed(before)


# Tables.

TABLE_ACTIONS: list[tuple[str, str, dict[str, str], str]] = [
    ("seated", "start", {}, "Some seats are still free"),
    ("stranger", "start", {}, "Only the host"),
    ("other", "close", {}, "Only the host"),
    ("other", "add_bot", {"level": "easy"}, "Only the host"),
    ("seated", "add_bot", {"level": "genius"}, "no such level"),
    ("seated", "add_bot", {}, "no such level"),
    ("seated", "invite", {"name": "Nobody Known"}, "no player called"),
    ("seated", "invite", {"name": "\x00"}, "Name:"),
    ("seated", "invite", {"name": "Vito"}, "can’t invite this player"),
    ("seated", "invite", {"name": "x" * 400}, "Name:"),
    ("stranger", "leave", {}, "You’re not at this table"),
    ("blocked", "join", {}, "can’t play together"),
    ("banned", "join", {}, "banned"),
    ("stranger", "join", {"nonce": "é"}, "plain characters"),
    ("stranger", "join", {"nonce": "x" * 65}, "plain characters"),
    ("stranger", "join", {"nonce": "a\x00b"}, "plain characters"),
    ("seated", "rematch", {}, "when the match is over"),
]


@pytest.mark.parametrize(("role", "action", "data", "words"), TABLE_ACTIONS)
def test_a_refused_action_at_a_table_says_why_and_changes_no_row(town, role, action, data, words):
    client, before = town.client(role), stored()
    page = client.post(at(action, town.table.pk), data)
    assert page.status_code == 302
    assert words in " ".join(str(message) for message in get_messages(page.wsgi_request))
    program = client.post(at(action, town.table.pk), data, **JSON)
    assert program.status_code in (400, 403, 409)
    assert words in program.json()["message"]
    assert not changed(before)


def test_a_bot_that_does_not_sit_there_cannot_be_sent_away(town):
    client, before = town.client("seated"), stored()
    for index in (0, 1, 99, 10**30):
        response = client.post(at("remove_bot", town.table.pk, index), **JSON)
        assert (response.status_code, response.json()["code"]) == (409, "conflict"), index
    assert not changed(before)


# What is private.


def tell_apart(client: Client, method: str, name: str, match: Match, *more: Any, **data: Any) -> None:
    """Fail if the answer for `match` and for no match at all differ in a byte, their ids aside."""
    answers: list[tuple[int, bytes, Any]] = []
    for match_id in (match.pk, NOWHERE):
        client.cookies.pop("messages", None)  # what an earlier answer left to say
        response: HttpResponse = getattr(client, method)(at(name, match_id, *more), **data)
        headers = {key: value for key, value in response.headers.items() if key not in ("Set-Cookie", "Expires")}
        text = steady(response).replace(match_id.encode(), b"ID")
        answers.append((response.status_code, text, str(headers).replace(match_id, "ID")))
    assert answers[0] == answers[1], (name, method)


ASKERS = [(role, more) for more in ({}, JSON) for role in ("anonymous", "guest", "stranger", "staff")]


@pytest.mark.parametrize(
    ("role", "more"),
    sampled(ASKERS, [("anonymous", {}), ("stranger", {}), ("guest", JSON), ("staff", JSON)]),
    ids=lambda value: value if isinstance(value, str) else "program" if value else "page",
)
def test_nothing_betrays_that_a_private_match_is_there(town, role, more):
    before, client = stored(), town.client(role)
    for match in (town.private, town.private_table):
        for name in ("match", "hand", "screen", "history", "record", "proof", "rev", "resign", "notes"):
            tell_apart(client, "get", name, match, **more)
        for name in FORMS:
            tell_apart(client, "post", name, match, **more)
            tell_apart(client, "put", name, match, **more)
        tell_apart(client, "post", "remove_bot", match, 1, **more)
        for data in ({"text": "1a", "seen": "0", "client_move_id": "x"}, {"text": "x" * 300}, {"name": "Sandro"}):
            for name in ("move", "invite", "join"):
                tell_apart(client, "post", name, match, data=data, **more)
        for query in ({"link": "wrong"}, {"move": "1"}, {"as": "9", "ply": "x"}):
            for name in ("match", "history"):
                tell_apart(client, "get", name, match, data=query, **more)
    assert not changed(before)


def test_a_wrong_answer_in_a_window_leaves_the_one_given_before(town):
    seat = turn(town.running)
    move(town.running, seat)
    match = fresh(town.running)
    (answering,) = due(match)
    client = Client()
    client.force_login(person(answering.user.username))
    before = stored()
    fields = {"text": "shout", "seen": str(match.decision), "client_move_id": "a"}
    assert client.post(at("move", match.pk), fields, **JSON).status_code == 422
    assert not changed(before)
