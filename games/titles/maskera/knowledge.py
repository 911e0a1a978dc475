"""What a bot makes of a position: how far each seat is from a win, and what to play when the other may guess it.

Playing and guessing is a small game of its own: the mover picks a mask, the other lets it pass or names one. It is
solved roughly for both, so that neither is easy to read. Odds are chances to win in tenths.
"""

from dataclasses import dataclass, replace
from math import exp, log
from typing import cast

from games.core.knowledge import Knowledge
from games.core.rows import Row
from games.core.state import State
from games.titles.maskera.components import (
    ANSWER,
    ASSASSIN,
    BRUTE,
    COUNTER,
    DISCARD,
    DISCARDED,
    DRAW,
    FOUR,
    KEEP,
    KEEPING,
    MASKS,
    NONE,
    PASS,
    PLAY,
    POLITICIAN,
    RECRUITER,
    REMOVE,
    TURN_CHOICE,
)
from games.titles.maskera.state import MaskeraState

LACKING = 0.9  # turns that a card not in hand costs, on top of its play
UNKNOWN = 0.22  # turns that an unseen card in hand saves
CARD = 0.1  # what any card is worth beside, as fodder for counters
TEMPO = 0.45  # being on move
STEEP = 0.85
DRAWN = {POLITICIAN: 2.0, RECRUITER: 2.2, BRUTE: 0.0, ASSASSIN: 0.0}
SPY_DRAWN = 1.4  # one card, and the sight of the other hand
ROUNDS = 48  # of fictitious play


@dataclass(frozen=True, slots=True)
class Side:
    """One seat's area and hand; `extra` unseen cards more (or fewer) than the hand shows."""

    area: tuple[int, ...]
    hand: tuple[int, ...]
    extra: float = 0.0


class MaskeraKnowledge(Knowledge):
    """Counts turns to the nearest win, and mixes plays and guesses."""

    def weigh(self, world: State, seat: int) -> list[float]:
        state = cast(MaskeraState, world)
        options = [int(part) for part in state.options(seat)]
        mine, theirs = side_of(state, seat), side_of(state, 1 - seat)
        if state.phase == TURN_CHOICE:
            return weigh_turn(state, seat, options, mine, theirs)
        if state.phase == ANSWER:
            return weigh_answer(state, seat, options, mine, theirs)
        if state.phase == DISCARD:
            return [weigh_discard(state, part - DISCARDED, mine, theirs) for part in options]
        ends_own_turn = seat == state.active
        if state.phase == KEEPING:
            return [odds(with_card(mine, part - KEEP, 1), theirs, not ends_own_turn) for part in options]
        return [odds(mine, without_area(theirs, part - REMOVE), not ends_own_turn) for part in options]

    def evaluate(self, world: State) -> list[float]:
        state = cast(MaskeraState, world)
        result = state.outcome()
        if result is not None:
            return [5.0, 5.0] if state.winner == NONE else [10.0 if seat == state.winner else 0.0 for seat in (0, 1)]
        first = odds(side_of(state, 0), side_of(state, 1), state.active == 0)
        return [first, 10.0 - first]


# Positions.


def side_of(state: MaskeraState, seat: int) -> Side:
    """What lies before and in the hand of `seat`, cards drawn aside included as half of one."""
    aside = 1.5 if state.aside_size > 0 and state.user == seat else 0.0
    return Side(_five(state.area, seat), _five(state.hand, seat), aside)


def _five(row: Row, seat: int) -> tuple[int, ...]:
    return tuple([int(row[seat * MASKS + mask]) for mask in range(MASKS)])


def with_card(side: Side, mask: int, change: int) -> Side:
    """`side` with a card of `mask` more or fewer in hand; one that is not there counts as unseen."""
    if change < 0 and side.hand[mask] == 0:
        return replace(side, extra=side.extra + change)
    return replace(side, hand=(*side.hand[:mask], side.hand[mask] + change, *side.hand[mask + 1 :]))


def with_area(side: Side, mask: int) -> Side:
    """`side` with one more card of `mask` in its area."""
    return replace(side, area=(*side.area[:mask], side.area[mask] + 1, *side.area[mask + 1 :]))


def without_area(side: Side, mask: int) -> Side:
    """`side` with one card of `mask` fewer in its area."""
    return replace(side, area=(*side.area[:mask], side.area[mask] - 1, *side.area[mask + 1 :]))


def has_won(area: tuple[int, ...]) -> bool:
    """Whether an area holds four of one mask or all five."""
    return max(area) >= FOUR or min(area) >= 1


def strength(side: Side) -> float:
    """Nearness to a win: minus the turns it takes, over all ways to it, plus a little for every card."""
    ways = 0.0
    lacking = 0
    missing = 0
    for mask in range(MASKS):
        need = FOUR - side.area[mask]
        ways += exp(-1.2 * (need + LACKING * max(0, need - side.hand[mask])))
        if side.area[mask] == 0:
            missing += 1
            lacking += side.hand[mask] == 0
    ways += exp(-1.2 * (missing + LACKING * lacking))
    cards = max(0.0, sum(side.hand) + side.extra)
    return log(ways) / 1.2 + UNKNOWN * side.extra + CARD * min(cards, 9.0)


def odds(mine: Side, theirs: Side, on_move: bool) -> float:
    """The chance of `mine` to win, in tenths."""
    edge = strength(mine) - strength(theirs) + (TEMPO if on_move else -TEMPO)
    return 10.0 / (1.0 + exp(-STEEP * edge))


def after_ability(user: Side, other: Side, mask: int) -> tuple[Side, Side]:
    """Both sides after an ability, its chance taken at its mean."""
    if mask == BRUTE:
        return user, replace(other, extra=other.extra - 1) if sum(other.hand) + other.extra > 0 else other
    if mask == ASSASSIN:
        targets = [without_area(other, one) for one in range(MASKS) if other.area[one]]
        return user, min(targets, key=strength) if targets else other
    return replace(user, extra=user.extra + DRAWN.get(mask, SPY_DRAWN)), other


# The game of playing and guessing. Values are odds of the mover; the other is on move afterwards.


def stays(mover: Side, other: Side, mask: int) -> float:
    """The card stays: a win, or its ability."""
    grown = with_area(mover, mask)
    if has_won(grown.area):
        return 10.0
    return odds(*after_ability(grown, other, mask), False)


def countered(mover: Side, other: Side) -> float:
    """The card is lost and the other uses the best ability in hand."""
    best = 10.0
    for mask in range(MASKS):
        if other.hand[mask]:
            user, victim = after_ability(with_card(other, mask, -1), mover, mask)
            best = min(best, 10.0 - odds(user, victim, True))
    return best if best < 10.0 else odds(mover, other, False)


def payoffs(mover: Side, other: Side) -> list[list[float]]:
    """For each mask played: its value if let pass, then if each of the five masks is named.

    `mover` still holds the card.
    """
    shorter = replace(other, extra=other.extra - 1)
    table = []
    for mask in range(MASKS):
        after = with_card(mover, mask, -1)
        row = [stays(after, other, mask)] + [stays(after, shorter, mask)] * MASKS
        row[1 + mask] = countered(after, other)
        table.append(row)
    return table


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
    if state.trial != NONE and state.active == other:
        unseen[state.trial] += 1
    cards = int(state.hand_size[other]) + (1 if state.trial != NONE and state.active == other else 0)
    certain = [int(state.known[first + mask]) for mask in range(MASKS)]
    free = cards - sum(certain)
    pool = sum(unseen) - sum(certain)
    chances = []
    for mask in range(MASKS):
        share = (unseen[mask] - certain[mask]) / pool if pool > 0 else 0.0
        chances.append(1.0 if certain[mask] else 1.0 - (1.0 - share) ** free)
    return chances


def weigh_turn(state: MaskeraState, seat: int, options: list[int], mine: Side, theirs: Side) -> list[float]:
    """Drawing, and each mask against the mixture of answers it will meet."""
    mixture = [1.0] + [0.0] * MASKS
    table = payoffs(mine, theirs)
    if state.hand_size[1 - seat] > 0:
        possible = [chance > 0.0 for chance in likely(state, 1 - seat)]
        mixture = solve(table, possible)[1]
    weights = []
    for part in options:
        if part == DRAW:
            weights.append(odds(replace(mine, extra=mine.extra + 2), theirs, False))
        else:
            row = table[part - PLAY]
            weights.append(sum(chance * value for chance, value in zip(mixture, row, strict=True)))
    return weights


def weigh_answer(state: MaskeraState, seat: int, options: list[int], mine: Side, theirs: Side) -> list[float]:
    """Letting it pass and naming each mask, against what the mover would play and may hold."""
    mover = with_card(theirs, int(state.trial), 1)
    table = payoffs(mover, mine)
    chances = likely(state, seat)
    plays, answers = solve(table, [chance > 0.0 for chance in chances])
    belief = [(play + 0.05) * chance for play, chance in zip(plays, chances, strict=True)]
    whole = sum(belief)
    weights = []
    for part in options:
        answer = 0 if part == PASS else 1 + part - COUNTER
        value = sum(belief[mask] * table[mask][answer] for mask in range(MASKS)) / whole
        weights.append(10.0 - value + 0.5 * answers[answer])
    return weights


def weigh_discard(state: MaskeraState, mask: int, mine: Side, theirs: Side) -> float:
    """A discard after a counter: a penalty before the other's ability, or one's own ability."""
    shorter = with_card(mine, mask, -1)
    if state.hit:
        return odds(*after_ability(shorter, theirs, mask), True)
    user, victim = after_ability(theirs, shorter, int(state.revealed))
    return odds(victim, user, True)
