"""Every kind of page passes axe, in both themes."""

from typing import Any

from axe_playwright_python.async_playwright import Axe
from playwright.async_api import expect

from tests.browser.watch import BROWSER

pytestmark = BROWSER

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
SETTLED = """() => new Promise((done) => {
    const look = () => (document.getAnimations().length ? requestAnimationFrame(look) : done());
    requestAnimationFrame(look);
})"""
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}  # all that a theme changes


async def violations(page, options: dict[str, Any], where: str) -> list[str]:
    found = await Axe().run(page, options={**options, "resultTypes": ["violations"]})
    return [
        f"{where}: {rule['id']} ({rule['impact']}): {node['target']} {node['html'][:160]}"
        + "".join(f"\n    {check['message']}" for check in node["any"][:2])
        for rule in found.response["violations"]
        for node in rule["nodes"][:3]
    ]


async def walk(page, places: dict[str, str]) -> list[str]:
    """What axe finds at `places`, by day and by night."""
    faults = []
    for name, path in places.items():
        await page.emulate_media(color_scheme="light")
        await page.goto(path)
        faults += await violations(page, RULES, name)
        await page.emulate_media(color_scheme="dark")
        await page.evaluate(SETTLED)
        faults += await violations(page, COLOURS, f"{name}, dark")
    return faults


async def test_what_strangers_meet_passes_axe(visit, watch, tour):
    watch.expect("status of 404")
    faults = await walk(await visit(), tour.anonymous)
    assert not faults, "\n".join(faults)


async def test_what_members_meet_passes_axe(visit, tour):
    faults = await walk(await visit(storage_state=tour.member), tour.members)
    assert not faults, "\n".join(faults)


async def test_a_stranger_may_choose_the_dark_theme_by_day(visit):
    page = await visit(color_scheme="light")
    await page.goto("/rules/")
    paper = (
        "getComputedStyle(document.documentElement).backgroundColor + getComputedStyle(document.body).backgroundColor"
    )
    light = await page.evaluate(paper)
    await page.get_by_label("Theme").select_option("dark")
    await expect(page.locator("html")).to_have_attribute("data-theme", "dark")  # at once, no button to press
    await expect(page.get_by_label("Theme")).to_have_value("dark")
    assert "/rules/" in page.url
    dark = await page.evaluate(paper)
    assert dark != light
    await page.goto("/credits/")
    assert await page.evaluate(paper) == dark
