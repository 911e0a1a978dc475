"""The conformance kit: laws that every title must satisfy, checked at each ply of a match.

    check_match(game, seats=3, settings={}, seed=7, strategy="skewed")

The site relies on nothing else. The error names the law that is broken, and how to reproduce it.
"""

import random
from collections.abc import Mapping

from games.core.conformance.context import (
    CheckContext,
    LawBroken,
    internal_state,
    require,
    require_same,
    require_same_trace,
    trace,
)
from games.core.conformance.endings import check_outcome, check_proof, check_record, check_replay
from games.core.conformance.histories import check_histories
from games.core.conformance.knowledge import KNOWLEDGE_LAWS
from games.core.conformance.rules import RULE_LAWS
from games.core.conformance.words import check_entries, check_presenter
from games.core.events import EventKind
from games.core.game import Game
from games.core.log import apply_event
from games.core.outcome import Outcome
from games.core.simulation import Simulation

__all__ = ["LawBroken", "check_match"]

MAX_SAMPLES = 30


def check_match(game: Game, seats: int, settings: Mapping[str, str], seed: int, strategy: str = "uniform") -> Outcome:
    """Play one match by `strategy` and check every law at every ply. Returns the outcome; raises `LawBroken`."""
    simulation = Simulation(game, seats, game.complete_settings(settings), seed, strategy)
    try:
        return _MatchCheck(simulation).run()
    except Exception as error:
        last = f", after {simulation.events[-1].text!r}" if simulation.events else ""
        raise LawBroken(
            f"{game.slug}, {seats} seats, {simulation.settings}, seed {seed}, strategy {strategy}, "
            f"ply {len(simulation.events)}{last}: {error or type(error).__name__}"
        ) from error


class _MatchCheck:
    """The checks of one match. `replayed` is a second state that is updated from the events only."""

    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation
        self.replayed = simulation.game.initial_state(simulation.seats, simulation.settings)
        self.annotator = simulation.game.annotator(simulation.seats, simulation.settings)
        self.generator = random.Random(f"laws {simulation.seed}")
        self.samples: list[str] = []
        self.turn = simulation.state.turn()

    def context(self) -> CheckContext:
        """The current ply, for the laws to check."""
        simulation = self.simulation
        return CheckContext(simulation.game, simulation.seats, simulation.state.copy(), self.generator, self.samples)

    def run(self) -> Outcome:
        """Check all plies, then the laws of whole matches."""
        simulation = self.simulation
        settings, events = simulation.settings, simulation.events
        while True:
            self.check_ply()
            event = simulation.step()
            if event is None:
                break
            apply_event(simulation.game, self.replayed, event)
            check_entries(self.context(), self.annotator.read(event), len(events) - 1)
            if event.kind == EventKind.MOVE and event.text not in self.samples:
                self.samples = [*self.samples, event.text][-MAX_SAMPLES:]
        context = self.context()
        check_outcome(context)
        check_histories(context, settings, events)
        check_replay(context, settings, events)
        check_record(context, settings, events)
        check_proof(context, simulation.dealer, settings, events)
        outcome = simulation.state.outcome()
        assert outcome is not None
        return outcome

    def check_ply(self) -> None:
        """Check the laws of one ply."""
        state, seats = self.simulation.state, self.simulation.seats
        require_same_trace(state, self.replayed, seats, "the events alone rebuild the position")
        before = (state.rng_state, internal_state(state), trace(state, seats))
        for law in (*RULE_LAWS, *KNOWLEDGE_LAWS, check_presenter):
            law(self.context())
        after = (state.rng_state, internal_state(state), trace(state, seats))
        require_same(after, before, "a copy is independent: changing it does not change the original")
        require(state.turn() >= self.turn, "turn() never decreases")
        self.turn = state.turn()
