"""Making a season's divisions and its schedule, or the first round of it. Inside the season's lock.

Everything that is drawn by lot follows from the season's published seed, so that anybody can repeat the draw.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict

from django.db.models import QuerySet

from games import clock
from leagues.core.divisions import Sizes, division_sizes, make_divisions
from leagues.core.errors import LeagueError
from leagues.core.fixtures import Bye
from leagues.core.fixtures import Fixture as PlannedFixture
from leagues.core.pods import pod_fixtures, waves
from leagues.core.promotion import next_season
from leagues.core.quality import schedule_quality
from leagues.core.rating_fold import Key
from leagues.core.round_robin import round_robin
from leagues.core.rules import Format
from leagues.models import Division, Entry, EntryState, Fixture, FixtureSeat, Season, SeasonState
from leagues.selectors.current_ratings import current
from leagues.services import rounds
from leagues.services.fixtures import next_number


def draw(season: Season) -> None:
    """Give every entry its seed and division, and make the fixtures that can be made now. Sets `season.quality`."""
    entries = seeded(season)
    for number, entry in enumerate(entries):
        entry.seed = number
    if season.rules.has_divisions:
        groups = _divide(season, entries)
    else:
        groups = {Division.objects.create(season=season, tier=0, index=0): entries}
    for division, members in groups.items():
        for entry in members:
            entry.division = division
    Entry.objects.bulk_update(entries, ["seed", "division", "movement", "former_tier"])
    if season.rules.has_divisions:
        season.quality = _schedule_divisions(season, groups)
    else:
        rounds.draw_round(season, 1)


def field(season: Season) -> QuerySet[Entry]:
    """Who plays if the season is drawn now: people who have entered, and whose accounts are not deleted."""
    return season.entries.filter(state=EntryState.ENTERED, user__isnull=False)


def can_be_drawn(season: Season, players: int) -> bool:
    """Whether there are enough players, and divisions or tables for just so many."""
    if players < season.rules.least_entries:
        return False
    try:
        if season.rules.has_divisions:
            division_sizes(players, sizes_of(season))
        elif season.rules.format is Format.CUP:
            rounds.cup_of(season, range(players))
    except LeagueError:
        return False
    return True


def sizes_of(season: Season) -> Sizes:
    """How many players the divisions of a season have."""
    return Sizes(season.division_size, smallest=max(4, season.seats))


def seeded(season: Season) -> list[Entry]:
    """Who plays, the strongest first: by the ratings among people that are shown now, equal ones by lot."""
    entries = list(field(season).order_by("pk"))
    random.Random(f"{season.seed} seeds").shuffle(entries)
    pool = season.pool.slug
    keys = {entry.pk: Key(user_of(entry), season.title, pool) for entry in entries}
    ratings, moment = current(set(keys.values())), clock.now()
    entries.sort(key=lambda entry: -ratings[keys[entry.pk]].shown(moment))
    return entries


def user_of(entry: Entry) -> int:
    """The key of the account behind an entry of the field."""
    assert entry.user_id is not None  # see `field`
    return entry.user_id


def cup_rounds(season: Season) -> int:
    """How many rounds the cup of a drawn season has if nobody leaves."""
    return len(rounds.bracket_of(season).rounds)


# Divisions.


def _divide(season: Season, entries: Sequence[Entry]) -> dict[Division, list[Entry]]:
    """New divisions with their members, the strongest first."""
    by_user = {user_of(entry): entry for entry in entries}
    sizes = sizes_of(season)
    last = _season_before(season)
    if last is None:
        tiers = make_divisions([entry.pk for entry in entries], sizes)
        by_pk = {entry.pk: entry for entry in entries}
        places = {
            (tier, index): [by_pk[pk] for pk in pks] for tier, row in enumerate(tiers) for index, pks in enumerate(row)
        }
    else:
        places = _after(last, by_user, sizes)
    return {
        Division.objects.create(season=season, tier=tier, index=index): members
        for (tier, index), members in sorted(places.items())
    }


def _season_before(season: Season) -> Season | None:
    finished = season.league.seasons.filter(number__lt=season.number, state=SeasonState.FINISHED)
    return finished.order_by("-number").first()


def _after(last: Season, by_user: Mapping[int, Entry], sizes: Sizes) -> dict[tuple[int, int], list[Entry]]:
    """The divisions that follow from the tables of the season before, by promotion and relegation."""
    previous: list[list[list[int]]] = []
    for division in last.divisions.order_by("tier", "index"):
        while len(previous) <= division.tier:
            previous.append([])
        table = division.standings.order_by("rank").values_list("entry__user_id", "entry_id")
        # A deleted account keeps its place, like any player who doesn't return, under a number that no user has.
        previous[division.tier].append([-entry if user is None else user for user, entry in table])
    former = {user for tier in previous for table in tier for user in table}
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
    places: dict[tuple[int, int], list[Entry]] = {}
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


def _schedule_divisions(season: Season, groups: Mapping[Division, Sequence[Entry]]) -> dict[str, object]:
    """Make all fixtures of all divisions; the report on them, by division."""
    report: dict[str, object] = {}
    number = next_number(season)
    for division, members in groups.items():
        order = list(members)
        random.Random(f"{season.seed} {division.tier}.{division.index}").shuffle(order)
        planned, byes = _plan(season, len(order))
        number = store(season, division, order, planned, number)
        quality = schedule_quality(len(order), season.seats, planned, byes)
        report[f"{division.tier}.{division.index}"] = asdict(quality)
    return report


def _plan(season: Season, players: int) -> tuple[Sequence[PlannedFixture], Sequence[Bye]]:
    if season.rules.format is Format.PODS:
        planned: Sequence[PlannedFixture] = pod_fixtures(players, season.seats)
        return (waves(planned, season.at_once) if season.at_once else planned), ()
    schedule = round_robin(players, double=season.rules.format is Format.DOUBLE_ROUND_ROBIN)
    return schedule.fixtures, schedule.byes


def store(
    season: Season, division: Division, order: Sequence[Entry], planned: Iterable[PlannedFixture], first: int
) -> int:
    """Store planned fixtures, numbered from `first`, whose players are places in `order`; the next free number."""
    rows, seats = [], []
    for number, fixture in enumerate(planned, start=first):
        row = Fixture(season=season, division=division, number=number, round=fixture.round)
        rows.append(row)
        seats += [FixtureSeat(fixture=row, seat=seat, entry=order[who]) for seat, who in enumerate(fixture.players)]
    Fixture.objects.bulk_create(rows)
    FixtureSeat.objects.bulk_create(seats)
    return first + len(rows)
