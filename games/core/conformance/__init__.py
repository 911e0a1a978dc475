"""The laws that every title must keep, checked at each ply of a match.

    check_match(game, seats=3, options={}, seed=7, policy="skewed")

A title that passes works on the site: the site leans on nothing else. A broken law says which one, and the seed
with which to see it again.
"""

import random
from collections.abc import Mapping

from games.core.conformance.endings import check_outcome, check_proof, check_record, check_replay
from games.core.conformance.histories import check_histories
from games.core.conformance.knowledge import KNOWLEDGE
from games.core.conformance.rules import RULES
from games.core.conformance.scene import (
    LawBroken,
    Scene,
    insides,
    require,
    require_same,
    require_same_trace,
    trace,
)
from games.core.conformance.words import check_entries, check_presenter
from games.core.events import EventKind
from games.core.game import Game
from games.core.log import apply_event
from games.core.outcome import Outcome
from games.core.simulation import Simulation

__all__ = ["LawBroken", "check_match"]

SAMPLES = 30


def check_match(game: Game, seats: int, settings: Mapping[str, str], seed: int, policy: str = "uniform") -> Outcome:
    """Play one match by `policy` and check every law at every ply; the outcome, or `LawBroken`."""
    simulation = Simulation(game, seats, game.complete_settings(settings), seed, policy)
    try:
        return _Trial(simulation).run()
    except Exception as error:
        last = f", after {simulation.events[-1].text!r}" if simulation.events else ""
        raise LawBroken(
            f"{game.slug}, {seats} seats, {simulation.settings}, seed {seed}, policy {policy}, "
            f"ply {len(simulation.events)}{last}: {error or type(error).__name__}"
        ) from error


class _Trial:
    """One match under examination, with a second state that knows it from its events only, and a scribe."""

    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation
        self.mirror = simulation.game.initial_state(simulation.seats, simulation.settings)
        self.annotator = simulation.game.annotator(simulation.seats, simulation.settings)
        self.generator = random.Random(f"laws {simulation.seed}")
        self.samples: list[str] = []
        self.turn = simulation.state.turn()

    def scene(self) -> Scene:
        """Where the match stands."""
        each = self.simulation
        return Scene(each.game, each.seats, each.state.copy(), self.generator, self.samples)

    def run(self) -> Outcome:
        """All plies, then the end."""
        each = self.simulation
        while True:
            self.check_ply()
            event = each.step()
            if event is None:
                break
            apply_event(each.game, self.mirror, event)
            check_entries(self.scene(), self.annotator.read(event), len(each.events) - 1)
            if event.kind == EventKind.MOVE and event.text not in self.samples:
                self.samples = [*self.samples, event.text][-SAMPLES:]
        scene = self.scene()
        check_outcome(scene)
        check_histories(scene, each.settings, each.events)
        check_replay(scene, each.settings, each.events)
        check_record(scene, each.settings, each.events)
        check_proof(scene, each.dealer, each.settings, each.events)
        outcome = each.state.outcome()
        assert outcome is not None
        return outcome

    def check_ply(self) -> None:
        """The laws of one ply."""
        each = self.simulation
        require_same_trace(each.state, self.mirror, each.seats, "the events alone rebuild the position")
        before = (each.state.rng_state, insides(each.state), trace(each.state, each.seats))
        for law in (*RULES, *KNOWLEDGE, check_presenter):
            law(self.scene())
        after = (each.state.rng_state, insides(each.state), trace(each.state, each.seats))
        require_same(after, before, "a copy is independent: what happens to it does not touch the original")
        require(each.state.turn() >= self.turn, "turn() never falls")
        self.turn = each.state.turn()
