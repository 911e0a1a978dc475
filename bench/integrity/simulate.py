"""From people and meetings to rated matches, and what the detectors say of them."""

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta
from math import log, sqrt

from bench.integrity.cheats import Plant, plant_all
from bench.integrity.people import DAYS, START, WINDOW, Meeting, Person, honest_meetings, honest_people
from leagues.core.integrity import Flag, History, Played, find_all
from leagues.core.rating import BETA, Leaving, RatedMatch, RatedSeat
from leagues.core.rating_fold import Fold

USUAL = 40  # moves
FORM = 1.5  # deviation of a strength from match to match


@dataclass(frozen=True)
class World:
    """A simulated history of the last 180 days, and the truth about it."""

    honest: frozenset[int]
    plants: list[Plant]
    history: History


@dataclass(frozen=True)
class Outcome:
    """The findings of the detectors in a world: by plant whether it was found, and the honest accounts that were
    flagged."""

    found: Mapping[Plant, bool]
    honest: int
    flagged: frozenset[int]
    wrong: list[Flag]


def simulate(seed: int, people: int = 300) -> World:
    """Return a world of `people` honest people and ten cheats."""
    rng = random.Random(seed)
    honest = honest_people(rng, people)
    plants, cheats, planted = plant_all(rng, honest)
    meetings = [*honest_meetings(rng, honest), *planted]
    everybody = {person.number: person for person in (*honest, *cheats)}
    since = START + timedelta(days=DAYS - WINDOW)
    played = [one for one in _played(_matches(rng, everybody, meetings)) if one.match.finished_at >= since]
    history = History(played, {person.number: person.born for person in everybody.values()})
    return World(frozenset(person.number for person in honest), plants, history)


def judge(world: World) -> Outcome:
    """Judge a world: a plant is found by a flag of any kind that names the gainer and a helper."""
    flags = find_all(world.history)
    found = {
        plant: any(plant.gainer in flag.accounts and {*plant.helpers} & {*flag.accounts} for flag in flags)
        for plant in world.plants
    }
    flagged = world.honest & {account for flag in flags for account in flag.accounts}
    wrong = [flag for flag in flags if not world.honest.isdisjoint(flag.accounts)]
    return Outcome(found, len(world.honest), flagged, wrong)


def _played(matches: Iterable[RatedMatch]) -> Iterator[Played]:
    fold = Fold()
    for match in matches:
        changes = fold.apply(match).changes
        if changes:
            before = {player: change.before for player, change in changes.items()}
            gained = {player: change.after.mu - change.before.mu for player, change in changes.items()}
            yield Played(match, before, gained)


def _matches(rng: random.Random, people: Mapping[int, Person], meetings: list[Meeting]) -> Iterator[RatedMatch]:
    counts = dict.fromkeys(people, 0)
    for number, meeting in enumerate(sorted(meetings, key=lambda meeting: (meeting.at, meeting.players))):
        yield _match(rng, f"m{number:06}", people, meeting, counts)
        for player in meeting.players:
            counts[player] += 1


def _match(
    rng: random.Random, name: str, people: Mapping[int, Person], meeting: Meeting, counts: Mapping[int, int]
) -> RatedMatch:
    order = _order(rng, people, meeting, counts)
    place = {player: index + 1 for index, player in enumerate(order)}
    if rng.random() < 0.05:
        place[order[1]] = 1  # a shared victory
    left = {player: _leaving(rng, people[player], meeting, player == order[-1]) for player in order}
    length = USUAL if not any(left.values()) else rng.randint(USUAL // 4 if meeting.leaving else 4, USUAL)
    seats = tuple(
        RatedSeat(player, place[player], how, meeting.at if how else None) for player, how in sorted(left.items())
    )
    return RatedMatch(name, meeting.title, "people", meeting.at, seats, length, USUAL)


def _order(rng: random.Random, people: Mapping[int, Person], meeting: Meeting, counts: Mapping[int, int]) -> list[int]:
    """Return a draw from the Plackett-Luce model: the greatest sum of a strength and Gumbel noise comes first."""
    helped = dict(meeting.helped)

    def value(player: int) -> float:
        strength = people[player].strength_after(counts[player]) + rng.gauss(0, FORM) + helped.get(player, 0)
        return strength - BETA * sqrt(2) * log(-log(rng.random()))

    values = {player: value(player) - 1_000 * (player in meeting.thrown) for player in meeting.players}
    return sorted(values, key=lambda player: -values[player])


def _leaving(rng: random.Random, person: Person, meeting: Meeting, is_last: bool) -> Leaving | None:
    if person.number in meeting.leaving:
        return Leaving.TIMED_OUT if rng.random() < 0.3 else Leaving.RESIGNED
    if person.is_away(meeting.at) and rng.random() < 0.6:
        return Leaving.TIMED_OUT
    return Leaving.RESIGNED if is_last and rng.random() < person.leaves else None
