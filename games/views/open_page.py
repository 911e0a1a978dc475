"""Updates for open pages over their sockets: a match's section, rendered without a request.

It equals what the page would fetch at the same moment, except for the CSRF token: the socket sends none, and the page's
script inserts its own.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from django.conf import settings
from django.utils import timezone, translation
from markupsafe import Markup

from games.models import Match, Seat, Status
from games.plumbing.jinja_templates import PIECE, pieces
from games.plumbing.prepared import Prepared
from games.refusals import SetAside
from games.selectors.beside import beside_seats
from games.selectors.matches import seats_of
from games.selectors.stored import check_match, reading_row
from games.services.beside import presence
from games.services.keeping.quarantine import quarantine_broken
from games.services.match.play import Snapshot
from games.views.match_context import MatchContext
from games.views.match_page import PageQuery
from games.views.page_kinds import PageKind
from games.views.section import pieces_for_spectators, present_at, seat_context

TOKEN_FIELD = Markup('<input type="hidden" name="csrfmiddlewaretoken" value="\ue003">')  # the page's script replaces it
_MATCH = Prepared(lambda pk: Match.objects.filter(pk=pk), "a match")


@dataclass(frozen=True, slots=True)
class PageReader:
    """The reader of an open page: equal readers get the same updates.

    `user_id` is None for visitors who are not logged in, `zone` the name of a time zone or "" for the site's.
    `confirms` says whether a complete move is shown for confirmation before it is sent; `kind` is that of the page.
    """

    user_id: int | None
    language: str
    zone: str
    confirms: bool
    kind: PageKind


@dataclass(frozen=True, slots=True)
class Section:
    """The section shown to a reader, in pieces. `stop` is the ply of the end of a round, if that is shown before the
    table."""

    pieces: list[str]
    stop: int | None = None


@dataclass(frozen=True, slots=True)
class Drawn:
    """The sections of a match. `ended` are the seats whose holders see in them that it is over."""

    match: Match
    sections: Mapping[PageReader, Section]
    ended: tuple[Seat, ...]

    def mark_ends(self) -> None:
        """Store that the holders of `ended` have seen how it ended; called when the sections are on their way."""
        for seat in self.ended:
            presence.mark_end_seen(seat)


def draw_for(
    match_id: str, readers: Collection[PageReader], moments: dict[int, datetime], snapshot: Snapshot | None = None
) -> Drawn | None:
    """Return what these readers, who may know of the match, are shown now, or after `snapshot`, without reading
    anything else. `moments` are the known ones of its events; more are added. None if nothing can be shown: the match
    has no table yet, cannot be read, or is set aside."""
    try:
        with quarantine_broken(match_id):
            if snapshot is not None:
                moments.update(snapshot.moments)
                public = MatchContext(snapshot.match, snapshot.seats, None, moments)
                public.events, public.position = snapshot.events, snapshot.position
                return _drawn(public, readers)
            with reading_row(match_id):
                match: Match | None = _MATCH.first(match_id)
            if match is None or match.status not in (Status.RUNNING, Status.FINISHED):
                return None
            check_match(match)
            return _drawn(MatchContext(match, seats_of(match), None, moments), readers)
    except SetAside:
        return None


def _drawn(public: MatchContext, readers: Collection[PageReader]) -> Drawn:
    held: dict[int | None, Seat] = {seat.user_id: seat for seat in public.seats if seat.user_id is not None}
    seats = {reader: held.get(reader.user_id) for reader in readers}
    following = {seat.index: seat for seat in seats.values() if seat is not None}
    beside = beside_seats(list(following.values()))
    sections = {}
    public_sections: dict[tuple[str, str], Section] = {}
    for reader, seat in seats.items():
        with translation.override(reader.language), timezone.override(zone_named(reader.zone)):
            context = public.for_seat(seat)
            if seat is None and reader.kind == PageKind.HAND:
                continue  # the seat is another's by now: the page fetches where to go
            if seat is None:
                how = (reader.language, reader.zone)
                if how not in public_sections:
                    public_sections[how] = Section(pieces_for_spectators(context, following).split(PIECE))
                sections[reader] = public_sections[how]
            else:
                context.beside = beside[seat.pk]
                sections[reader] = _of_seat(context, reader, following)
                presence.note_look(public.match, seat)
    ended = [seat for seat in following.values() if presence.end_is_news(public.match, seat)]
    return Drawn(public.match, sections, tuple(ended))


def _of_seat(context: MatchContext, reader: PageReader, following: Collection[int]) -> Section:
    query = PageQuery(confirm_moves=reader.confirms, stops=0)
    shown = seat_context(context, reader.kind, query, present_at(context, following), whole=False)
    text = pieces(reader.kind.section, shown | {"csrf_input": TOKEN_FIELD})
    return Section(text.split(PIECE), shown["step"]["ply"] if "step" in shown else None)


def zone_named(name: str) -> tzinfo | None:
    """Return the time zone; None, which stands for the site's own, if there is no zone with this name."""
    try:
        return ZoneInfo(name) if name else None
    except (ZoneInfoNotFoundError, ValueError, OSError):  # OSError: a folder of zones
        return None


def language_named(name: str) -> str:
    """Return the language if the site has it, else the site's first."""
    return name if name in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
