"""The words of `/healthz`, and the callers for whom they are an error."""

import json
from datetime import timedelta

import pytest
from django.core.cache.backends.db import DatabaseCache
from django.db import OperationalError
from django.test import Client, RequestFactory

from games import clock
from games.models import Heartbeat
from leagues.models import RatedResult
from masques_site import errors

pytestmark = pytest.mark.django_db


@pytest.fixture
def full_disk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that is written to the cache is stored, as on a full disk."""
    monkeypatch.setattr(DatabaseCache, "_base_set", lambda *_args, **_more: False)


def test_the_site_is_healthy_without_a_broker(client: Client) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 200
    assert answer.json() == {"database": "ok", "storage": "ok", "broker": "down", "sweeps": "ok", "ratings": "ok"}


@pytest.mark.usefixtures("full_disk")
def test_a_site_that_stores_nothing_is_not_healthy(client: Client) -> None:
    answer = client.get("/healthz")
    assert answer.status_code == 503
    assert (answer.json()["database"], answer.json()["storage"]) == ("ok", "down")


def test_a_stalled_worker_or_beat_is_reported_and_fails_no_page(client: Client) -> None:
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": clock.now() - timedelta(seconds=59)})
    assert client.get("/healthz").json()["sweeps"] == "ok"
    Heartbeat.objects.update(at=clock.now() - timedelta(seconds=61))
    answer = client.get("/healthz")
    assert (answer.status_code, answer.json()["sweeps"]) == (200, "late")


def test_unrated_results_are_reported(client: Client) -> None:
    facts = {"title": "lantern", "pool": "people", "seats": [], "length": 9, "usual": 9}
    RatedResult.objects.create(match="m" * 12, finished_at=clock.now() - timedelta(minutes=11), **facts)
    assert client.get("/healthz").json()["ratings"] == "late"


@pytest.mark.usefixtures("full_disk")
def test_a_log_in_on_a_full_disk_is_not_called_too_many(client: Client) -> None:
    answer = client.post("/accounts/login/", {"login": "anna", "password": "wrong"})
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "5"
    assert client.post("/guest/").status_code == 503


def test_too_many_is_called_so_while_there_is_room(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("masques_site.accounts.views.account.within_rate_limit", lambda *_args: False)
    assert client.post("/guest/").status_code == 429


@pytest.mark.parametrize(("error", "status"), [(OperationalError("gone"), 503), (ValueError("a fault"), 500)])
def test_a_program_reads_of_an_error_in_json(error: Exception, status: int) -> None:
    request = RequestFactory().get("/", headers={"Accept": "application/json"})
    try:
        raise error
    except type(error):
        answer = errors.server_error(request)
    assert answer.status_code == status
    assert answer.headers["Content-Type"] == "application/json"
    assert json.loads(answer.content)["code"] == {503: "unavailable", 500: "error"}[status]
