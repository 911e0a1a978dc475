"""A stranger plays a whole match and reads it again."""

import re

import pytest
from playwright.async_api import expect

from games.registry import TITLES
from tests.browser.players import AGAIN, Player
from tests.browser.watch import BROWSER
from tests.sampling import sampled

pytestmark = BROWSER

RESULT = re.compile(r"^You win\.|wins\.$|^Shared first place")


@pytest.mark.parametrize("title", sampled(TITLES, ["maskera"]))
async def test_a_guest_plays_a_match_to_its_end_and_reads_it_again(visit, title):
    page = await visit()
    guest = Player(page)
    await guest.arrive_as_guest()
    await guest.sit_down_with_a_bot(TITLES[title])
    while await guest.until_due():
        await guest.decide()
    await expect(page.get_by_role("heading", name=RESULT)).to_be_visible()

    await page.get_by_role("link", name=AGAIN).click()
    told = page.locator("#told p").first  # without the time below it, which a script rewrites
    await expect(page.locator("#prompt")).to_contain_text("Step 1 of")
    await expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()  # from here on keys are heard
    first = await told.text_content() or ""
    await page.keyboard.press("ArrowRight")
    await expect(told).not_to_have_text(first)
    second = await told.text_content() or ""
    await page.keyboard.press("End")
    await expect(page.get_by_role("link", name="Forward")).to_have_count(0)
    await page.keyboard.press("ArrowLeft")
    await expect(page.get_by_role("link", name="Forward")).to_be_visible()
    await page.keyboard.press("Home")
    await expect(told).to_have_text(first)
    await page.keyboard.press("ArrowRight")
    await expect(told).to_have_text(second)
    await page.get_by_role("button", name="About this match").click()
    await page.get_by_role("link", name="A spectator").click()
    await expect(page.get_by_role("link", name="A spectator")).to_have_attribute("aria-current", "true")
    assert "as=public" in page.url
