"""Simulated matches: played by a strategy from explicit seeds, event by event, for tests, fuzzing and playthroughs."""

import hashlib
from collections.abc import Mapping

from games.core.engine.dealer import Dealer
from games.core.engine.events import Event, EventKind
from games.core.engine.log import chance_event
from games.core.engine.state import CHANCE, OVER, State
from games.core.kit.strategies import STRATEGIES, Strategy
from games.core.title.game import Game

MAX_PLIES = 10_000
MAX_PARTS = 50


class EndlessMatch(RuntimeError):
    """A match or a move that does not end within a limit that no title should reach."""


def dealer_for(seed: int, seats: int) -> Dealer:
    """Return the dealer of the simulation with this seed."""
    return Dealer(hashlib.sha256(f"simulation {seed}".encode()).digest(), f"simulation-{seed}", ("",) * seats)


class Simulation:
    """One match: `step` plays the next event, a whole move or one chance step.

    In a window the seats answer in seat order, as in a stored log.
    """

    def __init__(self, game: Game, seats: int, settings: Mapping[str, str], seed: int, strategy: str) -> None:
        self.game = game
        self.seats = seats
        self.settings = dict(settings)
        self.seed = seed
        self.strategy = strategy
        self.dealer = dealer_for(seed, seats)
        self.choose = STRATEGIES[strategy](seed)
        self.state = game.initial_state(seats, settings)
        self.state.seed(seed)
        self.events: list[Event] = []
        self.parts: list[int] = []  # of the last move, even if it failed

    def step(self) -> Event | None:
        """Play the next event and return it; None if the match is over. Raises `EndlessMatch` beyond the limits."""
        seat = self.state.to_move()
        if seat == OVER:
            return None
        if len(self.events) >= MAX_PLIES:
            raise EndlessMatch(f"the match goes on after {MAX_PLIES} plies")
        if seat == CHANCE:
            outcome = self.dealer.draw(self.state.chance_step())
            event = chance_event(self.game, self.state, outcome)
            self.state.choose_chance(outcome)
        else:
            before = self.state.copy()
            self.parts = []
            finish_move(self.state, seat, self.choose, self.parts)
            event = Event(EventKind.MOVE, seat, self.game.format_move(before, seat, self.parts))
        self.events.append(event)
        return event


def finish_move(state: State, seat: int, choose: Strategy, parts: list[int]) -> None:
    """Choose parts for `seat` until its move is complete. Parts chosen before the call are already in `parts`; every
    new one is appended before it is applied, so that `parts` holds it if `State.choose` raises."""
    while not parts or state.composing(seat):
        if len(parts) >= MAX_PARTS:
            raise EndlessMatch(f"a move goes on after {MAX_PARTS} parts: {parts}")
        parts.append(choose(state, seat))
        state.choose(seat, parts[-1])


def random_part(state: State, seat: int) -> int:
    """Return a random part, uniformly, by the state's own generator."""
    return state.random_option(seat)
