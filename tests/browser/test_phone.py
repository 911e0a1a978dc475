"""A phone held upright: moves are made by taps."""

import pytest

from games.registry import TITLES
from tests.browser.players import Player
from tests.browser.watch import BROWSER
from tests.sampling import sampled

pytestmark = BROWSER

PHONE = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 2, "is_mobile": True, "has_touch": True}


@pytest.mark.parametrize("title", sampled(TITLES, ["mascarade", "masons"]))
async def test_moves_are_made_by_tapping_the_board(visit, title):
    guest = Player(await visit(**PHONE), seed=7)
    await guest.arrive_as_guest()
    await guest.sit_down_with_a_bot(TITLES[title])
    taps = 0
    for _decision in range(4):
        if await guest.until_due():
            taps += await guest.decide_on_the_board()
    assert taps > 1
