"""The board's geometry again: slowly, with sets and names, from the text of the rules page. The cards are in
`test_cards.py`.

Nothing of the title's rules is used here but the names of the board's points, lines and spaces. `manage.py` has no
command for it: `python -m tests.titles.masons.oracle 100000` compares this many positions.
"""

import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import permutations, product

from games.core.engine.state import CHANCE, OVER
from games.titles.masons.game import Masons
from games.titles.masons.rules.board_file import BoardFile, read_board
from games.titles.masons.rules.state import MasonsState

BOARD: BoardFile = read_board("masons-strip-42")
SPACES = {name: frozenset(corners) for name, corners in BOARD.corners.items()}
ENDS = {name: frozenset(ends) for name, ends in BOARD.lines.items()}
BESIDE = {line: frozenset(space for space in SPACES if ENDS[line] <= SPACES[space]) for line in ENDS}
ACROSS = {
    space: [(line, other) for line, beside in BESIDE.items() if space in beside for other in beside - {space}]
    for space in SPACES
}
EDGE = {space: [line for line, beside in BESIDE.items() if beside == {space}] for space in SPACES}
COLOURS = "bgyrp"
TONES = "WGK"


@dataclass
class Land:
    """The public part of a position."""

    walls: set[str] = field(default_factory=set)
    towers: dict[str, str] = field(default_factory=dict)
    houses: list[tuple[str, str]] = field(default_factory=list)
    """Space and colour of each house."""
    palaces: list[tuple[str, str]] = field(default_factory=list)
    towns: dict[str, frozenset[str]] = field(default_factory=dict)

    @classmethod
    def of(cls, state: MasonsState) -> "Land":
        """The land that a spectator sees."""
        view = state.view(None)
        return cls(
            walls=set(view["walls"]),
            towers=dict(view["towers"]),
            houses=[(each["space"], each["colour"]) for each in view["houses"] for _copy in range(each["count"])],
            palaces=[(each["space"], each["colour"]) for each in view["palaces"]],
            towns={town["id"]: frozenset(town["spaces"]) for town in view["towns"]},
        )


def component(land: Land, start: str) -> frozenset[str]:
    """All spaces that can be reached across lines without a wall."""
    reached: set[str] = set()
    fresh = {start}
    while fresh:
        reached |= fresh
        fresh = {other for space in fresh for line, other in ACROSS[space] if line not in land.walls} - reached
    return frozenset(reached)


def is_closed(land: Land, spaces: frozenset[str]) -> bool:
    """Return whether no line on the rim is an edge line without a wall."""
    return all(line in land.walls for space in spaces for line in EDGE[space])


def components(land: Land) -> list[frozenset[str]]:
    """The land in pieces between walls."""
    found: list[frozenset[str]] = []
    left = set(SPACES)
    while left:
        found.append(component(land, min(left)))
        left -= found[-1]
    return found


def enclosed(land: Land) -> set[frozenset[str]]:
    """All closed components."""
    return {spaces for spaces in components(land) if is_closed(land, spaces)}


def neighbours(land: Land, town: str) -> set[str]:
    """Towns that share at least one wall."""
    spaces = land.towns[town]
    rim = [beside for line, beside in BESIDE.items() if line in land.walls and beside & spaces]
    return {other for other, its in land.towns.items() if other != town and any(beside & its for beside in rim)}


def builds(land: Land, left: dict[str, int], line: str, dice: str) -> set[frozenset[str]]:
    """Yield every set of pieces that may be built next to a new wall, by trying all orders of placing them.

    `left` is the supply by tone and colour, `dice` the tower die and both house dice: ``W/r?``.
    """
    ends = [end for end in ENDS[line] if end not in land.towers]
    tower_left = {tone: left[tone] for tone in TONES}
    house_left = {colour: left[colour] for colour in COLOURS}
    towers = set(_tower_sets(ends, tower_left, dice[0]))
    houses = set(_house_sets(sorted(BESIDE[line]), house_left, dice[2:]))
    return {one | other for one, other in product(towers, houses)}


def _tower_sets(ends: list[str], left: dict[str, int], die: str) -> Iterator[frozenset[str]]:
    """The tower of the die first, then a free one; the player says at which end each."""
    count = min(len(ends), sum(left.values()))
    for order in permutations(ends, count):
        if count == 0:
            yield frozenset()
            continue
        first = [die] if left[die] else [tone for tone in TONES if left[tone]]
        for tone in first:
            rest = {**left, tone: left[tone] - 1}
            if count == 1:
                yield frozenset({f"{order[0]}={tone}"})
                continue
            yield from (frozenset({f"{order[0]}={tone}", f"{order[1]}={other}"}) for other in TONES if rest[other])


def _house_sets(sites: list[str], left: dict[str, int], dice: str) -> Iterator[frozenset[str]]:
    """One die a space, in any order; at the edge of the board either die."""
    count = min(len(sites), sum(left.values()))
    for order, faces in product(permutations(sites, count), permutations(dice)):
        built: list[tuple[frozenset[str], dict[str, int]]] = [(frozenset(), left)]
        for space, die in zip(order, faces, strict=False):
            built = [
                (pieces | {f"{space}={colour}"}, {**rest, colour: rest[colour] - 1})
                for pieces, rest in built
                for colour in ([die] if rest.get(die) else [each for each in COLOURS if rest[each]])
            ]
        yield from (pieces for pieces, _rest in built)


def positions(wanted: int, seed: int) -> Iterator[MasonsState]:
    """Positions of random matches, in which players often close rings, at every decision."""
    game = Masons()
    generator = random.Random(seed)
    found = 0
    while True:
        state = game.initial_state(generator.randint(2, 4), {})
        state.seed(generator.getrandbits(32))
        while state.to_move() != OVER:
            if state.to_move() == CHANCE:
                state.random_chance()
                continue
            yield state
            found += 1
            if found == wanted:
                return
            state.random_move(state.to_move()) if generator.random() < 0.4 else near(state, generator)


def near(state: MasonsState, generator: random.Random) -> None:
    """A random move; a wall goes on from others, so that rings come about."""
    seat = state.to_move()
    trials = [state.random_option(seat) for _try in range(6)]
    view = state.view(None)
    ends = {end for line in view["walls"] for end in ENDS[line]}
    if view["phase"] == "wall":
        words = {part: Masons().part_word(state, seat, part) for part in trials}
        trials.sort(key=lambda part: -len(ENDS[words[part]] & ends))
    state.choose(seat, trials[0])
    while state.composing(seat):
        state.choose(seat, state.random_option(seat))


def scattered(generator: random.Random) -> Land:
    """A land that no match would lead to: pieces anywhere, all closed components towns."""
    land = Land(walls=set(generator.sample(sorted(ENDS), generator.randint(0, 90))))
    points = sorted({end for ends in ENDS.values() for end in ends})
    land.towers = {point: generator.choice(TONES) for point in points if generator.random() < 0.6}
    land.houses = [(generator.choice(sorted(SPACES)), generator.choice(COLOURS)) for _each in range(50)]
    land.towns = {f"T{number + 1}": spaces for number, spaces in enumerate(sorted(enclosed(land), key=sorted))}
    inside = sorted(space for spaces in land.towns.values() for space in spaces)
    if inside:
        land.palaces = [(generator.choice(inside), colour) for colour in COLOURS * 2]
    return land


def main() -> None:
    """Compare as many positions as the command line says."""
    from tests.titles.masons.test_oracle import compare_positions, compare_scattered

    wanted = int(sys.argv[1])
    compare_positions(wanted // 2, seed=wanted)
    compare_scattered(wanted - wanted // 2, seed=wanted)
    print(f"{wanted} positions agree.")


if __name__ == "__main__":
    main()
