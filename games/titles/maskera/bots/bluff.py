"""The small game of playing and guessing, solved by regret matching.

The mover holds one of several hands, each with a weight; it draws or plays a mask of its hand. The other seat, which
does not see the hand, lets a card pass or names a mask. For each hand and mask there are three values for the mover,
in ten-thousandths of a win: the card passes, is named, or another mask is named. The average strategies of both sides
over the rounds approach an equilibrium. If the mover is expected to be careless now and then (`expect_careless`), the
answers make the most of that, and as much of the rest as they can.

Small ints throughout, so that the result is the same in both builds; written to be compiled.
"""

from typing import Final

from games.core.engine.rows import Int, Row, vec
from games.titles.maskera.bots.evaluation import WHOLE

CHOICES: Final = 6  # of the mover: draw, or a mask; of the other: pass, or a mask
OUTCOMES: Final = 3
PASSED: Final = 0
NAMED: Final = 1
MISNAMED: Final = 2
CARELESS_REACH: Final = 2500  # a choice that is worse by this much is never taken out of carelessness


class Bluff:
    """The game and its solution: say what each hand may do (`offer`) and how likely it is (`weigh`), then `solve`, then
    read `play_of` and `answer`.

    A choice is 0 for drawing, whose only outcome is PASSED, and 1 + mask for playing; an answer is 0 for letting it
    pass and 1 + mask for naming. The weights of all hands come to about WHOLE; a hand without weight meets the answers
    that the others lead to.
    """

    def __init__(self, hands: Int) -> None:
        self.hands = hands
        self.weight: Row = vec[Int]([0] * hands)
        self.allowed: Row = vec[Int]([0] * (hands * CHOICES))
        self.value: Row = vec[Int]([0] * (hands * CHOICES * OUTCOMES))
        self.regret: Row = vec[Int]([0] * (hands * CHOICES))
        self.mixture: Row = vec[Int]([0] * CHOICES)  # of answers, now
        self.answer_regret: Row = vec[Int]([0] * CHOICES)
        self.plays: Row = vec[Int]([0] * (hands * CHOICES))
        self.answers: Row = vec[Int]([0] * CHOICES)
        self.now: Row = vec[Int]([0] * CHOICES)
        self.careless_share: Int = 0
        self.careless: Row = vec[Int]([0] * (hands * CHOICES))
        self.losses: Row = vec[Int]([0] * CHOICES)  # value to the mover of each answer, this round

    def weigh(self, hand: Int, weight: Int) -> None:
        """Set how likely it is that the mover holds `hand`."""
        self.weight[hand] = weight

    def offer(self, hand: Int, choice: Int, outcome: Int, value: Int) -> None:
        """Add `choice` to the options of `hand`; `value` is its value for the mover if it meets `outcome`."""
        self.allowed[hand * CHOICES + choice] = 1
        self.value[(hand * CHOICES + choice) * OUTCOMES + outcome] = value

    def expect_careless(self, share: Int) -> None:
        """Let each hand, once everything is offered, be played carelessly in `share` of all cases, in parts of WHOLE:
        the better a choice is if it passes, the likelier."""
        self.careless_share = share
        for hand in range(self.hands):
            first = hand * CHOICES
            best: Int = 0
            whole: Int = 0
            for place in range(first, first + CHOICES):
                if self.allowed[place] != 0:
                    best = max(best, self.value[place * OUTCOMES])
            for place in range(first, first + CHOICES):
                if self.allowed[place] != 0:
                    self.careless[place] = max(0, CARELESS_REACH + self.value[place * OUTCOMES] - best)
                    whole += self.careless[place]
            for place in range(first, first + CHOICES):
                self.careless[place] = self.careless[place] * WHOLE // whole

    def careless_play_of(self, hand: Int) -> list[Int]:
        """Return how often a careless player of `hand` takes each choice, in no particular unit."""
        return [self.careless[hand * CHOICES + choice] for choice in range(CHOICES)]

    def play_of(self, hand: Int) -> list[Int]:
        """Return how often `hand` took each choice, in no particular unit."""
        return [self.plays[hand * CHOICES + choice] for choice in range(CHOICES)]

    def answer(self) -> list[Int]:
        """Return how often each answer was given, in no particular unit."""
        return [self.answers[choice] for choice in range(CHOICES)]

    def solve(self, rounds: Int) -> None:
        """Play `rounds` rounds; later ones count for more."""
        mix(self.answer_regret, 0, self.mixture)
        for number in range(rounds):
            self.round(number + 1)

    def round(self, number: Int) -> None:
        """Run one round: each hand against the mixture of answers, then the answers against the hands."""
        losses = self.losses
        for choice in range(CHOICES):
            losses[choice] = 0
        missed: Int = 0
        for hand in range(self.hands):
            missed += self.play(hand, number)
        total: Int = 0
        losses[0] //= WHOLE
        for choice in range(1, CHOICES):
            losses[choice] = (losses[choice] + missed) // WHOLE
        for choice in range(CHOICES):
            total += self.mixture[choice] * losses[choice]
            self.answers[choice] += number * self.mixture[choice]
        regrets = self.answer_regret
        for choice in range(CHOICES):
            more = regrets[choice] + total // WHOLE - losses[choice]
            regrets[choice] = max(0, more)
        mix(regrets, 0, self.mixture)

    def play(self, hand: Int, number: Int) -> Int:
        """Play one hand's mixture: add to its regrets and to `losses`; return what a wrong guess gains."""
        first = hand * CHOICES
        now = self.now
        self.mix_hand(first)
        mixture = self.mixture
        weight = self.weight[hand]
        careless = self.careless_share
        missed: Int = 0
        mean: Int = 0
        for choice in range(CHOICES):
            if self.allowed[first + choice] == 0:
                continue
            place = (first + choice) * OUTCOMES
            value = self.value[place]
            if choice > 0:
                lost = self.value[place + NAMED]
                stays = self.value[place + MISNAMED]
                if weight > 0:
                    taken = ((WHOLE - careless) * now[choice] + careless * self.careless[first + choice]) // WHOLE
                    share = weight * taken
                    self.losses[0] += share * value
                    self.losses[choice] += share * (lost - stays)
                    missed += share * stays
                wrong = WHOLE - mixture[0] - mixture[choice]
                value = (mixture[0] * value + mixture[choice] * lost + wrong * stays) // WHOLE
            mean += now[choice] * value
            self.regret[first + choice] += value
        mean //= WHOLE
        for choice in range(CHOICES):
            if self.allowed[first + choice] != 0:
                self.plays[first + choice] += number * now[choice]
                more = self.regret[first + choice] - mean
                self.regret[first + choice] = max(0, more)
        return missed

    def mix_hand(self, first: Int) -> None:
        """Write the mixture of a hand by its regrets into `now`; even among the allowed ones if it regrets nothing."""
        total: Int = 0
        count: Int = 0
        for choice in range(CHOICES):
            if self.allowed[first + choice] != 0:
                total += self.regret[first + choice]
                count += 1
        for choice in range(CHOICES):
            if self.allowed[first + choice] == 0:
                self.now[choice] = 0
            elif total == 0:
                self.now[choice] = WHOLE // count
            else:
                self.now[choice] = self.regret[first + choice] * WHOLE // total


def mix(regrets: Row, first: Int, mixture: Row) -> None:
    """Write the mixture that belongs to six regrets, none below zero, into `mixture`; an even one if all are zero."""
    total: Int = 0
    for choice in range(CHOICES):
        total += regrets[first + choice]
    for choice in range(CHOICES):
        mixture[choice] = WHOLE // CHOICES if total == 0 else regrets[first + choice] * WHOLE // total
