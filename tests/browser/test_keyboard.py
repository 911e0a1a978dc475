"""Everything can be reached and done by the keyboard alone, and focus never gets lost on the way."""

import pytest
from playwright.async_api import expect

from games.registry import TITLES
from tests.browser.players import Player
from tests.browser.watch import BROWSER
from tests.sampling import sampled

pytestmark = BROWSER

DECISIONS = 3
STEPS = 60  # of the Tab key, at most, from anywhere to anywhere on a page


async def press(page, target):
    """Go on with Tab until `target` has the focus and shows it, then press Enter."""
    await target.wait_for()
    for _step in range(STEPS):
        await page.keyboard.press("Tab")
        if await target.evaluate("element => element === document.activeElement"):
            outline = await target.evaluate("element => getComputedStyle(element).outlineStyle")
            assert outline != "none", f"nobody can see that {target} has the focus"
            await page.keyboard.press("Enter")
            return
    pytest.fail(f"{target} is not within {STEPS} steps of the Tab key")


async def focused(page):
    """Return what has the focus, as its id or its text."""
    return await page.evaluate("(document.activeElement.id || document.activeElement.innerText).slice(0, 60)")


@pytest.mark.parametrize("title", sampled(TITLES, ["masques"]))
async def test_a_guest_plays_by_keyboard_alone(visit, title):
    page = await visit()
    guest = Player(page, seed=6)
    await page.goto("/")
    await press(page, page.get_by_role("button", name=f"Play a bot at {TITLES[title].name}, as a guest"))
    await press(page, page.get_by_role("button", name="Start the match"))
    await expect(page.locator("#match")).to_be_visible()
    for _decision in range(DECISIONS):
        if not await guest.until_due():
            break
        while not await guest.confirm.is_visible():
            shown = await guest.shown()
            choice = guest.choices.nth(guest.rng.randrange(await guest.choices.count()))
            folded = choice.locator("xpath=ancestor::details[not(@open)]/summary")
            if await folded.count():
                await press(page, folded)
            await press(page, choice)
            await guest.gone(shown)
            assert await focused(page) == "prompt", "after a choice the next question has the focus"
        shown = await guest.shown()
        await press(page, guest.confirm)
        await guest.gone(shown)


async def test_an_arrow_key_in_a_select_changes_neither_page_nor_account(visit):
    """WCAG 3.2.2: what is chosen counts when its button is pressed."""
    page = await visit(color_scheme="light")
    sent = []
    page.on("request", lambda request: sent.append(request.url))
    await page.goto("/rules/")
    for label, button in (("Theme", "Change theme"), ("Language", "Change language")):
        field = page.get_by_label(label, exact=True)
        await field.focus()
        before, sent[:] = await page.content(), []
        await page.keyboard.press("ArrowDown")
        await page.keyboard.press("ArrowUp")
        await page.keyboard.press("ArrowDown")
        assert await field.evaluate("element => element === document.activeElement")
        assert await page.content() == before
        assert not sent
        await expect(page.get_by_role("button", name=button)).to_be_visible()


async def test_the_first_tab_skips_to_the_content(visit):
    page = await visit()
    await page.goto("/")
    await page.keyboard.press("Tab")
    assert await focused(page) == "Skip to the content"
    await page.keyboard.press("Enter")
    assert await focused(page) == "main"


async def test_escape_closes_the_menu_and_gives_the_focus_back(visit):
    page = await visit()
    await Player(page).arrive_as_guest()
    menu = page.locator("header details.menu")
    await press(page, menu.locator("summary"))
    await expect(menu.get_by_role("link", name="Settings")).to_be_visible()
    await page.keyboard.press("Tab")
    await page.keyboard.press("Escape")
    await expect(menu.get_by_role("link", name="Settings")).to_be_hidden()
    assert await menu.locator("summary").evaluate("element => element === document.activeElement")
