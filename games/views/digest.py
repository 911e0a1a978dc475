"""“Since you were here”: what happened in a player's matches while they were away, in a few sentences each."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import ngettext

from games.core.errors import BrokenLog
from games.core.events import Entry
from games.core.game import Game
from games.core.text import SeatName, Text
from games.selectors.former_names import NOBODY, FormerNames, former_names_of
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
    """By match, for the first few of `summaries` that have news for their viewer; one statement for all of them, and
    another if in one of them a seat was taken over.

    It tells what the viewer's own page of the match would tell, and no more.
    """
    news = [summary for summary in summaries if summary.mine is not None and summary.match.ply > summary.mine.seen_ply][
        :MOST_MATCHES
    ]
    logs = logs_of([summary.match for summary in news])
    former = former_names_of(logs)
    made = {}
    for summary in news:
        if summary.match.pk not in logs:
            continue
        try:
            entries = log_text.entries_of(summary.match, logs[summary.match.pk])
            digest = _digest(summary, entries, former.get(summary.match.pk, NOBODY))
        except BrokenLog:  # the match is set aside by whoever opens it
            continue
        if digest.lines:
            made[summary.match.pk] = digest
    return made


def _digest(summary: MatchSummary, entries: Sequence[Entry], former: FormerNames) -> Digest:
    assert summary.mine is not None
    fresh = [entry for entry in entries if entry.ply >= summary.mine.seen_ply]
    shown = log_text.redacted(summary.match, fresh, summary.mine.index)
    lines = folded(summary.match.game, shown, lambda seat: summary.places[seat].name, former)
    return Digest(lines[-MOST_LINES:], max(0, len(lines) - MOST_LINES), summary.mine.seen_at)


def folded(game: Game, entries: Sequence[Entry], names: log_text.Names, former: FormerNames = NOBODY) -> list[str]:
    """The sentences of redacted entries. A run of those that differ in who did it alone, passes above all, becomes
    its first one and a number."""
    runs: list[tuple[Entry, Text, int]] = []
    for entry, text in log_text.sentences(game, entries, former):
        if runs and _alike(runs[-1][1], text):
            first, said, times = runs[-1]
            runs[-1] = (first, said, times + 1)
        else:
            runs.append((entry, text, 1))
    return [_counted(translate(text, former.at(entry.ply, names)), times - 1) for entry, text, times in runs]


def _alike(one: Text, other: Text) -> bool:
    return one.message == other.message and all(
        isinstance(value, SeatName) for text in (one, other) for _name, value in text.params
    )


def _counted(sentence: str, more: int) -> str:
    if not more:
        return sentence
    words = ngettext("%(sentence)s (And %(n)s more like it.)", "%(sentence)s (And %(n)s more like it.)", more)
    return words % {"sentence": sentence, "n": more}
