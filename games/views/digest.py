"""“Since you were here”: what happened in a player's matches while they were away, in a few sentences each."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import ngettext

from games.core.errors import BrokenLog
from games.core.events import Entry
from games.core.game import Game
from games.core.text import SeatName, Text
from games.selectors.lists import MatchSummary
from games.selectors.matches import logs_of
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
    """By match, for the first few of `summaries` that have news for their viewer; one statement for all of them.

    It tells what the viewer's own page of the match would tell, and no more.
    """
    news = [summary for summary in summaries if summary.mine is not None and summary.match.ply > summary.mine.seen_ply][
        :MOST_MATCHES
    ]
    logs = logs_of([summary.match for summary in news])
    made = {}
    for summary in news:
        if summary.match.pk not in logs:
            continue
        try:
            digest = _digest(summary, log_text.entries_of(summary.match, logs[summary.match.pk]))
        except BrokenLog:  # the match is set aside by whoever opens it
            continue
        if digest.lines:
            made[summary.match.pk] = digest
    return made


def _digest(summary: MatchSummary, entries: Sequence[Entry]) -> Digest:
    assert summary.mine is not None
    fresh = [entry for entry in entries if entry.ply >= summary.mine.seen_ply]
    shown = log_text.redacted(summary.match, fresh, summary.mine.index)
    lines = folded(summary.match.game, shown, lambda seat: summary.places[seat].name)
    return Digest(lines[-MOST_LINES:], max(0, len(lines) - MOST_LINES), summary.mine.seen_at)


def folded(game: Game, entries: Sequence[Entry], names: log_text.Names) -> list[str]:
    """The sentences of redacted entries. A run of those that differ in who did it alone, passes above all, becomes
    its first one and a number."""
    runs: list[tuple[Text, int]] = []
    for _entry, text in log_text.sentences(game, entries):
        if runs and _alike(runs[-1][0], text):
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((text, 1))
    return [_counted(translate(text, names), times - 1) for text, times in runs]


def _alike(one: Text, other: Text) -> bool:
    return one.message == other.message and all(
        isinstance(value, SeatName) for text in (one, other) for _name, value in text.params
    )


def _counted(sentence: str, more: int) -> str:
    if not more:
        return sentence
    words = ngettext("%(sentence)s (And %(n)s more like it.)", "%(sentence)s (And %(n)s more like it.)", more)
    return words % {"sentence": sentence, "n": more}
