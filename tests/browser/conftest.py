"""A live site, Debian's Chromium, and visitors whose every error and every request is watched."""

from collections.abc import AsyncIterator, Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Page, StorageState, expect

from games.registry import TITLES
from tests.browser import places
from tests.browser.checks.axe import Axe
from tests.browser.stage import Staged, stage
from tests.browser.tour import Visit
from tests.browser.watch import PATIENCE, Watch
from tests.plugins.chance import words_of
from tests.plugins.dealt_site import HEADER
from tests.processes import LiveSite


@dataclass
class Demo:
    """Where strangers and the member whose cookies are `member` come by, by what they find there; `matches` are the
    member's with a drawn table, by title, `beside_matches` the other pages of these."""

    anonymous: dict[str, str]
    members: dict[str, str]
    matches: dict[str, dict[str, str]]
    beside_matches: dict[str, dict[str, str]]
    member: StorageState


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, kept_database: Path | None) -> Iterator[LiveSite]:
    """A site with its demo, started once for all browser tests, from the migrated database if one is kept."""
    migrated = kept_database if kept_database is not None and kept_database.exists() else None
    live = LiveSite(tmp_path_factory.mktemp("site"), "tests.browser.site_settings")
    try:
        live.start(migrated)
        yield live
    finally:
        live.stop()


@pytest.fixture(scope="session")
def staged(site: LiveSite, request: pytest.FixtureRequest) -> Staged:
    """The matches of all tables that the collected tests look at: their parameters `title` and `seats`."""
    here = Path(__file__).parent  # tests elsewhere have a fixture of this name
    items = [item for item in request.session.items if item.path.is_relative_to(here)]
    cases = [item.callspec.params for item in items if "staged" in getattr(item, "fixturenames", ())]
    return stage(site, {(case["title"], case["seats"]) for case in cases})


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """A failure tells what went on behind the page."""
    report = yield
    site = getattr(item, "funcargs", {}).get("site")
    if report.failed and isinstance(site, LiveSite):
        report.sections.append(("behind the page", site.account()))
    return report


@pytest.fixture
def watch(site: LiveSite) -> Iterator[Watch]:
    """Fails the test at its end if a page complained or asked anybody else for anything."""
    watching = Watch(site.address)
    watching.expect("Service Worker registration blocked by Playwright")
    yield watching
    assert not watching.faults, "\n".join(watching.faults)


@pytest.fixture(scope="session")
def axe() -> Axe:
    """One for all tests, which knows what it has passed."""
    return Axe()


@pytest_asyncio.fixture(loop_scope="session")
async def visit(site: LiveSite, browser: Browser, watch: Watch, request: pytest.FixtureRequest) -> AsyncIterator[Visit]:
    """Opens a browser window of a new visitor: each has cookies of their own. What the site makes for them by chance
    follows from the name of the test."""
    contexts = []
    headers = {HEADER: " ".join(words_of(request.node))}

    async def opened(**wishes: Any) -> Page:
        wishes = {"service_workers": "block", **wishes}  # a worker of each visitor costs time
        context = await browser.new_context(
            base_url=site.address, reduced_motion="reduce", extra_http_headers=headers, **wishes
        )
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        watch.over(context)
        return await context.new_page()

    expect.set_options(timeout=PATIENCE)
    yield opened
    for context in contexts:
        await context.close()


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def demo(site: LiveSite, browser: Browser) -> AsyncIterator[Demo]:
    """Every kind of page, with something to see on each."""
    context = await browser.new_context(
        base_url=site.address, extra_http_headers={HEADER: "the tour"}, service_workers="block"
    )
    context.set_default_timeout(PATIENCE)
    page = await context.new_page()
    await places.sign_up(page, "chiara", "a long walk over nine bridges")
    mail = await places.mail_to(page, "chiara")
    await places.log_in(page, site)
    matches = {title: await places.matches_of(page, title) for title in TITLES}
    own = {"own table": await places.own_table(page), "own ladder": await places.own_ladder(page)}
    room, code = await places.own_room(page)
    own |= {"own room": room, "own hand": room.replace("/room/", "/hand/move/")}
    own |= {"own play": await places.own_play(page)}
    yield Demo(
        anonymous={**places.STRANGERS, "mail": mail, "room by its code": code},
        members={**places.MEMBERS, **own},
        matches={title: drawn for title, (drawn, _beside) in matches.items()},
        beside_matches={title: beside for title, (_drawn, beside) in matches.items()},
        member=await context.storage_state(),
    )
    await context.close()
