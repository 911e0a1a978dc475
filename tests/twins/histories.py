"""Twins of a match: other histories that one seat cannot tell from the true one.

A seat's knowledge is taken from `State.redeal`, which uses that knowledge alone: two positions are the same to a seat
if it is dealt the same worlds from both. Neither the view nor the redaction is used, so both are tested. For a
spectator, who has no worlds, the view is used, and log, pages and everything else are tested.
"""

import random
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from games.core.engine.events import Event, EventKind
from games.core.engine.log import apply_event
from games.core.engine.state import State
from games.core.errors import BrokenLog
from games.core.kit.conformance.context import CheckContext, canonical, internal_state
from games.core.kit.conformance.histories import alternative_event
from games.core.kit.samples import sample_settings
from games.core.kit.simulation import Simulation
from games.core.title.game import Game

SEEDS = (11, 4_000_000_007)  # two worlds: they never agree by chance
PROPOSALS = 60
LOOKS = 10  # events of one class in one match; the next match shows others
ENOUGH = 4  # changes that make a twin
ASKED = 4  # seats whose knowledge is compared to find out what is a secret
PAYLOAD = re.compile(r"(.*[=+])?(.+)")

Class = tuple[EventKind, str]
"""Events of one kind that may hold secrets: draws of one purpose, moves of one phase."""


@dataclass(frozen=True)
class History:
    """The beginning of one match."""

    game: Game
    seats: int
    settings: dict[str, str]
    events: tuple[Event, ...]

    def states(self) -> list[State]:
        """Return the positions after 0, 1, 2 ... events, which must not be changed."""
        return list(self._states)

    @cached_property
    def _states(self) -> list[State]:
        state = self.game.initial_state(self.seats, self.settings)
        found = [state.copy()]
        for event in self.events:
            apply_event(self.game, state, event)
            found.append(state.copy())
        return found

    def begun(self, events: Sequence[Event]) -> "History":
        """Return the same match with other events."""
        return History(self.game, self.seats, self.settings, tuple(events))

    def decisions(self) -> list[int]:
        """Return the numbers of events after which a turn or window opens; the end of the match is none."""
        plies, inside = [], False
        for ply, state in enumerate(self.states()):
            if state.deciders() and not inside:
                plies.append(ply)
            inside = bool(state.sealed()) and len(state.deciders()) > 1
        return plies


def played(game: Game, seats: int, seed: int, strategy: str) -> History:
    """Return a match played by a strategy, with the title's usual settings or, for odd seeds, others in turn."""
    usual, *others = sample_settings(game, seats)
    settings = others[seed // 2 % len(others)] if others and seed % 2 else usual
    simulation = Simulation(game, seats, settings, seed, strategy)
    while simulation.step():
        pass
    return History(game, seats, simulation.settings, tuple(simulation.events))


def known(state: State, viewer: int | None) -> str:
    """Return all that `viewer` knows of a position."""
    if viewer is None:
        return canonical(state.view(None))
    worlds = [state.redeal(viewer, seed) for seed in SEEDS]
    return "\n".join(f"{internal_state(world)} {world.rng_state}" for world in worlds)


def class_of(state: State, event: Event) -> Class:
    """Return the class of `event`, which is about to happen in `state`."""
    if event.kind == EventKind.CHANCE:
        return event.kind, event.text.partition("/")[0]
    return event.kind, state.view(None)["phase"]


@dataclass
class Secrets:
    """The classes of events that may hold secrets, found by changing single events and asking what each seat knows
    afterwards. A change that nobody notices (a die that rolls another harmless number) is no secret but public."""

    rng: random.Random
    classes: set[Class] = field(default_factory=set)

    def learn(self, history: History) -> None:
        """Look at some events of each class of `history` that has not shown a secret yet."""
        states, looked = history.states(), Counter[Class]()
        for ply in self.rng.sample(range(len(history.events)), len(history.events)):
            kind = class_of(states[ply], history.events[ply])
            if kind in self.classes or looked[kind] == LOOKS:
                continue
            looked[kind] += 1
            if self.is_secret(history, states, ply):
                self.classes.add(kind)

    def is_secret(self, history: History, states: list[State], ply: int) -> bool:
        """Return whether another event at `ply` would have made a difference to some seats only."""
        for _attempt in range(3):
            context = CheckContext(history.game, history.seats, states[ply], self.rng, ())
            trial, at = states[ply].copy(), ply + 1
            event = alternative_event(context, states[ply], history.events[ply])
            names = exchange(history.events[ply], event)
            if event == history.events[ply]:
                continue
            try:
                apply_event(history.game, trial, event)
                while not trial.deciders() and at < len(history.events):
                    apply_event(history.game, trial, renamed(history.events[at], names))
                    at += 1
            except BrokenLog:
                continue
            if trial.deciders() and trial.deciders() == states[at].deciders():
                if len({known(trial, seat) == known(states[at], seat) for seat in self.asked(history, event)}) == 2:
                    return True
        return False

    def asked(self, history: History, event: Event) -> list[int]:
        """Return some seats, including the one that makes the event: all of them at a small table."""
        seats = list(range(history.seats))
        if len(seats) <= ASKED:
            return seats
        own = [] if event.seat is None else [event.seat]
        return [*own, *self.rng.sample([seat for seat in seats if seat not in own], ASKED - len(own))]


class Search:
    """A search for twins of one history in the eyes of one viewer."""

    def __init__(self, history: History, viewer: int | None, classes: set[Class], rng: random.Random) -> None:
        self.history = history
        self.viewer = viewer
        self.classes = classes
        self.rng = rng
        self.states = history.states()
        self.truth = [known(state, viewer) for state in self.states]
        self.events = list(history.events)
        self.secret = [
            ply
            for ply, event in enumerate(history.events)
            if class_of(self.states[ply], event) in classes and (viewer is None or event.seat != viewer)
        ]
        self.offered = [
            (ply, other)
            for ply, event in enumerate(history.events)
            if viewer is None or event.seat != viewer
            for other in history.game.alternatives(self.states[ply], event)
        ]

    def twin(self) -> History | None:
        """Return another history that the viewer cannot tell from the true one; None if none is found.

        It is reached by small changes, each of which keeps what the viewer knows at every decision: in turn an
        alternative that the title says could have happened in secret, and random other cards and moves.
        """
        kept = 0
        for number in range(PROPOSALS if self.secret or self.offered else 0):
            if self.offered and number % 2 == 0:
                kept += self.take_alternative()
            elif self.secret:
                kept += self.propose()
            if kept == ENOUGH:
                break
        return self.history.begun(self.events) if tuple(self.events) != self.history.events else None

    def take_alternative(self) -> bool:
        """Let something else happen that the title says is secret, each once; keep it if the viewer never notices;
        return whether it was kept."""
        ply, other = self.offered.pop(self.rng.randrange(len(self.offered)))
        return self.follow(ply, {ply: other}, {})

    def propose(self) -> bool:
        """Exchange what two secret events hold, or change one; keep that if the viewer would not notice; return whether
        it was kept."""
        first, second = sorted((self.late(), self.late()))
        mine, other = self.events[first], self.events[second]
        if first == second or payload(mine) == payload(other):
            context = CheckContext(self.history.game, self.history.seats, self.states[first], self.rng, ())
            changed = {first: alternative_event(context, self.states[first], mine)}
            return changed[first] != mine and self.follow(first, changed, exchange(mine, changed[first]))
        names = exchange(mine, other)
        return self.follow(first, {first: renamed(mine, names), second: renamed(other, names)}, names)

    def late(self) -> int:
        """Return the place of a secret event, rather a late one: early secrets are often out by now."""
        return max(self.rng.choice(self.secret), self.rng.choice(self.secret))

    def follow(self, start: int, changed: dict[int, Event], names: dict[str, str]) -> bool:
        """Play on from ply `start` with some events changed, replacing hidden moves that are no longer possible; return
        whether the viewer notices nothing."""
        state = self.states[start].copy()
        events, states = self.events[:start], self.states[:start]
        for ply in range(start, len(self.events)):
            states.append(state.copy())
            event = self.possible(state, changed.get(ply, self.events[ply]), names)
            if event is None or known(state, self.viewer) != self.truth[ply + 1]:
                return False
            events.append(event)
        self.events, self.states = events, [*states, state]
        return True

    def possible(self, state: State, event: Event, names: dict[str, str]) -> Event | None:
        """Let `event` happen, or a similar one if it cannot; return it, None if none could stay unnoticed."""
        tries = [event]
        if class_of(state, event) in self.classes and event.kind == EventKind.MOVE and event.seat != self.viewer:
            tries.append(renamed(event, names))
            if event.seat in state.deciders():
                context = CheckContext(self.history.game, self.history.seats, state, self.rng, ())
                tries += [alternative_event(context, state, event) for _try in range(2)]
        for each in tries:
            try:
                apply_event(self.history.game, state, each)
            except BrokenLog:
                continue
            return each
        return None


def payload(event: Event) -> str:
    """Return the payload of an event: the card of a draw or of a hidden move."""
    return PAYLOAD.fullmatch(event.text).group(2)


def exchange(one: Event, other: Event) -> dict[str, str]:
    """Return the cards of two events, each for the other."""
    return {payload(one): payload(other), payload(other): payload(one)}


def renamed(event: Event, names: dict[str, str]) -> Event:
    """Return `event` with another card in it, if `names` has one for it."""
    before, held = PAYLOAD.fullmatch(event.text).groups()
    return Event(event.kind, event.seat, (before or "") + names.get(held, held))
