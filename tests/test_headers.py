"""What every answer carries, so that a page of ours can neither be framed nor made to run or fetch anything foreign."""

import pytest
from django.test import Client

PAGES = ["/", "/accounts/login/", "/healthz", "/no-such-page/"]


@pytest.mark.django_db
@pytest.mark.parametrize("page", PAGES)
def test_nothing_foreign_and_nothing_inline_may_run(client: Client, page: str) -> None:
    policy = client.get(page)["Content-Security-Policy"]
    directives = dict(part.strip().split(" ", 1) for part in policy.split(";"))
    assert directives["default-src"] == "'none'"
    assert directives["script-src"] == "'self'"
    assert directives["style-src"] == "'self'"
    assert directives["connect-src"] == "'self'"
    assert directives["frame-ancestors"] == "'none'"
    assert "unsafe" not in policy


@pytest.mark.django_db
@pytest.mark.parametrize("page", PAGES)
def test_answers_are_neither_framed_nor_sniffed_nor_told_on(client: Client, page: str) -> None:
    answer = client.get(page)
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"


@pytest.mark.django_db
def test_cookies_stay_on_the_site_and_out_of_scripts(client: Client) -> None:
    cookies = client.get("/accounts/login/").cookies
    assert cookies["csrf"]["httponly"]
    assert cookies["csrf"]["samesite"] == "Lax"


@pytest.mark.django_db
def test_a_foreign_host_name_is_refused(client: Client) -> None:
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400
