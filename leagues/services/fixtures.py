"""The numbers of a season's matches, and which of them may start."""

from collections import Counter

from django.db.models import Max, Prefetch

from games import clock
from leagues.models import EntryState, Fixture, FixtureSeat, FixtureState, Season


def next_number(season: Season) -> int:
    """The number of the next fixture of a season, from 1."""
    last = season.fixtures.aggregate(last=Max("number"))["last"]
    return 1 if last is None else last + 1


def release(season: Season) -> None:
    """Let fixtures of a locked, running season start, in the order of the schedule, as long as nobody has more than
    `at_once` matches running or about to start; 0 is no limit. Who has left keeps nobody waiting."""
    busy: Counter[int] = Counter()
    ready = []
    waiting = season.fixtures.exclude(state=FixtureState.SETTLED).order_by("round", "number")
    playing = FixtureSeat.objects.filter(entry__state=EntryState.ENTERED)
    fixtures = list(waiting.prefetch_related(Prefetch("seats", playing)))
    for fixture in fixtures:
        if fixture.state == FixtureState.RUNNING or fixture.opens_at is not None:
            busy.update(seat.entry_id for seat in fixture.seats.all())
    for fixture in fixtures:
        players = [seat.entry_id for seat in fixture.seats.all()]
        if fixture.state != FixtureState.PLANNED or fixture.opens_at is not None:
            continue
        if season.at_once and any(busy[player] >= season.at_once for player in players):
            continue
        busy.update(players)
        fixture.opens_at = clock.now()
        ready.append(fixture)
    Fixture.objects.bulk_update(ready, ["opens_at"])
