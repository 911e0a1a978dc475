"""Assumptions of the bots of Masons, and that they know no more than their seat."""

import pytest

from games.bots.levels import LEVELS
from games.core.kit.conformance.context import internal_state
from games.core.title.thinker import InformationSet, SeatLog
from games.titles.masons.bots.guide import MasonsGuide
from games.titles.masons.bots.knowledge import MasonsKnowledge
from games.titles.masons.bots.worth import chances, kept_worth, mean_values, scorings_left
from games.titles.masons.rules.components import BUILD, EXCHANGE, FACE_CODES, FACES, FINAL, MERGE, SCORE, WALL
from games.titles.masons.rules.state import MasonsState
from tests.titles.masons.positions import MASONS, play, position
from tests.titles.masons.test_notation import at

PHASES = (WALL, BUILD, MERGE, SCORE, EXCHANGE, FINAL)
M6 = {"walls": "a2b2 b2b3", "towers": "a2=W b2=G b3=W", "houses": "A3=r,b A2=y B3=g"}
CLOSES = "W:a2b3 D:K/rg B:;A3=g,A4=r"
KNOWLEDGE = MasonsKnowledge()


def best(state: MasonsState) -> str:
    """The word of the next part that looks best."""
    seat = int(state.to_move())
    weights = KNOWLEDGE.weigh(state, seat)
    options = state.options(seat)
    return MASONS.part_word(state, seat, options[weights.index(max(weights))])


@pytest.mark.parametrize("phase", PHASES)
def test_every_option_has_a_weight_and_looking_changes_nothing(phase: int) -> None:
    state = at(phase)
    before = internal_state(state)
    assert len(KNOWLEDGE.weigh(state, int(state.to_move()))) == len(state.options(state.to_move()))
    assert internal_state(state) == before


@pytest.mark.parametrize("phase", PHASES)
def test_a_proposal_is_an_option(phase: int) -> None:
    state = at(phase)
    guide = MasonsGuide()
    for seed in range(5):
        world = state.copy()
        world.seed(seed)
        seat = int(world.to_move())
        assert guide.propose(world, seat) in state.options(seat)
        guide.play(world, seat)
        assert not world.composing(seat)


def test_a_town_is_closed_by_whom_it_suits() -> None:
    ready = {"walls": "a2b2 b2b3", "towers": "a2=W b2=G b3=W", "houses": "A3=r,b"}
    assert best(position(**ready, hands=("TS1 TTW TCOL TTA", "TS7 TS3 OW TP"))) == "a2b3"
    assert best(position(**ready, hands=("TS7 TS3 OW TP", "TS1 TTW TCOL TTA"))) != "a2b3"


def test_the_town_is_joined_if_that_suits_the_hand() -> None:
    """Alone it has one space, joined two."""
    beside = {"walls": "a2b2 b2b3 a2b3 a3b3", "towers": "a2=W b2=G b3=W a3=K", "towns": {"T1": "A3"}}
    move = "W:a2a3 D:K/rg B:;A4=r"
    assert best(play(position(**beside, hands=("TS2 OTC", "TS1 TP")), move)) == "T1"
    assert best(play(position(**beside, hands=("TS1 OTC", "TS2 TP")), move)) == "-"


def test_the_card_that_scores_is_played_and_a_poor_one_discarded() -> None:
    assert best(play(position(**M6, hands=("TS1 NT ORS", "TTA")), CLOSES)) == "TS1"
    poor = play(position(**M6, hands=("TS7", "TTA")), CLOSES)
    poor.choose(0, poor.options(0)[0])
    assert best(poor) == "discard"


def test_cards_that_hardly_score_are_exchanged() -> None:
    state = play(position(**M6, hands=("TS1", "TS7 TS3 NT OTA")), CLOSES + " S:TS1 S:NT")
    while state.to_move() < 0:
        state.choose_chance(state.chance_step().outcomes[-1])
    assert state.phase == EXCHANGE
    assert best(state) == "TS3"


def test_a_card_is_worth_nothing_once_no_town_will_be_scored() -> None:
    mean = mean_values()
    assert all(kept_worth(mean, mean, face, 0) == 0 for face in range(FACES))
    assert kept_worth(mean, mean, FACE_CODES.index("OTA"), 6) > kept_worth(mean, mean, FACE_CODES.index("TS7"), 6)


def test_fewer_walls_promise_fewer_scorings() -> None:
    state = position()
    early = scorings_left(state)
    state.walls_left = 4
    assert 0 < scorings_left(state) < early


def test_chances_add_up_and_follow_the_points() -> None:
    state = position(scores=(30, 10))
    found = chances(state, mean_values())
    assert sum(found) == pytest.approx(1)
    assert found[0] > found[1]


@pytest.mark.parametrize("level", ["easy", "medium", "hard"])
@pytest.mark.parametrize("phase", [BUILD, SCORE, EXCHANGE])
def test_the_same_knowledge_and_seed_give_the_same_move(level: str, phase: int) -> None:
    state = at(phase)
    seat = int(state.to_move())
    moves = set()
    for world in (state, state.redeal(seat, 3), state.redeal(seat, 4)):
        known = InformationSet(world, seat, SeatLog(seat, int(state.seats)))
        parts = LEVELS[level].decide(MASONS, known, 77)
        moves.add(MASONS.format_move(state, seat, parts))
    assert len(moves) == 1


def test_the_easy_level_closes_most_towns_that_suit_it() -> None:
    state = position(
        walls="a2b2 b2b3",
        towers="a2=W b2=G b3=W",
        houses="A3=r,b",
        hands=("TS1 TTW TCOL TTA", "TS7 TS3 OW TP"),
    )
    known = InformationSet(state, 0, SeatLog(0, int(state.seats)))
    walls = [MASONS.format_move(state, 0, LEVELS["easy"].decide(MASONS, known, seed)) for seed in range(20)]
    assert walls.count("W:a2b3") >= 12
