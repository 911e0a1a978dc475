"""The easy level and the yardsticks it is measured by: sensible, forgetful, and beaten by an attentive player."""

from games.bots.arena import play_blocks, strengths
from games.bots.tally import Duel
from games.core.title.thinker import Thinker
from games.titles.masques.bots.hasty import Hasty
from games.titles.masques.bots.knowledge import MasquesKnowledge
from games.titles.masques.bots.newcomer import Newcomer
from games.titles.masques.bots.thinking import thinker
from games.titles.masques.rules.state import MasquesState
from tests.knowing import information
from tests.titles.masques.positions import AGENTS_OF_THE_BOX, GAME, dealt, position

ATTENTIVE = Hasty(MasquesKnowledge(), temperature=0.01, notices=1.0, agents=1.0)
"""Easy, without its slips."""
BLIND = Hasty(MasquesKnowledge(), temperature=0.01, notices=0.0, agents=0.0)


def move(thinks: Thinker, state: MasquesState, seed: int = 1) -> str:
    seat = state.to_move()
    return GAME.format_move(state, seat, thinks.think(information(state, seat), seed))


def last_favour() -> MasquesState:
    """Only a guest in hallway 3 wins the fourth favour of the clergy."""
    return position(2, "P: 3=CL", "H: 2=V2", "hand 0: C4 V3", "hand 1: M2", "fav 0: CL3", "du 0: 0")


def test_without_slips_easy_takes_what_wins() -> None:
    assert {move(ATTENTIVE, last_favour(), seed) for seed in range(5)} == {"C4@3"}


def test_easy_does_not_play_what_it_does_not_notice() -> None:
    assert len({move(BLIND, last_favour(), seed) for seed in range(12)}) > 4


def test_a_player_who_does_not_think_of_agents_plays_its_guests_first() -> None:
    state = position(2, "P: 3=CL", "hand 0: C4", "hand 1: M2", "du 0: 9")
    forgetful = Hasty(MasquesKnowledge(), temperature=9.0, notices=1.0, agents=0.0)
    assert {move(forgetful, state, seed)[:2] for seed in range(12)} == {"C4"}
    mindful = Hasty(MasquesKnowledge(), temperature=9.0, notices=1.0, agents=1.0)
    assert {move(mindful, state, seed)[:2] for seed in range(12)} > {"C4"}


def test_with_an_empty_hand_agents_are_thought_of() -> None:
    state = position(2, "P: 3=CL", "hand 1: M2", "du 0: 9")
    moves = {move(Hasty(MasquesKnowledge(), 9.0, 1.0, 0.0), state, seed)[:2] for seed in range(12)}
    assert len(moves) > 1


def test_with_more_effort_easy_overlooks_less() -> None:
    twice = Hasty(MasquesKnowledge(), temperature=0.1, notices=0.5, agents=0.25).times(2.0)
    assert (twice.notices, twice.agents) == (0.75, 0.625)
    assert "75%" in twice.effort()


def test_easy_makes_slips() -> None:
    easy = thinker("easy")
    assert easy is not None
    assert len({move(easy, last_favour(), seed) for seed in range(20)}) > 1


def test_newcomers_take_the_best_position() -> None:
    state = position(2, "P: 3=CL 6=du", "H: 2=V3", "hand 0: C4 D2", "hand 1: M2", "du 0: 0")
    for newcomer in (Newcomer(agents=False), Newcomer(agents=True)):
        assert move(newcomer, state) == "C4@3"


def test_one_of_them_leaves_agents_alone() -> None:
    state = position(2, "P: 3=CL 4=ME", "H: 3=V4", "hand 0: C2", "hand 1: M3", "du 0: 9")
    assert move(Newcomer(agents=True), state)[:2] in AGENTS_OF_THE_BOX
    assert move(Newcomer(agents=False), state)[:2] == "C2"


def test_in_the_draft_they_keep_their_own_strongest() -> None:
    state = dealt(4)
    packet = state.view(0)["packet"]
    family = state.view(0)["families"][0][0]
    kept = move(Newcomer(agents=True), state).removeprefix("+")
    own = [guest for guest in packet if guest[0] == family]
    assert kept == max(own, key=lambda guest: guest[1]) if own else kept[1] == max(guest[1] for guest in packet)


def test_a_newcomer_can_beat_easy() -> None:
    """Thirty matches; the whole measurement is in docs/bots.md."""
    results = list(play_blocks(Duel(GAME, ("newcomer", "easy"), {}, seed=4), 15))
    newcomer = next(line for line in strengths(results, 4) if line.level == "newcomer")
    assert 0.2 < newcomer.share < 0.8
    assert newcomer.level == "newcomer"
