"""The section of a match's page, which is drawn anew at every change: for a request, and for the socket of a page that
is open."""

from collections.abc import Callable

from django.template.loader import render_to_string
from django.utils.safestring import SafeString

from games.jinja_templates import pieces
from games.services import presence
from games.views import spectators
from games.views.match_context import MatchContext
from games.views.match_page import SPECTATOR_QUERY, page_context
from games.views.seat_cards import presence_text


def present_at(context: MatchContext) -> str:
    """How many have the page open, in words; a statement unless it is known that nobody watches."""
    is_watched = context.beside is None or context.beside.has_spectators
    return presence_text(context.seats, presence.spectators(context.match, stored=is_watched))


def page_for_spectators(context: MatchContext) -> SafeString:
    """The page as all spectators see it, in the active language and time zone: drawn once for all of them. Raises
    `BrokenLog`."""

    def draw() -> SafeString:
        shown = page_context(context, SPECTATOR_QUERY, spectators.PRESENCE_PLACEHOLDER, whole=True)
        section = render_to_string("match/_match.jinja", shown)
        return render_to_string("match/_page.html", shown | {"section": section})

    return _drawn_once(context, draw, is_fragment=False)


def pieces_for_spectators(context: MatchContext) -> SafeString:
    """The section of that page, with the marks of `jinja_templates.pieces`."""

    def draw() -> SafeString:
        return pieces(
            "match/_match.jinja", page_context(context, SPECTATOR_QUERY, spectators.PRESENCE_PLACEHOLDER, whole=False)
        )

    return _drawn_once(context, draw, is_fragment=True)


def _drawn_once(context: MatchContext, draw: Callable[[], SafeString], *, is_fragment: bool) -> SafeString:
    present = present_at(context)
    # Read now: while a drawing is made nothing is read but the moments of events, which never change.
    context.former, context.label  # noqa: B018
    return spectators.drawings.get_or_draw(context.match, context.events, context.due, is_fragment, draw, present)
