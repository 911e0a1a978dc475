"""Make the parts from which all processes of a run of tests start: the compiled build of the rules and a migrated
database.

`manage.py test` runs `python -m tests.prepare` before a run of more than single files. Current parts are left as they
are; the first time both take about a minute.
"""

import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import django

from games.fast.builder import BuildError
from tests.compiled import make_build
from tests.database import make_database


def build() -> str:
    """Make the compiled build; return a message about it, or an empty one. Raises `BuildError` where CI needs it."""
    try:
        return "compiled the rules" if make_build() else ""
    except BuildError as error:
        if os.environ.get("CI"):
            raise
        return f"the rules run interpreted, several times slower. {error}"


def database() -> str:
    """Migrate the database; return a message about it, or an empty one."""
    return "migrated the database of the tests" if make_database() else ""


def timed(step: Callable[[], str]) -> str:
    """Run a step; return its message and how many seconds it took, or ``""``."""
    began = time.monotonic()
    said = step()
    return f"{said} ({time.monotonic() - began:.0f} s)" if said else ""


def main() -> int:
    """Run the steps side by side, and print what each of them did. ``MASQUES_FAST=off`` leaves the build out. Return
    the exit status."""
    steps = [database] if os.environ.get("MASQUES_FAST") == "off" else [build, database]
    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    django.setup()
    with ThreadPoolExecutor() as pool:
        try:
            for said in pool.map(timed, steps):
                if said:
                    print(f"Prepared: {said}", flush=True)
        except BuildError as error:
            print(f"The rules could not be compiled, as CI must. {error}", file=sys.stderr)
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
