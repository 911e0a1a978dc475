"""Fixtures for every test."""

import gc
import os
import shutil
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from django.utils import translation

pytest_plugins = [
    "tests.lantern.plugin",
    "tests.database",
    "tests.descendants",
    "tests.plugins.tiers",
    "tests.plugins.templates",
    "tests.plugins.chance",
    "tests.plugins.disorder",
    "tests.plugins.leftovers",
    "tests.plugins.examples",
    "tests.plugins.durations",
    "tests.plugins.spread",
    "tests.plugins.progress",
    "tests.plugins.changed",
    "tests.plugins.postgresql",
]

# The shell is the same browser without what only people use; it takes half of the CPU time.
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM_FLAGS = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-gpu",
    # Fewer processes: their starts take a tenth of the browser's time.
    "--in-process-gpu",
    "--renderer-process-limit=1",
    # Nothing of its own over the network.
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
NO_BROWSER = "No Chromium on this machine: the browser tests are SKIPPED. Install it with 'apt-get install chromium'."


@pytest.fixture(autouse=True, scope="session")
def _tell_of_tables() -> Iterator[None]:
    """Let the test client keep the context of tables too, not only of what Django's own engine renders."""
    from django.test.signals import template_rendered

    from games.plumbing.jinja_templates import TableTemplate

    drawn = TableTemplate.pieces

    def told(template: TableTemplate, context: dict[str, Any]) -> str:
        template_rendered.send(sender=template, template=template.template, context=dict(context))
        return drawn(template, context)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(TableTemplate, "pieces", told)
        yield


def chromium() -> str | None:
    """Return the browser of this machine, or None."""
    return next((path for name in CHROMIUM if (path := shutil.which(name))), None)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a browser, skip its tests with a warning; on a build machine they fail instead."""
    if chromium() is None and not os.environ.get("CI"):
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(pytest.mark.skip(reason=NO_BROWSER))


def pytest_runtest_setup(item: pytest.Item) -> None:
    if item.get_closest_marker("browser") and chromium() is None and os.environ.get("CI"):
        pytest.fail("CI is set and there is no Chromium: the browser tests must run here.", pytrace=False)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    skipped = [report for report in terminalreporter.stats.get("skipped", []) if NO_BROWSER in str(report.longrepr)]
    if skipped:
        terminalreporter.section("browser tests", sep="!", red=True, bold=True)
        terminalreporter.line(f"{NO_BROWSER} ({len(skipped)} tests)", red=True, bold=True)


def pytest_collection_finish() -> None:
    """Let the garbage collector skip what is loaded by now, and look less often for what tests leave behind."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Drop Hypothesis's part of the summary when no test has used it: to write it, the whole library is imported."""
    plugins = session.config.pluginmanager
    if session.config.getoption("dist", "no") == "no" and "hypothesis" not in sys.modules:
        plugins.unregister(name="hypothesispytest")


@pytest.fixture(autouse=True, scope="session")
def _nothing_gathered_leaves() -> Iterator[None]:
    """Send no gathered news by time: after two seconds it would come in the middle of a later test."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("games.plumbing.after_commit.GATHER", 24 * 3600.0)
        patch.setattr("games.services.beside.looks.WRITE_EVERY", 24 * 3600.0)
        yield


@pytest.fixture(autouse=True)
def _no_looks_of_another_test() -> Iterator[None]:
    """Forget the looks of other tests: they are kept by the keys of seats, which the next test uses again."""
    from games.services.beside.looks import kept

    kept.clear()
    yield
    kept.clear()


@pytest.fixture(autouse=True)
def default_language() -> None:
    """Begin each test in the site's own language; a request of the test before may have left another one active."""
    translation.deactivate()


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, object]) -> dict[str, object]:
    """Return the arguments that start this machine's Chromium, without a download."""
    return {
        **browser_type_launch_args,
        "executable_path": chromium(),
        "args": CHROMIUM_FLAGS,
    }
