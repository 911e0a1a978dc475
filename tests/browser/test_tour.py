"""Every kind of page passes axe in both themes, fits all windows, holds nothing too small, and does not jump."""

import pytest

from games.registry import TITLES
from tests.browser import places
from tests.browser.tour import Tour
from tests.browser.watch import BROWSER
from tests.sampling import sampled

pytestmark = BROWSER


async def see_all(tour: Tour, pages: dict[str, str]) -> None:
    """Look at all `pages`; fails at the end, with all that was found."""
    for name, path in pages.items():
        await tour.see(name, path)
    assert not tour.faults, "\n".join(tour.faults)


async def test_pages_for_strangers_are_accessible(visit, watch, axe, demo):
    watch.expect("status of 404")
    await see_all(await Tour.begin(visit, axe), demo.anonymous)


@pytest.mark.reliability
async def test_pages_much_like_others_are_fit_for_everybody(visit, axe, demo):
    await see_all(await Tour.begin(visit, axe), places.STRANGERS_ALIKE)
    await see_all(await Tour.begin(visit, axe, storage_state=demo.member), places.MEMBERS_ALIKE)


async def test_pages_for_members_are_accessible(visit, axe, demo):
    await see_all(await Tour.begin(visit, axe, storage_state=demo.member), demo.members)


@pytest.mark.parametrize("title", TITLES)
async def test_pages_for_players_are_accessible(visit, axe, demo, title):
    await see_all(await Tour.begin(visit, axe, storage_state=demo.member), demo.matches[title])


@pytest.mark.parametrize("title", sampled(TITLES, ["masques"]))
async def test_common_parts_of_matches_are_accessible(visit, axe, demo, title):
    await see_all(await Tour.begin(visit, axe, storage_state=demo.member), demo.beside_matches[title])
