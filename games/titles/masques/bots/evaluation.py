"""Who is likely to collect which token, and what a move changes about that.

Judgement is local: a card in a hallway matters for the two palace cards beside it. Moves are tried on the position
itself, on the facts they touch, and taken back. Worth is counted in millionths of a win.
"""

from typing import TYPE_CHECKING, Final

from games.core.rows import Int, Row, vec
from games.titles.masques.bots.chances import shares, standing, wins_with
from games.titles.masques.rules import agents
from games.titles.masques.rules.action import place_of
from games.titles.masques.rules.codes import HIRE, NO_ABILITY, PASS
from games.titles.masques.rules.components import (
    ASSASSIN,
    COURTESAN,
    DUCAT,
    FAMILY,
    FIRST_AGENT,
    FOSCARI,
    GONDOLIER,
    GUARD,
    GUESTS,
    GUILDS,
    INFLUENCE,
    NOBODY,
    NONE,
    THIEF,
    price,
)

if TYPE_CHECKING:
    from games.titles.masques.rules.state import MasquesState

TOKENS: Final = GUILDS + 1
CERTAIN: Final = 100
LONELY: Final[Row] = vec[Int]([0, 0, 20, 45, 70])  # hundredths: a guest collects while the other hallway is vacant
SPOTS: Final = 8

# What playing a guest costs because it is gone, in millionths of a win by influence 2, 3, 4.
OWN_GUEST: Final[Row] = vec[Int]([9_000, 27_000, 42_000])
NEUTRAL_GUEST: Final[Row] = vec[Int]([6_000, 12_000, 18_000])
FOREIGN_GUEST: Final[Row] = vec[Int]([7_500, 10_500, 21_000])


class Judge:
    """Judges positions of one round: nobody collects before its end, so what a token means to whom stays the same."""

    def __init__(self, state: "MasquesState") -> None:
        self.seats: Int = state.seats
        self.gain: Row = vec[Int]([0] * (self.seats * self.seats * TOKENS))  # ours, who collects, what
        self.spots: Row = vec[Int]([0] * SPOTS)  # palace cards that the move under trial touches
        self.count: Int = 0
        standings = [standing(state, seat) for seat in range(self.seats)]
        before = shares(standings)
        for collector in range(self.seats):
            for token in range(TOKENS):
                after = self.after(state, standings, collector, token)
                for seat in range(self.seats):
                    at = (seat * self.seats + collector) * TOKENS + token
                    self.gain[at] = ten_thousandths(after[seat] - before[seat])

    def after(self, state: "MasquesState", standings: list[float], collector: Int, token: Int) -> list[float]:
        """Chances once `collector` has one more of `token`."""
        if token != DUCAT and wins_with(state, collector, token):
            return [1.0 if seat == collector else 0.0 for seat in range(self.seats)]
        kept = standings[collector]
        if token == DUCAT:
            state.ducats[collector] += 1
            standings[collector] = standing(state, collector)
            state.ducats[collector] -= 1
        else:
            state.favour[collector * GUILDS + token] += 1
            standings[collector] = standing(state, collector)
            state.favour[collector * GUILDS + token] -= 1
        after = shares(standings)
        standings[collector] = kept
        return after

    # Palace cards.

    def worth(self, state: "MasquesState", seat: Int, place: Int) -> Int:
        """What palace card `place` promises `seat` as the hallways stand."""
        token = state.token[place]
        if token == NONE or state.token_down[place] == 1:
            return 0
        hallway = state.hallway
        before = place - 1 if place > 0 else state.size - 1
        one = hallway[before]
        other = hallway[place]
        first: Int = 0
        second: Int = 0
        if one != NONE and state.guest_down[before] == 0:
            first = INFLUENCE[one]
        if other != NONE and state.guest_down[place] == 0:
            second = INFLUENCE[other]
        if first > second:
            collector = state.owner[FAMILY[one]]
            chance = CERTAIN if other != NONE else LONELY[first]
        elif second > first:
            collector = state.owner[FAMILY[other]]
            chance = CERTAIN if one != NONE else LONELY[second]
        elif first == 0:
            return 0
        else:
            collector = state.owner[FAMILY[one]]
            if collector != state.owner[FAMILY[other]]:
                return 0
            chance = CERTAIN
        if collector == NOBODY:
            return 0
        return chance * self.gain[(seat * self.seats + collector) * TOKENS + token]

    def touch(self, place: Int) -> None:
        """Palace card `place` is among those that the move under trial touches."""
        for at in range(self.count):
            if self.spots[at] == place:
                return
        self.spots[self.count] = place
        self.count += 1

    def touch_beside(self, state: "MasquesState", hall: Int) -> None:
        """Both palace cards beside `hall` are touched."""
        self.touch(hall)
        self.touch(agents.after(state, hall))

    def touched(self, state: "MasquesState", seat: Int) -> Int:
        """What the touched palace cards promise `seat`."""
        total: Int = 0
        for at in range(self.count):
            total += self.worth(state, seat, self.spots[at])
        return total

    # Moves.

    def play(self, state: "MasquesState", seat: Int, guest: Int, hall: Int) -> Int:
        """A guest into a hallway. Strong guests of ours are better kept than wasted."""
        far = agents.after(state, hall)
        before = self.worth(state, seat, hall) + self.worth(state, seat, far)
        state.hallway[hall] = guest
        after = self.worth(state, seat, hall) + self.worth(state, seat, far)
        state.hallway[hall] = NONE
        return after - before - guest_worth(state, seat, guest)

    def cost(self, state: "MasquesState", seat: Int, kind: Int) -> Int:
        """What the ducats for an agent are worth to `seat`."""
        ducat = self.gain[(seat * self.seats + seat) * TOKENS + DUCAT]
        return CERTAIN * ducat * price(kind, state.bought[kind])

    def hire(self, state: "MasquesState", seat: Int, kind: Int, hall: Int) -> Int:
        """An agent that does nothing but stand in the way."""
        return self.play(state, seat, FIRST_AGENT, hall) - self.cost(state, seat, kind)

    def ability(self, state: "MasquesState", seat: Int, kind: Int, hall: Int, first: Int, second: Int) -> Int:
        """A hire with its ability; targets as in `agents.act`."""
        self.count = 0
        self.touch_beside(state, hall)
        if kind == ASSASSIN or kind == COURTESAN:
            self.touch_beside(state, first)
        elif kind == GONDOLIER or kind == GUARD:
            self.touch_beside(state, first)
            self.touch_beside(state, second)
        elif kind != THIEF:
            self.touch(first)
            self.touch(second)
        before = self.touched(state, seat)
        state.hallway[hall] = FIRST_AGENT
        self.turn(state, kind, first, second)
        after = self.touched(state, seat)
        self.turn_back(state, kind, first, second)
        state.hallway[hall] = NONE
        return after - before - self.cost(state, seat, kind)

    def turn(self, state: "MasquesState", kind: Int, first: Int, second: Int) -> None:
        """Carry out an ability on the facts that matter here."""
        if kind == COURTESAN:
            state.hallway[first] = second
        else:
            agents.act(state, NOBODY, kind, NONE, first, second)

    def turn_back(self, state: "MasquesState", kind: Int, first: Int, second: Int) -> None:
        """Undo `turn`."""
        if kind == COURTESAN:
            state.hallway[first] = NONE
        elif kind == ASSASSIN:
            state.guest_down[first] = 0
        elif kind == THIEF:
            state.token_down[first] = 0
        elif kind == GUARD:
            agents.guard(state, second, first)
        else:
            agents.act(state, NOBODY, kind, NONE, first, second)

    # Parts: the best move that begins with them.

    def part(self, state: "MasquesState", seat: Int, part: Int, vacant: list[Int]) -> Int:
        """The worth of the next part of the move under way; `vacant` are the vacant hallways."""
        chosen = state.chosen
        count = len(chosen)
        if count == 0:
            if part == PASS:
                return 0
            best = self.opening(state, seat, part, vacant[0])
            for hall in vacant:
                value = self.opening(state, seat, part, hall)
                if value > best:
                    best = value
            return best
        if count == 1:
            return self.opening(state, seat, chosen[0], place_of(part))
        kind = chosen[0] - HIRE
        hall = place_of(chosen[1])
        if part == NO_ABILITY:
            return self.hire(state, seat, kind, hall)
        if count == 2:
            return self.best_ability(state, seat, kind, hall, place_of(part))
        return self.ability(state, seat, kind, hall, place_of(chosen[2]), place_of(part))

    def opening(self, state: "MasquesState", seat: Int, part: Int, hall: Int) -> Int:
        """A guest into `hall`, or an agent with its best ability, or none."""
        if part < GUESTS:
            return self.play(state, seat, part, hall)
        kind = part - HIRE
        best = self.hire(state, seat, kind, hall)
        for target in agents.first_targets(state, kind, hall):
            value = self.best_ability(state, seat, kind, hall, place_of(target))
            if value > best:
                best = value
        return best

    def best_ability(self, state: "MasquesState", seat: Int, kind: Int, hall: Int, first: Int) -> Int:
        """An ability with its best second target."""
        if agents.one_step(kind):
            return self.ability(state, seat, kind, hall, first, NONE)
        targets = agents.second_targets(state, kind, hall, first)
        best = self.ability(state, seat, kind, hall, first, place_of(targets[0]))
        for at in range(1, len(targets)):
            value = self.ability(state, seat, kind, hall, first, place_of(targets[at]))
            if value > best:
                best = value
        return best


def ten_thousandths(share: float) -> Int:
    """A share of a win, between -1 and 1, as a whole number."""
    return int(share * 10_000.0 + 10_000.5) - 10_000


def guest_worth(state: "MasquesState", seat: Int, card: Int) -> Int:
    """What a guest in hand is worth to `seat`; nothing for an agent."""
    if card >= FIRST_AGENT:
        return 0
    family = FAMILY[card]
    if family == FOSCARI:
        return NEUTRAL_GUEST[card % 3]
    if state.owner[family] == seat:
        return OWN_GUEST[card % 3]
    return FOREIGN_GUEST[card % 3]
