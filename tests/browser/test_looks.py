"""Every reader's own way of looking: large type, own colours, less motion, paper; and what a first visit costs."""

import re

import pytest
from playwright.async_api import expect

from games.registry import TITLES
from tests.browser.checks.shift import shift
from tests.browser.watch import BROWSER
from tests.sampling import sampled

pytestmark = BROWSER

DESK = {"viewport": {"width": 1440, "height": 900}}
FIRST_VISIT = 110_000  # bytes over the wire, with the fonts; tests/http/test_weight.py counts what is sent

PAINTED = """() => new Promise((done) => {
    new PerformanceObserver((list) => list.getEntriesByName("first-contentful-paint").length && done())
        .observe({ type: "paint", buffered: true });
})"""
# All letters are there; the layout asks for the fonts that it needs.
LETTERS = """async () => { document.body.getBoundingClientRect(); await document.fonts.ready; }"""
PLACES = """() => [...document.querySelectorAll("main :is(h1, h2, h3, li, img, p, section)")]
    .filter((one) => !one.closest("[inert] *")) // pictures of tables, in boxes of a fixed size
    .map((one) => {
    const { left, top, width } = one.getBoundingClientRect();
    return [one.tagName, Math.round(left), Math.round(top), Math.round(width)];
})"""
WIRE = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
    .map((one) => [one.name, one.transferSize])"""


async def style(locator, name):
    return await locator.evaluate(f"(one) => getComputedStyle(one)['{name}']")


async def test_with_the_readers_own_colours_one_still_sees_where_one_is_and_what_is_a_button(visit):
    page = await visit(forced_colors="active")
    await page.goto("/rules/")
    nav = page.get_by_role("navigation", name="Site")
    here = await style(nav.get_by_role("link", name="Rules"), "border-bottom-color")
    elsewhere = await style(nav.get_by_role("link", name="Home"), "border-bottom-color")
    ground = await style(page.locator("body"), "background-color")
    assert elsewhere == ground
    assert here != ground
    await page.goto("/design/")
    light = page.locator(".theme").first
    for name in ("Primary", "Plain", "Danger"):
        button = light.get_by_role("button", name=name, exact=True)
        assert await style(button, "border-bottom-color") != await style(button, "background-color")
    chosen, other = light.get_by_role("radio").first, light.get_by_role("radio").last
    around = "xpath=ancestor::label"
    assert await style(chosen.locator(around), "outline-style") == "solid"
    assert await style(other.locator(around), "outline-style") == "none"


async def test_a_field_that_was_refused_is_marked_by_more_than_its_colour(visit):
    page = await visit()
    await page.goto("/design/")
    light = page.locator(".theme").first
    right, wrong = (light.get_by_label(name, exact=True) for name in ("A field", "A field with an error"))
    assert await style(wrong, "border-top-width") > await style(right, "border-top-width")
    assert await wrong.get_attribute("aria-invalid") == "true"


async def test_nothing_moves_for_those_who_asked_for_less_motion(visit):
    page = await visit(**DESK)
    await page.goto("/design/")
    button = page.locator(".theme .button.primary").first
    assert await style(button, "transition-duration") == "0s"
    await page.emulate_media(reduced_motion="no-preference")
    assert await style(button, "transition-duration") != "0s"


@pytest.mark.parametrize("title", sampled(TITLES, ["mascarade"]))
async def test_printed_rules_are_text_on_white_paper_alone(visit, title):
    page = await visit(**DESK, color_scheme="dark")
    await page.goto(f"/rules/{title}/")
    await page.get_by_label("Theme").select_option("dark")
    await page.get_by_role("button", name="Change theme").click()
    await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    await page.wait_for_url(f"**/rules/{title}/")
    await page.emulate_media(media="print")
    for name in ("banner", "contentinfo", "navigation"):
        assert await page.get_by_role(name).count() == 0, f"the {name} is printed"
    assert await page.get_by_role("button").count() == 0
    text = page.get_by_role("article").locator("p").first
    assert await style(text, "color") == "rgb(0, 0, 0)"
    assert await style(page.locator("body"), "background-color") in ("rgba(0, 0, 0, 0)", "rgb(255, 255, 255)")


@pytest.mark.parametrize("title", sampled(TITLES, ["masons"]))
async def test_rules_can_be_printed(visit, title):
    page = await visit(**DESK, color_scheme="dark")
    await page.goto(f"/rules/{title}/")
    assert len(await page.pdf(format="A4")) > 10_000


async def test_a_first_visit_is_light_and_nothing_jumps(visit):
    page = await visit(**DESK)
    await page.goto("/", wait_until="networkidle")  # no event tells that a page has asked for all that it wants
    assert await shift(page) < 0.01
    wire = await page.evaluate(WIRE)
    fonts = sum(size for name, size in wire if name.endswith(".woff2"))
    rest = sum(size for name, size in wire if not name.endswith(".woff2"))
    print(f"A first visit: {len(wire)} requests, {rest / 1024:.0f} KB, and {fonts / 1024:.0f} KB of fonts.")
    assert fonts > 0, wire
    assert 0 < rest + fonts < FIRST_VISIT, wire


async def test_letters_that_come_late_move_nothing(visit, watch):
    watch.expect("was preloaded using link preload")  # a browser wonders at fonts that are kept back
    page = await visit(**DESK)

    async def late(route):
        await page.wait_for_load_state("domcontentloaded")
        await page.evaluate(PAINTED)
        await route.continue_()

    await page.route("**/*.woff2", late)
    for path in ("/", "/tables/", f"/rules/{next(iter(TITLES))}/"):
        await page.goto(path)
        await page.evaluate(LETTERS)
        assert await shift(page) < 0.001, path


async def test_a_half_loaded_page_has_the_final_layout(visit):
    page = await visit(**DESK)

    async def waited_for(route):  # whether an optional font is shown would depend on how fast this machine is
        answer = await route.fetch()
        await route.fulfill(response=answer, body=(await answer.text()).replace("optional", "block"))

    async def arrive(path, whole, length):
        async def cut(route):
            await route.fulfill(response=whole, body=(await whole.text())[:length])

        await page.route(f"**{path}", cut)
        await page.goto(path)
        await page.unroute(f"**{path}")
        await page.evaluate(LETTERS)
        return await page.evaluate(PLACES)

    await page.route("**/css/fonts*.css", waited_for)
    for path in ("/", "/rules/"):
        answer = await page.request.get(path)
        body = await answer.text()
        whole = await arrive(path, answer, len(body))
        ends = [end.end() for end in re.finditer("</li>|</section>", body) if end.start() > body.index("<main")]
        for end in ends[:: len(ends) // 6 or 1]:
            part = await arrive(path, answer, end)
            assert part == whole[: len(part)], f"{path}, cut after {body[:end][-90:]}"


async def test_no_page_jumps_while_it_loads_at_a_desk(visit, demo):
    page = await visit(**DESK, storage_state=demo.member)
    for path in ("/", "/tables/", "/people/Marco/", f"/rules/{next(iter(TITLES))}/"):
        await page.goto(path)
        assert await shift(page) < 0.02, path


async def test_a_stranger_may_choose_the_dark_theme_by_day(visit):
    page = await visit(color_scheme="light")
    await page.goto("/rules/")
    paper = (
        "getComputedStyle(document.documentElement).backgroundColor + getComputedStyle(document.body).backgroundColor"
    )
    light = await page.evaluate(paper)
    await page.get_by_label("Theme").select_option("dark")
    await page.get_by_role("button", name="Change theme").click()
    await expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    await expect(page.get_by_label("Theme")).to_have_value("dark")
    assert "/rules/" in page.url
    dark = await page.evaluate(paper)
    assert dark != light
    await page.goto("/credits/")
    assert await page.evaluate(paper) == dark
