"""The conformance kit: laws that every title must satisfy, checked at each ply of a match.

    check_match(game, seats=3, settings={}, seed=7, strategy="skewed")

For a title with large tables, it checks a sample of plies and viewers (`games.core.kit.conformance.budget`). The site
relies on nothing else. The error names the law that is broken, and how to reproduce it.
"""

import random
from collections.abc import Collection, Mapping

from games.core.engine.events import EventKind
from games.core.engine.log import apply_event
from games.core.engine.outcome import Outcome
from games.core.kit.conformance.alternatives import check_alternatives
from games.core.kit.conformance.budget import EVERYTHING, Budget, budget_of
from games.core.kit.conformance.context import (
    CheckContext,
    LawBroken,
    internal_state,
    require,
    require_same,
    require_same_trace,
    trace,
)
from games.core.kit.conformance.endings import check_outcome, check_proof, check_record, check_replay
from games.core.kit.conformance.histories import check_histories
from games.core.kit.conformance.in_advance import check_in_advance
from games.core.kit.conformance.knowledge import KNOWLEDGE_LAWS
from games.core.kit.conformance.memory import check_fading, check_memory
from games.core.kit.conformance.rules import RULE_LAWS
from games.core.kit.conformance.words import check_entries, check_presenter
from games.core.kit.simulation import MAX_PLIES, Simulation
from games.core.title.game import Game

__all__ = ["LawBroken", "check_match"]

MAX_SAMPLES = 30


def check_match(
    game: Game,
    seats: int,
    settings: Mapping[str, str],
    seed: int,
    strategy: str = "uniform",
    budget: Budget | None = None,
) -> Outcome:
    """Play one match by `strategy` and check every law at every ply, or as far as the budget goes (None: that of the
    title). Returns the outcome; raises `LawBroken`."""
    simulation = Simulation(game, seats, game.complete_settings(settings, seats), seed, strategy)
    try:
        return _MatchCheck(simulation, budget or budget_of(game)).run()
    except Exception as error:
        last = f", after {simulation.events[-1].text!r}" if simulation.events else ""
        raise LawBroken(
            f"{game.slug}, {seats} seats, {simulation.settings}, seed {seed}, strategy {strategy}, "
            f"ply {len(simulation.events)}{last}: {error or type(error).__name__}"
        ) from error


class _MatchCheck:
    """The checks of one match. `replayed` is a second state that is updated from the events only."""

    def __init__(self, simulation: Simulation, budget: Budget) -> None:
        self.simulation = simulation
        self.budget = budget
        self.replayed = simulation.game.initial_state(simulation.seats, simulation.settings)
        self.annotator = simulation.game.annotator(simulation.seats, simulation.settings)
        self.generator = random.Random(f"laws {simulation.seed}")
        self.samples: list[str] = []
        self.turn = simulation.state.turns

    def context(self) -> CheckContext:
        """Return the current ply, for the laws to check."""
        simulation = self.simulation
        state = simulation.state.copy()
        return CheckContext(simulation.game, simulation.seats, state, self.generator, self.samples, self.budget)

    def plies(self) -> Collection[int]:
        """Return the plies at which the laws are checked."""
        if self.budget.plies == EVERYTHING:
            return range(MAX_PLIES + 1)
        played = self.simulation
        ahead = Simulation(played.game, played.seats, played.settings, played.seed, played.strategy)
        kinds = [ahead.state.view(None)["phase"]]
        while ahead.step():
            kinds.append(ahead.state.view(None)["phase"])
        return self.budget.some_plies(kinds, random.Random(f"plies {played.seed}"))

    def run(self) -> Outcome:
        """Check all plies, then the laws of whole matches; return the outcome."""
        simulation = self.simulation
        settings, events = simulation.settings, simulation.events
        plies = self.plies()
        while True:
            if len(events) in plies:
                self.check_ply()
            require(simulation.state.turns >= self.turn, "turns never decreases")
            self.turn = simulation.state.turns
            event = simulation.step()
            if event is None:
                break
            apply_event(simulation.game, self.replayed, event)
            entries = self.annotator.read(event)
            check_entries(self.context(), entries, len(events) - 1)
            for entry in entries:
                check_fading(self.context(), entry)
            if event.kind == EventKind.MOVE and event.text not in self.samples:
                self.samples = [*self.samples, event.text][-MAX_SAMPLES:]
        context = self.context()
        check_outcome(context)
        check_histories(context, settings, events)
        check_memory(context, settings, events)
        check_alternatives(context, settings, events)
        check_replay(context, settings, events)
        check_record(context, settings, events)
        check_proof(context, simulation.dealer, settings, events)
        outcome = simulation.state.outcome()
        assert outcome is not None
        return outcome

    def check_ply(self) -> None:
        """Check the laws of one ply."""
        state, viewers = self.simulation.state, self.context().viewers
        require_same_trace(state, self.replayed, viewers, "the events alone rebuild the position")
        before = (state.rng_state, internal_state(state), trace(state, viewers))
        for law in (*RULE_LAWS, *KNOWLEDGE_LAWS, check_presenter, check_in_advance):
            law(self.context())
        after = (state.rng_state, internal_state(state), trace(state, viewers))
        require_same(after, before, "a copy is independent: changing it does not change the original")
