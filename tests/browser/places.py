"""Every kind of page of the site, with an address on the live site's demo."""

import re
from urllib.parse import urlencode

from playwright.async_api import Page

from games.registry import TITLES
from tests.browser.players import Player
from tests.processes import LiveSite
from tests.waiting import soon

# Of the demo's leagues, Masques Friends is being played; of Maskera on the Quay one season is over, and the next takes
# people.
FIRST, *OTHERS = TITLES
LONGEST_RULES = ("mascarade", "masons")
RUNNING, OVER = "/leagues/masques-friends/", "/leagues/maskera-on-the-quay/"

MAIL_PAGES = 4  # of the outbox that are looked through

# What anybody meets. Pages that are much like one of these are listed apart.
STRANGERS = {
    "landing": "/",
    "lobby": "/tables/",
    "watch": "/watch/",
    "archive": "/archive/",
    "choosing a bot": "/tables/play-bot/",
    "code of a room": "/room/",
    f"new room of {FIRST}": f"/room/new/?title={FIRST}&seats={TITLES[FIRST].seats[0]}",
    "rules": "/rules/",
    **{f"rules of {slug}": f"/rules/{slug}/" for slug in LONGEST_RULES},
    "leagues": "/leagues/",
    "ratings": "/ratings/",
    "leaderboard": "/ratings/maskera/people/",
    "season being played": RUNNING,
    **{f"season, {part}": f"{RUNNING}{part}/" for part in ("matches", "cross", "timetable", "rules", "people", "log")},
    "table to embed": f"{RUNNING}embed/",
    "season to come": OVER,
    "hall of fame": f"{OVER}hall/",
    "design system": "/design/",
    "log in": "/accounts/login/",
    "sign up": "/accounts/signup/",
    "outbox": "/outbox/",
    "offline": "/offline/",
    "not found": "/nothing/here/",
}
STRANGERS_ALIKE = {
    "new room, seats": "/room/new/",
    "lobby without a table": "/tables/?pace=quick",
    "archive without a match": "/archive/?person=Marco&seats=2&first=2031-01-01",
    "how ratings work": "/ratings/how/",
    "dumps of ratings": "/ratings/dumps/",
    "season that is over": f"{OVER}1/",
    "credits": "/credits/",
    "forgotten password": "/accounts/password/reset/",
    "an old link to a new password": "/accounts/password/reset/key/1-1/",
    **{f"rules of {slug}": f"/rules/{slug}/" for slug in TITLES if slug not in LONGEST_RULES},
    "watch one title": f"/watch/?title={FIRST}",
    "leagues of one title": f"/leagues/?title={FIRST}",
    "season that is over, cross table": f"{OVER}1/cross/",
}
# What the demo's Marco meets beyond that.
NEW_TABLES = {
    slug: f"/tables/new/?{urlencode({'title': slug, 'seats': game.seats[0]})}" for slug, game in TITLES.items()
}
MEMBERS = {
    "home": "/",
    "new table": "/tables/new/",
    f"new table of {FIRST}": NEW_TABLES[FIRST],
    f"a bot at {FIRST}": f"/tables/play-bot/?title={FIRST}",
    "new league": "/leagues/new/",
    "new league, rules": "/leagues/new/?title=masques&seats=3&format=pods",
    "own season": RUNNING,
    "season to sign up for": OVER,
    **{f"own season, {part}": f"{RUNNING}{part}/" for part in ("requests", "organise")},
    "own plays": "/plays/",
    "a result to record": "/plays/new/?title=mascarade&seats=4",
    "plays in files": "/plays/files/",
    "friends": "/account/friends/",
    "people found": "/people/?q=lu",
    "settings": "/account/settings/",
    "nights and vacations": "/account/pauses/",
    "notices": "/notices/",
    "choices about notices": "/notices/settings/",
    "own profile": "/people/Marco/",
    "profile": "/people/Lucia/",
    "head to head": "/people/Marco/against/Lucia/",
    "report": "/people/Lucia/report/",
    "e-mail address": "/accounts/email/",
    "second factor": "/accounts/2fa/",
    "sessions": "/accounts/sessions/",
}
MEMBERS_ALIKE = {
    "leagues": "/leagues/",
    "new league, seats": "/leagues/new/?title=masques",
    "new league, format": "/leagues/new/?title=masques&seats=3",
    "finding a player": "/people/",
    "own season, a match at a real table": f"{RUNNING}1/matches/7/table/",
    "a result to record, titles": "/plays/new/",
    "code of a play": "/plays/code/",
    "deleting the account": "/account/delete/",
    "password": "/accounts/password/change/",
    "passkeys": "/accounts/2fa/webauthn/",
    "asked once more": "/accounts/reauthenticate/",
    "log out": "/accounts/logout/",
    **{f"new table of {slug}": NEW_TABLES[slug] for slug in OTHERS},
    **{f"a bot at {slug}": f"/tables/play-bot/?title={slug}" for slug in OTHERS},
    **{f"own season, {part}": f"{RUNNING}{part}/" for part in ("log", "organise/rules")},
    "own leaderboard": "/ratings/maskera/people/",
}


async def log_in(page: Page, site: LiveSite) -> None:
    """As the demo's Marco, with the log-in that the site announced."""
    _log, _in, _as, name, *_with_the, password = site.login.splitlines()[0].split()
    await page.goto("/accounts/login/")
    await page.locator("input[name=login]").fill(name)
    await page.locator("input[name=password]").fill(password)
    await page.get_by_role("main").get_by_role("button", name="Log in", exact=True).click()
    await page.get_by_role("heading", name=f"Good to see you, {name}").wait_for()


async def sign_up(page: Page, name: str, password: str) -> None:
    """Ask for an account by the form; the site then sends a mail."""
    await page.goto("/accounts/signup/")
    form = page.get_by_role("main")
    for field, value in {
        "email": f"{name}@example.org",
        "username": name,
        "password1": password,
        "password2": password,
    }.items():
        await form.locator(f"input[name={field}]").fill(value)
    await form.get_by_role("button", name="Sign up").click()
    await page.wait_for_url("**/confirm-email/")


async def mail_to(page: Page, name: str) -> str:
    """The newest mail of the outbox to the address of `name`. Those of the demo, which come when they come, may lie on
    top of it."""
    mail = page.get_by_role("main").get_by_role("row").filter(has_text=f"{name}@example.org").get_by_role("link").first

    async def is_there() -> bool:
        for number in range(1, MAIL_PAGES + 1):
            await page.goto(f"/outbox/?page={number}")
            if await mail.count():
                return True
        return False

    await soon(is_there, f"a mail to {name}")
    return str(await mail.get_attribute("href"))


async def confirm(page: Page, name: str) -> None:
    """Follow the link of the mail to `name`, who has just signed up, and say that the address is theirs."""
    await page.goto(await mail_to(page, name))
    await page.goto(re.findall(r"http://\S+", await page.get_by_role("article").inner_text())[0])
    await page.get_by_role("main").get_by_role("button", name="Yes, it’s mine").click()
    await page.locator("header details.menu summary", has_text=name).wait_for()


async def matches_of(page: Page, slug: str) -> tuple[dict[str, str], dict[str, str]]:
    """The pages of the demo's matches of a title, for Marco on `page`: those with a drawn table, on turn, composing and
    over; and those that differ little from title to title, an open table among them."""
    game = TITLES[slug]
    await page.goto("/")
    waiting = page.get_by_role("region", name="Your turn").get_by_role("listitem")
    rows = waiting.filter(has_text="Lucia", has_not_text="Masques Friends")  # further on than those of the league
    running = rows.get_by_role("link", name=game.name, exact=True)
    match = str(await running.first.get_attribute("href"))
    await page.goto("/people/Marco/")
    finished = page.get_by_role("region", name="Finished").get_by_role("link", name=game.name)
    over = str(await finished.first.get_attribute("href"))
    await page.goto(f"/tables/?title={slug}")
    table = page.get_by_role("link", name="View table").first
    beside = {
        f"{slug} running, history": f"{match}history/",
        f"{slug} running, hand": f"{match}hand/",
        f"{slug} running, screen": f"{match}screen/",
        f"{slug} over, hand": f"{over}hand/",
        f"{slug} over, screen": f"{over}screen/",
        f"{slug} table, screen": f"{await table.get_attribute('href')}screen/",
        f"{slug} resigning": f"{match}resign/",
        f"{slug}, notes": f"{match}notes/",
        f"{slug} over, first ply": f"{over}history/?ply=0",
        f"{slug} over, proof": f"{over}proof/",
        f"{slug} table": str(await table.get_attribute("href")),
    }
    drawn = {f"{slug} on turn": match, f"{slug} over": over, f"{slug} over, all seen": f"{over}history/?as=all"}
    return drawn | await composing(page, slug, match), beside


async def composing(page: Page, slug: str, match: str) -> dict[str, str]:
    """A move of the match at `match` half composed, if it has more than one part, and whole."""
    stops = []
    await page.goto(match)
    player = Player(page)
    await player.until_due()
    while not await player.confirm.is_visible():
        await player.unfold(player.choices.last)
        await player.rendered_after(player.choices.last)
        stops.append(page.url)
    *halves, whole = stops or [page.url]  # a move without a choice is whole at once
    return {f"{slug} confirming": whole, **{f"{slug} composing, part {at}": url for at, url in enumerate(halves, 1)}}


async def own_ladder(page: Page) -> str:
    """A ladder of Maskera that Marco has just made on `page`, with himself on it."""
    await page.goto("/leagues/new/?title=maskera&seats=2&format=ladder")
    await page.get_by_label("Name", exact=True).fill("Ladder of the Salute")
    await page.get_by_role("button", name="Create the league").click()
    await page.get_by_role("heading", name="Ladder of the Salute").wait_for()
    return page.url


async def own_room(page: Page) -> tuple[str, str]:
    """A room of Mascarade that Marco has just opened on `page`, and the address of its code."""
    await page.goto("/room/new/?title=mascarade&seats=4")
    await page.locator("select[name=seat_3]").select_option("easy")
    await page.get_by_role("button", name="Open the room").first.click()
    await page.get_by_role("heading", name="Join with a phone").wait_for()
    code = await page.locator(".letters").inner_text()
    return page.url, f"/room/{code.replace(' ', '')}/"


async def own_play(page: Page) -> str:
    """A play of the real table that waits for Marco's answer, with a code that he has just made on `page`."""
    await page.goto("/plays/")
    waiting = page.get_by_role("region", name="Waiting for you")
    await waiting.get_by_role("link").first.click()
    await page.get_by_role("button", name="Show a code").click()
    await page.get_by_role("button", name="Make a new code").wait_for()
    return page.url


async def own_table(page: Page) -> str:
    """A table with a private link that Marco has just opened on `page`."""
    await page.goto(NEW_TABLES[FIRST])
    await page.locator("input[name=access][value=link]").check()
    await page.get_by_role("button", name="Open the table").click()
    await page.get_by_label("Private link").wait_for()
    return page.url
