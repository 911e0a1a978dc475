"""The frame of every page: theme, language, strictness, and the pages for errors."""

import hashlib
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import OperationalError
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils.translation import override

from games import clock
from games.models import Match
from games.templatetags.frame import in_words
from games.templatetags.match import briefly
from masques_site import errors
from tests.cast import person

pytestmark = pytest.mark.django_db

STATIC = Path(settings.BASE_DIR) / "games" / "static" / "games"
TEMPLATES = sorted(
    path
    for folder in ("templates", "games/templates")
    for form in ("*.html", "*.jinja")
    for path in (Path(settings.BASE_DIR) / folder).rglob(form)
)


def test_a_chosen_theme_is_kept_and_leads_back(client):
    response = client.post(reverse("games:theme"), {"theme": "dark", "next": "/rules/"})
    assert response.url == "/rules/"
    assert '<html lang="en" data-theme="dark">' in client.get("/").content.decode()
    client.post(reverse("games:theme"), {"theme": "auto"})
    assert '<html lang="en">' in client.get("/").content.decode()


def test_boards_in_clear_colours_are_shown_on_request():
    anna = person("anna")
    client = Client()
    client.force_login(anna)
    assert "data-board" not in client.get("/rules/").content.decode()
    get_user_model().objects.filter(pk=anna.pk).update(clear_boards=True)
    assert 'data-board="clear"' in client.get("/rules/").content.decode()
    assert "data-board" not in Client().get("/rules/").content.decode()


def test_a_theme_that_is_none_is_the_devices_own(client):
    client.post(reverse("games:theme"), {"theme": '"><script>'})
    assert '<html lang="en">' in client.get("/").content.decode()


def test_the_theme_form_never_leads_to_another_site(client):
    assert client.post(reverse("games:theme"), {"theme": "dark", "next": "https://example.org/"}).url == "/"


def test_the_language_can_be_changed_from_every_page(client):
    response = client.post(reverse("set_language"), {"language": "it", "next": "/rules/"})
    assert response.url == "/rules/"
    assert '<html lang="it"' in client.get("/rules/").content.decode()


def test_a_stranger_finds_log_in_sign_up_and_guest_play(client):
    page = client.get("/").content.decode()
    for name in ("account_login", "account_signup", "accounts:guest"):
        assert f'"{reverse(name)}"' in page


def test_a_player_finds_the_way_out(client):
    client.force_login(person("anna"))
    assert f'action="{reverse("account_logout")}"' in client.get("/").content.decode()


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_no_template_needs_an_inline_script_or_style(path):
    text = path.read_text()
    if "mail" not in path.parts:  # mail programs know no style sheets of ours; data for a script is no script
        inline = r"<script(?![^>]*\bsrc=)(?![^>]*application/)|<style|\sstyle=|\son[a-z]+=|hx-on|javascript:"
        assert not re.search(inline, text)
    assert not re.search(r"(?:src|href)=\"(?:https?:)?//", text)


def test_vendored_htmx_is_the_file_its_note_names():
    folder = STATIC / "vendor" / "htmx"
    (script,) = folder.glob("*.js")
    assert hashlib.sha256(script.read_bytes()).hexdigest() in (folder / "README.md").read_text()


def test_every_small_icon_that_a_template_names_is_drawn():
    drawn = set(re.findall(r'<symbol id="([\w-]+)"', (STATIC / "icons" / "sprite.svg").read_text()))
    asked = re.compile(r'(?:icon\.html" with name=|\bicon\()"([\w-]+)"')
    named = {name for path in TEMPLATES for name in asked.findall(path.read_text())}
    assert {"clock", "seat"} <= named <= drawn  # of tables, and of other pages


@pytest.mark.parametrize(
    ("minutes", "words"),
    [
        (-5, "less than a minute"),
        (0, "less than a minute"),
        (1, "1 minute"),
        (61, "1 hour, 1 minute"),
        (1440, "1 day"),
        (4500, "3 days, 3 hours"),
        (60 * 24 * 10, "1 week, 3 days"),
    ],
)
def test_a_duration_is_shown_in_its_two_largest_units(minutes, words):
    assert in_words(clock.timedelta(minutes=minutes)).replace("\N{NO-BREAK SPACE}", " ") == words


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (-1, "0:00"),
        (59, "0:59"),
        (60, "1:00"),
        (599, "9:59"),
        (600, "10 min"),
        (7199, "119 min"),
        (7200, "2 h"),
        (172799, "47 h"),
        (172800, "2 d"),
    ],
)
def test_the_time_left_is_brief_and_to_the_second_at_last(seconds, words, monkeypatch):
    now = clock.now()
    monkeypatch.setattr(clock, "now", lambda: now)
    assert briefly(now + timedelta(seconds=seconds)) == words


def test_durations_are_in_the_readers_language():
    with override("it"):
        assert in_words(clock.timedelta(minutes=61)).replace("\N{NO-BREAK SPACE}", " ") == "1 ora, 1 minuto"
        assert in_words(clock.timedelta(0)) == "meno di un minuto"


# What went wrong.


def test_an_unknown_address_gets_a_kind_page(client):
    response = client.get("/nowhere/")
    assert response.status_code == 404
    assert "There’s nothing here" in response.content.decode()


def test_a_form_without_its_token_is_refused_with_the_next_step():
    response = Client(enforce_csrf_checks=True).post(reverse("games:theme"), {"theme": "dark"})
    assert response.status_code == 403
    assert "This form has expired" in response.content.decode()


def test_a_wrong_method_gets_the_allowed_ones(client):
    response = client.get(reverse("games:theme"))
    assert response.status_code == 405
    assert response.headers["Allow"] == "POST"
    assert "only works with a button" in response.content.decode()


def test_a_form_that_is_too_large_is_refused_with_the_reason(client):
    client.force_login(person("anna"))
    response = client.post(reverse("games:new_table"), {"title": "x" * 70_000})
    assert response.status_code == 413
    assert "too much at once" in response.content.decode()
    assert not Match.objects.exists()


def test_a_server_error_is_shown_without_the_database(rf, django_assert_num_queries):
    with django_assert_num_queries(0):
        response = errors.server_error(rf.get("/"))
    assert response.status_code == 500
    assert "Your confirmed moves are safe" in response.content.decode()


def test_a_database_that_does_not_answer_is_reported_as_busy(rf: RequestFactory):
    try:
        raise OperationalError("database is locked")
    except OperationalError:
        response = errors.server_error(rf.get("/"))
    assert response.status_code == 503


@pytest.mark.usefixtures("lantern")
def test_an_italian_browser_gets_the_frame_in_italian(client):
    headers = {"accept-language": "it"}
    assert "Un gioco di maschere" in client.get("/", headers=headers).content.decode()
    lobby = client.get(reverse("games:lobby"), headers=headers).content.decode()
    assert "Tavoli aperti" in lobby
    assert "Open tables" not in lobby
