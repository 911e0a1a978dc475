"""Playing a match by a policy from explicit seeds, event by event: for tests, fuzzing and recordings."""

import hashlib
from collections.abc import Mapping

from games.core.dealer import Dealer
from games.core.events import Event, EventKind
from games.core.game import Game
from games.core.log import chance_event
from games.core.state import CHANCE, OVER, State
from games.core.strategies import STRATEGIES, Choose

MOST_PLIES = 10_000
MOST_PARTS = 50


class EndlessMatch(RuntimeError):
    """A match or a move that does not come to its end within a bound that no title should need."""


def dealer_for(seed: int, seats: int) -> Dealer:
    """The dealer of the simulation with that seed."""
    return Dealer(hashlib.sha256(f"simulation {seed}".encode()).digest(), f"simulation-{seed}", ("",) * seats)


class Simulation:
    """One match on its way: `step` plays the next event, a whole move or one step of chance.

    In a window the seats answer in seat order, as a stored log has them.
    """

    def __init__(self, game: Game, seats: int, settings: Mapping[str, str], seed: int, policy: str) -> None:
        self.game = game
        self.seats = seats
        self.settings = dict(settings)
        self.seed = seed
        self.policy = policy
        self.dealer = dealer_for(seed, seats)
        self.choose = STRATEGIES[policy](seed)
        self.state = game.initial_state(seats, settings)
        self.state.seed(seed)
        self.events: list[Event] = []
        self.parts: list[int] = []  # of the last move, even if it failed

    def step(self) -> Event | None:
        """Play the next event; None when the match is over. Nothing is checked but that it ends."""
        seat = self.state.to_move()
        if seat == OVER:
            return None
        if len(self.events) >= MOST_PLIES:
            raise EndlessMatch(f"the match goes on after {MOST_PLIES} plies")
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


def finish_move(state: State, seat: int, choose: Choose, parts: list[int]) -> None:
    """Choose parts for `seat` until its move is whole; those chosen before the call are already in `parts`, and
    every new one is added to it at once, so that a crash leaves it behind."""
    while not parts or state.composing(seat):
        if len(parts) >= MOST_PARTS:
            raise EndlessMatch(f"a move goes on after {MOST_PARTS} parts: {parts}")
        parts.append(choose(state, seat))
        state.choose(seat, parts[-1])


def random_part(state: State, seat: int) -> int:
    """Uniform play, by the state's own generator."""
    return state.random_option(seat)
