"""What a decision is worth to a seat in the worlds that it reads: what it brings now, and in the next turns.

All values are changes of the prospects of the seat, in tenths of a win.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from games.titles.mascarade.bots.minds import Mind, confused
from games.titles.mascarade.bots.outcomes import after_power
from games.titles.mascarade.bots.reading import Particle, Reading, Turn
from games.titles.mascarade.bots.standing import prospects
from games.titles.mascarade.rules.components import CHALLENGED, GURU, GURU_PRICE, PUPPETEER, TRICKSTER_PRICE
from games.titles.mascarade.rules.state import MascaradeState

TENTHS = 10.0

Answerer = Callable[[Mind, int], tuple[int, float]]
"""By mind and style: the slot with which somebody challenges, and how likely that is."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """How much the next turns count."""

    later: float
    """The next announcement of the seat, against one now."""
    threat: float
    """What the others may announce until then."""


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
        self.coins = [float(each) for each in state.coins]
        self._powers: dict[tuple[int, int], float] = {}
        self._answerers: dict[tuple[int, int], list[tuple[int, Answerer]]] = {}

    # What is believed, and what coins are worth.

    def chance(self, slot: int, kind: int) -> float:
        """How likely a kind of mask lies in a slot."""
        return sum([each.weight for each in self.particles if each.masks[slot] == kind])

    def worth(self, coins: Sequence[float]) -> float:
        """What it is worth to the seat that the coins become these."""
        return TENTHS * (prospects(coins, self.seat) - prospects(self.coins, self.seat))

    def power(self, user: int, kind: int) -> float:
        """What it is worth to the seat that `user` applies the power of a kind now."""
        found = self._powers.get((user, kind))
        if found is None:
            after = after_power(self.state, self.coins, user, self.table.masks[kind])
            found = self._powers[user, kind] = self.worth(after)
        return found

    def paid(self, payer: int, coins: int, payee: int | None = None) -> float:
        """What it is worth to the seat that somebody pays, a fine or to `payee`."""
        after = list(self.coins)
        due = min(after[payer], coins)
        after[payer] -= due
        if payee is not None:
            after[payee] += due
        return self.worth(after)

    @cached_property
    def fines(self) -> list[float]:
        """By payer: what its fine is worth to the seat."""
        return [self.paid(each, 1) for each in range(self.table.seats)]

    def answerers(self, kind: int, pointed: int, actor: int) -> list[tuple[int, Answerer]]:
        """The other seats, with how they answer an announcement by `actor`."""
        found = self._answerers.get((kind, pointed))
        if found is None:
            coins = tuple(int(each) for each in self.coins)
            turn = Turn(int(self.state.turns), actor, coins, int(self.state.justice), kind, pointed, (), ())
            found = [(each, self.reading.claim_chances(turn, each)) for each in self.rivals if each != actor]
            self._answerers[kind, pointed] = found
        return found

    # Announcing.

    def announcement(self, kind: int, slot: int) -> float:
        """The worth of announcing a kind, pointing at an own slot."""
        return self.announced(kind, slot, self.particles)

    def announced(self, kind: int, slot: int, particles: Sequence[Particle]) -> float:
        """The worth of an announcement in some worlds."""
        gain, fines, seat = self.power(self.seat, kind), self.fines, self.seat
        answerers = self.answerers(kind, slot, seat)
        total = 0.0
        for particle in particles:
            nobody, value, mine = 1.0, 0.0, particle.masks[slot] == kind
            for other, answer in answerers:
                place, claim = answer(particle.minds[other], particle.styles[other])
                nobody *= 1.0 - claim
                if not mine and particle.masks[place] == kind:
                    value += claim * self.power(other, kind)
                else:
                    value += claim * fines[other]
            value += gain if mine else nobody * gain + (1.0 - nobody) * fines[seat]
            total += particle.weight * value
        return total

    def best_announcement(self, particles: Sequence[Particle]) -> float:
        """The worth of the best announcement in some worlds; 0 if none pays."""
        best = 0.0
        for kind in range(len(self.table.masks)):
            if self.power(self.seat, kind) > best:
                for slot in self.table.own[self.seat]:
                    best = max(best, self.announced(kind, slot, particles))
        return best

    @cached_property
    def best_now(self) -> float:
        """The worth of the best announcement as things are."""
        return self.best_announcement(self.particles)

    def threat(self, particles: Sequence[Particle]) -> float:
        """What the others may take by what they know they have."""
        losses = {each: [-self.power(each, kind) for kind in range(len(self.table.masks))] for each in self.rivals}
        kept: dict[tuple[int, int], float] = {}
        total = 0.0
        for particle in particles:
            for other in self.rivals:
                mind = particle.minds[other]
                found = kept.get((other, id(mind)))
                if found is None:
                    rows = [mind[slot] for slot in self.table.own[other]]
                    found = max(0.0, *[a * b for row in rows for a, b in zip(row, losses[other], strict=True)])
                    kept[other, id(mind)] = found
                total += particle.weight * found
        return total

    @cached_property
    def threat_now(self) -> float:
        """What the others may take as things are."""
        return self.threat(self.particles)

    # Answering.

    def challenge(self, slot: int) -> float:
        """The worth of challenging the announcement by pointing at `slot`, against not challenging."""
        state, seat, actor, pointed = self.state, self.seat, int(self.state.active), int(self.state.pointed)
        kind, fines = self.table.kind(int(state.announced)), self.fines
        theirs, mine = self.power(actor, kind), self.power(seat, kind)
        answerers = self.answerers(kind, pointed, actor)
        total = 0.0
        for particle in self.particles:
            if particle.masks[pointed] == kind:
                total += particle.weight * fines[seat]
                continue
            nobody, by_owner = 1.0, 0.0
            for other, answer in answerers:
                place, claim = self.answered(other, answer(particle.minds[other], particle.styles[other]))
                nobody *= 1.0 - claim
                if particle.masks[place] == kind:
                    by_owner += claim * self.power(other, kind)
            silent = nobody * theirs + (1.0 - nobody) * fines[actor] + by_owner
            spoken = mine if particle.masks[slot] == kind else fines[seat] + by_owner
            total += particle.weight * (spoken + fines[actor] - silent)
        return total

    def answered(self, other: int, expected: tuple[int, float]) -> tuple[int, float]:
        """The answer of another seat: as it has been given already, else as it is expected."""
        answer = int(self.state.answer[other])
        if answer < 0:
            return expected
        if answer < CHALLENGED:
            return expected[0], 0.0
        return other * self.table.hand + answer - CHALLENGED, 1.0

    # Looking and exchanging.

    def view(self, slot: int) -> float:
        """The worth of looking at an own mask."""
        groups: dict[int, list[Particle]] = {}
        for particle in self.particles:
            groups.setdefault(particle.masks[slot], []).append(particle)
        if len(groups) == 1:
            return 0.0
        informed = 0.0
        for group in groups.values():
            informed += self.best_announcement(group)
        return self.outlook.later * (informed - self.best_now)

    def exchange(self, own: int, other: int, swap: bool) -> float:
        """The worth of exchanging two masks, or of pretending to."""
        kept: dict[int, Mind] = {}
        particles = []
        for particle in self.particles:
            masks = particle.masks
            if swap:
                masks = masks[:]
                masks[own], masks[other] = masks[other], masks[own]
            minds = []
            for mind in particle.minds:
                after = kept.get(id(mind))
                if after is None:
                    after = kept[id(mind)] = confused(mind, own, other)
                minds.append(after)
            particles.append(Particle(masks, minds, particle.styles, particle.weight))
        gained = self.best_announcement(particles) - self.best_now
        return self.outlook.later * gained + self.outlook.threat * (self.threat_now - self.threat(particles))

    # Targets.

    def fortunes(self, other: int) -> float:
        """The worth of exchanging all coins with another seat."""
        after = list(self.coins)
        after[self.seat], after[other] = after[other], after[self.seat]
        return self.worth(after)

    def struck(self, mask: int, slot: int) -> float:
        """The worth of aiming the power of a mask that costs coins at the owner of a slot."""
        victim = self.table.owner[slot]
        if mask == GURU:
            knows = sum([each.weight * max(each.minds[victim][slot]) for each in self.particles])
            return (1.0 - knows) * self.paid(victim, GURU_PRICE, self.seat)
        return self.paid(victim, 1 if mask == PUPPETEER else TRICKSTER_PRICE, self.seat)

    def danger(self, slot: int) -> float:
        """How much the owner of a slot may take by what it knows to have there."""
        owner = self.table.owner[slot]
        losses = [-self.power(owner, kind) for kind in range(len(self.table.masks))]
        return sum(
            [
                each.weight * max(0.0, *[a * b for a, b in zip(each.minds[owner][slot], losses, strict=True)])
                for each in self.particles
            ]
        )
