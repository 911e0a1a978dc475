"""The conclusions of Mascarade's bots from acts, and how they draw secrets."""

import random

import pytest

from games.core.title.thinker import InformationSet, SeatLog
from games.titles.mascarade.bots.chances import prospects
from games.titles.mascarade.bots.habits import STYLES, claims
from games.titles.mascarade.bots.knowledge import OUTLOOK
from games.titles.mascarade.bots.minds import confused, informed, shown, swapped
from games.titles.mascarade.bots.newcomer import Newcomer
from games.titles.mascarade.bots.reader import Reader
from games.titles.mascarade.bots.reading import Reading, readings
from games.titles.mascarade.rules.belief import Belief
from games.titles.mascarade.rules.components import MASK, PRETEND, SLOT, SWAP_PART
from games.titles.mascarade.rules.history import look, maybe_swap
from games.titles.mascarade.rules.masks import CODES
from games.titles.mascarade.rules.state import MascaradeState
from games.titles.mascarade.rules.turn import begin
from games.titles.mascarade.rules.worlds import world_of
from tests.titles.mascarade.table import MASCARADE, position

HONEST, SHAMELESS, DOUBTFUL, KNOWING = STYLES
EXCHANGE_L = 8


def known_to(state: MascaradeState, seat: int) -> InformationSet:
    return InformationSet(state, seat, SeatLog(seat, int(state.seats)))


def read(state: MascaradeState, seat: int, reads: bool) -> Reading:
    return readings.of(known_to(state, seat), state, 64, reads)


def likely(reading: Reading, slot: int, mask: str) -> float:
    kind = reading.table.kind(CODES.index(mask))
    return sum(each.weight for each in reading.particles if each.masks[slot] == kind)


def after_an_exchange(swap: int) -> MascaradeState:
    """Seat 1 of six has touched its King and the Empress of seat 2, and announces in turn 7."""
    state = position("KI EM JU TR SO CH", turn=1)
    maybe_swap(state, 0, 0, 1, swap)
    begin(state, 1)
    return state


# Minds.


def test_a_secret_exchange_leaves_two_masks_equally_likely_and_a_look_decides_it() -> None:
    mind = confused(informed([0, 1, 2], 3), 0, 1)
    assert mind == ((0.5, 0.5, 0.0), (0.5, 0.5, 0.0), (0.0, 0.0, 1.0))
    assert shown(mind, 0, 1, 1) == ((0.0, 1.0, 0.0), (1.0, 0.0, 0.0), (0.0, 0.0, 1.0))
    assert swapped(mind, 1, 2)[1] == (0.0, 0.0, 1.0)


def test_a_player_who_surely_holds_the_mask_challenges_and_who_surely_sees_it_elsewhere_does_not() -> None:
    for style in STYLES:
        assert claims(1.0, 0.0, 1.0, 0.2, 0.3, style) > 0.9
        assert claims(0.0, 1.0, 1.0, 0.2, 0.3, style) < 0.3
    assert claims(0.0, 0.3, 1.0, 1.0, 0.3, DOUBTFUL) > claims(0.0, 0.3, 1.0, 1.0, 0.3, HONEST)


# Reading.


@pytest.mark.parametrize("seat", range(1, 6))
def test_without_reading_the_worlds_are_those_of_the_rules(seat: int) -> None:
    state = after_an_exchange(1)
    maybe_swap(state, 3, 3, 4, 0)
    look(state, seat, seat)
    reading = read(state, seat, reads=False)
    belief = Belief.after(list(state.dealt), state.history, seat)
    found: dict[bytes, float] = {}
    for each in reading.particles:
        world = world_of([reading.table.masks[kind] for kind in each.masks])
        found[world] = found.get(world, 0.0) + each.weight
    assert found == pytest.approx(belief.weights)


def test_a_player_who_takes_a_better_mask_probably_has_it() -> None:
    """The Empress is worth more than the King: the exchange was probably a real one, whatever it was."""
    for swap in (0, 1):
        state = after_an_exchange(swap)
        assert likely(read(state, 2, reads=False), 0, "EM") == pytest.approx(0.5)
        assert 0.5 < likely(read(state, 2, reads=True), 0, "EM") < 0.8


def test_a_reader_who_knows_keeps_the_truth_of_each_world_in_mind() -> None:
    reading = read(after_an_exchange(1), 2, reads=True)
    knowing = STYLES.index(KNOWING)
    for each in reading.particles:
        for seat in range(6):
            if seat != 2 and each.styles[seat] == knowing:
                assert [max(range(6), key=row.__getitem__) for row in each.minds[seat]] == each.masks


# Deciding.


@pytest.mark.parametrize("gain", [-0.5, 0.0, 0.5])
def test_a_secret_bit_of_small_worth_is_drawn_each_way_at_least_as_often_as_the_level_mixes(gain: float) -> None:
    reader = Reader(
        worlds=1, reads=True, temperature=0.01, wavers=0.01, outlook=OUTLOOK, mixes=0.3, calms=1.0, slips=(0.0, 0.0)
    )
    pretended, real = [EXCHANGE_L, SLOT + 3, PRETEND], [EXCHANGE_L, SLOT + 3, SWAP_PART]
    drawn = [reader.draw([pretended, real], [0.0, gain], 0.01, 0.3, random.Random(seed)) for seed in range(400)]
    assert 0.22 < drawn.count(real) / 400 < 0.78


def test_a_secret_bit_on_which_much_depends_is_not_drawn() -> None:
    reader = Reader(
        worlds=1, reads=True, temperature=0.01, wavers=0.01, outlook=OUTLOOK, mixes=0.3, calms=1.0, slips=(0.0, 0.0)
    )
    pretended, real = [EXCHANGE_L, SLOT + 3, PRETEND], [EXCHANGE_L, SLOT + 3, SWAP_PART]
    assert all(reader.draw([pretended, real], [0.0, 2.0], 0.01, 0.3, random.Random(seed)) == real for seed in range(50))


def test_at_two_seats_coins_count_in_proportion_and_a_victory_for_twenty() -> None:
    assert prospects([8.0, 4.0], 0) == pytest.approx(0.2)
    assert prospects([13.0, 4.0], 0) == 1.0
    assert prospects([13.0, 4.0], 1) == -1.0


# Yardsticks.


def test_a_newcomer_announces_the_best_mask_that_it_surely_has() -> None:
    state = position("EM KI JU TR SO CH", turn=9)
    move = Newcomer(bluffs=False).think(known_to(state, 0), 1)
    assert move[1] == MASK + CODES.index("EM")


def test_a_newcomer_who_is_not_sure_looks_and_never_bluffs() -> None:
    state = position("EM KI JU TR SO CH", turn=9, active=1)
    maybe_swap(state, 1, 0, 1, 1)
    move = Newcomer(bluffs=False).think(known_to(state, 0), 1)
    assert MASCARADE.format_move(state, 0, move) == "V"


def test_a_level_slips_as_often_as_it_says_for_the_size_of_the_table() -> None:
    """A bot that always slips at tables of five or more plays anything there: looks, exchanges and announcements
    alike."""
    reader = Reader(
        worlds=1, reads=False, temperature=0.01, wavers=0.01, outlook=OUTLOOK, mixes=0.0, calms=1.0, slips=(0.0, 1.0)
    )
    tables = {4: position("KI EM JU TR SO CH", turn=9, seats=4), 6: position("KI EM JU TR SO CH", turn=9)}
    firsts = {
        seats: {reader.think(known_to(state, int(state.active)), seed)[0] for seed in range(30)}
        for seats, state in tables.items()
    }
    assert len(firsts[4]) < 3
    assert len(firsts[6]) >= 3
