"""The open dump: all input of ratings, and the ratings, for anyone to recompute.

A gzip file of JSON lines, the same bytes for the same contents: a header, then every match in the order in which they
are rated, with what it changed, then every rating. Accounts are numbers, so that nothing must be withdrawn when an
account is deleted.
"""

import gzip
import hashlib
import json
import os
import secrets
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from tempfile import TemporaryFile
from typing import IO, Any

from django.core.files import File
from django.core.files.storage import Storage, storages
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from games import clock
from games.selectors.stored import unreadable
from games.strict import UNREADABLE
from leagues.core.rating import THRESHOLDS, VERSION
from leagues.core.rating_fold import Key
from leagues.models import RatedResult, RatingChange, RatingDump
from leagues.services.ratings.recompute import Disturbed, Waiting, current_rev, is_outdated

FORMAT = 1
CHUNK = 1_000

Progress = Callable[[int, int], None]
"""Called with the number of matches that were written, and of all."""


@dataclass(frozen=True, slots=True)
class Written:
    """A dump that was written: the SHA-256 of its bytes, and how many matches it holds."""

    sha256: str
    matches: int


def write_dump(file: IO[bytes], until: datetime, progress: Progress | None = None) -> Written:
    """Write the dump of all matches that ended before `until` to `file`, without those whose rows cannot be read;
    return its hash and number of matches.

    Raises `Waiting` if some of them are still to be rated, and `Disturbed` if one of them was rated again meanwhile:
    the file is then useless.
    """
    before, results = current_rev(), RatedResult.objects.filter(finished_at__lt=until)
    if results.filter(is_due=True).exists() or is_outdated():
        raise Waiting
    show = progress or (lambda done, total: None)
    try:
        total = _pack(file, until, set(), show)
    except UNREADABLE:
        file.seek(0)
        file.truncate()
        total = _pack(file, until, _unreadable(until), show)
    # Read the due ones first: one rated in between is found by its number.
    if results.filter(is_due=True).exists() or results.filter(rated_rev__gt=before).exists():
        raise Disturbed
    file.seek(0)
    return Written(hashlib.file_digest(file, "sha256").hexdigest(), total)  # type: ignore[arg-type]


def publish_last_month() -> RatingDump:
    """Publish the dump of the month before this one unless that is done, and return it. Raises as `write_dump` does."""
    now = clock.now().astimezone(UTC)
    first = date(now.year, now.month, 1)
    return publish(date(first.year - (first.month == 1), (first.month - 2) % 12 + 1, 1))


def publish(month: date, progress: Progress | None = None) -> RatingDump:
    """Publish the dump of `month`, the first of a month that is over, unless that is done, and return it.

    Each caller writes a file of its own, and the row of the first of them counts; a killed caller leaves at most a file
    that no row names. Raises as `write_dump` does, and `ValueError` for a month that is not over.
    """
    until = end_of(month)
    if until > clock.now():
        raise ValueError(f"{month:%Y-%m} is not over")
    found = RatingDump.objects.filter(month=month).first()
    if found is not None and dump_files().exists(found.name):
        return found
    with TemporaryFile() as file:
        written = write_dump(file, until, progress)
        size = file.seek(0, os.SEEK_END)
        file.seek(0)
        name = dump_files().save(f"masques-ratings-{month:%Y-%m}-{secrets.token_hex(4)}.jsonl.gz", File(file))
    row = RatingDump(month=month, name=name, sha256=written.sha256, size=size, matches=written.matches)
    try:
        with transaction.atomic():
            if found is not None:  # its file is lost, as after a restore
                RatingDump.objects.filter(pk=found.pk).delete()
            row.save(force_insert=True)
    except IntegrityError:
        dump_files().delete(name)
        return RatingDump.objects.get(month=month)
    return row


def end_of(month: date) -> datetime:
    """Return the first moment after a month, UTC."""
    return datetime(month.year + (month.month == 12), month.month % 12 + 1, 1, tzinfo=UTC)


def dump_files() -> Storage:
    """Return the storage of the files."""
    return storages["dumps"]


def _pack(file: IO[bytes], until: datetime, left_out: Collection[str], progress: Progress) -> int:
    """Write the dump without some matches; return how many it holds."""
    results = RatedResult.objects.filter(finished_at__lt=until).exclude(pk__in=left_out)
    lines = RatingChange.objects.filter(finished_at__lt=until).exclude(match__in=left_out)
    total = results.count()
    with gzip.GzipFile(filename="", mode="wb", fileobj=file, mtime=0) as packed:
        for number, line in enumerate(_lines(until, total, results, lines)):
            packed.write(json.dumps(line, sort_keys=True, separators=(",", ":")).encode() + b"\n")
            if number and number % CHUNK == 0 and number <= total:
                progress(number, total)
    return total


def _unreadable(until: datetime) -> set[str]:
    """Return the matches of which the result or a line of the ledger cannot be read."""
    lines = RatingChange.objects.filter(finished_at__lt=until)
    without_line = lines.filter(pk__in=unreadable(lines.order_by("pk"), CHUNK)).values_list("match", flat=True)
    return unreadable(RatedResult.objects.filter(finished_at__lt=until), CHUNK) | set(without_line)


def _lines(
    until: datetime, total: int, results: QuerySet[RatedResult], lines: QuerySet[RatingChange]
) -> Iterator[dict[str, Any]]:
    thresholds = dict(THRESHOLDS)
    yield {"format": FORMAT, "version": VERSION, "thresholds": thresholds, "until": until.isoformat(), "matches": total}
    newest: dict[Key, RatingChange] = {}
    changes = iter(lines.order_by("finished_at", "match", "player").iterator(CHUNK))
    held = next(changes, None)
    for row in results.order_by("finished_at", "match").iterator(CHUNK):
        own = []
        while held is not None and (held.finished_at, held.match_id) < (row.finished_at, row.match):
            held = next(changes, None)  # a line that follows from no result
        while held is not None and held.match_id == row.match:
            newest[held.key] = held
            own.append(_change(held))
            held = next(changes, None)
        yield _match(row, own)
    for key in sorted(newest):
        line = newest[key]
        yield {"player": key.player, "title": key.title, "pool": key.pool, **_rating(line)}


def _match(row: RatedResult, changes: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "match": row.match,
        "title": row.title,
        "pool": row.pool,
        "finished_at": row.finished_at.isoformat(),
        "seats": row.seats,
        "length": row.length,
        "usual": row.usual,
        "counts": row.counts,
        "agreed": row.is_agreed,
        "verdict": row.verdict,
        "changes": changes,
    }


def _change(line: RatingChange) -> dict[str, Any]:
    before = [line.mu_before, line.sigma_before, line.matches_before]
    return {"player": line.player, "before": before, "after": [line.mu_after, line.sigma_after]}


def _rating(line: RatingChange) -> dict[str, Any]:
    after = line.after
    return {"mu": after.mu, "sigma": after.sigma, "matches": after.matches, "last": line.match_id}
