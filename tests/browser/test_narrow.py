"""Narrow screens and large text: the header keeps to one row, and nothing is scrolled sideways."""

import pytest
from playwright.async_api import expect

from tests.browser.watch import BROWSER
from tests.sampling import sampled

pytestmark = BROWSER

PLACES = ["/", "/tables/", "/leagues/", "/account/settings/", "/notices/settings/"]
STRANGERS = ["/", "/tables/", "/accounts/signup/", "/leagues/"]
READERS = [("stranger", "en"), ("member", "it"), ("stranger", "it"), ("member", "en")]
SCREENS = [(320, 100), (195, 100), (390, 200)]  # width in pixels, size of text in per cent
FAULTS = """(size) => {
    document.documentElement.style.fontSize = `${size}%`;
    const needs = document.scrollingElement.scrollWidth;
    const rows = document.querySelector(".site-bar").getBoundingClientRect().height / (0.48 * size);
    return [...(needs > innerWidth ? [`is ${needs} wide`] : []), ...(rows > 1.01 ? [`header of ${rows} rows`] : [])];
}"""


@pytest.mark.parametrize(("who", "locale"), sampled(READERS, READERS[:2]))
async def test_nothing_is_scrolled_sideways(visit, demo, who, locale):
    more = {"storage_state": demo.member} if who == "member" else {}
    page = await visit(locale=locale, **more)
    faults = []
    for path in PLACES if who == "member" else STRANGERS:
        await page.goto(path)
        for width, size in SCREENS:
            await page.set_viewport_size({"width": width, "height": 700})
            faults += [f"{path}, {width} px, {size} %: {fault}" for fault in await page.evaluate(FAULTS, size)]
    assert not faults, "\n".join(faults)


async def test_the_menu_of_a_phone_opens_by_the_keyboard_and_closes_by_escape(visit):
    page = await visit(viewport={"width": 390, "height": 700})
    await page.goto("/rules/")
    menu = page.get_by_role("button", name="Menu", exact=True)
    link = page.get_by_role("navigation", name="Site").get_by_role("link", name="Leagues")
    await expect(link).to_be_hidden()
    await menu.focus()
    await page.keyboard.press("Enter")
    await expect(link).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(link).to_be_hidden()
