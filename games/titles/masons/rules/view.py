"""The views of a position: the only way out of it, with what each viewer may see."""

from typing import TypedDict

from games.core.engine.outcome import Outcome
from games.core.engine.state import OVER
from games.core.engine.view import View
from games.titles.masons.rules.board import BOARD_NAME
from games.titles.masons.rules.building import point_of, space_of
from games.titles.masons.rules.components import (
    BUILD,
    COLOUR_CODES,
    COLOURS,
    DEALING,
    DISCARDED,
    DRAWING,
    ENDINGS,
    EXCHANGE,
    EXCHANGING,
    FACE_CODES,
    FACES,
    FINAL,
    FINISHED,
    FIRST_SEAT,
    HOUSE,
    HOUSE_DIE_CODES,
    MERGE,
    NONE,
    PALACES_EACH,
    PLAYED,
    ROLLING,
    SCORE,
    SKIPPED,
    TONE_CODES,
    TONES,
    TOWER,
    WAITS,
    WALL,
)
from games.titles.masons.rules.endings import ranking
from games.titles.masons.rules.fields import MasonsFields
from games.titles.masons.rules.names import LINE_NAMES, POINT_NAMES, SPACE_NAMES, town_word
from games.titles.masons.rules.scoring import may_exchange
from games.titles.masons.rules.towns import neighbours, towns_on_board
from games.titles.masons.rules.values import card_values

PHASES = {
    DEALING: "deal",
    FIRST_SEAT: "first",
    WALL: "wall",
    ROLLING: "dice",
    BUILD: "build",
    MERGE: "merge",
    SCORE: "score",
    DRAWING: "draw",
    EXCHANGE: "exchange",
    EXCHANGING: "exchange-draw",
    FINAL: "final",
    FINISHED: "over",
}
DONE = {WAITS: "waits", PLAYED: "played", DISCARDED: "discarded", SKIPPED: "skipped"}


class SupplyView(TypedDict):
    """The pieces that are not built yet."""

    walls: int
    towers: dict[str, int]
    houses: dict[str, int]
    palaces: dict[str, int]


class HouseView(TypedDict):
    """Houses of one colour on a space."""

    space: str
    colour: str
    count: int


class PalaceView(TypedDict):
    """A palace, and the space where it was built."""

    space: str
    colour: str


class TownView(TypedDict):
    """A completed town."""

    id: str
    spaces: list[str]


class SheetView(TypedDict):
    """A seat's part in the open or last scoring: `done` is waits, played, discarded or skipped; `town` and `cards` of
    what it has played. Cards that were discarded are not named."""

    done: str
    town: str
    cards: list[str]
    points: int


class MasonsView(View):
    """A view of Masons. Points, lines and spaces have their names, towns their ids (``T3``), cards their codes; seats
    count from 0."""

    board: str
    turn: int
    active: int | None
    first: int | None
    walls: list[str]
    towers: dict[str, str]
    houses: list[HouseView]
    palaces: list[PalaceView]
    towns: list[TownView]
    supply: SupplyView
    line: str | None
    """The wall placed last."""
    dice: list[str] | None
    """The tower die and both house dice, as they fell last; None until they have."""
    built: list[str]
    """What was built next to that wall: ``a2=W``, ``A3=r``."""
    new_town: str | None
    """The town that this turn has completed."""
    mergeable: list[str]
    """The towns that it may be joined with, while that is decided."""
    scorings: int
    sheet: list[SheetView]
    """By seat; of the open scoring, or the last."""
    eligible: list[int]
    """While cards are exchanged: the seats in last place."""
    values: dict[str, int]
    """What each card would score now; cards of a town for the new one, and nothing without one."""
    town_values: dict[str, dict[str, int]]
    """In the final scoring: the same for each town that may be chosen, by its id."""
    scores: list[int]
    hand_sizes: list[int]
    hands: list[list[str] | None]
    """By seat: the cards in their order; None if the viewer may not see them. All are open when the match is over."""
    pile: int
    discards: int
    ending: str | None
    """Why the match ends with this turn: the supply that has run out; None if it goes on."""
    places: list[int] | None


def view_of(state: MasonsFields, seat: int | None) -> MasonsView:
    """Return the view of `seat` (None: a spectator)."""
    scored = int(state.new_town) if state.phase in (MERGE, SCORE) else 0
    return {
        "seats": int(state.seats),
        "viewer": seat,
        "phase": PHASES[state.phase],
        "deciders": [int(one) for one in state.deciders()],
        "over": state.to_move() == OVER,
        "board": BOARD_NAME,
        "turn": int(state.turns),
        "active": None if state.active == NONE else int(state.active),
        "first": None if state.first == NONE else int(state.first),
        "walls": [name for line, name in enumerate(LINE_NAMES) if state.wall[line]],
        "towers": {
            name: TONE_CODES[state.tower[point]] for point, name in enumerate(POINT_NAMES) if state.tower[point] != NONE
        },
        "houses": _houses(state),
        "palaces": _palaces(state),
        "towns": _towns(state),
        "supply": _supply(state),
        "line": None if state.line == NONE else LINE_NAMES[state.line],
        "dice": _dice(state),
        "built": [piece_word(state, int(part)) for part in state.built],
        "new_town": town_word(int(state.new_town)) if state.new_town else None,
        "mergeable": [town_word(int(town)) for town in neighbours(state, state.new_town)]
        if state.phase == MERGE
        else [],
        "scorings": int(state.scorings),
        "sheet": [_sheet(state, one) for one in range(state.seats)],
        "eligible": [one for one in range(state.seats) if may_exchange(state, one)]
        if state.phase in (EXCHANGE, EXCHANGING)
        else [],
        "values": _values(state, scored),
        "town_values": {town_word(int(town)): _values(state, int(town)) for town in towns_on_board(state)}
        if state.phase == FINAL
        else {},
        "scores": [int(points) for points in state.scores],
        "hand_sizes": [int(cards) for cards in state.hand_size],
        "hands": [_hand(state, one) if _sees(state, seat, one) else None for one in range(state.seats)],
        "pile": int(state.pile_size),
        "discards": int(state.thrown_size),
        "ending": None if state.ending == NONE else ENDINGS[state.ending],
        "places": [int(place) for place in ranking(state)] if state.phase == FINISHED else None,
    }


def piece_word(state: MasonsFields, part: int) -> str:
    """Return a piece next to the wall of this turn, with its place: ``a2=W``, ``A3=r``."""
    if part >= HOUSE:
        return f"{SPACE_NAMES[space_of(state, part)]}={COLOUR_CODES[(part - HOUSE) % COLOURS]}"
    return f"{POINT_NAMES[point_of(state, part)]}={TONE_CODES[(part - TOWER) % TONES]}"


def _houses(state: MasonsFields) -> list[HouseView]:
    return [
        {"space": SPACE_NAMES[place // COLOURS], "colour": COLOUR_CODES[place % COLOURS], "count": int(count)}
        for place, count in enumerate(state.house)
        if count
    ]


def _palaces(state: MasonsFields) -> list[PalaceView]:
    return [
        {"space": SPACE_NAMES[state.palace[place]], "colour": COLOUR_CODES[place // PALACES_EACH]}
        for place in range(COLOURS * PALACES_EACH)
        if state.palace[place] != NONE
    ]


def _towns(state: MasonsFields) -> list[TownView]:
    spaces: dict[int, list[str]] = {int(town): [] for town in towns_on_board(state)}
    for space, town in enumerate(state.town):
        if town:
            spaces[int(town)].append(SPACE_NAMES[space])
    return [{"id": town_word(town), "spaces": its} for town, its in spaces.items()]


def _supply(state: MasonsFields) -> SupplyView:
    return {
        "walls": int(state.walls_left),
        "towers": {code: int(state.tower_left[tone]) for tone, code in enumerate(TONE_CODES)},
        "houses": {code: int(state.house_left[colour]) for colour, code in enumerate(COLOUR_CODES)},
        "palaces": {code: int(state.palace_left[colour]) for colour, code in enumerate(COLOUR_CODES)},
    }


def _dice(state: MasonsFields) -> list[str] | None:
    if state.dice[2] == NONE:
        return None
    return [TONE_CODES[state.dice[0]], HOUSE_DIE_CODES[state.dice[1]], HOUSE_DIE_CODES[state.dice[2]]]


def _sheet(state: MasonsFields, seat: int) -> SheetView:
    cards = [FACE_CODES[face] for face in (state.scored_first[seat], state.scored_second[seat]) if face != NONE]
    return {
        "done": DONE[state.done[seat]],
        "town": town_word(int(state.scored_town[seat])),
        "cards": cards,
        "points": int(state.points[seat]),
    }


def _values(state: MasonsFields, town: int) -> dict[str, int]:
    return {code: int(points) for code, points in zip(FACE_CODES, card_values(state, town), strict=True)}


def _sees(state: MasonsFields, viewer: int | None, seat: int) -> bool:
    return viewer == seat or state.phase == FINISHED


def _hand(state: MasonsFields, seat: int) -> list[str]:
    return [FACE_CODES[face] for face in range(FACES) for _copy in range(state.hand[seat * FACES + face])]


def outcome_of(state: MasonsFields) -> Outcome | None:
    """Return places, scores and the named reason once the rules have ended the match, else None."""
    if state.phase != FINISHED:
        return None
    places = tuple(int(place) for place in ranking(state))
    return Outcome(places, ENDINGS[state.ending], tuple(int(points) for points in state.scores))
