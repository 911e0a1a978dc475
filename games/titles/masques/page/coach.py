"""Hints for a beginner at Masques at the moments that matter, made from their view alone."""

from collections.abc import Iterator
from typing import Final

from games.core.text import SeatName, Text, _
from games.core.title.presenter import Composition, Hint
from games.titles.masques.rules.components import FAVOURS_TO_WIN, GUILDS, HAND
from games.titles.masques.rules.view import CardView, MasquesView
from games.titles.masques.text.agents import AGENTS

DRAFT: Final = _(
    "Win four favours of one guild, or one of each. Keep four guests, one at a time: only your own "
    "family’s collect for you."
)
OWN_HAND: Final = _(
    "Win four favours of one guild, or one of each. A guest fills a hallway and collects for its "
    "family (Foscari for no one)."
)
HALLWAY: Final = _(
    "A hallway is between two palace cards, so your guest fights for both tokens. The higher influence collects."
)
REACH: Final = _(
    "An agent’s ability only reaches what’s next to its hallway, so choose the hallway for the target you want."
)
ANSWER: Final = _(
    "A rival is winning a token with an empty hallway on its other side. A stronger guest of yours "
    "there would collect it."
)
BLOCK: Final = _(
    "If you can’t beat a rival’s guest, match its influence: on a tie, the token stays where it is for now."
)
HIRE: Final = _(
    "You can afford an agent: it fills a hallway like a guest, and its ability can turn a fight "
    "around. Guests are free."
)
NEAR: Final = _("You’re one favour from winning. Find one you need, and fill the two hallways next to it first.")
LAST: Final = _(
    "This is the last empty hallway: the palace is resolved after your move. Guests left in hand have no effect."
)


def hint(view: MasquesView, composition: Composition) -> Hint | None:
    """Return the hint for this moment, or None."""
    step, words = len(composition.words), composition.words
    if view["phase"] == "draft":
        return Hint("draft", DRAFT) if view["drafted"] == 0 else None
    if step == 0:
        return next(_opening(view, composition), None)
    if step > 1:
        return None
    return Hint("reach", REACH) if words[0] in AGENTS else Hint("hallway", HALLWAY)


def _opening(view: MasquesView, composition: Composition) -> Iterator[Hint]:
    """Yield hints for the moment before the first part is chosen, the most urgent first: at the beginning of a round
    about players close to winning, later about the vacant hallways."""
    seat = composition.seat
    if view["hallways"].count(None) == 1:
        yield Hint("last", LAST)
    elif view["hand_sizes"][seat] == HAND:
        near = [other for other in range(view["seats"]) if _near(view["favour"][other])]
        if seat in near:
            yield Hint("near", NEAR)
        elif near:
            yield Hint("threat", _threat(near[0]))
        elif view["round"] == 1:
            yield Hint("hand", OWN_HAND)
    else:
        own = [int(guest[1]) for guest in view["hand"] if guest[0] in view["families"][seat]]
        rivals = _rivals(view, seat)
        leaders = list(_leaders(view, rivals))
        if any(influence > leader for influence in own for leader in leaders):
            yield Hint("answer", ANSWER)
        if any(int(guest[1]) in leaders for guest in view["hand"] if guest[0] not in rivals):
            yield Hint("block", BLOCK)
        if any(word in AGENTS for word in composition.offered):
            yield Hint("agents", HIRE)


def _near(favour: list[int]) -> bool:
    """Return whether one more favour can win."""
    return max(favour) >= FAVOURS_TO_WIN - 1 or sum(count > 0 for count in favour) == GUILDS - 1


def _rivals(view: MasquesView, seat: int) -> set[str]:
    """Return the families of the other seats."""
    return {family for other, families in enumerate(view["families"]) if other != seat for family in families}


def _leaders(view: MasquesView, rivals: set[str]) -> Iterator[int]:
    """Yield the influence of each rival guest that leads for a token whose other hallway is vacant."""
    hallways = view["hallways"]
    for place, token in enumerate(view["tokens"]):
        if token is None or token["down"]:
            continue
        for card, other in ((hallways[place - 1], hallways[place]), (hallways[place], hallways[place - 1])):
            if other is None and card is not None and _is_face_up_guest_of(card, rivals):
                yield int(card["card"][1])


def _is_face_up_guest_of(card: CardView, families: set[str]) -> bool:
    return not card["down"] and card["card"] not in AGENTS and card["card"][0] in families


def _threat(seat: int) -> Text:
    return _(
        "%(seat)s is one favour from winning. Fight for the one they need, or turn it facedown with a thief.",
        seat=SeatName(seat),
    )
