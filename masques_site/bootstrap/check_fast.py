"""`manage.py check_fast`: everything that can be checked without running a test."""

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

TEMPLATE_FOLDERS = ("games", "masques_site", "templates", "tests")


@dataclass(frozen=True)
class Check:
    """One tool with its arguments; `tool` is a program of this Python's environment."""

    name: str
    tool: str
    arguments: tuple[str, ...] = ()


CHECKS = (  # the longest first; tests/project/test_tools.py runs the same ones
    Check("types", "mypy"),
    Check("templates", "djlint", ("--lint", "--quiet", *TEMPLATE_FOLDERS)),
    Check("prose", "python", ("-m", "masques_site.bootstrap.check_prose")),
    Check("imports", "lint-imports", ("--no-cache", "--no-logo")),
    Check("lint", "ruff", ("check", "--output-format", "concise", ".")),
    Check("format", "ruff", ("format", "--check", "--diff", "--quiet", ".")),
)


@dataclass(frozen=True)
class Result:
    """The result of a check: the tool's exit status, its output, and the seconds that it took."""

    check: Check
    status: int
    output: str
    seconds: float


def run(base: Path, check: Check) -> Result:
    """Run one tool in the folder `base`; return its result."""
    started = time.monotonic()
    command = [str(Path(sys.executable).parent / check.tool), *check.arguments]
    done = subprocess.run(
        command, cwd=base, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", check=False
    )
    return Result(check, done.returncode, done.stdout.strip(), time.monotonic() - started)


def run_all(base: Path, report: Callable[[str], None]) -> int:
    """Run all checks in parallel and report each result; return the exit status: 1 if any of them failed."""
    failed = []
    with ThreadPoolExecutor(max_workers=max(2, os.cpu_count() or 1)) as pool:
        for future in as_completed([pool.submit(run, base, check) for check in CHECKS]):
            result = future.result()
            verdict = "failed" if result.status else "ok"
            report(f"{result.check.name:<10} {result.check.tool:<13} {result.seconds:5.1f} s  {verdict}")
            if result.status:
                failed.append(result)
    for result in failed:
        report(f"\n{result.check.name}: {' '.join([result.check.tool, *result.check.arguments])}\n{result.output}")
    return 1 if failed else 0


def main(base: Path, arguments: list[str]) -> int:
    """Run the command; return its exit status."""
    names = ", ".join(check.name for check in CHECKS)
    parser = argparse.ArgumentParser(
        prog="manage.py check_fast", description=f"Check {names}, side by side, without running a test."
    )
    parser.parse_args(arguments)
    return run_all(base, lambda text: print(text, flush=True))
