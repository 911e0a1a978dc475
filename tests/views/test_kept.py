"""Strangers' browsers may keep what anybody may read, and nobody keeps what belongs to a person."""

import re

import pytest
from django.http import HttpResponse
from django.test import Client

from tests.cast import person

pytestmark = pytest.mark.django_db(transaction=True)

LISTS = ["/", "/tables/"]  # of what changes from minute to minute
RULES = ["/rules/", "/rules/masques/", "/credits/"]


def ask(client: Client, page: str, **headers: str) -> HttpResponse:
    return client.get(page, headers={"Accept-Encoding": "gzip", **headers})


@pytest.mark.parametrize("page", RULES)
def test_a_page_that_has_not_changed_is_not_sent_again(page: str) -> None:
    client = Client()
    first = ask(client, page)
    again = ask(client, page, **{"If-None-Match": first["ETag"]})
    assert (first.status_code, again.status_code, again.content) == (200, 304, b"")
    assert again["ETag"] == first["ETag"]
    for answer in (first, again):
        assert answer["Cache-Control"].startswith("private, ")
        assert {"Cookie", "Accept-Language"} <= set(answer["Vary"].split(", "))


@pytest.mark.parametrize("page", RULES)
def test_rules_are_shown_again_without_asking(page: str) -> None:
    assert ask(Client(), page)["Cache-Control"] == "private, max-age=300"


@pytest.mark.parametrize("page", LISTS)
def test_lists_are_asked_for_each_time(page: str) -> None:
    answer = ask(Client(), page)
    assert answer["Cache-Control"] == "private, no-cache"
    assert {"Cookie", "Accept-Language"} <= set(answer["Vary"].split(", "))
    assert "ETag" not in answer  # it would name the token of one browser, and so tell pages apart that say the same


@pytest.mark.parametrize("page", [*LISTS, *RULES])
def test_nothing_of_a_person_is_kept(page: str) -> None:
    stranger, anna = Client(), Client()
    anna.force_login(person("anna"))
    etag = ask(stranger, page).get("ETag", 'W/"none"')
    answer = ask(anna, page, **{"If-None-Match": f'{etag}, "*"'})
    assert answer.status_code == 200
    assert "ETag" not in answer
    assert {"private", "no-store"} <= set(answer["Cache-Control"].split(", "))


def test_a_page_with_other_tokens_is_another_page() -> None:
    """Its forms would not fit the cookie."""
    first = ask(Client(), "/rules/")
    other = ask(Client(), "/rules/", **{"If-None-Match": first["ETag"]})
    assert other.status_code == 200
    assert other["ETag"] != first["ETag"]


def test_a_kept_pages_form_is_still_taken() -> None:
    client = Client(enforce_csrf_checks=True)
    first = client.get("/rules/")
    assert client.get("/rules/", headers={"If-None-Match": first["ETag"]}).status_code == 304
    found = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', first.content.decode())
    assert found
    answer = client.post("/theme/", {"theme": "dark", "csrfmiddlewaretoken": found[1]})
    assert answer.status_code == 302


@pytest.mark.parametrize(("change", "value"), [("theme", "dark"), ("language", "it")])
def test_another_theme_or_language_is_another_page(change: str, value: str) -> None:
    client = Client()
    first = ask(client, "/rules/masques/")
    client.post("/theme/" if change == "theme" else "/i18n/setlang/", {change: value})
    assert ask(client, "/rules/masques/", **{"If-None-Match": first["ETag"]}).status_code == 200


def test_a_page_that_tells_something_once_is_not_kept() -> None:
    client = Client()
    client.force_login(person("anna"))
    client.post("/accounts/logout/")
    told = ask(client, "/")
    assert told["Cache-Control"] == "private, no-cache"
    assert told.status_code == 200
