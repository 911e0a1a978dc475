"""The hall of fame of a league: the winners of the seasons that are over."""

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from games.selectors.stored import each_readable
from leagues.models import Division, League, Season, SeasonState, Standing
from leagues.selectors.seasons import Person, people_of

PODIUM = 3  # ranks that are shown of the highest tier


@dataclass(frozen=True, slots=True)
class Honour:
    """A player's rank in a division."""

    rank: int
    person: Person


@dataclass(frozen=True, slots=True)
class DivisionHonours:
    """The first of a division: three of the highest tier, the winner of every other."""

    division: Division
    honours: list[Honour] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class SeasonHonours:
    """A season that is over, with its divisions from the top."""

    season: Season
    divisions: list[DivisionHonours]


@dataclass(frozen=True, slots=True)
class Champion:
    """A winner of the highest tier, and how often."""

    person: Person
    titles: int


@dataclass(frozen=True, slots=True)
class Hall:
    """A hall of fame: the seasons, the newest first, and the champions, by the number of their titles."""

    seasons: list[SeasonHonours]
    champions: list[Champion]


def hall_of(league: League, viewer: Any) -> Hall:
    """Return the hall of fame of a league; four statements, however many seasons there were."""
    seasons = each_readable(league.seasons.filter(state=SeasonState.FINISHED).order_by("-number"))
    ranked = Standing.objects.filter(division__season__in=seasons, rank__lte=PODIUM)
    rows = each_readable(
        ranked.select_related("division", "entry__user").order_by("division__tier", "division__index", "rank")
    )
    people = people_of({row.entry_id: row.entry for row in rows}, viewer)
    divisions: dict[int, dict[int, DivisionHonours]] = defaultdict(dict)
    titles: Counter[int] = Counter()
    winners: dict[int, Person] = {}
    for row in rows:
        division, person = row.division, people[row.entry_id]
        if division.tier and row.rank > 1:
            continue
        honours = divisions[division.season_id].setdefault(division.pk, DivisionHonours(division))
        honours.honours.append(Honour(row.rank, person))
        if division.tier == 0 and row.rank == 1 and row.entry.user_id is not None:
            titles[row.entry.user_id] += 1
            winners[row.entry.user_id] = person
    return Hall(
        [SeasonHonours(season, list(divisions[season.pk].values())) for season in seasons],
        [Champion(winners[user], count) for user, count in titles.most_common()],
    )
