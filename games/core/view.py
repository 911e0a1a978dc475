"""What a seat, or a spectator, may see of a position, as plain data."""

from typing import TypedDict


class View(TypedDict):
    """The keys that the view of every title has. A title's own `View` extends it with what lies on its board.

    `viewer` is the seat whose view it is, None for a spectator. `phase` is the title's own name of the phase.
    `deciders` are the seats that owe a decision now, in order. `over`: the match has ended.
    """

    seats: int
    viewer: int | None
    phase: str
    deciders: list[int]
    over: bool
