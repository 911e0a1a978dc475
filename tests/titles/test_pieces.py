"""No piece is drawn twice: whatever a page shows, previews included, is in the box that often at least."""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

import pytest

from games.core.engine.state import State
from games.core.kit.simulation import Simulation
from games.core.title.compose import compose
from games.core.title.game import Game
from games.core.title.presenter import Composition
from games.registry import TITLES
from games.titles.mascarade.rules.masks import CODES
from games.titles.mascarade.rules.masks import COPIES as CODE_COPIES
from games.titles.maskera.rules.components import COPIES as MASK_COPIES
from games.titles.maskera.rules.components import LETTERS
from games.titles.masons.rules.components import (
    COLOUR_CODES,
    FACE_CODES,
    HOUSES_EACH,
    PALACES_EACH,
    TONE_CODES,
    TOWERS_EACH,
    WALLS,
)
from games.titles.masons.rules.components import COPIES as CARD_COPIES
from games.titles.masques.rules.agents import PILE
from games.titles.masques.rules.codes import GUEST_CODES
from games.titles.masques.rules.components import COPIES as GUEST_COPIES
from games.titles.masques.rules.components import DUCATS
from games.titles.masques.text.agents import AGENTS
from tests.sampling import sampled
from tests.titles.maskera.positions import follow, position

Pieces = Counter[str]
BACK = "back"
FEW = 4  # seats; of larger tables one match is looked at, by this many seats of each position
MASKERA = TITLES["maskera"]


def pieces_of_maskera(board: dict[str, Any]) -> Pieces:
    """The cards of a drawn table by mask; those that lie facedown count as backs."""
    found: Pieces = Counter()
    heaps = chain.from_iterable([*side["columns"], *(side["hand"] or [])] for side in board["sides"])
    aside = board["aside"] or {"stacks": None, "backs": []}
    for stack in [*heaps, *board["discards"]["stacks"], *(aside["stacks"] or [])]:
        found[stack["letter"]] += stack["count"]
    found[BACK] = board["pile"]["count"] + len(aside["backs"])
    found[BACK] += sum(len(side["backs"]) + side["coming"] for side in board["sides"])
    if not board["trial"]["empty"]:
        found[board["trial"]["letter"] or BACK] += 1
    return found


def pieces_of_masques(board: dict[str, Any]) -> Pieces:
    """The cards and tokens of a drawn table by code. Hands of others, packets and what lies aside are numbers there,
    and count as nothing; so do the favours of a seat, which are a score: their tokens go back into the supply."""
    found = Counter(hall["name"] for hall in board["halls"] if hall["name"])
    found += Counter(card["name"] for card in [*board["cards"], *board["kept"]])
    found += Counter({pile["agent"]: pile["left"] for pile in board["piles"]})
    found += Counter(place["token"] for place in board["palace"] if place["token"])
    found += Counter({favour["guild"]: favour["count"] for favour in board["supply"]})
    found["du"] += board["bank"] + sum(seat["ducats"] for seat in board["seats"])
    return found


def pieces_of_mascarade(board: dict[str, Any]) -> Pieces:
    """The masks that a viewer sees or is certain of, by code: at most one in each slot."""
    drawn = zip(board["slots"], board["own"]["slots"], strict=True)
    faces = [[code for code in (public["face"], own["seen"], own["known"]) if code] for public, own in drawn]
    assert all(len(slot) <= 1 for slot in faces)
    return Counter(code for slot in faces for code in slot)


def pieces_of_masons(board: dict[str, Any]) -> Pieces:
    """Walls, towers, houses and palaces on the land and in the supply; cards of hands that the viewer sees."""
    land = board["land"]
    found = Counter(f"tower-{tower['tone']}" for tower in land["towers"])
    found += Counter(each["symbol"] for space in land["buildings"] for each in space["built"])
    found["wall"] += len(land["walls"]) + bool(land["planned_wall"])
    for group in board["supply"]:
        found += Counter({piece["symbol"]: piece["count"] for piece in group["pieces"]})
    hands = [seat["hand"] for seat in board["seats"]]
    found += Counter(card["code"] for hand in (hands if any(hands) else [board["hand"]]) for card in hand)
    return found


BOXES: dict[str, tuple[Callable[[dict[str, Any]], Pieces], Pieces]] = {
    "mascarade": (pieces_of_mascarade, Counter(dict(zip(CODES, CODE_COPIES, strict=True)))),
    "maskera": (pieces_of_maskera, Counter(dict.fromkeys(LETTERS, MASK_COPIES))),
    "masons": (
        pieces_of_masons,
        Counter({"wall": WALLS})
        + Counter({f"tower-{tone}": TOWERS_EACH for tone in TONE_CODES})
        + Counter({f"house-{colour}": HOUSES_EACH for colour in COLOUR_CODES})
        + Counter({f"palace-{colour}": PALACES_EACH for colour in COLOUR_CODES})
        + Counter(dict.fromkeys(FACE_CODES, CARD_COPIES)),
    ),
    "masques": (
        pieces_of_masques,
        Counter(dict(zip(GUEST_CODES, GUEST_COPIES, strict=True)))
        + Counter(dict.fromkeys(AGENTS, PILE))
        + Counter({"du": DUCATS}),
    ),
}
"""By title, how the pieces of a drawn board are counted, and how many there are. Favours of Masques, of which there
are more with more seats, are taken from the first board."""


def positions(game: Game, seats: int, matches: int) -> Iterator[State]:
    """All positions of some matches, played by several strategies; at a large table of one."""
    for seed in range(matches if seats <= FEW else 1):
        simulation = Simulation(game, seats, game.complete_settings({}, seats), seed, ("uniform", "skewed")[seed % 2])
        yield simulation.state
        while simulation.step():
            yield simulation.state


CASES = [(game, seats, matches) for game in TITLES.values() for seats in game.seats for matches in (1, 6)]
OF_THE_RUN = [(game, seats, 1) for game in TITLES.values() for seats in (game.seats[0], game.seats[-1])]


def compositions(game: Game, state: State, seat: int, rng: random.Random) -> Iterator[Composition]:
    """A random move of `seat` on its way, part by part."""
    words: list[str] = []
    while (composition := compose(game, state, seat, words)).offered:
        yield composition
        words.append(rng.choice(composition.offered))
    yield composition


def boards(game: Game, state: State, rng: random.Random) -> Iterator[dict[str, Any]]:
    """The boards of one position: of a spectator, and of (some) seats with all steps of a move that they owe."""
    seats = state.view(None)["seats"] if state.view(None)["deciders"] else 0
    for viewer in (None, *sorted(rng.sample(range(seats), min(seats, FEW)))):
        drafts = [None, *compositions(game, state, viewer, rng)] if viewer in state.deciders() else [None]
        yield from (game.presenter.board(state.view(viewer), draft) for draft in drafts)


@pytest.mark.parametrize(
    ("game", "seats", "matches"), sampled(CASES, OF_THE_RUN), ids=lambda value: getattr(value, "slug", value)
)
def test_no_board_shows_more_pieces_than_there_are(game: Game, seats: int, matches: int) -> None:
    count, box = BOXES[game.slug]
    rng, limits = random.Random(seats), None
    for state in positions(game, seats, matches):
        for board in boards(game, state, rng):
            found = count(board)
            limits = limits or box + Counter({code: found[code] for code in found if code not in box and code != BACK})
            assert {code: number for code, number in found.items() if code != BACK and number > limits[code]} == {}
            if BACK in found:
                assert found.total() == limits.total()


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("0:pl=P 1:ct=S {rev 0 P} {miss} {win 0 P4}", "Revealed: Politician"),
        ("0:pl=P 1:ok {rev 0 P} {win 0 P4}", "Revealed: Politician"),
    ],
)
def test_a_card_that_wins_lies_in_its_area_and_nowhere_else(line: str, text: str) -> None:
    state = follow(position(hand0="PPS", hand1="RA", area0="PPP"), line)
    for viewer in (0, 1, None):
        board = MASKERA.presenter.board(state.view(viewer), None)
        assert pieces_of_maskera(board).total() == sum(BOXES["maskera"][1].values())
        assert (board["trial"]["empty"], str(board["trial"]["text"])) == (True, text)


def test_a_countered_card_stays_on_trial_until_its_turn_ends() -> None:
    state = follow(position(hand0="PPS", hand1="RA"), "0:pl=P 1:ct=P {rev 0 P} {hit}")
    trial = MASKERA.presenter.board(state.view(None), None)["trial"]
    assert (trial["empty"], trial["open"], trial["letter"]) == (False, True, "P")


def test_a_preview_of_the_last_draw_shuffles_the_discards() -> None:
    state = position(hand0="PPS", hand1="RA", pile="P", discards="PRSBA" * 2)
    board = MASKERA.presenter.board(state.view(0), compose(MASKERA, state, 0, ["dr"]))
    assert (board["pile"]["count"], board["discards"]["count"], len(board["sides"][1]["backs"])) == (9, 0, 2)
