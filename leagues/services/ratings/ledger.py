"""Rating due results: the ledger and the ratings, in the order of (finished_at, match), a batch at a time.

A batch is one transaction under one lock, so it is rated once however many workers try, and wherever one of them dies.
It begins at the first due result and ends by making the next one due, until none is left: so a late result is followed
by all that depend on it. Lines that are not reached yet keep their values.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from django.core.exceptions import ImproperlyConfigured
from django.db import transaction
from django.db.models import Q, QuerySet

from games import clock
from games.plumbing import bulk_sql
from games.selectors.stored import each_readable, first_readable
from games.strict import UNREADABLE
from leagues.core.rating import THRESHOLDS, VERSION, RatedMatch
from leagues.core.rating_fold import Change, Fold, Key, Verdict
from leagues.models import PlayerRating, RatedResult, RatingChange, RatingState, RatingVersion
from leagues.services.ratings.rated_results import lock

BATCH = 100
RATING_COLUMNS = ("mu", "sigma", "matches", "last", "last_match")

Order = tuple[datetime, str]


@dataclass
class Memory:
    """The fold after the last batch, so that the next one need not read it again. `rev` is that of the ratings then: it
    becomes worthless once another worker has rated anything."""

    fold: Fold = field(default_factory=Fold)
    known: set[Key] = field(default_factory=set)
    known_absences: set[int] = field(default_factory=set)
    after: Order | None = None
    rev: int = -1

    def suits(self, state: RatingState, first: RatedResult) -> bool:
        """Return whether a batch that begins with `first` goes on from here; one statement at most."""
        if self.rev != state.rev or self.after is None or self.after >= (first.finished_at, first.match):
            return False
        between = from_order(RatedResult.objects.all(), self.after).values_list("match", flat=True)[:2]
        return list(between) == [self.after[1], first.match]

    def forget(self) -> None:
        """Forget everything, as at the start."""
        self.fold, self.known, self.known_absences = Fold(), set(), set()


def rate_due(memory: Memory | None = None, batch: int = BATCH) -> int:
    """Rate one batch of what is due, and return how many results that were: 0 if nothing is. An unreadable result stays
    due, and rates nobody until it has been repaired.

    A caller that rates batch after batch passes the same `memory`.
    """
    memory = Memory() if memory is None else memory
    with transaction.atomic(durable=True):
        state = lock()
        _keep_version(state)
        due = first_readable(RatedResult.objects.filter(is_due=True).order_by("finished_at", "match"), 1)
        if not due:
            return 0
        first = due[0]
        rows = first_readable(from_order(RatedResult.objects.all(), (first.finished_at, first.match)), batch + 1)
        rows, rest = rows[:batch], rows[batch:]
        if not memory.suits(state, first):
            memory.forget()
        memory.rev = -1  # unless this batch is stored
        matches = [row.rated_match for row in rows]
        _recall(memory, matches)
        _rate(memory.fold, rows, matches, rev=state.rev + 1)
        RatedResult.objects.filter(pk__in=[row.pk for row in rest]).update(is_due=True)
        state.rev += 1
        state.save(update_fields=["rev"])
    memory.after, memory.rev = (rows[-1].finished_at, rows[-1].match), state.rev
    return len(rows)


def rate_all_due() -> int:
    """Rate everything that is due; return how many results that were."""
    memory, count = Memory(), 0
    while rated := rate_due(memory):
        count += rated
    return count


def from_order(rows: QuerySet[RatedResult], order: Order) -> QuerySet[RatedResult]:
    """Return those of `rows` at `order` or later, in order."""
    moment, match = order
    # The first condition follows from the second: by it the database finds where to begin in the index.
    from_there = rows.filter(finished_at__gte=moment).filter(Q(finished_at__gt=moment) | Q(match__gte=match))
    return from_there.order_by("finished_at", "match")


def make_all_due() -> None:
    """Mark everything for rating again, from the first result on."""
    with transaction.atomic():
        lock()
        first = RatedResult.objects.order_by("finished_at", "match").first()
        if first is not None:
            RatedResult.objects.filter(pk=first.pk).update(is_due=True)


def _keep_version(state: RatingState) -> None:
    """Store the numbers of this version; with a new one everything is due. Raises ImproperlyConfigured if they have
    changed."""
    stored, _new = RatingVersion.objects.get_or_create(
        version=VERSION, defaults={"thresholds": dict(THRESHOLDS), "since": clock.now()}
    )
    if stored.thresholds != dict(THRESHOLDS):
        raise ImproperlyConfigured("the numbers of the ratings have changed: raise leagues.core.rating.VERSION")
    if state.version != VERSION:
        make_all_due()
        state.version = VERSION
        state.save(update_fields=["version"])


# Before.


def _recall(memory: Memory, matches: Sequence[RatedMatch]) -> None:
    """Read the ratings and absences before `matches` that their fold needs and `memory` does not know."""
    first = matches[0].order
    seats = [(match, seat) for match in matches for seat in match.seats if seat.player is not None]
    keys = {Key(seat.player, match.title, match.pool) for match, seat in seats if seat.player is not None}
    _recall_ratings(memory, keys - memory.known, first)
    absent = {seat.player for _match, seat in seats if seat.player is not None and seat.left is not None}
    _recall_absences(memory, absent - memory.known_absences, first)


def _recall_ratings(memory: Memory, keys: set[Key], first: Order) -> None:
    """Restore ratings from the newest line before `first`, where the row is later than that or cannot be read."""
    try:
        rows = {row.key: row for row in PlayerRating.objects.filter(player__in={key.player for key in keys})}
        changed = [key for key in keys if key in rows and (rows[key].last, rows[key].last_match) >= first]
    except UNREADABLE:
        rows, changed = {}, list(keys)
    memory.fold.ratings |= {key: row.rating for key, row in rows.items() if key in keys and key not in changed}
    for key in changed:
        line = _newest(_before(_lines(key), first))
        if line is not None:
            memory.fold.ratings[key] = line.after
    memory.known |= keys


def _recall_absences(memory: Memory, players: set[int], first: Order) -> None:
    lines = _before(RatingChange.objects.filter(player__in=players, absent_at__isnull=False), first)
    for line in each_readable(lines) if players else ():
        if line.absent_at is not None:
            memory.fold.absences.setdefault(line.player, []).append(line.absent_at)
    memory.known_absences |= players


def _lines(key: Key) -> QuerySet[RatingChange]:
    return RatingChange.objects.filter(player=key.player, title=key.title, pool=key.pool)


def _newest(lines: QuerySet[RatingChange]) -> RatingChange | None:
    """Return the last of `lines` that can be read; None if there is none."""
    return next(iter(first_readable(lines.order_by("-finished_at", "-match"), 1)), None)


def _before(lines: QuerySet[RatingChange], order: Order) -> QuerySet[RatingChange]:
    moment, match = order
    up_to_there = lines.filter(finished_at__lte=moment).filter(Q(finished_at__lt=moment) | Q(match__lt=match))
    return up_to_there.order_by("finished_at", "match")


# After.


def _rate(fold: Fold, rows: Sequence[RatedResult], matches: Sequence[RatedMatch], *, rev: int) -> None:
    lines: list[RatingChange] = []
    matches_of: dict[Verdict, list[str]] = {}
    for row, match in zip(rows, matches, strict=True):
        rated = fold.apply(match)
        matches_of.setdefault(rated.verdict, []).append(row.match)
        lines += [line_of(row, player, change) for player, change in rated.changes.items()]
    for verdict, those in matches_of.items():
        RatedResult.objects.filter(pk__in=those).update(verdict=verdict, is_due=False, rated_rev=rev)
    stale = _write_lines(rows, lines)
    _write_ratings(lines)
    for key in stale:
        _set_back(key)


def line_of(row: RatedResult, player: int, change: Change) -> RatingChange:
    """Return the line of the ledger for a change; not stored."""
    before, after = change.before, change.after
    return RatingChange(
        match_id=row.match,
        player=player,
        title=row.title,
        pool=row.pool,
        finished_at=row.finished_at,
        mu_before=before.mu,
        sigma_before=before.sigma,
        matches_before=before.matches,
        last_before=before.last,
        mu_after=after.mu,
        sigma_after=after.sigma,
        absent_at=change.absent_at,
        version_id=VERSION,
    )


LINE_COLUMNS = (
    "mu_before", "sigma_before", "matches_before", "last_before", "mu_after", "sigma_after", "absent_at", "version",
)  # fmt: skip


def _write_lines(rows: Sequence[RatedResult], lines: Sequence[RatingChange]) -> set[Key]:
    """Store the lines of these results in place of earlier ones; return the ratings that have lost lines."""
    kept = {(line.match_id, line.player) for line in lines}
    old = RatingChange.objects.filter(match__in=[row.pk for row in rows])
    gone = {
        pk: Key(player, title, pool)
        for pk, match, player, title, pool in old.values_list("pk", "match_id", "player", "title", "pool")
        if (match, player) not in kept
    }
    if gone:
        RatingChange.objects.filter(pk__in=gone).delete()
    bulk_sql.upsert(lines, ("match", "player"), LINE_COLUMNS)
    return set(gone.values())


def _write_ratings(lines: Sequence[RatingChange]) -> None:
    """Bring the ratings up to these lines, except those whose newest line is later: the replay gets to it."""
    newest = {line.key: line for line in lines}
    later = _rated_later(newest)
    ratings = [_rating_of(line) for key, line in newest.items() if key not in later]
    bulk_sql.upsert(ratings, ("player", "title", "pool"), RATING_COLUMNS)


def _rated_later(newest: Mapping[Key, RatingChange]) -> set[Key]:
    """Return the keys whose stored rating follows from a line after the given one."""
    if not newest:
        return set()
    first = min(line.finished_at for line in newest.values())
    stored = PlayerRating.objects.filter(player__in={key.player for key in newest}, last__gte=first)
    orders = {
        Key(player, title, pool): order
        for player, title, pool, *order in stored.values_list("player", "title", "pool", "last", "last_match")
        if None not in order
    }
    return {key for key, line in newest.items() if key in orders and orders[key] > [line.finished_at, line.match_id]}


def _set_back(key: Key) -> None:
    """Set the rating of an account that has lost a line back to what its newest remaining line says."""
    newest = _newest(_lines(key))
    stored = PlayerRating.objects.filter(player=key.player, title=key.title, pool=key.pool)
    if newest is None:
        stored.delete()
    else:
        after = newest.after
        stored.update(
            mu=after.mu, sigma=after.sigma, matches=after.matches, last=after.last, last_match=newest.match_id
        )


def _rating_of(line: RatingChange) -> PlayerRating:
    after = line.after
    return PlayerRating(
        player=line.player,
        title=line.title,
        pool=line.pool,
        mu=after.mu,
        sigma=after.sigma,
        matches=after.matches,
        last=line.finished_at,
        last_match=line.match_id,
    )
