"""Pages are answered by threads that stay: nothing of one request may reach the next."""

import re

import pytest
from django.db import OperationalError
from django.test import override_settings
from structlog.testing import capture_logs

from games.plumbing.responses import MatchResponse
from masques_site.plumbing.handler import PageHandler
from tests.communicators import Patient, Request

HOST = (b"host", b"testserver")
pytestmark = pytest.mark.usefixtures("one_thread")


@pytest.fixture
def one_thread():
    with override_settings(WEB_THREADS=1):
        yield


async def get(pages: PageHandler, path: str, *headers: tuple[bytes, bytes], method: str = "GET") -> dict:
    return await Request(pages, method, path, headers=[HOST, *headers]).get_response()


def head(response: dict, name: str) -> str:
    return next((value.decode() for key, value in response["headers"] if key.lower() == name.encode()), "")


async def test_the_language_of_one_visitor_is_not_that_of_the_next():
    pages = PageHandler()
    for language in ("it", "en", "it"):
        page = await get(pages, "/rules/", (b"accept-language", language.encode()))
        assert page["status"] == 200
        assert f'<html lang="{language}"'.encode() in page["body"]


async def test_cookies_and_lengths_come_with_the_page():
    page = await get(PageHandler(), "/accounts/login/")
    assert re.match(r"csrf=\w+; .*Path=/", head(page, "set-cookie"))
    assert int(head(page, "content-length")) == len(page["body"])


async def test_a_style_sheet_comes_whole_and_a_missing_page_is_missing():
    pages = PageHandler()
    style = await get(pages, "/static/games/css/tokens.css")
    assert (style["status"], head(style, "content-type").partition(";")[0]) == (200, "text/css")
    assert len(style["body"]) == int(head(style, "content-length")) > 1000
    assert (await get(pages, "/nowhere/"))["status"] == 404


@pytest.mark.parametrize("fails", [False, True])
async def test_a_pages_deferred_work_runs_once_it_has_been_sent(fails, monkeypatch):
    sent_before = []

    def later() -> None:
        sent_before.append(asking.output_queue.qsize())
        if fails:
            raise OperationalError("no room")

    page = MatchResponse("the table", after_sending=later)
    pages = PageHandler()
    monkeypatch.setattr(pages, "get_response", lambda _request: page)
    asking = Patient(pages, {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": [HOST]})
    await asking.send_input({"type": "http.request", "body": b""})
    with capture_logs() as logs:
        await asking.wait()
    assert sent_before == [2]  # its head and its body, and not again
    assert (await asking.receive_output())["status"] == 200
    assert (await asking.receive_output())["body"] == b"the table"
    assert [line["event"] for line in logs] == ["callback after response failed"] * fails


async def test_a_visitor_who_leaves_in_the_middle_of_a_form_is_not_answered():
    form = {"type": "http", "method": "POST", "path": "/accounts/login/", "query_string": b"", "headers": [HOST]}
    leaving = Patient(PageHandler(), form)
    await leaving.send_input({"type": "http.request", "body": b"login=an", "more_body": True})
    await leaving.send_input({"type": "http.disconnect"})
    await leaving.wait()
    assert leaving.output_queue.empty()
