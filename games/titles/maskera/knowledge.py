"""What a bot makes of a position, and what it plays when the other seat may guess it.

A position is worth what each side's area and hand promise (worth.py). Playing and guessing is a small game of its
own: the mover picks a mask, the other lets it pass or names one. It is solved roughly for both, so that neither is
easy to read.
"""

from math import exp
from typing import cast

from games.core.knowledge import Knowledge
from games.core.state import State
from games.titles.maskera.components import (
    ANSWER,
    COUNTER,
    DISCARD,
    DISCARDED,
    DRAW,
    KEEP,
    KEEPING,
    MASKS,
    NONE,
    PASS,
    PLAY,
    REMOVE,
    TURN_CHOICE,
    TURN_DRAW,
)
from games.titles.maskera.state import MaskeraState
from games.titles.maskera.worth import TEMPO, Side, ability, cards_gain, has_won, penalty, plus, worth

ROUNDS = 48  # of fictitious play
TRUST = 0.6  # how far the other seat is believed to play the mixture, and not just anything
MIXING = 0.5  # the pull towards the mixture of answers, where several are equally good
SPREAD = 3.0  # tenths are told this much further apart: the odds of single moves differ little


class MaskeraKnowledge(Knowledge):
    """Weighs each move by the odds it leaves, in tenths of a win."""

    def weigh(self, world: State, seat: int) -> list[float]:
        state = cast(MaskeraState, world)
        return [SPREAD * weight for weight in Judge(state, seat).weigh()]

    def evaluate(self, world: State) -> list[float]:
        state = cast(MaskeraState, world)
        if state.outcome() is not None:
            return [5.0, 5.0] if state.winner == NONE else [10.0 if seat == state.winner else 0.0 for seat in (0, 1)]
        judge = Judge(state, 0)
        first = odds(worth(judge.mine) - worth(judge.theirs) + (TEMPO if state.active == 0 else -TEMPO))
        return [first, 10.0 - first]


def odds(edge: float) -> float:
    """The chance to win, in tenths, of the side that is better by `edge`."""
    return 10.0 / (1.0 + exp(-edge))


class Judge:
    """One seat's view of one world."""

    def __init__(self, state: MaskeraState, seat: int) -> None:
        self.state = state
        self.seat = seat
        self.mine = side_of(state, seat)
        self.theirs = side_of(state, 1 - seat)
        self.pile = tuple([int(count) for count in state.pile])

    def weigh(self) -> list[float]:
        """How good each option looks."""
        options = [int(part) for part in self.state.options(self.seat)]
        phase = self.state.phase
        if phase == TURN_CHOICE:
            return self.weigh_turn(options)
        if phase == ANSWER:
            return self.weigh_answer(options)
        tempo = -TEMPO if self.seat == self.state.active else TEMPO
        if phase == DISCARD:
            return [odds(self.after_discard(part - DISCARDED) + tempo) for part in options]
        if phase == KEEPING:
            rest = tempo - worth(self.theirs)
            return [odds(worth(plus(self.mine, part - KEEP, 1)) + rest) for part in options]
        rest = tempo + worth(self.mine)
        return [odds(rest - worth(_without(self.theirs, part - REMOVE))) for part in options]

    def weigh_turn(self, options: list[int]) -> list[float]:
        """Drawing, and each mask against the mixture of answers it will meet."""
        mixture = [1.0] + [0.0] * MASKS
        table = payoffs(self.mine, self.theirs, self.pile)
        if sum(self.mine[1]) > 0 and sum(self.theirs[1]) > 0:
            fine = solve(table, [chance > 0.0 for chance in likely(self.state, 1 - self.seat)])[1]
            mixture = [TRUST * answer + (1.0 - TRUST) / (MASKS + 1) for answer in fine]
        weights = []
        for part in options:
            if part == DRAW:
                gain = TURN_DRAW * cards_gain(self.mine, self.pile)
                weights.append(odds(worth(self.mine) + gain - worth(self.theirs) - TEMPO))
            else:
                row = table[part - PLAY]
                weights.append(sum(chance * value for chance, value in zip(mixture, row, strict=True)))
        return weights

    def weigh_answer(self, options: list[int]) -> list[float]:
        """Letting it pass and naming each mask, against what the mover would play and may hold."""
        mover = plus(self.theirs, int(self.state.trial), 1)
        table = payoffs(mover, self.mine, self.pile)
        chances = likely(self.state, self.seat)
        plays, answers = solve(table, [chance > 0.0 for chance in chances])
        belief = [(TRUST * play + (1.0 - TRUST) / MASKS) * chance for play, chance in zip(plays, chances, strict=True)]
        whole = sum(belief)
        weights = []
        for part in options:
            answer = 0 if part == PASS else 1 + part - COUNTER
            value = sum(belief[mask] * table[mask][answer] for mask in range(MASKS)) / whole
            weights.append(10.0 - value + MIXING * answers[answer])
        return weights

    def after_discard(self, mask: int) -> float:
        """The edge after a discard: a penalty before the other's ability, or one's own ability."""
        shorter = plus(self.mine, mask, -1)
        if self.state.hit:
            return worth(shorter) - worth(self.theirs) + ability(shorter, self.theirs, mask, self.pile)
        return worth(shorter) - worth(self.theirs) - ability(self.theirs, shorter, int(self.state.revealed), self.pile)


def side_of(state: MaskeraState, seat: int) -> Side:
    """Area and hand of `seat` as counts."""
    first = seat * MASKS
    area = tuple([int(state.area[first + mask]) for mask in range(MASKS)])
    return area, tuple([int(state.hand[first + mask]) for mask in range(MASKS)])


def _without(side: Side, mask: int) -> Side:
    area = list(side[0])
    area[mask] -= 1
    return tuple(area), side[1]


# The game of playing and guessing. Values are odds of the mover; the other is on move afterwards.


def payoffs(mover: Side, other: Side, pile: tuple[int, ...]) -> list[list[float]]:
    """For each mask played: its value if let pass, then if each of the five masks is named.

    `mover` still holds the card; a mask it does not hold is taken to be one of its other cards.
    """
    shorter = penalty(other)
    table = []
    for mask in range(MASKS):
        after = plus(mover, mask, -1)
        lost = countered(after, other, pile)
        row = [stays(after, other, mask, pile)] + [stays(after, shorter, mask, pile)] * MASKS
        row[1 + mask] = lost
        table.append(row)
    return table


def stays(mover: Side, other: Side, mask: int, pile: tuple[int, ...]) -> float:
    """The card stays: a win, or its ability."""
    area = list(mover[0])
    area[mask] += 1
    if has_won(area):
        return 10.0
    grown = (tuple(area), mover[1])
    return odds(worth(grown) - worth(other) + ability(grown, other, mask, pile) - TEMPO)


def countered(mover: Side, other: Side, pile: tuple[int, ...]) -> float:
    """The card is lost, and the other uses the best ability in hand."""
    base = worth(mover) - TEMPO
    best = None
    for mask in range(MASKS):
        if other[1][mask]:
            user = plus(other, mask, -1)
            edge = base - worth(user) - ability(user, mover, mask, pile)
            best = edge if best is None else min(best, edge)
    return odds(base - worth(other) if best is None else best)


def solve(table: list[list[float]], possible: list[bool]) -> tuple[list[float], list[float]]:
    """Near-equilibrium mixtures of the mover's masks and of the answers, by fictitious play."""
    plays, answers = [0.0] * MASKS, [0.0] * (MASKS + 1)
    play_value, answer_value = [0.0] * MASKS, [0.0] * (MASKS + 1)
    allowed = [mask for mask in range(MASKS) if possible[mask]]
    for _ in range(ROUNDS):
        mask = max(allowed, key=play_value.__getitem__)
        for answer in range(MASKS + 1):
            answer_value[answer] += table[mask][answer]
        answer = min(range(MASKS + 1), key=answer_value.__getitem__)
        for one in allowed:
            play_value[one] += table[one][answer]
        plays[mask] += 1.0 / ROUNDS
        answers[answer] += 1.0 / ROUNDS
    return plays, answers


def likely(state: MaskeraState, seat: int) -> list[float]:
    """How likely the other seat holds (or has just played) at least one card of each mask, in `seat`'s eyes."""
    first, other = seat * MASKS, 1 - seat
    unseen = [int(state.pile[mask] + state.hand[other * MASKS + mask]) for mask in range(MASKS)]
    cards = int(state.hand_size[other])
    if state.trial != NONE and state.active == other:
        unseen[state.trial] += 1
        cards += 1
    certain = [int(state.known[first + mask]) for mask in range(MASKS)]
    free = cards - sum(certain)
    pool = sum(unseen) - sum(certain)
    chances = []
    for mask in range(MASKS):
        share = (unseen[mask] - certain[mask]) / pool if pool > 0 else 0.0
        chances.append(1.0 if certain[mask] else 1.0 - (1.0 - share) ** free)
    return chances
