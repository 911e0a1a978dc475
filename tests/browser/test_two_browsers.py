"""Two people at one table, each in a browser of their own: what one does the other sees without asking."""

import pytest
from playwright.async_api import expect

from games.registry import TITLES
from tests.browser.players import Player
from tests.browser.watch import BROWSER
from tests.sampling import sampled
from tests.waiting import soon

pytestmark = BROWSER

DECISIONS = 6
HEARTBEAT = 20_000  # milliseconds between two questions of a page that hears nothing


async def sit_down(host, guest, title):
    """`host` opens a table for two, `guest` finds it in the lobby and sits down, and both look at the match."""
    await host.page.goto("/tables/new/")
    await host.page.get_by_role("button", name=f"2 seats of {TITLES[title].name}", exact=True).click()
    await host.page.get_by_role("button", name="Open the table").click()
    await expect(host.page.get_by_role("heading", name="You’re the host")).to_be_visible()
    await guest.page.goto(f"/tables/?title={title}&seats=2")
    table = guest.page.get_by_role("listitem").filter(has=guest.page.get_by_role("heading"), has_text=await host.name())
    await host.page.goto("/")  # the waiting room would go to the match by itself, at a moment of its own
    await table.get_by_role("button", name="Sit down").click()
    await expect(guest.page.locator("#match")).to_be_visible()
    await host.page.goto(guest.page.url)
    await expect(host.page.locator("#match")).to_be_visible()


async def one_due(players):
    """The first of `players` whose page offers choices, once there is one, and the other."""

    async def found():
        return [player for player in players if await player.form.is_visible()]

    first = (await soon(found, "somebody's page offers choices"))[0]
    return first, players[1 - players.index(first)]


MOMENT_OF_SENDING = """
document.addEventListener("submit", (event) => {
  if (event.target.id === "compose") window.sentAt = performance.timeOrigin + performance.now();
}, true);
"""
MOMENT_OF_SHOWING = 'performance.timeOrigin + performance.getEntriesByName("shown").at(-1).startTime'


async def know_nothing(route):
    """Answer a heartbeat as if nothing had happened."""
    await route.fulfill(json={"rev": 0, "present": "", "here": []})


@pytest.mark.parametrize("title", sampled(TITLES, ["masons"]))
async def test_each_sees_the_others_move_without_reloading(visit, title):
    players = [Player(await visit(), seed=1), Player(await visit(), seed=2)]
    for player in players:
        await player.arrive_as_guest()
        await player.page.route(
            "**/rev/**", lambda _route: None
        )  # no heartbeat is answered: what comes, comes by socket
    await sit_down(*players, title)
    before = [await player.log() for player in players]
    for player in players:
        await player.page.evaluate("window.neverReloaded = true")
        await player.page.evaluate(MOMENT_OF_SENDING)
    took, told = [], 0
    for _decision in range(DECISIONS):
        mover, other = await one_due(players)
        known = await other.log()
        await mover.decide()
        await other.catches_up_with(mover)
        if await other.log() != known:  # answers in secret have no line before the last one is there
            told += 1
            await expect(other.page.get_by_role("log")).not_to_be_empty()  # told to those who do not see it
        sent = await mover.page.evaluate("window.sentAt")
        took.append(await other.page.evaluate(MOMENT_OF_SHOWING) - sent)
    assert told
    for player, other in (players, reversed(players)):
        await player.catches_up_with(other)
    print(f"{title}: from the click to the other's screen in {', '.join(f'{each:.0f}' for each in took)} ms")
    for player, log in zip(players, before, strict=True):
        waits = await player.form.is_visible()
        await expect(player.page.locator("#waiting-count")).to_be_visible(visible=waits)
        await expect(player.page.get_by_role("link", name="Next match")).to_be_visible(visible=waits)
        assert await player.page.evaluate("window.neverReloaded")
        assert await player.log() != log


async def test_without_a_word_from_the_socket_the_heartbeat_finds_the_move(visit):
    players = [Player(await visit(), seed=3), Player(await visit(), seed=4)]
    for player in players:
        await player.arrive_as_guest()
        await player.page.route_web_socket("**/live/**", lambda _socket: None)
        await player.page.clock.install()
    await sit_down(*players, next(iter(TITLES)))
    for _decision in range(2):
        mover, other = await one_due(players)
        await mover.decide()
        await other.page.clock.fast_forward(HEARTBEAT)
        await other.catches_up_with(mover)
