"""Heuristics for each decision, by own points against those of the others. Written to be compiled.

A town scores for everyone, so the question is whose hand benefits: closing, joining or building in a town seeks the
largest lead of the own best play over that of the others, whose hands a world supposes.
"""

from typing import Final, cast

from games.bots.search.guide import Guide
from games.core.engine.rows import Int, Row
from games.core.engine.state import State
from games.titles.masons.bots.worth import (
    POINT,
    TENTHS,
    average_worth,
    best_play,
    chances,
    kept_worth,
    mean_values,
    scorings_left,
)
from games.titles.masons.rules import components as box
from games.titles.masons.rules import towns, turn
from games.titles.masons.rules.board import BOARD, CORNERS
from games.titles.masons.rules.building import space_of
from games.titles.masons.rules.state import MasonsState
from games.titles.masons.rules.values import card_values

TRIES: Final = 3  # lines that a roll-out compares
EXTENDS: Final = 2  # a wall that goes on from another
HOPELESS: Final = -1_000_000


class MasonsGuide(Guide):
    """Plays until the next town is scored."""

    def __init__(self) -> None:
        self.mean: Row = mean_values()

    def horizon(self, world: State) -> Int:
        """Return the number of scorings that are over."""
        state = cast(MasonsState, world)
        return state.scorings - 1 if state.phase >= box.SCORE else state.scorings

    def values(self, world: State) -> list[float]:
        return chances(cast(MasonsState, world), self.mean)

    def weigh(self, world: State, seat: Int) -> list[float]:
        state = cast(MasonsState, world)
        return [float(points) * POINT for points in self.points(state, seat)]

    def propose(self, world: State, seat: Int) -> Int:
        state = cast(MasonsState, world)
        if state.phase == box.WALL:
            return self.propose_wall(state, seat)
        found = state.options(seat)
        if len(found) == 1:
            return found[0]
        points = self.points(state, seat)
        best: Int = 0
        for at in range(len(found)):
            if points[at] > points[best]:
                best = at
        return found[best]

    def points(self, state: MasonsState, seat: Int) -> list[Int]:
        """Return the value of each option, in tenths of a point."""
        phase = state.phase
        found = state.options(seat)
        if phase == box.WALL:
            return [self.wall(state, seat, part - box.LINE) for part in found]
        if phase == box.BUILD:
            return self.pieces(state, seat, found)
        if phase == box.MERGE:
            return [self.joined(state, seat, part) for part in found]
        if phase == box.SCORE:
            return self.plays(state, seat, found)
        if phase == box.EXCHANGE:
            return self.exchanges(state, seat, found)
        return self.finals(state, seat, found)

    # Walls.

    def wall(self, state: MasonsState, seat: Int, line: Int) -> Int:
        """Return the value of a wall on a line: the lead in the town that it closes; else what it leaves to others."""
        one, other = state.walls_at[BOARD.end_a[line]], state.walls_at[BOARD.end_b[line]]
        if one > 0 and other > 0 and self.closes(state, line):
            return self.closing(state, seat, line)
        worth: Int = EXTENDS if one + other == 1 else 0
        if one + other > 0:
            worth += self.opening(state, seat, line, BOARD.space_a[line])
            if BOARD.space_b[line] != box.NONE:
                worth += self.opening(state, seat, line, BOARD.space_b[line])
        return worth

    def opening(self, state: MasonsState, seat: Int, line: Int, space: Int) -> Int:
        """Return the value of leaving a space one wall short: the lead of `seat` in that town, if any seat benefits
        from it, and so will close it; else 0."""
        missing = box.NONE
        walls: Int = 0
        for number in range(CORNERS):
            side = BOARD.side[space * CORNERS + number]
            if state.wall[side] == 1:
                walls += 1
            elif side != line:
                missing = side
        if walls != 1 or missing == box.NONE:
            return 0
        trial = state.copy()
        turn.place_wall(trial, line)
        turn.place_wall(trial, missing)
        towns.complete(trial)
        if trial.new_town == 0:
            return 0
        values = card_values(trial, trial.new_town)
        for step in range(1, state.seats + 1):
            other = seat + step if seat + step < state.seats else seat + step - state.seats
            if self.lead(trial, other, values) > 0:
                return self.lead(trial, seat, values)
        return 0

    def closes(self, state: MasonsState, line: Int) -> bool:
        """Return whether a wall on this line would enclose spaces."""
        state.wall[line] = 1
        spaces = towns.closed(state, BOARD.space_a[line])
        if len(spaces) == 0 and BOARD.space_b[line] != box.NONE:
            spaces = towns.closed(state, BOARD.space_b[line])
        state.wall[line] = 0
        return len(spaces) > 0

    def closing(self, state: MasonsState, seat: Int, line: Int) -> Int:
        """Return the lead in the town that a wall on this line closes, before anything is built there, joined or
        not."""
        trial = state.copy()
        turn.place_wall(trial, line)
        towns.complete(trial)
        best = self.lead(trial, seat, card_values(trial, trial.new_town))
        for town in towns.neighbours(trial, trial.new_town):
            joined = trial.copy()
            towns.merge(joined, town)
            lead = self.lead(joined, seat, card_values(joined, joined.new_town))
            if lead > best:
                best = lead
        return best

    def lead(self, state: MasonsState, seat: Int, values: Row) -> Int:
        """Return by how much a seat's best play exceeds that of the others on average."""
        left = scorings_left(state)
        others: Int = 0
        for other in range(state.seats):
            if other != seat:
                others += best_play(state, self.mean, values, other, left)
        return best_play(state, self.mean, values, seat, left) - others // (state.seats - 1)

    def propose_wall(self, state: MasonsState, seat: Int) -> Int:
        """Return a wall for roll-outs: the best of a few lines, those that close a town first."""
        best = box.NONE
        most: Int = HOPELESS
        tried: Int = 0
        start = state.randbelow(BOARD.lines)
        for step in range(BOARD.lines):
            line = start + step if start + step < BOARD.lines else start + step - BOARD.lines
            if state.walls_at[BOARD.end_a[line]] == 0 or state.walls_at[BOARD.end_b[line]] == 0:
                continue
            if turn.may_wall(state, line) and self.closes(state, line):
                lead = self.closing(state, seat, line)
                if lead > most:
                    most = lead
                    best = line
                tried += 1
                if tried == TRIES:
                    break
        if best != box.NONE and most > 0:
            return box.LINE + best
        for _try in range(TRIES):
            part = state.random_option(seat)
            worth = self.wall(state, seat, part - box.LINE)
            if worth > most or best == box.NONE:
                most = worth
                best = part - box.LINE
        return box.LINE + best

    # Buildings.

    def pieces(self, state: MasonsState, seat: Int, found: list[Int]) -> list[Int]:
        """Return the value of each piece for the own cards: those of the town about to be closed, or of the land
        outside."""
        inside = towns.enclosed(state)
        worth: list[Int] = []
        for part in found:
            points: Int = 0
            if part >= box.HOUSE:
                space = space_of(state, part)
                points = self.house(state, seat, space, (part - box.HOUSE) % box.COLOURS, space in inside)
            elif part >= box.TOWER:
                points = self.tower(state, seat, (part - box.TOWER) % box.TONES, len(inside) > 0)
            worth.append(points)
        return worth

    def house(self, state: MasonsState, seat: Int, space: Int, colour: Int, inside: bool) -> Int:
        """Return the value of a house of a colour on a space."""
        if inside:
            present = self.houses_on(state, space, colour)
            return self.copies(state, seat, box.TOWN_HOUSES_OF + colour) * (20 if present > 0 else 10)
        return (
            self.copies(state, seat, box.OUTSIDE_HOUSES_OF + colour) * 8
            + self.copies(state, seat, box.OUTSIDE_REGION + BOARD.region[space]) * 8
            + self.copies(state, seat, box.TOWN_HOUSES_OF + colour) * 2
        )

    def houses_on(self, state: MasonsState, space: Int, colour: Int) -> Int:
        """Return the number of houses of a colour on a space."""
        return state.house[space * box.COLOURS + colour]

    def tower(self, state: MasonsState, seat: Int, tone: Int, inside: bool) -> Int:
        """Return the value of a tower of a tone at an end of the wall: part of the town if this wall closes one."""
        if inside:
            return self.copies(state, seat, box.TOWN_TOWERS_OF + tone) * 20
        return (
            self.copies(state, seat, box.OUTSIDE_TOWERS_OF + tone) * 16
            + self.copies(state, seat, box.OUTSIDE_TOWERS) * 8
            + self.copies(state, seat, box.OUTSIDE_COAST) * 4
            + self.copies(state, seat, box.TOWN_TOWERS_OF + tone) * 4
        )

    def copies(self, state: MasonsState, seat: Int, face: Int) -> Int:
        """Return how many of a card the seat holds, against what others hold of it on average."""
        others: Int = 0
        for other in range(state.seats):
            if other != seat:
                others += state.hand[other * box.FACES + face]
        return state.hand[seat * box.FACES + face] - others // (state.seats - 1)

    def joined(self, state: MasonsState, seat: Int, part: Int) -> Int:
        """Return the lead with the new town as it is, or joined with a neighbour."""
        if part == box.NOTHING:
            return self.lead(state, seat, card_values(state, state.new_town))
        trial = state.copy()
        towns.merge(trial, part - box.TOWN)
        return self.lead(trial, seat, card_values(trial, trial.new_town))

    # Cards.

    def plays(self, state: MasonsState, seat: Int, found: list[Int]) -> list[Int]:
        """Return the value of each card by its best use; once one is chosen, the value of each use."""
        left = scorings_left(state)
        drawn = average_worth(self.mean, state.values, left)
        if len(state.composed) == 0:
            worth: list[Int] = []
            for part in found:
                gain = self.gain(state, part - box.CARD, left)
                best = gain + drawn
                for other in found:
                    if other > part or (other == part and state.hand[seat * box.FACES + part - box.CARD] > 1):
                        pair = gain + self.gain(state, other - box.CARD, left) + drawn
                        if pair > best:
                            best = pair
                thrown = 2 * drawn - self.kept(state, part - box.CARD, left)
                worth.append(max(thrown, best))
            return worth
        first = state.composed[0] - box.CARD
        gain = self.gain(state, first, left) + drawn
        uses: list[Int] = []
        for part in found:
            if part == box.ALONE:
                uses.append(gain)
            elif part == box.DISCARD:
                uses.append(2 * drawn - self.kept(state, first, left))
            else:
                uses.append(gain + self.gain(state, part - box.CARD, left))
        return uses

    def kept(self, state: MasonsState, face: Int, left: Int) -> Int:
        """Return the value of a card in the hand."""
        return kept_worth(self.mean, state.values, face, left)

    def gain(self, state: MasonsState, face: Int, left: Int) -> Int:
        """Return the gain of playing a card now instead of later."""
        return state.values[face] * TENTHS - self.kept(state, face, left)

    def exchanges(self, state: MasonsState, seat: Int, found: list[Int]) -> list[Int]:
        """Return, for each card, the gain of exchanging it and all after it that should go too; those before it are
        kept."""
        left = scorings_left(state)
        values = card_values(state, 0)
        drawn = average_worth(self.mean, values, left)
        worth: list[Int] = [0] * len(found)
        after: Int = 0
        for at in range(len(found) - 1, -1, -1):
            if found[at] == box.NOTHING:
                continue
            gain = drawn - kept_worth(self.mean, values, found[at] - box.CARD, left)
            worth[at] = gain + after
            if gain > 0:
                after += gain
        return worth

    def finals(self, state: MasonsState, seat: Int, found: list[Int]) -> list[Int]:
        """Return the points of the last cards: of a town those of the two best cards, of a card its own."""
        worth: list[Int] = []
        chosen: Int = len(state.composed)
        for part in found:
            if part == box.NOTHING or part == box.ALONE:
                worth.append(0)
                continue
            town = part - box.TOWN if chosen == 0 else state.composed[0] - box.TOWN
            values = card_values(state, town)
            worth.append(self.best_two(state, seat, values) if chosen == 0 else values[part - box.CARD] * TENTHS)
        return worth

    def best_two(self, state: MasonsState, seat: Int, values: Row) -> Int:
        """Return the points of the two best cards of a hand."""
        first: Int = 0
        second: Int = 0
        for face in range(box.FACES):
            for _copy in range(state.hand[seat * box.FACES + face]):
                points = values[face] * TENTHS
                if points > first:
                    second = first
                    first = points
                elif points > second:
                    second = points
        return first + second


def make_guide(world: State) -> MasonsGuide:
    """Return the guide of one decision."""
    return MasonsGuide()
