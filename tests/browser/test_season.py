"""The script of a season's page: the page follows the season, and leaves open what its reader opened."""

import re

from playwright.async_api import expect

from tests.browser import places
from tests.browser.watch import BROWSER

pytestmark = BROWSER

PLAYERS = re.compile(r"(\d+) players")


async def test_a_page_follows_the_season_without_being_loaded_again(visit, site):
    page, member = await visit(), await visit()
    await page.goto("/leagues/maskera-on-the-quay/")
    await page.evaluate("window.staysLoaded = true")
    players = page.locator("#season header")
    await expect(players).to_contain_text(PLAYERS)
    before = PLAYERS.search(await players.inner_text())
    assert before
    await places.log_in(member, site)
    await member.goto("/leagues/maskera-on-the-quay/")
    await member.get_by_role("button", name="Sign up", exact=True).click()
    await expect(member.get_by_text("You’re in.")).to_be_visible()
    await expect(players).to_contain_text(f"{int(before[1]) + 1} players")
    assert await page.evaluate("window.staysLoaded")


async def test_a_line_that_was_opened_stays_open_when_the_table_is_brought_up_to_date(visit):
    page = await visit()
    await page.goto("/leagues/masques-friends/")
    line = page.locator(".breaks").first
    await line.locator("summary").click()
    await page.evaluate("document.getElementById('season').dataset.rev = 0; dispatchEvent(new Event('focus'))")
    await expect(page.locator("#season")).not_to_have_attribute("data-rev", "0")
    await expect(page.locator("#season-news")).to_have_text("The season has changed.")
    await expect(line).to_have_attribute("open", "")
    await expect(line.locator("summary")).to_be_focused()


async def test_typed_input_survives_a_refresh_of_the_season(visit, site):
    page = await visit()
    await places.log_in(page, site)
    await page.goto("/leagues/masques-friends/")
    await page.get_by_text("My season").click()
    await page.get_by_label("I’m sure").check()
    await page.evaluate("document.getElementById('season').dataset.rev = 0; dispatchEvent(new Event('focus'))")
    await expect(page.locator("#season")).not_to_have_attribute("data-rev", "0")
    assert await page.get_by_label("I’m sure").is_checked()
