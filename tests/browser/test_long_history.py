"""The history of a match of 700 plies: its list comes in pieces, and every way through it goes on working."""

import subprocess
import sys

import pytest
from playwright.async_api import expect

from games.views.history_list import LINES
from tests.browser.watch import BROWSER
from tests.processes import ROOT

pytestmark = BROWSER

PLIES = 700
MAKE = """
import django
django.setup()
from bench.histories.long_match import SEATS, long_match
from bench.leagues.rows import people
print(long_match(people(SEATS)).pk)
"""
SLIDE = "(slider, ply) => { slider.value = ply; slider.dispatchEvent(new Event('input', { bubbles: true })); }"
IN_SIGHT = """line => {
  const [it, log] = [line, line.closest(".log")].map(each => each.getBoundingClientRect());
  return it.top >= log.top - 1 && it.bottom <= log.bottom + 1;
}"""


@pytest.fixture(scope="module")
def history(site):
    """The address of a long match's history."""
    command = [sys.executable, "-c", MAKE]
    made = subprocess.run(command, cwd=ROOT, env=site.environment, stdout=subprocess.PIPE, check=True, text=True)
    return f"/matches/{made.stdout.split()[-1]}/history/"


async def opened(visit, address, **wishes):
    page = await visit(**wishes)
    await page.goto(address)
    return page, page.locator("#log .log > li:not(.log-more)")


async def test_more_of_the_list_comes_when_its_end_is_scrolled_to_and_nothing_jumps(visit, history):
    page, lines = await opened(visit, f"{history}?ply=350", viewport={"width": 1280, "height": 800})
    await expect(lines).to_have_count(LINES)
    assert await page.locator("#log [aria-current]").first.evaluate(IN_SIGHT)
    first = await lines.first.inner_text()
    await page.locator("#log .log-more a[rel=prev]").evaluate("link => link.scrollIntoView()")
    await expect(lines.nth(LINES)).to_be_attached()
    assert await lines.nth(LINES).inner_text() == first
    assert await lines.nth(LINES).evaluate(IN_SIGHT), "what was in sight is in sight still"
    told = await lines.all_inner_texts()
    while await page.locator("#log .log-more a[rel=next]").count():
        count = await lines.count()
        await page.locator("#log .log-more a[rel=next]").evaluate("link => link.scrollIntoView()")
        await expect(lines.nth(count)).to_be_attached()
    assert (await lines.all_inner_texts())[: len(told)] == told
    assert f"ply={PLIES}&" in await lines.last.locator("a").get_attribute("href")


async def test_keys_slider_and_lines_lead_through_a_long_match(visit, history):
    page, lines = await opened(visit, history, viewport={"width": 1280, "height": 800})
    prompt, board, current = page.locator("#prompt"), page.locator("#board"), page.locator("#log [aria-current]")
    await expect(board).to_have_attribute("data-ply", str(PLIES))
    await expect(page.locator("#prompt [data-keys]")).to_be_visible()  # from here on keys are heard
    for key in ("Home", "ArrowRight", "End", "ArrowLeft"):
        before = await prompt.inner_text()
        await page.keyboard.press(key)
        await expect(prompt).not_to_have_text(before)
        assert await current.first.evaluate(IN_SIGHT)
    await page.locator("#scrub").evaluate(SLIDE, 123)
    await expect(board).to_have_attribute("data-ply", "123")
    before = await prompt.inner_text()
    await lines.nth(3).locator("a").click()
    await expect(prompt).not_to_have_text(before)
    before = await prompt.inner_text()
    await page.locator("#play").click()
    await expect(prompt).not_to_have_text(before)
    await page.locator("#play").click()


async def test_on_a_phone_the_list_opens_at_the_line_that_is_shown(visit, history):
    phone = {"viewport": {"width": 390, "height": 664}, "has_touch": True, "is_mobile": True}
    page, lines = await opened(visit, f"{history}?ply=350", **phone)
    await page.locator("[popovertarget=log]").first.tap()
    current = page.locator("#log [aria-current]").first
    await expect(current).to_be_in_viewport()
    count = await lines.count()
    assert count <= 2 * LINES, "not all of them come at once"
    await page.locator("#log .log-more a[rel=prev]").evaluate("link => link.click()")
    await expect(lines.nth(count)).to_be_attached()
    await expect(current).to_be_in_viewport()


async def test_without_scripts_the_pieces_are_links(visit, history):
    page, lines = await opened(visit, f"{history}?ply=350", java_script_enabled=False)
    await expect(lines).to_have_count(LINES)
    first = await lines.first.locator("a").get_attribute("href")
    await page.get_by_role("link", name="Earlier").click()
    await expect(page.locator("#board")).to_have_attribute("data-ply", "350")
    await expect(lines.last.locator("a")).not_to_have_attribute("href", first)
    await page.get_by_role("link", name="Later").click()
    await expect(lines.first.locator("a")).to_have_attribute("href", first)
