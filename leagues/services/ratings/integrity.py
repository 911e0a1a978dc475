"""Looking for results that were agreed upon, and moderators' reviews of the flags, which change nothing by
themselves."""

from collections.abc import Callable, Collection, Iterator, Mapping
from datetime import datetime, timedelta
from itertools import groupby

import structlog
from django.contrib.auth import get_user_model
from django.db import transaction

from games import clock
from games.core.text import _
from games.refusals import BadInput, Forbidden, Missing
from games.selectors.stored import stream_readable
from leagues.core.integrity import Flag, History, Played, find_all
from leagues.core.pools import TABLE
from leagues.models import IntegrityFlag, RatedResult, RatingChange

logger = structlog.get_logger(__name__)

WINDOW = timedelta(days=180)
NEW_MATCHES = 3  # in the evidence, for a reviewed flag to be open again
CHUNK = 2_000
MOST_NOTE = 500

Progress = Callable[[int, int], None]
"""Called with the number of matches that were read, and of all."""


def find_flags(progress: Progress | None = None) -> int:
    """Look at the matches of the last 180 days, and store the detectors' flags; return how many flags are new or open
    again.

    Only matches that are rated, count and can be read are looked at. Repeating it only changes when flags were last
    seen.
    """
    since = clock.now() - WINDOW
    played = list(_played(since, progress or (lambda done, total: None)))
    players = {player for one in played for player in one.before}
    flags = find_all(History(played, _born(players)))
    with transaction.atomic():
        return sum(_store(flag) for flag in flags)


def review(*, flag_id: int, note: str, by: int) -> tuple[IntegrityFlag, bool]:
    """Close a flag with a note of at most 500 characters; `by` is the account that decides. Return the flag and whether
    it was open.

    Raises `Missing`, `BadInput` without a note, and `Forbidden` if `by` is one of its accounts. Idempotent: the first
    decision stays.
    """
    if not 0 < len(note.strip()) <= MOST_NOTE:
        raise BadInput(_("Write a note of at most 500 characters."))
    with transaction.atomic():
        row = IntegrityFlag.objects.select_for_update().filter(pk=flag_id).first()
        if row is None:
            raise Missing
        if by in row.accounts:
            raise Forbidden(_("You’re involved in this, so another moderator must decide."))
        if row.reviewed_at is not None:
            return row, False
        row.reviewed_at, row.reviewed_by_id, row.note = clock.now(), by, note.strip()
        row.save(update_fields=["reviewed_at", "reviewed_by", "note"])
        logger.info("integrity flag reviewed", flag=row.pk, kind=row.kind, moderator_id=by)
        return row, True


def _played(since: datetime, progress: Progress) -> Iterator[Played]:
    """Yield the matches that moved a rating, in order, with the ratings before them. Results of the real table are left
    out: that all who sat there agree on them is what they rest on."""
    results = RatedResult.objects.filter(finished_at__gte=since, counts=True).exclude(pool__startswith=TABLE)
    lines = RatingChange.objects.filter(finished_at__gte=since).order_by("finished_at", "match", "player")
    grouped = groupby(stream_readable(lines, CHUNK), key=lambda line: (line.finished_at, line.match_id))
    held = next(grouped, None)
    total = results.count()
    for done, row in enumerate(stream_readable(results.order_by("finished_at", "match"), CHUNK), start=1):
        order = (row.finished_at, row.match)
        while held is not None and held[0] < order:
            held = next(grouped, None)
        if held is not None and held[0] == order:
            changes = list(held[1])
            before = {line.player: line.before for line in changes}
            gained = {line.player: line.mu_after - line.mu_before for line in changes}
            yield Played(row.rated_match, before, gained)
        if done % CHUNK == 0:
            progress(done, total)


def _born(players: Collection[int]) -> Mapping[int, datetime]:
    """Return when those of the accounts that still exist were made."""
    born = get_user_model().objects.values_list("pk", "date_joined")
    return {player: moment for player, moment in born.iterator(CHUNK) if player in players}


def _store(flag: Flag) -> bool:
    """Store a flag; return whether it is new, or open again."""
    about = "-".join(map(str, flag.about))
    row = IntegrityFlag.objects.select_for_update().filter(kind=flag.kind, about=about).first()
    is_new = row is None
    if row is None:
        row = IntegrityFlag(kind=flag.kind, about=about, first_seen=clock.now())
    opens = is_new or (row.reviewed_at is not None and len(set(flag.matches) - set(row.matches)) >= NEW_MATCHES)
    row.last_seen = clock.now()
    if opens or row.reviewed_at is None:
        row.accounts, row.matches = list(flag.accounts), list(flag.matches)
        row.numbers, row.score = dict(flag.numbers), flag.score
    if opens:
        row.reviewed_at = None
        logger.info("integrity flag found", kind=flag.kind.value, accounts=list(flag.accounts), score=flag.score)
    row.save()
    return opens
