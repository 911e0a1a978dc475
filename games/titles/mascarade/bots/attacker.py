"""A player for the arena that knows how one level plays and infers from its acts where the masks lie."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from weakref import WeakKeyDictionary

from games.bots.policy import Move, Policy
from games.core.state import State
from games.core.thinker import InformationSet, SeatLog, Thinker
from games.titles.mascarade.bots.outcomes import after_power
from games.titles.mascarade.bots.particles import Particle, Particles
from games.titles.mascarade.bots.standing import chance_of
from games.titles.mascarade.rules.components import ACTION, EXCHANGE_TURNS
from games.titles.mascarade.rules.state import MascaradeState

STAGES = ((4, 12), (16, 1))
"""How many particles a move is tried in so far, and how many of the best moves remain after that."""
NEXT = 0.9
"""Share of the best own power in the value of a position in which the seat may announce at once."""
LATER = 0.4
"""The same if it has to wait: its mask may be swapped away."""


@dataclass(frozen=True, slots=True)
class Attacker(Thinker):
    """Tries every move in the likeliest particles, where the level answers, and takes the best."""

    policy: Policy
    worlds: int
    read: "WeakKeyDictionary[SeatLog, Particles]" = field(default_factory=WeakKeyDictionary, compare=False)
    """A cache by log of a running match: everything in it follows from the log."""

    def times(self, factor: float) -> "Attacker":
        return replace(self, worlds=max(1, round(self.worlds * factor)))

    def effort(self) -> str:
        return f"{self.worlds} worlds, knows {self.policy.level}"

    def think(self, known: InformationSet, seed: int) -> list[int]:
        particles = self.particles(known)
        moves = [list(move) for move in whole_moves(known.deal(0), known.seat, ())]
        tried = 0
        values = [0.0] * len(moves)
        left = list(range(len(moves)))
        drawn = ordered(particles)
        for worlds, kept in STAGES:
            if len(left) == 1:
                break
            for number, particle in enumerate(drawn[tried:worlds], tried):
                for at in left:
                    values[at] += particle.weight * self.outcome(particle, known.seat, moves[at], number)
            tried = worlds
            left = sorted(left, key=lambda at: (-values[at], at))[:kept]
        return moves[left[0]]

    def particles(self, known: InformationSet) -> list[Particle]:
        """The particles after everything in the log of the seat."""
        found = self.read.get(known.log)
        if found is None:
            found = Particles(self.policy, self.worlds, known.seat, known.log.seats)
            self.read[known.log] = found
        found.follow(known)
        return found.particles

    # The value of a move.

    def outcome(self, particle: Particle, seat: int, move: list[int], number: int) -> float:
        """Value a move in one particle: play on to the next action of `seat`, or to the end of the next turn."""
        match = particle.copy()
        last = match.state.turns + 1
        chosen: dict[int, list[int]] = {seat: move}
        while True:
            state = match.state
            for other in state.deciders():
                if other not in chosen:
                    chosen[other] = self.answer(match, other, number)
            for other in state.deciders():
                match.move(other, chosen[other])
            state = match.state
            if state.to_move() < 0 or state.turns > last or (state.phase == ACTION and state.decider == seat):
                return standing(state, seat)
            chosen = {}
            if seat in state.deciders():
                others = {each: self.answer(match, each, number) for each in state.deciders() if each != seat}
                chosen = {seat: best_answer(state, seat, others), **others}

    def answer(self, match: Particle, seat: int, number: int) -> list[int]:
        """The move of the level."""
        return list(self.policy.ask(match.known(seat), (number,))[0])


def ordered(particles: list[Particle]) -> list[Particle]:
    """Sort particles, the likeliest first."""
    return sorted(particles, key=lambda particle: -particle.weight)


def best_answer(state: MascaradeState, seat: int, others: dict[int, list[int]]) -> list[int]:
    """The best decision of `seat` within a turn, given those of the others."""
    best, value = [], -1.0
    for move in whole_moves(state, seat, ()):
        after = state.copy()
        for each in state.deciders():
            for part in move if each == seat else others[each]:
                after.choose(each, part)
        worth = standing(after, seat)
        if worth > value:
            best, value = list(move), worth
    return best


def whole_moves(state: State, seat: int, parts: Move) -> Iterator[Move]:
    """Every move that goes on from `parts`."""
    for part in state.options(seat):
        after = state.copy()
        after.choose(seat, part)
        if after.composing(seat):
            yield from whole_moves(after, seat, (*parts, int(part)))
        else:
            yield (*parts, int(part))


def standing(state: MascaradeState, seat: int) -> float:
    """The chance of `seat` to win, with a share of what its best mask adds when it is announced."""
    result = state.outcome()
    if result is not None:
        return 1 / len(result.winners) if seat in result.winners else 0.0
    coins = [float(each) for each in state.coins]
    now = chance_of(coins, seat)
    base = seat * state.hand
    best = max(
        chance_of(after_power(state, coins, seat, int(state.mask[slot])), seat)
        for slot in range(base, base + state.hand)
    )
    soon = state.phase == ACTION and state.decider == seat and state.turns > EXCHANGE_TURNS and not state.locked(seat)
    return now + (NEXT if soon else LATER) * max(0.0, best - now)
