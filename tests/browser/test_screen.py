"""The screen in the middle of a table follows a match by itself, from the free seats to the end of a round."""

from playwright.async_api import Page, Route, expect

from tests.browser.players import Player
from tests.browser.watch import BROWSER

pytestmark = BROWSER

WAKE_LOCK = """
window.locks = 0;
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => void (window.locks += 1) } });
"""


async def opened(visit, host: Player) -> tuple[Page, str]:
    """A television that shows the table of `host`, which waits for one more; and the address of the table."""
    await host.arrive_as_guest()
    table = await host.open_a_table_for_two()
    television = await visit(viewport={"width": 1280, "height": 800})
    await television.add_init_script(WAKE_LOCK)
    await television.goto(f"{table}screen/")
    await television.evaluate("window.neverReloaded = true")
    return television, table


async def test_the_screen_turns_into_the_board_when_the_match_starts_and_shows_each_move(visit):
    host, guest = Player(await visit(), seed=1), Player(await visit(), seed=2)
    television, table = await opened(visit, host)
    await expect(television.locator(".screen-asked")).to_have_text("1 seat is still free.")
    assert await television.evaluate("window.locks") == 1
    await guest.arrive_as_guest()
    await guest.page.goto(table)
    await guest.page.get_by_role("button", name="Sit down").click()
    await expect(television.locator("#board")).to_be_visible()
    await expect(television.locator(".screen-seat")).to_have_count(2)
    await host.page.goto(table)
    for player in (host, guest):
        if await player.form.is_visible():
            before = await television.locator("#screen").get_attribute("data-rev")
            await player.decide()
            await expect(television.locator("#screen")).not_to_have_attribute("data-rev", before)
    assert await television.evaluate("window.neverReloaded")
    await expect(television.locator("#screen-news")).not_to_be_empty()


async def test_the_end_of_a_round_stays_until_it_was_read_or_someone_goes_on(visit):
    """The site's answers are altered as if each move ended a round."""
    host = Player(await visit(), seed=1)
    await host.arrive_as_guest()
    await host.page.goto("/tables/play-bot/?title=maskera")
    await host.page.get_by_role("button", name="Start the match").click()
    await host.page.wait_for_url("**/matches/*/")
    await host.send_the_coach_away()
    television = await host.page.context.new_page()  # the match is private
    await television.clock.install()
    await television.goto(f"{host.page.url}screen/")
    stage = television.locator("#screen.staged")
    stops = [3, 5, 7]

    async def altered(route: Route) -> None:
        answer = await route.fetch()
        words = (await answer.text()).replace('data-stop="0"', f'data-stop="{stops[0]}"')
        if "?at=" in route.request.url:
            words = words.replace('class="screen"', 'class="screen staged"')
        await route.fulfill(response=answer, body=words)

    await television.route("**/screen/**", altered)
    for goes_on in (
        lambda: television.keyboard.press("Enter"),
        lambda: television.locator("#board").click(),
        lambda: television.clock.run_for(40_000),
    ):
        assert await host.until_due()
        await host.decide()
        await television.clock.run_for(500)  # spectators wait for a moment, not all for the same
        await expect(stage).to_be_visible()
        await television.clock.run_for(5_000)
        await expect(stage).to_be_visible()
        await goes_on()
        await expect(stage).to_have_count(0)
        stops.pop(0)
