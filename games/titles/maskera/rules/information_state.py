"""Each seat's certain knowledge of the other hand.

`known[seat * MASKS + mask]` is the number of cards of a mask that the other hand holds for certain, in `seat`'s eyes.
It is exact after a spy's look, and whenever the draw pile runs out: then every card that the seat does not see lies in
the other hand. A card that leaves the hand face-up takes a certain one with it; unknown new cards add none. All of this
follows from what the seat has seen.

One case is special: the pile runs out in the middle of a recruiter's draw. Then the other seat knows the hand and the
cards drawn so far as one heap, `pooled`, but not which of them is where; `mixed` is true until the rejects are shown.
"""

from games.core.engine.rows import Int
from games.titles.maskera.rules.components import MASKS, SEATS
from games.titles.maskera.rules.fields import MaskeraFields


def card_shown(state: MaskeraFields, seat: Int, mask: Int) -> None:
    """Note that a card from the hand of `seat` has been revealed or discarded."""
    place = (1 - seat) * MASKS + mask
    if state.known[place] > 0:
        state.known[place] -= 1


def look(state: MaskeraFields) -> None:
    """Show the other hand to the spy's user; `seen` keeps it as of the latest look."""
    seat = state.user
    _know_hand(state, seat)
    state.seen_turn[seat] = state.turns
    for mask in range(MASKS):
        state.seen[seat * MASKS + mask] = state.hand[(1 - seat) * MASKS + mask]


def pile_ran_out(state: MaskeraFields) -> None:
    """Note that the pile is empty: each seat can count what the other holds."""
    for seat in range(SEATS):
        if state.user == 1 - seat and state.aside_size > 0:
            state.mixed = True
            for mask in range(MASKS):
                state.pooled[mask] = state.hand[(1 - seat) * MASKS + mask] + state.aside[mask]
        else:
            _know_hand(state, seat)


def rejects_shown(state: MaskeraFields) -> None:
    """Show the recruiter's rejects, still in `aside`: the rest of a known heap is in the hand."""
    if not state.mixed:
        return
    first = (1 - state.user) * MASKS
    for mask in range(MASKS):
        rest = state.pooled[mask] - state.aside[mask]
        if rest > state.known[first + mask]:
            state.known[first + mask] = rest
        state.pooled[mask] = 0
    state.mixed = False


def _know_hand(state: MaskeraFields, seat: Int) -> None:
    """Note that `seat` knows the whole other hand as it is now."""
    for mask in range(MASKS):
        state.known[seat * MASKS + mask] = state.hand[(1 - seat) * MASKS + mask]
