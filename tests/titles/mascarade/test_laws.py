"""The laws of the engine's interface, at every number of masks a seat and with every option."""

import pytest

from games.core.kit.conformance import check_match
from tests.titles.mascarade.table import MASCARADE

EVERY_POWER = "FO GU JU PR PU SO SP TR WI"


@pytest.mark.parametrize(
    ("seats", "given", "strategy"),
    [
        (2, {}, "uniform"),
        (2, {"script": "random", "log_masks": "off"}, "skewed"),
        (3, {"challenge_mode": "clockwise", "reveal_lock": "exchange_only"}, "uniform"),
        (4, {"log_masks": "off"}, "uniform"),
        (5, {"script": "custom", "masks": "EM FO JU SO SP TR WI"}, "uniform"),
        (8, {"script": "custom", "masks": EVERY_POWER}, "uniform"),
        (8, {"script": "custom", "masks": EVERY_POWER, "challenge_mode": "clockwise", "log_masks": "off"}, "last"),
        (13, {"script": "advanced"}, "skewed"),
    ],
)
def test_matches_keep_the_laws(seats: int, given: dict[str, str], strategy: str) -> None:
    limit = {"turn_limit": "5" if seats == 13 else str(max(8, 26 // seats))}
    check_match(MASCARADE, seats, given | limit, 1, strategy)
