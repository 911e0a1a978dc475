"""More than one page of a player at a table, and pages that sleep: each ends up with the newest table."""

import pytest
from playwright.async_api import WebSocketRoute, expect

from tests.browser.players import Player
from tests.browser.test_live_page import two_at_a_table
from tests.browser.test_live_table import asked_for, moves_and_is_shown, ready_to_send
from tests.browser.watch import BROWSER

pytestmark = BROWSER

# A page that sleeps has no timers: whatever it would do by itself takes half a second or longer.
WITHOUT_TIMERS = """
    const { setTimeout: after } = window;
    window.setTimeout = (call, wait, ...rest) => (wait >= 450 ? 0 : after(call, wait, ...rest));
    window.setInterval = () => 0;
"""
HIDDEN = "Object.defineProperty(document, 'hidden', { configurable: true, get: () => %s });"
FALL_ASLEEP = HIDDEN % "true" + "document.dispatchEvent(new Event('visibilitychange'))"
WAKE = [
    HIDDEN % "false" + f"{target}.dispatchEvent(new {event})"
    for target, event in (
        ("document", "Event('visibilitychange')"),
        ("window", "Event('focus')"),
        ("window", "Event('online')"),
        ("window", "PageTransitionEvent('pageshow', { persisted: true })"),
    )
]


async def second_tab(player: Player) -> Player:
    """Another page of the same browser at the same table."""
    tab = await player.page.context.new_page()
    await tab.goto(player.page.url.partition("?")[0])
    return Player(tab, 3)


async def test_other_tabs_show_what_one_has_played_and_a_move_that_was_about_to_be_sent_is_refused(visit, watch):
    """Other tabs get the update without a request; one in which a move is composed says that there is news."""
    watch.expect("status of 409")
    first, _other = await two_at_a_table(visit)
    idle, composing = await second_tab(first), await second_tab(first)
    await ready_to_send(composing)
    await idle.until_due()
    asked = asked_for(idle.page)
    await moves_and_is_shown(first)
    await idle.catches_up_with(first)
    assert asked == []
    assert await idle.log() == await first.log()
    await expect(composing.page.locator("#match-changed")).to_be_visible()
    await composing.rendered_after(composing.confirm)
    await expect(composing.page.locator("#match .notice.bad:not([hidden])")).to_be_visible()
    await composing.catches_up_with(first)
    assert await composing.log() == await first.log()


class Line:
    """The way of a page's socket to the site. While it is cut, an open socket is closed and none can be opened."""

    def __init__(self) -> None:
        self.is_cut = False
        self.sockets: list[WebSocketRoute] = []

    async def route(self, socket: WebSocketRoute) -> None:
        if self.is_cut:
            await socket.close()
            return
        site = socket.connect_to_server()
        socket.on_message(site.send)
        site.on_message(socket.send)
        self.sockets.append(socket)

    async def cut(self) -> None:
        self.is_cut = True
        for socket in self.sockets:
            await socket.close()
        self.sockets.clear()


@pytest.mark.parametrize(
    ("ways", "has_sockets"),
    [
        pytest.param(WAKE[:2], True, id="is looked at"),
        pytest.param(WAKE[2:], True, id="is back", marks=pytest.mark.reliability),
        pytest.param(WAKE, False, id="gets no socket", marks=pytest.mark.reliability),
    ],
)
async def test_a_page_whose_socket_was_closed_in_its_sleep_shows_the_newest_table_when_it_wakes(
    visit, watch, ways, has_sockets
):
    """Whatever wakes it, and if it gets no socket any more: then by asking. No timer of its own helps."""
    watch.expect("WebSocket is closed before the connection is established")  # of the page that is opened once more
    first, other = await two_at_a_table(visit)
    line = Line()
    await other.page.route_web_socket("**/live/**", line.route)
    await other.page.add_init_script(WITHOUT_TIMERS)
    await other.page.goto(other.page.url.partition("?")[0])
    for wake in ways:
        while await other.form.is_visible() or await other.goes_on.is_visible():
            if await other.until_due():
                await moves_and_is_shown(other)
        await other.page.evaluate(FALL_ASLEEP)
        await line.cut()
        before = await other.page.locator("#match").get_attribute("data-rev")
        await moves_and_is_shown(first)
        assert await other.page.locator("#match").get_attribute("data-rev") == before
        line.is_cut = not has_sockets
        await other.page.evaluate(wake)
        await other.catches_up_with(first)
