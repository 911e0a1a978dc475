"""Results of the real table for matches of a season, as its people record and confirm them."""

from typing import Any

from companion.core.results import PlayResult, Sitter
from companion.models import Play
from companion.services.plays import announcing, answering, recording
from games import clock
from leagues.models import Fixture
from leagues.services.playing import table_results
from tests.leagues.cast import seat_user


def people_of(fixture: Fixture) -> list[Any]:
    """Return the people of a fixture, in the order of its seats."""
    return [seat_user(fixture, seat) for seat in range(fixture.seats.count())]


def recorded(people: list[Any], places: list[int], *, recorder: Any = None, **facts: Any) -> Play:
    """Record a play of these people, who sat in this order, by one of them or the first; nobody else has confirmed
    it."""
    title = facts.pop("title", "lantern")
    sitters = tuple(Sitter(place, user.pk) for user, place in zip(people, places, strict=True))
    result = PlayResult(sitters, **{"played_on": clock.now().date(), **facts})
    return recording.record(recorder=recorder or people[0], title=title, result=result)


def offered(fixture: Fixture, places: list[int], *, people: list[Any] | None = None, **facts: Any) -> Play:
    """Record a play of a fixture, and offer it; `places` are those of `people`, by default in the fixture's order."""
    people = people or people_of(fixture)
    play = recorded(people, places, **facts)
    offer(fixture, play)
    return play


def offer(fixture: Fixture, play: Play, user: Any = None) -> None:
    """Offer a play to a fixture, as its recorder."""
    user = user or play.recorder
    table_results.offer(user=user, season_id=fixture.season_id, number=fixture.number, play_id=play.pk)


def confirm(play: Play) -> None:
    """Let everyone who sat there confirm a play; it is not announced yet."""
    for seat in play.seats.select_related("user"):
        version = Play.objects.get(pk=play.pk).version
        answering.confirm(user=seat.user, play_id=play.pk, version=version)


def confirmed(fixture: Fixture, places: list[int], **facts: Any) -> Play:
    """Record, offer and confirm a play of a fixture, and announce it."""
    play = offered(fixture, places, **facts)
    confirm(play)
    announce()
    return play


def strike(play: Play, actor: Any, *, announces: bool = True) -> None:
    """Decide that a play does not count, as `actor`."""
    version = Play.objects.get(pk=play.pk).version
    answering.decide(actor=actor, play_id=play.pk, version=version, counts=False, reason="Wrong evening.")
    if announces:
        announce()


def announce() -> None:
    """Announce what waits for it, as a worker does; nothing may fail."""
    due = Play.objects.filter(unannounced_since__isnull=False).count()
    assert announcing.announce_due() == due
