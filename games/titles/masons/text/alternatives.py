"""Other cards that a seat could have discarded, unseen by all others: for tests of hidden information."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations, islice
from typing import Final

from games.core.engine.events import Event, EventKind
from games.titles.masons.rules.components import FACE_CODES, FACES
from games.titles.masons.rules.state import MasonsState

MOST: Final = 20
"""Exchanges looked at: a large hand has thousands."""


def alternatives(state: MasonsState, event: Event) -> Sequence[Event]:
    """Return the moves that discard or exchange other cards, the same number of them."""
    if event.kind != EventKind.MOVE or event.seat is None or event.text == "E:-" or event.text[:2] not in ("X:", "E:"):
        return ()
    seat = event.seat
    hand = [FACE_CODES[face] for face in range(FACES) for _copy in range(state.hand[seat * FACES + face])]
    verb, thrown = event.text[:2], event.text[2:].split(",")
    choices = dict.fromkeys(combinations(hand, len(thrown)))
    others = (cards for cards in choices if Counter(cards) != Counter(thrown))
    return tuple(Event(EventKind.MOVE, seat, f"{verb}{','.join(cards)}") for cards in islice(others, MOST))
