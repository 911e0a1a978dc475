"""The drawn board of a match, as one viewer sees it at one moment.

Everything here is made of `State.view(seat)` and public columns, so that it cannot show more than the viewer may
know. The same functions serve the live page, the preview, the history and spectators.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from games.core.engine.events import Entry
from games.core.engine.state import State
from games.core.engine.view import View
from games.core.title.game import Game
from games.core.title.presenter import Composition
from games.translation import translate, translate_tree
from games.views.log_text import Names
from games.views.seat_cards import SeatCard


def view_for(state: State, viewer: int | None, due: list[int]) -> View:
    """Return the view of `viewer`, with the seats that still owe a decision, `due`, as its deciders.

    The replayed state is that at the opening of a window and does not know the sealed answers given since.
    """
    view = state.view(viewer)
    view["deciders"] = due
    return view


def draw(
    game: Game,
    view: View,
    composition: Composition | None,
    cards: list[SeatCard],
    names: Names,
    url: str,
    fresh: Mapping[str, int | None] | None = None,
    played_out: Sequence[Entry] = (),
    settling: Sequence[Entry] = (),
) -> dict[str, Any]:
    """Return the context of the title's templates.

    `url` is the address to which a part's word is appended, "" if nothing may be chosen. `fresh` holds the ids of what
    has changed since the viewer's last decision, with the seats that changed them. Things that the end of the redacted
    entries `played_out` took off the board are drawn again, for the page's script to animate; the decisions at the end
    of `settling` are drawn over the board.
    """
    presenter = game.presenter
    board = translate_tree(presenter.board(view, composition), names)
    moment = presenter.moment(view)
    return {
        "template": presenter.template,
        "tray_template": presenter.tray_template,
        "hand_template": presenter.hand_template,
        "crest_template": presenter.crest_template,
        "seat_template": presenter.seat_template,
        "facts_template": presenter.facts_template,
        "board": board,
        "compose_url": url,
        "fresh": fresh or {},
        "leaving": presenter.leaving(view, played_out),
        "settled": translate_tree(presenter.settled(view, settling), names) if settling else {},
        "moment": "" if moment is None else translate(moment, names),
        "view": view,
        "seats": seat_rows(game, view, board.get("seats", []), cards, names),
    }


def seat_rows(game: Game, view: View, rows: Sequence[Any], cards: list[SeatCard], names: Names) -> list[dict[str, Any]]:
    """Return a dict for each seat: what the site knows of it, how near it is to winning, and the title's own `rows`."""
    progress = [
        {"short": each.short, "text": translate(each.text, names), "near": each.near}
        for each in game.presenter.progress(view)
    ]
    return [
        {
            "index": card.index,
            "name": card.name,
            "url": card.url,
            "is_bot": card.is_bot,
            "is_viewer": card.is_viewer,
            "is_due": card.is_due,
            "card": card,
            "progress": progress[card.index] if progress else None,
            "row": rows[card.index] if rows else None,
        }
        for card in cards
    ]


def scene(game: Game, view: View, names: Names) -> dict[str, Any]:
    """Return what a whole page holds once, apart from the board that changes: symbols and scenery, and the glossary."""
    presenter = game.presenter
    return {
        "template": presenter.setting_template,
        "setting": translate_tree(presenter.setting(view), names),
        "words": [
            {"key": word.key, "name": translate_tree(word.name, names), "meaning": translate(word.meaning, names)}
            for word in presenter.glossary(view)
        ],
    }
