"""An attacker for titles whose secrets are hands of cards: flat Monte Carlo in which a frozen level answers.

Dealt worlds are weighed by how likely the level's recent acts were with the cards that each world gives it.
"""

import random
from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace
from weakref import WeakKeyDictionary

from games.bots.acts import Act, acts_of
from games.bots.bot import world_seeds
from games.bots.policy import Move, Policy, likelihood
from games.bots.search.candidates import best_moves
from games.bots.search.guide import Guide
from games.bots.search.rollout import roll_out
from games.bots.search.thinkers import GuideFactory
from games.core.engine.events import Effect
from games.core.engine.state import CHANCE, OVER, State
from games.core.errors import MoveError
from games.core.title.thinker import InformationSet, SeatLog, Thinker

ASKED = 3
"""The number of seeds with which the level is asked about each act in the log."""
CANDIDATES = 8
FINALISTS = 3
"""Moves that are tried in all trial worlds; the others are dropped after half of them."""
TRIED = 4
"""Moves are tried in one world for every four dealt: the level answers there, which costs most of the time."""
ROLL_OUTS = 4
"""Roll-outs after the level's answers, in each world."""
ANSWERS = 2
"""The level answers this many times, then the guide plays on: asking a level costs far more than a roll-out."""
LONGEST = 100
"""The maximal length of a roll-out; most end sooner, at the guide's horizon."""


class Secrets(ABC):
    """A title's hidden cards, during a period in which they leave hands only by public acts."""

    @abstractmethod
    def time(self, state: State) -> Hashable:
        """Return a value that identifies the current period; None if acts cannot be read now."""

    @abstractmethod
    def earlier(self, start: State, world: State, seat: int, acts: Sequence[Act]) -> State:
        """Return `start`, a position before `acts`, with the hands that lead to those of `world` after them."""

    @abstractmethod
    def held(self, state: State, seat: int) -> Hashable:
        """Return the hidden cards of `seat`: equal cards give equal answers of a level."""

    @abstractmethod
    def outcomes(self, effect: Effect) -> Sequence[int]:
        """Return the outcomes of a public chance event; empty for any other."""


@dataclass(slots=True)
class Reading:
    """A cache for one running match: everything in it follows from the log."""

    time: Hashable = None
    start: State | None = None
    """The position at the attacker's first decision of this period."""
    read: int = 0
    """The number of log entries at that decision."""
    answers: dict[Hashable, list[Move]] = field(default_factory=dict)
    """The level's answers by number of the act, seat and hidden cards."""


@dataclass(frozen=True, slots=True)
class BestResponse(Thinker):
    """Tries the guide's best moves and the level's own in likely worlds. The level answers, then the guide plays."""

    policy: Policy
    worlds: int
    guide_factory: GuideFactory
    secrets: Secrets
    readings: "WeakKeyDictionary[SeatLog, Reading]" = field(default_factory=WeakKeyDictionary, compare=False)

    def times(self, factor: float) -> "BestResponse":
        return replace(self, worlds=max(1, round(self.worlds * factor)))

    def effort(self) -> str:
        return f"{self.worlds} worlds, {CANDIDATES} candidates, knows {self.policy.level}"

    def think(self, known: InformationSet, seed: int) -> list[int]:
        worlds = self.likely_worlds(known, random.Random(seed))
        guide = self.guide_factory(worlds[0])
        moves = best_moves(guide, worlds[:FINALISTS], known.seat, CANDIDATES)
        own = list(self.policy.ask(known, (seed,))[0])
        if own not in moves:
            moves.append(own)
        if len(moves) == 1:
            return moves[0]
        values = [0.0] * len(moves)
        left, tried = list(range(len(moves))), 0
        for upto, kept in (((len(worlds) + 1) // 2, FINALISTS), (len(worlds), 1)):
            for number in range(tried, upto):
                for at in left:
                    values[at] += self.outcome(guide, worlds[number], known, moves[at], number)
            tried = upto
            left = sorted(left, key=lambda at: (-values[at], at))[:kept]
        return moves[left[0]]

    # Worlds.

    def likely_worlds(self, known: InformationSet, generator: random.Random) -> list[State]:
        """Return trial worlds, drawn in proportion to their weights."""
        worlds = [known.deal(each) for each in world_seeds(0, self.worlds)]
        weights = self.weights(known, worlds)
        count = max(1, self.worlds // TRIED)
        return [world.copy() for world in generator.choices(worlds, weights, k=count)]

    def weights(self, known: InformationSet, worlds: Sequence[State]) -> list[float]:
        """Return the likelihood of the others' acts in this period, for each world."""
        reading = self.readings.setdefault(known.log, Reading())
        time = self.secrets.time(worlds[0])
        if time is None or time != reading.time:
            self.readings[known.log] = Reading(time, known.deal(0), len(known.log.entries))
            return [1.0] * len(worlds)
        acts = acts_of(known.log.entries[reading.read :])
        return [self.weight(known, reading, acts, world) for world in worlds]

    def weight(self, known: InformationSet, reading: Reading, acts: Sequence[Act], world: State) -> float:
        """Return the product of the likelihoods of this period's acts, replayed with the cards of `world`."""
        assert reading.start is not None
        state = self.secrets.earlier(reading.start, world, known.seat, acts)
        log = known.log.entries[: reading.read]
        chance = 1.0
        for number, act in enumerate(acts):
            if act.seat == CHANCE:
                for outcome in self.secrets.outcomes(act.entries[0].effect):
                    state.choose_chance(outcome)
            elif state.to_move() != act.seat:
                break
            else:
                try:
                    parts = self.policy.game.parse_move(state, act.seat, act.entries[0].text)
                except MoveError:
                    return 0.0
                if act.seat != known.seat:
                    answers = self.answers(reading, state, act.seat, number, known)
                    chance *= likelihood(state, act.seat, parts, answers)
                for part in parts:
                    state.choose(act.seat, part)
            log = log + act.entries
        return chance

    def answers(self, reading: Reading, state: State, seat: int, number: int, known: InformationSet) -> list[Move]:
        """Return the level's moves at act `number`; it is asked once for equal hidden cards."""
        key = (number, seat, self.secrets.held(state, seat))
        if key not in reading.answers:
            asked = InformationSet(state, seat, log_of(known, seat))
            reading.answers[key] = self.policy.ask(asked, range(number * ASKED, (number + 1) * ASKED))
        return reading.answers[key]

    # Trials.

    def outcome(self, guide: Guide, world: State, known: InformationSet, move: Sequence[int], number: int) -> float:
        """Return the sum of the values of all roll-outs of a move in one world."""
        seat, horizon = known.seat, guide.horizon(world)
        trial = world.copy()
        for part in move:
            trial.choose(seat, part)
        answered = 0
        while answered < ANSWERS and trial.to_move() not in (seat, OVER) and guide.horizon(trial) == horizon:
            mover = trial.to_move()
            if mover == CHANCE:
                trial.random_chance()
                continue
            answered += 1
            for part in self.policy.ask(InformationSet(trial, mover, log_of(known, mover)), (number,))[0]:
                trial.choose(mover, part)
        total = 0.0
        for again in range(ROLL_OUTS):
            match = trial.copy()
            match.seed(number * ROLL_OUTS + again)
            total += roll_out(guide, match, horizon, LONGEST)[seat]
        return total


def log_of(known: InformationSet, seat: int) -> SeatLog:
    """Return the entries that both seats may read, as the log of `seat`."""
    log = SeatLog(seat, known.log.seats)
    log.extend(known.log.entries)
    return log
