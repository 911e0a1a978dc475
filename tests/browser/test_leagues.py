"""Leagues as people meet them: made at a desk, joined and followed on a phone, read by keyboard."""

import re

import pytest_asyncio
from playwright.async_api import expect

from tests.browser import places
from tests.browser.watch import BROWSER

pytestmark = BROWSER

DESK = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 664}, "is_mobile": True, "has_touch": True}


@pytest_asyncio.fixture(loop_scope="session")
async def marco(visit, demo):
    """Opens pages as the demo's Marco."""

    async def opened(**wishes):
        return await visit(storage_state=demo.member, **wishes)

    return opened


async def make_league(page, name):
    """From the list of leagues to the form of a league of Masques for three, by clicking."""
    await page.goto("/leagues/")
    await page.get_by_role("link", name="Create a league").click()
    await page.get_by_role("main").get_by_role("link", name="Masques", exact=True).click()
    await page.get_by_role("link", name="3", exact=True).click()
    await page.get_by_role("link", name="Pods: one match in every seat").click()
    await page.get_by_label("Name", exact=True).fill(name)


async def test_a_league_is_made_with_its_defaults_after_a_look_at_its_first_schedule(marco):
    page = await marco(**DESK)
    await make_league(page, "Lagoon League")
    preview = page.get_by_role("region", name="Preview")
    await expect(preview).to_contain_text(
        "A division of 7 plays 7 matches, 3 per player. Each pair of players meets once."
    )
    await page.get_by_label("Players in a division").fill("5")
    await page.get_by_role("button", name="Update the preview").click()
    await expect(preview).to_contain_text(
        "A division of 5 plays 5 matches, 3 per player. Each pair of players meets 1 to 2 times."
    )
    await page.get_by_role("button", name="Create the league").click()
    await expect(page.get_by_role("heading", name="Lagoon League")).to_be_visible()
    await expect(page.get_by_role("link", name="Organise")).to_be_visible()
    await expect(page.locator("#season header")).to_contain_text("0 players")


async def test_impossible_values_are_refused_at_their_field_and_nothing_is_lost(marco, watch):
    watch.expect("status of 422")
    page = await marco(**DESK)
    await make_league(page, "Too many at once")
    size = page.get_by_label("Players in a division")
    await size.evaluate("field => field.removeAttribute('max')")
    await size.fill("40")
    await page.get_by_role("button", name="Create the league").click()
    await expect(page.get_by_role("main")).to_contain_text("13")
    await expect(page.get_by_label("Name", exact=True)).to_have_value("Too many at once")
    await expect(page.get_by_label("Players in a division")).to_have_value("40")


async def test_a_player_signs_up_on_a_phone_sees_what_comes_next_and_takes_it_back(marco, demo):
    page = await marco(**PHONE)
    await page.goto(demo.members["own ladder"])
    join = page.get_by_role("button", name="Sign up", exact=True)
    await join.tap()
    await expect(page.get_by_text("You’re in. We’ll notify you")).to_be_visible()
    await page.get_by_role("link", name="What happens next").first.tap()
    await expect(page.get_by_role("region", name="What happens next").get_by_role("listitem").first).to_be_visible()
    await page.get_by_role("link", name="Standings", exact=True).tap()
    await page.get_by_text("My season").tap()
    await page.get_by_label("I’m sure").check()
    await page.get_by_role("button", name="Leave the season").tap()
    await expect(page.get_by_text("You’ve left the season.")).to_be_visible()


async def test_standings_are_read_by_keyboard_from_a_line_to_its_values_and_matches(visit):
    page = await visit(**DESK)
    await page.goto(places.RUNNING)
    line = page.locator(".breaks").first
    for _press in range(60):
        await page.keyboard.press("Tab")
        if await line.locator("summary").evaluate("one => one === document.activeElement"):
            break
    await page.keyboard.press("Enter")
    for name in ("Points", "Wins", "Head-to-head", "Time-outs", "Drawing of lots"):
        await expect(line.get_by_role("term").filter(has_text=name).first).to_be_visible()
    match = line.get_by_role("link", name=re.compile("match")).first
    for _press in range(20):
        await page.keyboard.press("Tab")
        if await match.evaluate("one => one === document.activeElement"):
            break
    await page.keyboard.press("Enter")
    await page.wait_for_url("**/matches/*/")
    await expect(page.locator(".match-label")).to_contain_text("Masques Friends, season 1")


async def test_embedded_standings_have_no_site_frame(visit):
    page = await visit(**DESK)
    await page.goto("/credits/")
    answer = await page.request.get(f"{places.RUNNING}embed/")
    assert "frame-ancestors *" in answer.headers["content-security-policy"]
    await page.goto(f"{places.RUNNING}embed/")
    await expect(page.get_by_role("table")).to_be_visible()
    assert await page.get_by_role("banner").count() == 0


async def test_printed_standings_have_every_line_and_no_buttons(visit):
    page = await visit(**DESK)
    await page.goto(places.RUNNING)
    await page.emulate_media(media="print")
    await expect(page.get_by_role("table")).to_contain_text("Zanetta")
    assert await page.get_by_role("button").count() == 0
    assert await page.get_by_role("navigation").count() == 0


async def test_a_league_is_joined_without_scripts(marco, demo):
    page = await marco(**DESK, java_script_enabled=False)
    await page.goto(demo.members["own ladder"])
    await page.get_by_role("button", name="Sign up", exact=True).click()
    await expect(page.get_by_text("You’re in. We’ll notify you")).to_be_visible()
    await page.get_by_text("My season").click()
    await page.get_by_label("I’m sure").check()
    await page.get_by_role("button", name="Leave the season").click()
    await expect(page.get_by_text("You’ve left the season.")).to_be_visible()


async def test_a_result_of_the_real_table_is_recorded_on_a_phone_for_a_match_of_the_season(marco):
    page = await marco(**PHONE)
    await page.goto(places.RUNNING)
    card = page.get_by_role("region", name="Played at a real table?")
    await card.get_by_role("link").last.click()
    form = page.get_by_role("form", name="Record the result")
    await expect(form.get_by_role("button", name="Record the result")).to_be_visible()  # all seats are above it
    for place, player in enumerate(await form.get_by_role("group").all(), 1):
        await player.get_by_label("Place").fill(str(place))
        await player.get_by_label("Favours").fill(str(12 - place))
    await form.get_by_label("Where").fill("Caffè Florian")
    await form.get_by_role("button", name="Record the result").click()
    await expect(page.get_by_text("It settles a league match as soon as everyone has confirmed it")).to_be_visible()
    await page.goto(places.RUNNING)
    await expect(card.get_by_text("waiting to be confirmed")).to_be_visible()
    await card.get_by_role("listitem").filter(has_text="waiting to be confirmed").get_by_role("link").click()
    await page.get_by_role("button", name="Withdraw it from the league").click()
    await expect(form).to_be_visible()
    await expect(page.get_by_role("button", name="Use this result")).to_have_count(1)
