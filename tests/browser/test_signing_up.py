"""From a stranger to a member: by a form and a mail, or by keeping what a guest has begun."""

from playwright.async_api import expect

from games.registry import TITLES
from tests.browser.places import confirm, sign_up
from tests.browser.players import Player
from tests.browser.watch import BROWSER

pytestmark = BROWSER

PASSWORD = "eleven lanterns on the water"


async def test_a_newcomer_signs_up_and_confirms_the_address(visit):
    page = await visit()
    await sign_up(page, "orsola", PASSWORD)
    await confirm(page, "orsola")
    await expect(page.locator("header details.menu summary")).to_have_text("orsola")


async def test_a_guest_keeps_the_account_and_the_match(visit):
    page = await visit()
    guest = Player(page)
    await guest.arrive_as_guest()
    game = next(iter(TITLES.values()))
    await guest.sit_down_with_a_bot(game)
    await page.goto("/account/keep/")
    for field, value in {"username": "ginevra", "email": "ginevra@example.org", "password": PASSWORD}.items():
        await page.locator(f"main input[name^={field}]").fill(value)
    await page.get_by_role("main").get_by_role("button", name="Create an account").click()
    await expect(guest.signed_in).to_have_text("ginevra")
    await page.goto("/")
    await expect(page.get_by_role("main").get_by_role("link", name=game.name, exact=True).first).to_be_visible()
