"""A seat's conclusions from the log about the hand that it does not see, and about who plays it."""

from games.core.engine.events import Effect, Entry
from games.core.title.thinker import Observer
from games.titles.maskera.bots.hand_history import DISCARDED, LOST, PLAYED, HandHistory
from games.titles.maskera.bots.temptation import Temptation
from games.titles.maskera.rules import effects
from games.titles.maskera.rules.components import COUNTER_USES, NONE, RECRUITER, SEATS
from games.titles.maskera.rules.state import MaskeraState


class OpponentModel(Observer):
    """Follows the moves of both hands and knows how likely each hand is after them.

    It uses only what every reader of the log sees: masks that are revealed, announced or discarded, sizes of hands, and
    that a seat draws or looks. So a seat can also derive what the other must expect of its own hand.
    """

    def __init__(self, seat: int, seats: int) -> None:
        super().__init__(seat, seats)
        self.history = HandHistory()
        self.temptation = Temptation()
        self.active = NONE
        """The seat that has played the card revealed last."""
        self.revealed = NONE
        self.hit = False
        self.ability = NONE
        """The mask whose ability is used, or is going to be; NONE if a seat draws instead of playing."""
        self.aside = [0] * SEATS
        """How many cards the recruiter of each seat has drawn and not yet sorted."""

    def likelihood(self, world: MaskeraState, seat: int) -> float:
        """Return how likely the hand that `seat` does not see, as it is in `world`, would have led to all its moves
        since `seat` was last certain of it. Uses the generator of `world`."""
        return self.history.likelihood(world, seat)

    def observe(self, entry: Entry) -> None:
        history = self.history
        match entry.effect:
            case effects.Played(seat):
                history.change_hand(seat, -1)
            case effects.Revealed(seat, mask):
                self.reveal(seat, mask)
            case effects.Discarded(seat, mask):
                self.discard(seat, mask)
            case effects.RandomlyDiscarded(seat, mask):
                history.change_hand(seat, -1)
                history.add_card(seat, LOST, mask)
            case effects.Removed(seat, mask):
                history.change_area(1 - seat, mask, -1)
            case effects.Kept(seat):
                self.aside[seat] = 0
                history.change_hand(seat, 1)
                history.add_kept(seat)
            case effects.Rejected(seat, cards):
                history.set_rejects(seat, list(cards))
            case effects.HandSeen(seat):
                history.clear(1 - seat)
            case effect:
                self.observe_piles(effect)

    def observe_piles(self, effect: Effect) -> None:
        """Observe an effect on the piles or the card on trial that shows no card of a hand."""
        match effect:
            case effects.ChoseToDraw():
                self.ability = NONE
            case effects.CounterHit():
                self.hit = True
                self.history.change_area(self.active, self.revealed, -1)
            case effects.CardsDrawn(seat, cards) if self.ability == RECRUITER:
                self.aside[seat] += len(cards)
            case effects.CardsDrawn(seat, cards):
                self.history.change_hand(seat, len(cards))
            case effects.Reshuffled():
                self.reshuffle()
            case effects.Dealt(areas=areas):
                for seat, cards in enumerate(areas):
                    for mask in cards:
                        self.history.change_area(seat, mask, 1)

    def reveal(self, seat: int, mask: int) -> None:
        """Note a revealed card: it stays in the area unless it turns out to be countered."""
        self.temptation.watch(self.history.area, seat, mask)
        self.history.add_card(seat, PLAYED, mask)
        self.history.change_area(seat, mask, 1)
        self.active = seat
        self.revealed = self.ability = mask
        self.hit = False

    def discard(self, seat: int, mask: int) -> None:
        """Note a discard: a penalty after a miss, the card whose ability is used after a hit."""
        self.history.change_hand(seat, -1)
        self.history.add_card(seat, LOST if self.hit else DISCARDED, mask)
        if self.hit and COUNTER_USES == "discarded":
            self.ability = mask

    def reshuffle(self) -> None:
        """Note that the pile ran out: each hand is certain, unless cards that its seat has recruited are still
        apart."""
        for seat in range(SEATS):
            if self.aside[seat] == 0:
                self.history.clear(seat)
