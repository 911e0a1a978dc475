"""The section of a match's page that is rendered again at every change: for a request, and for the socket of an open
page."""

from collections.abc import Callable, Collection
from typing import Any

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.plumbing.jinja_templates import pieces
from games.services.beside import presence
from games.views import spectators
from games.views.hand_page import hand_context
from games.views.match_context import MatchContext
from games.views.match_page import SPECTATOR_QUERY, PageQuery, page_context
from games.views.page_kinds import PageKind
from games.views.seat_cards import Present, present

ANYBODY = Present(
    spectators.PRESENCE_PLACEHOLDER
)  # the part that is drawn for all spectators, who get the presence marks later


def present_at(context: MatchContext, following: Collection[int] = frozenset()) -> Present:
    """Return who has the page open, including the seats `following`; one statement unless nobody is known to watch."""
    is_watched = context.beside is None or context.beside.has_spectators
    count = presence.spectators(context.match, stored=is_watched)
    return present(context.seats, count, context.viewer, following)


def seat_context(
    context: MatchContext, kind: PageKind, query: PageQuery, present: Present, *, whole: bool
) -> dict[str, Any]:
    """Return what the templates of a page of this `kind` show to the holder of a seat; raises `BrokenLog`. The
    arguments are those of `page_context`."""
    if kind == PageKind.HAND:
        return hand_context(context, query, whole=whole)
    return page_context(context, query, present, whole=whole)


def page_for_spectators(context: MatchContext) -> SafeString:
    """Return the page as all spectators see it, in the active language and time zone: drawn once for all of them.
    Raises `BrokenLog`."""

    def draw() -> SafeString:
        shown = page_context(context, SPECTATOR_QUERY, ANYBODY, whole=True)
        section = render_to_string("games/match/_match.jinja", shown)
        return render_to_string("games/match/_page.html", shown | {"section": section})

    return drawn_once(context, "page", draw, present_at(context))


def pieces_for_spectators(context: MatchContext, following: Collection[int] = frozenset()) -> SafeString:
    """Return the section of the page for spectators, with the marks of `jinja_templates.pieces`, while at least the
    seats `following` have it open."""

    def draw() -> SafeString:
        return pieces("games/match/_match.jinja", page_context(context, SPECTATOR_QUERY, ANYBODY, whole=False))

    return drawn_once(context, "section", draw, present_at(context, following))


def drawn_once(context: MatchContext, part: str, draw: Callable[[], SafeString], who: Present) -> SafeString:
    """Return the `part` that `draw` makes of a spectator's `context`, or has made for others, and put the people `who`
    are present into it."""
    # Read now: while a drawing is made only the moments of events are read, which never change.
    context.former, context.label  # noqa: B018
    return spectators.drawings.get_or_draw(context.match, context.events, context.due, part, draw, who)
