"""Counts what a request does: password hashes, statements, mails. Never its time."""

import itertools
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest
from django.contrib.auth.hashers import MD5PasswordHasher
from django.core.mail import EmailMessage
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

LITERAL = re.compile(r"'(?:[^']|'')*'|\b\d[\d.:+-]*\b|X'[0-9A-F]*'")
SAVEPOINT = re.compile(r'"s\d+_x\d+"')
# The cache deletes what has expired now and then, and asks how full it is.
HOUSEKEEPING = re.compile(r"COUNT\(\*\) FROM \"site_cache\"|DELETE FROM \"site_cache\" WHERE \"?expires")


_places = itertools.count(1)


def elsewhere() -> Client:
    """A browser at an address from which nothing has come yet: throttles by address count it from zero."""
    number = next(_places)
    return Client(REMOTE_ADDR=f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")


@dataclass
class Work:
    """The work done for one request, and its answer."""

    hashes: int = 0
    mails: int = 0
    statements: list[str] = field(default_factory=list)
    answer: tuple[Any, ...] = ()


class CountingHasher(MD5PasswordHasher):
    """The tests' fast hasher, which counts the passwords it hashes."""

    count = 0

    def encode(self, password: str, salt: str) -> str:
        CountingHasher.count += 1
        return super().encode(password, salt)


def shape(sql: str) -> str:
    """A statement without its values."""
    return re.sub(r"(\?|%s)(, (\?|%s))+", "?", LITERAL.sub("?", SAVEPOINT.sub("savepoint", sql)))


@contextmanager
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[Work]:
    """The work done inside."""
    work, sent = Work(), EmailMessage.send

    def send(message: EmailMessage, *args: Any, **more: Any) -> int:
        work.mails += 1
        return sent(message, *args, **more)

    before = CountingHasher.count
    with monkeypatch.context() as patched, CaptureQueriesContext(connection) as queries:
        patched.setattr(EmailMessage, "send", send)
        yield work
    work.hashes = CountingHasher.count - before
    work.statements = [shape(query["sql"]) for query in queries if not HOUSEKEEPING.search(query["sql"])]


def work_of(monkeypatch: pytest.MonkeyPatch, request: Callable[[], Any], *named: str) -> Work:
    """The work done for `request`, and its answer without the words in `named`, which were in the question."""
    with counted(monkeypatch) as work:
        response = request()
    shown = response.headers.get("Location", "") + "\n" + without_tokens(response.content.decode())
    for word in named:
        shown = shown.replace(word, "?")
    work.answer = (response.status_code, shown, sorted(response.cookies))
    return work


def without_tokens(page: str) -> str:
    """A page without the tokens of its forms, which are different each time."""
    return re.sub(r'(name="(?:csrfmiddlewaretoken|attempt)" value|nonce)="[^"]+"', "", page)
