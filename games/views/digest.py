"""“Since your last visit”: what happened in a player's matches while they were away, in a few sentences each."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import islice

from games.core.engine.events import Entry, Event
from games.core.errors import BrokenLog
from games.core.title.game import Game
from games.models import Seat
from games.selectors.former_names import NOBODY, FormerNames, former_names_of
from games.selectors.lists import MatchSummary
from games.selectors.matches import logs_of
from games.selectors.reading import Reader
from games.services.beside.presence import seen
from games.translation import translate
from games.views import log_text

MOST_MATCHES = 8
MOST_LINES = 4


@dataclass(frozen=True, slots=True)
class Digest:
    """The newest sentences of one match since `since` (None: its player has never looked), oldest first.
    `earlier` counts those that were left out."""

    lines: list[str]
    earlier: int
    since: datetime | None


def digests(summaries: Iterable[MatchSummary]) -> dict[str, Digest]:
    """Return, by match, digests of the first few of `summaries` that have news for their viewer; one statement for all
    of them, and another if in one of them a seat was taken over.

    It says no more than the viewer's own page of the match.
    """
    found = (summary for summary in summaries if summary.mine is not None and _has_moved_on(summary, summary.mine))
    news = list(islice(found, MOST_MATCHES))
    logs = logs_of([summary.match for summary in news])
    former = former_names_of(logs)
    made = {}
    for summary in news:
        if summary.match.pk not in logs:
            continue
        try:
            digest = _digest(summary, logs[summary.match.pk], former.get(summary.match.pk, NOBODY))
        except BrokenLog:  # the match is set aside when it is opened
            continue
        if digest.lines:
            made[summary.match.pk] = digest
    return made


def _has_moved_on(summary: MatchSummary, mine: Seat) -> bool:
    return summary.match.ply > seen(mine).ply


def _digest(summary: MatchSummary, events: Sequence[Event], former: FormerNames) -> Digest:
    assert summary.mine is not None
    entries = Reader(summary.match, events, summary.mine.index).entries
    before = seen(summary.mine)
    fresh = [entry for entry in entries if entry.ply >= before.ply]
    lines = folded(summary.match.game, fresh, lambda seat: summary.places[seat].name, former)
    return Digest(lines[-MOST_LINES:], max(0, len(lines) - MOST_LINES), before.at)


def folded(game: Game, entries: Sequence[Entry], names: log_text.Names, former: FormerNames = NOBODY) -> list[str]:
    """Return the sentences of redacted entries, oldest first. A run of alike ones becomes its first one and a
    number."""
    return [
        log_text.counted(translate(run.text, former.at(run.entry.ply, names)), run.times - 1)
        for run in log_text.runs(game, log_text.sentences(game, entries, former))
    ]
