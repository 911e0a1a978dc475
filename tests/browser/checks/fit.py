"""Checks of what does not fit into a page's window."""

from playwright.async_api import Page

SIDEWAYS = """() => {
    const width = document.documentElement.clientWidth;
    const needs = document.scrollingElement.scrollWidth;
    if (needs <= width) return [];
    const right = (one) => one.getBoundingClientRect().right;
    const wide = [...document.body.querySelectorAll("*")].filter((one) => right(one) > width + 1);
    return [`is ${needs} wide: ` + wide.slice(0, 4).map((one) => one.outerHTML.slice(0, 90)).join(" | ")];
}"""
TOO_WIDE = """(phone) => {
    const width = document.documentElement.clientWidth;
    const needs = document.scrollingElement.scrollWidth;
    if (needs <= width && width === phone) return [];
    const right = (one) => one.getBoundingClientRect().right;
    const wide = [...document.body.querySelectorAll("*")].filter((one) => right(one) > phone + 1);
    return [`is ${needs} wide: ` + wide.slice(0, 4).map((one) => one.outerHTML.slice(0, 90)).join(" | ")];
}"""
CUT_OFF = """() => [...document.querySelectorAll("h1, h2, .button, .badge, label")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }) && !one.closest("[inert], .visually-hidden"))
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && getComputedStyle(one).overflowX !== "visible")
    .map((one) => `cut off: ${one.outerHTML.slice(0, 90)}`)"""


async def sideways(page: Page) -> list[str]:
    """Return what must be scrolled sideways on `page`."""
    return await page.evaluate(SIDEWAYS)


async def wider_than_the_phone(page: Page, width: int) -> list[str]:
    """Return what makes `page` wider than a phone of `width` pixels, or the phone show it smaller than it is."""
    return await page.evaluate(TOO_WIDE, width)


async def cut_off(page: Page) -> list[str]:
    """Return the headings, buttons, badges and labels of `page` that do not show all of their words."""
    return await page.evaluate(CUT_OFF)
