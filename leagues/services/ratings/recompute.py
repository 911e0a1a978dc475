"""Computing all ratings from nothing, to compare them with what is stored, bit for bit."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from games.selectors.stored import stream_readable
from leagues.core.rating import VERSION
from leagues.core.rating_fold import Fold, Key
from leagues.models import (
    IntegrityFlag,
    PlayerRating,
    RatedResult,
    RatingChange,
    RatingDump,
    RatingState,
    RatingVersion,
    ReplyTimes,
)
from leagues.models.sealed import SealedModel
from leagues.services.keeping import altered_rows
from leagues.services.ratings.ledger import LINE_COLUMNS, line_of

CHUNK = 2_000
MOST_FAULTS = 20  # that are kept; the rest is only counted
COMPARED = ["match_id", "player", "title", "pool", "finished_at", *LINE_COLUMNS[:-1], "version_id"]

SEALED: tuple[type[SealedModel], ...] = (RatedResult, RatingVersion, RatingDump, IntegrityFlag, ReplyTimes)
"""The sealed tables that belong to no league."""

Progress = Callable[[int, int], None]
"""Called with the number of results that were computed, and of all."""


class Disturbed(RuntimeError):
    """The error if results were recorded or rated while they were compared."""


class Waiting(RuntimeError):
    """The error while some results are still to be rated."""


@dataclass
class Comparison:
    """The numbers of compared results, lines and ratings, and the first differences, one sentence each."""

    results: int = 0
    lines: int = 0
    ratings: int = 0
    differing: int = 0
    faults: list[str] = field(default_factory=list)

    def fault(self, sentence: str) -> None:
        """Count a difference."""
        self.differing += 1
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(sentence)


def compare(progress: Progress) -> Comparison:
    """Compute all ratings from the stored results, and return a comparison with every verdict, line of the ledger and
    rating; also compare the rows of `SEALED` with their seals.

    Writes nothing. Raises `Waiting` if results are still to be rated, and `Disturbed` if ratings change meanwhile.
    """
    before = current_rev()
    if RatedResult.objects.filter(is_due=True).exists() or is_outdated():
        raise Waiting
    comparison, newest = _compare_lines(progress)
    _compare_ratings(comparison, newest)
    for model in SEALED:
        for sentence in altered_rows.sentences(model.objects.all()):
            comparison.fault(sentence)
    if RatedResult.objects.filter(is_due=True).exists() or current_rev() != before:
        raise Disturbed
    return comparison


def current_rev() -> int:
    """Return how many batches have been rated so far."""
    return RatingState.objects.filter(pk=1).values_list("rev", flat=True).first() or 0


def is_outdated() -> bool:
    """Return whether the stored ratings were computed by another version, so that everything has to be rated again."""
    version = RatingState.objects.filter(pk=1).values_list("version", flat=True).first()
    return version is not None and version != VERSION and RatedResult.objects.exists()


def _compare_lines(progress: Progress) -> tuple[Comparison, dict[Key, RatingChange]]:
    comparison, fold = Comparison(), Fold()
    newest: dict[Key, RatingChange] = {}
    total, rated_rev = RatedResult.objects.count(), 0
    stored = _stored_lines()
    held = next(stored, None)
    for row in stream_readable(RatedResult.objects.order_by("finished_at", "match"), CHUNK):
        rated = fold.apply(row.rated_match)
        if row.rated_rev < rated_rev:
            comparison.fault(f"match {row.match}: rated in batch {row.rated_rev}, the one before in {rated_rev}")
        rated_rev = max(rated_rev, row.rated_rev)
        if rated.verdict != row.verdict:
            comparison.fault(f"match {row.match}: stored as {row.verdict or 'nothing'}, computed as {rated.verdict}")
        for player, change in rated.changes.items():
            line = line_of(row, player, change)
            newest[line.key] = line
            expected = tuple(getattr(line, name) for name in COMPARED)
            while held is not None and _order(held) < _order(expected):
                comparison.fault(f"match {held[0]}, account {held[1]}: a line that does not follow from the results")
                held = next(stored, None)
            if held is None or _order(held) != _order(expected):
                comparison.fault(f"match {row.match}, account {player}: no line is stored")
                continue
            if held != expected:
                comparison.fault(f"match {row.match}, account {player}: {_differences(held, expected)}")
            comparison.lines += 1
            held = next(stored, None)
        comparison.results += 1
        if comparison.results % CHUNK == 0:
            progress(comparison.results, total)
    while held is not None:
        comparison.fault(f"match {held[0]}, account {held[1]}: a line that does not follow from the results")
        held = next(stored, None)
    if rated_rev != current_rev():
        comparison.fault(f"the last result was rated in batch {rated_rev}, of {current_rev()} batches")
    return comparison, newest


def _stored_lines() -> Iterator[tuple[Any, ...]]:
    lines = RatingChange.objects.order_by("finished_at", "match", "player")
    for line in stream_readable(lines, CHUNK):
        yield tuple(getattr(line, name) for name in COMPARED)


def _order(line: tuple[Any, ...]) -> tuple[Any, ...]:
    return line[4], line[0], line[1]


def _differences(stored: tuple[Any, ...], expected: tuple[Any, ...]) -> str:
    return ", ".join(
        f"{name} is {have}, computed {want}"
        for name, have, want in zip(COMPARED, stored, expected, strict=True)
        if have != want
    )


def _compare_ratings(comparison: Comparison, newest: dict[Key, RatingChange]) -> None:
    stored = {row.key: row for row in stream_readable(PlayerRating.objects.order_by("pk"), CHUNK)}
    for key in sorted(stored.keys() | newest.keys()):
        row, line = stored.get(key), newest.get(key)
        who = f"account {key.player} at {key.title}, {key.pool}"
        if row is None or line is None:
            comparison.fault(f"{who}: {'no rating is stored' if row is None else 'a rating without a match'}")
        elif (row.rating, row.last_match) != (line.after, line.match_id):
            comparison.fault(f"{who}: the rating is {row.rating}, computed {line.after}")
        comparison.ratings += 1
