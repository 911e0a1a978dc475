"""Tables: opening, joining, inviting, starting the match, and offering a rematch."""

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.db import transaction

from games import clock, live
from games.bots.levels import levels_of
from games.chance import nonce_digest
from games.core.clocks.personal_pauses import PauseRules
from games.core.text import _
from games.core.title.game import Game
from games.models import Access, Match, Seat, Status
from games.policy import policy
from games.refusals import BadInput, Conflict, Forbidden
from games.registry import TITLES
from games.selectors.matches import viewer_id, visible_to
from games.selectors.rated_tables import refusal_to_sit
from games.selectors.stored import check_seats, reading_row
from games.services.keeping import sealed_rows
from games.services.match import match_setup
from games.services.waiting import invitations, rated_tables
from games.services.waiting.locked_table import check_host, check_may_play, free_seats, lock_open, lock_visible

TABLE_LIFETIME = timedelta(days=7)  # a table that is not started is closed after this
OPEN_TABLES_PER_HOST = 20
NONCE_PATTERN = re.compile(r"[\x20-\x7e]{0,64}")


def open_table(
    *,
    host: Any,
    title: str,
    seats: int,
    settings: Mapping[str, str] | None = None,
    pace: str,
    access: str,
    auto_start: bool = True,
    bots: Sequence[str] = (),
    is_rated: bool = False,
    is_demo: bool = False,
    pauses: PauseRules | None = None,
    rating_low: int | None = None,
    rating_high: int | None = None,
) -> Match:
    """Open a table with `host` on its first seat and bots of the given levels on its last ones; return its match.

    `seats` is the number of seats of the match, `settings` what the host chose (default: the title's defaults),
    `pauses` are those that suspend the clocks (default: what is usual at this pace). A rated match needs deadlines, a
    table that anybody may join, and a host whose matches may be rated; `rating_low` and `rating_high` are the ratings,
    as people read them, between which one may sit down there without an invitation, the host's own among them. If the
    bots fill the table and `auto_start` is set, the match starts at once. Raises `BadInput` (naming the field),
    `Forbidden`, `Conflict` (too many open tables).
    """
    with transaction.atomic(durable=True):
        return new_table(
            host=host,
            title=title,
            seats=seats,
            settings=settings or {},
            pace=pace,
            access=access,
            auto_start=auto_start,
            bots=on_last_seats(bots, seats),
            is_rated=is_rated,
            is_demo=is_demo,
            pauses=pauses,
            rating_low=rating_low,
            rating_high=rating_high,
        )


def new_table(
    *,
    host: Any,
    title: str,
    seats: int,
    settings: Mapping[str, str],
    pace: str,
    access: str,
    auto_start: bool = True,
    own_seat: int = 0,
    bots: Mapping[int, str],
    rematch_of: Match | None = None,
    is_rated: bool = False,
    is_demo: bool = False,
    pauses: PauseRules | None = None,
    rating_low: int | None = None,
    rating_high: int | None = None,
) -> Match:
    """Open a table as `open_table` does, with the host on `own_seat` and `bots` by their seats, inside the caller's
    transaction."""
    check_may_play(host)
    settings = match_setup.complete_settings(
        title=title,
        seats=seats,
        settings=settings,
        pace=pace,
        access=access,
        is_rated=is_rated and rematch_of is None,  # known of a rematch
    )
    _check_bots(TITLES[title], list(bots.values()), seats)
    rules = match_setup.checked_pauses(pace, pauses)
    if Match.objects.filter(host=host, status=Status.OPEN).count() >= OPEN_TABLES_PER_HOST:
        raise Conflict(_("You have %(limit)s open tables. Start or close one first.", limit=OPEN_TABLES_PER_HOST))
    match, key = match_setup.new_match(
        title=title,
        seats=seats,
        settings=settings,
        host=host,
        access=access,
        pace=pace,
        auto_start=auto_start,
        rematch_of=rematch_of,
        is_rated=is_rated,
        is_demo=is_demo,
        pause_nights=rules.nights,
        pause_weekends=rules.weekends,
        pause_vacations=rules.vacations,
        rating_low=rating_low,
        rating_high=rating_high,
    )
    match.expires_at = match.created_at + TABLE_LIFETIME
    rows = [Seat(match=match, index=own_seat, user=host)]
    rows += [Seat(match=match, index=index, bot=level) for index, level in bots.items()]
    rated_tables.check(match, rows)
    sealed_rows.create_match(match, key, rows)
    live.announce_news([host.pk])
    _start_if_full(match)
    return match


def on_last_seats(bots: Sequence[str], seats: int) -> dict[int, str]:
    """Return `bots` by the seats that they get at a table with this many."""
    return {seats - len(bots) + place: level for place, level in enumerate(bots)}


def _check_bots(game: Game, bots: Sequence[str], seats: int) -> None:
    if len(bots) >= seats:
        raise BadInput(_("Bots: leave a seat for yourself."))
    for level in bots:
        _check_level(game, level)


def join_table(*, user: Any, match_id: str, link_token: str = "", nonce: str = "", index: int | None = None) -> Match:
    """Seat `user` on the lowest free seat, or on `index` if that is free, and return the match; the last seat starts it
    if the table starts by itself.

    `nonce` is mixed into the match's draws: up to 64 printable ASCII characters. Only its digest is stored and mixed in
    (docs/decisions/0013). Joining twice changes nothing. Raises `Missing`, `Forbidden` (blocks, bans, guests and
    ratings at rated tables), `Conflict` (full, started), `BadInput`.
    """
    digest = _digest_of_nonce(nonce)
    with transaction.atomic(durable=True):
        match = lock_open(user, match_id, link_token)
        taken = list(match.seats.select_related("user"))
        if any(seat.user_id == user.pk for seat in taken):
            return match
        check_may_play(user)
        refusal = policy().refuse_to_seat(user, [seat.user for seat in taken if seat.user], match.host)
        refusal = refusal or refusal_to_sit(user, match, taken)
        if refusal is not None:
            raise Forbidden(refusal)
        free = free_seats(match, taken)
        if not free:
            raise Conflict(_("All seats at this table are taken."))
        wanted = index if index is not None and index in free else free[0]
        sealed_rows.insert(Seat(match=match, index=wanted, user=user, nonce=digest))
        match_setup.save_change(match)
        _start_if_full(match)
    return match


def add_nonce(*, user: Any, match_id: str, nonce: str) -> None:
    """Set the nonce of a player at a table; it may be changed until the match starts.

    Raises `BadInput`, `Missing`, `Conflict`.
    """
    digest = _digest_of_nonce(nonce)
    with transaction.atomic(durable=True):
        match = lock_open(user, match_id)
        if sealed_rows.update(Seat.objects.filter(match=match, user=user), nonce=digest) == 0:
            raise Conflict(_("You’re not at this table."))


def leave_table(*, user: Any, match_id: str) -> None:
    """Free the seat of `user` at a table that has not started; a host who leaves closes it. Raises `Missing`,
    `Conflict`."""
    with transaction.atomic(durable=True):
        match = lock_open(user, match_id)
        if match.host_id == user.pk:
            match_setup.close(match)
            return
        if Seat.objects.filter(match=match, user=user).delete()[0] == 0:
            raise Conflict(_("You’re not at this table."))
        match_setup.save_change(match)
        live.announce_news([user.pk])
        transaction.on_commit(lambda: live.recheck(user.pk), robust=True)  # may not know of a private table any more


def close_table(*, user: Any, match_id: str) -> None:
    """Close an open table; only its host may. Raises `Missing`, `Forbidden`, `Conflict`."""
    with transaction.atomic(durable=True):
        match = lock_open(user, match_id)
        check_host(match, user)
        match_setup.close(match)


def invite(*, host: Any, match_id: str, user: Any) -> None:
    """Invite `user` to the table, whatever their rating. Idempotent; raises `Forbidden` for people who are kept apart,
    or cannot play a rated match, and `TooMany` for a host with too many unanswered invitations."""
    with transaction.atomic(durable=True):
        match = lock_open(host, match_id)
        check_host(match, host)
        if match.is_rated and policy().refuse_rated(user) is not None:
            raise Forbidden(_("This player can’t play rated matches."))
        invitations.invite(host=host, match=match, person=user)


def add_bot(*, host: Any, match_id: str, level: str) -> None:
    """Put a bot on the lowest free seat; the last seat starts the match if the table starts by itself. Raises
    `BadInput`, `Missing`, `Forbidden`, `Conflict`."""
    with transaction.atomic(durable=True):
        match = lock_open(host, match_id)
        _check_level(match.game, level)
        check_host(match, host)
        free = free_seats(match, list(match.seats.all()))
        if not free:
            raise Conflict(_("All seats at this table are taken."))
        sealed_rows.insert(Seat(match=match, index=free[0], bot=level))
        match_setup.save_change(match)
        _start_if_full(match)


def remove_bot(*, host: Any, match_id: str, index: int, level: str) -> None:
    """Free the seat of the bot of `level` that the host saw on seat `index`. Raises `Missing`, `Forbidden`, and
    `Conflict` if it no longer sits there."""
    with transaction.atomic(durable=True):
        match = lock_open(host, match_id)
        check_host(match, host)
        seen = Seat.objects.filter(match=match, index=index, user=None, bot=level).exclude(bot="")
        if seen.delete()[0] == 0:
            raise Conflict(_("This bot isn’t in that seat."))
        match_setup.save_change(match)


def start_table(*, host: Any, match_id: str, rev: int, is_rated: bool | None = None, is_muted: bool = False) -> None:
    """Start a full table; only its host may, with the people whom they saw: `rev` is the revision that they were shown.

    `is_rated` decides now whether the match is rated, because its people have agreed on that meanwhile; a rated one is
    public from its start. With `is_muted` nobody gets mail about it until they want it. Raises `Missing`, `Forbidden`
    (also for players who can't play rated matches), `BadInput` (a rated match without deadlines), and `Conflict` if a
    seat is free or the table has changed since.
    """
    with transaction.atomic(durable=True):
        match = lock_open(host, match_id)
        check_host(match, host)
        if free_seats(match, list(match.seats.all())):
            raise Conflict(_("Some seats are still free. Wait, invite a player or add a bot."))
        if match.rev != rev:
            raise Conflict(_("The table has changed. Check who’s there now, then start the match."))
        if is_rated is not None and is_rated != match.is_rated:
            rated_tables.set_rated(match, is_rated)
        if is_muted:
            match.seats.exclude(user=None).update(muted_at=clock.now())
        match_setup.start(match)


def offer_rematch(*, user: Any, match_id: str) -> Match:
    """Open a new table like a finished match, for the same people by invitation, with the same bots; return its match.

    The second to ask gets the table that the first one opened, if they may know of it. People whom `user` may not
    invite are left out silently; if no other player is left, no table is opened. The rematch of a rated match is rated
    as well, without a rating range: its table is for invited players, and the match public from its start. Raises
    `Missing`, `Forbidden`, `Conflict`, `TooMany`.
    """
    with transaction.atomic(durable=True):
        old, seats = _lock_finished(user, match_id)
        return _offered_rematch(user, old) or _open_rematch(user, old, seats)


def open_again(*, user: Any, match_id: str) -> Match:
    """Open a table with a private link like a finished match, with `user` and the bots on the seats that they had;
    return its match. Nobody is invited, and its host starts it: it's for people who are in one room.

    All the others who ask get the table that the first one opened. Inside the caller's transaction. Raises as
    `offer_rematch` does.
    """
    old, seats = _lock_finished(user, match_id)
    again = old.rematches.select_for_update().filter(
        status__in=[Status.OPEN, Status.RUNNING], access=Access.LINK, auto_start=False
    )
    opened: Match | None = again.order_by("created_at").first()
    return opened or new_table(
        host=user,
        title=old.title,
        seats=old.seat_count,
        settings=old.settings,
        pace=old.pace,
        access=Access.LINK,
        auto_start=False,
        own_seat=next(seat.index for seat in seats if seat.user_id == user.pk),
        bots={seat.index: seat.bot for seat in seats if seat.bot and seat.user_id is None},
        rematch_of=old,
        pauses=old.pause_rules,
    )


def _lock_finished(user: Any, match_id: str) -> tuple[Match, list[Seat]]:
    """Lock and return a match whose people may play again, and its seats. Of two who ask at once, the second finds the
    first one's table."""
    old = lock_visible(user, match_id)
    with reading_row(match_id):
        seats = list(old.seats.select_related("user"))
    check_seats(old, seats)
    if user.pk not in {seat.user_id for seat in seats}:
        raise Forbidden(_("Only players in the match can ask for a rematch."))
    if old.status != Status.FINISHED:
        raise Conflict(_("You can ask for a rematch when the match is over."))
    if old.source is not None:
        raise Conflict(_("This match was arranged, so it has no rematch. Open a new table instead."))
    return old, seats


def _offered_rematch(user: Any, old: Match) -> Match | None:
    """Return the first table or match of a rematch that `user` may know of. Locked: it may be being closed."""
    offered = old.rematches.select_for_update().filter(status__in=[Status.OPEN, Status.RUNNING])
    return next(iter(offered.filter(visible_to(viewer_id(user))).order_by("created_at")), None)


def _open_rematch(host: Any, old: Match, seats: Sequence[Seat]) -> Match:
    match = new_table(
        host=host,
        title=old.title,
        seats=old.seat_count,
        settings=old.settings,
        pace=old.pace,
        access=Access.INVITED,
        bots=on_last_seats([seat.bot for seat in seats if seat.bot and seat.user_id is None], old.seat_count),
        rematch_of=old,
        is_rated=old.is_rated and policy().refuse_rated(host) is None,
        pauses=old.pause_rules,
    )
    # A seat with neither a person nor a bot belonged to a deleted account.
    others = [seat for seat in seats if seat.user_id != host.pk and (seat.user_id is not None or not seat.bot)]
    if others:
        invitations.invite_again(host=host, match=match, people=[seat.user for seat in others if seat.user])
    return match


def expire_tables() -> int:
    """Close every open table whose time is up; return how many."""
    stale = Match.objects.filter(status=Status.OPEN, expires_at__lte=clock.now())
    with transaction.atomic():
        return sealed_rows.update(stale, status=Status.EXPIRED)


def _check_level(game: Game, level: str) -> None:
    if level not in levels_of(game):
        raise BadInput(_("Bots: there’s no such level."))


def _digest_of_nonce(nonce: str) -> str:
    if not NONCE_PATTERN.fullmatch(nonce):
        raise BadInput(_("Your own random words: up to 64 plain characters."))
    return nonce_digest(nonce)


def _start_if_full(match: Match) -> None:
    if match.auto_start and not free_seats(match, list(match.seats.all())):
        match_setup.start(match)
