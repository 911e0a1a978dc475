"""What the script of a match does between the reader's own steps."""

import asyncio
import re

from playwright.async_api import expect

from games.registry import TITLES
from tests.browser.players import Player
from tests.browser.watch import BROWSER

pytestmark = BROWSER


async def test_a_click_while_the_table_is_brought_up_to_date_is_not_lost(visit):
    page = await visit()
    guest = Player(page)
    await guest.arrive_as_guest()
    await guest.sit_down_with_a_bot(next(iter(TITLES.values())))
    await guest.until_due()
    asked, answer = asyncio.Event(), asyncio.Event()

    async def hold(route):
        asked.set()
        await answer.wait()
        await route.continue_()

    await page.route(re.compile(r"/matches/\w+/$"), hold)
    await page.evaluate("document.getElementById('match').dataset.rev = 0; dispatchEvent(new Event('focus'))")
    await asked.wait()
    await guest.choices.first.click()
    answer.set()
    await expect(page).to_have_url(re.compile(r"\?move=\w"))
    await expect(page.locator("#match")).not_to_have_attribute("data-rev", "0")
