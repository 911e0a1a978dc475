"""The script of the service worker, and the page that it shows when the site can't be reached."""

import json
import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from masques_site import service_worker
from tests.accounts.cast import client_of, member

FACTS = re.compile(r"const FACTS = (.*);")


@pytest.fixture(autouse=True)
def _nothing_kept():
    service_worker.facts_of.cache_clear()
    yield
    service_worker.facts_of.cache_clear()


def facts_of(client, **headers):
    found = FACTS.match(client.get("/sw.js", headers=headers).content.decode())
    assert found
    return json.loads(found[1])


def test_the_script_is_checked_at_each_visit_and_may_serve_the_whole_site(client):
    answer = client.get("/sw.js")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "text/javascript; charset=utf-8"
    assert answer["Cache-Control"] == "no-cache"
    assert 'importScripts("/static/js/worker.js");' in answer.content.decode()
    assert "worker-src 'self'" in answer["Content-Security-Policy"]


def test_every_file_that_the_worker_needs_is_there(client):
    facts = facts_of(client)
    assert client.get(facts["offline"]).status_code == 200
    names = [*facts["precache"], facts["icon"], facts["badge"], "/static/js/worker.js"]
    assert {Path(name).suffix for name in names} == {".css", ".js", ".svg", ".woff2", ".png"}
    for name in names:
        assert finders.find(name.removeprefix("/static/")), name


def test_the_version_changes_with_the_files_and_the_language(client, monkeypatch):
    versions = [facts_of(client)["version"], facts_of(client, accept_language="it")["version"]]
    monkeypatch.setattr(service_worker, "files_version", lambda: "another")
    versions.append(facts_of(client)["version"])
    assert len(set(versions)) == 3
    assert facts_of(client)["version"] == versions[-1]


def test_the_offline_page_knows_nobody(client):
    page = client.get("/offline/").content.decode()
    assert "We can’t reach the site" in page
    assert '<a class="button primary" href="" data-address="/offline/">Try again</a>' in page
    assert "<script>" not in page


@pytest.mark.django_db
def test_the_offline_page_is_the_same_for_members_in_their_language():
    giulia = member("Giulia", language="it")
    page = client_of(giulia).get("/offline/").content.decode()
    assert '<html lang="it">' in page
    assert "Giulia" not in page
    assert page == Client().get("/offline/", headers={"accept-language": "it"}).content.decode()


@pytest.mark.django_db
def test_only_pages_of_logged_in_users_register_the_worker(client):
    assert "js/install.js" not in client.get("/rules/").content.decode()
    assert "js/install.js" in client_of(member("Giulia")).get("/rules/").content.decode()


def test_the_digest_of_all_files_is_that_of_the_collected_ones(tmp_path, settings):
    assert service_worker.files_version() == ""
    settings.STATIC_ROOT = str(tmp_path)
    settings.STORAGES = {
        **settings.STORAGES,
        "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"},
    }
    (tmp_path / "staticfiles.json").write_text(json.dumps({"version": "1.1", "paths": {}, "hash": "0123abcd"}))
    assert service_worker.files_version() == "0123abcd"
