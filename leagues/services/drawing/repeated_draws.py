"""Drawing seasons again from what is stored of them, to find what was altered since. Nothing here is stored.

A draw is repeated only if this program made it (`Season.draw_version`), and if all that it was drawn from is still
there as it was: no account deleted, no result decided upon or come in after the round that was drawn from it. Seeds,
which follow from the ratings of that moment, and who played are taken as they are stored.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Q

from leagues.core.results import ResultKind
from leagues.core.rules import Format
from leagues.core.timetable import StepKind
from leagues.models import Entry, EntryState, Fixture, FixtureSeat, Season
from leagues.selectors.results import COLUMNS
from leagues.services.drawing import draw, rounds

DECISIONS = ("corrected", "match_forfeited", "match_annulled", "match_replayed", "undone")
"""The verbs of log lines after which results may differ from those that a round was drawn from."""


def faults(season: Season) -> list[str]:
    """Return a sentence for each entry and fixture that does not follow from the draw. Raises LeagueError for what
    cannot be drawn, and what reading altered rows raises."""
    if season.draw_version != draw.VERSION or season.rules.format is Format.LADDER:
        return []
    if not season.rules.has_divisions:
        return [fault for number in _rounds_of(season) for fault in _wrong_round(season, number)]
    again = _divisions(season)
    return [] if again is None else [*_wrong_entries(season, again), *_wrong_fixtures(season, again)]


# Divisions.


@dataclass(frozen=True, slots=True)
class Repeated:
    """The divisions and the schedule that follow from a season's seed.

    `places` are the entries with their movements, by tier and index of their division. `fixtures` has the division,
    round and entries in seat order of each fixture, by its number.
    """

    places: draw.Places
    fixtures: Mapping[int, tuple[tuple[int, int], int, list[int]]]


def _divisions(season: Season) -> Repeated | None:
    """Return the divisions and the schedule; None if an account is gone, or if the season before ended after the
    draw."""
    drawn_at = _done_at(season, StepKind.DRAW, 0)
    entries = list(season.entries.filter(seed__isnull=False).order_by("seed", "pk"))
    last = draw.season_before(season)
    if drawn_at is None or any(entry.user_id is None for entry in entries):
        return None
    if last is not None and (last.finished_at is None or last.finished_at > drawn_at):
        return None
    for entry in entries:
        entry.movement, entry.former_tier = "", None
    places = dict(sorted(draw.divide(season, entries).items()))
    fixtures: dict[int, tuple[tuple[int, int], int, list[int]]] = {}
    for division, members in places.items():
        order = [entry.pk for entry in draw.order_of(season, division, members)]
        for planned in draw.plan_of(season, len(order))[0]:
            seats = [order[player] for player in planned.players]
            fixtures[len(fixtures) + 1] = (division, planned.round, seats)
    return Repeated(places, fixtures)


def _wrong_entries(season: Season, again: Repeated) -> list[str]:
    columns = ("division__tier", "division__index", "movement", "former_tier")
    stored = {pk: facts for pk, *facts in season.entries.values_list("pk", *columns)}
    return [
        f"Entry {entry.pk}: its division, movement or former_tier is not as drawn"
        for division, members in again.places.items()
        for entry in members
        if stored[entry.pk] != [*division, entry.movement, entry.former_tier]
    ]


def _wrong_fixtures(season: Season, again: Repeated) -> list[str]:
    """Return the fixtures that a repeated draw does not have, or has otherwise; and those that are missing."""
    found = []
    for fixture in season.fixtures.select_related("division").prefetch_related("seats"):
        division = (fixture.division.tier, fixture.division.index)
        seats = [seat.entry_id for seat in sorted(fixture.seats.all(), key=lambda one: one.seat)]
        if again.fixtures.get(fixture.number) != (division, fixture.round, seats):
            found.append(f"Fixture {fixture.pk}: its division, round or seats are not as drawn")
    there = set(season.fixtures.values_list("number", flat=True))
    missing = [str(number) for number in again.fixtures if number not in there]
    return found + ([f"Season {season.pk}: fixtures are missing: {', '.join(missing)}"] if missing else [])


def _done_at(season: Season, kind: StepKind, number: int) -> datetime | None:
    step = season.steps.filter(kind=kind, number=number).first()
    return None if step is None else step.done_at


# Rounds.


@dataclass(frozen=True, slots=True)
class Block:
    """The fixtures that one round was stored as: their seats, the entries in it, and its lowest number."""

    seats: tuple[rounds.SeatFacts, ...]
    first: int

    @property
    def players(self) -> frozenset[int]:
        """The entries in the round, whether they played in it or not."""
        return frozenset(row.entry for row in self.seats)

    def groups(self) -> list[tuple[int, ...]]:
        """Return the tables in order, each in seat order; a player without one is alone."""
        found: dict[int, list[int]] = {}
        for row in self.seats:
            found.setdefault(row.number, []).append(row.entry)
        return [tuple(group) for group in found.values()]


def _rounds_of(season: Season) -> Iterator[int]:
    """Yield the rounds that have fixtures, from 1; none if there is one without a table, which `_block` could not
    distinguish from rounds that late entries missed."""
    stored = set(season.fixtures.values_list("round", flat=True))
    if stored == set(season.fixtures.filter(seats__seat=1).values_list("round", flat=True)):
        yield from (number + 1 for number in sorted(stored))


def _wrong_round(season: Season, number: int) -> list[str]:
    """Return what is wrong with round `number`, from 1, compared with the draw from the rounds before it; empty if that
    is not known."""
    block, seeds = _block(season, number), _seeds(season)
    late: Mapping[int, int] = {}
    if number == 1:
        order = sorted(block.players, key=seeds.__getitem__)
        drawn = rounds.first_round(season, order, _resting(block))
    elif _may_have_changed(season, number, block):
        return []
    else:
        drawn, late = rounds.draw(season, _seen(season, block), number)
    singles = [(single.entry,) for single in drawn.singles if single.round == number - 1]
    if block.groups() != [*map(tuple, drawn.groups), *singles]:
        return [f"Season {season.pk}: round {number} is not as drawn"]
    return [f"Entry {entry}: its seed is not as drawn" for entry, seed in late.items() if seeds[entry] != seed]


def _block(season: Season, number: int) -> Block:
    """Return round `number`, from 1, without the lines that say that a late entry has missed it: these follow the round
    that the entry joined, whose fixtures have higher numbers."""
    seats = _seats(season.pk, Q(fixture__round=number - 1))
    later = season.fixtures.filter(round__gt=number - 1).order_by("number").values_list("number", flat=True).first()
    own = tuple(row for row in seats if later is None or row.number < later)
    return Block(own, min((row.number for row in own), default=0))


def _seats(season: int, chosen: Q) -> tuple[rounds.SeatFacts, ...]:
    rows = FixtureSeat.objects.filter(chosen, fixture__season=season).order_by("fixture__number", "seat")
    return tuple(rounds.SeatFacts(*row) for row in rows.values_list(*COLUMNS, "fixture__state", "fixture__match_id"))


def _seeds(season: Season) -> dict[int, int]:
    return {pk: seed or 0 for pk, seed in season.entries.values_list("pk", "seed")}


def _resting(block: Block) -> frozenset[int]:
    return frozenset(row.entry for row in block.seats if row.kind == ResultKind.HALF_BYE)


def _may_have_changed(season: Season, number: int, block: Block) -> bool:
    """Return whether results that a round was drawn from may differ now."""
    drawn_at = _done_at(season, StepKind.ROUND, number)
    if drawn_at is None:
        return True
    before: Q = Q(season=season, number__lt=block.first)
    changed = Q(settled_at__isnull=True) | Q(settled_at__gt=drawn_at) | Q(match__annulled_at__gt=drawn_at)
    decided = season.log.filter(verb__in=DECISIONS, at__gte=drawn_at)
    return Fixture.objects.filter(before & changed).exists() or decided.exists()


def _seen(season: Season, block: Block) -> rounds.Snapshot:
    """Return what a later round was drawn from. Of players who had left it uses only what the round before says: they
    are not in the round, and in a cup they had left before it."""
    number = block.seats[0].round
    there = _seats(season.pk, Q(fixture__number__lt=block.first))
    known = {row.entry for row in there}
    entries = tuple(
        rounds.EntryFacts(
            pk=entry.pk,
            state=EntryState.ENTERED if entry.pk in block.players else EntryState.WITHDRAWN,
            user=entry.pk,
            division=entry.division_id if entry.pk in known else None,
            seed=entry.seed,
            left_round=entry.left_round if entry.left_round is not None and entry.left_round <= number else None,
            left_at=None,
        )
        for entry in Entry.objects.filter(season=season).order_by("pk")
    )
    return rounds.Snapshot(entries, there, _resting(block), season.rev)
