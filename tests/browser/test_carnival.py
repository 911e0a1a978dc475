"""A match in another project that adds games (tests/reuse), as a browser shows it."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from urllib.request import urlopen

import pytest
from playwright.async_api import Browser, expect

from bench.held_port import HeldPort
from games.registry import TITLES
from masques_site.bootstrap.children import with_parent_death_signal
from tests.browser.players import Player
from tests.browser.watch import BROWSER, PATIENCE, Watch
from tests.processes import HOST, STOP
from tests.project.sources import BASE
from tests.reuse.test_carnival import environment
from tests.waiting import eventually

pytestmark = BROWSER

PREPARE = """
import django
django.setup()
from django.contrib.auth import get_user_model
from django.core.management import call_command
call_command("migrate", run_syncdb=True, verbosity=0)
get_user_model().objects.create_user("anna", password="carnival")
"""


@pytest.fixture
def carnival(tmp_path: Path) -> Iterator[str]:
    """The address of the project, where Anna may log in."""
    surroundings, port = environment(BASE, tmp_path), HeldPort(HOST)
    subprocess.run([sys.executable, "-c", PREPARE], cwd=tmp_path, env=surroundings, check=True)
    web = [sys.executable, "-m", "uvicorn", "carnival.asgi:application", "--host", HOST, "--port", str(port.number)]
    address = f"http://{HOST}:{port.number}"

    def answers() -> bool:
        try:
            return bool(urlopen(f"{address}/waiting/").status == 200)
        except OSError:
            return False

    with (tmp_path / "web.log").open("ab") as log:
        process = subprocess.Popen(
            with_parent_death_signal([*web, "--lifespan", "off"]),
            cwd=tmp_path,
            env=surroundings,
            stdout=log,
            stderr=log,
        )
    eventually(answers, f"the project answers: {tmp_path / 'web.log'}")
    yield address
    process.terminate()
    process.wait(timeout=STOP)
    port.close()


async def test_a_match_is_played_to_its_end(carnival: str, browser: Browser) -> None:
    watch = Watch(carnival)
    context = await browser.new_context(base_url=carnival, reduced_motion="reduce")
    context.set_default_timeout(PATIENCE)
    watch.over(context)
    page = await context.new_page()
    await page.goto("/")
    await page.get_by_role("link", name="Log in").first.click()
    await page.get_by_label("Username").fill("anna")
    await page.get_by_label("Password").fill("carnival")
    await page.get_by_role("button", name="Log in").click()
    await expect(page.get_by_role("heading", name="Good to see you, anna")).to_be_visible()
    anna = Player(page)
    await anna.sit_down_with_a_bot(TITLES["maskera"])
    while await anna.until_due():
        await anna.decide()
    await expect(page.get_by_text("Anna of the carnival").first).to_be_visible()
    await context.close()
    assert not watch.faults, "\n".join(watch.faults)
