"""The behaviour of a match's script between the reader's own steps, and the things it leaves to its reader."""

import asyncio
import re

from playwright.async_api import Page, expect

from games.registry import TITLES
from tests.browser.players import Player
from tests.browser.watch import BROWSER
from tests.waiting import soon

pytestmark = BROWSER

ASK_AGAIN = "document.getElementById('match').dataset.rev = 0; dispatchEvent(new Event('focus'))"


async def seated(visit, seed: int = 1) -> Player:
    """A guest who owes a decision at a table with a bot."""
    guest = Player(await visit(), seed)
    await guest.arrive_as_guest()
    await guest.sit_down_with_a_bot(next(iter(TITLES.values())))
    await guest.until_due()
    return guest


async def two_at_a_table(visit, **wants) -> tuple[Player, Player]:
    """Two guests at one table: the one who must decide first, and the other."""
    host, guest = Player(await visit(**wants), 1), Player(await visit(**wants), 2)
    await host.arrive_as_guest()
    table = await host.open_a_table_for_two()
    await guest.arrive_as_guest()
    await guest.page.goto(table)
    await guest.page.get_by_role("button", name="Sit down").click()
    for player in (host, guest):
        await expect(player.page.locator("#match")).to_be_visible()

    async def somebody_is_due() -> bool:  # the first player was drawn by lot
        return await host.form.is_visible() or await guest.form.is_visible()

    await soon(somebody_is_due, "the first decision")
    return (host, guest) if await host.form.is_visible() else (guest, host)


async def refreshed(page: Page) -> None:
    """Let the page find that it is out of date, and wait until it has been fetched again."""
    await page.evaluate(ASK_AGAIN)
    await expect(page.locator("#match")).not_to_have_attribute("data-rev", "0")


async def test_a_click_while_the_table_is_brought_up_to_date_is_not_lost(visit):
    guest = await seated(visit)
    page = guest.page
    asked, answer = asyncio.Event(), asyncio.Event()

    async def hold(route):
        asked.set()
        await answer.wait()
        await route.continue_()

    await page.route(re.compile(r"/matches/\w+/$"), hold)
    await page.evaluate(ASK_AGAIN)
    await asked.wait()
    await guest.choices.first.click()
    answer.set()
    await expect(page).to_have_url(re.compile(r"\?move=\w"))
    await expect(page.locator("#match")).not_to_have_attribute("data-rev", "0")


async def test_opened_and_typed_input_stays_with_the_cursor(visit):
    page = (await two_at_a_table(visit))[1].page
    await page.locator("[popovertarget=more]").first.click()
    ending = page.locator("details", has_text="End by agreement …")
    await ending.locator("summary").click()
    notes = page.locator("#match-note")
    await notes.locator("summary").click()
    field = page.get_by_label("Notes only you can read")
    await field.fill("They bluff in the second round.")
    await field.evaluate("(field) => field.setSelectionRange(4, 7)")
    await refreshed(page)
    await expect(page.locator("#more")).to_be_visible()
    await expect(ending).to_have_attribute("open", "")
    await expect(notes).to_have_attribute("open", "")
    await expect(field).to_have_value("They bluff in the second round.")
    await expect(field).to_be_focused()
    assert await field.evaluate("(field) => [field.selectionStart, field.selectionEnd]") == [4, 7]
    await ending.locator("summary").click()
    await refreshed(page)
    await expect(ending).not_to_have_attribute("open", "")


async def test_opened_parts_stay_open_over_steps_of_both_sides(visit):
    one, other = await two_at_a_table(visit, viewport={"width": 1400, "height": 900})
    endings = [player.page.locator("details", has_text="End by agreement …") for player in (one, other)]
    for ending in endings:
        await ending.locator("summary").click()
    await one.decide()
    await other.catches_up_with(one)
    for ending in endings:
        await expect(ending).to_have_attribute("open", "")


async def test_the_log_stays_where_it_was_scrolled_and_marked(visit):
    guest = await seated(visit)
    for _decision in range(3):
        await guest.decide()
        await guest.until_due()
    page, log = guest.page, guest.page.locator(".log")
    await log.evaluate("(log) => { log.style.maxHeight = '4rem'; log.style.overflowY = 'auto'; log.scrollTop = 30; }")
    await log.locator("li").last.evaluate("(line) => getSelection().selectAllChildren(line)")
    marked, top = await page.evaluate("String(getSelection())"), await log.evaluate("(log) => log.scrollTop")
    assert marked
    assert top == 30
    await refreshed(page)
    assert await page.evaluate("String(getSelection())") == marked
    assert await page.locator(".log").evaluate("(log) => log.scrollTop") == top


LAYOUT = """() => [...document.querySelectorAll(".said, .since > *, .flank, .board, .dock, .answering > *")].map(
  (part) => Object.values(part.getBoundingClientRect().toJSON()).map(Math.round).join())"""


async def test_the_page_says_whether_it_is_connected_and_moves_nothing(visit, watch):
    watch.expect("net::ERR_FAILED")
    guest = await seated(visit)
    page = guest.page
    live, missed, said = (
        page.locator(".connection-live"),
        page.locator(".connection-missed"),
        page.locator("#match-news"),
    )
    await page.goto(page.url.partition("?")[0])
    await expect(live).to_be_visible()
    await expect(live).to_have_text("Live")
    await expect(missed).to_be_hidden()
    await expect(said).to_be_empty()  # nothing was missed
    layout = await page.evaluate(LAYOUT)
    await page.route("**/rev/*", lambda route: route.abort())  # no beat says otherwise
    await page.evaluate("dispatchEvent(new Event('offline'))")
    await expect(missed).to_be_visible()
    await expect(live).to_be_hidden()
    await expect(said).to_have_text("Reconnecting …")
    assert await page.evaluate(LAYOUT) == layout
    await guest.rendered_after(await guest.any_choice())
    await expect(missed).to_be_visible()
    await page.unroute("**/rev/*")
    await page.evaluate("dispatchEvent(new Event('online'))")
    await expect(live).to_be_visible()
    await expect(missed).to_be_hidden()
    await expect(said).to_have_text("Live")


async def test_a_late_script_gets_the_earlier_frames(visit, watch):
    watch.expect("net::ERR_FAILED")
    page = (await seated(visit)).page
    late = asyncio.Event()

    async def hold(route):
        await late.wait()
        await route.continue_()

    async def refuse(route):
        await route.abort()

    await page.route(re.compile(r"/js/match(\.\w+)?\.js"), hold)
    await page.route(re.compile(r"/rev/"), refuse)  # no beat helps
    async with page.expect_websocket() as opened:
        await page.goto(page.url.partition("?")[0], wait_until="commit")
    socket = await opened.value
    while "match" not in await socket.wait_for_event("framereceived"):
        pass
    await page.evaluate("document.getElementById('match').dataset.rev = 0")
    late.set()
    await expect(page.locator("#match")).not_to_have_attribute("data-rev", "0")


async def test_a_line_that_was_really_gone_comes_back_by_itself(visit, watch):
    watch.expect("net::ERR_INTERNET_DISCONNECTED")
    page = (await seated(visit)).page
    missed = page.locator(".connection-missed")
    await page.context.set_offline(True)
    await expect(missed).to_be_visible()
    await page.context.set_offline(False)
    await expect(missed).to_be_hidden()


async def test_only_lines_that_are_new_are_announced(visit):
    guest = await seated(visit)
    page, news = guest.page, guest.page.locator("#match-news")
    await page.goto(page.url.partition("?")[0])  # the bot may have moved since the page was opened
    await refreshed(page)
    await expect(news).to_be_empty()  # everything had been there before
    await guest.decide()
    await guest.until_due()
    said = await page.locator(".log li").evaluate_all("(lines) => lines.length")
    await page.evaluate("document.getElementById('match-news').textContent = ''")
    for _twice in range(2):
        await refreshed(page)
        await expect(news).to_be_empty()
    assert said


async def test_only_the_choosing_player_gets_a_message(visit):
    guest = await seated(visit)
    page, told = guest.page, guest.page.locator("#match-changed")
    await refreshed(page)
    await expect(told).to_be_hidden()
    await page.locator("#match a[data-plays]").click()
    await expect(page.locator("#match.replayed")).to_be_visible()
    await page.evaluate(ASK_AGAIN)
    await page.wait_for_timeout(500)
    await expect(told).to_be_hidden()
    await expect(page.locator("#match.replayed")).to_be_visible()
    await page.locator(".match-picker").get_by_role("link", name="Go to the table").click()
    await expect(page.locator("#match.replayed")).to_have_count(0)
    while not await guest.confirm.is_visible():
        await guest.rendered_after(await guest.any_choice())
    await page.evaluate(ASK_AGAIN)
    await expect(told).to_be_visible()
    await expect(guest.confirm).to_be_visible()
