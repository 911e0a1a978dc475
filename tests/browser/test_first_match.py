"""From the front page to the first decision in one press, with the coach."""

import pytest
from playwright.async_api import Page, expect

from tests.browser.checks.axe import RULES
from tests.browser.players import Player
from tests.browser.watch import BROWSER, PATIENCE
from tests.sampling import sampled
from tests.waiting import soon

pytestmark = BROWSER

PHONE = {"viewport": {"width": 390, "height": 664}, "is_mobile": True, "has_touch": True}
PLACES = """() => ["#prompt", "#board", ".dock"].map((each) => {
    const { x, y, width, height } = document.querySelector(each).getBoundingClientRect();
    return [x, y, width, height];
})"""
# The choices on the board in whose middle something else lies.
COVERED = """() => [...document.querySelectorAll("#board a.part")].filter((one) => {
    const { x, y, width, height } = one.getBoundingClientRect();
    return !one.contains(document.elementFromPoint(x + width / 2, y + height / 2));
}).length"""
LINES = """(one) => Math.round(one.getBoundingClientRect().height / parseFloat(getComputedStyle(one).lineHeight))"""
SMALL = """() => [...document.querySelectorAll("#coach button")].map((one) => one.getBoundingClientRect())
    .filter(({ width, height }) => width < 44 || height < 44).length"""


async def press(page: Page, scripts: bool = True) -> Player:
    """The press of the front page, and the first decision. A page without scripts hears of a bot's first move when it
    is asked again."""
    await page.goto("/")
    await page.get_by_role("button", name="Play a bot now").click()
    await page.wait_for_url("**/matches/*/")
    player = Player(page)

    async def asked() -> bool:
        await page.reload()
        return await player.form.is_visible()

    if not scripts:
        await soon(asked, "a decision is asked for", PATIENCE / 1000)
    assert await player.until_due()
    return player


async def further(player: Player) -> None:
    """Compose one part more: the first that may come next."""
    await player.page.goto(str(await player.choices.first.get_attribute("href")))


async def test_one_press_leads_a_stranger_to_a_decision(visit):
    page = await visit(**PHONE)
    await press(page)
    await expect(page.locator("#prompt")).to_contain_text("Your turn")
    assert await page.locator("#compose a, #compose button, #board a.part, #tray a").count()


@pytest.mark.parametrize("scripts", [True, False], ids=["with scripts", "without"])
async def test_the_coach_pushes_nothing_and_goes_away(visit, scripts):
    page = await visit(**PHONE, java_script_enabled=scripts)
    await press(page, scripts)
    coach = page.locator("#coach")
    await expect(coach).to_be_visible()
    if scripts:
        assert await coach.locator("p").evaluate(LINES) <= 4
        assert await page.evaluate(SMALL) == 0
        assert await page.evaluate(COVERED) == 0
        before = await page.evaluate(PLACES)
    await coach.get_by_role("button", name="Got it").click()
    await expect(coach).to_be_hidden()
    if scripts:
        assert await page.evaluate(PLACES) == before
    await page.reload()
    await expect(coach).to_be_hidden()


async def test_a_player_who_wants_no_hints_gets_none_at_the_next_decision(visit):
    page = await visit(**PHONE)
    player = await press(page)
    await page.get_by_role("button", name="No more hints").click()
    await expect(page.locator("#coach")).to_be_hidden()
    while not await player.confirm.is_visible():
        await further(player)
        await expect(page.locator("#coach")).to_be_hidden()
    await player.rendered_after(player.confirm)
    await player.until_due()
    await expect(page.locator("#coach")).to_be_hidden()


async def test_putting_a_hint_away_leaves_the_half_composed_move_alone(visit):
    page = await visit(**PHONE)
    player = await press(page)
    await page.get_by_role("button", name="Got it").click()
    await expect(page.locator("#coach")).to_be_hidden()
    await further(player)
    await expect(page.locator("#coach")).to_be_visible()
    assert await page.evaluate(COVERED) == 0
    address = page.url
    assert "move=" in address
    await page.get_by_role("button", name="Got it").click()
    await expect(page.locator("#coach")).to_be_hidden()
    assert page.url == address


@pytest.mark.parametrize("scheme", sampled(["light", "dark"], ["dark"]))
async def test_the_coach_passes_axe(visit, axe, scheme):
    page = await visit(**PHONE, color_scheme=scheme)
    await axe.bring(page)
    await press(page)
    await expect(page.locator("#coach")).to_be_visible()
    faults = [fault for fault in await axe.audit(page, RULES, scheme) if "coach" in fault]
    assert not faults, "\n".join(faults)
