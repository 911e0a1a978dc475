"""Quick play for searches: of a few moves drawn at random, the one that looks best nearby."""

from typing import Final, cast

from games.bots.search.guide import Guide
from games.core.rows import Int, Row, vec
from games.core.state import State
from games.titles.masques.bots.chances import chances
from games.titles.masques.bots.evaluation import Judge, guest_worth
from games.titles.masques.rules import action, agents, draft
from games.titles.masques.rules.action import place_of
from games.titles.masques.rules.codes import DRAFT, HALL, HIRE, NO_ABILITY, PALACE, PASS
from games.titles.masques.rules.components import COURTESAN, GUARD, GUESTS, KINDS, NONE, TRADER, price
from games.titles.masques.rules.state import MasquesState

TRIES: Final = 6  # moves that are compared
HIRES: Final = 3  # one of so many is a hire, if any agent can be paid
ATTEMPTS: Final = 4  # to find a second target
NOTHING: Final = -1_000_000_000
POINT: Final = 0.000_01  # tenths of a win in a millionth


class MasquesGuide(Guide):
    """Plays to the end of the round and looks at what everybody has collected."""

    def __init__(self, state: MasquesState) -> None:
        self.judge: Judge = Judge(state)
        self.best: Int = NOTHING
        self.planned: Row = vec[Int]([0] * 4)  # the parts of the best move so far
        self.length: Int = 0
        self.vacant: list[Int] = []

    def horizon(self, world: State) -> Int:
        return cast(MasquesState, world).round

    def values(self, world: State) -> list[float]:
        return chances(cast(MasquesState, world))

    def weigh(self, world: State, seat: Int) -> list[float]:
        state = cast(MasquesState, world)
        weights: list[float] = []
        if state.phase == DRAFT:
            for guest in draft.options(state, seat):
                weights.append(float(guest_worth(state, seat, guest)) * POINT)
            return weights
        self.look(state)
        for part in action.options(state):
            weights.append(float(self.judge.part(state, seat, part, self.vacant)) * POINT)
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
        """The better one of two guests of the packet."""
        one = draft.random_option(state, seat)
        other = draft.random_option(state, seat)
        return one if guest_worth(state, seat, one) >= guest_worth(state, seat, other) else other

    # Plans: whole moves that go on from the parts chosen so far.

    def look(self, state: MasquesState) -> None:
        """Note the vacant hallways."""
        self.vacant = state.vacant[:]

    def plan(self, state: MasquesState, seat: Int) -> None:
        """Draw moves and keep the best."""
        self.look(state)
        self.best = NOTHING
        chosen = state.chosen
        if not chosen:
            self.plan_opening(state, seat)
        elif chosen[0] < GUESTS:
            for _ in range(TRIES):
                self.try_play(state, seat, chosen[0], self.vacant[state.randbelow(len(self.vacant))])
        elif len(chosen) == 1:
            for _ in range(TRIES):
                self.try_hire(state, seat, chosen[0] - HIRE, self.vacant[state.randbelow(len(self.vacant))])
        else:
            self.plan_targets(state, seat, chosen[0] - HIRE, place_of(chosen[1]))

    def plan_opening(self, state: MasquesState, seat: Int) -> None:
        """Any move: a guest of the hand, an agent, or passing."""
        hand = state.hand[seat]
        kinds: list[Int] = []
        if state.ducats[seat] > 0:
            for kind in range(KINDS):
                if price(kind, state.bought[kind]) <= state.ducats[seat]:
                    kinds.append(kind)
        if not hand:
            self.consider(0, 1, PASS, 0, 0, 0)
        for _ in range(TRIES):
            hall = self.vacant[state.randbelow(len(self.vacant))]
            if kinds and (not hand or state.randbelow(HIRES) == 0):
                self.try_hire(state, seat, kinds[state.randbelow(len(kinds))], hall)
            else:
                self.try_play(state, seat, hand[state.randbelow(len(hand))], hall)

    def try_play(self, state: MasquesState, seat: Int, guest: Int, hall: Int) -> None:
        """Consider a guest in a hallway."""
        self.consider(self.judge.play(state, seat, guest, hall), 2, guest, HALL + hall, 0, 0)

    def try_hire(self, state: MasquesState, seat: Int, kind: Int, hall: Int) -> None:
        """Consider an agent in a hallway, with an ability if it has any target."""
        if not agents.may_act(state, kind, hall):
            self.consider(self.judge.hire(state, seat, kind, hall), 2, HIRE + kind, HALL + hall, 0, 0)
            return
        targets = agents.first_targets(state, kind, hall)
        self.try_ability(state, seat, kind, hall, targets[state.randbelow(len(targets))])

    def try_ability(self, state: MasquesState, seat: Int, kind: Int, hall: Int, target: Int) -> None:
        """Consider an ability with the first target's part, and any second target."""
        first = place_of(target)
        if agents.one_step(kind):
            value = self.judge.ability(state, seat, kind, hall, first, NONE)
            self.consider(value, 3, HIRE + kind, HALL + hall, target, 0)
            return
        second = self.second_target(state, kind, hall, first)
        value = self.judge.ability(state, seat, kind, hall, first, place_of(second))
        self.consider(value, 4, HIRE + kind, HALL + hall, target, second)

    def second_target(self, state: MasquesState, kind: Int, hall: Int, first: Int) -> Int:
        """Any second target, found without a list if that is quick."""
        for _ in range(ATTEMPTS):
            if kind == COURTESAN:
                hand = state.hand[state.randbelow(state.seats)]
                if hand:
                    return hand[state.randbelow(len(hand))]
                continue
            if kind == GUARD:
                place = self.vacant[state.randbelow(len(self.vacant))]
                if place != hall:
                    return HALL + place
                continue
            place = state.randbelow(state.size)
            if place == first:
                continue
            if kind == TRADER:
                if state.token[place] != NONE:
                    return PALACE + place
            elif agents.holds_guest(state, place):
                return HALL + place
        targets = agents.second_targets(state, kind, hall, first)
        return targets[state.randbelow(len(targets))]

    def plan_targets(self, state: MasquesState, seat: Int, kind: Int, hall: Int) -> None:
        """What is missing of a hire: both targets, the second, or going without."""
        if len(state.chosen) == 2:
            self.consider(self.judge.hire(state, seat, kind, hall), 3, HIRE + kind, HALL + hall, NO_ABILITY, 0)
            for target in agents.first_targets(state, kind, hall):
                for _ in range(1 if agents.one_step(kind) else TRIES // 2):
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
