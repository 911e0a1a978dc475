"""A hand on a phone: decisions without the board, and cards that neighbours don't see."""

from playwright.async_api import expect

from games.registry import TITLES
from tests.browser.players import Player
from tests.browser.watch import BROWSER

pytestmark = BROWSER

DECISIONS = 3


async def test_a_match_is_played_from_the_hand_whose_cards_can_be_turned_face_down(visit):
    page = await visit(viewport={"width": 360, "height": 640}, is_mobile=True, has_touch=True)
    player = Player(page)
    await player.arrive_as_guest()
    await player.sit_down_with_a_bot(TITLES["masques"])
    await page.goto(f"{page.url}hand/")
    await page.evaluate("window.neverReloaded = true")
    for _decision in range(DECISIONS):
        assert await player.until_due()
        await player.decide()
    assert await player.until_due()
    assert await page.evaluate("window.neverReloaded")
    assert page.url.endswith("/hand/")

    cards, backs = page.locator("#tray"), page.get_by_text("Your cards are face down.")
    await expect(cards).to_be_visible()
    await page.get_by_label("Cards face down").check()
    for hidden in (cards, page.locator("#prompt"), player.form, page.get_by_text("My notes")):
        await expect(hidden).to_be_hidden()
    await expect(backs).to_be_visible()
    await page.reload()
    await expect(backs).to_be_visible()  # this phone remembers it
    await expect(cards).to_be_hidden()
    await page.get_by_label("Cards face down").uncheck()
    await expect(cards).to_be_visible()
