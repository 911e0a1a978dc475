"""Choices that lie close together: a finger takes the nearest one, and a loupe shows which."""

import pytest
from playwright.async_api import CDPSession, Page, expect

from games.registry import TITLES
from tests.browser.players import Player
from tests.browser.watch import BROWSER

pytestmark = BROWSER

PHONE = {"viewport": {"width": 390, "height": 664}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}
MIDDLE = "one => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }"
LINE = "svg[data-nearest] [aria-label='Wall {}']"
ONE, OTHER = LINE.format("c2c3"), LINE.format("c4c5")  # along the strip: their neighbours are above and below
TABLES = 10  # at most, until one has what is asked for
RADIUS = 12  # px; a browser looks for a link beneath the whole of a finger


class Finger:
    """One finger on a page."""

    def __init__(self, session: CDPSession) -> None:
        self.session = session

    async def send(self, kind: str, *place: float) -> None:
        points = [{"x": place[0], "y": place[1], "radiusX": RADIUS, "radiusY": RADIUS}] if place else []
        await self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    async def down(self, x: float, y: float) -> None:
        await self.send("touchStart", x, y)

    async def slide(self, x: float, y: float) -> None:
        await self.send("touchMove", x, y)

    async def up(self) -> None:
        await self.send("touchEnd")


async def seated(page: Page, walls: int = 0) -> Finger:
    """At a table of Masons on a phone, where a wall is due, at least `walls` are built and both lines are free."""
    guest = Player(page, seed=5)
    await guest.arrive_as_guest()
    # Chance may build on both lines, or end the match, before so many walls stand: then at another table.
    for _table in range(TABLES):
        await guest.sit_down_with_a_bot(TITLES["masons"])
        while await guest.until_due():
            if await page.locator("path.wall").count() >= walls and await page.locator(f"{ONE}, {OTHER}").count() == 2:
                return Finger(await page.context.new_cdp_session(page))
            await guest.decide_on_the_board()
    pytest.fail(f"both lines were free beside {walls} walls at none of {TABLES} tables")


async def test_tapping_next_to_a_line_takes_it(visit):
    page = await visit(**PHONE)
    finger = await seated(page)
    x, y = await page.locator(f"{ONE} .reach").evaluate(MIDDLE)
    await finger.down(x + 3, y + 9)
    await expect(page.locator(".loupe")).to_be_visible()
    await expect(page.locator(f"{ONE}.aimed")).to_have_count(1)
    await finger.up()
    await expect(page.locator(".move-sentence")).to_contain_text("c2c3")
    await expect(page.locator(".loupe")).to_have_count(0)


async def test_sliding_chooses_another_line_and_lifting_takes_that_one_alone(visit):
    page = await visit(**PHONE)
    finger = await seated(page)
    x, y = await page.locator(f"{ONE} .reach").evaluate(MIDDLE)
    await finger.down(x, y)
    x, y = await page.locator(f"{OTHER} .reach").evaluate(MIDDLE)
    await finger.slide(x + 2, y - 4)
    await expect(page.locator(".aimed")).to_have_count(2)  # the line, and its image in the loupe
    await finger.up()
    await expect(page.locator(".move-sentence")).to_contain_text("c4c5")


async def test_sliding_off_the_drawing_takes_nothing(visit):
    page = await visit(**PHONE)
    finger = await seated(page)
    x, y = await page.locator(f"{ONE} .reach").evaluate(MIDDLE)
    await finger.down(x, y)
    box = await page.locator(".land").bounding_box()
    assert box is not None
    await finger.slide(x, box["y"] + box["height"] + 40)
    await expect(page.locator("#board .aimed")).to_have_count(0)
    await finger.up()
    await expect(page.locator(".loupe")).to_have_count(0)
    assert "move=" not in page.url
    await expect(page.locator(ONE)).to_have_count(1)


async def test_tapping_a_built_wall_explains_it(visit):
    page = await visit(**PHONE)
    finger = await seated(page, walls=3)
    for place in await page.locator("path.wall").evaluate_all(f"walls => walls.map({MIDDLE})"):
        await finger.down(*place)
        await finger.up()
        await expect(page.locator("#explanation")).to_be_visible()
        await page.keyboard.press("Escape")
        await expect(page.locator("#explanation")).to_be_hidden()
    await expect(page.locator("path.planned, .move-sentence")).to_have_count(0)
