"""Choices about notices in a browser: what is saved, a test by mail with its answer, and the page of a mailbox."""

from playwright.async_api import expect

from tests.browser.places import confirm, sign_up
from tests.browser.tour import Tour
from tests.browser.watch import BROWSER
from tests.waiting import soon

pytestmark = BROWSER

PASSWORD = "eleven lanterns on the water"


async def test_choices_are_kept_and_a_test_says_what_the_other_side_answered(visit, axe):
    page = await visit()
    await sign_up(page, "loredana", PASSWORD)
    await confirm(page, "loredana")
    await page.goto("/notices/settings/")
    turn = page.get_by_role("group", name="It’s my turn")
    await turn.get_by_label("E-mail").select_option(label="In the digest")
    await page.get_by_label("Quiet hours begin at").select_option("22")
    await page.get_by_label("Quiet hours end at").select_option("7")
    await page.get_by_role("button", name="Save", exact=True).click()
    await expect(page.get_by_role("main")).to_contain_text("Saved.")
    await expect(turn.get_by_label("E-mail")).to_have_value("digest")
    await expect(page.get_by_label("Quiet hours begin at")).to_have_value("22")
    await page.get_by_role("link", name="loredana@example.org").click()
    await page.get_by_role("button", name="Send a test").click()
    await expect(page.get_by_role("main")).to_contain_text("The test leaves in a few seconds.")

    async def is_answered() -> bool:
        await page.reload()
        return await page.get_by_text("A test: delivered").count() == 1

    await soon(is_answered, "the answer to a test")
    tour = await Tour.begin(visit, axe, storage_state=await page.context.storage_state())
    await tour.see("a mailbox", page.url)
    assert not tour.faults, "\n".join(tour.faults)
