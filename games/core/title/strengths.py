"""Estimates the strength of a title's bots at tables of unmeasured sizes from the measured ones."""

from collections.abc import Mapping

Ladder = Mapping[int, Mapping[str, int]]
"""By number of seats, the Elo points of each level."""


def interpolated(measured: Ladder, *gaps: tuple[int, int]) -> dict[int, dict[str, int]]:
    """Return `measured`, with sizes inside each of `gaps` (whose ends were measured) interpolated linearly. Sizes
    outside them stay without points.

    >>> interpolated({2: {"easy": 600}, 4: {"easy": 300}}, (2, 4))[3]
    {'easy': 450}
    """
    points = {seats: dict(levels) for seats, levels in measured.items()}
    for low, high in gaps:
        for seats in range(low + 1, high):
            share = (seats - low) / (high - low)
            points[seats] = {
                level: round(below + share * (measured[high][level] - below)) for level, below in measured[low].items()
            }
    return dict(sorted(points.items()))
