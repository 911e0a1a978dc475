"""The masks' abilities, the questions to a seat, and the effect of a move, in sentences."""

from games.core.text import SeatName, Text, _, ngettext, text_of
from games.titles.maskera.rules.components import FOUR, MASK_ROWS
from games.titles.maskera.rules.effects import (
    ENTRIES,
    Announced,
    ChoseToDraw,
    Discarded,
    Kept,
    Passed,
    Played,
    Removed,
)
from games.titles.maskera.rules.view import Counts, MaskeraView
from games.titles.maskera.text.names import NAMES

ABILITIES = tuple(text_of(mask.ability) for mask in MASK_ROWS)
"""By mask."""
REASONS = {
    "four": _("four of one mask"),
    "five": _("one of each mask"),
    "stop": _("no win in 300 turns"),
}


# Questions.


def prompt(view: MaskeraView) -> Text:
    """Return what the viewer is asked now."""
    phase = view["phase"]
    if phase == "turn":
        return _("Draw two cards, or play one facedown.")
    if phase == "answer":
        return _("%(seat)s has played a card facedown. Let it pass, or name it to counter it.", seat=_active(view))
    if phase == "discard" and view["hit"]:
        return _("You guessed right. Discard a card and use its ability.")
    if phase == "discard":
        return _("You guessed wrong. Discard a card.")
    if phase == "keep":
        return _("Choose which of the drawn cards to keep.")
    return _("Choose a card in the other area for your Assassin to discard.")


def waiting(view: MaskeraView) -> Text:
    """Return what the due seat owes, for everyone else."""
    if not view["deciders"]:
        return _("The cards are being dealt.")
    seat = SeatName(view["deciders"][0])
    phase = view["phase"]
    if phase == "turn":
        return _("%(seat)s must draw two cards or play one facedown.", seat=seat)
    if phase == "answer":
        return _("%(seat)s must let the card pass or try to counter it.", seat=seat)
    if phase == "discard":
        return _("%(seat)s must choose a card to discard.", seat=seat)
    if phase == "keep":
        return _("%(seat)s must choose which card to keep.", seat=seat)
    return _("%(seat)s must choose a card for the Assassin to discard.", seat=seat)


def _active(view: MaskeraView) -> SeatName:
    """Return the seat whose card is on trial."""
    return SeatName(view["active"] or 0)


# Moves.


def label(view: MaskeraView, seat: int, word: str) -> Text:
    """Return the name of a choice of `seat`, short enough for a button."""
    match ENTRIES.parse_move(seat, word):
        case Played(_, int(mask)):
            return _("Play the %(mask)s", mask=NAMES[mask])
        case Passed():
            return _("Let it pass")
        case Announced(_, mask):
            return _("Counter: “%(mask)s”", mask=NAMES[mask])
        case Kept(_, int(mask)):
            return _("Keep the %(mask)s", mask=NAMES[mask])
        case Discarded(_, mask) if view["hit"]:
            return _("Discard and use the %(mask)s", mask=NAMES[mask])
        case Discarded(_, mask) | Removed(_, mask):
            return _("Discard the %(mask)s", mask=NAMES[mask])
    return _("Draw two cards")


def explain(view: MaskeraView, seat: int, word: str) -> Text:
    """Return what a choice of `seat` does, in the words of the rules page."""
    match ENTRIES.parse_move(seat, word):
        case ChoseToDraw():
            return _("Add two cards to your hand; your turn ends.")
        case Passed():
            return _("The card is revealed and stays, and its ability is used.")
        case Announced():
            return _(
                "If right, the card is lost, and you discard a card to use its ability. If wrong, you discard a card."
            )
        case Removed(_, mask):
            return ngettext(
                "There is %(n)s in the other area.",
                "There are %(n)s in the other area.",
                view["areas"][1 - seat][mask],
            )
        case Played(_, int(mask)) | Kept(_, int(mask)) | Discarded(_, mask):
            return ABILITIES[mask]
    raise AssertionError(f"{word} is a choice")


def describe_move(view: MaskeraView, seat: int, text: str) -> Text:
    """Return a whole move of `seat` as a sentence with its consequences."""
    move = ENTRIES.parse_move(seat, text)
    match move:
        case Played(_, int(mask)):
            return _describe_play(view["areas"][seat], mask)
        case Passed():
            return _("Let the card pass. It is revealed and stays, and its ability is used.")
        case Announced(_, mask):
            return _(
                "Try to counter by naming the %(mask)s. If right, the card is lost, and you discard a card "
                "and use its ability. If wrong, it stays, and you discard a card.",
                mask=NAMES[mask],
            )
        case Kept(_, int(mask)):
            return _("Keep the %(mask)s and discard the other cards you drew.", mask=NAMES[mask])
        case Removed(_, mask):
            return _("The Assassin discards the %(mask)s from the other area.", mask=NAMES[mask])
        case Discarded(_, mask) if view["hit"]:
            return _("Discard the %(mask)s and use its ability. %(ability)s", mask=NAMES[mask], ability=ABILITIES[mask])
        case Discarded(_, mask):
            return _("Discard the %(mask)s. It has no effect.", mask=NAMES[mask])
    return _("Draw two cards; your turn ends.")


def _describe_play(area: Counts, mask: int) -> Text:
    name = NAMES[mask]
    if _would_win(area, mask):
        return _("Play the %(mask)s facedown. If it isn’t countered, you win.", mask=name)
    return _("Play the %(mask)s facedown. If it isn’t countered: %(ability)s", mask=name, ability=ABILITIES[mask])


def _would_win(area: Counts, mask: int) -> bool:
    """Return whether one more card of `mask` completes four of a kind or all five."""
    after = list(area)
    after[mask] += 1
    return max(after) >= FOUR or min(after) >= 1
