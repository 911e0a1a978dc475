"""Positions by hand, for examples, and what lies where in a position."""

from games.titles.maskera.rules.components import COPIES, LETTERS, MASKS, TURN_CHOICE
from games.titles.maskera.rules.effects import cards_in, letters
from games.titles.maskera.rules.state import MaskeraState
from games.titles.maskera.text.annotator import cards_of


def position(
    hand0: str = "",
    hand1: str = "",
    area0: str = "",
    area1: str = "",
    discards: str = "",
    pile: str | None = None,
    active: int = 0,
) -> MaskeraState:
    """Return the start of a turn of `active`: cards by their letters, discards bottom first. The pile holds the rest of
    the 40 cards unless it is given."""
    state = MaskeraState()
    rest = [COPIES - (hand0 + hand1 + area0 + area1 + discards).count(letter) for letter in LETTERS]
    stock = rest if pile is None else counts(pile)
    for mask in range(MASKS):
        state.pile[mask] = stock[mask]
        for seat, (hand, area) in enumerate([(hand0, area0), (hand1, area1)]):
            state.hand[seat * MASKS + mask] = counts(hand)[mask]
            state.area[seat * MASKS + mask] = counts(area)[mask]
    state.pile_size = sum(stock)
    state.hand_size[0], state.hand_size[1] = len(hand0), len(hand1)
    state.discards = [LETTERS.index(letter) for letter in discards]
    state.active, state.phase = active, TURN_CHOICE
    return state


def counts(cards: str) -> list[int]:
    """Return letters as five counts: ``PPS`` is two Politicians and a Spy."""
    return [cards.count(letter) for letter in LETTERS]


def lying(state: MaskeraState, zone: str) -> str:
    """Return the cards of a zone by their letters: ``hand0``, ``area1``, ``aside``, ``trial``; ``discards`` bottom
    first."""
    if zone == "discards":
        return "".join(LETTERS[mask] for mask in state.discards)
    if zone == "trial":
        return LETTERS[state.trial]
    if zone == "aside":
        return letters(cards_in(list(state.aside)))
    return letters(cards_of(state.hand if zone.startswith("hand") else state.area, int(zone[-1])))
