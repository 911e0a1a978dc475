"""The board of every title in the middle of a match, for newcomers."""

import re
from functools import cache, lru_cache
from typing import Final

from django.template import TemplateDoesNotExist
from django.template.loader import render_to_string
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.core.engine.log import replay
from games.core.engine.state import State
from games.core.title.game import Game
from games.views import board as boards
from games.views.seat_cards import SeatCard

LABEL: Final = re.compile(r' (?:aria-label|title)="[^"]*"')
NAMED: Final = re.compile(r"""["(]#([^")]+)[")]""")
ID: Final = re.compile(r' id="([^"]+)"')
SYMBOL: Final = re.compile(r'<symbol id="([^"]+)".*?</symbol>\n?', re.DOTALL)
NAMES = (
    "Lucia",
    "Marco",
    "Bianca",
    "Tommaso",
    "Elena",
    "Paolo",
    "Giulia",
    "Matteo",
    "Chiara",
    "Andrea",
    "Sofia",
    "Pietro",
    "Irene",
)


def board(game: Game) -> SafeString:
    """Return the drawn board of `game` after its record ``titles/<slug>/showcase.txt``, as a spectator sees it; empty
    if the title has no such record."""
    return _drawn(game, get_language())


@lru_cache(maxsize=64)
def _drawn(game: Game, _language: str | None) -> SafeString:
    position = _position(game)
    if position is None:
        return SafeString()
    state, seats = position
    due = state.deciders()
    cards = [
        SeatCard(index=seat, name=NAMES[seat], url="", is_bot=False, is_viewer=False, is_due=seat in due)
        for seat in range(seats)
    ]
    view = boards.view_for(state, None, list(due))
    scene = boards.scene(game, view, lambda seat: cards[seat].name)
    drawn = boards.draw(game, view, None, cards, lambda seat: cards[seat].name, "")
    shown = [(scene["template"], scene), (drawn["template"], drawn)]
    drawing = "".join(render_to_string(name, context) for name, context in shown if name)
    return mark_safe(_lightened(drawing))  # noqa: S308 - ours


def _lightened(drawing: str) -> str:
    """Return `drawing` as a picture: without the labels of its parts, and without symbols and ids that nothing in it
    refers to. A match needs them all sooner or later, a picture of one position does not."""
    drawing = LABEL.sub("", drawing)
    for pattern in (SYMBOL, SYMBOL, ID):  # symbols that other symbols alone have named go the second time
        drawing = _only_named(pattern, drawing)
    return drawing


def _only_named(pattern: re.Pattern[str], drawing: str) -> str:
    named = set(NAMED.findall(drawing))
    return pattern.sub(lambda found: found[0] if found[1] in named else "", drawing)


@cache
def _position(game: Game) -> tuple[State, int] | None:
    """Return the recorded position and its number of seats; None without a record."""
    try:
        text = render_to_string(f"titles/{game.slug}/showcase.txt")
    except TemplateDoesNotExist:
        return None
    record = game.read_record(text)
    return replay(game, record.seats, record.settings, record.events).state, record.seats
