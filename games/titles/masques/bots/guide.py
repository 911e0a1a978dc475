"""The policy of roll-outs: of a few moves drawn at random, the one that the local evaluation likes best."""

from typing import Final, cast

from games.bots.search.guide import Guide
from games.core.engine.rows import Int, Row, vec
from games.core.engine.sets import SIZE, members, nth
from games.core.engine.state import State
from games.titles.masques.bots.chances import chances
from games.titles.masques.bots.evaluation import Evaluation, guest_value
from games.titles.masques.rules import abilities, action, draft
from games.titles.masques.rules.action import place_of
from games.titles.masques.rules.agents import (
    GUEST,
    GUEST_IN_HAND,
    SECOND_TARGET,
    TOKEN,
    VACANT_HALLWAY,
    one_step,
)
from games.titles.masques.rules.components import (
    DRAFT,
    GUESTS,
    HALL,
    HIRE,
    NO_ABILITY,
    NONE,
    PALACE,
    PASS,
)
from games.titles.masques.rules.hands import GUEST_OF
from games.titles.masques.rules.state import MasquesState

TRIES: Final = 6  # moves that are compared
HIRES: Final = 3  # one in this many is a hire, if any agent can be paid
ATTEMPTS: Final = 4  # to find a second target
WORST: Final = -1_000_000_000
UNIT: Final = 0.000_01  # tenths of a win in a millionth


class MasquesGuide(Guide):
    """Plays to the end of the round and looks at what everybody has collected."""

    def __init__(self, state: MasquesState) -> None:
        self.evaluation: Evaluation = Evaluation(state)
        self.best: Int = WORST
        self.planned: Row = vec[Int]([0] * 4)  # the parts of the best move so far
        self.length: Int = 0

    def horizon(self, world: State) -> Int:
        return cast(MasquesState, world).round

    def values(self, world: State) -> list[float]:
        return chances(cast(MasquesState, world))

    def weigh(self, world: State, seat: Int) -> list[float]:
        state = cast(MasquesState, world)
        weights: list[float] = []
        if state.phase == DRAFT:
            for guest in draft.options(state, seat):
                weights.append(float(guest_value(state, seat, guest)) * UNIT)
            return weights
        vacant = members(state.vacant)
        for part in action.options(state):
            weights.append(float(self.evaluation.part(state, seat, part, vacant)) * UNIT)
        return weights

    def propose(self, world: State, seat: Int) -> Int:
        state = cast(MasquesState, world)
        if state.phase == DRAFT:
            return self.pick(state, seat)
        self.plan(state, seat)
        return self.planned[len(state.chosen)]

    def play(self, world: State, seat: Int) -> None:
        state = cast(MasquesState, world)
        if state.phase == DRAFT:
            state.choose(seat, self.pick(state, seat))
            return
        self.plan(state, seat)
        for at in range(len(state.chosen), self.length):
            state.choose(seat, self.planned[at])

    def pick(self, state: MasquesState, seat: Int) -> Int:
        """Return the better one of two guests drawn from the packet."""
        one = draft.random_option(state, seat)
        other = draft.random_option(state, seat)
        return one if guest_value(state, seat, one) >= guest_value(state, seat, other) else other

    # Plans: whole moves that go on from the parts chosen so far.

    def plan(self, state: MasquesState, seat: Int) -> None:
        """Draw moves and keep the best in `planned`."""
        self.best = WORST
        chosen = state.chosen
        if not chosen:
            self.plan_opening(state, seat)
        elif chosen[0] < GUESTS:
            for _ in range(TRIES):
                self.try_play(state, seat, chosen[0], any_of(state, state.vacant))
        elif len(chosen) == 1:
            for _ in range(TRIES):
                self.try_hire(state, seat, chosen[0] - HIRE, any_of(state, state.vacant))
        else:
            self.plan_targets(state, seat, chosen[0] - HIRE, place_of(chosen[1]))

    def plan_opening(self, state: MasquesState, seat: Int) -> None:
        """Plan any move: a guest of the hand, an agent, or passing."""
        hand = state.hand[seat]
        cards = SIZE[hand]
        kinds = action.payable(state, seat)
        rooms = SIZE[state.vacant]
        if not hand:
            self.consider(0, 1, PASS, 0, 0, 0)
        for _ in range(TRIES):
            hall = nth(state.vacant, state.randbelow(rooms))
            if kinds and (not hand or state.randbelow(HIRES) == 0):
                self.try_hire(state, seat, any_of(state, kinds), hall)
            else:
                self.try_play(state, seat, GUEST_OF[nth(hand, state.randbelow(cards))], hall)

    def try_play(self, state: MasquesState, seat: Int, guest: Int, hall: Int) -> None:
        """Consider a guest in a hallway."""
        self.consider(self.evaluation.play(state, seat, guest, hall), 2, guest, HALL + hall, 0, 0)

    def try_hire(self, state: MasquesState, seat: Int, kind: Int, hall: Int) -> None:
        """Consider an agent in a hallway, with an ability if it has any target."""
        if not abilities.may_act(state, kind, hall):
            self.consider(self.evaluation.hire(state, seat, kind, hall), 2, HIRE + kind, HALL + hall, 0, 0)
            return
        targets = abilities.first_targets(state, kind, hall)
        self.try_ability(state, seat, kind, hall, targets[state.randbelow(len(targets))])

    def try_ability(self, state: MasquesState, seat: Int, kind: Int, hall: Int, target: Int) -> None:
        """Consider an ability with the first target's part, and any second target."""
        first = place_of(target)
        if one_step(kind):
            value = self.evaluation.ability(state, seat, kind, hall, first, NONE)
            self.consider(value, 3, HIRE + kind, HALL + hall, target, 0)
            return
        second = self.second_target(state, kind, hall, first)
        value = self.evaluation.ability(state, seat, kind, hall, first, place_of(second))
        self.consider(value, 4, HIRE + kind, HALL + hall, target, second)

    def second_target(self, state: MasquesState, kind: Int, hall: Int, first: Int) -> Int:
        """Return any second target, found without a list if that is quick."""
        target = SECOND_TARGET[kind]
        for _ in range(ATTEMPTS):
            if target == GUEST_IN_HAND:
                hand = state.hand[state.randbelow(state.seats)]
                if hand:
                    return GUEST_OF[any_of(state, hand)]
                continue
            if target == VACANT_HALLWAY:
                place = any_of(state, state.vacant)
                if place != hall:
                    return HALL + place
                continue
            place = state.randbelow(state.size)
            if place == first:
                continue
            if target == TOKEN:
                if state.token[place] != NONE:
                    return PALACE + place
            elif target != GUEST:
                raise AssertionError("no such second target")
            elif abilities.holds_guest(state, place):
                return HALL + place
        targets = abilities.second_targets(state, kind, hall, first)
        return targets[state.randbelow(len(targets))]

    def plan_targets(self, state: MasquesState, seat: Int, kind: Int, hall: Int) -> None:
        """Plan what is missing of a hire: both targets, the second, or no ability."""
        if len(state.chosen) == 2:
            self.consider(self.evaluation.hire(state, seat, kind, hall), 3, HIRE + kind, HALL + hall, NO_ABILITY, 0)
            for target in abilities.first_targets(state, kind, hall):
                for _ in range(1 if one_step(kind) else TRIES // 2):
                    self.try_ability(state, seat, kind, hall, target)
        else:
            for _ in range(TRIES):
                self.try_ability(state, seat, kind, hall, state.chosen[2])

    def consider(self, value: Int, length: Int, one: Int, two: Int, three: Int, four: Int) -> None:
        """Keep a move of `length` parts if it is the best so far."""
        if value <= self.best:
            return
        self.best = value
        self.length = length
        self.planned[0] = one
        self.planned[1] = two
        self.planned[2] = three
        self.planned[3] = four


def any_of(state: MasquesState, numbers: Int) -> Int:
    """Return any member of a set that is not empty."""
    return nth(numbers, state.randbelow(SIZE[numbers]))


def make_guide(world: State) -> MasquesGuide:
    """Return the guide of one decision, from a world of it."""
    return MasquesGuide(cast(MasquesState, world))
