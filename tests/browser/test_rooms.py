"""Four phones and a television in one room: from the code to the end of the match, and a hand that moves to another
phone."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest
from playwright.async_api import Page, Request, expect

from tests.browser.players import Player
from tests.browser.watch import BROWSER

pytestmark = BROWSER

PHONE = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
TELEVISION = {"viewport": {"width": 1920, "height": 1080}}
WAKE_LOCK = """
window.locks = 0;
Object.defineProperty(navigator, "wakeLock", { value: { request: async () => void (window.locks += 1) } });
"""
ROOM = re.compile(r"/matches/\w+/room/$")
HAND = re.compile(r"/matches/\w+/hand/$")
SCREEN = re.compile(r"/matches/\w+/screen/")


class Counted:
    """The taps of a phone's owner until their first decision, and the pages that it loads meanwhile."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.taps = self.loads = 0
        page.on("request", self.count)

    def count(self, request: Request) -> None:
        self.loads += request.is_navigation_request() and request.redirected_from is None

    async def tap(self, name: str) -> None:
        self.taps += 1
        await self.page.get_by_role("button", name=name).first.tap()


async def open_a_room(host: Page, settings: dict[str, str], seats: int = 4, pace: str = "unlimited") -> str:
    """Open a room of Mascarade on the host's phone; its code."""
    await host.goto(f"/room/new/?title=mascarade&seats={seats}")
    for name, value in settings.items():
        await host.locator(f"[name=option_{name}]").fill(value)
    await host.locator(f"[name=pace][value={pace}]").check(force=True)
    await host.get_by_role("button", name="Open the room").first.tap()
    await host.wait_for_url(ROOM)
    return (await host.locator(".letters").inner_text()).replace(" ", "")


@dataclass
class Evening:
    """A match in one room, on a screen and on phones, the host's first."""

    code: str
    television: Page
    phones: list[Counted]

    def __post_init__(self) -> None:
        self.players = [Player(phone.page, seed) for seed, phone in enumerate(self.phones)]

    async def decide(self) -> int:
        """Let everyone decide who is asked, one after the other. The screen follows each of them. Returns how many
        decided."""
        made = 0
        for player in self.players:
            if await player.form.is_visible():
                before = await self.television.locator("#screen").get_attribute("data-rev")
                await player.decide()
                await expect(self.television.locator("#screen")).not_to_have_attribute("data-rev", before)
                made += 1
        return made


async def sat_down(visit: Callable[..., Awaitable[Page]]) -> Evening:
    """Open a room on a phone and its screen on a television, let three guests sit down by the code, and start."""
    host = await visit(**PHONE)
    code = await open_a_room(host, {"turn_limit": "2"}, pace="glass-3")
    television = await visit(**TELEVISION)
    await television.add_init_script(WAKE_LOCK)
    await television.goto("/room/")
    await television.get_by_label("Code").fill(code.lower())
    await television.get_by_role("button", name="Go").click()
    await television.get_by_role("link", name="Use this device as the screen").click()
    await expect(television.locator(".letters")).to_have_text(f"{code[:3]} {code[3:]}")
    await television.wait_for_url(SCREEN)
    await television.evaluate("window.neverReloaded = true")
    await television.wait_for_function("window.locks === 1")

    phones = [Counted(await visit(**PHONE)) for _guest in range(3)]
    for phone in phones:
        await phone.page.goto(f"/room/{code}/")
        await phone.tap("Sit down")
        await phone.page.wait_for_url(ROOM)
    await expect(host.get_by_text("All seats are taken.")).to_be_visible()
    await expect(television.locator(".screen-seat.free")).to_have_count(0)
    begun = Counted(host)
    await begun.tap("Start the match")
    for page in (host, *(phone.page for phone in phones)):
        await page.wait_for_url(HAND)
        await expect(page.locator("#match")).to_be_visible()
    return Evening(code, television, [begun, *phones])


async def test_four_guests_and_a_screen_from_the_code_to_their_first_decisions(visit):
    evening = await sat_down(visit)
    begun, *phones = evening.phones
    # The code's page, the room, the hand: three loads and one tap. The host starts with one more of each.
    assert [(phone.taps, phone.loads) for phone in phones] == [(1, 3)] * 3
    assert (begun.taps, begun.loads) == (1, 1)

    television = evening.television
    await expect(television.locator("#board")).to_be_visible()
    glass = television.locator(".due .screen-left").first
    await expect(glass).to_have_text(re.compile(r"^[23]:\d\d$"))
    await expect(glass).not_to_have_text(await glass.inner_text())  # it runs
    await expect(television.locator("#screen-news")).not_to_be_empty()
    made = 0
    while made < 3:
        made += await evening.decide()


@pytest.mark.reliability
async def test_four_guests_play_in_one_room_to_the_end_and_again(visit):
    evening = await sat_down(visit)
    television, code = evening.television, evening.code
    host, *phones = (phone.page for phone in evening.phones)
    while not await television.locator(".screen.over").is_visible():
        await evening.decide()
    for phone in (host, *phones):
        await expect(phone.get_by_role("button", name="Offer a rematch")).to_be_visible()
    await host.get_by_role("button", name="Offer a rematch").tap()
    await host.wait_for_url(ROOM)
    await phones[0].get_by_role("button", name="Offer a rematch").tap()
    await expect(host.locator(".room-seats .free")).to_have_count(2)
    assert (await host.locator(".letters").inner_text()).replace(" ", "") == code
    await television.evaluate("dispatchEvent(new Event('focus'))")  # as every twenty seconds
    await expect(television.locator(".letters")).to_have_text(f"{code[:3]} {code[3:]}")
    await expect(television.locator(".screen-seat.free")).to_have_count(2)
    await phones[1].get_by_role("button", name="Offer a rematch").tap()
    await expect(television.locator(".screen-seat.free")).to_have_count(1)  # by the socket of the new match
    assert await television.evaluate("window.neverReloaded")


async def test_a_hand_moves_to_another_phone_and_the_old_one_says_so(visit):
    old, host = await visit(**PHONE), await visit(**PHONE)
    code = await open_a_room(host, {}, seats=2)
    await old.goto(f"/room/{code}/")
    await old.get_by_role("button", name="Sit down").tap()
    await old.wait_for_url(ROOM)
    await host.get_by_role("button", name="Start the match").tap()
    await old.wait_for_url(HAND)
    watched = await old.context.new_page()  # the hand stays open on the old phone
    await watched.goto(old.url)
    await old.get_by_role("link", name="Move my hand to another phone").tap()
    await old.get_by_role("button", name="Show a code").tap()
    moving = (await old.locator(".letters").inner_text()).replace(" ", "")

    new = await visit(**PHONE)
    await new.goto(f"/room/{moving}/")
    await new.get_by_role("button", name="Play on this device").tap()
    await new.wait_for_url(HAND)
    await expect(new.locator("#tray")).to_be_visible()
    for page in (watched, old):
        await expect(page.get_by_role("heading", name="Your hand is on another device now")).to_be_visible()
    await old.get_by_role("link", name="Watch the public board").tap()
    await expect(old.locator("#board")).to_be_visible()
    await expect(old.locator("#tray")).to_have_count(0)
