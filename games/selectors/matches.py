"""Reads one match: who may see it, and its log."""

import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import structlog
from django.db.models import Exists, OuterRef, Q

from games.bots.levels import LEVELS
from games.bots.names import bot_names
from games.chance import sealer_of
from games.core.engine.events import Entry, EventKind
from games.core.engine.events import Event as CoreEvent
from games.core.engine.log import Position
from games.core.errors import BrokenLog, BrokenRow
from games.core.title.replay_cache import ReplayCache
from games.models import (
    CLIENT_MOVE_ID,
    Access,
    Answer,
    Event,
    FormerHolder,
    Invitation,
    Match,
    Receipt,
    Seat,
    Status,
)
from games.plumbing.prepared import Prepared
from games.policy import policy
from games.refusals import Missing
from games.selectors.stored import check_match, check_seats, reading_row, stored_bytes
from games.strict import UNREADABLE
from games.translation import seat_number, translate

logger = structlog.get_logger(__name__)

LAST_PLY = 2**31 - 1
PRIVATE_LINKS = "match_links"  # in a session: match id -> the token of its private link
LINK_TOKEN = re.compile(r"[A-Za-z0-9_-]{1,24}")
ANONYMOUS_ID = 0  # the key of no account


def visible_to(user_id: int, link: str = "") -> Q:
    """Return the condition that the user with this key, who brings the token `link` of a private link, may know of a
    match.

    The database checks it: a hidden match is not even read, so it costs the same as a match that does not exist.
    """
    return (
        Q(access=Access.OPEN)
        | Q(host=user_id)
        | (Q(access=Access.LINK, link_token=link) & ~Q(link_token=""))
        | Exists(Seat.objects.filter(match=OuterRef("pk"), user=user_id))
        | Exists(Invitation.objects.filter(match=OuterRef("pk"), user=user_id))
        | Q(Exists(FormerHolder.objects.filter(match=OuterRef("pk"), user=user_id)))
    )


def viewer_id(user: Any) -> int:
    """Return the key of `user` for `visible_to`; an anonymous visitor has that of no account."""
    return user.pk if user.is_authenticated else ANONYMOUS_ID


def possible_link(text: str) -> str:
    """Return the given token of a private link; empty if it cannot be one, which the database might be unable to
    compare."""
    return text if LINK_TOKEN.fullmatch(text) else ""


_VISIBLE_MATCH = Prepared(
    lambda pk, user_id, link: Match.objects.filter(visible_to(user_id, link), pk=pk), "a match", 1_000_003, "a link"
)
_SEATS = Prepared(lambda match: Seat.objects.filter(match=match).select_related("user", "look"), "a match")
_LOG = Prepared(
    lambda match, ply: (
        Event.objects.filter(match=match, ply__lt=ply).order_by("ply").values_list("kind", "seat", "text")
    ),
    "a match",
    1_000_007,
)
_TIMES = Prepared(
    lambda match, first, end: Event.objects.filter(match=match, ply__gte=first, ply__lt=end).values_list("ply", "at"),
    "a match",
    1_000_007,
    1_000_033,
)
_KINDS = {kind.value: kind for kind in EventKind}


def match_for_viewer(user: Any, match_id: str, link_token: str = "") -> Match:
    """Return the match, if `user` (possibly anonymous) may know of it; one statement in every case, whatever is
    found.

    Open tables and matches are public. Others are visible only to present and former players, the host, invited users,
    and visitors with the private link. Raises `Missing` otherwise, as for no match at all, and `BrokenRow` for users
    who may know of it if its row cannot be read. A match of unknown access is private.
    """
    viewer, link = viewer_id(user), possible_link(link_token)
    with reading_row(match_id):  # a hidden match is not even read
        match: Match | None = _VISIBLE_MATCH.first(match_id, viewer, link)
    if match is None:
        raise Missing
    check_match(match)
    return match


def seats_of(match: Match) -> list[Seat]:
    """Return the taken seats in order, with their users; one statement. Raises `BrokenRow`."""
    with reading_row(match.pk):
        seats: list[Seat] = _SEATS.all(match.pk)
    check_seats(match, seats)
    for seat in seats:
        seat.match = match
    return seats


@dataclass(frozen=True, slots=True)
class SeatNames:
    """The names at one table by seat index, "" for a seat without a name: two with the same names are equal, so that
    they can be keys of a cache."""

    by_index: tuple[str, ...]

    def __call__(self, seat: int) -> str:
        return (self.by_index[seat] if seat < len(self.by_index) else "") or seat_number(seat)


def names_of(seats: list[Seat]) -> SeatNames:
    """Return names by seat index, for `translation.translate`. No two at one table are equal, even if an account is
    older than the list of bot names."""
    people = policy().names([seat.user for seat in seats if seat.user is not None])
    found = {seat.index: people[seat.user_id] for seat in seats if seat.user_id is not None}
    if bots := [seat for seat in seats if is_bot(seat)]:
        taken = {name.casefold() for name in found.values()}
        free = [name for name in map(translate, bot_names(bots[0].match_id)) if name.casefold() not in taken]
        found |= {seat.index: free[seat.index] for seat in bots}
    return SeatNames(tuple(found.get(index, "") for index in range(max(found, default=-1) + 1)))


def is_bot(seat: Seat) -> bool:
    """Return whether a bot took `seat` itself, instead of playing on for a person who gave it up."""
    return bool(seat.bot) and seat.user_id is None and seat.vacated_at is None


def level_of(seat: Seat) -> str:
    """Return the level of the bot that took `seat`, in words; "" for people, who are people even after they gave it
    up."""
    return translate(LEVELS[seat.bot].label) if is_bot(seat) else ""


def was_taken(match: Match, seat: Seat, client_move_id: str) -> bool:
    """Return whether `seat` has made the move that it sent under this id, whatever the answer was; one statement, and
    none for an impossible id."""
    if not CLIENT_MOVE_ID.fullmatch(client_move_id):
        return False
    return Receipt.objects.filter(match=match, seat=seat.index, client_move_id=client_move_id).exists()


def log_of(match: Match, ply: int | None = None) -> list[CoreEvent]:
    """Return the stored events, or those before `ply`, which must all be there; one statement. Raises `BrokenLog`."""
    found = _read_events(_LOG.rows(match.pk, LAST_PLY if ply is None else ply))
    if ply is not None and len(found) != ply:
        raise BrokenLog(f"{len(found)} events are stored before ply {ply}")
    return found


def to_the_minute(at: datetime) -> datetime:
    """Return the moment of an event as pages show it, to the minute."""
    return at.replace(second=0, microsecond=0)


def times_of(match: Match, first: int, end: int) -> dict[int, datetime]:
    """Return when the events from ply `first` up to but without `end` were written, by ply and to the minute: sealed
    answers all at the end of their window. One statement; empty if one of the moments cannot be read."""
    try:
        return {ply: to_the_minute(at) for ply, at in _TIMES.rows(match.pk, first, end) if isinstance(at, datetime)}
    except UNREADABLE:
        logger.error("event moments unreadable", match=match.pk)
        return {}


def logs_of(matches: Sequence[Match]) -> dict[str, list[CoreEvent]]:
    """Return the stored events of each match, as far as its row knows of them; one statement, none for no match. A
    match whose events cannot be read is left out."""
    rows_of: dict[str, list[tuple[str, int | None, str]]] = {match.pk: [] for match in matches}
    known = {match.pk: match.ply for match in matches}
    rows = Event.objects.filter(match__in=known).order_by("match", "ply") if known else Event.objects.none()
    for match_id, ply, kind, seat, text in rows.values_list("match_id", "ply", "kind", "seat", "text"):
        if not isinstance(ply, int) or ply < known[match_id]:
            rows_of[match_id].append((kind, seat, text))
    logs = {}
    for match_id, found in rows_of.items():
        with suppress(BrokenRow):
            logs[match_id] = _read_events(found)
    return logs


def _read_events(rows: Iterable[tuple[str, int | None, str]]) -> list[CoreEvent]:
    try:
        return [CoreEvent(_KINDS[kind], seat, text) for kind, seat, text in rows]
    except KeyError as error:
        raise BrokenRow.at("kind of an event", error.args[0]) from error


_replay_cache = ReplayCache(max_size=128)  # of this process


def position_after(match: Match, events: Sequence[CoreEvent]) -> Position:
    """Return the position of `match` after `events`, the caller's own; raises `BrokenLog`."""
    return _replay_cache.position(match.pk, match.game, match.seat_count, match.settings, events)


def entries_after(match: Match, events: Sequence[CoreEvent]) -> list[Entry]:
    """Return all entries of `events`, unredacted; raises `BrokenLog`."""
    return _replay_cache.entries(match.pk, match.game, match.seat_count, match.settings, events)


def redacted_after(match: Match, events: Sequence[CoreEvent], viewer: int | None) -> list[Entry]:
    """Return what `viewer` (None: a spectator) may read of the entries of `events` when they are written, before
    anything fades; raises `BrokenLog`. The site's own acts are public."""
    return _replay_cache.redacted(match.pk, match.game, match.seat_count, match.settings, events, viewer)


def position(match: Match, ply: int | None = None) -> Position:
    """Return the position after `ply` events (default: all); raises `BrokenLog`."""
    return position_after(match, log_of(match, ply))


def own_answer(match: Match, seat: int) -> str:
    """Return the sealed answer of `seat` in the open window, for its holder alone; "" if there is none. Raises
    `BrokenLog` if it was altered since it was given."""
    with reading_row(match.pk):
        answer = Answer.objects.filter(match=match, window=match.decision, seat=seat).first()
    if answer is None or match.status != Status.RUNNING:
        return ""
    if not sealer_of(match).check(answer.window, seat, answer.text, stored_bytes("seal of an answer", answer.seal)):
        raise BrokenLog(f"the answer of seat {seat} in window {answer.window} was altered")
    return answer.text
