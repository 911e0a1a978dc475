"""The live table in a browser: moves go over the socket, and what they change comes over it; whatever the socket does
not bring or answer, the page fetches or sends by its form."""

import json
import re

import pytest
from playwright.async_api import Page, WebSocketRoute, expect

from tests.browser.players import Player
from tests.browser.test_live_page import seated, two_at_a_table
from tests.browser.watch import BROWSER

pytestmark = BROWSER


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


async def test_marks_of_who_is_at_the_table_follow_with_the_heartbeat(visit):
    first, _other = await two_at_a_table(visit)
    page = first.page
    beat, marks = "dispatchEvent(new Event('focus'))", page.locator(".seat:not(.mine) .crest [data-here]")
    await page.evaluate(beat)
    await expect(marks).to_be_visible()
    await expect(page.locator(".seat:not(.mine) .crest")).to_have_accessible_name(re.compile(", at the table now$"))
    await expect(page.locator(".seat.mine .crest [data-here]")).to_be_hidden()
    gone = {"rev": 0, "present": "", "here": []}
    await page.route("**/rev/*", lambda route: route.fulfill(json=gone))
    await page.evaluate(beat)
    await expect(marks).to_be_hidden()


async def test_a_form_that_the_socket_brought_can_be_sent(visit):
    """The site's token, which a socket does not carry, is the page's own."""
    first, other = await two_at_a_table(visit)
    await moves_and_is_shown(first)
    await other.until_due()
    field = other.page.locator("#compose [name=csrfmiddlewaretoken]")
    assert len(await field.get_attribute("value") or "") == 64
    await other.page.evaluate("HTMLFormElement.prototype.submit.call(document.querySelector('#match-note form'))")
    await expect(other.page.get_by_text("Your notes are stored.")).to_be_visible()


async def ready_to_send(guest: Player) -> None:
    """Compose a whole move, up to its confirmation."""
    await guest.until_due()
    while not await guest.confirm.is_visible():
        await guest.rendered_after(await guest.any_choice())


@pytest.mark.parametrize("is_taken", [False, True])
async def test_a_move_that_is_not_answered_is_sent_by_its_form_and_made_once(visit, is_taken):
    """Whether the site has heard it or not: it is the same move by its name."""
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
    assert await page.locator(".notice.bad").count() == 0


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
    assert await page.locator(".notice.bad").count() == 0


async def test_a_frame_that_cannot_be_put_together_is_made_up_for(visit):
    """The page fetches, and from then on is brought everything anew."""
    first, other = await two_at_a_table(visit)
    spoilt = []

    def route(socket: WebSocketRoute) -> None:
        site = socket.connect_to_server()
        socket.on_message(site.send)

        def hear(words: str | bytes) -> None:
            frame = json.loads(words)
            if frame.get("base") is not None and not spoilt:
                spoilt.append(frame["rev"])
                frame["base"] = 1
            socket.send(json.dumps(frame))

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
