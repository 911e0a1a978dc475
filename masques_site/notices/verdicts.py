"""The decision whether a notice is still needed, and when, for many at once.

Most notices are never passed on: their readers were there before. A sweep puts these away together.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

import structlog

from games.models import Seat
from games.services.beside.presence import seen
from games.strict import UNREADABLE
from masques_site.notices.kinds import KINDS
from masques_site.notices.kinds.matches import OfSeat, responses_held_until, seats_about
from masques_site.notices.models import Notice, State

logger = structlog.get_logger(__name__)

PRESENCE_WINDOW = timedelta(seconds=60)  # nothing to users who have viewed the match this recently
SET_ASIDE = timedelta(minutes=5)  # the time after which a notice about unreadable rows is looked at again


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is to become of a notice. `WAITING` until a moment: look at it again then; without one: tell it now."""

    state: State = State.WAITING
    until: datetime | None = None

    @property
    def is_ready(self) -> bool:
        """Whether the notice is to be told now."""
        return self == READY


READY, MOOT, UNWANTED = Verdict(), Verdict(State.MOOT), Verdict(State.UNWANTED)


class Court:
    """The verdicts on `notices`, by one or two statements for all that are about seats. `with_pauses`: also hold back
    those whose reader has been told of too many like them."""

    def __init__(self, notices: Sequence[Notice], now: datetime, *, with_pauses: bool) -> None:
        about_seats = [notice for notice in notices if isinstance(KINDS[notice.kind], OfSeat)]
        self.now, self.with_pauses = now, with_pauses
        self.seats: Mapping[Any, Seat] = seats_about(about_seats)
        self.held = responses_held_until(about_seats, now) if with_pauses else {}

    def verdict(self, notice: Notice) -> Verdict:
        """Return the verdict on one of the notices. One about unreadable rows is set aside for a while."""
        try:
            kind = KINDS[notice.kind]
            return self._on_seat(kind, notice) if isinstance(kind, OfSeat) else self._on_other(notice)
        except UNREADABLE as error:
            logger.error("notice set aside", notice_id=notice.pk, match_id=notice.match_id, error=type(error).__name__)
            return Verdict(until=self.now + SET_ASIDE)

    def next_topic(self, notice: Notice) -> tuple[str, datetime] | None:
        """Return what `notice`, which is about a seat or not, says next and when; None for nothing."""
        kind, seat = KINDS[notice.kind], self._seat(notice)
        return kind.next_topic(notice, seat) if isinstance(kind, OfSeat) and seat is not None else None

    def _on_seat(self, kind: OfSeat, notice: Notice) -> Verdict:
        seat = self._seat(notice)
        if seat is None or seat.user_id != notice.user_id:
            return MOOT
        if seat.muted_at is not None:
            return UNWANTED
        if kind.is_moot_for(notice, seat):
            return MOOT
        looked_at = seen(seat).at
        if looked_at is not None and self.now - looked_at < PRESENCE_WINDOW:
            return Verdict(until=looked_at + PRESENCE_WINDOW)
        return Verdict(until=self.held.get(notice.user_id) if notice.topic == "answer" else None)

    def _on_other(self, notice: Notice) -> Verdict:
        kind = KINDS[notice.kind]
        if kind.is_moot(notice):
            return MOOT
        return Verdict(until=kind.held_until(notice, self.now) if self.with_pauses else None)

    def _seat(self, notice: Notice) -> Seat | None:
        return self.seats.get((notice.match_id, notice.seat))
