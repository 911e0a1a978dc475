"""A phone held upright: nothing to scroll sideways, nothing too small for a thumb, nothing that jumps."""

import pytest

from games.registry import TITLES
from tests.browser.players import Player
from tests.browser.watch import BROWSER

pytestmark = BROWSER

PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}

TOO_WIDE = """() => {
    const width = document.documentElement.clientWidth;
    const needs = document.scrollingElement.scrollWidth;
    if (needs <= width && width === 390) return [];
    const wide = [...document.body.querySelectorAll("*")].filter((one) => one.getBoundingClientRect().right > 391);
    return [`is ${needs} wide: ` + wide.slice(0, 4).map((one) => one.outerHTML.slice(0, 90)).join(" | ")];
}"""
TOO_SMALL = """() => [...document.querySelectorAll(
        "main button, main a.button, header a, header button, summary, select, #compose li a")]
    .filter((one) => one.checkVisibility({ visibilityProperty: true }))
    .map((one) => ({ box: one.getBoundingClientRect(), text: one.outerHTML.slice(0, 120) }))
    .filter(({ box }) => box.width > 1 && (box.width < 43.5 || box.height < 43.5))
    .map(({ box, text }) => `${Math.round(box.width)} by ${Math.round(box.height)}: ${text}`)"""
JUMPS = """() => new Promise((done) => {
    let sum = 0;
    new PerformanceObserver((list) => {
        for (const shift of list.getEntries()) if (!shift.hadRecentInput) sum += shift.value;
    }).observe({ type: "layout-shift", buffered: true });
    const tell = () => done(sum > 0.1 ? [`jumps while it loads, by ${sum.toFixed(2)}`] : []);
    document.fonts.ready.then(() => requestAnimationFrame(() => requestAnimationFrame(tell)));
})"""


async def walk(page, places):
    """What is wrong at `places`, each with its name."""
    faults = []
    for name, path in places.items():
        await page.goto(path)
        for look in (TOO_WIDE, TOO_SMALL, JUMPS):
            faults += [f"{name}: {fault}" for fault in await page.evaluate(look)]
    return faults


async def test_what_strangers_meet_fits_a_phone(visit, watch, tour):
    watch.expect("status of 404")
    faults = await walk(await visit(**PHONE), tour.anonymous)
    assert not faults, "\n".join(faults)


async def test_what_members_meet_fits_a_phone(visit, tour):
    faults = await walk(await visit(**PHONE, storage_state=tour.member), tour.members)
    assert not faults, "\n".join(faults)


@pytest.mark.parametrize("title", TITLES)
async def test_moves_are_made_by_tapping_the_board(visit, title):
    guest = Player(await visit(**PHONE), seed=7)
    await guest.arrive_as_guest()
    await guest.sit_down_with_a_bot(TITLES[title])
    taps = 0
    for _decision in range(4):
        if await guest.until_due():
            taps += await guest.decide_on_the_board()
    assert taps > 1
