"""A database server that is away when the site starts is waited for; one that says no is not."""

from typing import Any
from unittest.mock import Mock
from urllib.parse import unquote, urlsplit

import environ
import psycopg
import pytest

from masques_site.bootstrap import databases


def entry(url: str) -> dict[str, Any]:
    """The address as an entry of `settings.DATABASES`."""
    return dict(environ.Env.db_url_config(url))


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses between the attempts, which nobody waits for."""
    found: list[float] = []
    monkeypatch.setattr(databases.time, "sleep", found.append)
    return found


def test_a_server_that_answers_is_not_waited_for(postgres_url: str, pauses: list[float]) -> None:
    said: list[str] = []
    databases.wait_for(entry(postgres_url), said.append)
    assert said == pauses == []


@pytest.mark.parametrize("trouble", ["connection refused", "FATAL:  the database system is starting up"])
def test_it_is_said_once_and_tried_again_until_it_answers(
    monkeypatch: pytest.MonkeyPatch, pauses: list[float], trouble: str
) -> None:
    absent = psycopg.OperationalError(f"connection failed: {trouble}")
    connect = Mock(side_effect=[absent, absent, absent, Mock()])
    monkeypatch.setattr(psycopg, "connect", connect)
    said: list[str] = []
    databases.wait_for({"NAME": "masques", "HOST": "db.example.org", "PORT": 5433}, said.append)
    assert said == [
        "The database at db.example.org:5433 does not answer. The site starts as soon as it does; Ctrl-C stops waiting."
    ]
    assert pauses == [databases.AGAIN] * 3


def test_an_address_without_a_server_is_waited_for(monkeypatch: pytest.MonkeyPatch, tmp_path: Any) -> None:
    """A real address without a server."""

    class Enough(Exception):
        pass

    def stop(_seconds: float) -> None:
        raise Enough

    monkeypatch.setattr(databases.time, "sleep", stop)
    said: list[str] = []
    with pytest.raises(Enough):
        databases.wait_for({"NAME": "masques", "HOST": str(tmp_path)}, said.append)
    assert len(said) == 1


def test_a_database_that_is_not_there_is_an_error_at_once(postgres_url: str, pauses: list[float]) -> None:
    wrong = entry(postgres_url) | {"NAME": "no_such_database"}
    with pytest.raises(psycopg.OperationalError, match="no_such_database"):
        databases.wait_for(wrong, pytest.fail)
    assert pauses == []


def test_the_settings_address_reaches_the_server_as_it_is(postgres_url: str) -> None:
    assert entry(postgres_url)["NAME"] == unquote(urlsplit(postgres_url).path.lstrip("/"))
