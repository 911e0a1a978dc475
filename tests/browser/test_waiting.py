"""A table that waits for its players follows what happens there, and leaves to its host what they have begun."""

import re

from playwright.async_api import expect

from games.registry import TITLES
from tests.browser.players import Player
from tests.browser.watch import BROWSER

pytestmark = BROWSER


async def opened(player: Player, seats: int) -> str:
    """Open a table of the first title that has this many seats; its address."""
    game = next(game for game in TITLES.values() if seats in game.seats)
    await player.arrive_as_guest("/tables/new/")
    await player.page.goto("/tables/new/")
    await player.page.get_by_role("button", name=f"{seats} seats of {game.name}", exact=True).click()
    await player.page.get_by_role("button", name="Open the table").click()
    await expect(player.page.get_by_role("heading", name="You’re the host")).to_be_visible()
    return player.page.url


async def unanswered(route) -> None:
    """A poll that never gets through: whatever the page hears comes by its socket."""
    await route.abort()


async def test_the_host_sees_a_join_and_the_start_by_the_socket_alone(visit, watch):
    watch.expect("net::ERR_FAILED")
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


async def test_the_hosts_input_stays_when_a_player_sits_down(visit):
    host, guest = Player(await visit(), 1), Player(await visit(), 2)
    table = await opened(host, 4)
    page = host.page
    closing = page.locator("details", has_text="Close the table …")
    await closing.locator("summary").click()
    level = page.get_by_label("Add a bot")
    await level.select_option(index=2)
    chosen = await level.input_value()
    field = page.get_by_label("Invite a player by name")
    await field.press_sequentially("Élo")
    await guest.arrive_as_guest()
    await guest.page.goto(table)
    await guest.page.get_by_role("button", name="Sit down").click()
    await expect(page.locator("ol.places")).to_contain_text(await guest.name())
    await expect(page.locator("#table-news")).to_have_text("This table has changed.")
    await expect(field).to_have_value("Élo")
    await expect(field).to_be_focused()
    await field.press_sequentially("die")  # behind what was there
    await expect(field).to_have_value("Élodie")
    await expect(level).to_have_value(chosen)
    await expect(closing).to_have_attribute("open", "")
