"""A player for the arena that knows how one level plays and infers from its acts where the masks lie."""

from collections.abc import Hashable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from weakref import WeakKeyDictionary

from games.bots.policy import Move, Policy
from games.core.engine.events import Entry
from games.core.engine.state import State
from games.core.title.thinker import InformationSet, SeatLog, Thinker
from games.titles.mascarade.bots.chances import chance_of
from games.titles.mascarade.bots.outcomes import after_power
from games.titles.mascarade.bots.particles import Particle, Particles
from games.titles.mascarade.rules.components import ACTION, ANNOUNCE, EXCHANGE_TURNS, MASK, POINT
from games.titles.mascarade.rules.state import MascaradeState

STAGES = ((4, 6), (16, 1))
"""By stage: in how many particles a move has been tried after it, and how many of the best moves remain."""
NEXT = 0.9
"""Share of the best own power in the value of a position in which the seat may announce at once."""
LATER = 0.4
"""The same if it has to wait: its mask may be swapped away."""


@dataclass(frozen=True, slots=True)
class Attacker(Thinker):
    """Tries every move in the likeliest particles, where the level answers, and takes the best. Without any particle it
    plays as the level does."""

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
        if not particles:
            return list(self.policy.ask(known, (seed,))[0])
        moves = promising(list(whole_moves(known.deal(0), known.seat, ())), particles)
        values = dict.fromkeys(moves, 0.0)
        tried = 0
        for worlds, kept in STAGES:
            if len(moves) == 1:
                break
            for particle in particles[tried:worlds]:
                trial = Trial(self.policy, particle, known.seat)
                for move in moves:
                    values[move] += particle.weight * trial.outcome(move)
            tried = worlds
            moves = sorted(moves, key=lambda move: -values[move])[:kept]
        return list(moves[0])

    def particles(self, known: InformationSet) -> list[Particle]:
        """Return the particles after everything in the log of the seat, the likeliest first."""
        found = self.read.get(known.log)
        if found is None:
            found = Particles(self.policy, self.worlds, known.seat, known.log.seats)
            self.read[known.log] = found
        found.follow(known)
        return sorted(found.particles, key=lambda particle: -particle.weight)


class Trial:
    """Tries moves of `seat` in one particle."""

    def __init__(self, policy: Policy, particle: Particle, seat: int) -> None:
        self.policy = policy
        self.particle = particle
        self.seat = seat
        self.answers: dict[Hashable, Move] = {}
        """The level's answers, by seat and everything that it has read since the trial began."""

    def outcome(self, move: Move) -> float:
        """Return the value of `move` for the seat, played on to its next action or to the end of the next turn."""
        match, seat = self.particle.copy(), self.seat
        told: list[Entry] = []
        last = match.state.turns + 1
        chosen: Move | None = move
        while True:
            state = match.state
            answers = {each: self.answer(match, each, told) for each in state.deciders() if each != seat}
            if seat in state.deciders():
                answers[seat] = chosen or best_answer(state, seat, answers)
                chosen = None
            for each in state.deciders():
                told += match.move(each, answers[each])
            state = match.state
            if state.to_move() < 0 or state.turns > last or (state.phase == ACTION and state.decider == seat):
                return worth_of(state, seat)

    def answer(self, match: Particle, seat: int, told: list[Entry]) -> Move:
        """Return the move of the level, which has read the entries `told`."""
        seen = [entry.redact(seat) for entry in told]
        key = (seat, tuple(entry.effect for entry in seen if entry))
        if key not in self.answers:
            self.answers[key] = self.policy.ask(match.known(seat), (len(self.answers),))[0]
        return self.answers[key]


def promising(moves: list[Move], particles: list[Particle]) -> list[Move]:
    """Return the moves without announcements that point at a slot which is less likely to hold the mask than
    another."""
    best: dict[int, tuple[float, Move]] = {}
    others: list[Move] = []
    for move in moves:
        if move[0] != ANNOUNCE:
            others.append(move)
            continue
        state = particles[0].state
        slot = state.active * state.hand + (move[2] - POINT if state.hand > 1 else 0)
        held = sum(particle.weight for particle in particles if particle.state.mask[slot] == move[1] - MASK)
        if move[1] not in best or held > best[move[1]][0]:
            best[move[1]] = (held, move)
    return others + [move for _held, move in best.values()]


def best_answer(state: MascaradeState, seat: int, others: Mapping[int, Move]) -> Move:
    """Return the best decision of `seat` within a turn, given those of the others."""
    best: Move = ()
    value = -1.0
    for move in whole_moves(state, seat, ()):
        after = state.copy()
        for each in state.deciders():
            for part in move if each == seat else others[each]:
                after.choose(each, part)
        worth = worth_of(after, seat)
        if worth > value:
            best, value = move, worth
    return best


def whole_moves(state: State, seat: int, parts: Move) -> Iterator[Move]:
    """Yield every move that begins with `parts`, which have been chosen in `state`."""
    for part in state.options(seat):
        after = state.copy()
        after.choose(seat, part)
        if after.composing(seat):
            yield from whole_moves(after, seat, (*parts, int(part)))
        else:
            yield (*parts, int(part))


def worth_of(state: MascaradeState, seat: int) -> float:
    """Return the chance of `seat` to win, with a share of what its best mask adds when it is announced."""
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
