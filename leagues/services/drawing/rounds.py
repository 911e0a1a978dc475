"""Drawing one round of a season that is drawn round by round: Swiss, Swiss with pods, cups.

A round is drawn from a snapshot of the season and from its published seed alone. That takes seconds for hundreds of
people, so it is done without the season's lock. Inside it the round is stored, provided that the season is still as the
snapshot has it.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import NamedTuple

from games import clock
from leagues.core import elimination, seating, swiss, swiss_pods
from leagues.core.results import Result, ResultKind, SeatResult
from leagues.core.rules import Format
from leagues.models import (
    Entry,
    EntryState,
    Fixture,
    FixtureSeat,
    FixtureState,
    Season,
    SeasonState,
    Standing,
)
from leagues.selectors.field import cup_of, resting
from leagues.selectors.results import COLUMNS, results_from
from leagues.services.drawing.fixtures import NewFixtures
from leagues.services.keeping import sealed_rows
from leagues.services.playing import standings

Groups = Sequence[Sequence[int]]  # entries in seat order, by primary key
LAST = 1_000_000  # a place behind all places
WITHOUT_PLAYING = frozenset({ResultKind.BYE, ResultKind.WON_BY_FORFEIT})
"""Wins without an opponent: players who have one get no bye before those who have none (FIDE C.04.1 d)."""


class EntryFacts(NamedTuple):
    """The data of an entry that a draw needs."""

    pk: int
    state: str
    user: int | None
    division: int | None
    seed: int | None
    left_round: int | None
    left_at: datetime | None

    @property
    def plays(self) -> bool:
        """Return whether the player has entered, and not left."""
        return self.state == EntryState.ENTERED and self.user is not None


class SeatFacts(NamedTuple):
    """The data of a seat that a draw needs: first `leagues.selectors.results.COLUMNS`, then the state and match of its
    fixture."""

    fixture: int
    number: int
    round: int
    entry: int
    place: int | None
    kind: str
    score: int | None
    timeouts: int
    state: str
    match: str | None


@dataclass(frozen=True, slots=True)
class Snapshot:
    """All that a round is drawn from, as it is stored at one moment. Two that are equal give the same round.

    `seats` are those of all fixtures, in order. `resting` are the entries that have a half-point bye in this round.
    `rev` is the season's revision before all this was read.
    """

    entries: tuple[EntryFacts, ...]
    seats: tuple[SeatFacts, ...]
    resting: frozenset[int]
    rev: int = field(compare=False)

    @property
    def last_number(self) -> int:
        """The highest number of a fixture; 0 if there is none."""
        return max((row.number for row in self.seats), default=0)

    def results(self) -> list[Result]:
        """Return the results of all settled fixtures."""
        return results_from(row[:8] for row in self.seats if row.state == FixtureState.SETTLED)

    def played(self) -> list[list[int]]:
        """Return the entries of every match that was played, in seat order.

        A pairing is played if its match began and was not called off, or if an organiser has set its result. One that
        was not may be made again (FIDE C.04.1 a), and its seats were not had.
        """
        fixtures: dict[int, list[SeatFacts]] = defaultdict(list)
        for row in self.seats:
            fixtures[row.fixture].append(row)
        return [[row.entry for row in rows] for rows in fixtures.values() if len(rows) > 1 and _was_played(rows)]


def _was_played(rows: Sequence[SeatFacts]) -> bool:
    kinds = {row.kind for row in rows}
    return ResultKind.PLAYED in kinds or (rows[0].match is not None and ResultKind.UNPLAYED not in kinds)


class Single(NamedTuple):
    """A fixture without a match: a bye, or a round before a late entry. `round` counts from 0."""

    round: int
    entry: int
    kind: ResultKind

    def result(self, number: int) -> Result:
        """Return its result, as that of the fixture of this number."""
        return Result(number, self.round, (SeatResult(self.entry, None, self.kind),))


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round as it is to be stored; `number` counts from 0."""

    number: int
    groups: Groups = ()
    singles: Sequence[Single] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """A round that was drawn from `seen`: its fixtures, the late entries that join with it, with their seeds, and the
    lines of the standings that change by it."""

    seen: Snapshot
    drawn: Drawn
    fixtures: NewFixtures
    late: Mapping[int, int] = field(default_factory=dict)
    lines: Sequence[Standing] = ()


@dataclass(slots=True)
class Past:
    """The past of one entry: opponents, seats and results."""

    opponents: list[int] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    byes: int = 0
    smaller: int = 0
    points: int = 0


def snapshot(season: Season, number: int) -> Snapshot:
    """Return what round `number`, from 1, is drawn from now; four statements."""
    rev = revision_of(season)
    entries = season.entries.order_by("pk").values_list(
        "pk", "state", "user_id", "division_id", "seed", "left_round", "left_at"
    )
    seats = FixtureSeat.objects.filter(fixture__season=season).order_by("fixture__number", "seat")
    return Snapshot(
        entries=tuple(EntryFacts(*row) for row in entries),
        seats=tuple(SeatFacts(*row) for row in seats.values_list(*COLUMNS, "fixture__state", "fixture__match_id")),
        resting=resting(season, number),
        rev=rev,
    )


def revision_of(season: Season) -> int:
    """Return the stored revision of a season."""
    return Season.objects.values_list("rev", flat=True).get(pk=season.pk)


def is_current(season: Season, number: int, seen: Snapshot) -> bool:
    """Return whether round `number` of a locked season would still be drawn from `seen`. Every change of what it is
    drawn from raises the season's `rev` (`seasons.touch`); so do others, after which all of it is compared."""
    return seen.rev == season.rev or seen == snapshot(season, number)


def prepare(season: Season, number: int) -> Draft:
    """Return the draft of round `number` of a season whose earlier rounds are over; nothing is stored. A cup that
    already has a round of that number has nothing to draw.

    Withdrawn players are left out, and if too few remain for a table, they rest. Late entries join; the rounds before
    count for them by the season's rules.
    """
    seen = snapshot(season, number)
    if any(row.round == number - 1 for row in seen.seats):
        return Draft(seen, Drawn(number - 1), NewFixtures([], []))
    drawn, late = draw(season, seen, number)
    rows = fixtures_of(season, drawn, first=seen.last_number + 1)
    return Draft(seen, drawn, rows, late, _changed_lines(season, seen, drawn, late))


def draw(season: Season, seen: Snapshot, number: int) -> tuple[Drawn, Mapping[int, int]]:
    """Return round `number`, from 2, drawn from what was `seen` of a season, and the seeds of the late entries that
    join."""
    if season.rules.format is Format.CUP:
        return _cup_round(season, seen, number), {}
    late = _late_seeds(seen)
    return _swiss(season, seen, number, late), late


def first_round(season: Season, order: Sequence[int], resting: Collection[int]) -> Drawn:
    """Return the first round of the entries in `order`, best seed first; those who are `resting` sit it out, except in
    cups."""
    if season.rules.format is Format.CUP:
        step = elimination.next_round(cup_of(season, order))
        assert isinstance(step, elimination.CupRound), "a cup of several has a match"
        return _of_cup(step, {})
    players = [(entry, seed) for seed, entry in enumerate(order)]
    return _round(season, 1, players, defaultdict(Past), resting)


def fixtures_of(season: Season, drawn: Drawn, first: int) -> NewFixtures:
    """Return the fixtures of a round, numbered from `first`. In a season that is being played its matches may start."""
    moment, scale = clock.now(), season.rules.scale
    opens_at = moment if season.state == SeasonState.RUNNING else None
    fixtures, seats = [], []
    for number, group in enumerate(drawn.groups, start=first):
        fixtures.append(Fixture(season=season, number=number, round=drawn.number, opens_at=opens_at))
        seats.append([FixtureSeat(seat=seat, entry_id=player) for seat, player in enumerate(group)])
    for number, single in enumerate(drawn.singles, start=first + len(drawn.groups)):
        row = Fixture(season=season, number=number, round=single.round)
        row.state, row.settled_at = FixtureState.SETTLED, moment
        fixtures.append(row)
        points = scale.points(single.result(number))[0] if single.kind.counts else None
        seats.append([FixtureSeat(seat=0, entry_id=single.entry, kind=single.kind, points=points)])
    return NewFixtures(fixtures, seats)


def carry_out(season: Season, draft: Draft) -> None:
    """Store a round that was drawn from the locked season as it is now."""
    division = season.divisions.get()
    joining = [Entry(pk=entry, division=division, seed=seed) for entry, seed in draft.late.items()]
    sealed_rows.update(joining, ("division", "seed"))
    draft.fixtures.store(division)
    standings.store(draft.lines)


# Cups.


def _cup_round(season: Season, seen: Snapshot, number: int) -> Drawn:
    """Return a cup round. Rounds are numbered as in the bracket: one in which nobody has an opponent any more is left
    out."""
    drawn = sorted((entry.seed or 0, entry.pk) for entry in seen.entries if entry.division is not None)
    left = {entry.pk: entry.left_round for entry in seen.entries if entry.left_round is not None}
    placings: dict[int, list[dict[int, int]]] = defaultdict(list)
    for result in seen.results():
        if len(result.seats) > 1:
            placings[result.round].append(_placing(result, left))
    bracket = cup_of(season, [pk for _seed, pk in drawn])
    step = elimination.next_round(bracket, [placings[key] for key in sorted(placings)], left)
    if isinstance(step, elimination.Champion):
        return Drawn(number - 1)
    return _of_cup(step, seating.seat_counts(seen.played()))


def _of_cup(step: elimination.CupRound, counts: seating.Counts) -> Drawn:
    byes = [Single(step.number, player, ResultKind.BYE) for player in step.byes]
    return Drawn(step.number, seating.seats_given(step.groups, counts), byes)


def _placing(result: Result, left: Mapping[int, int]) -> dict[int, int]:
    """Return the places of a table. At one that did not start, or was annulled without places, all tie except those who
    had left by the end of its round."""
    if result.counts:
        return {seat.player: seat.level + 1 for seat in result.seats}
    gone = {player for player, number in left.items() if number <= result.round + 1}
    return {seat.player: LAST if seat.player in gone else seat.place or LAST - 1 for seat in result.seats}


# Swiss rounds.


def _swiss(season: Season, seen: Snapshot, number: int, late: Mapping[int, int]) -> Drawn:
    """Return a round of one of the Swiss formats, with the rounds that those who are `late` have missed."""
    missed = [
        Single(index, entry, ResultKind.HALF_BYE if index < season.late_halves else ResultKind.UNPLAYED)
        for entry in late
        for index in range(number - 1)
    ]
    past = _past(season, seen, _results(seen, missed))
    players = [(entry.pk, late.get(entry.pk, entry.seed or 0)) for entry in seen.entries if entry.plays]
    drawn = _round(season, number, sorted(players, key=lambda player: player[1]), past, seen.resting)
    return Drawn(drawn.number, drawn.groups, [*missed, *drawn.singles])


def _round(
    season: Season,
    number: int,
    players: Iterable[tuple[int, int]],
    past: Mapping[int, Past],
    resting: Collection[int],
) -> Drawn:
    """Return round `number`, from 1, of entries with their seeds; those who are `resting` have a half-point bye."""
    playing = [(entry, seed) for entry, seed in players if entry not in resting]
    draw = _swiss_round if season.rules.format is Format.SWISS else _pod_round
    groups, byes = draw(season, f"{season.seed} round {number}", playing, past)
    halves = [Single(number - 1, entry, ResultKind.HALF_BYE) for entry, _seed in players if entry in resting]
    return Drawn(number - 1, groups, [*(Single(number - 1, entry, ResultKind.BYE) for entry in byes), *halves])


def _swiss_round(
    season: Season, seed: str, playing: Sequence[tuple[int, int]], past: Mapping[int, Past]
) -> tuple[Groups, Sequence[int]]:
    if len(playing) < 2:
        return [], [entry for entry, _seed in playing]
    entrants = [
        swiss.Entrant(
            player=entry,
            points=past[entry].points,
            opponents=tuple(past[entry].opponents),
            seats=tuple(past[entry].seats),
            byes=past[entry].byes,
            seed=place,
        )
        for entry, place in playing
    ]
    drawn = swiss.pair(entrants, seed)
    return drawn.pairs, [] if drawn.bye is None else [drawn.bye]


def _pod_round(
    season: Season, seed: str, playing: Sequence[tuple[int, int]], past: Mapping[int, Past]
) -> tuple[Groups, Sequence[int]]:
    smaller = season.seats - 1 in season.game.seats
    if len(playing) < season.seats - smaller:
        return [], [entry for entry, _seed in playing]
    entrants = [
        swiss_pods.PodEntrant(
            player=entry,
            points=past[entry].points,
            opponents=tuple(past[entry].opponents),
            seats=tuple(past[entry].seats),
            byes=past[entry].byes,
            smaller=past[entry].smaller,
            seed=place,
        )
        for entry, place in playing
    ]
    drawn = swiss_pods.pair_pods(entrants, season.seats, seed, seating.seats_given, smaller=smaller)
    return drawn.pods, drawn.byes


def _late_seeds(seen: Snapshot) -> dict[int, int]:
    """Return the seeds of those who join with this round: behind all others, in the order of their entering."""
    drawn = sum(entry.division is not None for entry in seen.entries)
    late = (entry.pk for entry in seen.entries if entry.plays and entry.division is None)
    return {entry: seed for seed, entry in enumerate(late, start=drawn)}


def _past(season: Season, seen: Snapshot, results: Iterable[Result]) -> dict[int, Past]:
    """Return the past opponents and byes of each entry."""
    past: dict[int, Past] = defaultdict(Past)
    for seats in seen.played():
        for seat, player in enumerate(seats):
            row = past[player]
            row.seats.append(seat)
            row.opponents += [other for other in seats if other != player]
            row.smaller += len(seats) < season.seats
    scale = season.rules.scale
    for result in results:
        for place, points in zip(result.seats, scale.points(result), strict=True):
            past[place.player].points += points
            past[place.player].byes += place.kind in WITHOUT_PLAYING
    return past


def _results(seen: Snapshot, singles: Sequence[Single]) -> list[Result]:
    """Return the results there are, and those that come with `singles`."""
    numbered = enumerate(singles, start=seen.last_number + 1)
    return [*seen.results(), *(single.result(number) for number, single in numbered)]


def _changed_lines(season: Season, seen: Snapshot, drawn: Drawn, late: Collection[int]) -> list[Standing]:
    """Return the lines of the standings that differ because of byes and late entries."""
    if not drawn.singles and not late:
        return []
    division = season.divisions.select_related("season").get()
    return standings.changed(division, standings.lines_of(division, _results(seen, drawn.singles), joining=late))
