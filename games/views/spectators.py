"""Caches the drawings that all spectators of a match share: its page, the section of it, and its screen.

It is rendered without a request and without a seat, so that it contains nothing of any visitor, and the page of a seat
neither reads nor fills this cache. The key of a drawing is the match's row, its log and the seats that still have to
decide (a sealed answer changes only these), so no drawing is older than the data its reader has fetched. Clocks and
names on it may be a few seconds old.
"""

from collections.abc import Callable
from datetime import timedelta

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from games.core.engine.events import Event
from games.models import Match
from games.table_templates import shown_here
from games.views.drawings import Drawings
from games.views.seat_cards import Present

PRESENCE_PLACEHOLDER = "\ue000"  # replaced by how many have the page open, which changes by the second
MAX_AGE = timedelta(seconds=5)  # of the clocks and names
MAX_DRAWINGS = 64


class SpectatorDrawings(Drawings[SafeString]):
    """The last drawings of matches for spectators."""

    def __init__(self) -> None:
        super().__init__(MAX_DRAWINGS, MAX_AGE)

    def get_or_draw(
        self,
        match: Match,
        events: list[Event],
        due: list[int],
        part: str,
        draw: Callable[[], SafeString],
        present: Present,
    ) -> SafeString:
        """Return the `part` of `match` after `events`, while the seats `due` owe a decision, in the active language.

        `draw` makes it if it is not here yet, and reads nothing that can change. The list of people `present` is put
        into it: the words in place of the placeholder, and the marks of seats, which are drawn hidden.
        """
        language, zone = get_language(), get_current_timezone_name()
        key = (part, match.pk, match.rev, match.status, language, zone, tuple(due), hash(tuple(events)))
        drawing = self.of(key, draw).replace(PRESENCE_PLACEHOLDER, escape(present.words))
        for seat in present.here:
            drawing = shown_here(drawing, seat)
        return mark_safe(drawing)  # noqa: S308 - both are escaped


drawings = SpectatorDrawings()
