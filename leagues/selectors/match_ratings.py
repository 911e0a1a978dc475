"""The effect of a rated match on ratings: before it is over, and after."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _

from games.models import FormerHolder, Match, Seat, Status
from games.selectors.matches import is_bot, level_of, names_of, seats_of
from games.selectors.stored import each_readable
from leagues.core.anchors import anchor
from leagues.core.meaning import Sitter, changes_by_place
from leagues.core.pools import Pool
from leagues.core.rating import NEW, Leaving, RatedSeat, Rating
from leagues.core.rating_fold import Verdict
from leagues.models import RatedResult, RatingChange
from leagues.selectors.ratings import persons, ratings_of
from leagues.selectors.seasons import Person


@dataclass(frozen=True, slots=True)
class Shown:
    """A rating as pages show it: the number, whether little is known yet, and the ±."""

    points: int
    is_provisional: bool
    doubt: int

    @classmethod
    def of(cls, rating: Rating, moment: datetime) -> "Shown":
        """Return how `rating` is shown at `moment`."""
        return cls(rating.shown(moment), rating.is_provisional(moment), rating.doubt(moment))

    @classmethod
    def fixed(cls, anchor: float) -> "Shown":
        """Return how the rating of a bot is shown."""
        return cls(Rating(anchor, 0.0).shown(), is_provisional=False, doubt=0)


@dataclass(frozen=True, slots=True)
class Prospect:
    """One seat of a match that is not over: `changes` by place from the first; none for bots, which never change."""

    person: Person
    is_bot: bool
    now: Shown
    changes: Sequence[int]


@dataclass(frozen=True, slots=True)
class Effect:
    """One seat of a match that was rated. `before` and `after` are None for a player whose rating it did not change;
    bots have no `after`."""

    person: Person
    is_bot: bool
    place: int
    left: Leaving | None
    before: Shown | None = None
    after: Shown | None = None

    @property
    def change(self) -> int | None:
        """The difference of the shown numbers."""
        return None if self.before is None or self.after is None else self.after.points - self.before.points


@dataclass(frozen=True, slots=True)
class Meaning:
    """The effect of a rated match. `verdict` is None while it is not rated; `effects` are those of a finished match,
    `prospects` those of one that is not over and has all its players."""

    pool: Pool
    verdict: Verdict | None = None
    effects: Sequence[Effect] = ()
    prospects: Sequence[Prospect] = ()


def meaning_of(match: Match, viewer: Any, moment: datetime) -> Meaning:
    """Return what the rated match `match` means for ratings; at most five statements. Raises `BrokenRow`."""
    seats = seats_of(match)
    has_bots = any(seat.bot and seat.vacated_at is None for seat in seats)
    pool = Pool.of_match(has_bots, match.game.rated_apart, match.settings)
    if match.status == Status.FINISHED:
        return _after(match, seats, pool, viewer)
    if len(seats) < match.seat_count or match.status not in (Status.OPEN, Status.RUNNING):
        return Meaning(pool)
    return Meaning(pool, prospects=_prospects(match, seats, pool, viewer, moment))


def _after(match: Match, seated: list[Seat], pool: Pool, viewer: Any) -> Meaning:
    result = next(iter(each_readable(RatedResult.objects.filter(pk=match.pk))), None)
    if result is None:
        return Meaning(pool)
    changes = {line.player: line for line in each_readable(RatingChange.objects.filter(match=result))}
    seats = result.rated_match.seats
    bots = _bots(match, seated)
    named = persons([seat.player for seat in seats if seat.player is not None], viewer)
    effects = [_effect(seat, changes, named, bots, result.finished_at) for seat in seats]
    verdict = None if result.is_due or not result.verdict else Verdict(result.verdict)
    return Meaning(Pool.parse(result.pool), verdict, sorted(effects, key=lambda one: (one.left is not None, one.place)))


def _bots(match: Match, seats: list[Seat]) -> Iterator[Person]:
    """Yield the bots of a match whose levels were measured, in the order in which a result lists them."""
    name_of = names_of(seats)
    for seat in seats:
        if is_bot(seat) and anchor(match.game.ladder, match.seat_count, seat.bot) is not None:
            yield Person(name_of(seat.index), "", is_viewer=False, level=level_of(seat))


def _effect(seat: RatedSeat, changes: Any, named: Any, bots: Iterator[Person], moment: datetime) -> Effect:
    if seat.player is None:
        bot = next(bots, Person(_("bot"), "", is_viewer=False))
        return Effect(bot, True, seat.place, None, Shown.fixed(seat.anchor))
    line = changes.get(seat.player)
    if line is None:
        return Effect(named[seat.player], False, seat.place, seat.left)
    before, after = Shown.of(line.before, moment), Shown.of(line.after, moment)
    return Effect(named[seat.player], False, seat.place, seat.left, before, after)


def _prospects(match: Match, seats: Sequence[Seat], pool: Pool, viewer: Any, moment: datetime) -> list[Prospect]:
    """Return the prospects of each seat. Players who gave up a seat are last in any case; those who took it over are
    not rated."""
    former = dict(FormerHolder.objects.filter(match=match).order_by("-ply").values_list("seat", "user_id"))
    holders = {seat.index: former.get(seat.index, seat.user_id) for seat in seats}  # the first of each
    people = [user for user in holders.values() if user is not None]
    ratings, named = ratings_of(people, match.title, pool.slug), persons(people, viewer)
    rated = []
    for seat in seats:
        user = holders[seat.index]
        rating = NEW if user is None else ratings.get(user, NEW)
        sitter = _sitter(match, seat, rating, seat.index in former)
        rated += [] if sitter is None else [(seat, sitter)]
    sitters, name_of = [sitter for _seat, sitter in rated], names_of(list(seats))
    found = []
    for index, (seat, sitter) in enumerate(rated):
        if sitter.is_bot:
            bot = Person(name_of(seat.index), "", is_viewer=False, level=level_of(seat))
            found.append(Prospect(bot, True, Shown.fixed(sitter.rating.mu), []))
        elif not sitter.has_left and seat.user_id is not None:
            changes = changes_by_place(sitters, index, moment)
            found.append(Prospect(named[seat.user_id], False, Shown.of(sitter.rating, moment), changes))
    return found if len(sitters) > 1 else []


def _sitter(match: Match, seat: Seat, rating: Rating, is_taken_over: bool) -> Sitter | None:
    """Return what is rated for a seat: its first holder with `rating`, or its bot; None if its level was never
    measured."""
    if is_bot(seat):
        fixed = anchor(match.game.ladder, match.seat_count, seat.bot)
        return None if fixed is None else Sitter(Rating(fixed, 0.0), is_bot=True)
    return Sitter(rating, has_left=is_taken_over or seat.vacated_at is not None)
