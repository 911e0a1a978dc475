"""Hints for a beginner at Maskera at the moments that matter, made from their view alone."""

from typing import Final

from games.core.text import TextList, _
from games.core.title.presenter import Composition, Hint
from games.titles.maskera.rules.components import FOUR, LETTERS, MASKS
from games.titles.maskera.rules.view import Counts, MaskeraView
from games.titles.maskera.text.names import NAMES

FEW: Final = 2  # cards in hand
FIRST_TURNS: Final = 2
SEEN: Final = 6  # of the eight copies of a mask: then it is hardly there

TURN: Final = _(
    "You win with four of one mask, or one of each of the five, face up in your area. Draw two cards, "
    "or play one facedown."
)
DRAW: Final = _("With so few cards, you’re easy to guess. Draw two and you’ll be harder to read.")
BLUFF: Final = _(
    "Your rival will name the card you need. Play a different one first: a wrong guess costs them a "
    "card, and yours stays."
)
FOUR_ALIKE: Final = _("Three of one mask: you win if a fourth stays. Your rival sees that too and is waiting for it.")
ALL_FIVE: Final = _(
    "Four different masks: you win if the fifth stays. Draw until you have it, then play it when they least expect it."
)
LET_PASS: Final = _(
    "It can’t win yet (four of one mask or all five do). If you let it pass, its ability is used; a "
    "wrong guess costs you a card."
)
PENALTY: Final = _("Your wrong guess costs you a card, with no effect. Give up the one your area needs least.")
REWARD: Final = _("Good guess. You use the ability of the card you discard now, so choose it for what it does.")


def hint(view: MaskeraView, composition: Composition) -> Hint | None:
    """Return the hint for this moment, or None."""
    seat, phase = composition.seat, view["phase"]
    if phase == "turn":
        return _turn(view, seat)
    if phase == "answer":
        return _answer(view, seat)
    if phase == "discard":
        return Hint("reward", REWARD) if view["hit"] else Hint("penalty", PENALTY)
    return None


def _turn(view: MaskeraView, seat: int) -> Hint | None:
    """Return a hint on drawing or playing: about the area of the player, else about a small hand; None if neither
    matters."""
    if view["turn"] < FIRST_TURNS:
        return Hint("turn", TURN)
    winning, hand = _winning(view["areas"][seat]), view["hands"][seat]
    held = [mask for mask in range(MASKS) if (hand["cards"] or [0] * MASKS)[mask]]
    if len(held) > 1 and any(mask in held for mask in winning):
        return Hint("bluff", BLUFF)
    if FOUR - 1 in view["areas"][seat]:
        return Hint("four", FOUR_ALIKE)
    if winning:
        return Hint("five", ALL_FIVE)
    return Hint("draw", DRAW) if hand["size"] <= FEW else None


def _answer(view: MaskeraView, seat: int) -> Hint:
    """Return a hint on letting pass or naming: what the card may be at worst, and how likely that is."""
    winning = _winning(view["areas"][1 - seat])
    if not winning:
        return Hint("pass", LET_PASS)
    masks = TextList(tuple(NAMES[mask] for mask in winning))
    if all(_seen(view, seat, mask) >= SEEN for mask in winning):
        return Hint(
            "count",
            _(
                "Only this would win: %(masks)s. You can see at least %(seen)s of the eight, so it’s unlikely.",
                masks=masks,
                seen=SEEN,
            ),
        )
    return Hint(
        "danger",
        _(
            "Your rival wins if it’s one of these: %(masks)s. Name it to stop it; a wrong guess costs you a card.",
            masks=masks,
        ),
    )


def _winning(area: Counts) -> list[int]:
    """Return the masks of which one more, if it stays, wins with this area."""
    missing = area.count(0)
    return [mask for mask in range(MASKS) if area[mask] == FOUR - 1 or (area[mask] == 0 and missing == 1)]


def _seen(view: MaskeraView, seat: int, mask: int) -> int:
    """Return how many copies of a mask the viewer sees: open ones, and those of the own hand."""
    own = (view["hands"][seat]["cards"] or [0] * MASKS)[mask]
    return own + sum(area[mask] for area in view["areas"]) + view["discards"].count(LETTERS[mask])
