"""Redaction of entries one by one, with nothing kept, for tests of what a viewer may read."""

from collections.abc import Iterable

from games.core.engine.events import Entry


def redacted(entries: Iterable[Entry], viewer: int | None) -> list[Entry]:
    """Return what `viewer` (None: a spectator) may read of `entries` while their match is running."""
    return [shown for entry in entries if (shown := entry.redact(viewer)) is not None]
