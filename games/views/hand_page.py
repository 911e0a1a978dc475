"""The context for the template of a hand: the phone of someone who sits at a real table."""

from typing import Any

from games.views import board
from games.views.match_context import MatchContext
from games.views.match_page import PageQuery, ended, table_now
from games.views.more import more_of
from games.views.page_kinds import PageKind
from games.views.seat_cards import seat_cards


def hand_context(context: MatchContext, query: PageQuery, *, whole: bool) -> dict[str, Any]:
    """Return everything the template shows to the holder of a seat: their own cards, choices and notes, and no board
    unless a place on it is to be chosen. `whole` is for a page that is opened. Raises `BrokenLog`."""
    match, game = context.match, context.match.game
    cards = seat_cards(match, context.seats, context.names, context.viewer, context.former)
    path = PageKind.HAND.address(match.pk)
    shown = {
        "match": match,
        "game": game,
        "path": path,
        "part": PageKind.HAND.value,
        "mine": next(card for card in cards if card.is_viewer),
        "is_due": context.viewer in context.due,
        "seen": context.position.decision,
        "waiting": 0 if context.beside is None else context.beside.waiting,
        "ended": ended(context, cards),
        "refusal": "",
        **table_now(context, query, None, [], cards, path, whole=True),
    }
    view, picker = shown["drawn"]["view"], shown["picker"]
    composing = None if picker is None or picker.sentence else picker.composition
    shows_board = composing is not None and game.presenter.hand_shows_board(view, composing)
    return shown | {
        "shows_board": shows_board,
        "more": more_of(context, view),
        "scene": board.scene(game, view, context.names) if whole else {},
    }
