"""Hints for a beginner at Masques at the moments that matter, made from their view alone."""

from collections.abc import Iterator
from typing import Final

from games.core.text import SeatName, Text, _
from games.core.title.presenter import Composition, Hint
from games.titles.masques.rules.components import FAVOURS_TO_WIN, GUILDS, HAND
from games.titles.masques.rules.view import CardView, MasquesView
from games.titles.masques.text.agents import AGENTS

DRAFT: Final = _(
    "Four favours of one guild win, or one of each. Keep four guests, one by one: only your own family’s collect for "
    "you."
)
OWN_HAND: Final = _(
    "Four favours of one guild win, or one of each. Each guest fills a hallway and collects for its family, Foscari "
    "for nobody."
)
HALLWAY: Final = _(
    "A hallway lies between two palace cards, so your guest fights for both tokens. The higher influence collects."
)
REACH: Final = _("An agent’s ability reaches only what lies beside its hallway: choose the hallway for its target.")
ANSWER: Final = _(
    "A rival leads for a token whose other hallway is vacant. A stronger guest of your own there would collect it."
)
BLOCK: Final = _(
    "Where you cannot beat a rival’s guest, one of equal influence beside the token makes it stay for now."
)
HIRE: Final = _(
    "You can pay for an agent: it fills a hallway like a guest, and its ability may turn a fight around. Guests cost "
    "nothing."
)
NEAR: Final = _(
    "You are one step from winning. Look where a favour that you need lies, and take its two hallways first."
)
LAST: Final = _("The last vacant hallway: the palace is resolved after this move. Guests left in hands have no effect.")


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
    who is how near to winning, later what lies next to the vacant hallways."""
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
    """Return whether one favour more can win."""
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
        "%(seat)s is one step from winning. Contest the favour that is missing, or turn it facedown with a Thief.",
        seat=SeatName(seat),
    )
