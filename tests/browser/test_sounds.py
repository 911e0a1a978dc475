"""Sound and sight of what waits: sounds for readers who want them, and the icons of tab and site."""

import asyncio
import re
from collections.abc import Callable
from typing import Any

from playwright.async_api import BrowserContext, Page, WebSocketRoute, expect

from games.registry import TITLES
from tests.browser.players import Player
from tests.browser.watch import BROWSER
from tests.waiting import soon

pytestmark = BROWSER

NOTE = """
    window.played = [];
    window.badges = [];
    HTMLMediaElement.prototype.play = async function () {
        if (window.refuses) throw new DOMException("no click yet", "NotAllowedError");
        played.push(new URL(this.src).pathname);
    };
    navigator.setAppBadge = async (count) => { badges.push(count); };
    navigator.clearAppBadge = async () => { badges.push("cleared"); };
"""
UNUSED = "localStorage.setItem('sounds-used', 0)"
HEAR = """async (count) => {
    document.dispatchEvent(new CustomEvent("waiting-count", { detail: count }));
    await navigator.locks.request("sounds", () => {});
}"""


async def played(context: BrowserContext) -> list[str]:
    """Return what all pages of a browser have played."""
    return [name for page in context.pages for name in await page.evaluate("window.played")]


async def arrive(visit: Callable[..., Any], *, sound: bool) -> Player:
    """A guest who has turned the sound of their turn on, or has not."""
    guest = Player(await visit())
    await guest.page.context.add_init_script(NOTE)
    await guest.arrive_as_guest()
    if sound:
        await guest.page.goto("/account/settings/")
        await guest.page.get_by_label("Play a sound when it’s my turn").check()
        await guest.page.get_by_role("main").get_by_role("button", name="Save").click()
        await expect(guest.page.locator("body")).to_have_attribute("data-sounds", "turn")
    return guest


def unanswered(_socket: WebSocketRoute) -> None:
    """Let a socket stay open and silent: its page hears of the counts that the test makes up."""


def asked_for(page: Page, what: str) -> list[str]:
    """The requests of `page` whose address contains `what`, which will be added."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if what in request.url else None)
    return asked


async def test_one_of_several_pages_says_that_it_is_ones_turn_and_all_show_it(visit):
    host, guest = await arrive(visit, sound=True), Player(await visit(), 2)
    context = host.page.context
    table = await host.open_a_table_for_two()
    elsewhere = await context.new_page()
    await elsewhere.goto("/rules/")
    await host.page.goto("/leagues/")
    icon = elsewhere.locator("link[rel=icon]")
    await expect(icon).to_have_attribute("href", re.compile(r"/mask\."))
    await host.page.evaluate(UNUSED)
    await guest.arrive_as_guest()
    await guest.page.goto(table)
    await guest.page.get_by_role("button", name="Sit down").click()
    await expect(guest.page.locator("#match")).to_be_visible()
    while not await elsewhere.locator("#waiting-count").is_visible():  # the first player was drawn by lot
        if await guest.form.is_visible():
            await guest.decide()
        await asyncio.sleep(0.1)
    await soon(lambda: played(context), "a sound is played")
    for page in context.pages:
        await expect(page).to_have_title(re.compile(r"^\(1\) "))
        await page.evaluate("navigator.locks.request('sounds', () => {})")
    assert await played(context) == ["/static/games/sounds/turn.wav"]
    await expect(icon).to_have_attribute("href", re.compile(r"/mask-waiting\."))
    assert await elsewhere.evaluate("window.badges.at(-1)") == 1


async def test_no_sound_for_a_reader_who_has_just_used_the_site(visit):
    first = (await arrive(visit, sound=True)).page
    await first.context.route_web_socket("**/live/", unanswered)
    second = await first.context.new_page()
    for page in (first, second):
        await page.goto("/rules/")
    await second.keyboard.press("Shift")
    await first.evaluate(HEAR, 1)
    assert await played(first.context) == []
    await first.evaluate(UNUSED)
    await first.evaluate(HEAR, 1)  # of this one the reader knows
    assert await played(first.context) == []
    await first.evaluate(HEAR, 0)  # a decision made on another device is a use, too
    await first.evaluate(HEAR, 1)
    assert await played(first.context) == []
    await first.evaluate(UNUSED)
    await first.evaluate("window.refuses = true")
    for page in (first, second):  # what one page may not play, another one does
        await page.evaluate(HEAR, 2)
    assert await played(first.context) == ["/static/games/sounds/turn.wav"]


async def test_no_file_of_a_sound_is_fetched_before_it_is_heard(visit):
    silent, hearing = await arrive(visit, sound=False), await arrive(visit, sound=True)
    for page, modules in ((silent.page, 0), (hearing.page, 1)):
        await page.route_web_socket("**/live/", unanswered)
        asked = asked_for(page, "sounds")
        await page.goto("/rules/", wait_until="networkidle")
        assert len(asked) == modules
        await page.evaluate(UNUSED)
        await page.evaluate(HEAR, 3)
        await page.wait_for_load_state("networkidle")
        assert len([url for url in asked if url.endswith("/sounds/turn.wav")]) == modules


async def test_the_icon_of_the_installed_site_follows_what_waits_and_a_log_out_clears_it(visit):
    guest = await arrive(visit, sound=False)
    page = guest.page
    await guest.sit_down_with_a_bot(next(iter(TITLES.values())))
    await guest.until_due()
    await page.goto("/rules/")
    assert await page.evaluate("window.badges.at(-1)") == 1
    await page.goto("/accounts/logout/")
    await page.get_by_role("main").get_by_role("button", name="Log out").click()
    await expect(page.get_by_role("link", name="Log in").first).to_be_visible()
    await page.wait_for_function("window.badges.length > 0")
    assert await page.evaluate("window.badges") == ["cleared"]
