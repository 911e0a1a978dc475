"""How a match ended."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """A full placing of all seats.

    `places[seat]` is 1 for the winner; equal seats share the better place and the next place is skipped.
    `reason` names the ending in one word of the title's (or the site's) vocabulary, for example ``"win"``.
    `scores[seat]` only where the title has scores.
    """

    places: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] | None = None

    @property
    def winners(self) -> tuple[int, ...]:
        """Seats on the first place."""
        return tuple(seat for seat, place in enumerate(self.places) if place == 1)


def places_by_key(keys: list[tuple[int, ...]]) -> tuple[int, ...]:
    """Places for seats whose `keys` compare smaller-is-better; equal keys share the better place."""
    return tuple(1 + sum(other < key for other in keys) for key in keys)
