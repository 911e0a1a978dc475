"""Waiting until nothing on a page moves any more."""

from playwright.async_api import Page

SETTLED = """() => new Promise((done) => {
    const look = () => (document.getAnimations().length ? requestAnimationFrame(look) : done());
    requestAnimationFrame(look);
})"""


async def settle(page: Page) -> None:
    """Wait for the end of all animations of `page`."""
    await page.evaluate(SETTLED)
