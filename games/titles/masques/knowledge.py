"""What the bots know of Masques: which gain is worth how much, and who is likely to collect it.

Judgement is local: a card in a hallway matters for the two palace cards beside it. A token is worth what it adds to
the two roads to a win, four favours of one guild and one of each; what others gain counts against us.
"""

import math
from typing import Final, cast

from games.core.knowledge import Knowledge
from games.core.state import State
from games.titles.masques import agents
from games.titles.masques.action import place_of
from games.titles.masques.components import (
    ASSASSIN,
    COURTESAN,
    DUCAT,
    FAMILY,
    FAVOURS_TO_WIN,
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
from games.titles.masques.phases import DRAFT, HALL, HIRE, NO_ABILITY, PASS
from games.titles.masques.state import MasquesState

WIN: Final = 10.0
DUCAT_WORTH: Final = 0.3
LONELY: Final = (0.0, 0.0, 0.2, 0.45, 0.7)  # chance of a guest to collect while the other hallway is vacant
EMPTY: Final = -1  # strength of a vacant hallway

# What a guest is worth in the draft, by influence 2, 3, 4.
OWN_GUEST: Final = (0.3, 0.9, 1.4)
NEUTRAL_GUEST: Final = (0.2, 0.4, 0.6)
FOREIGN_GUEST: Final = (0.25, 0.35, 0.7)


class MasquesKnowledge(Knowledge):
    """Greedy judgement of single parts, and of positions."""

    def weigh(self, world: State, seat: int) -> list[float]:
        position = cast(MasquesState, world)
        if position.phase == DRAFT:
            return [_draft_worth(position, seat, guest) for guest in position.options(seat)]
        judge = _Judge(position, seat)
        return [judge.part(part) for part in position.options(seat)]

    def evaluate(self, world: State) -> list[float]:
        position = cast(MasquesState, world)
        outcome = position.outcome()
        if outcome is not None:
            winners = outcome.winners
            return [WIN / len(winners) if seat in winners else 0.0 for seat in range(position.seats)]
        hopes = [_hope(favour, ducats) for favour, ducats in _expected(position)]
        total = sum(hopes)
        return [WIN * hope / total for hope in hopes]


def _draft_worth(position: MasquesState, seat: int, guest: int) -> float:
    family = FAMILY[guest]
    table = NEUTRAL_GUEST if family == FOSCARI else OWN_GUEST if position.owner[family] == seat else FOREIGN_GUEST
    return table[guest % 3]


# Positions.


def _hope(favour: list[float], ducats: float) -> float:
    """How near a seat is to a win; doubles with each step on either road."""
    one_guild = sum(math.exp2(min(count, 4.0) - FAVOURS_TO_WIN) for count in favour)
    each_guild = math.exp2(sum(min(count, 1.0) for count in favour) - GUILDS)
    return math.pow(one_guild + each_guild, 1.5) + 0.01 * ducats


def _expected(position: MasquesState) -> list[tuple[list[float], float]]:
    """For each seat, favours and ducats with what the board promises."""
    favour = [[float(position.favour[seat * GUILDS + g]) for g in range(GUILDS)] for seat in range(position.seats)]
    ducats = [float(count) for count in position.ducats]
    strength, holder = _read_hallways(position)
    for place in range(position.size):
        token = position.token[place]
        if token == NONE or position.token_down[place]:
            continue
        seat, chance = _collects(strength, holder, place)
        if seat == NOBODY:
            continue
        if token == DUCAT:
            ducats[seat] += chance
        else:
            favour[seat][token] += chance
    return list(zip(favour, ducats, strict=True))


def _read_hallways(position: MasquesState) -> tuple[list[int], list[int]]:
    """Strength and controlling seat of what stands in each hallway."""
    strength, holder = [], []
    for card, down in zip(position.hallway, position.guest_down, strict=True):
        strength.append(EMPTY if card == NONE else 0 if down else INFLUENCE[card])
        holder.append(NOBODY if card == NONE or down else position.owner[FAMILY[card]])
    return strength, holder


def _collects(strength: list[int], holder: list[int], place: int) -> tuple[int, float]:
    """Who is likely to collect from `place`, and how likely; index -1 is the last hallway."""
    left, right = strength[place - 1], strength[place]
    if left > right:
        return holder[place - 1], 1.0 if right >= 0 else LONELY[left]
    if right > left:
        return holder[place], 1.0 if left >= 0 else LONELY[right]
    if left > 0 and holder[place - 1] == holder[place]:
        return holder[place], 1.0
    return NOBODY, 0.0


# Moves.


class _Judge:
    """Weighs the moves of `seat` by the change they make to the palace cards nearby."""

    def __init__(self, position: MasquesState, seat: int) -> None:
        self.position = position
        self.seat = seat
        self.size = position.size
        self.strength, self.holder = _read_hallways(position)
        self.tokens = [NONE if position.token_down[place] else position.token[place] for place in range(self.size)]
        self.gain = [self.gains(other) for other in range(position.seats)]
        self.vacant = [hall for hall in range(self.size) if position.hallway[hall] == NONE]
        self.now = [self.worth(place) for place in range(self.size)]

    def gains(self, other: int) -> list[float]:
        """What each token would mean to us if `other` collected it."""
        start = other * GUILDS
        favour = [self.position.favour[start + guild] for guild in range(GUILDS)]
        kinds = sum(count > 0 for count in favour)
        worth = []
        for count in favour:
            gain = math.exp2(count + 1 - FAVOURS_TO_WIN) - (math.exp2(count - FAVOURS_TO_WIN) if count else 0.0)
            if not count:
                gain += math.exp2(kinds + 1 - GUILDS) - math.exp2(kinds - GUILDS)
            wins = count == FAVOURS_TO_WIN - 1 or (not count and kinds == GUILDS - 1)
            worth.append(WIN if wins else WIN * gain)
        worth.append(DUCAT_WORTH)
        if other == self.seat:
            return worth
        share = 1.0 if self.position.seats == 2 else 0.6
        return [-share * value for value in worth]

    def worth(self, place: int) -> float:
        """What palace card `place` promises us as the hallways stand."""
        token = self.tokens[place]
        if token == NONE:
            return 0.0
        seat, chance = _collects(self.strength, self.holder, place)
        return 0.0 if seat == NOBODY else chance * self.gain[seat][token]

    def change(self, halls: tuple[int, ...]) -> float:
        """By how much the worth of the palace has changed around `halls`."""
        places = set(halls) | {(hall + 1) % self.size for hall in halls}
        return sum(self.worth(place) - self.now[place] for place in places)

    # Parts: the best move that begins with them.

    def part(self, part: int) -> float:
        """The worth of the next part of the move under way."""
        chosen = self.position.chosen
        if not chosen:
            if part == PASS:
                return 0.0
            if part < GUESTS:
                return max(self.play(part, hall) for hall in self.vacant)
            return max(self.best_hire(part - HIRE, hall) for hall in self.vacant)
        if len(chosen) == 1:
            if chosen[0] < GUESTS:
                return self.play(chosen[0], part - HALL)
            return self.best_hire(chosen[0] - HIRE, part - HALL)
        kind, hall = chosen[0] - HIRE, chosen[1] - HALL
        if part == NO_ABILITY:
            return self.hire(kind, hall)
        if len(chosen) == 2:
            return self.best_ability(kind, hall, place_of(part))
        return self.ability(kind, hall, place_of(chosen[2]), place_of(part))

    def play(self, guest: int, hall: int) -> float:
        """A guest into a hallway. Strong guests of ours are better kept than wasted."""
        kept = self.put(guest, hall)
        value = self.change((hall,))
        self.restore(hall, kept)
        return value - 0.3 * _draft_worth(self.position, self.seat, guest)

    def cost(self, kind: int) -> float:
        """What the ducats for an agent are worth to us."""
        return DUCAT_WORTH * int(price(kind, self.position.bought[kind]))

    def hire(self, kind: int, hall: int) -> float:
        """An agent that does nothing but stand in the way."""
        kept = self.put(FIRST_AGENT, hall)
        value = self.change((hall,))
        self.restore(hall, kept)
        return value - self.cost(kind)

    def best_hire(self, kind: int, hall: int) -> float:
        """An agent with its best ability, or none."""
        best = self.hire(kind, hall)
        for part in agents.first_targets(self.position, kind, hall):
            best = max(best, self.best_ability(kind, hall, place_of(part)))
        return best

    def best_ability(self, kind: int, hall: int, first: int) -> float:
        """An ability with its best second target."""
        if agents.one_step(kind):
            return self.ability(kind, hall, first, NONE)
        seconds = agents.second_targets(self.position, kind, hall, first)
        return max(self.ability(kind, hall, first, place_of(part)) for part in seconds)

    def ability(self, kind: int, hall: int, first: int, second: int) -> float:
        """A hire with its ability: done on our own lists, weighed, undone."""
        cost = self.cost(kind)
        kept = self.put(FIRST_AGENT, hall)
        if kind in (ASSASSIN, COURTESAN):
            other = (self.strength[first], self.holder[first])
            if kind == ASSASSIN:
                self.strength[first], self.holder[first] = 0, NOBODY
            else:
                self.put(second, first)
            value = self.change((hall, first))
            self.restore(first, other)
        elif kind in (GONDOLIER, GUARD):
            self.swap_halls(first, second)
            value = self.change((hall, first, second))
            self.swap_halls(first, second)
        else:
            value = self.trade(kind, hall, first, second)
        self.restore(hall, kept)
        return value - cost

    def trade(self, kind: int, hall: int, first: int, second: int) -> float:
        """A thief covers a token, a trader exchanges two."""
        tokens = self.tokens
        if kind == THIEF:
            kept, tokens[first] = tokens[first], NONE
            value = self.change((hall,))
            tokens[first] = kept
            return value
        places = (hall, (first - 1) % self.size, (second - 1) % self.size)
        tokens[first], tokens[second] = tokens[second], tokens[first]
        value = self.change(places)
        tokens[first], tokens[second] = tokens[second], tokens[first]
        return value

    def put(self, card: int, hall: int) -> tuple[int, int]:
        """Place a card; returns what `restore` needs."""
        kept = (self.strength[hall], self.holder[hall])
        self.strength[hall], self.holder[hall] = INFLUENCE[card], self.position.owner[FAMILY[card]]
        return kept

    def restore(self, hall: int, kept: tuple[int, int]) -> None:
        """Undo `put`."""
        self.strength[hall], self.holder[hall] = kept

    def swap_halls(self, one: int, other: int) -> None:
        """Exchange what stands in two hallways, nothing included."""
        strength, holder = self.strength, self.holder
        strength[one], strength[other] = strength[other], strength[one]
        holder[one], holder[other] = holder[other], holder[one]
