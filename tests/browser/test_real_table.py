"""An evening at a real table: a match of a league is recorded, confirmed on phones, disputed, and decided."""

import asyncio

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from tests.browser import league_night
from tests.browser.league_night import LeagueNight
from tests.browser.watch import BROWSER
from tests.waiting import soon

pytestmark = BROWSER

PHONE = {"viewport": {"width": 360, "height": 640}, "is_mobile": True, "has_touch": True}
# Duilio won, Agnese and Beppe shared the second place, Corinna came last.
PLACES = {"Agnese": ("2", "40"), "Beppe": ("2", "40"), "Corinna": ("4", "12"), "Duilio": ("1", "57")}
POINTS = {"Duilio": "10", "Agnese": "4.5", "Beppe": "4.5", "Corinna": "1"}


@pytest.fixture(scope="module")
def night(site) -> LeagueNight:
    return league_night.stage(site)


@pytest_asyncio.fixture(loop_scope="session")
async def phone_of(visit, night, site):
    """Open the phone of a person, who is logged in there."""

    async def opened(name: str) -> Page:
        page = await visit(**PHONE)
        cookie, _sign, value = night.sessions[name].partition("=")
        await page.context.add_cookies([{"name": cookie, "value": value, "url": site.address}])
        return page

    return opened


async def confirm(page: Page) -> None:
    """Confirm the play that waits, from one's own list."""
    await page.goto("/plays/")
    await page.get_by_role("region", name="Waiting for you").get_by_role("link").first.tap()
    await expect(page.get_by_role("link", name="It settles")).to_be_visible()
    await page.get_by_role("button", name="Yes, that’s right").tap()


@pytest.mark.reliability
async def test_a_match_of_a_league_is_settled_by_a_result_that_its_four_players_agree_on(phone_of, night):
    agnese, beppe, corinna, duilio, fiorenza = await asyncio.gather(*map(phone_of, night.sessions))

    # One of them records it, for the only match of the season.
    await agnese.goto(f"{night.season}matches/1/table/")
    for name, (place, score) in PLACES.items():
        row = agnese.get_by_role("group", name=name)
        await row.get_by_label("Place").fill(place)
        await row.get_by_label("Points").fill(score)
    await agnese.get_by_role("button", name="Record the result").tap()
    await expect(agnese.get_by_text("waiting to be confirmed").first).to_be_visible()

    # Two confirm on their phones, from their lists; the third says what is wrong.
    for phone in (beppe, duilio):
        await confirm(phone)
        await expect(phone.get_by_text("Thanks, you’ve confirmed it.")).to_be_visible()
    await corinna.goto("/plays/")
    await corinna.get_by_role("region", name="Waiting for you").get_by_role("link").first.tap()
    await corinna.get_by_text("Something’s wrong").tap()
    await corinna.get_by_label("What’s wrong?").fill("I had 13 points.")
    await corinna.get_by_role("button", name="Dispute the result").tap()
    await expect(corinna.get_by_text("The others can read what’s wrong.")).to_be_visible()
    await agnese.reload()
    await expect(agnese.get_by_text("This result is disputed, so it counts nowhere:")).to_be_visible()
    await expect(agnese.get_by_text("Corinna: I had 13 points.")).to_be_visible()
    await agnese.goto(night.season)
    await expect(agnese.get_by_role("cell", name="0/4", exact=True)).to_have_count(4)

    # The organiser, who was not there, decides.
    await fiorenza.goto(f"{night.season.removesuffix('1/')}organise/")
    waiting = fiorenza.get_by_role("region", name="Disputed table results")
    await waiting.get_by_role("link").first.tap()
    await fiorenza.get_by_label("Reason").fill("The score sheet says 12.")
    await fiorenza.get_by_role("button", name="It counts as it is").tap()
    await expect(fiorenza.get_by_text("Decided. The players can read your reason.")).to_be_visible()

    # The standings follow: ten points for the first place, six and three are shared, one for the last.
    for name, points in POINTS.items():
        await shown(corinna, night.season, name, points)
    await corinna.goto("/people/Duilio/")
    await expect(corinna.get_by_role("region", name="Finished").get_by_text("real table", exact=True)).to_be_visible()


async def shown(page: Page, season: str, name: str, points: str) -> None:
    """Wait until the standings give a player these points; a worker takes the result over within seconds."""
    row = page.locator("tr", has=page.locator("th summary", has_text=name))  # others name them in a list of matches

    async def is_there() -> bool:
        await page.goto(season)
        return points in (await row.first.get_by_role("cell").all_inner_texts())

    await soon(is_there, f"{points} points of {name}")
