"""The result of a match."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """The places of all seats.

    `places[seat]` is 1 for the winner; tied seats share the better place and the next place is skipped.
    `reason` is the title's (or the site's) name of the ending, for example ``"win"``.
    `scores[seat]` is set only if the title has scores.
    """

    places: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] | None = None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


def places_by_key(keys: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Return the places of seats by their `keys`, smallest first; equal keys share the better place."""
    return tuple(1 + sum(other < key for other in keys) for key in keys)
