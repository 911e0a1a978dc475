"""The site's name is a setting, and no title is mistaken for the site."""

import pytest
from django.template.loader import render_to_string
from django.test import Client, override_settings
from django.urls import reverse

from games.registry import TITLES
from games.templatetags.frame import as_title
from masques_site import errors
from tests.cast import person, running_match
from tests.lantern.game import LANTERN

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

OTHER = "Riva & Remo"


@override_settings(SITE_NAME=OTHER)
@pytest.mark.parametrize("page", ["/", "/rules/", "/leagues/", "/accounts/signup/", "/ratings/"])
def test_pages_bear_the_name_of_the_site(client: Client, page: str) -> None:
    words = client.get(page).content.decode()
    assert "Riva &amp; Remo" in words
    assert not [title for title in words.split("<title>")[1:] if "· Masques" in title.split("</title>")[0]]


@override_settings(SITE_NAME=OTHER)
def test_pages_without_a_request_bear_it_too(rf) -> None:
    assert "· Riva &amp; Remo</title>" in errors.server_error(rf.get("/")).content.decode()


@override_settings(SITE_NAME=OTHER)
@pytest.mark.parametrize(
    "kind", ["unknown_account", "account_already_exists", "email_confirmation", "password_reset_key"]
)
def test_mails_bear_it_unescaped(kind: str) -> None:
    for part in ("subject", "message"):
        text = render_to_string(f"account/email/{kind}_{part}.txt", {"user": person("anna"), "username": "anna"})
        assert OTHER in text
        assert "Masques" not in text


@override_settings(SITE_NAME=LANTERN.name.upper())
def test_a_title_called_like_the_site_is_said_to_be_the_game() -> None:
    anna = person("anna")
    match = running_match("lantern", [anna], bots=("easy",))
    client = Client()
    client.force_login(anna)
    page = client.get(reverse("games:match", args=[match.pk])).content.decode()
    assert f"{LANTERN.name} (the game) · {LANTERN.name.upper()}</title>" in page
    assert f'<h1 id="match-name" class="visually-hidden">{LANTERN.name} (the game)</h1>' in page


@override_settings(SITE_NAME=OTHER)
def test_a_title_of_another_name_is_called_by_it_alone() -> None:
    assert [as_title(game) for game in TITLES.values()] == [game.name for game in TITLES.values()]
