"""The school of the duellist: it plays by the rules of the title, sees what the duellist sees, and learns."""

from typing import cast

import numpy as np
import pytest

from bench.school.lessons import (
    AT_CLAIMS,
    AT_LOOKS,
    PAIRS,
    Course,
    School,
    act,
    action_blocks,
    answer,
    answer_blocks,
    legal_actions,
)
from bench.school.match import HAND, SLOTS, WAYS, Flags, Floats, Ints, Matches, rank_of
from bench.school.pages import module_text, named, rows_of, text_of
from bench.school.sight import Sight
from games.core.title.thinker import InformationSet
from games.titles.mascarade.bots.acts import Acts
from games.titles.mascarade.bots.duel_network import ALL_ACTIONS, ALL_ANSWERS, Network
from games.titles.mascarade.bots.duel_view import DuelView, ranked
from games.titles.mascarade.bots.duel_weights import ACTIONS, ANSWERS
from games.titles.mascarade.bots.duel_worlds import DuelWorlds
from games.titles.mascarade.bots.moves import own_slot, whole_moves
from games.titles.mascarade.bots.reading import Table, turns_of
from games.titles.mascarade.rules import components as box
from games.titles.mascarade.rules.masks import FOOL, SPY
from games.titles.mascarade.rules.state import MascaradeState
from tests.bots.matches import Match
from tests.titles.mascarade.table import MASCARADE

SMALL = Course(lessons=2, matches=8, seed=3, rate=0.002, doubt=(0.05, 0.05), later=0.98, haste=0.01)


def state_of(match: Match) -> MascaradeState:
    return cast(MascaradeState, match.state)


def twin_of(match: Match) -> Matches:
    """The same deal in arrays."""
    state = state_of(match)
    found = Matches(1, np.random.default_rng(1))
    masks = ranked([int(mask) for mask in state.kinds])
    found.powers = np.array([[rank_of(mask) for mask in masks]])
    found.masks = np.array([[masks.index(int(state.mask[slot])) for slot in range(SLOTS)]])
    found.worlds[:] = 0
    found.worlds[0, :, np.flatnonzero((found.masks[0] == WAYS).all(axis=1))[0]] = 1
    found.active = np.array([int(state.active)])
    return found


def view_of(known: InformationSet) -> tuple[DuelView, MascaradeState]:
    """The view of the duellist, and the world that it is of."""
    world = cast(MascaradeState, known.deal(0))
    masks = ranked([int(mask) for mask in world.kinds])
    table = Table(world, known.seat)
    ranks = [masks.index(mask) for mask in table.masks]
    worlds = DuelWorlds(known.seat, [ranks[kind] for kind in map(table.kind, table.dealt)])
    for turn in turns_of(table, known.log.observer(Acts)):
        worlds.take(turn, ranks)
    return DuelView(world, known.seat, worlds, masks), world


def number_of(state: MascaradeState, move: list[int], seat: int, masks: list[int]) -> int:
    """The row of a move in the school."""
    first = move[0]
    if state.phase in (box.CHOOSE, box.SWAP):
        other = int(state.target) if state.phase == box.SWAP else first - box.SLOT
        pair = own_slot(state) % HAND * HAND + other % HAND
        return pair + (HAND * HAND if first == box.SWAP_PART else 0)
    if first < box.PRETEND:
        return 0 if first == box.NO else 1 + first - box.CHALLENGED
    if first == box.ANNOUNCE:
        return AT_CLAIMS + masks.index(move[1] - box.MASK) * HAND + move[2] - box.POINT
    if first >= box.VIEW:
        return AT_LOOKS + first - box.VIEW
    other = (move[1] - box.SLOT) % HAND
    return (HAND * HAND if move[2] == box.SWAP_PART else 0) + (first - box.EXCHANGE) * HAND + other


class Fooled:
    """Notes what the Fool of the twin has drawn, so that the match can follow it."""

    def __init__(self, twin: Matches) -> None:
        self.swap = twin.swap
        self.move: list[int] = []
        twin.swap = self.note  # type: ignore[method-assign]

    def note(self, at: Ints, seats: Ints, own: Ints, other: Ints, real: Flags) -> None:
        first, second = sorted([int(own[0]), int(other[0])])
        self.move = [box.SLOT + first, box.SLOT + second, box.SWAP_PART if real[0] else box.PRETEND]
        self.swap(at, seats, own, other, real)


def follow(match: Match, move: list[int]) -> None:
    match.play(lambda _known: move, 1)


def compare(match: Match, twin: Matches, seat: int, moves: list[list[int]]) -> None:
    """Hold what both see against each other, in the position and in each move."""
    view, world = view_of(match.known(seat))
    sight = Sight(twin, np.array([0]), np.array([seat]))
    np.testing.assert_allclose(sight.position()[0], view.position(), atol=1e-5)
    rows = [row for block in blocks_of(world, sight) for row in block[0]]
    for move in moves:
        for at, (_first, numbers) in enumerate(view.move(move)):
            row = rows[number_of(world, move, seat, list(view.masks)) + at * HAND * HAND]
            np.testing.assert_allclose(row, numbers, atol=1e-5, err_msg=str(move))
    if world.phase != box.ANSWERS:
        legal = set(np.flatnonzero(legal_actions(sight)[0]).tolist())
        numbers_of_moves = {number_of(world, move, seat, list(view.masks)) for move in moves}
        assert legal == numbers_of_moves | (
            {each + PAIRS for each in numbers_of_moves} if world.phase == box.CHOOSE else set()
        )


def blocks_of(world: MascaradeState, sight: Sight) -> list[Floats]:
    return answer_blocks(sight) if world.phase == box.ANSWERS else action_blocks(sight)


PLAYED = [("CH EM JU KI SO TR", seed) for seed in range(6)] + [
    ("EM JU PA SP TH WI", 0),
    ("EM JU PA SP TH WI", 1),
    ("BE FO JU KI SP TR", 0),
    ("BE FO JU KI SP TR", 2),
]
"""Masks and seeds. In the last four, a player who moves at random comes to use the Spy."""


@pytest.mark.parametrize(("masks", "seed"), PLAYED)
def test_the_school_plays_by_the_rules_and_sees_what_the_duellist_sees(masks: str, seed: int) -> None:
    match = Match(MASCARADE, 2, seed, {"script": "custom", "masks": masks})
    follow(match, [box.MEMORISED])
    twin, at = twin_of(match), np.array([0])
    fooled = Fooled(twin)
    generator = np.random.default_rng(seed)
    phases = set()
    while match.state.outcome() is None:
        state = state_of(match)
        seat = int(state.deciders()[0])
        if state.phase == box.CHOOSE and state.announced == FOOL:
            follow(match, fooled.move)
            continue
        if state.phase == box.CHOOSE and state.announced != SPY:
            richer = state.coins[1 - seat] > state.coins[seat]
            follow(match, [box.PLAYER + 1 - seat] if richer else [box.DECLINE])
            continue
        phases.add(int(state.phase))
        moves = list(whole_moves(view_of(match.known(seat))[1], seat, []))
        compare(match, twin, seat, moves)
        chosen = moves[int(generator.integers(len(moves)))]
        number: Ints = np.array([number_of(state, chosen, seat, ranked([int(mask) for mask in state.kinds]))])
        answers = state.phase == box.ANSWERS
        follow(match, chosen)
        (answer if answers else act)(twin, at, np.array([seat]), number)
        if match.state.outcome() is None and state_of(match).phase not in (box.CHOOSE, box.SWAP):
            assert [int(each) for each in state_of(match).coins] == twin.coins[0].tolist()
            assert int(state_of(match).justice) == twin.justice[0]
    assert (box.SWAP in phases) == ("SP" in masks)
    winners = match.state.outcome()
    assert winners is not None
    assert twin.over[0]
    assert {0: (0, 1), 1: (0,), -1: (1,)}[int(twin.result[0])] == tuple(winners.winners)


def test_lessons_follow_from_the_seed_and_the_written_weights_score_alike() -> None:
    texts = []
    for _time in range(2):
        school = School(SMALL)
        assert [set(shown) for shown in school.lessons()] == [
            {"turns", "announced", "looked", "challenged", "surprise"}
        ] * 2
        texts.append([text_of(policy) for policy in school.policies])
    assert texts[0] == texts[1]
    for text, moves in zip(texts[0], (ALL_ACTIONS, ALL_ANSWERS), strict=True):
        assert len(Network(text, moves).moves) == moves


def test_a_course_goes_on_from_written_weights_and_lets_the_judge_learn_first() -> None:
    texts = [ACTIONS, ANSWERS]
    school = School(SMALL)
    school.go_on([rows_of(text) for text in texts])
    before = school.judge.out.now.copy()
    assert len(list(school.lessons())) == 2
    assert [text_of(policy) for policy in school.policies] == texts
    assert (school.judge.out.now != before).any()


def test_the_written_module_names_its_courses_and_holds_the_weights() -> None:
    school = School(SMALL)
    namespace: dict[str, object] = {}
    exec(module_text(school, ("before",)), namespace)
    assert namespace["COURSES"] == ("before", named(SMALL))
    assert [namespace["ACTIONS"], namespace["ANSWERS"]] == [text_of(policy) for policy in school.policies]
