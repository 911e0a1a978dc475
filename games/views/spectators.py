"""What all spectators of a match see is drawn once for all of them.

It is drawn for nobody: without a request and without a seat, so nothing of any visitor can get in, and a seat's page
neither reads nor fills what is kept here. It is kept by the match's row, its whole log and the seats that still owe a
decision (a sealed answer changes nothing else), so that it is never older than what its reader has fetched; only the
clocks and names on it may be a few seconds late.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.timezone import get_current_timezone_name
from django.utils.translation import get_language

from games import clock
from games.core.events import Event
from games.models import Match

PRESENT = "\ue000"  # where it will stand how many are here: that changes by the second
LATE = timedelta(seconds=5)  # how old the clocks and names may be
MOST = 64  # drawings


class Drawings:
    """The last drawings. Threads may share it: who wishes for one that another is drawing waits for it."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.kept: OrderedDict[object, tuple[threading.Lock, list[Any]]] = OrderedDict()

    def get(
        self, match: Match, events: list[Event], due: list[int], part: str, draw: Callable[[], SafeString], present: str
    ) -> SafeString:
        """The drawing of a part of the page of `match` after `events`, while the seats `due` owe a decision, in the
        language of now, made by `draw` if it is not here yet, with `present` in its place. `draw` asks the database
        nothing."""
        language, zone = get_language(), get_current_timezone_name()
        key = (part, match.pk, match.rev, match.status, language, zone, tuple(due), hash(tuple(events)))
        with self.lock:
            drawing_it, found = self.kept.setdefault(key, (threading.Lock(), []))
            self.kept.move_to_end(key)
            while len(self.kept) > MOST:
                self.kept.popitem(last=False)
        with drawing_it:
            if not found or not timedelta(0) <= clock.now() - found[0] < LATE:
                found[:] = [clock.now(), draw()]
            drawing: SafeString = found[1]
        return mark_safe(drawing.replace(PRESENT, escape(present)))  # noqa: S308 - both are escaped


drawings = Drawings()
