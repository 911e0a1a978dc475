"""While PostgreSQL is away every page says so soon, and its return is noticed soon, however long it was away."""

import http.client
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from bench.chaos.stack import HOST, Stack, wait_for
from tests.project.sources import BASE

ASK = """
import time
import django
django.setup()
from django.db import OperationalError, connection
from psycopg_pool.base import AttemptWithBackoff
attempt = AttemptWithBackoff(timeout=300)
waits = []
for second in range(20):
    attempt.update_delay(float(second))
    waits.append(attempt.delay)
began = time.monotonic()
for question in range(6):
    try:
        connection.ensure_connection()
    except OperationalError:
        pass
print(max(waits), time.monotonic() - began)
"""
NOWHERE = "postgres://nobody@127.0.0.1:1/none"
WITHIN = 2.0  # seconds
PAGES = ["/", "/leagues/", "/ratings/", "/archive/", "/tables/", "/watch/", "/healthz", "/accounts/login/", "/rules/"]
WITHOUT_DATABASE = {"/", "/accounts/login/", "/rules/"}  # for readers without an account


def test_a_database_that_is_gone_is_looked_for_every_second_and_keeps_no_page_waiting(tmp_path: Path) -> None:
    grown = {"DATABASE_URL": NOWHERE, "SECRET_KEY": "for a test", "DATA_DIR": str(tmp_path)}
    environment = {**os.environ, **grown, "DJANGO_SETTINGS_MODULE": "masques_site.settings"}
    done = subprocess.run([sys.executable, "-c", ASK], cwd=BASE, env=environment, stdout=subprocess.PIPE, check=True)
    longest, six_questions = map(float, done.stdout.split())
    assert longest < 1.5
    assert six_questions < 3 * 1.5  # one wait of the six, and room for a slow machine


@pytest.fixture
def site(tmp_path: Path, kept_postgres: Path) -> Iterator[Stack]:
    """A web process with PostgreSQL, and nothing else."""
    stack = Stack(tmp_path, nodes=1, kept=kept_postgres)
    try:
        stack.manage("prepare", "--no-demo")
        stack.start_children(stack.children("web"))
        yield stack
    finally:
        stack.stop()


@pytest.mark.reliability
def test_every_page_answers_503_within_two_seconds(site: Stack) -> None:
    def ask(page: str) -> tuple[int, float]:
        began = time.monotonic()
        connection = http.client.HTTPConnection(HOST, site.ports[0], timeout=30)
        connection.request("GET", page)
        status = connection.getresponse().status
        connection.close()
        return status, time.monotonic() - began

    assert site.postgres is not None
    assert {ask(page)[0] for page in PAGES} == {200}
    site.postgres.crash()
    for _time in range(2):
        answers = {page: ask(page) for page in PAGES}
        assert all(seconds < WITHIN for _status, seconds in answers.values()), answers
        assert {page for page, (status, _seconds) in answers.items() if status != 503} <= WITHOUT_DATABASE, answers
        time.sleep(3)
    site.postgres.start()
    wait_for(lambda: all(ask(page)[0] == 200 for page in PAGES), "every page answers again", 10)
