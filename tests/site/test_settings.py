"""Allowed and forbidden settings from the environment."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from masques_site.logs import redact
from tests.project.sources import BASE

SHOW = """
import json
from masques_site import settings
more = "EMAIL_BACKEND FAST_PATHS SITE_NAME DEFAULT_FROM_EMAIL MFA_TOTP_ISSUER INSTALLED_APPS"
more += " NOTICES_LOCAL_RECEIVERS"
names = "SESSION_COOKIE_NAME CSRF_COOKIE_SECURE SECURE_HSTS_SECONDS ALLOWED_HOSTS DEBUG CELERY_BROKER_URL"
shown = {name: getattr(settings, name) for name in [*names.split(), *more.split()]}
database = settings.DATABASES["default"]
shown |= {"engine": database["ENGINE"], "kept": database["CONN_MAX_AGE"]}
shown |= {"layer": settings.CHANNEL_LAYERS["default"]["CONFIG"]["prefix"]}
shown |= {"tasks": settings.CELERY_BROKER_TRANSPORT_OPTIONS["global_keyprefix"]}
print(json.dumps(shown | {"options": database["OPTIONS"].get("options")}))
"""
KEY = {"SECRET_KEY": "a key for this test"}


def load(data: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-c", SHOW],
        cwd=BASE,
        env={"PATH": os.environ["PATH"], "DATA_DIR": str(data), "PYTHONPATH": str(BASE), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_fast_paths_are_taken_unless_the_environment_says_otherwise(tmp_path: Path) -> None:
    fast, plain = (json.loads(load(tmp_path / "data", **more).stdout) for more in ({}, {"MASQUES_PLAIN": "1"}))
    assert (fast["FAST_PATHS"], plain["FAST_PATHS"]) == (True, False)
    assert (fast["kept"], plain["kept"]) == (60, 0)  # Django's own handler must not keep connections


def test_a_module_of_others_that_is_called_bench_is_no_part_of_the_site(tmp_path: Path) -> None:
    (tmp_path / "bench.py").write_text("raise RuntimeError('this is somebody else')")
    shown = json.loads(load(tmp_path / "data", PYTHONPATH=f"{tmp_path}:{BASE}").stdout)
    assert "bench" not in shown["INSTALLED_APPS"]
    assert "bench" in json.loads(load(tmp_path / "data").stdout)["INSTALLED_APPS"]


def test_the_embedded_site_needs_no_setting_at_all(tmp_path: Path) -> None:
    shown = json.loads(load(tmp_path / "data").stdout)
    assert shown["DEBUG"] is False
    assert shown["SESSION_COOKIE_NAME"] == "session"
    assert shown["engine"] == "masques_site.plumbing.queued_sqlite3"
    assert shown["CELERY_BROKER_URL"].startswith("redis+socket:///")
    assert shown["EMAIL_BACKEND"] == "masques_site.notices.outbox.OutboxBackend"
    assert (tmp_path / "data" / "secret_key").exists()


@pytest.mark.parametrize(
    ("given", "name", "sender"),
    [
        ("", "Masques", "Masques <no-reply@localhost>"),
        ("  Riva\n di  sera ", "Riva di sera", "Riva di sera <no-reply@localhost>"),
        ("Riva, Remo", "Riva, Remo", '"Riva, Remo" <no-reply@localhost>'),
    ],
    ids=["none", "blanks", "comma"],
)
def test_the_site_is_called_as_the_environment_says(tmp_path: Path, given: str, name: str, sender: str) -> None:
    shown = json.loads(load(tmp_path / "data", SITE_NAME=given).stdout)
    assert (shown["SITE_NAME"], shown["DEFAULT_FROM_EMAIL"], shown["MFA_TOTP_ISSUER"]) == (name, sender, name)


@pytest.mark.parametrize("installed", [True, False])
def test_the_measuring_tools_are_installed_only_next_to_the_packages_of_development(tmp_path: Path, installed) -> None:
    without = "" if installed else "sys.modules['psutil'] = None; "
    code = f"import sys; {without}from masques_site import settings; sys.exit('bench' not in settings.INSTALLED_APPS)"
    environment = {"PATH": os.environ["PATH"], "DATA_DIR": str(tmp_path / "data")}
    done = subprocess.run([sys.executable, "-c", code], cwd=BASE, env=environment, check=False)
    assert (done.returncode == 0) is installed


@pytest.mark.parametrize(
    "grown",
    [
        {"REDIS_URL": "redis://broker:6379/0"},
        {"DATABASE_URL": "postgres://site@db/site"},
        {"PUBLIC_URL": "https://masques.example"},
    ],
    ids=lambda grown: next(iter(grown)),
)
def test_a_grown_site_must_be_given_its_secret_key(tmp_path: Path, grown: dict[str, str]) -> None:
    refused = load(tmp_path / "data", **grown)
    assert refused.returncode != 0
    assert "SECRET_KEY must be set in the environment" in refused.stderr
    assert not (tmp_path / "data" / "secret_key").exists()
    assert load(tmp_path / "data", **grown, **KEY).returncode == 0


def test_postgresql_starts_no_other_process_for_a_page_unless_the_address_says_so(tmp_path: Path) -> None:
    for query, more in (("", ""), ("?options=-c%20work_mem%3D8MB", " -c work_mem=8MB")):
        shown = load(tmp_path / "data", DATABASE_URL=f"postgres://site@db/site{query}", **KEY).stdout
        assert json.loads(shown)["options"] == f"-c max_parallel_workers_per_gather=0{more}"
    assert json.loads(load(tmp_path / "data").stdout)["options"] is None


def test_an_https_site_has_host_bound_secure_cookies_and_hsts(tmp_path: Path) -> None:
    shown = json.loads(load(tmp_path / "data", PUBLIC_URL="https://masques.example", **KEY).stdout)
    assert shown["SESSION_COOKIE_NAME"] == "__Host-session"
    assert shown["CSRF_COOKIE_SECURE"] is True
    assert shown["SECURE_HSTS_SECONDS"] > 0
    assert "masques.example" in shown["ALLOWED_HOSTS"]


@pytest.mark.parametrize("setting", [{"MASQUES_CLOCK_OFFSET": "60"}, {"MASQUES_CLOCK_SPEED": "10"}], ids=str)
def test_a_public_site_keeps_real_time(tmp_path: Path, setting: dict[str, str]) -> None:
    started = {"MASQUES_CLOCK_EPOCH": "1700000000"}
    refused = load(tmp_path / "data", PUBLIC_URL="https://masques.example", **setting, **started, **KEY)
    assert refused.returncode != 0
    assert "are for simulations" in refused.stderr
    assert load(tmp_path / "data", **setting, **started).returncode == 0


def test_a_public_site_sends_nothing_to_its_own_machine(tmp_path: Path) -> None:
    local = {"MASQUES_LOCAL_RECEIVERS": "on"}
    refused = load(tmp_path / "data", PUBLIC_URL="https://masques.example", **local, **KEY)
    assert refused.returncode != 0
    assert "MASQUES_LOCAL_RECEIVERS is for simulations and tests" in refused.stderr
    shown = [json.loads(load(tmp_path / "data", **more).stdout) for more in ({}, local)]
    assert [each["NOTICES_LOCAL_RECEIVERS"] for each in shown] == [False, True]


def test_no_mail_address_reaches_the_log() -> None:
    assert redact(None, "info", {"event": "sent to ada@example.org, again"})["event"] == "sent to [mail], again"


@pytest.mark.parametrize(
    ("request_line", "logged"),
    [
        ("GET /matches/3kX9aQ/", "GET /matches/3kX9aQ/"),
        ("GET /accounts/password/reset/key/2-cxyz12-" + "a" * 32 + "/", "GET /accounts/password/reset/key/[token]/"),
        ("GET /matches/3kX9aQ12bcDE/join/Zk3-x_9aQ12bcDEfGh45iJ/", "GET /matches/3kX9aQ12bcDE/join/[token]/"),
        ("GET /matches/?invitation=secret", "GET /matches/"),
    ],
)
def test_no_key_in_an_address_reaches_the_log(request_line: str, logged: str) -> None:
    assert redact(None, "info", {"request": request_line})["request"] == logged


def test_two_sites_on_one_broker_say_nothing_to_each_other(tmp_path: Path) -> None:
    """Not even a copy of a site: it has the same secret and the same matches."""
    broker = {"REDIS_URL": "redis://broker:6379/0", **KEY}
    sites = [
        ("one", {"PUBLIC_URL": "https://masques.example"}),
        ("one", {"PUBLIC_URL": "https://staging.masques.example"}),
        ("one", {"DATABASE_URL": "postgres://site@db/site"}),
        ("one", {"DATABASE_URL": "postgres://site@db/copy"}),
        ("one", {}),
        ("other", {}),
        ("one", {"SECRET_KEY": "another secret"}),
    ]
    shown = [json.loads(load(tmp_path / folder, **{**broker, **more}).stdout) for folder, more in sites]
    for name in ("layer", "tasks"):
        assert len({one[name] for one in shown}) == len(sites), name
    chosen = json.loads(load(tmp_path / "one", **broker, BROKER_PREFIX="riva").stdout)
    assert (chosen["layer"], chosen["tasks"]) == ("riva", "riva:")
