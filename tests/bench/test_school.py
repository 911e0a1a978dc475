"""The school of the duellist: it plays by the rules of the title, sees what the duellist sees, and learns."""

from typing import cast

import numpy as np
import pytest

from bench.school.lessons import AT_CLAIMS, AT_LOOKS, Course, School, act, action_blocks, answer, answer_blocks
from bench.school.match import HAND, SLOTS, STANDARD, WAYS, Ints, Matches, rank_of
from bench.school.pages import module_text, named, rows_of, text_of
from bench.school.sight import Sight
from games.core.title.thinker import InformationSet
from games.titles.mascarade.bots.acts import Acts
from games.titles.mascarade.bots.duel_network import ALL_ACTIONS, ALL_ANSWERS, Network
from games.titles.mascarade.bots.duel_view import DuelView, ranked
from games.titles.mascarade.bots.duel_weights import ACTIONS, ANSWERS
from games.titles.mascarade.bots.duel_worlds import DuelWorlds
from games.titles.mascarade.bots.moves import whole_moves
from games.titles.mascarade.bots.reading import Table, turns_of
from games.titles.mascarade.rules import components as box
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
    masks = [int(mask) for mask in STANDARD]
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
    assert masks is not None
    table = Table(world, known.seat)
    ranks = [masks.index(mask) for mask in table.masks]
    worlds = DuelWorlds(known.seat, [ranks[kind] for kind in map(table.kind, table.dealt)])
    for turn in turns_of(table, known.log.observer(Acts)):
        worlds.take(turn, ranks)
    return DuelView(world, known.seat, worlds, masks), world


def number_of(move: list[int], seat: int, masks: list[int]) -> int:
    """The row of a move in the school."""
    first = move[0]
    if first < box.PRETEND:
        return 0 if first == box.NO else 1 + first - box.CHALLENGED
    if first == box.ANNOUNCE:
        return AT_CLAIMS + masks.index(move[1] - box.MASK) * HAND + move[2] - box.POINT
    if first >= box.VIEW:
        return AT_LOOKS + first - box.VIEW
    other = (move[1] - box.SLOT) % HAND
    return (HAND * HAND if move[2] == box.SWAP_PART else 0) + (first - box.EXCHANGE) * HAND + other


@pytest.mark.parametrize("seed", range(6))
def test_the_school_plays_by_the_rules_and_sees_what_the_duellist_sees(seed: int) -> None:
    match = Match(MASCARADE, 2, seed)
    match.play(lambda known: [box.MEMORISED], 1)
    twin, at = twin_of(match), np.array([0])
    generator = np.random.default_rng(seed)
    while match.state.outcome() is None:
        state = state_of(match)
        seat = int(state.deciders()[0])
        if state.phase == box.CHOOSE:
            richer = state.coins[1 - seat] > state.coins[seat]
            match.play(lambda known, richer=richer: [box.PLAYER + 1 - known.seat] if richer else [box.DECLINE], 1)  # type: ignore[misc]
            continue
        view, world = view_of(match.known(seat))
        sight = Sight(twin, at, np.array([seat]))
        np.testing.assert_allclose(sight.position()[0], view.position(), atol=1e-5)
        acting = state.phase == box.ACTION
        blocks = action_blocks(sight) if acting else answer_blocks(sight)
        rows = [row for block in blocks for row in block[0]]
        moves = list(whole_moves(world, seat, []))
        for move in moves:
            np.testing.assert_allclose(
                rows[number_of(move, seat, list(view.masks))], view.move(move)[1], atol=1e-5, err_msg=str(move)
            )
        chosen = moves[int(generator.integers(len(moves)))]
        number: Ints = np.array([number_of(chosen, seat, list(view.masks))])
        match.play(lambda known, chosen=chosen: chosen, 1)  # type: ignore[misc]
        (act if acting else answer)(twin, at, np.array([seat]), number)
        if match.state.outcome() is None and state_of(match).phase != box.CHOOSE:
            assert [int(each) for each in state_of(match).coins] == twin.coins[0].tolist()
            assert int(state_of(match).justice) == twin.justice[0]
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
