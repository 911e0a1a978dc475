"""Wrong settings: one sentence that names the variable and what to write, before anything is changed."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from masques_site.bootstrap import variables
from masques_site.bootstrap.errors import StartupError
from tests.project.sources import BASE

WRONG = [
    ("DATABASE_URL", "junk", "postgres://user:password@host:5432/name"),
    ("DATABASE_URL", "mysql://host/name", "postgres://user:password@host:5432/name"),
    ("DATABASE_URL", "postgres://host", "postgres://user:password@host:5432/name"),
    ("DATABASE_URL", "postgres://user:secret@host:port/name", "postgres://user:password@host:5432/name"),
    ("REDIS_URL", "localhost:6379", "redis://host:6379/0"),
    ("REDIS_URL", "http://localhost", "redis://host:6379/0"),
    ("EMAIL_URL", "mail.example.org", "smtp+tls://user:password@host:587"),
    ("PUBLIC_URL", "masques.example", "https://masques.example"),
    ("PUBLIC_URL", "https://", "https://masques.example"),
    ("PUBLIC_URL", "https://masques.example/games", "https://masques.example"),
    ("PUBLIC_URL", "https://masques.example?a=b", "nothing behind the host"),
    ("PUBLIC_URL", "https://masques.example/#top", "nothing behind the host"),
    ("PUBLIC_URL", "https://me@masques.example", "nothing behind the host"),
    ("PUBLIC_URL", "https://mas ques.example", "https://masques.example"),
    ("PUBLIC_URL", "https://masques.example:http", "https://masques.example"),
    ("PUBLIC_URL", "https://127.1", "https://masques.example"),
    ("PUBLIC_URL", "https://faß.example", "https://masques.example"),
    ("PUBLIC_URL", "https://[::g]", "https://masques.example"),
    ("PUBLIC_URL", "//masques.example", "https://masques.example"),
    ("PUBLIC_URL", "wss://masques.example", "https://masques.example"),
    ("SITE_URL", "localhost:8000", "https://masques.example"),
    ("VAPID_PRIVATE_KEY", "a secret that is too short", "32 bytes in base64url, or a key as PEM"),
    ("VAPID_PRIVATE_KEY", "c2VjcmV0" * 6, "32 bytes in base64url, or a key as PEM"),
    ("DEBUG", "maybe", "on or off"),
    ("LOG_JSON", "2", "on or off"),
    ("LOG_LEVEL", "loud", "WARNING"),
    ("WEB_PROCESSES", "x", "a whole number from 1 to 64"),
    ("WEB_PROCESSES", "0", "a whole number from 1 to 64"),
    ("WEB_PROCESSES", "65", "a whole number from 1 to 64"),
    ("WEB_PROCESSES", "1.5", "a whole number from 1 to 64"),
    ("WEB_PROCESSES", "²", "a whole number from 1 to 64"),
    ("WEB_THREADS", "-1", "a whole number from 1 to 64"),
    ("DATABASE_POOL", "many", "a whole number from 1 to 1000"),
    ("MASQUES_BOT_PAUSE", "nan", "0 or more"),
    ("MASQUES_CLOCK_SPEED", "-2", "0 or more"),
    ("MASQUES_CLOCK_OFFSET", "an hour", "a number"),
    ("MASQUES_LOCAL_RECEIVERS", "here", "on or off"),
]
RIGHT = {
    "DATABASE_URL": "postgres://masques:a%40b@db.internal/masques",
    "REDIS_URL": "unix:///run/valkey.sock",
    "EMAIL_URL": "smtp+tls://masques:x@mail.internal:587",
    "PUBLIC_URL": "https://masques.example/",
    "SITE_URL": "http://localhost:8000",
    "VAPID_PRIVATE_KEY": "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=",
    "DEBUG": "False",
    "LOG_JSON": "on",
    "LOG_LEVEL": "INFO",
    "WEB_PROCESSES": "64",
    "WEB_THREADS": "1",
    "DATABASE_POOL": "12",
    "DATABASE_PREPARES": "0",
    "MASQUES_BOT_PAUSE": "0.5",
    "MASQUES_CLOCK_OFFSET": "-3600",
    "MASQUES_LOCAL_RECEIVERS": "on",
    "MASQUES_PLAIN": "yes",
    "MASQUES_FAST": "off",
    "PATH": "/bin",
}


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("http://LocalHost:8841", "http://localhost:8841"),
        ("HTTPS://Masques.Example/", "https://masques.example"),
        ("https://masques.example:443", "https://masques.example"),
        ("http://masques.example:80/", "http://masques.example"),
        ("http://masques.example:443", "http://masques.example:443"),
        (" https://masques.example ", "https://masques.example"),
        ("https://pièce.example", "https://xn--pice-6oa.example"),
        ("http://[::1]:8000", "http://[::1]:8000"),
        ("https://[2001:DB8:0::1]", "https://[2001:db8::1]"),
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000"),
    ],
)
def test_an_address_is_written_as_browsers_write_origins(written: str, sent: str) -> None:
    variables.check({"PUBLIC_URL": written})
    assert variables.origin(written) == sent


@pytest.mark.parametrize(("name", "value", "advice"), WRONG)
def test_a_wrong_value_is_named_with_what_to_write(name: str, value: str, advice: str) -> None:
    with pytest.raises(StartupError) as refused:
        variables.check({**RIGHT, name: value})
    sentence = str(refused.value)
    assert sentence.startswith(f"{name} cannot be “")
    assert advice in sentence
    assert "secret" not in sentence


def test_right_values_and_none_are_taken() -> None:
    variables.check(RIGHT)
    variables.check({})
    variables.check(dict.fromkeys(RIGHT, ""))
    variables.check({"DATABASE_URL": "sqlite:////var/lib/masques/db.sqlite3"})


@pytest.mark.parametrize(
    ("name", "said"),
    [("MASQUES_CLOCKSPEED", "Did you mean MASQUES_CLOCK_SPEED?"), ("MASQUES_ZZZ", "docs/operations.md lists them all")],
)
def test_a_misspelt_name_is_reported(name: str, said: str) -> None:
    with pytest.raises(StartupError, match=name) as refused:
        variables.check({name: "1"})
    assert said in str(refused.value)


def test_programs_that_measure_a_site_may_name_it_in_the_environment() -> None:
    variables.check({"MASQUES_HOME": "/srv/masques", "MASQUES_WEBS": "http://localhost:8000"})


def test_every_variable_of_the_settings_is_checked_or_may_be_anything() -> None:
    free = {"SECRET_KEY", "SITE_NAME", "ALLOWED_HOSTS", "DEFAULT_FROM_EMAIL", "CONTACT_EMAIL", "BROKER_PREFIX"}
    settings = (BASE / "masques_site/settings.py").read_text()
    read = set(re.findall(r'env\.\w+\(\s*"(\w+)"', settings))
    assert read - set(variables.CHECKS) == free


def command(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    names = {"PATH": os.environ["PATH"], "DATA_DIR": str(folder), "PYTHONPATH": str(BASE)}
    return subprocess.run(
        [sys.executable, str(BASE / "manage.py"), *arguments],
        env={**names, **environment},
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_command_says_one_sentence_and_changes_nothing(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    done = command(folder, "up", DATABASE_URL="junk")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.strip().startswith("DATABASE_URL cannot be “junk”")
    assert not folder.exists()


def test_a_folder_that_cannot_be_written_is_a_sentence_for_every_command(tmp_path: Path) -> None:
    place = tmp_path / "a file"
    place.write_text("")
    done = command(place / "data", "showmigrations")
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert str(place) in done.stderr
