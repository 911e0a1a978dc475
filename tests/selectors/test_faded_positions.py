"""Earlier positions of a running match: what has faded, and from which position on everything is in sight."""

import pytest

from games.models import Match, Status
from games.selectors.reading import Reader
from tests.lantern.nights import BRIGHT, FADING, night

pytestmark = pytest.mark.usefixtures("lantern")

TURNS = (7, 10, 12)
"""The plies at which a turn of the night begins, of which there are 14: seat 0, 1 and 0 hang a lantern."""
DARK = [[None, None]] * 3
"""All bridges with lanterns of forgotten brightness."""


def reader(viewer: int | None, seat: int | None = None, status: Status = Status.RUNNING) -> Reader:
    match = Match(pk="night", title="lantern", seat_count=2, settings=FADING, status=status)
    return Reader(match, night(2, BRIGHT), viewer, seat)


@pytest.mark.parametrize(("viewer", "first"), [(0, TURNS[2]), (1, TURNS[2]), (None, TURNS[1])])
def test_positions_are_in_sight_from_the_turn_that_a_viewer_remembers_on(viewer, first):
    """A player that of their last decision, which both made in the last turn; a spectator the one before it."""
    found = reader(viewer)
    dark = [ply for ply in range(TURNS[0], 15) if found.view_at(ply)["light"] == DARK]
    assert dark == list(range(TURNS[0], first))


def test_a_hand_is_in_sight_with_the_turn_and_not_one_event_earlier():
    """Seat 0 held 1 and 2 when it hung the 1 as the last lantern."""
    own = reader(0)
    assert [own.view_at(ply)["hand"] for ply in (11, 12, 13)] == [[0, 0], [1, 2], [2]]


def test_a_player_with_the_eyes_of_a_spectator_remembers_no_more_than_at_their_seat():
    found = reader(None, seat=0)
    assert [ply for ply in range(TURNS[0], 15) if found.view_at(ply)["light"] == DARK] == [7, 8, 9, 10, 11]


def test_nothing_fades_once_the_match_is_over():
    own = reader(0, status=Status.FINISHED)
    assert own.view_at(TURNS[0])["hand"] == [1, 2, 3]
    assert own.faded_moves() == {}
