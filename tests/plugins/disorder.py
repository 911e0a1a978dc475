"""A run in which nothing is as it happens to be: `--disorder SEED`.

Off by default. With it, and repeatably by the seed:

- modules run in another order, and so do the tests of each; tests that share an `xdist_group` still share a worker;
- other cards are dealt, and `random` starts elsewhere (tests/plugins/chance.py);
- about half of the tests find the caches of the process empty, the others as they were left: the former do not rely
  on what an earlier test has warmed, the latter do not stumble over what it has left;
- modules that start no processes run at a moment just before the end of a day, a month, a year, or at a change of
  clocks, some at the present one;
- the environment of the run has another language, width, home and umask;
- servers and workers that tests start answer late (tests/plugins/delays.py). How late is not repeatable: it depends on
  which request comes first.

Python's own order of sets is the one thing that a running process cannot change: set PYTHONHASHSEED for it, as
`manage.py stability --seed` does.
"""

import functools
import os
import sys
from collections.abc import Generator
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine

from tests.plugins.delays import VARIABLE
from tests.plugins.drawn import address, drawn

PACKAGES = ("companion", "games", "leagues", "masques_site", "bench")
CACHED = type(functools.cache(lambda: None))
MOMENTS = (  # just before them; None is the present one
    None,
    datetime(2028, 1, 1, tzinfo=UTC),
    datetime(2028, 3, 1, tzinfo=UTC),  # a leap year's 29 February ends
    datetime(2027, 3, 28, 1, tzinfo=UTC),  # Europe's clocks are set forward
    datetime(2027, 10, 31, 1, tzinfo=UTC),  # and back
    datetime(2027, 1, 31, tzinfo=UTC),  # the month after has no such day
)
BEFORE = 0.3  # seconds before such a moment at which a test begins, at most
# The clock of another process goes on as it does.
WITH_PROCESSES = ("bench", "bootstrap", "browser", "chaos", "fast", "interrupts", "postgres", "project", "workers")
ENVIRONMENTS = (
    {"COLUMNS": "40", "LINES": "10", "NO_COLOR": "1", "LANG": "C", "LC_ALL": "C"},
    {"COLUMNS": "300", "LINES": "100", "LANG": "it_IT.UTF-8", "LANGUAGE": "it", "HOME": os.devnull},
    {"COLUMNS": "80", "TERM": "dumb", "LANG": "tr_TR.UTF-8", "TZ": "Pacific/Kiritimati"},
)
UMASKS = (0o022, 0o077, 0o002)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--disorder", metavar="SEED", help="disturb the run by SEED, any word: order, deals, caches, clock, delays"
    )


def pytest_configure(config: pytest.Config) -> None:
    seed = config.getoption("disorder")
    if seed is not None:
        disorder = Disorder(seed)
        disorder.unsettle()
        config.pluginmanager.register(disorder, "disturbed run")


class Disorder:
    """The hooks of a disturbed run."""

    def __init__(self, seed: str) -> None:
        self.seed = seed

    def unsettle(self) -> None:
        """Change the environment of this process and of those that it starts."""
        run = drawn(self.seed, "the run")
        os.environ.update(run.choice(ENVIRONMENTS), **{VARIABLE: self.seed})
        os.umask(run.choice(UMASKS))

    def pytest_report_header(self) -> str:
        return f"disorder: repeat this run with --disorder {self.seed}"

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        terminalreporter.line(self.pytest_report_header())

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Shuffle the tests, in the same way in every process; a test keeps its place among others when fewer are
        run."""
        items.sort(key=self.place)

    def place(self, item: pytest.Item) -> tuple[float, str, float]:
        path, name = address(item)
        return drawn(self.seed, path).random(), path, drawn(self.seed, path, name).random()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, Any, Any]:
        """Run a test at its module's moment, with caches or without."""
        path, name = address(item)
        chance = drawn(self.seed, path, name, "caches and moment")
        if chance.random() < 0.5:
            empty_caches()
        moment = drawn(self.seed, path, "moment").choice(MOMENTS)
        if moment is None or path.split("/")[1] in WITH_PROCESSES:
            return (yield)
        with time_machine.travel(moment - timedelta(seconds=chance.uniform(0, BEFORE))):
            return (yield)


def empty_caches() -> None:
    """Empty what functions, drawings and replays of the site keep in this process, and Django's content types."""
    from django.contrib.contenttypes.models import ContentType

    from games.selectors import decisions

    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] in PACKAGES:
            for kept in vars(module).values():
                empty(kept)
    decisions._known.clear()
    ContentType.objects.clear_cache()


def empty(kept: Any) -> None:
    """Empty one of a module's names, if it is a cache."""
    from games.core.title.replay_cache import ReplayCache
    from games.views.drawings import Drawings

    if isinstance(kept, CACHED):
        kept.cache_clear()
    elif isinstance(kept, ReplayCache):
        kept.replays.clear()
    elif isinstance(kept, Drawings):
        kept.kept.clear()
