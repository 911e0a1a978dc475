"""Imports plays from files: a file is kept, looked through, and its plays are recorded a part at a time."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from companion.core.files.drafts import Draft, Reading, WrongFileError
from companion.core.files.reading import read
from companion.core.results import PlayResult, Sitter
from companion.models import Play, PlayFile
from companion.refusals import AlreadyImported
from companion.selectors.exports import key_for_bgstats
from companion.selectors.lists import plays_of
from companion.services.plays import recording
from games import clock
from games.core.text import Text, _
from games.refusals import BadInput, Missing, Refusal, Stale
from games.registry import TITLES
from games.translation import translate

AT_A_TIME = 100  # plays of one request
KEPT = timedelta(days=1)
LONGEST_FORMAT = 10


@dataclass(frozen=True, slots=True)
class FilePreview:
    """A file that is being imported, and what importing it will do: `known` are the keys of plays that are here
    already, `wrong` the reasons why others cannot be recorded, by their keys."""

    file: PlayFile
    format: str
    reading: Reading
    known: frozenset[str] = frozenset()
    wrong: Mapping[str, Text] = field(default_factory=dict)

    @property
    def fresh(self) -> list[Draft]:
        """The plays that will be recorded."""
        return [draft for draft in self.reading.drafts if draft.key not in self.known and draft.key not in self.wrong]


def keep(*, user: Any, content: bytes) -> PlayFile:
    """Keep a file for `user` to look through, instead of the one before. Raises `BadInput` for one that is of no known
    format."""
    try:
        read(content, list(TITLES.values()))
    except WrongFileError as error:
        raise BadInput(_("File: %(reason)s", reason=error.reason)) from error
    with transaction.atomic(durable=True):
        PlayFile.objects.filter(user=user).delete()
        return PlayFile.objects.create(user=user, content=content)


def preview(user: Any) -> FilePreview:
    """Return the file that `user` keeps, as it is now; a fixed number of statements. Raises `Missing`."""
    file = PlayFile.objects.filter(user=user).first()
    if file is None:
        raise Missing
    format, reading = read(bytes(file.content), list(TITLES.values()))
    known = _known_keys(user, format)
    today = (clock.now() + timedelta(days=1)).date()
    wrong = {}
    for draft in reading.drafts:
        problem = _result(draft, {}).problem(TITLES[draft.title], today)
        if problem is not None:
            wrong[draft.key] = problem
    return FilePreview(file, format, reading, known, wrong)


def import_part(*, user: Any, file: str, handled: int, choices: Mapping[str, int]) -> None:
    """Record the next plays of the file that `user` saw under the name `file`, when `handled` of its plays had been
    taken in turn; `choices` are the accounts for names, which count from the first part on. A play that cannot be
    recorded is noted. After an interruption the same part can be sent again: no play is recorded twice. Raises
    `Missing`, and `Stale` for another file, or a part that was taken already."""
    found = preview(user)
    with transaction.atomic(durable=True):
        kept = _locked(user, file, handled)
        if kept.choices is None:
            kept.choices = dict(choices)
            kept.save(update_fields=["choices"])
    part = found.reading.drafts[handled : handled + AT_A_TIME]
    failures = _record(user, found, part, _people(kept.choices))
    with transaction.atomic(durable=True):
        kept = _locked(user, file, handled)
        stored = Play.objects.filter(recorder=user, created_at__gte=kept.created_at)
        kept.imported = stored.filter(imported_as__startswith=f"{found.format}:").count()
        kept.failures += failures
        kept.handled += len(part)
        kept.save(update_fields=["imported", "failures", "handled"])


def _locked(user: Any, file: str, handled: int) -> PlayFile:
    """Lock and return the file, if it is still the one with this name and as far as the user saw. Raises `Stale`."""
    kept: PlayFile | None = PlayFile.objects.select_for_update().filter(pk=user.pk).first()
    if kept is None or kept.name != file:
        raise Stale(_("Another file has taken the place of this one. Check it again."))
    if kept.handled != handled:
        raise Stale(_("This part of the file is imported already."))
    return kept


def _record(user: Any, found: FilePreview, part: Sequence[Draft], people: Mapping[str, int]) -> list[list[str]]:
    """Record these plays, except those that are here already; return where the others are in the file, and why they
    can't be recorded."""
    failures = []
    for draft in part:
        if draft.key in found.known:
            continue
        name = f"{found.format}:{draft.key}"
        try:
            recording.record(recorder=user, title=draft.title, result=_result(draft, people), imported_as=name)
        except AlreadyImported:
            continue
        except Refusal as refusal:
            failures.append([_where(draft), translate(refusal.reason)])
    return failures


def discard(user: Any) -> None:
    """Forget the file of `user`; what was imported stays."""
    PlayFile.objects.filter(user=user).delete()


def discard_old() -> int:
    """Forget the files that were sent more than a day ago; return how many."""
    return PlayFile.objects.filter(created_at__lt=clock.now() - KEPT).delete()[0]


def _known_keys(user: Any, format: str) -> frozenset[str]:
    """Return the keys that plays of `user` have in files of this format: those imported, and those exported from
    here."""
    rows = list(plays_of(user).order_by().values_list("pk", "match", "imported_as"))
    if format == "bgstats":
        return frozenset(key_for_bgstats(*row) for row in rows)
    prefix = f"{format}:"
    imported = {name.removeprefix(prefix) for _key, _match, name in rows if name.startswith(prefix)}
    return frozenset(imported | {key for key, _match, _name in rows})


def _people(choices: Mapping[str, int]) -> dict[str, int]:
    """Return the chosen accounts that still exist, by name."""
    known = set(get_user_model().objects.filter(pk__in=choices.values()).values_list("pk", flat=True))
    return {name: key for name, key in choices.items() if key in known}


def _result(draft: Draft, people: Mapping[str, int]) -> PlayResult:
    sitters = tuple(
        Sitter(
            seat.place,
            None if seat.is_bot else people.get(seat.name),
            "" if people.get(seat.name) and not seat.is_bot else seat.name,
            score=seat.score,
        )
        for seat in draft.seats
    )
    return PlayResult(sitters, draft.played_on, draft.settings, draft.place, draft.minutes, draft.note)


def _where(draft: Draft) -> str:
    names = ", ".join(seat.name for seat in draft.seats)
    return f"{TITLES[draft.title].name}, {draft.played_on.isoformat()}: {names}"[:200]
