"""Yardsticks for the weak levels: players of common sense who have just read the rules and look one move ahead.

They count what their own cards would score after a move, and ignore the hands of others. Nothing in them was fitted.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from games.bots.bot import world_seeds
from games.core.title.thinker import InformationSet, Thinker
from games.titles.masons.rules import components as box
from games.titles.masons.rules import towns, turn
from games.titles.masons.rules.board import BOARD
from games.titles.masons.rules.state import MasonsState
from games.titles.masons.rules.values import card_values


@dataclass(frozen=True, slots=True)
class Newcomer(Thinker):
    """Takes the move after which its cards score most; draws among equal moves."""

    cautious: bool
    """Whether it avoids walls after which one more wall closes a town."""

    def times(self, factor: float) -> "Newcomer":
        """Return the same player: it tries every move already."""
        return self

    def effort(self) -> str:
        return "one move ahead, leaves no town to the next" if self.cautious else "one move ahead"

    def think(self, known: InformationSet, seed: int) -> list[int]:
        seat, generator = known.seat, random.Random(seed)
        state = cast(MasonsState, known.deal(world_seeds(seed, 1)[0]))
        if state.phase == box.WALL:
            return [self.wall(state, seat, generator)]
        if state.phase == box.BUILD:
            return pieces(state, seat, generator)
        if state.phase == box.MERGE:
            return [max(state.options(seat), key=lambda part: sum(best_two(state, seat, joined(state, part))))]
        if state.phase == box.SCORE:
            return play(state, seat, [int(each) for each in state.values])
        if state.phase == box.EXCHANGE:
            values = [int(each) for each in card_values(state, 0)]
            return [*(box.CARD + face for face in held(state, seat) if values[face] == 0), box.NOTHING]
        return last_cards(state, seat)

    def wall(self, state: MasonsState, seat: int, generator: random.Random) -> int:
        """Return the wall that closes the town in which the own cards score most, if they score at all; else a wall
        that closes none, and preferably extends another."""
        lines = [int(part) - box.LINE for part in state.options(seat)]
        near = [line for line in lines if state.walls_at[BOARD.end_a[line]] + state.walls_at[BOARD.end_b[line]] > 0]
        points = {line: closed_points(state, seat, line) for line in near}
        most = max(points.values(), default=0)
        if most > 0:
            return box.LINE + generator.choice([line for line in near if points[line] == most])
        quiet = [line for line in near if points[line] < 0]
        if self.cautious:
            quiet = [line for line in quiet if not leaves_town(state, line)]
        return box.LINE + generator.choice(quiet or [line for line in lines if line not in points] or lines)


def closed_points(state: MasonsState, seat: int, line: int) -> int:
    """Return the points of the two best cards in the town that a wall on this line closes; -1 if it closes none.

    The town is joined with a neighbour if that scores more.
    """
    trial = state.copy()
    turn.place_wall(trial, line)
    towns.complete(trial)
    if trial.new_town == 0:
        return -1
    choices = [box.NOTHING, *(box.TOWN + town for town in towns.neighbours(trial, trial.new_town))]
    return max(sum(best_two(trial, seat, joined(trial, part))) for part in choices)


def leaves_town(state: MasonsState, line: int) -> bool:
    """Return whether one more wall can close a town after a wall on this line."""
    trial = state.copy()
    turn.place_wall(trial, line)
    ends = (BOARD.end_a[line], BOARD.end_b[line])
    near = [
        other
        for other in range(BOARD.lines)
        if turn.may_wall(trial, other) and (BOARD.end_a[other] in ends or BOARD.end_b[other] in ends)
    ]
    return any(closed_points(trial, 0, other) >= 0 for other in near)


def joined(state: MasonsState, part: int) -> list[int]:
    """Return the points of each card in the new town, joined as `part` says."""
    if part == box.NOTHING:
        return [int(each) for each in card_values(state, state.new_town)]
    trial = state.copy()
    towns.merge(trial, part - box.TOWN)
    return [int(each) for each in card_values(trial, trial.new_town)]


def pieces(state: MasonsState, seat: int, generator: random.Random) -> list[int]:
    """Return the pieces that make the own cards score most, in the new town if there is one, otherwise outside of
    towns."""
    found: list[tuple[int, list[int]]] = []

    def build(position: MasonsState, parts: list[int]) -> None:
        for part in position.options(seat):
            after = position.copy()
            after.choose(seat, part)
            if after.phase == box.BUILD and after.composed:
                build(after, [*parts, int(part)])
            else:
                values = joined(after, box.NOTHING) if after.new_town else [int(each) for each in card_values(after, 0)]
                found.append((sum(values[face] for face in held(state, seat)), [*parts, int(part)]))

    build(state, [])
    most = max(points for points, _parts in found)
    return generator.choice([parts for points, parts in found if points == most])


def held(state: MasonsState, seat: int) -> list[int]:
    """Return the cards of `seat`, as faces."""
    return [face for face in range(box.FACES) for _copy in range(state.hand[seat * box.FACES + face])]


def best_two(state: MasonsState, seat: int, values: Sequence[int]) -> list[int]:
    """Return the points of the two best cards."""
    return sorted((values[face] for face in held(state, seat)), reverse=True)[:2]


def play(state: MasonsState, seat: int, values: Sequence[int]) -> list[int]:
    """Return the play of the two best cards, or of one if only one scores; the discard of one if none does."""
    ranked = sorted(held(state, seat), key=lambda face: -values[face])
    if values[ranked[0]] == 0:
        return [box.CARD + ranked[0], box.DISCARD]
    if len(ranked) == 1 or values[ranked[1]] == 0:
        return [box.CARD + ranked[0], box.ALONE]
    return [box.CARD + face for face in sorted(ranked[:2])]


def last_cards(state: MasonsState, seat: int) -> list[int]:
    """Return the town, or none, in which the own cards score most, with the cards to play there."""
    places = [int(part) for part in state.options(seat) if part != box.NOTHING]
    tables = {part: [int(each) for each in card_values(state, part - box.TOWN)] for part in places}
    best = max(places, key=lambda part: sum(best_two(state, seat, tables[part])))
    cards = play(state, seat, tables[best])
    return [box.NOTHING] if cards[-1] == box.DISCARD else [best, *cards]
