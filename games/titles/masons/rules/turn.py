"""A turn up to the dice: the wall, then all three dice; and whose turn is next (rules page, #turn)."""

from games.core.engine.rows import Int
from games.core.engine.state import CHANCE, ChanceStep
from games.titles.masons.rules import components as box
from games.titles.masons.rules.board import BOARD
from games.titles.masons.rules.fields import MasonsFields

HOUSE_DIE_SIDES = box.COLOURS + 1


def may_wall(state: MasonsFields, line: Int) -> bool:
    """Return whether a wall may be placed on a line: it carries none, and does not lie inside a town."""
    return state.wall[line] == 0 and state.town[BOARD.space_a[line]] == 0


def can_wall(state: MasonsFields) -> bool:
    """Return whether any line is left for a wall."""
    for line in range(BOARD.lines):
        if may_wall(state, line):
            return True
    return False


def begin(state: MasonsFields, seat: Int) -> bool:
    """Begin the turn of `seat`; return whether a line is left for its wall."""
    state.turns += 1
    state.active = seat
    state.new_town = 0
    state.record(box.EFFECT_TURN, state.turns, seat)
    if not can_wall(state):
        return False
    state.phase = box.WALL
    state.decider = seat
    return True


def place_wall(state: MasonsFields, line: Int) -> None:
    """Place a wall on a line. The dice come after it, so they cannot depend on the line."""
    state.wall[line] = 1
    state.walls_at[BOARD.end_a[line]] += 1
    state.walls_at[BOARD.end_b[line]] += 1
    state.walls_left -= 1
    state.line = line
    state.built = []
    for die in range(box.DICE):
        state.dice[die] = box.NONE
    state.phase = box.ROLLING
    state.decider = CHANCE


def next_die(state: MasonsFields) -> Int:
    """Return the number of the die that is rolled next: the tower die, then the two house dice."""
    die: Int = 0
    while state.dice[die] != box.NONE:
        die += 1
    return die


def dice_step(state: MasonsFields) -> ChanceStep:
    """Return the chance step of the next die. Its index is the turn and its number, so nothing that is chosen can
    change it."""
    die = next_die(state)
    sides = int(box.TONES if die == 0 else HOUSE_DIE_SIDES)
    return ChanceStep("dice", (int(state.turns), int(die)), tuple(range(sides)), (1,) * sides)


def random_side(state: MasonsFields) -> Int:
    """Return a side of the next die."""
    return state.randbelow(box.TONES if next_die(state) == 0 else HOUSE_DIE_SIDES)


def roll(state: MasonsFields, side: Int) -> None:
    """Apply the next die; after the third the active seat builds."""
    die = next_die(state)
    state.dice[die] = side
    if die == box.DICE - 1:
        state.record(box.EFFECT_ROLLED, state.dice[0], state.dice[1], state.dice[2])
        state.phase = box.BUILD
        state.decider = state.active
