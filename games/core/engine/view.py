"""The part of a view that is the same for all titles."""

from typing import TypedDict


class View(TypedDict):
    """The keys that the site reads. Titles derive their own views from it. All values are JSON-ready, and none depends
    on information that is hidden from the viewer."""

    seats: int
    viewer: int | None
    """The seat that may see it; None for a spectator."""
    phase: str
    deciders: list[int]
    """Seats that owe a decision now, ascending."""
    over: bool
