"""Positions of Masons by hand, and tokens of the record played from there."""

from collections.abc import Mapping, Sequence

import pytest

from games.core.engine.state import CHANCE
from games.core.errors import Illegal
from games.titles.masons.game import Masons
from games.titles.masons.rules.board import BOARD
from games.titles.masons.rules.components import (
    COLOUR_CODES,
    COLOURS,
    EXCHANGE,
    FACE_CODES,
    FACES,
    FINAL,
    NONE,
    PALACES_EACH,
    SCORE,
    TONE_CODES,
)
from games.titles.masons.rules.names import LINE_NUMBERS, POINT_NUMBERS, SPACE_NUMBERS, town_word
from games.titles.masons.rules.scoring import begin_turn
from games.titles.masons.rules.state import MasonsState
from games.titles.masons.rules.towns import towns_on_board
from games.titles.masons.rules.values import card_values

MASONS = Masons()
FULL = "TS1 TS2 TS3 TTA TP OHb"
"""A hand that nobody plays from: positions by hand need some."""


def position(
    *,
    walls: str = "",
    towers: str = "",
    houses: str = "",
    palaces: str = "",
    towns: Mapping[str, str] | None = None,
    hands: Sequence[str] = (FULL, FULL),
    scores: Sequence[int] = (),
    active: int = 0,
) -> MasonsState:
    """The beginning of a turn of `active`: walls by line, ``a2=K`` towers, ``A3=r,b`` houses and palaces, towns by id
    with their spaces. Pieces on the board are missing in the supply."""
    state = MasonsState(None, len(hands))
    for line in walls.split():
        add_wall(state, line)
    for word in towers.split():
        point, tone = word.split("=")
        state.tower[POINT_NUMBERS[point]] = TONE_CODES.index(tone)
        state.tower_left[TONE_CODES.index(tone)] -= 1
    for word in houses.split():
        space, colours = word.split("=")
        for colour in colours.split(","):
            add_house(state, space, colour)
    for word in palaces.split():
        space, colour = word.split("=")
        number = COLOUR_CODES.index(colour)
        state.palace_left[number] -= 1
        state.palace[number * PALACES_EACH + PALACES_EACH - 1 - state.palace_left[number]] = SPACE_NUMBERS[space]
    for town, spaces in (towns or {}).items():
        state.last_town = max(state.last_town, int(town[1:]))
        for space in spaces.split():
            state.town[SPACE_NUMBERS[space]] = int(town[1:])
    for seat, hand in enumerate(hands):
        for card in hand.split():
            give(state, seat, card)
    for seat, points in enumerate(scores):
        state.scores[seat] = points
    state.first = active
    begin_turn(state, active)
    return state


def add_wall(state: MasonsState, line: str) -> None:
    """Place a wall out of turn."""
    number = LINE_NUMBERS[line]
    state.wall[number] = 1
    state.walls_at[BOARD.end_a[number]] += 1
    state.walls_at[BOARD.end_b[number]] += 1
    state.walls_left -= 1


def add_house(state: MasonsState, space: str, colour: str) -> None:
    """Build a house out of turn."""
    state.house[SPACE_NUMBERS[space] * COLOURS + COLOUR_CODES.index(colour)] += 1
    state.house_left[COLOUR_CODES.index(colour)] -= 1


def give(state: MasonsState, seat: int, card: str) -> None:
    """A card from the draw pile into a hand."""
    face = FACE_CODES.index(card)
    assert state.pile[face] > 0, f"no {card} is left"
    state.pile[face] -= 1
    state.pile_size -= 1
    state.hand[seat * FACES + face] += 1
    state.hand_size[seat] += 1


def hand(state: MasonsState, seat: int) -> list[str]:
    """The cards of a seat, in their order."""
    return [FACE_CODES[face] for face in range(FACES) for _copy in range(state.hand[seat * FACES + face])]


def play(state: MasonsState, tokens: str) -> MasonsState:
    """Play tokens of a record without seats: ``W:a2b3 D:W/rb B:;A3=r,A4=b S:TS1 R:OW``. Returns the same state."""
    for token in tokens.split():
        verb, _sign, rest = token.partition(":")
        if verb == "D":
            for name in (rest[0], *rest[2:]):
                state.choose_chance(MASONS.parse_chance(state, name))
        elif verb == "R":
            for name in rest.split(","):
                assert state.to_move() == CHANCE, f"nothing is drawn at {token}"
                outcome = MASONS.parse_chance(state, name)
                assert outcome in state.chance_step().outcomes, f"{name} cannot be drawn"
                state.choose_chance(outcome)
        else:
            seat = state.to_move()
            assert seat >= 0, f"nobody decides at {token}"
            for part in MASONS.parse_move(state, seat, token):
                state.choose(seat, part)
    return state


def draw_all(state: MasonsState) -> MasonsState:
    """Let chance draw whatever it owes, the first card that is possible each time."""
    while state.to_move() == CHANCE:
        state.choose_chance(state.chance_step().outcomes[0])
    return state


def refusal(state: MasonsState, text: str) -> str:
    """Why a move is refused."""
    with pytest.raises(Illegal) as found:
        MASONS.parse_move(state, state.to_move(), text)
    return str(found.value.reason)


def moves(state: MasonsState) -> list[str]:
    """The texts of all moves of the seat that decides."""
    found = []

    def go_on(trial: MasonsState, parts: list[int]) -> None:
        for part in trial.options(state.to_move()):
            after = trial.copy()
            after.choose(state.to_move(), part)
            if after.composing(state.to_move()):
                go_on(after, [*parts, part])
            else:
                found.append(MASONS.format_move(state, state.to_move(), [*parts, part]))

    go_on(state, [])
    return found


def values(state: MasonsState, town: str = "") -> dict[str, int]:
    """Return what each card would score for a town; "" for that of this turn."""
    number = int(town[1:]) if town else int(state.new_town)
    return dict(zip(FACE_CODES, (int(points) for points in card_values(state, number)), strict=True))


def towns(state: MasonsState) -> dict[str, list[str]]:
    """All towns and their spaces."""
    return {
        town_word(town): [name for name, space in SPACE_NUMBERS.items() if state.town[space] == town]
        for town in towns_on_board(state)
    }


def houses(state: MasonsState, space: str) -> str:
    """The houses on a space, by colour."""
    return "".join(
        code * state.house[SPACE_NUMBERS[space] * COLOURS + colour] for colour, code in enumerate(COLOUR_CODES)
    )


def palaces(state: MasonsState) -> list[str]:
    """The palaces, each with its space: ``A3=r``."""
    names = {number: name for name, number in SPACE_NUMBERS.items()}
    return sorted(
        f"{names[place]}={COLOUR_CODES[at // PALACES_EACH]}" for at, place in enumerate(state.palace) if place != NONE
    )


def walls(state: MasonsState) -> list[str]:
    """The lines that carry a wall."""
    return [name for name, line in LINE_NUMBERS.items() if state.wall[line]]


def towers(state: MasonsState) -> dict[str, str]:
    """The towers by point."""
    return {name: TONE_CODES[state.tower[point]] for name, point in POINT_NUMBERS.items() if state.tower[point] != NONE}


def answer(state: MasonsState, phase: int = SCORE) -> MasonsState:
    """Everybody answers a scoring, an exchange or the last cards by default, until something else is due."""
    while state.phase == phase and phase in (SCORE, EXCHANGE, FINAL):
        seat = state.to_move()
        for part in state.default_move(seat):
            state.choose(seat, part)
    return state


def stack(state: MasonsState, *cards: str) -> None:
    """Make the draw pile consist of these cards; the rest of it lies in the discard pile, as if it had been played."""
    for face in range(FACES):
        wanted = cards.count(FACE_CODES[face])
        assert wanted <= state.pile[face], f"no {FACE_CODES[face]} is left"
        state.played[face] += state.pile[face] - wanted
        state.thrown_size += state.pile[face] - wanted
        state.pile[face] = wanted
    state.pile_size = len(cards)
