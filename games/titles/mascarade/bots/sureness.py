"""How sure each player probably is of the masks before them, as everybody can tell from what happened openly."""

from games.titles.mascarade.rules.components import MAYBE_SWAPPED, NONE, RECORD, SEEN, SHOWN, SWAPPED
from games.titles.mascarade.rules.fields import MascaradeFields

AFTER_ANOTHERS = 0.5
"""What is left after somebody else may have exchanged the mask."""
AFTER_OWN = 1.0
"""After an exchange of one's own: the bit is known, and who exchanges mostly knows what comes."""
AFTER_OPEN = 0.7
"""After an exchange before everybody: the mask that came is known as well as that place was."""
LEAST = 0.1


def sureness(state: MascaradeFields) -> list[float]:
    """By slot of a seat: from 0 to 1 how sure its owner is of the mask there. Centre slots count as unknown."""
    sure = [1.0 if owner != NONE else LEAST for owner in state.owner]
    history = state.history
    for start in range(0, len(history), RECORD):
        kind, _turn, first, second, seat, _value = history[start : start + RECORD]
        if kind == MAYBE_SWAPPED:
            for slot in (first, second):
                factor = AFTER_OWN if state.owner[slot] == seat else AFTER_ANOTHERS
                sure[slot] = max(LEAST, sure[slot] * factor)
        elif kind == SWAPPED:
            sure[first], sure[second] = (max(LEAST, AFTER_OPEN * sure[slot]) for slot in (second, first))
        elif (kind == SEEN and state.owner[first] == seat) or (kind == SHOWN and state.owner[first] != seat):
            sure[first] = 1.0
    return sure
