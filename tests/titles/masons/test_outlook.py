"""The page's words about the cards before a choice is sent: their value after it."""

import random
from collections.abc import Iterator

from games.core.engine.state import CHANCE, OVER
from games.core.title.compose import compose
from games.titles.masons.page.outlook import values_after, values_for
from games.titles.masons.rules.components import BUILD, MERGE, SCORE
from games.titles.masons.rules.state import MasonsState
from tests.titles.masons.positions import MASONS, play, position

RING = {"walls": "a2b2 b2b3", "towers": "a2=W b2=G b3=W", "houses": "A3=r,b A2=y B3=g"}


def told(state: MasonsState, *words: str) -> list[str]:
    """The cards of the seat that decides, each with what the page says of it."""
    seat = int(state.to_move())
    drawn = MASONS.presenter.board(state.view(seat), compose(MASONS, state, seat, words))
    return [card["code"] + card["told"] for card in drawn["hand"]]


def test_a_wall_that_closes_a_town_tells_what_the_town_will_bring() -> None:
    state = position(**RING, hands=("TS1 TS2 TTW OHg OW", "TTA"))
    assert told(state) == ["TS1", "TS2", "TTW", "OHg: 1", "OW: 2"]
    assert told(state, "a2b3") == ["TS1 → 6", "TS2", "TTW → 4", "OHg: 1", "OW: 2 → 0"]


def test_any_other_wall_counts_for_the_wallers_alone() -> None:
    state = position(**RING, hands=("TS1 OHg OW", "TTA"))
    assert told(state, "d4d5") == ["TS1", "OHg: 1", "OW: 2 → 3"]


def test_each_piece_tells_what_it_adds_as_it_is_chosen() -> None:
    state = play(position(hands=("OTW OTK OHr OW", "TTA")), "W:a2b3 D:W/r?")
    assert told(state, "a2=W") == ["OHr: 0", "OTW: 0 → 2", "OTK: 0", "OW: 1"]
    assert told(state, "a2=W", "b3=K", "A3=r") == ["OHr: 0 → 1", "OTW: 0 → 2", "OTK: 0 → 2", "OW: 1"]


def test_joining_towns_tells_the_larger_town_and_leaving_it_alone_nothing_new() -> None:
    walls = "a2b2 a2b3 b2b3 a2a3"
    towers = "a2=W b2=G b3=W a3=W"
    state = position(walls=walls, towers=towers, towns={"T1": "A3"}, hands=("TS1 TS2 NT", "TTA"))
    play(state, "W:a3b3 D:K/rg B:;A4=g,A5=r")
    assert state.phase == MERGE
    assert told(state) == ["TS1: 6", "TS2: 0", "NT: 2"]
    assert told(state, "T1") == ["TS1: 6 → 0", "TS2: 0 → 7", "NT: 2 → 1"]
    assert told(state, "-") == ["TS1: 6", "TS2: 0", "NT: 2"]


def test_cards_that_are_played_change_no_values() -> None:
    state = play(position(**RING, hands=("TS1 TTW OHg", "TTA")), "W:a2b3 D:K/rg B:;A3=g,A4=r")
    assert state.phase == SCORE
    assert values_after(state.view(0), compose(MASONS, state, 0, ["TS1"])) == {}


def test_the_board_of_a_view_counts_as_the_rules_count() -> None:
    scored = built = 0
    for seed in range(8):
        for before, words, state in decisions(seed):
            view = state.view(0)
            if state.phase == SCORE:
                assert values_for(view, view["new_town"] or "0") == view["values"]
                scored += 1
            if before.phase == BUILD and state.phase in (SCORE, MERGE):
                seat = int(before.to_move())
                assert values_after(before.view(seat), compose(MASONS, before, seat, words)) == view["values"]
                built += 1
    assert scored > 20
    assert built > 10


def decisions(seed: int) -> Iterator[tuple[MasonsState, list[str], MasonsState]]:
    """The decisions of a match by chance: the position before, the words of the move, the position after."""
    chance = random.Random(seed)
    state = MASONS.initial_state(3, {})
    state.seed(seed)
    while state.to_move() != OVER:
        if state.to_move() == CHANCE:
            state.random_chance()
            continue
        before, seat, words = state.copy(), int(state.to_move()), []
        while not words or state.composing(seat):
            part = chance.choice(state.options(seat))
            words.append(MASONS.part_word(state, seat, part))
            state.choose(seat, part)
        yield before, words, state
