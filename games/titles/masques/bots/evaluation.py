"""The evaluation of moves: who is likely to collect which token, and how a move changes that.

The evaluation is local: a card in a hallway matters for the two palace cards next to it. Moves are tried on the
position itself, on the facts they touch, and taken back. Values are in millionths of a win.
"""

from typing import Final

from games.core.engine.rows import Int, Row, vec
from games.titles.masques.bots.chances import softmax, strength, wins_with
from games.titles.masques.rules import abilities
from games.titles.masques.rules import components as box
from games.titles.masques.rules.action import place_of
from games.titles.masques.rules.agents import (
    FIRST_TARGET,
    SECOND_TARGET,
    in_hallway,
    on_palace,
    one_step,
    price,
)
from games.titles.masques.rules.fields import MasquesFields

TOKENS: Final = box.GUILDS + 1
CERTAIN: Final = 100
UNOPPOSED: Final[Row] = vec[Int]([0, 0, 20, 45, 70])  # per cent: a guest collects while the other hallway is vacant
MOST_AFFECTED: Final = 8

# The cost of playing a guest because it is gone, in millionths of a win by influence 2, 3, 4.
OWN_GUEST: Final[Row] = vec[Int]([9_000, 27_000, 42_000])
NEUTRAL_GUEST: Final[Row] = vec[Int]([6_000, 12_000, 18_000])
FOREIGN_GUEST: Final[Row] = vec[Int]([7_500, 10_500, 21_000])


class Evaluation:
    """Evaluates moves of one round: nobody collects before its end, so the value of each token for each seat is
    constant."""

    def __init__(self, state: MasquesFields) -> None:
        self.seats: Int = state.seats
        # The value for `seat`, in ten-thousandths of a win, of `collector` getting `token`.
        self.gain: Row = vec[Int]([0] * (self.seats * self.seats * TOKENS))
        self.affected: Row = vec[Int]([0] * MOST_AFFECTED)  # palace cards that the move on trial affects
        self.affected_count: Int = 0
        strengths = [strength(state, seat) for seat in range(self.seats)]
        before = softmax(strengths)
        for collector in range(self.seats):
            for token in range(TOKENS):
                after = self.chances_with(state, strengths, collector, token)
                for seat in range(self.seats):
                    at = (seat * self.seats + collector) * TOKENS + token
                    self.gain[at] = ten_thousandths(after[seat] - before[seat])

    def chances_with(self, state: MasquesFields, strengths: list[float], collector: Int, token: Int) -> list[float]:
        """Return chances to win once `collector` has one more of `token`."""
        if token != box.DUCAT and wins_with(state, collector, token):
            return [1.0 if seat == collector else 0.0 for seat in range(self.seats)]
        kept = strengths[collector]
        if token == box.DUCAT:
            state.ducats[collector] += 1
            strengths[collector] = strength(state, collector)
            state.ducats[collector] -= 1
        else:
            state.favour[collector * box.GUILDS + token] += 1
            strengths[collector] = strength(state, collector)
            state.favour[collector * box.GUILDS + token] -= 1
        after = softmax(strengths)
        strengths[collector] = kept
        return after

    # Palace cards.

    def expected_gain(self, state: MasquesFields, seat: Int, place: Int) -> Int:
        """Return what `seat` can expect of palace card `place` with the hallways as they are."""
        token = state.token[place]
        if token == box.NONE or state.token_down[place] == 1:
            return 0
        hallway = state.hallway
        before = place - 1 if place > 0 else state.size - 1
        one = hallway[before]
        other = hallway[place]
        first: Int = 0
        second: Int = 0
        if one != box.NONE and state.guest_down[before] == 0:
            first = box.INFLUENCE[one]
        if other != box.NONE and state.guest_down[place] == 0:
            second = box.INFLUENCE[other]
        if first > second:
            collector = state.owner[box.FAMILY[one]]
            chance = CERTAIN if other != box.NONE else UNOPPOSED[first]
        elif second > first:
            collector = state.owner[box.FAMILY[other]]
            chance = CERTAIN if one != box.NONE else UNOPPOSED[second]
        elif first == 0:
            return 0
        else:
            collector = state.owner[box.FAMILY[one]]
            if collector != state.owner[box.FAMILY[other]]:
                return 0
            chance = CERTAIN
        if collector == box.NOBODY:
            return 0
        return chance * self.gain[(seat * self.seats + collector) * TOKENS + token]

    def affect(self, place: Int) -> None:
        """Mark palace card `place` as affected by the move on trial."""
        for at in range(self.affected_count):
            if self.affected[at] == place:
                return
        self.affected[self.affected_count] = place
        self.affected_count += 1

    def affect_beside(self, state: MasquesFields, hall: Int) -> None:
        """Mark both palace cards next to `hall` as affected."""
        self.affect(hall)
        self.affect(abilities.after(state, hall))

    def affected_gain(self, state: MasquesFields, seat: Int) -> Int:
        """Return what `seat` can expect of the affected palace cards."""
        total: Int = 0
        for at in range(self.affected_count):
            total += self.expected_gain(state, seat, self.affected[at])
        return total

    # Moves.

    def play(self, state: MasquesFields, seat: Int, guest: Int, hall: Int) -> Int:
        """Return the value of a guest in a hallway. Strong guests of ours are better kept than wasted."""
        far = abilities.after(state, hall)
        before = self.expected_gain(state, seat, hall) + self.expected_gain(state, seat, far)
        state.hallway[hall] = guest
        after = self.expected_gain(state, seat, hall) + self.expected_gain(state, seat, far)
        state.hallway[hall] = box.NONE
        return after - before - guest_value(state, seat, guest)

    def cost(self, state: MasquesFields, seat: Int, kind: Int) -> Int:
        """Return the value of an agent's price for `seat`."""
        ducat = self.gain[(seat * self.seats + seat) * TOKENS + box.DUCAT]
        return CERTAIN * ducat * price(kind, state.bought[kind])

    def hire(self, state: MasquesFields, seat: Int, kind: Int, hall: Int) -> Int:
        """Return the value of an agent that uses no ability: it only occupies its hallway."""
        return self.play(state, seat, box.FIRST_AGENT, hall) - self.cost(state, seat, kind)

    def ability(self, state: MasquesFields, seat: Int, kind: Int, hall: Int, first: Int, second: Int) -> Int:
        """Return the value of a hire with its ability; targets as in `abilities.act`."""
        self.affected_count = 0
        self.affect_beside(state, hall)
        if on_palace(FIRST_TARGET[kind]):
            self.affect(first)
        else:
            self.affect_beside(state, first)
        target = SECOND_TARGET[kind]
        if on_palace(target):
            self.affect(second)
        elif in_hallway(target):
            self.affect_beside(state, second)
        before = self.affected_gain(state, seat)
        state.hallway[hall] = box.FIRST_AGENT
        abilities.change_palace(state, kind, first, second)
        after = self.affected_gain(state, seat)
        abilities.restore_palace(state, kind, first, second)
        state.hallway[hall] = box.NONE
        return after - before - self.cost(state, seat, kind)

    # Parts: the best move that begins with them.

    def part(self, state: MasquesFields, seat: Int, part: Int, vacant: list[Int]) -> Int:
        """Return the value of the next part of the move under way; `vacant` are the vacant hallways."""
        chosen = state.chosen
        count = len(chosen)
        if count == 0:
            if part == box.PASS:
                return 0
            best = self.opening(state, seat, part, vacant[0])
            for hall in vacant:
                value = self.opening(state, seat, part, hall)
                if value > best:
                    best = value
            return best
        if count == 1:
            return self.opening(state, seat, chosen[0], place_of(part))
        kind = chosen[0] - box.HIRE
        hall = place_of(chosen[1])
        if part == box.NO_ABILITY:
            return self.hire(state, seat, kind, hall)
        if count == 2:
            return self.best_ability(state, seat, kind, hall, place_of(part))
        return self.ability(state, seat, kind, hall, place_of(chosen[2]), place_of(part))

    def opening(self, state: MasquesFields, seat: Int, part: Int, hall: Int) -> Int:
        """Return the value of a guest in `hall`, or of an agent with its best ability, or none."""
        if part < box.GUESTS:
            return self.play(state, seat, part, hall)
        kind = part - box.HIRE
        best = self.hire(state, seat, kind, hall)
        for target in abilities.first_targets(state, kind, hall):
            value = self.best_ability(state, seat, kind, hall, place_of(target))
            if value > best:
                best = value
        return best

    def best_ability(self, state: MasquesFields, seat: Int, kind: Int, hall: Int, first: Int) -> Int:
        """Return the value of an ability with its best second target."""
        if one_step(kind):
            return self.ability(state, seat, kind, hall, first, box.NONE)
        targets = abilities.second_targets(state, kind, hall, first)
        best = self.ability(state, seat, kind, hall, first, place_of(targets[0]))
        for at in range(1, len(targets)):
            value = self.ability(state, seat, kind, hall, first, place_of(targets[at]))
            if value > best:
                best = value
        return best


def ten_thousandths(share: float) -> Int:
    """Return a share of a win, between -1 and 1, as a whole number."""
    return int(share * 10_000.0 + 10_000.5) - 10_000


def guest_value(state: MasquesFields, seat: Int, card: Int) -> Int:
    """Return the value of a guest in hand for `seat`; 0 for an agent."""
    if card >= box.FIRST_AGENT:
        return 0
    family = box.FAMILY[card]
    if family == box.FOSCARI:
        return NEUTRAL_GUEST[card % 3]
    if state.owner[family] == seat:
        return OWN_GUEST[card % 3]
    return FOREIGN_GUEST[card % 3]
