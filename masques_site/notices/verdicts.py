"""The decision whether a notice is still needed, and when, for many at once.

Most notices are never passed on: their readers were there before. A sweep puts these away together.
"""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from typing import Any

import structlog

from games.models import Seat
from games.strict import UNREADABLE
from masques_site.notices.kinds import KINDS
from masques_site.notices.kinds.base import Verdict
from masques_site.notices.kinds.matches import OfSeat, responses_held_until, seats_about
from masques_site.notices.models import Notice

logger = structlog.get_logger(__name__)

SET_ASIDE = timedelta(minutes=5)  # the time after which a notice about unreadable rows is looked at again


class Court:
    """The verdicts on `notices`, by one or two statements for all that are about seats. `with_pauses`: also hold back
    those whose reader has had too many like them."""

    def __init__(self, notices: Sequence[Notice], now: datetime, *, with_pauses: bool) -> None:
        about_seats = [notice for notice in notices if isinstance(KINDS[notice.kind], OfSeat)]
        self.now, self.with_pauses = now, with_pauses
        self.seats: Mapping[Any, Seat] = seats_about(about_seats)
        self.held = responses_held_until(about_seats, now) if with_pauses else {}

    def verdict(self, notice: Notice) -> Verdict:
        """Return the verdict on one of the notices. One about unreadable rows is set aside for a while."""
        try:
            return self._judged(notice)
        except UNREADABLE as error:
            logger.error("notice set aside", notice_id=notice.pk, match_id=notice.match_id, error=type(error).__name__)
            return Verdict(until=self.now + SET_ASIDE)

    def catch_up(self, notice: Notice) -> None:
        """Let `notice` say what it would have said by now, if it comes late."""
        kind, seat = KINDS[notice.kind], self._seat(notice)
        if isinstance(kind, OfSeat) and seat is not None:
            with suppress(*UNREADABLE):  # its verdict says so
                notice.topic = kind.topic_now(notice, seat, self.now)

    def next_topic(self, notice: Notice) -> tuple[str, datetime] | None:
        """Return what `notice`, which is about a seat or not, says next and when; None for nothing."""
        kind, seat = KINDS[notice.kind], self._seat(notice)
        if not isinstance(kind, OfSeat) or seat is None:
            return None
        try:
            return kind.next_topic(notice, seat)
        except UNREADABLE:
            return None

    def _judged(self, notice: Notice) -> Verdict:
        kind = KINDS[notice.kind]
        if isinstance(kind, OfSeat):
            verdict = kind.verdict_on_seat(notice, self._seat(notice), self.now)
            held = self.held.get(notice.user_id) if notice.topic == "answer" else None
        else:
            verdict, held = kind.verdict(notice, self.now), None
        if not (verdict.is_ready and self.with_pauses):
            return verdict
        return Verdict(until=held or kind.held_until(notice, self.now))

    def _seat(self, notice: Notice) -> Seat | None:
        return self.seats.get((notice.match_id, notice.seat))
