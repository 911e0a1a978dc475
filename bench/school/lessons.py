"""Lessons: the duellist plays many matches against itself, and makes the moves that did well likelier.

This is proximal policy optimisation. A bonus for doubt (entropy) keeps the policies mixed: with enough of it, such
players come near an equilibrium, in which nobody gains by knowing their code. A judge who sees all masks foretells
results, so that a move is compared with what was to be expected.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from bench.school.match import ACTING, AIMING, ANSWERING, HAND, SLOTS, SWAPPING, Flags, Floats, Ints, Matches
from bench.school.network import Judge, Policy, drawn
from bench.school.sight import Sight
from games.titles.mascarade.bots.duel_view import CHALLENGES, CLAIMS, EXCHANGES, LOOKS

POSITION: Final = 122
TRUTHS: Final = 12
HIDDEN: Final = 48
JUDGES_HIDDEN: Final = 64
BLOCKS: Final = ((EXCHANGES, EXCHANGES, LOOKS, CLAIMS), (1, CHALLENGES))
PAIRS: Final = HAND * HAND
AT_LOOKS: Final = 2 * PAIRS
AT_CLAIMS: Final = AT_LOOKS + HAND
ACTIONS: Final = AT_CLAIMS + SLOTS * HAND

TRACE: Final = 0.92
"""How far the surprise of later decisions counts, against what the judge foretold (lambda)."""
CLIP: Final = 0.2
"""By how much a lesson may change the chance of a move."""
EPOCHS: Final = 2
WAITS: Final = 8
BATCH: Final = 1024


@dataclass(frozen=True, slots=True)
class Course:
    """How long and how to train."""

    lessons: int
    matches: int
    """In each lesson."""
    seed: int
    rate: float
    """The length of steps at first; a fifth of it at last."""
    doubt: tuple[float, float]
    """The weight of the bonus for doubt, at first and at last."""
    later: float
    """The factor by which a result counts less for each decision that lies between."""
    haste: float
    """The cost of each decision. Without it, each player would wait for the other to reveal something."""


@dataclass(slots=True)
class Step:
    """Decisions of one sort that were made at once, a row each."""

    policy: int
    at: Ints
    seats: Ints
    position: Floats
    blocks: list[Floats]
    legal: Flags
    chosen: Ints
    chance: Floats
    truth: Floats
    foretold: Floats
    gain: Floats
    """How much better than foretold it went."""


class School:
    """The networks and their lessons."""

    def __init__(self, course: Course) -> None:
        self.course = course
        self.generator = np.random.default_rng(course.seed)
        self.policies = [Policy(POSITION, blocks, HIDDEN, self.generator) for blocks in BLOCKS]
        self.judge = Judge(2 * POSITION + TRUTHS, JUDGES_HIDDEN, self.generator)
        self.waits = 0
        """The number of lessons in which only the judge learns."""

    def go_on(self, weights: Sequence[Floats]) -> None:
        """Begin with policies that have been trained before; the judge, a new one, learns a little first."""
        for policy, rows in zip(self.policies, weights, strict=True):
            policy.load(rows)
        self.waits = WAITS

    def lessons(self) -> Iterator[dict[str, float]]:
        """Give all lessons; yield some figures of each."""
        for number in range(self.course.lessons):
            done = number / self.course.lessons
            first, last = self.course.doubt
            matches, steps = self.play()
            self.compare(matches, steps)
            rate = self.course.rate * (1 - 0.8 * done)
            self.learn(steps, rate, first + (last - first) * done, number >= self.waits)
            yield figures(matches, steps)

    # Matches.

    def play(self) -> tuple[Matches, list[Step]]:
        """Play the matches of a lesson."""
        matches = Matches(self.course.matches, self.generator)
        steps = []
        while not matches.over.all():
            alive = np.flatnonzero(~matches.over)
            answering = matches.phase[alive] == ANSWERING
            for policy, at in ((ACTING, alive[~answering]), (ANSWERING, alive[answering])):
                if len(at):
                    steps.append(self.decide(matches, at, policy))
        return matches, steps

    def decide(self, matches: Matches, at: Ints, policy: int) -> Step:
        """Decide in all these matches, and make the moves."""
        seats = matches.deciders(at)
        sight = Sight(matches, at, seats)
        position = sight.position()
        blocks = action_blocks(sight) if policy == ACTING else answer_blocks(sight)
        legal = legal_actions(sight) if policy == ACTING else np.ones((len(at), 1 + HAND), dtype=np.bool_)
        network = self.policies[policy]
        chances = network.chances(network.hidden(position, blocks), legal)
        chosen = drawn(chances, self.generator)
        truth = np.concatenate([position, Sight(matches, at, 1 - seats).position(), sight.truth()], axis=1)
        (act if policy == ACTING else answer)(matches, at, seats, chosen)
        chance = chances[np.arange(len(at)), chosen]
        foretold = self.judge.foretell(truth)
        return Step(policy, at, seats, position, blocks, legal, chosen, chance, truth, foretold, np.zeros_like(chance))

    def compare(self, matches: Matches, steps: list[Step]) -> None:
        """Note how much better each decision went than foretold."""
        results = np.stack([matches.result, -matches.result], axis=1)
        following, trace = results.copy(), np.zeros_like(results)
        later, haste = self.course.later, self.course.haste
        for step in reversed(steps):
            place = step.at, step.seats
            surprise = later * following[place] - haste - step.foretold
            trace[place] = surprise + later * TRACE * trace[place]
            step.gain = trace[place]
            following[place] = step.foretold

    # Learning.

    def learn(self, steps: list[Step], rate: float, doubt: float, all_learn: bool) -> None:
        """Change the networks by the decisions of a lesson; unless `all_learn`, only the judge."""
        truth = np.concatenate([step.truth for step in steps])
        results = np.concatenate([step.foretold + step.gain for step in steps])
        for rows in self.batches(len(truth)):
            self.judge.learn(truth[rows], results[rows])
            self.judge.step(rate)
        for number, policy in enumerate(self.policies if all_learn else ()):
            own = [step for step in steps if step.policy == number]
            position, legal, chosen, chance, gain = (
                np.concatenate([getattr(step, name) for step in own])
                for name in ("position", "legal", "chosen", "chance", "gain")
            )
            blocks = [np.concatenate(each) for each in zip(*[step.blocks for step in own], strict=True)]
            gain = gain / (gain.std() + 1e-6)
            for rows in self.batches(len(gain)):
                some = [block[rows] for block in blocks]
                hidden = policy.hidden(position[rows], some)
                scores = slopes(policy.chances(hidden, legal[rows]), chosen[rows], chance[rows], gain[rows], doubt)
                policy.learn(position[rows], some, hidden, scores)
                policy.step(rate)
            policy.settle()

    def batches(self, count: int) -> Iterator[Ints]:
        """Yield the rows of each batch, in all epochs; a small rest is left out."""
        for _epoch in range(EPOCHS):
            order = self.generator.permutation(count)
            for first in range(0, max(1, count - BATCH // 2), BATCH):
                yield order[first : first + BATCH]


def slopes(chances: Floats, chosen: Ints, before: Floats, gain: Floats, doubt: float) -> Floats:
    """Return the slope of each score: by the gains, unless a chance has changed enough, and by the bonus for doubt."""
    each = np.arange(len(chosen))
    ratio = np.minimum(np.exp(4.0), chances[each, chosen] / np.maximum(before, 1e-9))
    enough = ((gain > 0) & (ratio > 1 + CLIP)) | ((gain < 0) & (ratio < 1 - CLIP))
    pull = np.where(enough, 0, ratio * gain)[:, None]
    found = pull * chances
    found[each, chosen] -= pull[:, 0]
    logs = np.log(chances + 1e-9)
    entropy = -(chances * logs).sum(axis=1, keepdims=True)
    slope: Floats = ((found + doubt * chances * (logs + entropy)) / len(chosen)).astype(np.float32)
    return slope


# Moves as rows: pretended exchanges, real ones, looks, announcements; or silence, then challenges.


def action_blocks(sight: Sight) -> list[Floats]:
    """Return the numbers of all actions, by kind."""
    count = len(sight.at)
    exchanges = sight.exchanges().reshape(count, PAIRS, -1)
    return [exchanges, exchanges, sight.looks(), sight.claims().reshape(count, SLOTS * HAND, -1)]


def answer_blocks(sight: Sight) -> list[Floats]:
    """Return the numbers of all answers, by kind."""
    return [np.ones((len(sight.at), 1, 1), dtype=np.float32), sight.challenges()]


def legal_actions(sight: Sight) -> Flags:
    """Return which actions the rules allow."""
    matches, at = sight.matches, sight.at
    found = np.ones((len(at), ACTIONS), dtype=np.bool_)
    found[sight.early > 0, AT_LOOKS:] = False
    found[sight.locked(), AT_CLAIMS:] = False
    spying = matches.phase[at] >= AIMING
    if spying.any():  # an exchange with the claimed slot decides, at first for its other slot, then for its bit
        _user, own, other = matches.spy[at].T
        pairs = np.arange(AT_LOOKS) % PAIRS
        fits = pairs // HAND == own[:, None] % HAND
        fits &= (matches.phase[at] == AIMING)[:, None] | (pairs % HAND == other[:, None] % HAND)
        found[spying] = False
        found[spying, :AT_LOOKS] = fits[spying]
    return found


def act(matches: Matches, at: Ints, seats: Ints, chosen: Ints) -> None:
    """Make actions, and those of the Spy."""
    phase = matches.phase[at]
    for spying in (AIMING, SWAPPING):
        spies, number = at[phase == spying], chosen[phase == spying]
        if not len(spies):
            continue
        if spying == AIMING:
            matches.aim(spies, (1 - seats[phase == spying]) * HAND + number % HAND)
        else:
            matches.spy_swap(spies, number >= PAIRS)
    at, seats, chosen = at[phase == ACTING], seats[phase == ACTING], chosen[phase == ACTING]
    swaps, looks, claims = chosen < AT_LOOKS, (chosen >= AT_LOOKS) & (chosen < AT_CLAIMS), chosen >= AT_CLAIMS
    base = seats * HAND
    own = base + chosen % PAIRS // HAND
    other = (1 - seats) * HAND + chosen % HAND
    if swaps.any():
        matches.exchange(at[swaps], own[swaps], other[swaps], chosen[swaps] >= PAIRS)
    if looks.any():
        matches.look(at[looks], (base + chosen - AT_LOOKS)[looks])
    if claims.any():
        number = (chosen - AT_CLAIMS)[claims]
        matches.announce(at[claims], number // HAND, base[claims] + number % HAND)


def answer(matches: Matches, at: Ints, seats: Ints, chosen: Ints) -> None:
    """Make answers."""
    silent = chosen == 0
    if silent.any():
        matches.let_pass(at[silent])
    if not silent.all():
        speaking = ~silent
        matches.challenge(at[speaking], (seats * HAND + chosen - 1)[speaking])


def figures(matches: Matches, steps: Sequence[Step]) -> dict[str, float]:
    """Return figures of a lesson: the mean number of turns, and the shares of announcements, looks and challenges."""
    acted = np.concatenate([step.chosen for step in steps if step.policy == ACTING])
    answered = np.concatenate([step.chosen for step in steps if step.policy == ANSWERING])
    error = np.concatenate([step.gain for step in steps])
    return {
        "turns": float(matches.turn.mean()),
        "announced": float((acted >= AT_CLAIMS).mean()),
        "looked": float(((acted >= AT_LOOKS) & (acted < AT_CLAIMS)).mean()),
        "challenged": float((answered > 0).mean()),
        "surprise": float((error**2).mean()),
    }
