"""How far the parts of a page moved while it was loaded."""

from playwright.async_api import Page

SHIFT = """() => new Promise((done) => {
    let sum = 0;
    new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) if (!shift.hadRecentInput) sum += shift.value;
    }).observe({ type: "layout-shift", buffered: true });
    document.fonts.ready.then(() => requestAnimationFrame(() => requestAnimationFrame(() => done(sum))));
})"""


async def shift(page: Page) -> float:
    """The layout shift of `page`, which was just loaded, until all its letters are there."""
    return await page.evaluate(SHIFT)


async def jumps(page: Page, limit: float) -> list[str]:
    """Whether `page`, which was just loaded, shifted by more than `limit`."""
    found = await shift(page)
    return [f"jumps while it loads, by {found:.2f}"] if found > limit else []
