"""Making a season's divisions and its schedule, or the first round of it.

Everything that is drawn by lot follows from the season's published seed, so that anybody can repeat the draw. It is
planned without the season's lock; inside it the plan is stored, provided that the field is still the same.
"""

import dataclasses
import random
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from games import clock
from leagues.core.divisions import Sizes, make_divisions
from leagues.core.fixtures import Bye
from leagues.core.fixtures import Fixture as PlannedFixture
from leagues.core.pods import pod_fixtures, waves
from leagues.core.promotion import next_season
from leagues.core.quality import schedule_quality
from leagues.core.rating_fold import Key
from leagues.core.round_robin import round_robin
from leagues.core.rules import Format
from leagues.models import Division, Entry, Fixture, FixtureSeat, Season, SeasonState
from leagues.selectors.current_ratings import current
from leagues.selectors.field import bracket_of, field, resting, sizes_of
from leagues.services.drawing import rounds
from leagues.services.drawing.fixtures import NewFixtures
from leagues.services.keeping import sealed_rows

VERSION = 1
"""The version of the rules of the draw, stored with each season. Rises when the same field and seed may be drawn
differently."""

Places = dict[tuple[int, int], list[Entry]]
"""The members of each division, by tier and index, the strongest first."""


@dataclass(frozen=True, slots=True)
class Field:
    """The players if the season is drawn now, by entry and user, and those of them who rest in a first round. `rev` is
    the season's revision before this was read."""

    players: tuple[tuple[int, int], ...]
    resting: frozenset[int]
    rev: int = dataclasses.field(compare=False)


@dataclass(frozen=True, slots=True)
class Plan:
    """A season's draw from the field `seen`: all entries with what is stored of them, their divisions, the fixtures of
    each, the report on them, and the lines of the log that say where each of them plays."""

    seen: Field
    entries: Sequence[Entry]
    changes: sealed_rows.Update
    places: Places
    fixtures: Mapping[tuple[int, int], NewFixtures]
    quality: dict[str, object] | None


def prepare(season: Season) -> Plan:
    """Return the draw of a season whose field `can_be_drawn`: seeds, divisions, and the fixtures that can be made now.
    Nothing is stored. Seeds follow the ratings of this moment."""
    rev, entries = rounds.revision_of(season), seeded(season)
    seen = Field(tuple(sorted((entry.pk, user_of(entry)) for entry in entries)), resting(season, 1), rev)
    for number, entry in enumerate(entries):
        entry.seed = number
    if season.rules.has_divisions:
        places = dict(sorted(divide(season, entries).items()))
        fixtures, quality = _schedules(season, places)
    else:
        places, quality = {(0, 0): entries}, None
        drawn = rounds.first_round(season, [entry.pk for entry in entries], seen.resting)
        fixtures = {(0, 0): rounds.fixtures_of(season, drawn, first=1)}
    changes = sealed_rows.Update(entries, ("seed", "division", "movement", "former_tier"))
    return Plan(seen, entries, changes, places, fixtures, quality)


def carry_out(season: Season, plan: Plan) -> None:
    """Store a plan for the field that the locked season has now. Sets `season.quality` and `season.draw_version`."""
    divisions: dict[int, int] = {}
    for (tier, index), members in plan.places.items():
        division = Division.objects.create(season=season, tier=tier, index=index)
        divisions |= {entry.pk: division.pk for entry in members}
        plan.fixtures[tier, index].store(division)
    plan.changes.fill("division", [divisions[entry.pk] for entry in plan.entries])
    plan.changes.write()
    season.quality, season.draw_version = plan.quality, VERSION


def is_current(season: Season, seen: Field) -> bool:
    """Return whether the draw of a locked season is still planned for the same field; see `rounds.is_current`."""
    if seen.rev == season.rev:
        return True
    players = field(season).order_by("pk").values_list("pk", "user_id")
    return seen.players == tuple(players) and seen.resting == resting(season, 1)


def seeded(season: Season) -> list[Entry]:
    """Return the entries that play, the strongest first: by the ratings among people that are shown now, equal ones by
    lot."""
    entries = list(field(season).order_by("pk"))
    random.Random(f"{season.seed} seeds").shuffle(entries)
    pool = season.pool.slug
    keys = {entry.pk: Key(user_of(entry), season.title, pool) for entry in entries}
    ratings, moment = current(set(keys.values())), clock.now()
    entries.sort(key=lambda entry: -ratings[keys[entry.pk]].shown(moment))
    return entries


def user_of(entry: Entry) -> int:
    """Return the key of the account behind an entry of the field."""
    assert entry.user_id is not None  # see `field`
    return entry.user_id


def cup_rounds(season: Season) -> int:
    """Return how many rounds the cup of a drawn season has if nobody leaves."""
    return len(bracket_of(season).rounds)


# Divisions.


def divide(season: Season, entries: Sequence[Entry]) -> Places:
    """Return the members of the new divisions. Sets the movements of `entries`, the strongest of which comes first."""
    sizes = sizes_of(season)
    last = season_before(season)
    if last is not None:
        return _after(last, {user_of(entry): entry for entry in entries}, sizes)
    tiers = make_divisions([entry.pk for entry in entries], sizes)
    by_pk = {entry.pk: entry for entry in entries}
    return {(tier, index): [by_pk[pk] for pk in pks] for tier, row in enumerate(tiers) for index, pks in enumerate(row)}


def season_before(season: Season) -> Season | None:
    """Return the season from whose standings the divisions follow; None for the first."""
    finished = season.league.seasons.filter(number__lt=season.number, state=SeasonState.FINISHED)
    return finished.order_by("-number").first()


def _after(last: Season, by_user: Mapping[int, Entry], sizes: Sizes) -> Places:
    """Return the divisions that follow from the standings of the season before, by promotion and relegation."""
    previous: list[list[list[int]]] = []
    for division in last.divisions.order_by("tier", "index"):
        while len(previous) <= division.tier:
            previous.append([])
        lines = division.standings.order_by("rank").values_list("entry__user_id", "entry_id")
        # A deleted account keeps its place, like any player who doesn't return, under a number that no user has.
        previous[division.tier].append([-entry if user is None else user for user, entry in lines])
    former = {user for tier in previous for division in tier for user in division}
    rejoining = _tiers_due(last, [user for user in by_user if user not in former])
    assignments = next_season(
        previous,
        returning=[user for user in by_user if user in former],
        sizes=sizes,
        newcomers=[user for user in by_user if user not in former and user not in rejoining],
        inactive=set(last.entries.filter(tiers_lower__gt=0, user__isnull=False).values_list("user_id", flat=True)),
        rejoining=rejoining,
        promoted=last.promoted,
        relegated=last.relegated,
    )
    places: Places = {}
    for assignment in assignments:
        entry = by_user[assignment.player]
        entry.movement, entry.former_tier = assignment.movement, assignment.former_tier
        places.setdefault((assignment.tier, assignment.division), []).append(entry)
    return places


def _tiers_due(last: Season, users: Sequence[int]) -> dict[int, int]:
    """Return the tier due to each of `users` who played in a season before the last one, in the order of `users`."""
    due: dict[int, int] = {}
    earlier = Entry.objects.filter(
        season__league=last.league, season__number__lt=last.number, user__in=users, division__isnull=False
    )
    rows = earlier.order_by("season__number").values_list("user_id", "division__tier", "tiers_lower")
    for user, tier, lower in rows:
        due[user] = tier + lower
    return {user: due[user] for user in users if user in due}


# Schedules of divisions.


def _schedules(season: Season, places: Places) -> tuple[dict[tuple[int, int], NewFixtures], dict[str, object]]:
    """Return the fixtures of all divisions, and the report on them."""
    found: dict[tuple[int, int], NewFixtures] = {}
    report: dict[str, object] = {}
    number = 1
    for (tier, index), members in places.items():
        order = order_of(season, (tier, index), members)
        planned, byes = plan_of(season, len(order))
        report[f"{tier}.{index}"] = asdict(schedule_quality(len(order), season.seats, planned, byes))
        found[tier, index] = _fixtures(season, order, planned, number)
        number += len(planned)
    return found, report


def order_of(season: Season, division: tuple[int, int], members: Sequence[Entry]) -> list[Entry]:
    """Return the members of a division in the order of its schedule, which a lot decides."""
    order = list(members)
    random.Random(f"{season.seed} {division[0]}.{division[1]}").shuffle(order)
    return order


def plan_of(season: Season, players: int) -> tuple[Sequence[PlannedFixture], Sequence[Bye]]:
    if season.rules.format is Format.PODS:
        planned: Sequence[PlannedFixture] = pod_fixtures(players, season.seats)
        return (waves(planned, season.at_once) if season.at_once else planned), ()
    schedule = round_robin(players, double=season.rules.format is Format.DOUBLE_ROUND_ROBIN)
    return schedule.fixtures, schedule.byes


def _fixtures(season: Season, order: Sequence[Entry], planned: Sequence[PlannedFixture], first: int) -> NewFixtures:
    """Return planned fixtures, numbered from `first`, whose players are places in `order`."""
    rows, seats = [], []
    for number, fixture in enumerate(planned, start=first):
        rows.append(Fixture(season=season, number=number, round=fixture.round))
        seats.append([FixtureSeat(seat=seat, entry=order[who]) for seat, who in enumerate(fixture.players)])
    return NewFixtures(rows, seats)
