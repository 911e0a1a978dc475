"""Adding a season's matches, numbering them, and letting them start."""

from collections import Counter
from collections.abc import Sequence

from django.db.models import Max, Prefetch

from games import clock
from leagues.models import Division, EntryState, Fixture, FixtureSeat, FixtureState, Season
from leagues.services.keeping import sealed_rows


def next_number(season: Season) -> int:
    """Return the number of the next fixture of a season, from 1."""
    last = season.fixtures.aggregate(last=Max("number"))["last"]
    return 1 if last is None else last + 1


class NewFixtures:
    """Fixtures of one season, with successive numbers, and the seats of each: made without the season's lock, so that
    storing them holds it for a short time."""

    def __init__(self, fixtures: Sequence[Fixture], seats: Sequence[Sequence[FixtureSeat]]) -> None:
        self._fixtures = fixtures
        self._numbers = [row.number for row, group in zip(fixtures, seats, strict=True) for _seat in group]
        self._rows = sealed_rows.Insertion(fixtures)
        self._seats = sealed_rows.Insertion([seat for group in seats for seat in group])

    def store(self, division: Division) -> None:
        """Add them to a division of the locked season."""
        if not self._fixtures:
            return
        self._rows.fill("division", [division.pk] * len(self._fixtures))
        self._rows.write()
        first, last = self._fixtures[0], self._fixtures[-1]
        stored = Fixture.objects.filter(season=division.season_id, number__range=(first.number, last.number))
        keys = dict(stored.values_list("number", "pk"))
        self._seats.fill("fixture", [keys[number] for number in self._numbers])
        self._seats.write()


def release(season: Season) -> None:
    """Let fixtures of a locked, running season start in the order of the schedule, while nobody has more than `at_once`
    matches running or about to start; 0 is no limit. Players who left keep nobody waiting."""
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
    sealed_rows.update(ready, ("opens_at",))
