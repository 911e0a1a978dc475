"""People as they are: in another zone than their browser, with a name from right to left, on from match to match."""

import re
from datetime import datetime
from zoneinfo import ZoneInfo

from playwright.async_api import Page, expect

from games.plumbing.bidi import isolated
from games.registry import TITLES
from tests.browser.players import Player
from tests.browser.watch import BROWSER

pytestmark = BROWSER

FIRST = next(iter(TITLES.values()))
DEADLINE = "#deadline time[data-local]"


async def deadline_is_told(page: Page, zone: str, named: str = "") -> str:
    """Wait until the page's script has written the deadline of its match as in this zone; the words."""
    time = page.locator(DEADLINE)
    words = written(datetime.fromisoformat(str(await time.get_attribute("datetime"))), zone, named)
    await expect(time).to_have_text(words)
    return words


def written(moment: datetime, zone: str, named: str = "") -> str:
    """A moment as an English browser writes it."""
    there = moment.astimezone(ZoneInfo(zone))
    hour = there.hour % 12 or 12
    clock = f"{hour}:{there.minute:02} {'AM' if there.hour < 12 else 'PM'}"
    return " ".join(filter(None, [f"{there:%b} {there.day}, {there.year}, {clock}", named]))


async def test_the_zone_of_the_settings_counts_and_is_named_where_the_browser_shows_another(visit):
    page = await visit(timezone_id="America/New_York", locale="en-US")
    guest = Player(page)
    await guest.arrive_as_guest()
    await guest.sit_down_with_a_bot(FIRST)
    await guest.until_due()
    match = page.url.partition("?")[0]
    await deadline_is_told(page, "America/New_York")  # a guest has the zone of the browser they came with
    await page.goto("/account/settings/")
    assert await page.get_by_label("Time zone").input_value() == "New York (America), UTC" + (
        "−4" if datetime.now(ZoneInfo("America/New_York")).dst() else "−5"
    )
    await page.get_by_label("Time zone").fill("Tokyo")
    await page.get_by_role("button", name="Save").click()
    await expect(page.get_by_role("main")).to_contain_text("Saved.")
    await page.goto(match)
    words = await deadline_is_told(page, "Asia/Tokyo", "GMT+9")
    title = str(await page.locator(DEADLINE).get_attribute("title"))
    assert " ".join(title.split()) == words


async def test_a_stranger_has_the_zone_of_the_browser(visit):
    page = await visit(timezone_id="Asia/Kathmandu", locale="en-US")
    await page.goto("/leagues/masques-friends/timetable/")
    time = page.locator("time[data-local]").first
    moment = datetime.fromisoformat(str(await time.get_attribute("datetime")))
    assert " ".join((await time.inner_text()).split()) == written(moment, "Asia/Kathmandu")


ORDER = """(names) => names.map((name) => {
  const text = document.querySelector('p').firstChild;
  const range = document.createRange();
  range.setStart(text, text.data.indexOf(name));
  range.setEnd(text, text.data.indexOf(name) + name.length);
  return range.getBoundingClientRect().left;
})"""


async def test_a_name_from_right_to_left_keeps_its_line_in_order(visit):
    """Browsers follow the marks of `games.plumbing.bidi`; without them points come before the name."""
    page = await visit()
    name = "דנה 7"
    for shown, is_right in ((isolated(name), True), (name, False)):
        await page.set_content(f"<p>{shown}: 12 points</p>")
        of_name, of_points = await page.evaluate(ORDER, ["דנה", "12"])
        assert (of_name < of_points) is is_right


async def test_the_next_match_opens_by_itself_after_a_move_for_who_wants_it(visit):
    guest = Player(await visit(), 5)
    await guest.arrive_as_guest()
    matches = []
    for _match in range(2):
        await guest.sit_down_with_a_bot(FIRST)
        await guest.until_due()
        matches.append(guest.page.url.partition("?")[0])
    await guest.page.goto("/account/settings/")
    await guest.page.get_by_label("Go to the next match automatically").check()
    await guest.page.get_by_label("Ask me to confirm each move").uncheck()
    await guest.page.get_by_role("button", name="Save").click()
    await expect(guest.page.get_by_role("main")).to_contain_text("Saved.")
    await guest.page.goto(matches[1])
    for _choice in range(9):
        if guest.page.url.startswith(matches[0]):
            break
        await (await guest.any_choice()).click()
        await guest.page.wait_for_timeout(700)
    await expect(guest.page).to_have_url(re.compile(re.escape(matches[0])))
    await expect(guest.form).to_be_visible()
