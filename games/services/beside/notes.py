"""Private notes about matches: one text of each person about each match, which only they read."""

from dataclasses import dataclass
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from games import clock
from games.core.text import _
from games.models import Match, MatchNote
from games.refusals import TooLarge

MOST = 4000  # characters


@dataclass(frozen=True, slots=True)
class Saved:
    """Confirms that a note was stored. `replaced` is another text that was stored since the writer had opened the note,
    and that this one has replaced; None if there is none."""

    note: MatchNote
    replaced: str | None = None


def note_of(user: Any, match: Match) -> MatchNote:
    """Return the note of `user` about `match`; an empty, unsaved one if there is none. One statement."""
    return MatchNote.objects.filter(user=user, match=match).first() or MatchNote(user=user, match=match)


def save_note(*, user: Any, match: Match, text: str, version: int) -> Saved:
    """Store `text` as the note of `user` about `match`, which they may know of: the last one counts. Return the note,
    and the text that it replaced unseen.

    `version` is that of the note from which `text` was made, 0 for none. Raises `TooLarge`.
    """
    text = text.replace("\r\n", "\n").strip()
    if len(text) > MOST:
        raise TooLarge(_("Your notes on a match can have up to %(limit)s characters.", limit=MOST))
    with transaction.atomic():
        # Of two tabs that store the first note simultaneously the second must find the first one's.
        get_user_model().objects.select_for_update(no_key=True).filter(pk=user.pk).values_list("pk").first()
        note = note_of(user, match)
        before = note.text
        is_stale = note.version != version and before != text
        if before != text:
            note.text, note.version, note.changed_at = text, note.version + 1, clock.now()
            note.save()
    return Saved(note, before if is_stale and before else None)
