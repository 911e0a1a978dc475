"""A position of Mascarade: who decides, what may be chosen, what chance owes. The other modules hold its parts."""

from typing import TYPE_CHECKING

from games.core.engine.outcome import Outcome
from games.core.engine.rows import Int
from games.core.engine.state import CHALLENGE, CHANCE, REACTION, TURN, ChanceStep
from games.titles.mascarade.rules import challenge, deal, powers, redeal, targets, turn
from games.titles.mascarade.rules import components as box
from games.titles.mascarade.rules.fields import MascaradeFields

if TYPE_CHECKING:
    from games.titles.mascarade.rules.view import MascaradeView


class MascaradeState(MascaradeFields):
    """One position of Mascarade."""

    __slots__ = ()

    def copy(self) -> "MascaradeState":
        return MascaradeState(self, 0, 0, [])

    # The deciders.

    def to_move(self) -> Int:
        return self.decider

    def deciders(self) -> list[Int]:
        if not self.sealed():
            return super().deciders()
        return [seat for seat in range(self.seats) if self.answer[seat] == box.OPEN]

    def sealed(self) -> bool:
        return self.phase == box.MEMORISE or (self.phase == box.ANSWERS and self.sealed_answers)

    def response(self) -> Int:
        phase = self.phase
        if phase == box.ANSWERS:
            return CHALLENGE
        return REACTION if phase == box.MEMORISE or phase == box.GUESS else TURN

    def silence_counts(self) -> bool:
        """Return False where silence is a whole answer: “memorised”, and “no challenge”. A Guru's victim is asked for
        more."""
        return self.phase != box.MEMORISE and self.phase != box.ANSWERS

    def epoch_in_advance(self, seat: Int) -> Int:
        """Return how many events a slot of the seat took part in: exchange, Fool, Spy and Puppeteer, real or
        pretended."""
        return self.epoch[seat]

    # Decisions.

    def options(self, seat: Int) -> list[Int]:
        phase = self.phase
        if phase == box.MEMORISE or phase == box.ANSWERS:
            if self.answer[seat] != box.OPEN:
                return []
            if phase == box.MEMORISE:
                return [box.MEMORISED]
            return [box.NO] + [box.CHALLENGED + number for number in range(self.hand)]
        if seat != self.decider:
            return []
        if phase == box.ACTION:
            return self.action_options(seat)
        if phase == box.CHOOSE:
            return targets.options(self)
        if phase == box.GUESS:
            return [box.MASK + mask for mask in self.kinds]
        return [box.PRETEND, box.SWAP_PART]

    def action_options(self, seat: Int) -> list[Int]:
        """Return the parts that may come next in an exchange, a view or an announcement."""
        chosen = len(self.composed)
        if chosen == 0:
            found = [box.EXCHANGE + number for number in range(self.hand)]
            if turn.may_view(self):
                found += [box.VIEW + number for number in range(self.hand)]
            return found + [box.ANNOUNCE] if turn.may_announce(self) else found
        if self.composed[0] < box.VIEW:
            return (
                [box.PRETEND, box.SWAP_PART]
                if chosen == 2
                else [box.SLOT + slot for slot in targets.slots(self, seat, True)]
            )
        if chosen == 1:
            return [box.MASK + mask for mask in self.kinds]
        return [box.POINT + number for number in range(self.hand)]

    def composing(self, seat: Int) -> list[Int]:
        return self.composed[:] if seat == self.decider else []

    def choose(self, seat: Int, part: Int) -> None:
        phase = self.phase
        if phase == box.MEMORISE or phase == box.ANSWERS:
            challenge.answer(self, seat, part)
            return
        parts = self.composed
        parts.append(part)
        if len(parts) < self.parts_due():
            return
        self.composed = []
        if phase == box.ACTION:
            self.act(seat, parts)
        elif phase == box.GUESS:
            powers.guess(self, part - box.MASK)
        elif phase == box.SWAP:
            powers.swap(self, part - box.PRETEND)
        elif part == box.DECLINE:
            powers.decline(self)
        elif part >= box.PLAYER:
            powers.aim_at_player(self, part - box.PLAYER)
        elif len(parts) == 1:
            powers.aim(self, part - box.SLOT)
        else:
            bit = parts[2] - box.PRETEND if len(parts) == 3 else 1
            powers.aim_at_two(self, parts[0] - box.SLOT, parts[1] - box.SLOT, bit)

    def parts_due(self) -> Int:
        """Return how many parts the move has that begins with the parts chosen."""
        if self.phase == box.ACTION:
            first = self.composed[0]
            if first < box.VIEW:
                return 3
            if first < box.ANNOUNCE:
                return 1
            return 3 if self.hand > 1 else 2
        return targets.parts_due(self) if self.phase == box.CHOOSE else 1

    def act(self, seat: Int, parts: list[Int]) -> None:
        """Carry out a whole action of the active seat."""
        base = seat * self.hand
        if parts[0] < box.VIEW:
            turn.exchange(self, base + parts[0] - box.EXCHANGE, parts[1] - box.SLOT, parts[2] - box.PRETEND)
        elif parts[0] < box.ANNOUNCE:
            turn.view(self, base + parts[0] - box.VIEW)
        else:
            turn.announce(self, parts[1] - box.MASK, base + parts[2] - box.POINT if self.hand > 1 else base)
            challenge.ask(self)

    def random_option(self, seat: Int) -> Int:
        phase = self.phase
        if phase == box.ANSWERS:
            return box.NO + self.randbelow(1 + self.hand)  # CHALLENGED follows NO
        if phase == box.MEMORISE:
            return box.MEMORISED
        if phase == box.SWAP or (len(self.composed) == 2 and phase != box.ACTION):
            return box.PRETEND + self.randbelow(2)
        found = self.options(seat)
        return found[self.randbelow(len(found))]

    def random_move(self, seat: Int) -> None:
        phase = self.phase
        if phase == box.ANSWERS:
            challenge.answer(self, seat, box.NO + self.randbelow(1 + self.hand))
        elif phase == box.MEMORISE:
            challenge.answer(self, seat, box.MEMORISED)
        elif phase == box.ACTION:
            self.random_action(seat)
        else:
            self.choose(seat, self.random_option(seat))
            while self.composed:
                self.choose(seat, self.random_option(seat))

    def random_action(self, seat: Int) -> None:
        """Carry out a whole random action, each part as likely as by `random_option`."""
        hand = self.hand
        base = seat * hand
        views = hand if turn.may_view(self) else 0
        pick = self.randbelow(hand + views + (1 if turn.may_announce(self) else 0))
        if pick < hand:
            other = self.randbelow(self.places - hand)
            turn.exchange(self, base + pick, other if other < base else other + hand, self.randbelow(2))
        elif pick < hand + views:
            turn.view(self, base + pick - hand)
        else:
            mask = self.kinds[self.randbelow(len(self.kinds))]
            turn.announce(self, mask, base + self.randbelow(hand) if hand > 1 else base)
            challenge.ask(self)

    def default_move(self, seat: Int) -> list[Int]:
        if self.phase == box.MEMORISE:
            return [box.MEMORISED] if self.answer[seat] == box.OPEN else []
        if self.phase == box.ANSWERS:
            return [box.NO] if self.answer[seat] == box.OPEN else []
        if self.phase == box.GUESS and seat == self.decider:
            from games.titles.mascarade.rules.knowing import first_possible

            return [box.MASK + first_possible(self, seat, self.target)]
        return []

    # Chance, one step at a time: the script, whether a mask is in it, one mask dealt, or the first seat.

    def chance_step(self) -> ChanceStep:
        return deal.chance_step(self)

    def choose_chance(self, outcome: Int) -> None:
        if self.phase == box.DRAWING_SCRIPT:
            deal.take_script(self, outcome)
        elif self.phase == box.DRAWING_MASKS:
            deal.take_mask(self, outcome)
        elif self.phase == box.FIRST_SEAT:
            challenge.ask_to_memorise(self, outcome)
        else:
            deal.deal(self, outcome)

    def random_chance(self) -> None:
        if self.phase == box.DRAWING_SCRIPT:
            deal.take_script(self, self.randbelow(3))
        elif self.phase == box.DRAWING_MASKS:
            deal.take_mask(self, deal.random_choice(self))
        elif self.phase == box.FIRST_SEAT:
            challenge.ask_to_memorise(self, self.randbelow(self.seats))
        else:
            deal.deal(self, deal.random_mask(self))

    def settle_chance(self) -> None:
        if self.decider != CHANCE:
            return
        while self.phase < box.DEALING:
            self.random_chance()
        if self.phase != box.FIRST_SEAT:
            deal.shuffle(self)
        challenge.ask_to_memorise(self, self.randbelow(self.seats))

    # Knowledge.

    def view(self, seat: int | None) -> "MascaradeView":
        from games.titles.mascarade.rules.view import view_of  # dicts and words are not compiled

        return view_of(self, seat)

    def redeal(self, seat: Int, seed: Int) -> "MascaradeState":
        world = self.copy()
        world.seed(seed)
        redeal.redeal(world, seat)
        return world

    def outcome(self) -> Outcome | None:
        from games.titles.mascarade.rules.view import outcome_of

        return outcome_of(self)
