"""A table that waits for its players follows what happens there."""

import re

from playwright.async_api import expect

from games.registry import TITLES
from tests.browser.players import Player
from tests.browser.watch import BROWSER

pytestmark = BROWSER


async def opened(player: Player, seats: int) -> str:
    """Open a table of the first title that has so many seats; its address."""
    game = next(game for game in TITLES.values() if seats in game.seats)
    await player.arrive_as_guest("/tables/new/")
    await player.page.goto("/tables/new/")
    await player.page.get_by_role("button", name=f"{seats} seats of {game.name}", exact=True).click()
    await player.page.get_by_role("button", name="Open the table").click()
    await expect(player.page.get_by_role("heading", name="You are the host")).to_be_visible()
    return player.page.url


async def unanswered(route) -> None:
    """A poll that never gets through: whatever the page hears comes by its socket."""
    await route.abort()


async def test_the_host_sees_a_join_and_the_start_by_the_socket_alone(visit):
    host, first, second = [Player(await visit(), seed) for seed in (1, 2, 3)]
    await host.page.route(re.compile("/rev/"), unanswered)
    table = await opened(host, 3)
    await first.arrive_as_guest()
    await first.page.goto(table)
    await first.page.get_by_role("button", name="Sit down").click()
    await expect(host.page.locator("ol.places")).to_contain_text(await first.name())
    await second.arrive_as_guest()
    await second.page.goto(table)
    await second.page.get_by_role("button", name="Sit down").click()
    for player in (host, first, second):
        await expect(player.page.locator("#match")).to_be_visible()


async def test_who_is_typing_is_told_instead(visit):
    host, guest = Player(await visit(), 1), Player(await visit(), 2)
    table = await opened(host, 3)
    field = host.page.locator("#table input:not([readonly]):not([type=hidden]):not([type=checkbox])").first
    await host.page.locator("#table details").evaluate_all("all => all.forEach((one) => { one.open = true; })")
    await field.fill("abc")
    await guest.arrive_as_guest()
    await guest.page.goto(table)
    await guest.page.get_by_role("button", name="Sit down").click()
    await expect(host.page.locator("#table-changed")).to_be_visible()
    await expect(field).to_have_value("abc")
