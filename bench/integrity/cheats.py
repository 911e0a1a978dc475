"""Cheats of each kind, blatant and subtle, alongside honest play of the same accounts."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from bench.integrity.people import DAYS, START, TITLES, WINDOW, Meeting, Person, moment, person, with_strangers
from leagues.core.integrity import Kind


@dataclass(frozen=True)
class Plant:
    """A cheat: who gains, and who helps."""

    kind: Kind
    is_blatant: bool
    gainer: int
    helpers: tuple[int, ...]


@dataclass
class Ground:
    """The simulated world in which cheats are planted: the honest people, whom cheats meet too, and the accounts that
    are added."""

    rng: random.Random
    honest: list[Person]
    added: list[Person]

    def account(self, least: int, most: int, like: Person | None = None) -> Person:
        """Add a new cheat, and return them. They also play from `least` to `most` honest matches; `like` is a friend,
        or the same human being."""
        found = person(self.rng, len(self.honest) + len(self.added) + 1)
        found.favourite = TITLES[0]
        found.appetite, found.strength = self.rng.randint(least, most), self.rng.gauss(25, 4)
        if like is not None:
            found.strength = like.strength + self.rng.gauss(0, 2)
        self.added.append(found)
        return found

    def some(self, count: int) -> list[int]:
        """Return the numbers of `count` honest people, drawn by their appetite, ascending."""
        found: set[int] = set()
        old = [person for person in self.honest if person.born <= START]
        weights = [person.appetite + 1 for person in old]
        while len(found) < count:
            (one,) = self.rng.choices(old, weights)
            found.add(one.number)
        return sorted(found)


Planted = tuple[Plant, list[Meeting]]


def farming(ground: Ground, *, blatant: bool) -> Planted:
    """Plant duels that the helper throws: nearly all of 40, or six of seven of 36."""
    rng = ground.rng
    gainer = ground.account(45, 75)
    helper = ground.account(40, 60, gainer)
    meetings = [
        _duel(rng, gainer, helper, thrown=rng.random() < (0.97 if blatant else 0.85))
        for _match in range(40 if blatant else 36)
    ]
    return Plant(Kind.FARMING, blatant, gainer.number, (helper.number,)), meetings


def leaving(ground: Ground, *, blatant: bool) -> Planted:
    """Plant duels that the helper leaves after a quarter: most of 14, or seven of ten of 14; the others are played."""
    rng = ground.rng
    gainer = ground.account(30, 60)
    helper = ground.account(25, 45, gainer)
    meetings = []
    for _match in range(14):
        leaves = frozenset({helper.number} if rng.random() < (0.9 if blatant else 0.7) else ())
        players = tuple(sorted((gainer.number, helper.number)))
        meetings.append(Meeting(_moment(rng), TITLES[0], players, thrown=leaves, leaving=leaves))
    return Plant(Kind.LEAVING, blatant, gainer.number, (helper.number,)), meetings


def feeding(ground: Ground, *, blatant: bool) -> Planted:
    """Plant six new accounts that lose all of their six matches each, or four with four matches and one or two honest
    ones."""
    rng = ground.rng
    gainer = ground.account(10, 30)
    meetings, helpers = [], []
    for _feeder in range(6 if blatant else 4):
        feeder = ground.account(0, 0, gainer)
        day = rng.uniform(DAYS - WINDOW + 5, DAYS - 25)
        feeder.born = START + timedelta(days=day)
        helpers.append(feeder.number)
        meetings += [
            _duel(rng, gainer, feeder, thrown=True, days=(day, day + 20)) for _match in range(6 if blatant else 4)
        ]
        for _match in range(0 if blatant else rng.randint(1, 2)):
            at = moment(rng, day, day + 20)
            meetings.append(Meeting(at, TITLES[0], tuple(sorted((feeder.number, *ground.some(1))))))
    return Plant(Kind.FEEDING, blatant, gainer.number, tuple(helpers)), meetings


def gifts(ground: Ground, *, blatant: bool) -> Planted:
    """Plant tables of three and four where the helper finishes last for the gainer: nearly all of 36, or six of
    seven."""
    rng = ground.rng
    gainer = ground.account(40, 70)
    helper = ground.account(35, 60, gainer)
    meetings = []
    for _match in range(36):
        players = tuple(sorted((gainer.number, helper.number, *ground.some(rng.choice((1, 2))))))
        is_gift = rng.random() < (0.97 if blatant else 0.85)
        thrown = frozenset({helper.number} if is_gift else ())
        helped = ((gainer.number, 7.0 if blatant else 5.0),) if is_gift else ()
        meetings.append(Meeting(_moment(rng), rng.choice(TITLES), players, thrown=thrown, helped=helped))
    return Plant(Kind.GIFTS, blatant, gainer.number, (helper.number,)), meetings


def seclusion(ground: Ground, *, blatant: bool) -> Planted:
    """Plant two accounts that only meet each other: 60 duels, all thrown; or 30, thrown in turn, and two with
    others."""
    rng = ground.rng
    gainer = ground.account(0, 0)
    helper = ground.account(0, 0, gainer)
    meetings = []
    for number in range(60 if blatant else 30):
        loser, winner = (helper, gainer) if blatant or number % 2 else (gainer, helper)
        meetings.append(_duel(rng, winner, loser, thrown=True))
    others = [] if blatant else ground.some(2)
    meetings += [Meeting(_moment(rng), TITLES[0], tuple(sorted((helper.number, other)))) for other in others]
    return Plant(Kind.SECLUSION, blatant, gainer.number, (helper.number,)), meetings


PLANTERS: tuple[Callable[..., Planted], ...] = (farming, leaving, feeding, gifts, seclusion)


def plant_all(rng: random.Random, honest: list[Person]) -> tuple[list[Plant], list[Person], list[Meeting]]:
    """Plant one blatant and one subtle cheat of each kind; return them, their accounts, and all matches of these."""
    ground = Ground(rng, honest, [])
    planted = [planter(ground, blatant=blatant) for planter in PLANTERS for blatant in (True, False)]
    meetings = [meeting for _plant, some in planted for meeting in some]
    meetings += _honest(rng, ground)
    return [plant for plant, _meetings in planted], ground.added, meetings


def _honest(rng: random.Random, ground: Ground) -> Iterator[Meeting]:
    # Each host opens 1 / 2.6 of the tables that they sit at: a cheat is never a guest, and opens them all.
    for cheat in ground.added:
        for _times in range(3):
            yield from with_strangers(rng, [cheat], ground.honest)


def _moment(rng: random.Random) -> datetime:
    return moment(rng, DAYS - WINDOW, DAYS)


def _duel(
    rng: random.Random,
    gainer: Person,
    helper: Person,
    *,
    thrown: bool,
    days: tuple[float, float] = (DAYS - WINDOW, DAYS),
) -> Meeting:
    players = tuple(sorted((gainer.number, helper.number)))
    return Meeting(moment(rng, *days), TITLES[0], players, thrown=frozenset({helper.number} if thrown else ()))
