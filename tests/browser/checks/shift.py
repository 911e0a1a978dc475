"""The distance that the parts of a page moved while it was loaded."""

from playwright.async_api import Page

SHIFT = """() => new Promise((done) => {
    let sum = 0;
    new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) if (!shift.hadRecentInput) sum += shift.value;
    }).observe({ type: "layout-shift", buffered: true });
    document.fonts.ready.then(() => requestAnimationFrame(() => requestAnimationFrame(() => done(sum))));
})"""

WATCH = """
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
        for (const { value, hadRecentInput } of list.getEntries()) shifts.push([value, hadRecentInput]);
    }).observe({ type: "layout-shift", buffered: true });
"""
SINCE = """() => new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(() => {
        const sum = (found) => found.reduce((all, [value]) => all + value, 0);
        const all = shifts.splice(0);
        done([sum(all.filter(([_value, isInput]) => !isInput)), sum(all)]);
    }));
})"""


async def watch(page: Page) -> None:
    """Record the layout shifts of all that `page` loads from now on."""
    await page.add_init_script(WATCH)


async def since(page: Page) -> tuple[float, float]:
    """Return the layout shift of `page`, which is watched, since the last call: the part that no tap has asked for, and
    all."""
    unasked, everything = await page.evaluate(SINCE)
    return unasked, everything


async def shift(page: Page) -> float:
    """Return the layout shift of `page`, which was just loaded, until all its letters are there."""
    return await page.evaluate(SHIFT)


async def jumps(page: Page, limit: float) -> list[str]:
    """Return a complaint if `page`, which was just loaded, shifted by more than `limit`."""
    found = await shift(page)
    return [f"jumps while it loads, by {found:.2f}"] if found > limit else []
