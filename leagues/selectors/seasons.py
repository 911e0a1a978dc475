"""Queries for the page of a season: its standings and its matches."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from games.policy import policy
from leagues.core.promotion import relegation_places
from leagues.core.results import ResultKind
from leagues.core.standings import Criterion
from leagues.models import Division, Entry, EntryState, Fixture, FixtureSeat, FixtureState, Season, Standing
from leagues.selectors.table_results import plays_of

FORM = 5  # results that a line shows


@dataclass(frozen=True, slots=True)
class Person:
    """A player as named in standings. A deleted account has no address; a bot has a `level`, in words."""

    name: str
    url: str
    is_viewer: bool
    level: str = ""


@dataclass(frozen=True, slots=True)
class SeatLine:
    """A seat of a fixture: whose line it counts for, who played it on, and how it ended."""

    entry_id: int
    person: Person
    substitute: str
    kind: str
    place: int | None
    points: str
    score: int | None
    timeouts: int


@dataclass(frozen=True, slots=True)
class FixtureLine:
    """A fixture in a list. `url` is the page of its match, and `play` the play of the real table that settled it; each
    is empty if there is none."""

    fixture: Fixture
    url: str
    seats: list[SeatLine]
    play: str = ""

    def seat_of(self, entry_id: int) -> SeatLine:
        """Return the seat of one of its entries."""
        return next(seat for seat in self.seats if seat.entry_id == entry_id)

    def by_place(self) -> list[SeatLine]:
        """Return the seats of a settled match, the winner first; seats without a place come last."""
        return sorted(self.seats, key=lambda seat: (seat.place is None, seat.place or 0))


@dataclass(frozen=True, slots=True)
class Form:
    """One result in the form of a line: of which match, and how it ended for this line."""

    seat: SeatLine
    match: FixtureLine


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the standings. `values` has each criterion with its value for people, in the order of deciding."""

    rank: int
    zone: str  # "up" or "down" if this rank is promoted or relegated at the moment, else empty
    entry: Entry
    person: Person
    played: int
    total: int
    points: str
    values: list[tuple[Criterion, str]]
    decided_by: str
    form: list[Form]
    matches: list[FixtureLine]
    outlook: Mapping[str, Any]  # see `leagues.services.playing.outlook`; empty where nothing is open

    @property
    def running(self) -> list[FixtureLine]:
        """The matches of this line that are being played."""
        return [match for match in self.matches if match.fixture.state == FixtureState.RUNNING]


@dataclass(slots=True)
class ShownDivision:
    """A division with its standings and its matches."""

    division: Division
    lines: list[Line] = field(default_factory=list)
    fixtures: list[FixtureLine] = field(default_factory=list)

    @property
    def open(self) -> int:
        """How many matches have no result yet."""
        return sum(line.fixture.state != FixtureState.SETTLED for line in self.fixtures)

    def rounds(self) -> list[tuple[int, list[FixtureLine]]]:
        """Return the matches by round, from 1."""
        found: dict[int, list[FixtureLine]] = defaultdict(list)
        for line in self.fixtures:
            found[line.fixture.round + 1].append(line)
        return sorted(found.items())


@dataclass(frozen=True, slots=True)
class Shown:
    """All divisions of a season, those that are shown, and the entries and people in these, by the primary keys of
    entries."""

    divisions: list[Division]
    shown: list[Division]
    entries: Mapping[int, Entry]
    people: Mapping[int, Person]


def shown_of(season: Season, viewer: Any, label: str = "", own: int | None = None, most: int | None = None) -> Shown:
    """Return all divisions of a season; of more than `most` only the one of that label, else the one with the key
    `own`, else the highest. At most three statements."""
    divisions = list(season.divisions.all())
    shown = divisions
    if most is not None and len(divisions) > most:
        named = [one for one in divisions if one.label == label]
        shown = (named or [one for one in divisions if one.pk == own] or divisions)[:1]
    entries = {entry.pk: entry for entry in season.entries.filter(division__in=shown).select_related("user")}
    return Shown(divisions, shown, entries, people_of(entries, viewer))


def revision_of(season: Season, division: Division) -> int:
    """Return the revision of the season at which a division's standings, matches or people last changed."""
    return max(season.whole_rev, division.rev)


def divisions_of(season: Season, shown: Shown) -> list[ShownDivision]:
    """Return the divisions that are shown, with standings and matches: two statements, however many there are."""
    divisions = {one.pk: ShownDivision(one) for one in shown.shown}
    seats = FixtureSeat.objects.filter(fixture__division__in=shown.shown).select_related("fixture", "substitute")
    by_entry: dict[int, list[FixtureLine]] = defaultdict(list)
    for line in _lines(seats.order_by("fixture__number", "seat"), shown.people, season):
        divisions[line.fixture.division_id].fixtures.append(line)
        for seat in line.seats:
            by_entry[seat.entry_id].append(line)
    for row in Standing.objects.filter(division__in=shown.shown).order_by("rank"):
        entry = shown.entries[row.entry_id]
        entry.standing = row
        each = divisions[row.division_id]
        outlook = each.division.outlook
        each.lines.append(_line(row, entry, shown.people[entry.pk], by_entry[entry.pk], season, outlook))
    _mark_zones(season, list(divisions.values()), max((one.tier for one in shown.divisions), default=0))
    return list(divisions.values())


def _mark_zones(season: Season, divisions: list[ShownDivision], lowest: int) -> None:
    """Mark the promotion places, and the relegation places of tiers above `lowest`. The real moves also depend on who
    plays again (`core.promotion`)."""
    if not season.rules.has_divisions:
        return
    for each in divisions:
        rising = season.promoted if each.division.tier else 0
        falling = relegation_places(len(each.lines), season.relegated, season.promoted)
        staying = len(each.lines) - (falling if each.division.tier < lowest else 0)
        each.lines = [
            replace(line, zone="up" if line.rank <= rising else "down" if line.rank > staying else "")
            for line in each.lines
        ]


def matches_of(entry: Entry, viewer: Any) -> list[FixtureLine]:
    """Return the matches of one entry in the order of the schedule; three statements."""
    season = entry.season
    seats = FixtureSeat.objects.filter(fixture__seats__entry=entry).select_related("fixture", "substitute")
    rows = list(seats.order_by("fixture__number", "seat"))
    entries = {
        one.pk: one for one in Entry.objects.filter(pk__in={row.entry_id for row in rows}).select_related("user")
    }
    return _lines(rows, people_of(entries, viewer), season)


def match_of(fixture: Fixture, viewer: Any) -> FixtureLine:
    """Return one match with its people; two statements."""
    rows = list(fixture.seats.select_related("fixture", "substitute", "entry__user").order_by("seat"))
    people = people_of({row.entry_id: row.entry for row in rows}, viewer)
    return _lines(rows, people, fixture.season)[0]


def people_of(entries: Mapping[int, Entry], viewer: Any) -> dict[int, Person]:
    """Return the names of entries, by their primary key; at most one statement."""
    users = [entry.user for entry in entries.values() if entry.user is not None]
    names = policy().names(users)
    people = {}
    for pk, entry in entries.items():
        if entry.user is None:
            people[pk] = Person(_("a deleted account"), "", is_viewer=False)
        else:
            url = policy().profile_url(entry.user)
            people[pk] = Person(names[entry.user.pk], url, is_viewer=entry.user.pk == viewer.pk)
    return people


def _lines(seats: Iterable[FixtureSeat], people: Mapping[int, Person], season: Season) -> list[FixtureLine]:
    """Return the matches that `seats` belong to, in the order of these."""
    scale = season.rules.scale
    seats = list(seats)
    plays = plays_of(season)
    substitutes = policy().names([seat.substitute for seat in seats if seat.substitute is not None])
    lines: dict[int, FixtureLine] = {}
    for seat in seats:
        line = lines.get(seat.fixture_id)
        if line is None:
            match_id = seat.fixture.match_id
            url = "" if match_id is None else reverse("games:match", args=[match_id])
            play = plays.get(seat.fixture_id, "")
            line = lines[seat.fixture_id] = FixtureLine(seat.fixture, url, [], play)
        line.seats.append(
            SeatLine(
                entry_id=seat.entry_id,
                person=people[seat.entry_id],
                substitute=substitutes.get(seat.substitute_id, "") if seat.substitute_id is not None else "",
                kind=seat.kind,
                place=seat.place,
                points="" if seat.points is None else scale.show(seat.points),
                score=seat.score,
                timeouts=seat.timeouts,
            )
        )
    return list(lines.values())


def _line(
    row: Standing,
    entry: Entry,
    person: Person,
    matches: list[FixtureLine],
    season: Season,
    outlook: Mapping[str, Any] | None,
) -> Line:
    scale = season.rules.scale
    settled = [line for line in matches if line.fixture.state == FixtureState.SETTLED]
    settled.sort(key=lambda line: (line.fixture.settled_at, line.fixture.number))
    form = [Form(line.seat_of(entry.pk), line) for line in settled]
    has_scores = any(seat.score is not None for match in settled for seat in match.seats)
    counting = [one for one in form if ResultKind(one.seat.kind).counts]
    return Line(
        rank=row.rank,
        zone="",
        entry=entry,
        person=person,
        played=row.played,
        total=len(matches),
        points=scale.show(row.points),
        values=[
            (one, "–" if (value := row.values[one]) is None else one.row.show(Fraction(value), scale))
            for one in season.rules.criteria
            if one in row.values and (has_scores or not one.row.only_scores)
        ],
        decided_by=row.decided_by,
        form=counting[-FORM:],
        matches=matches,
        outlook=(outlook or {}).get(str(entry.pk), {}),
    )


def ladder_of(season: Season, viewer: Any) -> list[tuple[Entry, Person]]:
    """Return the ladder from the top; two statements."""
    entries = season.entries.filter(position__isnull=False, state=EntryState.ENTERED).select_related("user")
    rows = {entry.pk: entry for entry in entries.order_by("position")}
    people = people_of(rows, viewer)
    return [(entry, people[entry.pk]) for entry in rows.values()]
