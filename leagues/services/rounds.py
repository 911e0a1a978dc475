"""Drawing one round of a season that is drawn round by round: Swiss, Swiss with pods, cups. Inside the season's lock.

A round is drawn from what is stored of the rounds before and from the season's published seed alone.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from games import clock
from leagues.core import elimination, seating, swiss, swiss_pods
from leagues.core.results import Result, ResultKind
from leagues.core.rules import Format
from leagues.models import Division, Entry, EntryState, Fixture, FixtureSeat, FixtureState, Season
from leagues.selectors.results import results_of
from leagues.services.fixtures import next_number

Groups = Sequence[Sequence[int]]  # entries in seat order, by primary key
LAST = 1_000_000  # a place behind all places


@dataclass(slots=True)
class Past:
    """What one entry has behind it: everybody met, the seats had, and how it stands."""

    opponents: list[int] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)
    byes: int = 0
    smaller: int = 0
    points: int = 0


def draw_round(season: Season, number: int) -> None:
    """Make the fixtures of round `number`, from 1. Drawing a round that is there changes nothing.

    Whoever withdrew is left out, and if too few are left for a table, they rest. Late entries join with no points, and
    have the rounds before as unplayed ones.
    """
    if season.fixtures.filter(round=number - 1).exists():
        return
    division = season.divisions.get()
    _admit_late_entries(season, division, number)
    match season.rules.format:
        case Format.CUP:
            _draw_cup_round(season, division)
            return
        case Format.SWISS:
            groups, byes = _swiss_round(season, division, number)
        case _:
            groups, byes = _pod_round(season, division, number)
    _store(season, division, number - 1, groups, byes)


def bracket_of(season: Season) -> elimination.Bracket:
    """The cup of a drawn season, as it is if nobody leaves."""
    drawn = season.entries.filter(division__isnull=False).order_by("seed").values_list("pk", flat=True)
    return cup_of(season, list(drawn))


def cup_of(season: Season, players: Sequence[int]) -> elimination.Bracket:
    """The cup of so many players, best seed first, at tables that the title can be played at. Raises LeagueError."""
    return elimination.bracket(players, season.seats, season.advancing, smallest=_smallest_table(season))


def _smallest_table(season: Season) -> int:
    """The smallest table down to which the title can be played with any number of seats."""
    seats = season.seats
    while seats - 1 in season.game.seats:
        seats -= 1
    return seats


def _draw_cup_round(season: Season, division: Division) -> None:
    """Rounds have the numbers of the bracket: one in which nobody has an opponent any more is left out."""
    rows = season.entries.exclude(left_round=None).values_list("pk", "left_round")
    left = {player: number for player, number in rows if number is not None}
    placings: dict[int, list[dict[int, int]]] = defaultdict(list)
    for result in results_of(division):
        if len(result.seats) > 1:
            placings[result.round].append(_placing(result, left))
    step = elimination.next_round(bracket_of(season), [placings[key] for key in sorted(placings)], left)
    if isinstance(step, elimination.Champion):
        return
    counts = seating.seat_counts(_seated(season))
    _store(season, division, step.number, seating.seats_given(step.groups, counts), step.byes)


def _placing(result: Result, left: Mapping[int, int]) -> dict[int, int]:
    """The places of a table. At one that did not start, or was annulled without places, all tie but who had left by the
    end of its round."""
    if result.counts:
        return {seat.player: seat.level + 1 for seat in result.seats}
    gone = {player for player, number in left.items() if number <= result.round + 1}
    return {seat.player: LAST if seat.player in gone else seat.place or LAST - 1 for seat in result.seats}


def _swiss_round(season: Season, division: Division, number: int) -> tuple[Groups, Sequence[int]]:
    playing = _playing(division)
    if len(playing) < 2:
        return [], [entry.pk for entry in playing]
    past = _past(season, division)
    entrants = [
        swiss.Entrant(
            player=entry.pk,
            points=past[entry.pk].points,
            opponents=tuple(past[entry.pk].opponents),
            seats=tuple(past[entry.pk].seats),
            byes=past[entry.pk].byes,
            seed=entry.seed or 0,
        )
        for entry in playing
    ]
    drawn = swiss.pair(entrants, f"{season.seed} round {number}")
    return drawn.pairs, [] if drawn.bye is None else [drawn.bye]


def _pod_round(season: Season, division: Division, number: int) -> tuple[Groups, Sequence[int]]:
    playing = _playing(division)
    smaller = season.seats - 1 in season.game.seats
    if len(playing) < season.seats - smaller:
        return [], [entry.pk for entry in playing]
    past = _past(season, division)
    entrants = [
        swiss_pods.PodEntrant(
            player=entry.pk,
            points=past[entry.pk].points,
            opponents=tuple(past[entry.pk].opponents),
            seats=tuple(past[entry.pk].seats),
            byes=past[entry.pk].byes,
            smaller=past[entry.pk].smaller,
            seed=entry.seed or 0,
        )
        for entry in playing
    ]
    seed = f"{season.seed} round {number}"
    drawn = swiss_pods.pair_pods(entrants, season.seats, seed, seating.seats_given, smaller=smaller)
    return drawn.pods, drawn.byes


def _playing(division: Division) -> list[Entry]:
    return list(division.entries.filter(state=EntryState.ENTERED, user__isnull=False).order_by("seed"))


def _past(season: Season, division: Division) -> dict[int, Past]:
    """What each entry of the division has behind it."""
    past: dict[int, Past] = defaultdict(Past)
    for seats in _seated(season):
        for seat, player in enumerate(seats):
            row = past[player]
            row.seats.append(seat)
            row.opponents += [other for other in seats if other != player]
            row.smaller += len(seats) < season.seats
    scale = season.rules.scale
    for result in results_of(division):
        for place, points in zip(result.seats, scale.points(result), strict=True):
            past[place.player].points += points
            past[place.player].byes += place.kind is ResultKind.BYE
    return past


def _seated(season: Season) -> list[list[int]]:
    """The entries of every fixture with a match, in seat order."""
    rows = FixtureSeat.objects.filter(fixture__season=season).order_by("fixture__number", "seat")
    groups: dict[int, list[int]] = {}
    for fixture, entry in rows.values_list("fixture_id", "entry_id"):
        groups.setdefault(fixture, []).append(entry)
    return [seats for seats in groups.values() if len(seats) > 1]


def _admit_late_entries(season: Season, division: Division, number: int) -> None:
    late = list(season.entries.filter(state=EntryState.ENTERED, division=None, user__isnull=False).order_by("pk"))
    if season.rules.format is Format.CUP or number == 1:
        return
    last = division.entries.count()
    for seed, entry in enumerate(late, start=last):
        entry.division, entry.seed = division, seed
        entry.save(update_fields=["division", "seed"])
        for missed in range(number - 1):
            _store_single(season, division, missed, entry.pk, ResultKind.UNPLAYED)


def _store(season: Season, division: Division, index: int, groups: Groups, byes: Sequence[int]) -> None:
    first = next_number(season)
    rows, seats = [], []
    for number, group in enumerate(groups, start=first):
        row = Fixture(season=season, division=division, number=number, round=index)
        rows.append(row)
        seats += [FixtureSeat(fixture=row, seat=seat, entry_id=player) for seat, player in enumerate(group)]
    Fixture.objects.bulk_create(rows)
    FixtureSeat.objects.bulk_create(seats)
    for player in byes:
        _store_single(season, division, index, player, ResultKind.BYE)


def _store_single(season: Season, division: Division, index: int, player: int, kind: ResultKind) -> None:
    """A fixture without a match: a bye, or a round before a late entry."""
    row = Fixture.objects.create(
        season=season,
        division=division,
        number=next_number(season),
        round=index,
        state=FixtureState.SETTLED,
        settled_at=clock.now(),
    )
    points = season.rules.scale.win if kind is ResultKind.BYE else None
    FixtureSeat.objects.create(fixture=row, seat=0, entry_id=player, kind=kind, points=points)
