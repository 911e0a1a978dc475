"""Knocking at every door of a town with hostile input, and judging the answers.

An answer must be none of our errors, must not give markup back, must not carry a header of the visitor's making; a
refusal, and a look, must leave every row as it was. Whatever a request did is taken back, so that each one meets
the same town.
"""

import json
import logging
import re
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import quote

from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client

from tests.http.doors import CHANGES, address, form, routes
from tests.http.junk import MARKUP, TABOO, Junk, Request
from tests.http.rows import LEFT_BY_VISITS, SESSIONS, changed, stored
from tests.http.town import Town
from tests.quiet import quiet_log

ROLES = ("anonymous", "guest", "stranger", "seated", "other", "moderator", "staff", "organiser", "owner")
COLUMN = re.compile(r"SET (.*?) WHERE", re.DOTALL)
VISITED = (*(f'"{model._meta.db_table}"' for model in SESSIONS), "site_cache")
MOST_FAULTS = 20


class Browser(Client):
    """A client that sends and forgets: templates and exceptions are not kept for the test to look at."""

    def request(self, **request: Any) -> HttpResponse:
        response = self.handler(self._base_environ(**request))
        if response.cookies:
            self.cookies.update(response.cookies)
        return response


class Doors:
    """All addresses of the site in `town`, and who knocks."""

    def __init__(self, town: Town) -> None:
        self.town = town
        found = {name: address(self.town, name, pattern) for name, pattern in routes()}
        self.browsers = {role: self.browser(role) for role in ROLES}
        self.paths = sorted(set(found.values()))
        self.forms = {found[name]: good for name in found if (good := form(self.town, name)) is not None}
        self.forms |= self.more_forms()
        self.before = stored()
        self.jars = {role: browser.cookies.copy() for role, browser in self.browsers.items()}
        self.writes: list[str] = []
        self.met: Counter[str] = Counter()

    def browser(self, role: str) -> Browser:
        browser = Browser(raise_request_exception=False, enforce_csrf_checks=True)
        browser.cookies = self.town.client(role).cookies
        browser.get("/accounts/login/" if role == "anonymous" else "/account/settings/")
        assert browser.cookies["csrf"].value
        return browser

    def more_forms(self) -> dict[str, dict[str, Any]]:
        """Forms of packages, and the search words of our own pages."""
        secret = "blumentopf-am-fenster-77"
        return {
            "/accounts/login/": {"login": "Sandro", "password": secret, "next": "/"},
            "/accounts/signup/": {
                "username": "Fresco",
                "email": "f@example.org",
                "password1": secret,
                "password2": secret,
            },
            "/accounts/password/reset/": {"email": "sandro@example.org"},
            "/accounts/password/change/": {"oldpassword": secret, "password1": secret, "password2": secret},
            "/accounts/email/": {"email": "new@example.org", "action_add": ""},
            "/accounts/reauthenticate/": {"password": secret, "next": "/"},
            "/accounts/2fa/authenticate/": {"code": "123456"},
            "/account/keep/": {
                "username": "Fresco",
                "email": "f@example.org",
                "password1": secret,
                "password2": secret,
            },
            "/admin/login/": {"username": "Tullia", "password": secret, "next": "/admin/"},
        }

    def knock(self, request: Request) -> HttpResponse:
        """Send one request and take back whatever it did; raises AssertionError if the answer is wrong."""
        browser = self.browsers[request.role]
        path = quote(request.path.encode("utf-8", "surrogatepass"), safe="/%")  # as a line of HTTP could say it
        del self.writes[:]
        start = transaction.savepoint()
        try:
            response = browser.generic(
                request.method, path, request.body, content_type=request.kind, QUERY_STRING=request.query,
                **{"HTTP_X_CSRFTOKEN": browser.cookies["csrf"].value, **request.headers},
            )  # fmt: skip
            self.judge(request, response)
            return response
        finally:
            if self.writes:
                transaction.savepoint_rollback(start)
            transaction.savepoint_commit(start)
            browser.cookies = self.jars[request.role].copy()

    def judge(self, request: Request, response: HttpResponse) -> None:
        """Raise AssertionError, naming what is wrong, unless `response` is a fair answer."""
        status = response.status_code
        self.met[str(status)] += 1
        assert status < 500, f"status {status}"
        assert TABOO not in response.headers, "a header of the visitor's making"
        if not response.streaming and "html" in response.headers.get("Content-Type", ""):
            assert MARKUP.encode() not in response.content, "markup comes back"
        if (status >= 400 or request.method in ("GET", "HEAD")) and any(map(counts, self.writes)):
            # It wrote something; that is fair only if it took all of it back itself.
            assert not changed(self.before), f"status {status}, and rows of {changed(self.before)} are changed"

    @contextmanager
    def watched(self) -> Iterator[None]:
        """Note every statement that writes, and keep the log quiet: it tells of refusals by the thousand."""

        def note(execute: Any, sql: str, *more: Any) -> Any:
            if CHANGES.match(sql):
                self.writes.append(sql)
            return execute(sql, *more)

        with quiet_log(logging.CRITICAL), connection.execute_wrapper(note):
            yield

    def knock_often(self, junk: Junk, numbers: range, tell: Any = None) -> list[str]:
        """Send the requests of these numbers; what was wrong with which. `tell` hears how far it has come."""
        faults: list[str] = []
        told = time.monotonic()
        with self.watched():
            for done, number in enumerate(numbers):
                request = junk.request(number)
                try:
                    self.knock(request)
                except AssertionError as error:
                    faults.append(f"request {number} of seed {junk.seed}: {str(error).splitlines()[0]}: {request}")
                    if len(faults) == MOST_FAULTS:
                        break
                if tell is not None and time.monotonic() - told > 5:
                    told = time.monotonic()
                    tell(done, len(numbers))
        assert not changed(self.before), f"what was taken back is still there: {changed(self.before)}"
        return faults


def report(what: str, met: Counter[str], began: float) -> None:
    """Print how often which answer was met, and the processor time it took; `pytest -s` shows it."""
    print(json.dumps({"what": what, "met": dict(sorted(met.items())), "seconds": round(time.process_time() - began)}))


def counts(sql: str) -> bool:
    """Return whether a statement that writes changes more than every visit does."""
    if any(table in sql for table in VISITED):
        return False
    columns = COLUMN.search(sql)
    set_to = {part.split("=")[0].strip().strip('"') for part in columns.group(1).split(", ")} if columns else {""}
    return not set_to <= LEFT_BY_VISITS
