"""The duellist: it knows what the rules let it know, trusts the other to a degree, and leaves the rest to a reader."""

from collections import Counter
from collections.abc import Callable
from typing import cast

import pytest

from games.bots.levels import LEVELS
from games.core.title.thinker import InformationSet, Thinker
from games.titles.mascarade.bots.acts import SILENT, Acts
from games.titles.mascarade.bots.duel_view import RANKS, ranked
from games.titles.mascarade.bots.duel_worlds import DuelWorlds, rows
from games.titles.mascarade.bots.duellist import Duellist, chances_of
from games.titles.mascarade.bots.moves import whole_moves
from games.titles.mascarade.bots.reading import UNKNOWN, Table, Turn, turns_of
from games.titles.mascarade.rules.belief import Belief
from games.titles.mascarade.rules.components import (
    ANNOUNCE,
    EXCHANGE,
    MASK,
    MEMORISED,
    NO,
    NONE,
    POINT,
    PRETEND,
    SLOT,
    SWAP_PART,
)
from games.titles.mascarade.rules.masks import CODES, FOOL, JUDGE, KING, MIN_SEATS, SORCERESS, SPY
from games.titles.mascarade.rules.state import MascaradeState
from tests.bots.matches import Match
from tests.titles.mascarade.table import MASCARADE

DEALT = [0, 1, 2, 3, 4, 5]


class Asked(Thinker):
    """Notes that it was asked."""

    __slots__ = ("asked",)

    def __init__(self) -> None:
        self.asked = 0

    def think(self, known: InformationSet, seed: int) -> list[int]:
        self.asked += 1
        return next(whole_moves(cast(MascaradeState, known.deal(0)), known.seat, []))

    def times(self, factor: float) -> "Asked":
        return self

    def effort(self) -> str:
        return "asks"


def level(name: str) -> Callable[[InformationSet], list[int]]:
    return lambda known: LEVELS[name].decide(MASCARADE, known, len(known.log.entries))


def worlds_of(known: InformationSet) -> tuple[DuelWorlds, list[int]]:
    state = cast(MascaradeState, known.deal(0))
    table = Table(state, known.seat)
    masks = ranked(table.masks)
    ranks = [masks.index(mask) for mask in table.masks]
    worlds = DuelWorlds(known.seat, [ranks[table.kind(mask)] for mask in table.dealt])
    for turn in turns_of(table, known.log.observer(Acts)):
        worlds.take(turn, ranks)
    return worlds, masks


def turn(actor: int, kind: int, pointed: int, *answers: int) -> Turn:
    return Turn(9, actor, (6.0, 6.0), 0, kind, pointed, answers, ())


@pytest.mark.parametrize("seed", range(3))
def test_it_knows_what_the_rules_let_it_know(seed: int) -> None:
    match = Match(MASCARADE, 2, seed)
    for _decision in range(30):
        match.play(level("hard"), 1)
        if match.state.outcome() is not None:
            break
        for seat in match.state.deciders():
            known = match.known(seat)
            worlds, masks = worlds_of(known)
            state = cast(MascaradeState, known.deal(0))
            belief = Belief.after(list(state.dealt), state.history, seat)
            expected = [[belief.chance(slot, mask) for mask in masks] for slot in range(6)]
            assert rows(worlds.known) == [pytest.approx(row) for row in expected]


def test_it_trusts_an_announcement_and_a_silence_to_a_degree() -> None:
    worlds = DuelWorlds(0, DEALT)
    worlds.exchange(0, 3, own=False, real=False)
    worlds.take(turn(1, 0, 3, UNKNOWN, NONE), DEALT)
    assert rows(worlds.known)[3][0] == pytest.approx(0.5)
    assert rows(worlds.trusted)[3][0] == pytest.approx(1 / 1.3)
    worlds = DuelWorlds(0, DEALT)
    worlds.exchange(0, 3, own=False, real=False)
    worlds.take(turn(0, 0, 0, UNKNOWN, SILENT), DEALT)
    assert rows(worlds.trusted)[0][0] == pytest.approx(1 / 1.5)


def test_its_own_exchange_blurs_what_a_spectator_and_the_other_know() -> None:
    worlds = DuelWorlds(0, DEALT)
    worlds.exchange(0, 3, own=True, real=True)
    assert rows(worlds.known)[3][0] == 1.0
    assert rows(worlds.public)[3][0] == 0.5
    assert worlds.doubts == [0.5, 0, 0, 0.5, 0, 0]
    worlds.look(3, 1, NONE)
    assert worlds.doubts[3] == 0.0
    worlds.show(0, 3)
    assert rows(worlds.public)[3][0] == 1.0


@pytest.mark.parametrize("seed", range(3))
def test_decisions_at_two_seats_follow_from_seed_and_knowledge(seed: int) -> None:
    match = Match(MASCARADE, 2, seed)
    for _decision in range(25):
        for seat in match.state.deciders():
            known = match.known(seat)
            chosen = LEVELS["expert"].decide(MASCARADE, known, seed)
            text = MASCARADE.format_move(match.state, seat, chosen)
            assert MASCARADE.parse_move(match.state, seat, text) == chosen
            again = InformationSet(match.state.redeal(seat, 99), seat, match.logs[seat])
            assert LEVELS["expert"].decide(MASCARADE, again, seed) == chosen
        match.play(level("expert"), 1)
        if match.state.outcome() is not None:
            break


def test_it_mixes_real_and_pretended_exchanges() -> None:
    match = Match(MASCARADE, 2, 1)
    match.play(level("expert"), 1)
    seat = match.state.deciders()[0]
    state = cast(MascaradeState, match.known(seat).deal(0))
    chances = chances_of(match.known(seat), state, list(whole_moves(state, seat, [])))
    assert max(chances) < 0.9 * sum(chances)


def test_it_knows_every_mask_that_two_can_play_with() -> None:
    assert ranked([JUDGE, SORCERESS, SPY, KING, FOOL]) == [SORCERESS, KING, FOOL, SPY, JUDGE]
    assert set(RANKS) == {mask for mask, seats in enumerate(MIN_SEATS) if seats <= 2}


def used(mask: str, masks: str, seed: int = 1) -> Match:
    """A match in which the active seat has announced `mask`, unchallenged, after four pretended exchanges."""
    match = Match(MASCARADE, 2, seed, {"script": "custom", "masks": masks})
    match.play(lambda known: [MEMORISED], 1)
    for _turn in range(4):
        match.play(lambda known: [EXCHANGE, SLOT + 3 - 3 * known.seat, PRETEND], 1)
    match.play(lambda known: [ANNOUNCE, MASK + CODES.index(mask), POINT], 1)
    match.play(lambda known: [NO], 1)
    return match


def asked(match: Match, seed: int) -> tuple[list[int], int]:
    """The move of the duellist, and how often it asked the other thinker."""
    other = Asked()
    seat = match.state.deciders()[0]
    return Duellist(other).think(match.known(seat), seed), other.asked


def test_it_looks_with_the_spy_and_swaps_or_not_by_its_network() -> None:
    match = used("SP", "EM JU PA SP TH WI")
    found = [asked(match, seed) for seed in range(40)]
    assert {number for _move, number in found} == {0}
    user = match.state.deciders()[0]
    others = {SLOT + slot for slot in range(3 - 3 * user, 6 - 3 * user)}
    assert {move[0] for move, _number in found} <= others
    match.play(lambda known: [min(others)], 1)
    found = [asked(match, seed) for seed in range(40)]
    assert {number for _move, number in found} == {0}
    assert {tuple(move) for move, _number in found} <= {(PRETEND,), (SWAP_PART,)}


def test_it_draws_the_targets_of_the_fool_by_lot() -> None:
    match = used("FO", "BE FO JU KI SP TR")
    found = [asked(match, seed) for seed in range(120)]
    assert {number for _move, number in found} == {0}
    counts = Counter(tuple(move) for move, _number in found)
    assert len(counts) == 6
    assert min(counts.values()) >= 8


def test_the_targets_of_other_powers_are_left_to_the_other_thinker() -> None:
    match = used("SO", "CH EM JU KI SO TR")
    assert asked(match, 1)[1] == 1


@pytest.mark.parametrize("seats", [3, 6])
def test_larger_tables_are_left_to_the_other_thinker(seats: int) -> None:
    match = Match(MASCARADE, seats, 1)
    match.play(level("easy"), 1)
    other = Asked()
    known = match.known(match.state.deciders()[0])
    Duellist(other).think(known, 1)
    assert other.asked == 1
    assert Duellist(other).effort() == "two seats: a network; more: asks"
    assert Duellist(other).times(2).otherwise is other
