"""A claim on a bot's decision is renewed while it is worked on: whoever dies lets go of it within seconds, and whoever
thinks long keeps it."""

import threading
import time
from datetime import timedelta
from types import TracebackType

from django.db import DatabaseError, connection
from django.db.models import F, Q

from games import clock
from games.models import Match, Seat

# An attempt whose claim is older has ended without a trace: killed, or out of memory, or frozen.
PATIENCE = timedelta(seconds=5)
RENEW = 1.0  # seconds

# After this many attempts that ended without a trace, or one that went on for LONGEST though the worker had told it
# to stop, nobody asks the bot again about this decision.
MOST_TRIES = 3
LONGEST = 22.0  # seconds
ENDLESS = 100  # tries that such an attempt counts for


class Hold:
    """The claims of this worker on decisions of one match, renewed by a thread until the block is left."""

    def __init__(self, match: Match) -> None:
        self._match, self._decision = match.pk, match.decision
        self._seats: list[int] = []
        self._began = time.monotonic()
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._renew, name="hold", daemon=True)

    def __enter__(self) -> "Hold":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        if self._thread.is_alive():
            self._thread.join()

    def claim(self, seat: Seat) -> int:
        """Claim the open decision of a seat before thinking about it: the number of this attempt, 0 if one is under
        way elsewhere."""
        moment = clock.now()
        row = Seat.objects.filter(pk=seat.pk, due_decision=self._decision)
        first = {"bot_decision": self._decision, "bot_tries": 1, "bot_began_at": moment, "bot_text": ""}
        again = {"bot_tries": F("bot_tries") + 1, "bot_began_at": moment, "bot_text": ""}
        if not row.exclude(bot_decision=self._decision).update(**first):
            ended = Q(bot_began_at__lt=moment - PATIENCE) | Q(bot_began_at__gt=moment + PATIENCE)  # or a clock set back
            if not row.filter(ended).update(**again):
                return 0
        self._seats.append(seat.index)
        if not self._thread.is_alive():
            self._thread.start()
        return row.values_list("bot_tries", flat=True).first() or 0

    def _renew(self) -> None:
        try:
            while not self._over.wait(RENEW):
                self._touch()
        finally:
            connection.close()

    def _touch(self) -> None:
        ours = Seat.objects.filter(match=self._match, index__in=self._seats, bot_decision=self._decision)
        used_up = {"bot_tries": ENDLESS} if time.monotonic() - self._began > LONGEST else {}
        try:
            ours.update(bot_began_at=clock.now(), **used_up)
        except (DatabaseError, MemoryError):  # a bot may have taken all there is; the next second may be better
            connection.close()
