"""Reasons why a move is refused: the rule that forbids it, in words. All of them are public."""

from collections.abc import Sequence
from typing import Final

from games.core.errors import Illegal
from games.core.text import Text, _
from games.titles.mascarade.rules.coins import is_among_richest
from games.titles.mascarade.rules.components import ACTION, ANSWERS, CHOOSE, EXCHANGE_TURNS, GUESS, MEMORISE, NONE, SWAP
from games.titles.mascarade.rules.masks import TARGETS
from games.titles.mascarade.rules.rows import ANY_SLOT, PLAYER_OR_NONE, RICHEST, TWO_SLOTS, TWO_UNSEEN
from games.titles.mascarade.rules.state import MascaradeState

OWED: Final = {
    MEMORISE: _("You can only confirm that you’ve memorised the masks now."),
    ACTION: _("You can only swap masks, look at yours or announce one now."),
    ANSWERS: _("You can only challenge the announcement or not now."),
    CHOOSE: _("You must choose the target of the power now."),
    GUESS: _("You must name the mask you think is yours now."),
    SWAP: _("You must swap the two masks, or pretend to, now."),
}
"""By phase: what is decided now."""

_FIRST_TURNS: Final = _("In the first four turns, you can only swap.")


def check_view(state: MascaradeState) -> None:
    """Raise `Illegal` if the active seat may not view its mask."""
    if state.turns <= EXCHANGE_TURNS:
        raise Illegal(_FIRST_TURNS)
    if state.exchange_only and state.locked(state.active):
        raise Illegal(_("Your mask was shown on the previous turn, so you must swap."))


def check_announce(state: MascaradeState) -> None:
    """Raise `Illegal` if the active seat may not announce."""
    if state.turns <= EXCHANGE_TURNS:
        raise Illegal(_FIRST_TURNS)
    if state.locked(state.active):
        if state.exchange_only:
            raise Illegal(_("Your mask was shown on the previous turn, so you must swap."))
        raise Illegal(
            _("Your mask was shown on the previous turn, so you can swap it or look at it, but you can’t announce.")
        )


def check_decline(state: MascaradeState) -> None:
    """Raise `Illegal` unless the power may be declined."""
    if TARGETS[state.announced] != PLAYER_OR_NONE:
        raise Illegal(_("Only the Sorceress can decline."))


def check_shape(state: MascaradeState, two: bool, bit: bool) -> None:
    """Raise `Illegal` unless the power has this number of targets, and a secret swap exactly if `bit`."""
    target = TARGETS[state.announced]
    if two != (target in (TWO_SLOTS, TWO_UNSEEN)):
        if two:
            raise Illegal(_("This power has one target."))
        raise Illegal(_("This power has two targets."))
    if bit != (target == TWO_UNSEEN):
        if bit:
            raise Illegal(_("Nothing is swapped in secret here."))
        raise Illegal(_("Say whether the masks are swapped: + or -."))


def check_player(state: MascaradeState, player: int) -> None:
    """Raise `Illegal` unless a power that is used on a player may choose this seat."""
    if player == state.user:
        raise Illegal(_("Choose another player, not yourself."))
    if TARGETS[state.announced] == RICHEST and not is_among_richest(state, player, state.user):
        raise Illegal(_("The Trickster takes from the richest of the other players: choose one of them."))


def check_slots(state: MascaradeState, slots: Sequence[int]) -> None:
    """Raise `Illegal` unless the power may be applied to these slots."""
    for slot in slots:
        if state.owner[slot] == NONE and TARGETS[state.announced] != ANY_SLOT:
            raise Illegal(_centre(state))
        if state.owner[slot] == state.user:
            raise Illegal(_("Choose other players’ masks, not your own."))
    if len(slots) == 2:
        _check_pair(state, slots[0], slots[1])


def _centre(state: MascaradeState) -> Text:
    if TARGETS[state.announced] in (TWO_SLOTS, TWO_UNSEEN):
        return _("You can’t choose masks in the centre here: choose two other players.")
    return _("You can’t choose masks in the centre here: choose another player.")


def _check_pair(state: MascaradeState, first: int, second: int) -> None:
    """Raise `Illegal` unless two targets fit together."""
    if first == second:
        raise Illegal(_("Choose two different masks."))
    if first > second:
        raise Illegal(_("Write two targets in ascending order."))
    if state.owner[first] == state.owner[second] and state.seats > 2:
        raise Illegal(_("Choose masks of two different players."))
