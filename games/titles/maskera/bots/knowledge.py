"""Weights of the options, and the value of a position, without any playout.

A position is judged by the values of both areas and hands (evaluation.py). Playing and guessing is a small game of
its own (bluff.py): the mover picks a mask, the other seat lets it pass or names one. It is solved for both, so that
neither is easy to guess. Strong levels take the values for it from playouts (thinking.py).
"""

from typing import cast

from games.core.engine.state import State
from games.core.title.knowledge import Knowledge
from games.titles.maskera.bots.bluff import CHOICES, MISNAMED, NAMED, PASSED, Bluff
from games.titles.maskera.bots.evaluation import (
    TEMPO,
    WHOLE,
    WIN,
    ability_value,
    advantage,
    area_gain,
    area_loss,
    draw_gain,
    hand_gain,
    hand_loss,
    least_loss,
    public_area_gain,
    win_chance,
)
from games.titles.maskera.bots.trials import evaluate, take_back
from games.titles.maskera.rules import components as box
from games.titles.maskera.rules.state import MaskeraState

ROUNDS = 60  # in which playing and guessing is solved
TRUST = 0.4  # how far the other seat is believed to play the mixture, and not just anything
MIXING = 0.5  # the weight of the mixture, where several options are about equally good
SHRINKAGE = 0.65  # of differences that no playout has confirmed
TENTH = 1000  # of a win


class MaskeraKnowledge(Knowledge):
    """The weight of a move is the chance to win that it leaves, in tenths of a win."""

    def weigh(self, world: State, seat: int) -> list[float]:
        return [SHRINKAGE * weight for weight in weights(cast(MaskeraState, world), seat)]

    def evaluate(self, world: State) -> list[float]:
        first = evaluate(cast(MaskeraState, world), 0)
        return [first / TENTH, (WHOLE - first) / TENTH]


def weights(state: MaskeraState, seat: int) -> list[float]:
    """Return the weight of each option of `seat`, in tenths of a win."""
    options = [int(part) for part in state.options(seat)]
    if state.phase == box.TURN_CHOICE:
        return weigh_turn(state, seat, options)
    if state.phase == box.ANSWER:
        return weigh_answer(state, seat, options)
    now = advantage(state, seat)
    if state.phase == box.DISCARD:
        return [win_chance(now + after_discard(state, seat, part - box.DISCARDED)) / TENTH for part in options]
    if state.phase == box.KEEPING:
        return [win_chance(now + hand_gain(state, seat, part - box.KEEP)) / TENTH for part in options]
    return [win_chance(now + area_loss(state, 1 - seat, part - box.REMOVE)) / TENTH for part in options]


def after_discard(state: MaskeraState, seat: int, mask: int) -> int:
    """Return what a discard adds to the advantage of `seat`: one card fewer, and after a hit its ability."""
    gained = ability_value(state, seat, mask) if state.hit else 0
    return int(gained - hand_loss(state, seat, mask))


def weigh_turn(state: MaskeraState, seat: int, options: list[int]) -> list[float]:
    """Return the weights of drawing and of each mask against the mixture of answers that it will meet."""
    held = [state.hand[seat * box.MASKS + mask] > 0 for mask in range(box.MASKS)]
    answered = state.hand_size[1 - seat] > 0
    values = payoffs(state, seat)
    answers, plays = [1.0] + [0.0] * box.MASKS, [0.0] * box.MASKS
    if any(held) and answered:
        expected = chances_held(state, 1 - seat)
        mixture, plays = solve(values, [held[mask] or expected[mask] > 0.0 for mask in range(box.MASKS)])
        answers = [TRUST * answer + (1.0 - TRUST) / CHOICES for answer in mixture]
    found = []
    for part in options:
        if part == box.DRAW:
            found.append(
                win_chance(advantage(state, seat) - 2 * TEMPO + box.TURN_DRAW * draw_gain(state, seat)) / TENTH
            )
        else:
            found.append(
                against(values[part - box.PLAY], answers, part - box.PLAY) / TENTH + MIXING * plays[part - box.PLAY]
            )
    return found


def weigh_answer(state: MaskeraState, seat: int, options: list[int]) -> list[float]:
    """Return the weights of letting the card pass and of naming each mask, against what the mover may hold and would
    play."""
    chances = chances_held(state, seat)
    before = state.copy()
    take_back(before)
    values = payoffs(before, 1 - seat)
    answers, plays = solve(values, [chance > 0.0 for chance in chances])
    belief = [(TRUST * play + (1.0 - TRUST) / box.MASKS) * chance for play, chance in zip(plays, chances, strict=True)]
    whole = sum(belief)
    found = []
    for part in options:
        answer = 0 if part == box.PASS else 1 + part - box.COUNTER
        pure = [1.0 if at == answer else 0.0 for at in range(CHOICES)]
        value = sum(belief[mask] * against(values[mask], pure, mask) for mask in range(box.MASKS)) / whole
        found.append((WHOLE - value) / TENTH + MIXING * answers[answer])
    return found


# The game of playing and guessing.


def payoffs(state: MaskeraState, mover: int) -> list[list[int]]:
    """Return, for each mask played by `mover`, who is on turn, its chance to win if it passes, is named, or another is.

    A mask that it does not hold is taken to be the card that it can best spare.
    """
    other = 1 - mover
    base = advantage(state, mover) - 2 * TEMPO  # the other is on move then
    least = least_loss(state, mover)
    penalty = least_loss(state, other)
    used = max(
        [
            ability_value(state, other, mask) - hand_loss(state, other, mask)
            for mask in range(box.MASKS)
            if state.hand[other * box.MASKS + mask]
        ],
        default=0,
    )
    table = []
    for mask in range(box.MASKS):
        held = state.hand[mover * box.MASKS + mask] > 0
        after = base - (hand_loss(state, mover, mask) if held else least)
        grown = area_gain(state, mover, mask) if held else public_area_gain(state.area, mover, mask)
        stays = after + grown + ability_value(state, mover, mask)
        row = [0] * 3
        row[PASSED] = WHOLE if grown == WIN else win_chance(stays)
        row[NAMED] = win_chance(after - used)
        row[MISNAMED] = WHOLE if grown == WIN else win_chance(stays + penalty)
        table.append(row)
    return table


def against(row: list[int], answers: list[float], mask: int) -> float:
    """Return the value of a `mask` with the payoffs `row` against a mixture of answers."""
    named = answers[1 + mask]
    return answers[0] * row[PASSED] + named * row[NAMED] + (1.0 - answers[0] - named) * row[MISNAMED]


def solve(table: list[list[int]], possible: list[bool]) -> tuple[list[float], list[float]]:
    """Return near-equilibrium mixtures of the answers and of the `possible` masks."""
    bluff = Bluff(1)
    bluff.weigh(0, WHOLE)
    for mask in range(box.MASKS):
        if possible[mask]:
            for outcome, value in enumerate(table[mask]):
                bluff.offer(0, 1 + mask, outcome, value)
    bluff.solve(ROUNDS)
    return shares(bluff.answer()), shares(bluff.play_of(0)[1:])


def shares(counts: list[int]) -> list[float]:
    """Return counts as shares of 1."""
    whole = sum(counts)
    return [count / whole for count in counts]


def chances_held(state: MaskeraState, seat: int) -> list[float]:
    """Return how likely the other seat holds (or has just played) at least one card of each mask, in `seat`'s eyes."""
    first, other = seat * box.MASKS, 1 - seat
    unseen = [int(state.pile[mask] + state.hand[other * box.MASKS + mask]) for mask in range(box.MASKS)]
    cards = int(state.hand_size[other])
    if state.trial != box.NONE and state.active == other:
        unseen[state.trial] += 1
        cards += 1
    certain = [int(state.known[first + mask]) for mask in range(box.MASKS)]
    free = cards - sum(certain)
    pool = sum(unseen) - sum(certain)
    chances = []
    for mask in range(box.MASKS):
        share = (unseen[mask] - certain[mask]) / pool if pool > 0 else 0.0
        chances.append(1.0 if certain[mask] else 1.0 - (1.0 - share) ** free)
    return chances
