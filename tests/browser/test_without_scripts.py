"""Without JavaScript everything works as plain pages and forms."""

import pytest
from playwright.async_api import expect

from games.registry import TITLES
from tests.browser.players import Player
from tests.browser.watch import BROWSER, PATIENCE
from tests.sampling import sampled
from tests.waiting import soon

pytestmark = BROWSER

DECISIONS = 4


@pytest.mark.parametrize("title", sampled(TITLES, ["masons"]))
async def test_a_guest_plays_against_a_bot_without_scripts(visit, title):
    page = await visit(java_script_enabled=False)
    guest = Player(page, seed=5)
    await guest.arrive_as_guest()
    await page.goto("/tables/new/")
    game = TITLES[title]
    await page.get_by_role("button", name=f"{game.seats[0]} seats of {game.name}", exact=True).click()
    await page.wait_for_url("**/tables/new/?*")
    for bot in await page.locator("main form").get_by_role("combobox").all():
        await bot.select_option("easy")
    await page.get_by_role("button", name="Open the table").click()
    await page.wait_for_url("**/matches/*/")
    match = page.url

    async def offers_choices():
        """Return whether the page, asked again, offers choices or is over."""
        await page.goto(match)
        return await guest.form.or_(guest.over).first.is_visible()

    for _decision in range(DECISIONS):
        await soon(offers_choices, "the bot has moved", PATIENCE / 1000)
        if await guest.over.is_visible():
            return
        before = await guest.log()
        await guest.decide()
        await expect(page.locator("#prompt")).to_be_visible()
        await expect(page.locator(".connection-live")).to_be_hidden()  # there is no connection to speak of
        assert await guest.log() != before
