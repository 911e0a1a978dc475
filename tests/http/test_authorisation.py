"""The permissions of every address of the site for every kind of person; tests/http/declared.py is the table."""

import inspect
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence

import pytest
from allauth.mfa.models import Authenticator
from channels.generic.websocket import AsyncJsonWebsocketConsumer
from django.conf import settings
from django.http import HttpResponse

from games.consumers import MatchConsumer, PersonConsumer
from games.routing import websocket_urlpatterns as sockets_of_games
from leagues.consumers import SeasonConsumer
from leagues.routing import websocket_urlpatterns as sockets_of_leagues
from masques_site.asgi import application
from masques_site.celery_app import app
from tests.communicators import Socket
from tests.http import declared
from tests.http.doors import address, ask, form, kind, routes
from tests.http.rows import stored
from tests.http.town import EVERYBODY, ROLES, Town
from tests.project.sources import BASE

pytestmark = [pytest.mark.usefixtures("lantern")]

SEAT_PAGES = ("/matches/", "/account/", "/outbox/", "/moderation/")
GROUPS = {"admin": ("admin:",), "signing in": ("account_", "mfa_", "usersessions_"), "people": ("accounts:",)}
GROUPS["leagues"] = ("leagues:", "notices:of_league")
SHOWN_ALIKE = {"page", "405"}  # answers that refuse nobody what another is given
FEW, ALL = 2, len(EVERYBODY)


def cells(line: str) -> dict[str, str]:
    """The answer for every kind of person in one cell of the table."""
    first, *others = line.split()
    answers = dict.fromkeys(EVERYBODY, first)
    for other in others:
        who, _, answer = other.partition(":")
        answers.update(dict.fromkeys(declared.KINDS.get(who, (who,)), answer))
    assert set(answers) == set(EVERYBODY), line
    return answers


def table() -> dict[str, tuple[dict[str, str], dict[str, str]]]:
    """Route -> what GET and POST answer to whom."""
    lines = declared.TABLE.strip().splitlines()
    for model in declared.ADMIN_MODELS:
        for line in declared.ADMIN_PAGES.strip().splitlines():
            page, get, post = line.split(" | ")
            more = " superuser:page" if page.strip() in declared.SUPERUSER_MAY.get(model, ()) else ""
            lines.append(f"admin:{model}_{page} | {get}{more} | {post}{more}")
        path = "/".join(model.split("_", 1))
        lines.append(f"admin:admin/{path}/<path:object_id>/ {declared.ADMIN_OLD_ADDRESS}")
    split = [[cell.strip() for cell in line.split(" | ")] for line in lines]
    return {route.removesuffix("|").strip(): (cells(get), cells(post)) for route, get, post in split}


def group_of(route: str) -> str:
    return next((group for group, starts in GROUPS.items() if route.startswith(starts)), "matches and the rest")


def askers(declared_answers: dict[str, str], roles: Sequence[str], most: int, first: int) -> Iterator[str]:
    """The roles that ask at an address with these declared answers.

    All roles that are refused or redirected ask. Of the roles that are shown the same page, at most `most` ask; `first`
    says with which of them to begin, so that addresses take turns.
    """
    for answer in sorted({declared_answers[role] for role in roles}):
        alike = [role for role in roles if declared_answers[role] == answer]
        if answer in SHOWN_ALIKE and len(alike) > most:
            alike = [alike[(first + step) % len(alike)] for step in range(most)]
        yield from alike


def unprotected(response: HttpResponse, path: str, route: str = "") -> Iterator[str]:
    """Return the headers that an answer lacks."""
    framed = route in declared.FRAMED and response.status_code == 200
    policy = response.headers.get("Content-Security-Policy", "")
    frames = "frame-ancestors *" if framed else "frame-ancestors 'none'"
    if "unsafe" in policy or "default-src 'none'" not in policy or frames not in policy:
        yield "Content-Security-Policy"
    if framed and (b"<form" in response.content or b"<script" in response.content):
        yield "nothing to press"
    for name, value in (
        ("X-Content-Type-Options", "nosniff"),
        ("X-Frame-Options", None if framed else "DENY"),
        ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
    ):
        if response.headers.get(name) != value:
            yield name
    kept = response.headers.get("Cache-Control", "")
    if path.startswith(SEAT_PAGES) and response.status_code == 200 and "no-store" not in kept:
        yield "no-store"
    for name in (settings.SESSION_COOKIE_NAME, settings.CSRF_COOKIE_NAME):
        cookie = response.cookies.get(name)
        if cookie is not None and cookie.value and not (cookie["httponly"] and cookie["samesite"] == "Lax"):
            yield f"cookie {name}"


def test_every_address_is_declared():
    found = {name for name, _pattern in routes()}
    known = {route.partition("@")[0] for route in table()}
    assert not found - known, f"not declared: {sorted(found - known)}. Say who may, in tests/http/declared.py (TABLE)."
    assert not known - found, f"declared, but no address of the site: {sorted(known - found)} (tests/http/declared.py)"


@pytest.mark.slow
@pytest.mark.django_db
@pytest.mark.parametrize("most", [FEW, pytest.param(ALL, marks=pytest.mark.reliability)])
@pytest.mark.parametrize("group", [*GROUPS, "matches and the rest"])
def test_every_address_answers_everybody_as_declared(group, most, shared_town):
    town = shared_town
    patterns, wrong = dict(routes()), []
    declared_here = {route: answers for route, answers in table().items() if group_of(route) == group}
    paths = {route: address(town, route, patterns[route.partition("@")[0]]) for route in declared_here}
    clients = {role: town.client(role) for role in (EVERYBODY if group == "leagues" else ROLES)}
    before = stored()
    for number, (route, (get, post)) in enumerate(declared_here.items()):
        path, good = paths[route], form(town, route)
        for method, expected in (("get", get), ("post", post)):
            for role in askers(expected, list(clients), most, number):
                response, done = ask(clients[role], method, path, good, before)
                answer = kind(response) + ("*" if done else "")
                if answer != expected[role]:
                    wrong.append(f"{method.upper()} {route} by {role}: {answer}, declared {expected[role]}")
                wrong += [
                    f"{method.upper()} {route} by {role} lacks {what}" for what in unprotected(response, path, route)
                ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.django_db
def test_staff_read_no_key_of_anybody_in_the_admin():
    town = Town()
    Authenticator.objects.filter(pk=town.factor.pk).update(data={"secret": "THE-SECRET-OF-AN-APP"})
    staff = town.client("staff")
    for model, row in (("mfa/authenticator", town.factor), ("usersessions/usersession", town.session)):
        for page in ("", f"{row.pk}/change/", f"{row.pk}/history/"):
            shown = staff.get(f"/admin/{model}/{page}").content.decode()
            assert "THE-SECRET-OF-AN-APP" not in shown, (model, page)
            assert town.session.session_key not in shown, (model, page)


def test_every_task_is_declared():
    app.loader.import_default_modules()
    found = {name for name in app.tasks if not name.startswith("celery.")}
    assert found == set(declared.TASKS), "Say who sends it, in tests/http/declared.py (TASKS)."


def test_every_socket_and_its_messages_are_declared():
    found = {str(entry.pattern) for entry in (*sockets_of_leagues, *sockets_of_games)} - {""}
    assert found == {line.partition(" | ")[0].partition("@")[0].strip() for line in socket_lines()}
    handlers = {
        name
        for consumer in (PersonConsumer, MatchConsumer, SeasonConsumer)
        for name, method in vars(consumer).items()
        if inspect.isfunction(method)
        and {"message", "_message"} & set(inspect.signature(method).parameters)
        and not hasattr(AsyncJsonWebsocketConsumer, name)  # Channels' own: `dispatch` finds the handlers
    }
    assert handlers == set(declared.SOCKET_HANDLERS), "Declare it in tests/http/declared.py (SOCKET_HANDLERS)."


def socket_lines() -> list[str]:
    return declared.SOCKETS.strip().splitlines()


@pytest.fixture
def town(transactional_db, shared_town) -> Town:
    return shared_town


@pytest.fixture
def doors(town) -> list[tuple[str, str, bytes, str]]:
    """Every socket of the town for every kind of person: who, path, cookie, what is declared."""
    found = []
    for line in socket_lines():
        pattern, _, answers = line.partition(" | ")
        match = town.private if pattern.strip().endswith("@private") else town.running
        path = "/" + pattern.partition("@")[0].strip().replace("<slug:match_id>", match.pk)
        path = path.replace("<slug:slug>/<int:number>", f"{town.leagues.played.slug}/1")
        for role, answer in cells(answers).items():
            cookie = town.client(role).cookies.get(settings.SESSION_COOKIE_NAME)
            header = f"{settings.SESSION_COOKIE_NAME}={cookie.value}" if cookie else ""
            found.append((role, path, header.encode(), answer))
    return found


async def test_every_socket_opens_for_whom_it_is_declared(doors):
    for role, path, cookie, expected in doors:
        headers = [(b"host", b"testserver"), (b"origin", b"http://testserver"), (b"cookie", cookie)]
        socket = Socket(application, path, headers=headers)
        opened, _code = await socket.connect()
        await socket.disconnect()
        assert ("open" if opened else "closed") == expected, (role, path)


def test_the_checks_for_a_public_site_find_nothing(tmp_path):
    environment = {
        "PATH": os.environ["PATH"],
        "DATA_DIR": str(tmp_path / "data"),
        "SECRET_KEY": "T5mVnCvxYf7q0aJr2HkLz9uWbEdGsPi4oXyQ1RtU8MjNc6KhBv3FgDwSeAlZpOi",
        "PUBLIC_URL": "https://example.org",
        "EMAIL_URL": "smtp+tls://site:secret@mail.example.org:587",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'db.sqlite3'}",
    }
    checked = subprocess.run(
        [sys.executable, "-m", "django", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=BASE,
        env={**environment, "DJANGO_SETTINGS_MODULE": "masques_site.settings", "PYTHONPATH": str(BASE)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert checked.returncode == 0, checked.stderr
    assert "no issues" in checked.stdout
