"""The environment is installed once, found again, and reinstalled when the lock file changes."""

import io
import json
from pathlib import Path

import pytest

from masques_site.bootstrap import broker, environment, folders, site
from masques_site.bootstrap.errors import StartupError
from tests.project.sources import BASE

LOCK = (
    "django==5.2.19 \\\n    --hash=sha256:aa\nwindows-thing==1.0 ; sys_platform == 'win32' \\\n    --hash=sha256:bb\n"
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / ".venv").mkdir()
    (tmp_path / "requirements.txt").write_text(LOCK)
    (tmp_path / "requirements-dev.txt").write_text(LOCK + "pytest==9.2.0 \\\n    --hash=sha256:cc\n")
    return tmp_path


def test_a_finished_install_is_known_by_the_hash_of_the_lock_file(project: Path) -> None:
    venv = project / ".venv"
    assert not environment.is_installed(venv, project, "requirements.txt")
    environment.write_marker(venv, project, "requirements.txt")
    assert environment.is_installed(venv, project, "requirements.txt")
    assert not environment.is_installed(venv, project, "requirements-dev.txt")
    (project / "requirements.txt").write_text(LOCK + "new==1.0\n")
    assert not environment.is_installed(venv, project, "requirements.txt")


def test_the_development_environment_serves_the_site_too(project: Path) -> None:
    environment.write_marker(project / ".venv", project, "requirements-dev.txt")
    assert environment.is_installed(project / ".venv", project, "requirements.txt")


def test_an_install_by_another_python_does_not_count(project: Path) -> None:
    environment.write_marker(project / ".venv", project, "requirements.txt")
    marker = project / ".venv" / environment.MARKER
    marker.write_text(json.dumps(json.loads(marker.read_text()) | {"python": "3.10"}))
    assert not environment.is_installed(project / ".venv", project, "requirements.txt")


def test_packages_for_other_machines_are_not_asked_for() -> None:
    assert environment.pins(LOCK) == [("django", "5.2.19")]


def test_an_interpreter_with_every_package_is_recognised() -> None:
    assert environment.has_all((BASE / "requirements.txt").read_text())
    assert not environment.has_all("no-such-package==1.0\n")
    assert not environment.has_all("django==1.0\n")


def test_progress_counts_the_packages() -> None:
    shown = []
    said = ["Collecting django==5.2.19 (from -r x)", "  Downloading d.whl", "Collecting csp==4.0"]
    lines = io.StringIO("\n".join([*said, "Installing collected packages: csp"]))
    environment.follow(lines, 2, lambda seen, total, name: shown.append((seen, total, name)))
    assert shown == [(1, 2, "django"), (2, 2, "csp"), (2, 2, "unpacking")]


def test_an_environment_that_never_becomes_right_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(environment.GUARD, "3")
    with pytest.raises(StartupError, match=r"Remove the folder \.venv"):
        environment.reexecute(Path("python"))


def test_the_secret_key_is_made_once_and_for_the_owner_only(tmp_path: Path) -> None:
    first = folders.secret_key(tmp_path / "data")
    assert len(first) > 50
    assert folders.secret_key(tmp_path / "data") == first
    assert (tmp_path / "data" / "secret_key").stat().st_mode & 0o777 == 0o600
    assert [path.name for path in (tmp_path / "data").iterdir()] == ["secret_key"]


def test_a_socket_path_too_long_to_bind_moves_to_a_private_folder(tmp_path: Path) -> None:
    near = folders.broker_socket(Path("/srv/data"))
    assert near == Path("/srv/data/broker/valkey.sock")
    deep = folders.broker_socket(tmp_path / ("long" * 30))
    assert len(str(deep)) < folders.SOCKET_PATH_LIMIT
    assert deep == folders.broker_socket(tmp_path / ("long" * 30))
    assert deep != folders.broker_socket(tmp_path / ("gone" * 30))


def test_a_socket_left_by_a_killed_broker_is_removed(tmp_path: Path) -> None:
    left = tmp_path / "valkey.sock"
    left.touch()
    broker.stop_stale_broker(left)
    assert not left.exists()


def test_the_site_never_runs_in_debug_mode() -> None:
    children = site.child_environment(
        BASE, Path("/srv/data"), {"DEBUG": "true", "PATH": "/bin", "REDIS_URL": "redis://x"}
    )
    assert children["DEBUG"] == "false"
    assert children["REDIS_URL"] == "redis://x"
    assert children["DATA_DIR"] == "/srv/data"


def test_a_web_process_keeps_one_arena_of_memory_by_default() -> None:
    data = Path("/srv/data")
    assert site.child_environment(BASE, data, {})["MALLOC_ARENA_MAX"] == "1"
    assert site.child_environment(BASE, data, {"MALLOC_ARENA_MAX": "4"})["MALLOC_ARENA_MAX"] == "4"


def test_people_are_sent_to_localhost_by_name_or_to_the_public_address() -> None:
    assert site.address({}, 8123) == "http://localhost:8123"
    assert site.address({"PUBLIC_URL": "https://masques.example"}, 8123) == "https://masques.example"
