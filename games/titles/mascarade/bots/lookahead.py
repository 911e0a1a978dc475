"""The value of a decision for a seat in the worlds that it reads: its gain now and in the next turns.

All values are prospects of the seat (chances.py) in tenths of a win.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from games.titles.mascarade.bots.chances import FEW_SEATS
from games.titles.mascarade.bots.fortunes import Fortunes
from games.titles.mascarade.bots.minds import Mind
from games.titles.mascarade.bots.reading import Particle, Reading, minds_after
from games.titles.mascarade.rules.components import CHALLENGED, NONE
from games.titles.mascarade.rules.masks import GURU, PRICES
from games.titles.mascarade.rules.state import MascaradeState


@dataclass(frozen=True, slots=True)
class Outlook:
    """How much the next turns count."""

    later: float
    """The next announcement of the seat, against one now."""
    threat: float
    """The announcements of the others until then."""


class Lookahead:
    """The values of all decisions of `seat` in one position."""

    def __init__(self, state: MascaradeState, seat: int, reading: Reading, outlook: Outlook) -> None:
        self.state = state
        self.seat = seat
        self.table = reading.table
        self.reading = reading
        self.particles: Sequence[Particle] = reading.particles
        self.outlook = outlook
        self.rivals = [each for each in range(self.table.seats) if each != seat]
        self.deep = self.table.seats <= FEW_SEATS
        """Whether the next turns are judged for each outcome; at larger tables only for the coins now."""
        self.fortunes: dict[tuple[tuple[float, ...], int], Fortunes] = {}
        self.leaves: dict[tuple[tuple[float, ...], int], float] = {}
        self.supposed: list[list[Particle]] = []
        """Worlds after supposed exchanges. They are kept, because answers are cached by the identity of minds."""
        self.now = self.fortune(tuple(float(each) for each in state.coins), int(state.justice))

    def fortune(self, coins: tuple[float, ...], justice: int) -> Fortunes:
        """Return the fortunes that begin with these coins; equal coins share one object."""
        found = self.fortunes.get((coins, justice))
        if found is None:
            found = self.fortunes[coins, justice] = Fortunes(self.reading, int(self.state.turns), coins, justice)
        return found

    def chance(self, slot: int, kind: int) -> float:
        """Return the probability that a mask of this kind lies in a slot."""
        return sum([each.weight for each in self.particles if each.masks[slot] == kind])

    # The next turns.

    def leaf(self, coins: tuple[float, ...], justice: int) -> float:
        """Return the value of coins after this turn."""
        found = self.leaves.get((coins, justice))
        if found is None:
            fortune = self.fortune(coins, justice)
            if self.deep and not fortune.over:
                found = self.potential(fortune, self.particles)
            else:
                found = fortune.value
            self.leaves[coins, justice] = found
        return found

    def potential(self, fortune: Fortunes, particles: Sequence[Particle]) -> float:
        """Return the value of a position after this turn: its coins, what the others may take, and what the seat may
        then announce unless another seat has won."""
        taken, lost = fortune.threat(particles, self.rivals)
        gain = self.best_announcement(fortune, particles) - fortune.value
        return fortune.value + self.outlook.later * (1.0 - lost) * gain - self.outlook.threat * taken

    def best_announcement(self, fortune: Fortunes, particles: Sequence[Particle]) -> float:
        """Return the value of the best announcement, which may be none."""
        best = fortune.value
        for kind in range(len(self.table.masks)):
            if fortune.value_after(self.seat, kind) > best:
                for slot in self.table.own[self.seat]:
                    best = max(best, self.announced(fortune, kind, slot, particles, deep=False))
        return best

    # Announcing.

    @cached_property
    def base(self) -> float:
        """The value of letting the turn go by."""
        return self.potential(self.now, self.particles)

    def announcement(self, kind: int, slot: int) -> float:
        """Return the worth of announcing a kind, pointing at an own slot, compared with letting the turn go by."""
        value = self.announced(self.now, kind, slot, self.particles, deep=True)
        return value - (self.base if self.deep else self.now.value)

    def announced(self, fortune: Fortunes, kind: int, slot: int, particles: Sequence[Particle], *, deep: bool) -> float:
        """Return the value of an announcement in some worlds, `deep` with the next turns; the weights of the worlds add
        up to one."""
        seat, answerers = self.seat, fortune.answerers(kind, slot, self.seat)

        def value(user: int, payers: tuple[int, ...]) -> float:
            return self.leaf(*fortune.after(user, kind, payers)) if deep else fortune.value_after(user, kind, payers)

        passed, caught = value(seat, ()), value(NONE, (seat,))
        total = 0.0
        for particle in particles:
            nobody, owned, found, mine = 1.0, 0.0, 0.0, particle.masks[slot] == kind
            for other, answer in answerers:
                place, claim = answer(particle.minds[other], particle.styles[other])
                nobody *= 1.0 - claim
                if mine:
                    found += claim * (value(seat, (other,)) - passed)
                elif particle.masks[place] == kind:
                    owned += claim
                    found += claim * value(other, (seat,))
                else:
                    found += claim * (value(NONE, (seat, other)) - caught)
            if mine:
                found += passed
            else:
                found += nobody * passed + max(0.0, 1.0 - nobody - owned) * caught
            total += particle.weight * found
        return total

    # Answering.

    def challenge(self, slot: int) -> float:
        """Return the worth of challenging the announcement by pointing at `slot`, against not challenging."""
        seat, actor, pointed = self.seat, int(self.state.active), int(self.state.pointed)
        kind, now = self.table.kind(int(self.state.announced)), self.now

        def value(user: int, *payers: int) -> float:
            return self.leaf(*now.after(user, kind, payers))

        answerers = [each for each in now.answerers(kind, pointed, actor) if each[0] != seat]
        total = 0.0
        for particle in self.particles:
            if particle.masks[pointed] == kind:
                total += particle.weight * (value(actor, seat) - value(actor))
                continue
            nobody, owner, owned = 1.0, NONE, 0.0
            for other, answer in answerers:
                place, claim = self.answered(other, answer(particle.minds[other], particle.styles[other]))
                nobody *= 1.0 - claim
                if particle.masks[place] == kind:
                    owner, owned = other, claim
            silent = nobody * value(actor) + (1.0 - nobody - owned) * value(NONE, actor)
            spoken = (1.0 - owned) * value(NONE, actor, seat)
            if owner != NONE:
                silent += owned * value(owner, actor)
                spoken += owned * value(owner, actor, seat)
            if particle.masks[slot] == kind:
                spoken = value(seat, actor)
            total += particle.weight * (spoken - silent)
        return total

    def answered(self, other: int, expected: tuple[int, float]) -> tuple[int, float]:
        """Return the answer of another seat: as it was given openly, else as it is expected."""
        answer = int(self.state.answer[other])
        if self.state.sealed_answers or answer < 0:
            return expected
        if answer < CHALLENGED:
            return expected[0], 0.0
        return other * self.table.hand + answer - CHALLENGED, 1.0

    # Looking and exchanging.

    def view(self, slot: int) -> float:
        """Return the worth of looking at an own mask."""
        groups: dict[int, list[Particle]] = {}
        for particle in self.particles:
            groups.setdefault(particle.masks[slot], []).append(particle)
        if len(groups) == 1:
            return 0.0
        informed = 0.0
        for group in groups.values():
            share = sum([each.weight for each in group])
            alike = [Particle(each.masks, each.minds, each.styles, each.weight / share) for each in group]
            informed += share * self.potential(self.now, alike)
        return informed - self.base

    def exchange(self, own: int, other: int, swap: bool) -> float:
        """Return the worth of exchanging two masks, or of pretending to."""
        kept: dict[int, Mind] = {}
        particles = []
        for particle in self.particles:
            masks = particle.masks
            if swap:
                masks = masks[:]
                masks[own], masks[other] = masks[other], masks[own]
            minds = minds_after(particle, own, other, swap, kept)
            particles.append(Particle(masks, minds, particle.styles, particle.weight))
        self.supposed.append(particles)
        return self.potential(self.now, particles) - self.base

    # Targets.

    def richer(self, other: int) -> float:
        """Return the worth of exchanging all coins with another seat."""
        after = list(self.now.coins)
        after[self.seat], after[other] = after[other], after[self.seat]
        return self.leaf(tuple(after), self.now.justice) - self.leaf(self.now.coins, self.now.justice)

    def struck(self, mask: int, slot: int) -> float:
        """Return the worth of aiming the power of a mask that costs coins at the owner of a slot."""
        victim = self.table.owner[slot]
        gain = self.now.paid(victim, PRICES[mask], self.seat) - self.now.value
        if mask == GURU:
            gain *= 1.0 - sum([each.weight * max(each.minds[victim][slot]) for each in self.particles])
        return gain

    def danger(self, slot: int) -> float:
        """Return how much the owner of a slot may take by what it knows to have there."""
        owner = self.table.owner[slot]
        return self.now.threat(self.particles, [owner])[0]
