"""Matches that tests play some way into, with the logs of all seats."""

from collections.abc import Callable, Mapping

from games.bots.arena import read_event
from games.core.engine.dealer import Dealer
from games.core.engine.events import Event, EventKind
from games.core.engine.state import CHANCE, State
from games.core.records.annotator import LogAnnotator
from games.core.title.game import Game
from games.core.title.thinker import InformationSet, SeatLog


class Match:
    """A match under way."""

    def __init__(self, game: Game, seats: int, seed: int, settings: Mapping[str, str] | None = None) -> None:
        self.game = game
        self.annotator: LogAnnotator = game.annotator(seats, game.complete_settings(settings or {}, seats))
        self.dealer = Dealer(seed.to_bytes(8), "test", ("",) * seats)
        self.logs = [SeatLog(seat, seats) for seat in range(seats)]
        self.draw()

    @property
    def state(self) -> State:
        return self.annotator.state

    def draw(self) -> None:
        """Let chance draw all that it owes."""
        while self.state.to_move() == CHANCE:
            read_event(self.annotator, self.logs, self.dealer.next_event(self.game, self.state))

    def known(self, seat: int) -> InformationSet:
        return InformationSet(self.state, seat, self.logs[seat])

    def play(self, decide: Callable[[InformationSet], list[int]], decisions: int) -> None:
        """So many decisions, a window's answers as one, or fewer if the match ends."""
        for _decision in range(decisions):
            if self.state.outcome() is not None:
                return
            moves = [(seat, decide(self.known(seat))) for seat in self.state.deciders()]
            for seat, parts in moves:
                event = Event(EventKind.MOVE, seat, self.game.format_move(self.state, seat, parts))
                read_event(self.annotator, self.logs, event)
            self.draw()
