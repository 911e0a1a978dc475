"""The state that an organiser saw: an action names it, and is refused if it has changed.

Like a move that names its decision, a form names the row that it changes, its `revision`, and the newest line of the
league's log, so that a refusal can say what has happened since.
"""

from dataclasses import dataclass

from games.core.text import _
from games.refusals import BadInput, Stale
from leagues.models import League, LogEntry
from leagues.services.entering import personal_log

MOST_LINES = 5  # of the log that a refusal shows


@dataclass(frozen=True, slots=True)
class Seen:
    """The state that a form showed: the newest line of the log then, by its key (0 if there was none), and the revision
    of the row."""

    line: int
    revision: str

    def __str__(self) -> str:
        return f"{self.line}-{self.revision}"

    @classmethod
    def parse(cls, value: str) -> "Seen":
        """Return the value that `str` has written. Raises `BadInput`."""
        line, _sign, revision = value.partition("-")
        if not (line.isascii() and line.isdigit() and len(line) < 18 and revision):
            raise BadInput(_("Seen: this form is incomplete. Open the page again."))
        return cls(int(line), revision)


class Overtaken(Stale):
    """The refusal of a form whose state has changed. `lines` of the log tell what has happened since, the oldest
    first."""

    def __init__(self, lines: list[LogEntry]) -> None:
        super().__init__(_("This has changed since you opened the page, so nothing was done. Check it again."))
        self.lines = lines


def newest_line(league: League) -> int:
    """Return the key of the newest line of a league's log; 0 if there is none."""
    return league.log.order_by("-pk").values_list("pk", flat=True).first() or 0


def check_seen(seen: Seen | None, revision: str, league: League) -> None:
    """Raise `Overtaken` unless the row is as it was seen; `seen` is None for callers without a page. Called under the
    lock that the change needs."""
    if seen is None or seen.revision == revision:
        return
    since = league.log.filter(pk__gt=seen.line).exclude(verb__in=personal_log.VERBS)
    since = since.select_related("season", "actor", "subject").order_by("-pk")
    raise Overtaken(list(reversed(since[:MOST_LINES])))
