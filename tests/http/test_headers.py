"""The headers of every answer, so that no page of ours can be framed or made to run or fetch anything foreign."""

from collections.abc import Callable

import pytest
from django.db import OperationalError
from django.http import HttpResponse
from django.test import Client

from games.views import home
from masques_site.accounts.views import account

PAGES = ["/", "/accounts/login/", "/healthz", "/offline/", "/sw.js", "/no-such-page/"]


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
def test_answers_are_neither_framed_nor_sniffed_nor_referred(client: Client, page: str) -> None:
    answer = client.get(page)
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"


@pytest.fixture
def answer_of(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], HttpResponse]:
    """An answer of each kind that is no page."""

    def broken(error: Exception) -> HttpResponse:
        def fail(*_args: object) -> None:
            raise error

        monkeypatch.setattr(home, "way_back", fail)
        return Client(raise_request_exception=False).post("/theme/")

    def full() -> HttpResponse:
        monkeypatch.setattr(account, "within_rate_limit", lambda *_args: False)
        return Client().post("/guest/")

    def asked(status: int) -> HttpResponse:
        answers = {
            400: lambda: Client().get("/", headers={"host": "evil.example"}),
            403: lambda: Client(enforce_csrf_checks=True).post("/theme/"),
            404: lambda: Client().get("/no-such-page/"),
            405: lambda: Client().get("/theme/"),
            413: lambda: Client().post("/theme/", {"next": "x" * 100_000}),
            429: full,
            500: lambda: broken(ZeroDivisionError()),
            503: lambda: broken(OperationalError()),
        }
        answer: HttpResponse = answers[status]()
        assert answer.status_code == status
        return answer

    return asked


@pytest.mark.django_db
@pytest.mark.parametrize("status", [400, 403, 404, 405, 413, 429, 500, 503])
def test_error_pages_have_the_same_protection(answer_of, status: int) -> None:
    answer = answer_of(status)
    assert "default-src 'none'" in answer["Content-Security-Policy"]
    assert "unsafe" not in answer["Content-Security-Policy"]
    assert answer["X-Frame-Options"] == "DENY"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "<h1" in answer.content.decode()
    assert "Traceback" not in answer.content.decode()


@pytest.mark.django_db
def test_cookies_stay_on_the_site_and_out_of_scripts(client: Client) -> None:
    cookies = client.get("/accounts/login/").cookies
    assert cookies["csrf"]["httponly"]
    assert cookies["csrf"]["samesite"] == "Lax"


@pytest.mark.django_db
def test_a_foreign_host_name_is_refused(client: Client) -> None:
    assert client.get("/", headers={"host": "evil.example"}).status_code == 400
