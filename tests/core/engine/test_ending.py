"""How a match ends: the outcome by the rules, adjusted by who gave up a seat, who took it over, and an annulment."""

import pytest

from games.core.engine import ending
from games.core.engine.ending import final_outcome, given_up
from games.core.engine.events import Event, EventKind
from games.core.engine.outcome import Outcome


def site(seat, word):
    return Event(EventKind.SITE, seat, word)


class Over:
    """A position that is over with these places."""

    def __init__(self, *places):
        self.places = places

    def outcome(self):
        return Outcome(self.places, "win", (5, 3, 1, 0)[: len(self.places)])


@pytest.mark.parametrize(
    ("words", "places"),
    [
        ([], (1, 2, 3, 4)),
        ([(0, ending.RESIGNED)], (4, 1, 2, 3)),
        ([(0, ending.RESIGNED), (0, ending.TAKEN_OVER)], (1, 2, 3, 4)),
        ([(0, ending.OUT_OF_TIME), (1, ending.RESIGNED), (0, ending.TAKEN_OVER)], (1, 4, 2, 3)),
        # Taken over and given up again: it left when it was given up the last time.
        ([(0, ending.RESIGNED), (0, ending.TAKEN_OVER), (0, ending.MISSED_RESPONSES)], (4, 1, 2, 3)),
        (
            [(0, ending.RESIGNED), (0, ending.TAKEN_OVER), (2, ending.RESIGNED), (0, ending.RESIGNED)],
            (3, 1, 4, 2),
        ),
        ([(0, ending.BOT_DECIDED), (1, ending.DEFAULTED)], (1, 2, 3, 4)),
    ],
)
def test_a_seat_that_was_taken_over_is_placed_by_the_rules(words, places):
    events = [site(*word) for word in words]
    assert final_outcome(Over(1, 2, 3, 4), 4, events).places == places


def test_an_annulled_match_has_no_winner():
    events = [site(0, ending.RESIGNED), site(None, ending.ANNULLED)]
    for seats in (2, 3):
        assert final_outcome(Over(*range(1, seats + 1)), seats, events) == Outcome((1,) * seats, "annulled")


def test_with_two_seats_giving_up_loses_whatever_the_board():
    assert final_outcome(Over(1, 2), 2, [site(0, ending.OUT_OF_TIME)]) == Outcome((2, 1), ending.OUT_OF_TIME)


def test_only_site_events_give_up_a_seat_or_take_it_over():
    """A title may use the same words for its moves."""
    move = Event(EventKind.MOVE, 1, ending.RESIGNED)
    assert given_up([move, site(0, ending.RESIGNED), Event(EventKind.MOVE, 0, ending.TAKEN_OVER)]) == [0]
