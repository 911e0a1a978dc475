"""The end of Lantern: points for bright bridges."""

from games.core.engine.outcome import Outcome, places_by_key
from games.core.engine.rows import Int
from tests.lantern.rules.components import BRIDGES
from tests.lantern.rules.fields import LanternFields


def scores(state: LanternFields) -> list[Int]:
    """Three points for the brightest seat of each bridge; if several are equally bright, one for each."""
    points = [0] * state.seats
    for bridge in range(BRIDGES):
        lights = state.light[bridge * state.seats : (bridge + 1) * state.seats]
        best = max(lights)
        brightest = [seat for seat in range(state.seats) if best > 0 and lights[seat] == best]
        for seat in brightest:
            points[seat] += 3 if len(brightest) == 1 else 1
    return points


def outcome_of(state: LanternFields) -> Outcome:
    """The most points win. A night without any light is called by its name."""
    points = scores(state)
    return Outcome(
        places=places_by_key([(-score,) for score in points]),
        reason="light" if any(points) else "dark",
        scores=tuple(points),
    )
