"""A population whose members play honestly, each in their own way, and who meets whom."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from math import exp

START = datetime(2026, 1, 1, tzinfo=UTC)
DAYS, WINDOW = 240, 180  # simulated, and the last of them, which are judged
TITLES = ("one", "two")
SEATS = (2, 2, 2, 3, 4, 4)


@dataclass
class Person:
    """A simulated person: true strength in the unit of ratings, matches with strangers, share of lost ones left,
    favourite."""

    number: int
    strength: float
    born: datetime
    appetite: int
    leaves: float
    favourite: str
    learns: float = 0.0
    away: list[tuple[datetime, datetime]] = field(default_factory=list)

    def strength_after(self, matches: int) -> float:
        """Return the true strength after this many matches: newcomers learn."""
        return self.strength - self.learns * exp(-matches / 15)

    def is_away(self, moment: datetime) -> bool:
        """Return whether a holiday keeps them from playing."""
        return any(begin <= moment <= end for begin, end in self.away)


@dataclass(frozen=True)
class Meeting:
    """A match to be played; `thrown` come last on purpose, `leaving` leave as well, `helped` play stronger."""

    at: datetime
    title: str
    players: tuple[int, ...]
    thrown: frozenset[int] = frozenset()
    leaving: frozenset[int] = frozenset()
    helped: tuple[tuple[int, float], ...] = ()


def moment(rng: random.Random, first: float = 0, last: float = DAYS) -> datetime:
    """Return some moment between two days of the simulation."""
    return START + timedelta(days=rng.uniform(first, last))


def person(rng: random.Random, number: int, *, born: datetime | None = None) -> Person:
    """Create a person; one with a date of birth is a newcomer."""
    old = START - timedelta(days=rng.uniform(30, 900))
    found = Person(
        number,
        rng.gauss(25, 5),
        born or old,
        min(150, round(rng.lognormvariate(2.4, 1.0))),
        rng.betavariate(0.4, 10),
        rng.choice(TITLES),
    )
    if born is not None:
        found.strength, found.learns = rng.gauss(23.5, 5), rng.uniform(0, 6)
    for _holiday in range(rng.random() < 0.2):
        begin = moment(rng)
        found.away.append((begin, begin + timedelta(days=rng.uniform(4, 21))))
    return found


def honest_people(rng: random.Random, count: int) -> list[Person]:
    """Return `count` honest people; a quarter of them joined while the matches were played."""
    return [
        person(rng, number, born=moment(rng, last=DAYS - 10) if number % 4 == 0 else None)
        for number in range(1, count + 1)
    ]


def honest_meetings(rng: random.Random, people: list[Person]) -> Iterator[Meeting]:
    """Yield meetings with strangers, between friends, in small leagues, and with people brought by a teacher."""
    yield from with_strangers(rng, people, people)
    for _friends in range(len(people) // 10):
        yield from _between_friends(rng, people)
    for _league in range(len(people) // 30):
        yield from _in_a_league(rng, people)
    for _teacher in range(len(people) // 60):
        yield from _with_a_teacher(rng, people)


def with_strangers(rng: random.Random, hosts: list[Person], people: list[Person]) -> Iterator[Meeting]:
    """Yield the matches at the tables that `hosts` open; active people come to them most often."""
    weights = [person.appetite + 1 for person in people]
    for host in hosts:
        for _table in range(round(host.appetite / 2.6)):
            seats = rng.choice(SEATS)
            at = moment(rng, (host.born - START) / timedelta(days=1) if host.born > START else 0)
            players = {host.number}
            while len(players) < seats:
                (other,) = rng.choices(people, weights)
                if other.born <= at:
                    players.add(other.number)
            title = host.favourite if rng.random() < 0.8 else rng.choice(TITLES)
            yield Meeting(at, title, tuple(sorted(players)))


def _between_friends(rng: random.Random, people: list[Person]) -> Iterator[Meeting]:
    """Yield the matches of two or three friends who play each other very often, some of them nobody else."""
    friends = rng.sample(people, rng.choice((2, 2, 3)))
    title = rng.choice(TITLES)
    for _match in range(rng.randint(8, 50)):
        at = moment(rng)
        players = [friend.number for friend in friends if friend.born <= at]
        if len(players) >= 2:
            yield Meeting(at, title, tuple(sorted(players)))


def _in_a_league(rng: random.Random, people: list[Person]) -> Iterator[Meeting]:
    """Yield meetings of four to seven people who play each other again and again at tables of three and four."""
    members, title = rng.sample(people, rng.randint(4, 7)), rng.choice(TITLES)
    begin = rng.uniform(0, DAYS - 90)
    for _match in range(rng.randint(10, 40)):
        at = moment(rng, begin, begin + 90)
        players = [member.number for member in rng.sample(members, rng.choice((3, 4)))]
        yield Meeting(at, title, tuple(sorted(players)))


def _with_a_teacher(rng: random.Random, people: list[Person]) -> Iterator[Meeting]:
    """Yield the first matches of newcomers with their teacher; many stop afterwards."""
    newcomers = [person for person in people if person.born > START]
    teacher = rng.choice([person for person in people if person.born <= START])
    for pupil in rng.sample(newcomers, rng.randint(1, 3)):
        if rng.random() < 0.5:
            pupil.appetite //= 4
        day = (pupil.born - START) / timedelta(days=1)
        for _match in range(rng.randint(2, 7)):
            yield Meeting(moment(rng, day, day + 10), TITLES[0], tuple(sorted((teacher.number, pupil.number))))
