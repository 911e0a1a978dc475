"""The screen in the middle of a table shows the end of a round by itself (`test_rooms.py` has all the rest)."""

from playwright.async_api import Route, expect

from tests.browser.players import Player
from tests.browser.watch import BROWSER

pytestmark = BROWSER


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
