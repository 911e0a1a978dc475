"""Measures the time from a move to its display in Chromium."""

import asyncio
import shutil
import time
from typing import Any

from playwright.async_api import Page, async_playwright

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
PAINTED = """
() => {
    window.painted = {};
    const note = () => {
        const rev = document.getElementById("match").dataset.rev;
        requestAnimationFrame(() => requestAnimationFrame(() => { window.painted[rev] ??= Date.now(); }));
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
}
"""
SHIFTED = """
window.shifted = 0;
new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.shifted += entry.hadRecentInput ? 0 : entry.value;
}).observe({ type: "layout-shift", buffered: true });
"""


def chromium() -> str | None:
    """Return the path of Chromium on this machine; None if it is not installed."""
    return next((path for name in CHROMIUM if (path := shutil.which(name))), None)


async def seen_in_chromium(bench: Any, playing: Any) -> tuple[list[float], dict[str, float]]:
    """Return the time from each move until it was painted in the opponent's browser, and the layout shift of first
    visits by page; empty if Chromium is not installed."""
    path = chromium()
    if path is None:
        return [], {}
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=path)
        shifts = {
            label: await shift_of(browser, f"http://localhost:{bench.site.port}{path}")
            for label, path in (("home", "/"), ("a match", f"/matches/{playing.match}/"))
        }
        pages = {name: await opened(browser, bench, playing.match, name) for name in playing.names}
        took = []
        while playing.moves:
            mover, move = playing.next_move()
            (page,) = [page for name, page in pages.items() if name != mover]
            rev = int(await page.get_attribute("#match", "data-rev") or 0) + 1
            began = time.time()
            await bench.clients[mover].send(playing.match, move)
            await page.wait_for_function("rev => window.painted[rev]", arg=str(rev))
            took.append(await page.evaluate("rev => window.painted[rev]", str(rev)) / 1000 - began)
            await asyncio.sleep(1)
        await browser.close()
    return took, shifts


async def shift_of(browser: Any, address: str) -> float:
    """Return the cumulative layout shift of a first visit to `address`."""
    page: Page = await (await browser.new_context()).new_page()
    await page.add_init_script(SHIFTED)
    await page.goto(address, wait_until="networkidle")
    await asyncio.sleep(1)
    return float(await page.evaluate("window.shifted"))


async def opened(browser: Any, bench: Any, match: str, name: str) -> Page:
    """Open the page of a match in a browser of the user `name`, and return it."""
    site = f"http://localhost:{bench.site.port}"
    context = await browser.new_context(base_url=site)
    await context.add_cookies([{"name": "session", "value": bench.sessions[name], "url": site}])
    page: Page = await context.new_page()
    await page.goto(f"/matches/{match}/")
    await page.evaluate(PAINTED)
    await asyncio.sleep(1)
    return page
