"""The line beneath the prompt: as many sentences as two lines of a phone hold, and how many more there are."""

import pytest

from games.core.engine.events import EventKind
from games.views.log_text import Line
from games.views.since import Since

CHANCE, MOVE = EventKind.CHANCE, EventKind.MOVE
LONG = "The cards are dealt. Your hand: Black watch, Green farmers, Red farmers and People of the Rose."


def since(*told: tuple[EventKind, str]) -> Since:
    return Since(3, [Line(ply, kind, text) for ply, (kind, text) in enumerate(told, 4)], None)


@pytest.mark.parametrize(
    ("told", "short", "more"),
    [
        ([(MOVE, "bruno passes.")], "bruno passes.", ""),
        ([(MOVE, "bruno passes."), (MOVE, "carla passes.")], "bruno passes. carla passes.", ""),
        (
            [(MOVE, "bruno builds a tower at a2 and a wall to b2."), (MOVE, "carla passes.")],
            "carla passes.",
            "(1 more)",
        ),
        ([(CHANCE, "The die shows 3."), (MOVE, "bruno passes.")], "bruno passes.", "(1 more)"),
        ([(CHANCE, "The die shows 3.")], "The die shows 3.", ""),
        ([(CHANCE, LONG)], "", ""),
        ([(MOVE, "bruno passes."), (MOVE, LONG)], "", ""),
    ],
)
def test_sentences_that_fit_are_shown_and_the_others_are_counted(told, short, more):
    line = since(*told)
    assert (line.short, line.more) == (short, more)


def test_where_there_is_no_room_the_steps_are_counted():
    assert since((CHANCE, LONG)).count == "1 step"
    assert since((CHANCE, LONG), (MOVE, "bruno passes.")).count == "2 steps"
