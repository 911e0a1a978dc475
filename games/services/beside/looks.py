"""Looks at matches, collected in memory: rendering a page writes nothing (docs/decisions/0043).

Each process keeps the looks of its own pages, and a background thread writes them in one transaction. Pages of the same
process know of a look immediately, other processes some seconds later. Pending looks are written at an orderly exit.
After a kill they are lost without harm: a reader sees the end of a round again, or gets a needless mail.
"""

import atexit
import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import structlog
from django.db import Error, connection, transaction

from games import clock
from games.models import Look, Match, Seat, Spectator
from games.plumbing import bulk_sql
from games.selectors.stored import LAST_NUMBER
from games.strict import UNREADABLE

logger = structlog.get_logger(__name__)

WRITE_EVERY = 2.0  # seconds in which more may come
CAPACITY = 10_000  # looks that are kept until they are written; any beyond that are dropped
SEEN_INTERVAL = timedelta(seconds=20)  # between two writes about one seat, unless its log has grown
SPECTATOR_INTERVAL = timedelta(seconds=35)  # longer: there may be many, and only a number depends on them
PRESENT = timedelta(seconds=60)  # after the last sign of life
FORGOTTEN = timedelta(minutes=10)  # when the row of a spectator is deleted
MAX_SPECTATORS = 500  # counted per match
COLUMNS = ("holder", "at", "ply")
LAST_SECOND = 2**40  # no moment of a look is later


@dataclass(frozen=True, slots=True)
class Glance:
    """Records that the user with the key `holder` had the page of their seat open at `at`, when the log had `ply`
    events."""

    holder: int
    at: datetime
    ply: int


class Looks:
    """Looks at the pages of this process that are not written yet."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._writing = threading.Lock()
        self._thread: threading.Thread | None = None
        self._seats: dict[int, Glance] = {}
        self._spectators: dict[str, dict[str, datetime]] = {}

    def by_holder(self, seat: int, glance: Glance) -> None:
        """Keep a look at the match of a seat. Never raises, never waits for anything."""
        with self._changed:
            known = self._seats.get(seat)
            if known is not None and known.holder == glance.holder:
                glance = Glance(glance.holder, max(known.at, glance.at), max(known.ply, glance.ply))
            if known is not None or len(self._seats) < CAPACITY:
                self._seats[seat] = glance
            self._wake()

    def by_spectator(self, match: str, key: str, at: datetime) -> None:
        """Keep a look of a spectator, identified by `key`. Never raises, never waits for anything."""
        with self._changed:
            if key in self._spectators.get(match, ()) or sum(map(len, self._spectators.values())) < CAPACITY:
                self._spectators.setdefault(match, {})[key] = at
            self._wake()

    def of_holder(self, seat: int, holder: int | None) -> Glance | None:
        """Return the cached look of `holder` at the match of their seat, or None."""
        glance = self._seats.get(seat)
        return glance if glance is not None and glance.holder == holder else None

    def of_spectators(self, match: str) -> dict[str, datetime]:
        """Return when each spectator of a match last looked, as cached here."""
        with self._changed:
            return dict(self._spectators.get(match, {}))

    def write(self) -> None:
        """Write the cached looks, and forget them, even if the database fails, which is logged."""
        with self._writing:
            with self._changed:
                seats, spectators = dict(self._seats), {match: dict(own) for match, own in self._spectators.items()}
            try:
                if seats or spectators:
                    _write(seats, spectators)
            except Error as error:
                logger.warning("looks lost", error=type(error).__name__)
            finally:
                self._forget(seats, spectators)

    def clear(self) -> None:
        """Forget the cached looks."""
        with self._changed:
            self._seats.clear()
            self._spectators.clear()

    def _forget(self, seats: Mapping[int, Glance], spectators: Mapping[str, Mapping[str, datetime]]) -> None:
        """Forget these looks, except those that a later look has replaced meanwhile."""
        with self._changed:
            self._seats = {seat: glance for seat, glance in self._seats.items() if seats.get(seat) != glance}
            left = {
                match: {key: at for key, at in own.items() if spectators.get(match, {}).get(key) != at}
                for match, own in self._spectators.items()
            }
            self._spectators = {match: own for match, own in left.items() if own}

    def _wake(self) -> None:
        """Wake the thread; the first look, and the first after a fork, starts it."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._run, name="looks", daemon=True)
            self._thread.start()
        self._changed.notify()

    def _run(self) -> None:
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._seats or self._spectators)
            time.sleep(WRITE_EVERY)
            try:
                self.write()
            except Exception as error:  # noqa: BLE001 - the next looks are still written
                logger.error("writing looks failed", error=type(error).__name__)
            finally:
                connection.close()  # back to the pool; a thread that mostly sleeps needs none


kept = Looks()
atexit.register(kept.write)


def stored_glance(holder: object, at: object, ply: object) -> Glance | None:
    """Return the look that these columns hold; None if there is no row, or an invalid one."""
    if not (type(holder) is int and type(at) is int and type(ply) is int):
        return None
    if not (0 <= at < LAST_SECOND and 0 <= ply <= LAST_NUMBER):
        return None
    return Glance(holder, datetime.fromtimestamp(at, UTC), ply)


def _write(seats: Mapping[int, Glance], spectators: Mapping[str, Mapping[str, datetime]]) -> None:
    with transaction.atomic():
        first, later = _new_looks(seats)
        bulk_sql.upsert(first, ("seat",), COLUMNS)
        bulk_sql.update(later, COLUMNS)  # an upsert of a row that is there would lock it first
        if spectators:
            moment = clock.now()
            Spectator.objects.filter(at__lt=moment - FORGOTTEN).delete()
            bulk_sql.upsert(_new_spectators(spectators, moment - PRESENT), ("match", "key"), ("at",))


def _new_looks(seats: Mapping[int, Glance]) -> tuple[list[Look], list[Look]]:
    """Return the cached looks of these seats that hold news: those without a row, and others. Both in key order, in
    which every process writes. A look whose seat another person has taken over meanwhile is dropped."""
    if not seats:
        return [], []
    columns = ("pk", "user_id", "look__holder", "look__at", "look__ply")
    first: list[Look] = []
    later: list[Look] = []
    for pk, user, holder, at, ply in Seat.objects.filter(pk__in=seats).order_by("pk").values_list(*columns):
        glance, before = seats[pk], stored_glance(holder, at, ply)
        if glance.holder != user:
            continue
        seen = glance.ply
        if before is not None and before.holder == user:
            seen = max(seen, before.ply)
            if seen == before.ply and glance.at - before.at < SEEN_INTERVAL:
                continue
        look = Look(seat_id=pk, holder=user, at=int(glance.at.timestamp()), ply=seen)
        (first if holder is None else later).append(look)
    return first, later


def _new_spectators(gathered: Mapping[str, Mapping[str, datetime]], present_since: datetime) -> list[Spectator]:
    """Return the cached spectators of these matches that hold news, while a match has not too many."""
    known: dict[str, dict[str, datetime]] = {match: {} for match in gathered}
    for match, key, at in _stored_spectators(gathered):
        if at is not None and at >= present_since:
            known[match][key] = at
    found = []
    for match in sorted(Match.objects.filter(pk__in=gathered).values_list("pk", flat=True)):
        own = known[match]
        for key, at in sorted(gathered[match].items()):
            is_new = at - own[key] >= SPECTATOR_INTERVAL if key in own else len(own) < MAX_SPECTATORS
            if is_new:
                own[key] = at
                found.append(Spectator(match_id=match, key=key, at=at))
    return found


def _stored_spectators(matches: Iterable[str]) -> list[tuple[str, str, datetime | None]]:
    """Return the stored spectators; empty if one of the rows cannot be read, so that all are written."""
    try:
        return list(Spectator.objects.filter(match__in=matches).values_list("match_id", "key", "at"))
    except UNREADABLE:
        return []
