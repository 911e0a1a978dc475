"""Hints for a beginner at Masons at the moments that matter, made from their view alone."""

from typing import Final

from games.core.text import _
from games.core.title.presenter import Composition, Hint
from games.titles.masons.page.closing import enclosed
from games.titles.masons.page.hand import own_cards
from games.titles.masons.rules.names import BOARD_FILE
from games.titles.masons.rules.view import MasonsView

FIRST_TURNS: Final = 3
FEW_WALLS: Final = 6
LARGE_HAND: Final = 4

WALL: Final = _("Most points win. A ring of walls is a town; all score it with their cards: build where yours count.")
OPEN: Final = _("A ring of walls makes a town. Leave none that one more wall closes, unless it suits you better.")
CLOSE: Final = _("A town can be closed now. Everybody scores it with their own cards: close it if yours are the best.")
DICE: Final = _("One tower has the tone of the die; each house die goes to one side of the wall. Build for your cards.")
MERGE: Final = _("Joined towns count as one: larger, with more colours and towers, but one town less on the board.")
SCORE: Final = _("One card is drawn for what you play, however many. Two at once bring points now and a smaller hand.")
POOR: Final = _("Nothing of yours scores here. Discard a card and draw two: a larger hand scores more later.")
LAST: Final = _("You are last: exchange cards that will hardly score. As many are drawn as you throw away.")
END: Final = _("The supply runs low. When it is empty the match ends: play what you hold before that.")
FINAL: Final = _("The match is over after this. Without a new town you choose one for your cards, or none.")


def hint(view: MasonsView, composition: Composition) -> Hint | None:
    """Return the hint for this moment, or None."""
    match view["phase"]:
        case "wall":
            return _wall(view)
        case "build":
            return Hint("dice", DICE)
        case "merge":
            return Hint("merge", MERGE)
        case "score":
            return _score(view)
        case "exchange":
            return Hint("last", LAST)
        case "final":
            return Hint("final", FINAL)
    return None


def _wall(view: MasonsView) -> Hint | None:
    if view["turn"] <= FIRST_TURNS:
        return Hint("wall", WALL)
    if view["supply"]["walls"] <= FEW_WALLS:
        return Hint("end", END)
    walls = set(view["walls"])
    in_towns = {space for town in view["towns"] for space in town["spaces"]}
    free = [line for line, spaces in BOARD_FILE.beside.items() if line not in walls and in_towns.isdisjoint(spaces)]
    if any(enclosed(walls, line) for line in free):
        return Hint("close", CLOSE)
    return Hint("open", OPEN) if walls else None


def _score(view: MasonsView) -> Hint | None:
    cards = own_cards(view)
    if cards and max(view["values"][card] for card in cards) == 0:
        return Hint("poor", POOR)
    return Hint("score", SCORE) if len(cards) >= LARGE_HAND else None
