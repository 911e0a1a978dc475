"""Sets up every new match: its settings are checked, its row is made, and it is started or closed."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.db import transaction

from games import clock, live
from games.core.clocks.personal_pauses import PauseRules
from games.core.engine import ending
from games.core.engine.dealer import commitment, new_key
from games.core.errors import MoveError
from games.core.text import _
from games.models import Access, Match, Status, new_match_id
from games.refusals import BadInput
from games.registry import TITLES
from games.services.keeping import sealed_rows
from games.services.match.locked_match import LockedMatch


def complete_settings(
    *, title: str, seats: int, settings: Mapping[str, str], pace: str, access: str, is_rated: bool
) -> dict[str, str]:
    """Return the settings of a match that is to be opened, with all defaults filled in; raises `BadInput`, naming the
    field that cannot be right."""
    if title not in TITLES:
        raise BadInput(_("Title: there’s no title with this name."))
    game = TITLES[title]
    if seats not in game.seats:
        raise BadInput(_("Seats: %(title)s can’t be played with that many.", title=game.name))
    if pace not in clock.PACES:
        raise BadInput(_("Pace: choose one from the list."))
    if is_rated and clock.PACES[pace].time_control.bank is None:
        raise BadInput(_("Pace: a rated match needs deadlines."))
    if access not in Access.values:
        raise BadInput(_("Who can join: choose one from the list."))
    if is_rated and access != Access.OPEN:
        raise BadInput(_("Who can join: a rated match is open to anyone. Let anyone join, or play a casual match."))
    try:
        return game.complete_settings(settings, seats)
    except MoveError as error:
        raise BadInput(error.reason) from error


def checked_pauses(pace: str, pauses: PauseRules | None) -> PauseRules:
    """Return the pauses of a match of a checked pace, the usual ones for None; raises `BadInput` for some that it
    cannot have."""
    if pauses is None:
        return clock.PACES[pace].pauses
    if pauses != pauses.within(clock.PACES[pace].allowed_pauses):
        raise BadInput(_("Pauses: matches at this pace don’t have them."))
    return pauses


def new_match(*, title: str, seats: int, **columns: Any) -> tuple[Match, bytes]:
    """Return an open match of `seats` seats that is not stored yet, and its secret key."""
    match_id, key = new_match_id(), new_key()
    match = Match(
        id=match_id,
        title=title,
        rules_version=TITLES[title].rules_version,
        seat_count=seats,
        commitment=commitment(match_id, key),
        created_at=clock.now(),
        **columns,
    )
    return match, key


def start(match: Match, absent: Sequence[int] = ()) -> None:
    """Start an open match, all of whose seats are taken. Bots play from the start for the seats `absent`, which count
    as given up. Inside a transaction that holds its lock or has made it."""
    moment = clock.now()
    if match.is_rated and match.access != Access.OPEN:  # a rematch, whose table was for those who played
        match.access = Access.OPEN
        sealed_rows.save([match], ("access",))
    match.status, match.started_at, match.expires_at = Status.RUNNING, moment, None
    locked = LockedMatch(match, list(match.seats.all()), moment, was=Status.OPEN)
    locked.begin()
    for index in absent:
        locked.give_up(locked.seat(index), ending.ABSENT)
    locked.save()


def close(match: Match) -> None:
    """Close an open match. Inside a transaction that holds its lock."""
    match.status = Status.EXPIRED
    save_change(match)


def save_change(match: Match, columns: tuple[str, ...] = ("status",)) -> None:
    """Write `columns` of a match that changed for everybody to see, and tell open pages after the commit: its own, and
    those on which its people have it in a list."""
    match.rev += 1
    sealed_rows.save([match], (*columns, "rev"))
    rev = match.rev
    transaction.on_commit(lambda: live.announce(match.pk, rev), robust=True)  # a function: see `LockedMatch.save`
    live.announce_news([match.host_id, *match.seats.values_list("user", flat=True)])
