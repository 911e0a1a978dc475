"""The location of the masks, inferred from the others' actions as well as from what a seat saw.

A particle is one possible course of everything secret: where the masks lie now, and what each other player then knows.
It is weighed by how likely the acts of the others are in it (habits.py).
"""

import random
from bisect import bisect_left
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from itertools import accumulate
from threading import Lock

from games.core.title.thinker import InformationSet
from games.titles.mascarade.bots.acts import SILENT, Acts
from games.titles.mascarade.bots.chances import prospects
from games.titles.mascarade.bots.habits import STYLES, Habits, Stakes, claims
from games.titles.mascarade.bots.minds import Mind, confused, informed, shown, swapped
from games.titles.mascarade.bots.outcomes import after_power
from games.titles.mascarade.rules.components import (
    ANSWERS,
    EXCHANGE_TURNS,
    MAYBE_SWAPPED,
    NONE,
    RECORD,
    SEEN,
    SHOWN,
    SWAPPED,
)
from games.titles.mascarade.rules.state import MascaradeState

KEPT = 256
"""The number of readings that are kept to go on from."""
EVEN = 0.5
LEAST_GAIN = 0.001
"""Gains are divided by the best one, or by this if none pays."""
POPULATIONS = 12
"""The number of populations that are drawn for a table of more than two seats."""

Record = tuple[int, int, int, int, int]
"""An event that concerns masks, as the seat may know it: kind, first slot, second slot, seat, value."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Everything that the seat knows of one turn."""

    number: int
    actor: int
    coins: tuple[float, ...]
    justice: int
    kind: int
    """The kind announced; NONE if the turn was something else or is not announced yet."""
    pointed: int
    answers: tuple[int, ...]
    """By seat: the slot with which it challenges, SILENT, or UNKNOWN."""
    records: tuple[Record, ...]


UNKNOWN = -2


@dataclass(slots=True)
class Particle:
    masks: list[int]
    """The kind in each slot."""
    minds: list[Mind]
    """By seat; that of the reader is not used."""
    styles: tuple[int, ...]
    """By seat: how it plays."""
    weight: float


class Table:
    """The fixed data of a match for its reader."""

    def __init__(self, state: MascaradeState, seat: int) -> None:
        self.seat = seat
        self.seats = int(state.seats)
        self.hand = int(state.hand)
        self.places = int(state.places)
        self.first = (int(state.active) - int(state.turns) + 1) % self.seats
        self.masks = [int(mask) for mask in state.kinds]
        self.copies = [int(state.script_counts[mask]) for mask in self.masks]
        self.dealt = [int(mask) for mask in state.dealt]
        self.owner = [int(owner) for owner in state.owner]
        self.own = [range(each * self.hand, (each + 1) * self.hand) for each in range(self.seats)]
        self.others = [[slot for slot in range(self.places) if self.owner[slot] != each] for each in range(self.seats)]
        self.state = state
        self._stakes: dict[tuple[tuple[float, ...], int, int, int], Stakes] = {}

    def kind(self, mask: int) -> int:
        """Return the kind of a mask; NONE stays NONE."""
        return self.masks.index(mask) if mask != NONE else NONE

    def stakes(self, turn: Turn, user: int, seat: int) -> Stakes:
        """Return what the powers of `user` are worth to `seat`, and what its fine costs it, in shares of the best gain
        of `user`."""
        key = turn.coins, turn.justice, user, seat
        found = self._stakes.get(key)
        if found is None:
            found = self._stakes[key] = self._weighed(turn, user, seat)
        return found

    def _weighed(self, turn: Turn, user: int, seat: int) -> Stakes:
        held = [float(each) for each in turn.coins]
        before, own = prospects(held, seat), prospects(held, user)
        gains, best = [], LEAST_GAIN
        for mask in self.masks:
            after = after_power(turn, held, user, mask)
            gains.append(prospects(after, seat) - before)
            best = max(best, prospects(after, user) - own)
        held[seat] -= 1
        fine = before - prospects(held, seat)
        return Stakes(tuple([gain / best for gain in gains]), fine / best)


def turns_of(table: Table, acts: Acts) -> list[Turn]:
    """Return what the seat knows of each turn so far, the last one perhaps unfinished."""
    state = table.state
    records: dict[int, list[Record]] = {}
    history = [int(each) for each in state.history]
    for start in range(0, len(history), RECORD):
        kind, turn, first, second, who, value = history[start : start + RECORD]
        records.setdefault(turn, []).append(_record(table, kind, first, second, who, value))
    now = tuple(int(each) for each in state.coins)
    found = []
    for number in range(1, int(state.turns) + 1):
        actor = (table.first + number - 1) % table.seats
        act = acts.turns.get(number)
        mask, pointed, answers = NONE, 0, [UNKNOWN] * table.seats
        coins, justice = (act.coins, act.justice) if act else (now, int(state.justice))
        if number == state.turns and state.announced != NONE:
            mask, pointed = int(state.announced), int(state.pointed)
        elif act and act.mask != NONE:
            mask, pointed = act.mask, actor * table.hand + act.pointed
        if act and not (number == state.turns and state.phase == ANSWERS and state.sealed_answers):
            for other, answer in act.answers.items():
                answers[other] = SILENT if answer == SILENT else other * table.hand + answer
        found.append(
            Turn(
                number, actor, coins, justice, table.kind(mask), pointed, tuple(answers), tuple(records.get(number, ()))
            )
        )
    return found


def _record(table: Table, kind: int, first: int, second: int, who: int, value: int) -> Record:
    if kind == SEEN:
        return kind, first, second, who, table.kind(value) if who == table.seat else NONE
    if kind == SHOWN:
        return kind, first, second, who, table.kind(value) if who != table.seat else NONE
    return kind, first, second, who, value if kind == SWAPPED or who == table.seat else NONE


class Reading:
    """The particles after some turns."""

    def __init__(self, table: Table, size: int, reads: bool) -> None:
        """Keep at most `size` particles; without `reads`, acts tell nothing."""
        self.table = table
        self.size = size
        self.reads = reads
        kinds = [table.kind(mask) for mask in table.dealt]
        mind = informed(kinds, len(table.masks))
        self.particles = [
            Particle(kinds, [mind] * table.seats, styles, 1.0) for styles in populations(table.seats, table.seat)
        ]
        self.shown: set[int] = set()
        """Seats whose mask was turned up in the last turn."""

    def copy(self) -> "Reading":
        """Return an independent copy."""
        twin = Reading(self.table, self.size, self.reads)
        twin.particles = [Particle(each.masks, each.minds, each.styles, each.weight) for each in self.particles]
        twin.shown = self.shown
        return twin

    # Turns.

    def take(self, turn: Turn) -> None:
        """Update the particles by one turn."""
        table = self.table
        if self.reads:
            self.weigh_acts(turn)
        for record in turn.records:
            self.happen(turn, record, turn.kind == NONE and record[3] == turn.actor)
        self.shown = {table.owner[record[1]] for record in turn.records if record[0] == SHOWN}
        self.thin(turn.number)

    # Acts.

    def weigh_acts(self, turn: Turn) -> None:
        """Weigh the particles by what the others announced, answered, and looked at."""
        if turn.kind != NONE:
            if turn.actor != self.table.seat:
                self.weigh_announcement(turn)
            self.weigh_answers(turn)
        elif turn.records and turn.records[0][0] == SEEN and turn.actor != self.table.seat:
            slot = turn.records[0][1]
            self.weigh(turn, lambda habits: habits.chance(habits.looks.get(slot)))

    def habits(self, turn: Turn) -> Callable[[Mind, int], Habits]:
        """Return a function from a mind and a style to the habits of the actor of a turn."""
        table, actor = self.table, turn.actor
        stakes = table.stakes(turn, actor, actor)
        late = turn.number > EXCHANGE_TURNS
        kept: dict[tuple[int, int], Habits] = {}

        def of(mind: Mind, style: int) -> Habits:
            found = kept.get((id(mind), style))
            if found is None:
                free = late and actor not in self.shown
                found = Habits(mind, table.own[actor], table.others[actor], stakes, free, late, STYLES[style])
                kept[id(mind), style] = found
            return found

        return of

    def weigh(self, turn: Turn, likelihood: Callable[[Habits], float]) -> None:
        """Weigh the particles by an act of the actor of a turn."""
        of = self.habits(turn)
        for particle in self.particles:
            particle.weight *= likelihood(of(particle.minds[turn.actor], particle.styles[turn.actor]))

    def weigh_announcement(self, turn: Turn) -> None:
        """Weigh the actor's announcement of a mask."""
        key = turn.kind, turn.pointed
        self.weigh(turn, lambda habits: habits.chance(habits.announcements.get(key)))

    def weigh_answers(self, turn: Turn) -> None:
        """Weigh the others' answers: challenged or passed."""
        for seat in range(self.table.seats):
            if seat in (self.table.seat, turn.actor) or turn.answers[seat] == UNKNOWN:
                continue
            chances = self.claim_chances(turn, seat)
            for particle in self.particles:
                slot, chance = chances(particle.minds[seat], particle.styles[seat])
                if turn.answers[seat] == SILENT:
                    likelihood = 1.0 - chance
                else:
                    likelihood = chance * (1.0 if turn.answers[seat] == slot else 0.1)
                particle.weight *= likelihood

    def claim_chances(self, turn: Turn, seat: int) -> Callable[[Mind, int], tuple[int, float]]:
        """Return a function from the mind and the style of `seat` to the slot with which it would challenge and the
        probability that it does."""
        table, kind, actor = self.table, turn.kind, turn.actor
        own = table.stakes(turn, seat, seat)
        best = table.stakes(turn, actor, seat)
        gain, denied, fine = own.gains[kind], -best.gains[kind], own.fine
        kept: dict[tuple[int, int], tuple[int, float]] = {}

        def of(mind: Mind, style: int) -> tuple[int, float]:
            found = kept.get((id(mind), style))
            if found is None:
                slot = max(table.own[seat], key=lambda each: mind[each][kind])
                chance = claims(mind[slot][kind], mind[turn.pointed][kind], max(0.0, gain), denied, fine, STYLES[style])
                found = kept[id(mind), style] = (slot, chance)
            return found

        return of

    # Moves of masks.

    def happen(self, turn: Turn, record: Record, plain: bool) -> None:
        """Apply one record."""
        kind, first, second, who, value = record
        if kind == SWAPPED or (kind == MAYBE_SWAPPED and who == self.table.seat):
            self.move(first, second, kind == SWAPPED, value == 1)
        elif kind == MAYBE_SWAPPED:
            self.split(turn, first, second, who, plain)
        elif value != NONE:
            self.see(first, value, who if kind == SHOWN else None)
        elif kind == SEEN:
            self.looked(first, who)
        else:
            self.seen_by_all(first)

    def move(self, first: int, second: int, openly: bool, swap: bool) -> None:
        """Apply an exchange that the reader knows of, which was real if `swap`. `openly`: everyone knows it."""
        kept: dict[int, Mind] = {}
        for particle in self.particles:
            if swap:
                particle.masks = _exchanged(particle.masks, first, second)
            if openly:
                particle.minds = [_kept(kept, mind, swapped, first, second) for mind in particle.minds]
            else:
                particle.minds = minds_after(particle, first, second, swap, kept)

    def split(self, turn: Turn, first: int, second: int, who: int, plain: bool) -> None:
        """Split every particle in two when another player exchanges two masks, or pretends to."""
        of = self.habits(turn)
        others: dict[int, Mind] = {}
        real: dict[int, Mind] = {}
        found = []
        for particle in self.particles:
            share, weight = EVEN, particle.weight
            if plain and self.reads:
                habits = of(particle.minds[who], particle.styles[who])
                share = habits.swaps(first, second)
                weight *= habits.chance(habits.exchanges.get((first, second)))
            for swap, part in ((False, 1.0 - share), (True, share)):
                minds = minds_after(particle, first, second, swap, others)
                minds[who] = _kept(real, particle.minds[who], swapped, first, second) if swap else particle.minds[who]
                masks = _exchanged(particle.masks, first, second) if swap else particle.masks
                found.append(Particle(masks, minds, particle.styles, weight * part))
        self.particles = found

    def see(self, slot: int, kind: int, but: int | None) -> None:
        """Show a mask to the reader alone (`but` is None), or to everyone except one seat."""
        left = [particle for particle in self.particles if particle.masks[slot] == kind]
        if not left:
            left = self.rescued(slot, kind)
        self.particles = left
        if but is not None:
            kept: dict[int, Mind] = {}
            for particle in left:
                particle.minds = [
                    mind if seat == but else _kept(kept, mind, shown, slot, kind, self.table.copies[kind])
                    for seat, mind in enumerate(particle.minds)
                ]

    def looked(self, slot: int, who: int) -> None:
        """Note that another player looked at a mask."""
        kept: dict[tuple[int, int], Mind] = {}
        for particle in self.particles:
            kind, mind = particle.masks[slot], particle.minds[who]
            after = kept.get((id(mind), kind))
            if after is None:
                after = kept[id(mind), kind] = shown(mind, slot, kind, self.table.copies[kind])
            particle.minds = particle.minds[:]
            particle.minds[who] = after

    def seen_by_all(self, slot: int) -> None:
        """Show a mask of the reader to everyone else."""
        for seat in range(self.table.seats):
            if seat != self.table.seat:
                self.looked(slot, seat)

    def rescued(self, slot: int, kind: int) -> list[Particle]:
        """Return the particles with the mask that was seen exchanged into its slot, for when none agrees with what was
        seen."""
        found = []
        for particle in self.particles:
            other = particle.masks.index(kind)
            found.append(
                Particle(_exchanged(particle.masks, slot, other), particle.minds, particle.styles, particle.weight)
            )
        return found

    def thin(self, number: int) -> None:
        """Join equal particles; if more than `size` are left, draw `size` of them in proportion to their weights."""
        joined: dict[tuple[object, ...], Particle] = {}
        for particle in self.particles:
            key = (tuple(particle.masks), particle.styles, *map(id, particle.minds))
            if key in joined:
                joined[key].weight += particle.weight
            else:
                joined[key] = particle
        particles = list(joined.values())
        total = sum(particle.weight for particle in particles)
        for particle in particles:
            particle.weight /= total
        if len(particles) > self.size:
            running = list(accumulate(particle.weight for particle in particles))
            start = random.Random(number).random()
            points = [(each + start) / self.size * running[-1] for each in range(self.size)]
            counts = [0] * len(particles)
            for point in points:
                counts[min(bisect_left(running, point), len(particles) - 1)] += 1
            particles = [
                Particle(particle.masks, particle.minds, particle.styles, count / self.size)
                for particle, count in zip(particles, counts, strict=True)
                if count
            ]
        self.particles = particles


def populations(seats: int, seat: int) -> list[tuple[int, ...]]:
    """Return ways in which the others may play, all equally likely: with one rival each style, else a few drawn at
    random."""
    if seats == 2:
        return [(style, style) for style in range(len(STYLES))]
    generator = random.Random(seats)
    return [tuple(generator.randrange(len(STYLES)) for _seat in range(seats)) for _each in range(POPULATIONS)]


def _exchanged(masks: list[int], first: int, second: int) -> list[int]:
    after = masks[:]
    after[first], after[second] = after[second], after[first]
    return after


def minds_after(particle: Particle, first: int, second: int, swap: bool, kept: dict[int, Mind]) -> list[Mind]:
    """Return what everyone knows after an exchange they did not make. `kept` holds the minds of those it confuses."""
    found = []
    for mind, style in zip(particle.minds, particle.styles, strict=True):
        if STYLES[style].knows:
            found.append(swapped(mind, first, second) if swap else mind)
        else:
            found.append(_kept(kept, mind, confused, first, second))
    return found


def _kept(kept: dict[int, Mind], mind: Mind, change: Callable[..., Mind], *facts: int) -> Mind:
    """Return the mind after a change; equal minds change once."""
    after = kept.get(id(mind))
    if after is None:
        after = kept[id(mind)] = change(mind, *facts)
    return after


class Readings:
    """The last readings, by what was read: a longer match goes on from the longest of its beginnings."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[object, ...], Reading] = OrderedDict()
        self._lock = Lock()

    def of(self, known: InformationSet, state: MascaradeState, size: int, reads: bool) -> Reading:
        """Return the reading of the position for the seat; it goes on from a kept one if it can."""
        table = Table(state, known.seat)
        turns = turns_of(table, known.log.observer(Acts))
        base = (known.seat, table.seats, tuple(table.dealt), size, reads)
        reading, done = Reading(table, size, reads), 0
        with self._lock:
            for count in range(len(turns) - 1, 0, -1):
                found = self._kept.get((*base, *turns[:count]))
                if found is not None:
                    reading, done = found.copy(), count
                    reading.table = table
                    break
        for count in range(done, len(turns)):
            if count == len(turns) - 1:
                self._keep((*base, *turns[:count]), reading.copy())
            reading.take(turns[count])
        return reading

    def _keep(self, key: tuple[object, ...], reading: Reading) -> None:
        with self._lock:
            self._kept[key] = reading
            self._kept.move_to_end(key)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)


readings = Readings()
