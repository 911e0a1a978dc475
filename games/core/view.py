"""What a view holds whatever the title."""

from typing import TypedDict


class View(TypedDict):
    """The keys that the site reads. A title derives its own view from it; all its values are JSON-ready, and nothing
    in it depends on anything that the viewer may not know."""

    seats: int
    viewer: int | None
    """The seat whose view it is; None for a spectator."""
    phase: str
    deciders: list[int]
    """Seats that owe a decision now, ascending."""
    over: bool
