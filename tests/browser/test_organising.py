"""A league is made, run and corrected by its pages alone, on a phone and at a desk."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.async_api import Locator, Page, ViewportSize, expect

from tests.browser import places
from tests.browser.checks import fit, seen, size
from tests.browser.checks.axe import Axe
from tests.browser.tour import Visit
from tests.browser.watch import BROWSER

pytestmark = BROWSER

DESK = ViewportSize(width=1280, height=800)
PHONE = ViewportSize(width=390, height=664)
PASSWORD = "four oars on the Giudecca"
WHY = "Reason (members will see it)"
ISOLATES = str.maketrans("", "", "\u2068\u2069")  # around names


class Member:
    """A member of a league at a window of this size, who adds the faults of the pages on the way to `faults`."""

    def __init__(self, page: Page, axe: Axe, window: ViewportSize, faults: list[str]) -> None:
        self.page, self.axe, self.window, self.faults = page, axe, window, faults
        self.main = page.get_by_role("main")
        self.was_asked = False  # whether one is sure: such pages are alike

    async def look(self, name: str, *, fully: bool = False) -> None:
        """Look at the page called `name`, which is open. Pages that the tour (test_tour.py) does not see are looked at
        fully: in both sizes and with axe."""
        for window in [DESK, PHONE] if fully else [self.window]:
            await self.page.set_viewport_size(window)
            faults = [
                *await fit.wider_than_the_phone(self.page, window["width"]),
                *await fit.cut_off(self.page),
                *await size.for_a_thumb(self.page),
                *await seen.missed_by_taps(self.page),
                *await seen.hard_to_read(self.page),
            ]
            self.faults += [f"{name}, {window['width']} px: {fault}" for fault in faults]
        await self.page.set_viewport_size(self.window)
        if fully:
            found = [*await self.axe.by_day(self.page), *await self.axe.by_night(self.page)]
            self.faults += [f"{name}, axe: {fault}" for fault in found]

    async def press(self, what: Locator) -> None:
        """Tap or click something."""
        await (what.tap() if self.window == PHONE else what.click())

    async def follow(self, name: str | re.Pattern[str]) -> None:
        """Press a link of the page."""
        await self.press(self.main.get_by_role("link", name=name, exact=True))

    async def do(self, button: str) -> None:
        """Press a button of the page."""
        await self.press(self.main.get_by_role("button", name=button, exact=True))

    async def turn_to(self, tab: str) -> None:
        """Open one of the league's pages."""
        link = self.main.get_by_role("navigation", name="League").get_by_role("link", name=tab, exact=True)
        await self.press(link)
        await expect(link).to_have_attribute("aria-current", "page")

    async def is_told(self, words: str) -> None:
        """Wait for the answer of the site."""
        await expect(self.main).to_contain_text(words)

    async def confirm(self, button: str, question: str, *follows: str) -> None:
        """Read the page that asks whether one is sure, and say yes by its button."""
        asked = self.main.get_by_role("region", name=question)
        await asked.wait_for()
        assert {plain(line) for line in await asked.get_by_role("listitem").all_inner_texts()} == set(follows)
        await self.look(question, fully=not self.was_asked)
        self.was_asked = True
        await self.do(button)

    async def move_to_now(self, reason: str, *follows: str) -> datetime:
        """Let the next step of the timetable happen at once; the time that was entered."""
        await self.turn_to("Organise")
        now = datetime.now(UTC).replace(second=0, microsecond=0)
        timetable = self.main.get_by_role("region", name="The timetable")
        await timetable.get_by_label("New time (to move the step)").fill(f"{now:%Y-%m-%dT%H:%M}")
        await timetable.get_by_label(WHY).fill(reason)
        await self.do("Move this and all later steps …")
        await self.confirm("Move", "Move the timetable?", *follows)
        await self.is_told("Timetable changed. Members will see it in the log.")
        return now

    def match(self, one: str, other: str) -> Locator:
        """The line of a match in the list of all."""
        return self.main.get_by_role("listitem").filter(has_text=one).filter(has_text=other)

    async def result(self, one: str, other: str) -> set[str]:
        """Return what the list of matches says of a finished match, in any order."""
        await self.turn_to("Matches")
        line = self.match(one, other)
        await expect(line).to_contain_text("over")
        return set(plain(await line.locator(".row-names").inner_text()).split(" · "))

    async def number(self, one: str, other: str) -> str:
        """The number of a match, from the list of all, which is open."""
        return await self.match(one, other).locator(".row-number").inner_text()

    async def open_match(self, number: str) -> None:
        """Open the organisers' page of a match by its number."""
        await self.turn_to("Organise")
        await self.main.get_by_label("Number of the match to decide").fill(number)
        await self.do("Open")
        await self.main.get_by_role("heading", name=f"Match {number}", exact=True).wait_for()

    async def set_result(self, places: dict[str, str], reason: str) -> None:
        """Fill in the form of a result and send it."""
        form = self.main.get_by_role("form", name="Set the result")
        for name, place in places.items():
            await form.get_by_label(name).select_option(place)
        await form.get_by_label(WHY).fill(reason)
        await self.do("Set the result …")


def plain(words: str) -> str:
    """Words in one line, without the marks around names."""
    return " ".join(words.translate(ISOLATES).split())


async def join_the_site(member: Member, name: str) -> None:
    """Sign up on the site."""
    await places.sign_up(member.page, name, PASSWORD)
    await places.confirm(member.page, name)


async def make_league(organiser: Member, name: str) -> str:
    """Make a league of Masques for two by the form; its address."""
    await organiser.page.goto("/leagues/")
    await organiser.follow("Create a league")
    await organiser.follow("Masques")
    await organiser.follow("2")
    await organiser.follow(re.compile("^Round robin"))
    await organiser.page.get_by_label("Name", exact=True).fill(name)
    await organiser.look("form")
    await organiser.do("Create the league")
    await organiser.main.get_by_role("heading", name=name).wait_for()
    await expect(organiser.page.locator("#season header")).to_contain_text("sign-up is open")
    return organiser.page.url


async def sign_up(member: Member, address: str) -> None:
    """Sign up on the page of a season."""
    await member.page.goto(address)
    await member.do("Sign up")
    await member.is_told("You’re in. We’ll notify you when your first match starts.")


async def read_rules(member: Member) -> None:
    """Read by which rules the season is played."""
    await member.turn_to("Rules")
    for sentence in (
        "Masques, with 2 players per table.",
        "Everyone plays everyone else in the division once.",
        "Sign-up is open for 7 days.",
        "You have 42 days to play.",
        "A win is worth 1, a tie 0.5, a loss 0.",
        "Organisers can also order a replay or give matches more time.",
    ):
        await expect(member.main).to_contain_text(sentence)
    await member.look("rules")


async def begin(organiser: Member) -> datetime:
    """From sign-up to the first matches, ahead of the timetable; when the season started."""
    await organiser.move_to_now("all are here", "4 players are in.")
    await organiser.turn_to("What happens next")
    published = organiser.main.get_by_role("listitem").filter(has_text="the divisions and schedule are published")
    await expect(published).to_contain_text("done")
    await organiser.look("timetable")
    started = await organiser.move_to_now("nobody objects", "The first of 6 matches start.")
    await organiser.turn_to("Matches")
    matches = organiser.main.get_by_role("listitem")
    await expect(matches.filter(has_text="in progress")).to_have_count(6)
    await organiser.look("matches")
    return started


async def correct_a_result(organiser: Member, number: str) -> None:
    """Set the result of the match of berto and cesira, set another, and take that back."""
    await organiser.open_match(number)
    await organiser.look("match that is played", fully=True)
    question, table = f"Set the result of match {number}?", "The standings use this result, whatever the match says."
    await organiser.set_result({"berto": "2", "cesira": "1"}, "played at a real table")
    ends = "The match in progress ends now and doesn’t change any ratings."
    before = "berto: no result, then 2", "cesira: no result, then 1"
    await organiser.confirm("Set the result", question, *before, ends, table)
    await organiser.is_told("Result set.")
    await organiser.look("match that is over")
    await organiser.set_result({"berto": "1", "cesira": "2"}, "the other way round")
    await organiser.confirm("Set the result", question, "berto: 2, then 1", "cesira: 1, then 2", table)
    await organiser.is_told("Result set.")
    assert await organiser.result("berto", "cesira") == {"1. berto (1)", "2. cesira (0)", "set by an organiser"}
    await organiser.turn_to("Organise")
    lately = organiser.main.get_by_role("region", name="Recent actions")
    await lately.get_by_label("Reason for undoing it").fill("it was right before")
    await organiser.look("organisers' page")
    await organiser.do("Undo")
    await organiser.is_told("Undone. Members will see it in the log.")
    assert await organiser.result("berto", "cesira") == {"1. cesira (1)", "2. berto (0)", "set by an organiser"}


async def extend_and_forfeit(organiser: Member, number: str, started: datetime) -> None:
    """Give the match of berto and donato more time, then declare it forfeited."""
    await organiser.open_match(number)
    more_time = organiser.main.get_by_role("form", name="More time")
    await more_time.get_by_label("Extra days").fill("3")
    await more_time.get_by_label(WHY).fill("donato is away")
    await organiser.do("Extend")
    await organiser.is_told("Time extended. Members will see it in the log.")
    ends = await more_time.get_by_role("time").get_attribute("datetime")
    assert datetime.fromisoformat(str(ends)) == started + timedelta(days=42 + 3)
    await organiser.look("match with more time")
    decide = organiser.main.get_by_role("form", name="Forfeit, annul or replay")
    await decide.get_by_label("donato").check()
    await decide.get_by_label(WHY).fill("donato never came")
    await organiser.do("Forfeit …")
    await organiser.confirm(
        "Forfeit",
        f"Match {number}: declare a forfeit by donato?",
        "Players who forfeit come last and get no points. It counts as an absence.",
        "The opponent wins.",
    )
    await organiser.is_told("Done. Members will see it in the log.")
    assert await organiser.result("berto", "donato") == {"berto: won by forfeit (1)", "donato: forfeited (0)"}


async def replay(organiser: Member, number: str) -> None:
    """Have the match of cesira and donato replayed."""
    await organiser.open_match(number)
    first = await organiser.main.get_by_role("link", name="match page").get_attribute("href")
    decide = organiser.main.get_by_role("form", name="Forfeit, annul or replay")
    await decide.get_by_label(WHY).fill("the wrong settings")
    await organiser.do("Replay the match …")
    await organiser.confirm(
        "Replay",
        f"Replay match {number}?",
        "The match in progress ends now.",
        "The original match is annulled and doesn’t count, either for the standings or for ratings.",
        "The same players play again in the same seats, in the time left in the season.",
    )
    await organiser.is_told("Done. Members will see it in the log.")
    await organiser.turn_to("Matches")
    await expect(organiser.match("cesira", "donato")).to_contain_text("in progress")
    await organiser.open_match(number)
    await expect(organiser.main.get_by_role("link", name="original match (annulled)")).to_have_attribute(
        "href", str(first)
    )
    await expect(organiser.main.get_by_role("link", name="match page")).not_to_have_attribute("href", str(first))


async def take_out(organiser: Member) -> None:
    """Take a player out of the season, whose results then no longer count."""
    await organiser.turn_to("People")
    await organiser.look("people")
    await organiser.press(organiser.main.get_by_role("link", name="about donato"))
    await organiser.main.get_by_label(WHY).fill("donato has no time")
    await organiser.look("person", fully=True)
    await organiser.do("Withdraw …")
    await organiser.confirm(
        "Withdraw",
        "Withdraw donato from the season?",
        "They’ve played less than 60% of their matches: none of them count, and the division is ranked by "
        "points per match.",
        "As with any player who leaves, they sit out the next season and then start a tier lower.",
    )
    await organiser.is_told("Done. Members will see it in the log.")
    assert await organiser.result("berto", "donato") == {"berto: annulled", "donato: annulled"}
    await organiser.turn_to("Standings")
    await organiser.look("table")
    first = organiser.main.get_by_role("row").nth(1)
    await expect(first.get_by_role("rowheader")).to_contain_text("cesira")
    assert await first.locator(".number").all_inner_texts() == ["1", "1/3", "1"]
    await expect(organiser.main.locator("summary").filter(has_text="donato")).to_contain_text("left")


async def member_at(window: ViewportSize, visit: Visit, axe: Axe, faults: list[str], **wishes: Any) -> Member:
    """Return a new member, at a desk or on a phone."""
    is_phone = window == PHONE
    page = await visit(viewport=window, is_mobile=is_phone, has_touch=is_phone, timezone_id="UTC", **wishes)
    await axe.bring(page)
    return Member(page, axe, window, faults)


async def test_a_league_is_made_and_organised_on_pages_alone_until_it_starts(visit, axe):
    faults: list[str] = []
    phone = await member_at(PHONE, visit, axe, faults)
    await join_the_site(phone, "fiorella")
    address = await make_league(phone, "Regatta of the gondolas")
    await sign_up(phone, address)
    await read_rules(phone)
    await phone.turn_to("Organise")
    await phone.look("organisers' page", fully=True)
    await phone.turn_to("People")
    await phone.look("people", fully=True)
    assert not faults, "\n".join(faults)


@pytest.mark.reliability
async def test_a_league_is_made_run_and_corrected_on_pages_alone(visit, axe):
    faults: list[str] = []

    async def at(window: ViewportSize, **wishes: Any) -> Member:
        return await member_at(window, visit, axe, faults, **wishes)

    desk = await at(DESK)
    await join_the_site(desk, "agata")
    address = await make_league(desk, "Regatta of the bridges")
    await sign_up(desk, address)
    agata = await desk.page.context.storage_state()
    await desk.page.context.close()
    for name in ("berto", "cesira", "donato"):
        other = await at(PHONE, java_script_enabled=False)
        await join_the_site(other, name)
        await sign_up(other, address)
        await other.page.context.close()
    phone = await at(PHONE, storage_state=agata)
    await phone.page.goto(address)
    await read_rules(phone)
    started = await begin(phone)
    own, corrected = await phone.number("agata", "berto"), await phone.number("berto", "cesira")
    forfeited, replayed = await phone.number("berto", "donato"), await phone.number("cesira", "donato")
    await phone.open_match(own)
    await phone.is_told("You’re involved in this, so another organiser must decide.")
    await correct_a_result(phone, corrected)
    await replay(phone, replayed)
    await phone.page.context.close()
    desk = await at(DESK, storage_state=agata)
    await desk.page.goto(address)
    await extend_and_forfeit(desk, forfeited, started)
    await take_out(desk)
    await desk.turn_to("Log")
    await desk.look("log")
    lines = desk.main.locator(".log-line .row-words").filter(has_text="agata", has_not_text="made a ruling")
    assert [plain(line) for line in await lines.all_inner_texts()][:8] == [
        "agata withdrew donato from the season. donato has no time",
        f"agata declared a forfeit in match {forfeited}. donato never came",
        f"agata gave match {forfeited} more time (days: 3). donato is away",
        f"agata ordered a replay of match {replayed} and annulled the original. the wrong settings",
        "agata undid the result of a match. it was right before",
        f"agata set the result of match {corrected}. the other way round",
        f"agata set the result of match {corrected}. played at a real table",
        "The season has started. Matches are starting for agata.",
    ]
    assert not faults, "\n".join(faults)
