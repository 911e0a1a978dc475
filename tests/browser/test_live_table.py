"""The live table in a browser: moves go over the socket, and what they change comes over it; whatever the socket does
not bring or answer, the page fetches or sends by its form."""

import json
import re
import sqlite3
import zlib
from contextlib import closing
from typing import Any

import pytest
from playwright.async_api import Locator, Page, Route, WebSocketRoute, expect

from tests.browser.players import Player
from tests.browser.test_live_page import seated, two_at_a_table
from tests.browser.watch import BROWSER, Watch
from tests.processes import LiveSite
from tests.waiting import soon

pytestmark = BROWSER
Frame = dict[str, Any]


def asked_for(page: Page) -> list[str]:
    """The requests about matches that the page makes from now on, but for its heartbeat."""
    found: list[str] = []

    def note(request) -> None:
        if "/matches/" in request.url and "/rev/" not in request.url:
            found.append(f"{request.method} {request.url}")

    page.on("request", note)
    return found


async def moves_and_is_shown(player: Player) -> None:
    """Make a move, after which the table asks for nothing or for something else."""
    await player.until_due()
    await player.decide()
    await expect(player.page.locator("main[aria-busy]")).to_have_count(0)


async def test_a_move_and_what_it_changes_need_no_request(visit):
    first, other = await two_at_a_table(visit)
    rev = int(await other.page.locator("#match").get_attribute("data-rev") or 0)
    while not await first.confirm.is_visible():
        await first.rendered_after(await first.any_choice())
    asked = asked_for(first.page), asked_for(other.page)
    await first.rendered_after(first.confirm)
    await expect(other.page.locator("#match")).not_to_have_attribute("data-rev", str(rev))
    assert asked == ([], [])
    await marks_follow_the_heartbeat(first.page)


async def marks_follow_the_heartbeat(page: Page) -> None:
    """One player sees that the other is at the table, and that they are gone once a heartbeat says so."""
    crest = page.locator(".seat:not(.mine) .crest")
    await expect(crest.locator("[data-here]")).to_be_visible()
    await expect(crest).to_have_accessible_name(re.compile("at the table now$"))
    await expect(page.locator(".seat.mine .crest [data-here]")).to_be_hidden()
    gone = {"rev": 0, "present": "", "here": []}
    await page.route("**/rev/*", lambda route: route.fulfill(json=gone))
    await page.evaluate("dispatchEvent(new Event('focus'))")
    await expect(crest.locator("[data-here]")).to_be_hidden()


async def test_a_form_that_the_socket_brought_can_be_sent(visit):
    """The site's token, which a socket does not carry, is the page's own."""
    first, other = await two_at_a_table(visit)
    await moves_and_is_shown(first)
    await other.until_due()
    field = other.page.locator("#compose [name=csrfmiddlewaretoken]")
    assert len(await field.get_attribute("value") or "") == 64
    await other.page.evaluate("HTMLFormElement.prototype.submit.call(document.querySelector('#match-note form'))")
    await expect(other.page.get_by_text("Your notes have been saved.")).to_be_visible()


async def ready_to_send(guest: Player) -> None:
    """Compose a whole move, up to its confirmation."""
    await guest.until_due()
    while not await guest.confirm.is_visible():
        await guest.rendered_after(await guest.any_choice())


@pytest.mark.parametrize("is_taken", [False, True])
async def test_a_move_that_is_not_answered_is_sent_by_its_form_and_made_once(visit, is_taken):
    """It is the same move by its name, whether or not the site has heard it."""
    guest = await seated(visit)
    page = guest.page

    def route(socket: WebSocketRoute) -> None:
        site = socket.connect_to_server()
        socket.on_message(lambda words: site.send(words) if is_taken or '"move"' not in str(words) else None)
        site.on_message(lambda words: None if '"sent"' in str(words) else socket.send(words))

    await page.route_web_socket("**/live/**", route)
    await page.goto(page.url.partition("?")[0])
    await ready_to_send(guest)
    asked = asked_for(page)
    shown = await guest.shown()
    await guest.confirm.click()
    await expect(page.get_by_text("Your move is on its way …")).to_be_visible()
    await guest.gone(shown)
    await expect(page.get_by_text("Your move is on its way …")).to_be_hidden()
    assert [request.partition(" ")[0] for request in asked].count("POST") == 1
    assert await page.locator(".notice.bad:not([hidden])").count() == 0


async def test_a_move_whose_socket_closes_is_sent_by_its_form_at_once(visit):
    guest = await seated(visit)
    page = guest.page
    said = []

    def route(socket: WebSocketRoute) -> None:
        site = socket.connect_to_server()

        async def hear(words: str | bytes) -> None:
            if '"move"' not in str(words):
                site.send(words)
                return
            said.append(words)
            await socket.close()

        socket.on_message(hear)

    await page.route_web_socket("**/live/**", route)
    await page.goto(page.url.partition("?")[0])
    await ready_to_send(guest)
    asked = asked_for(page)
    await guest.rendered_after(guest.confirm)
    assert len(said) == 1
    assert asked[0].startswith("POST")
    assert await page.locator(".notice.bad:not([hidden])").count() == 0


def of_another_section(frame: Frame) -> str:
    return json.dumps(frame | {"base": 1})


def of_other_bytes(_frame: Frame) -> bytes:
    return b"\xff no deflate"


@pytest.mark.parametrize("spoil", [of_another_section, of_other_bytes])
async def test_a_frame_that_cannot_be_put_together_is_made_up_for(visit, spoil):
    """The page fetches, and from then on gets whole updates."""
    first, other = await two_at_a_table(visit)
    spoilt = []

    def route(socket: WebSocketRoute) -> None:
        site = socket.connect_to_server()
        socket.on_message(site.send)

        def hear(words: str | bytes) -> None:
            frame = json.loads(words if isinstance(words, str) else zlib.decompress(words, -zlib.MAX_WBITS))
            if frame.get("base") is not None and not spoilt:
                spoilt.append(frame["rev"])
                words = spoil(frame)
            socket.send(words)

        site.on_message(hear)

    await other.page.route_web_socket("**/live/**", route)
    await other.page.reload()
    for _decision in range(8):
        for player in (first, other):
            if await player.goes_on.is_visible():
                await player.leave_the_round()
        await (first if await first.form.is_visible() else other).decide()
        await other.catches_up_with(first)
        await first.catches_up_with(other)
        if spoilt and int(await other.page.locator("#match").get_attribute("data-rev") or 0) > spoilt[0]:
            return
    raise AssertionError(f"no frame was spoilt, or nothing came after it: {spoilt}")


class Cut:
    """The line of a page, which is cut at the next move: the socket closes, and nothing is answered. The site hears of
    this move if it `is_heard`. While the line is cut, forms get through if it `takes_forms`."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.is_heard = self.is_cut = self.takes_forms = False

    async def lay(self, *, is_heard: bool) -> None:
        """Open the page once more, and cut its line at the next move."""
        self.is_cut = self.takes_forms = False
        self.is_heard = is_heard
        await self.page.route_web_socket("**/live/**", self.socket)
        await self.page.route(re.compile("/matches/"), self.request)
        await self.page.goto(self.page.url.partition("?")[0])

    async def socket(self, socket: WebSocketRoute) -> None:
        if self.is_cut:
            await socket.close()
            return
        site = socket.connect_to_server()

        async def hear(words: str | bytes) -> None:
            is_move = '"move"' in str(words)
            if self.is_heard or not is_move:
                site.send(words)
            if is_move:
                self.is_cut = True
                await socket.close()

        socket.on_message(hear)

    async def request(self, route: Route) -> None:
        is_form = route.request.method == "POST"
        if self.is_cut and not (is_form and self.takes_forms):
            await route.abort()
        else:
            await route.continue_()


def moves_made(site: LiveSite, page: Page) -> int:
    """How many moves people have made in the match of the page."""
    match = page.url.partition("/matches/")[2][:12]
    asked = (
        "select count(*) from games_event event join games_seat seat on seat.match_id = event.match_id and "
        "seat.\"index\" = event.seat where event.match_id = ? and event.kind = 'move' and seat.user_id is not null"
    )
    with closing(sqlite3.connect(site.folder / "db.sqlite3")) as database:
        return int(database.execute(asked, [match]).fetchone()[0])


async def loses_a_move(guest: Player, line: Cut, watch: Watch, *, is_heard: bool) -> Locator:
    """Make a move that is not answered in any way; the button that sends it again."""
    for words in ("net::ERR_FAILED", "htmx:error"):
        watch.expect(words)
    await line.lay(is_heard=is_heard)
    await ready_to_send(guest)
    await guest.confirm.click()
    again = guest.page.get_by_role("button", name="Send again")
    await expect(again).to_be_focused()
    return again


async def test_a_move_that_could_not_be_sent_is_sent_again_by_the_keyboard_and_made_once(visit, watch, site):
    """The site may have heard it or not."""
    guest = await seated(visit)
    page, line = guest.page, Cut(guest.page)
    for number, is_heard in enumerate((False, True), 1):
        again = await loses_a_move(guest, line, watch, is_heard=is_heard)
        shown = await guest.shown()
        await page.keyboard.press("Enter")
        await expect(page.locator("main[aria-busy]")).to_have_count(0)
        await expect(again).to_be_focused()
        line.takes_forms = True
        await page.keyboard.press("Enter")
        await guest.gone(shown)
        await expect(again).to_have_count(0)
        await expect(page.locator("#prompt")).to_be_focused()

        async def is_made(number: int = number) -> bool:
            return moves_made(site, page) >= number

        await soon(is_made, "the move is in the log")
        assert moves_made(site, page) == number


async def test_the_notice_goes_when_the_move_turns_out_to_be_taken(visit, watch):
    guest = await seated(visit)
    line = Cut(guest.page)
    again = await loses_a_move(guest, line, watch, is_heard=True)
    shown = await guest.shown()
    line.is_cut = False
    await guest.page.evaluate("dispatchEvent(new Event('focus'))")
    await guest.gone(shown)
    await expect(again).to_have_count(0)
    await expect(guest.page.locator("#prompt")).to_be_focused()


async def test_the_notice_and_the_move_stay_when_something_else_has_changed(visit, watch):
    """The page hears of a newer revision, and that the site has not taken its move."""
    first, other = await two_at_a_table(visit)
    line = Cut(first.page)
    again = await loses_a_move(first, line, watch, is_heard=False)
    move = await again.get_attribute("value")
    rev = int(await first.page.locator("#match").get_attribute("data-rev") or 0)
    await other.page.get_by_role("button", name="About this match").click()
    await other.page.get_by_text("End by agreement …").click()
    await other.page.get_by_role("button", name="Propose ending the match").click()
    await expect(other.page.locator("#match")).to_have_attribute("data-rev", str(rev + 1))
    line.is_cut = False
    async with first.page.expect_response(lambda answer: "?sent=" in answer.url) as asked:
        await first.page.evaluate("dispatchEvent(new Event('focus'))")
    heard = await (await asked.value).json()
    assert (heard["rev"], heard["taken"]) == (rev + 1, False)
    await expect(again).to_be_visible()
    await expect(again).to_have_attribute("value", str(move))
    shown = await first.shown()
    line.takes_forms = True
    await again.click()
    await first.gone(shown)
    await expect(again).to_have_count(0)
