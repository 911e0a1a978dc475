"""Every page of a logged-in user learns of their turn: the home page's lists, the header and the title."""

import asyncio
import re

import pytest
from playwright.async_api import expect

from games.registry import TITLES
from tests.browser.players import Player
from tests.browser.watch import BROWSER

pytestmark = BROWSER


async def unanswered(route) -> None:
    """A question that never gets through: whatever the page hears comes by its socket."""
    await route.abort()


@pytest.mark.parametrize("place", ["/", "/rules/"])
async def test_a_page_left_open_says_that_ones_turn_has_come(visit, watch, place):
    watch.expect("net::ERR_FAILED")
    host, guest = Player(await visit(), 1), Player(await visit(), 2)
    await host.arrive_as_guest()
    table = await host.open_a_table_for_two()
    await guest.arrive_as_guest()
    await guest.page.goto(table)
    elsewhere = await host.page.context.new_page()
    await elsewhere.route(re.compile("/waiting/"), unanswered)
    await elsewhere.goto(place)
    await elsewhere.evaluate("window.staysLoaded = true")
    badge = elsewhere.locator("#waiting-count")
    await expect(badge).to_be_hidden()
    await guest.page.get_by_role("button", name="Sit down").click()
    await expect(guest.page.locator("#match")).to_be_visible()
    while not await badge.is_visible():  # the first player was drawn by lot
        if await guest.form.is_visible():
            await guest.decide()
        await asyncio.sleep(0.1)
    await expect(badge).to_have_text("1 match is waiting for you")
    await expect(elsewhere).to_have_title(re.compile(r"^\(1\) "))
    await expect(elsewhere.locator("#waiting-news")).to_have_text("1 match is waiting for you")
    if place == "/":
        await expect(elsewhere.get_by_role("heading", name="Your turn")).to_be_visible()
    else:
        await expect(elsewhere.get_by_role("link", name="Next match")).to_be_visible()
    assert await elsewhere.evaluate("window.staysLoaded")


async def test_an_invitation_appears_and_a_decision_made_elsewhere_goes(visit):
    guest = Player(await visit(), 3)
    await guest.arrive_as_guest()
    home = await guest.page.context.new_page()
    await home.goto("/")
    await expect(home.get_by_text("You’re not at a table yet")).to_be_visible()
    await guest.sit_down_with_a_bot(next(iter(TITLES.values())))
    await guest.until_due()
    await expect(home.get_by_role("heading", name="Your turn")).to_be_visible()
    await expect(home.locator("#waiting-count")).to_be_visible()
    await guest.page.goto(f"{guest.page.url.partition('?')[0]}resign/")
    await guest.page.get_by_role("button", name="Yes, resign").click()
    await expect(guest.over).to_be_visible()
    await expect(home.locator("#waiting-count")).to_be_hidden()
    await expect(home).to_have_title(re.compile("^Home"))


async def test_without_a_socket_the_heartbeat_finds_it(visit):
    guest = Player(await visit(), 4)
    await guest.arrive_as_guest()
    home = await guest.page.context.new_page()
    await home.route_web_socket("**/live/**", lambda socket: socket.close())
    await home.clock.install()
    await home.goto("/rules/")
    await guest.sit_down_with_a_bot(next(iter(TITLES.values())))
    await guest.until_due()
    await home.clock.fast_forward(25_000)
    await expect(home.locator("#waiting-count")).to_be_visible()
