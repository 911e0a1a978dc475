"""The command line of `manage.py`."""

import argparse
import os
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

from masques_site.bootstrap import environment, folders, ports, pytest_options, site, variables
from masques_site.bootstrap.errors import StartupError

BASE = Path(__file__).resolve().parents[2]

HELP = """\
Masques: tabletop games by web, one turn at a time.

  python3 manage.py up           run the whole site on this machine (up --help tells more)
  python3 manage.py test         run every check and test; arguments go on to pytest, a path is run by itself;
                                 --changed runs what can depend on your changes, --reliability the long tier
  python3 manage.py check_fast   check types, templates, imports, lint, format and prose, without running a test
  python3 manage.py docs         build the documentation as a site, with the interface of games.core

Everything else is a command of the site itself:
"""


def main(argv: list[str]) -> int:
    """Run one command; return the exit status."""
    try:
        if os.name != "posix":
            raise StartupError("Masques runs on Linux and macOS. On Windows, use it inside WSL.")
        return dispatch(argv)
    except StartupError as startup_error:
        print(f"\n{startup_error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


DEVELOPMENT_COMMANDS = ("test", "check_fast", "docs")


def dispatch(argv: list[str]) -> int:
    command, arguments = (argv[1], argv[2:]) if len(argv) > 1 else ("help", [])
    if command not in DEVELOPMENT_COMMANDS:  # which have their own environment
        variables.check(os.environ)
    if command == "up":
        return up(arguments)
    if command in DEVELOPMENT_COMMANDS:
        return develop(command, arguments)
    environment.ensure(BASE, environment.RUNTIME)
    os.environ.pop(environment.GUARD, None)
    if command in ("help", "--help", "-h") and not arguments:
        print(HELP, flush=True)
    django_command(argv)
    return 0


def develop(command: str, arguments: list[str]) -> int:
    """Run a command that needs the packages of developers; return its exit status."""
    environment.ensure(BASE, environment.DEVELOPMENT)
    os.environ.pop(environment.GUARD, None)
    if command == "check_fast":
        from masques_site.bootstrap import check_fast  # the other commands start sooner without these

        return check_fast.main(BASE, arguments)
    if command == "docs":
        from masques_site.bootstrap import docs

        return docs.main(BASE, arguments)
    return run_tests(arguments)


def run_tests(arguments: list[str]) -> NoReturn:
    """Replace this process with pytest, after making what its workers share."""
    os.chdir(BASE)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)  # or each of some hundred processes compiles all modules again
    arguments = pytest_options.with_revision(BASE, arguments)
    if pytest_options.needs_preparation(BASE, arguments):
        prepared = subprocess.run([sys.executable, "-m", "tests.prepare"], check=False)
        if prepared.returncode:
            raise StartupError("The tests could not be prepared: see above for what is missing.")
    options = pytest_options.added_options(BASE, arguments)
    os.execv(sys.executable, [sys.executable, "-m", "pytest", *options, *arguments])


def up(arguments: list[str]) -> int:
    options = parser().parse_args(arguments)
    port = ports.check(options.host, options.port)  # Before minutes of installing, not after.
    folders.check_writable(folders.data_dir(BASE))
    environment.ensure(BASE, environment.RUNTIME)
    os.environ.pop(environment.GUARD, None)
    return site.run(BASE, host=options.host, port=port, demo=options.demo)


def parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="manage.py up",
        description="Run the whole site: web server, bots, clock, and a small message broker. The first start installs "
        "what is needed into .venv; what people do is kept in the folder data (or DATA_DIR). Stop it with Ctrl-C.",
    )
    parser.add_argument("--port", type=port_number, default=8000, help="where to listen (8000; 0 takes any free port)")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (127.0.0.1: this machine only)")
    parser.add_argument("--no-demo", dest="demo", action="store_false", help="leave an empty database empty")
    return parser


def port_number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or int(text) > 65535:
        raise argparse.ArgumentTypeError(f"'{text}' is not a port; give a number from 1024 to 65535")
    return int(text)


def django_command(argv: list[str]) -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "masques_site.settings")
    from django.core.management import execute_from_command_line

    execute_from_command_line(argv)
