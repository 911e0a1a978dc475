"""Strangers' browsers may keep the rules, and nobody keeps what belongs to a person."""

import re

import pytest
from django.conf import settings
from django.http import HttpResponse
from django.test import Client

from tests.cast import person

pytestmark = pytest.mark.django_db(transaction=True)

RULES = ["/rules/", "/rules/masques/", "/credits/"]


def ask(client: Client, page: str) -> HttpResponse:
    return client.get(page, headers={"Accept-Encoding": "gzip"})


@pytest.mark.parametrize("page", RULES)
def test_rules_are_shown_again_without_asking_by_the_browser_that_has_them(page: str) -> None:
    answer = ask(Client(), page)
    assert answer["Cache-Control"] == "private, max-age=300"
    assert {"Cookie", "Accept-Language"} <= set(answer["Vary"].split(", "))  # another theme or language is another page


@pytest.mark.parametrize("page", ["/", "/tables/"])
def test_lists_that_change_from_minute_to_minute_are_not(page: str) -> None:
    assert "max-age" not in ask(Client(), page).headers.get("Cache-Control", "")


def test_rules_that_are_not_there_are_not_kept() -> None:
    answer = ask(Client(), "/rules/no-such-title/")
    assert (answer.status_code, answer.get("Cache-Control")) == (404, None)


@pytest.mark.parametrize("page", RULES)
def test_nothing_of_a_person_is_kept(page: str) -> None:
    anna = Client()
    anna.force_login(person("anna"))
    assert {"private", "no-store"} <= set(ask(anna, page)["Cache-Control"].split(", "))


def test_nothing_is_kept_by_a_browser_that_has_a_session() -> None:
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = "x" * 32
    assert "max-age" not in ask(client, "/rules/").headers.get("Cache-Control", "")


def test_a_page_that_tells_something_once_is_not_kept() -> None:
    client = Client()
    client.force_login(person("anna"))
    client.post("/accounts/logout/")
    assert "max-age" not in ask(client, "/rules/").headers.get("Cache-Control", "")


def test_a_kept_pages_form_is_still_taken() -> None:
    client = Client(enforce_csrf_checks=True)
    kept = client.get("/rules/")
    client.get("/tables/")
    found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', kept.content.decode())
    assert found
    assert client.post("/theme/", {"theme": "dark", "csrfmiddlewaretoken": found[1]}).status_code == 302
