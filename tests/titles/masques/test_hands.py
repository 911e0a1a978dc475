"""Hands as sets of copies: Foscari 3 comes twice. And what a purse pays, by purse."""

from collections import Counter

from games.core.engine.sets import SIZE, members, nth
from games.core.engine.state import OVER
from games.titles.masques.rules.agents import DEAREST, KINDS, price
from games.titles.masques.rules.components import COPIES, GUESTS, NONE, TWINS
from games.titles.masques.rules.hands import (
    GUEST_OF,
    ONE_OF_EACH,
    guests,
    hand_of,
    holds,
    with_guest,
    without_guest,
)
from games.titles.masques.rules.state import MasquesState
from tests.titles.masques.positions import GAME

ALL_GUESTS = [guest for guest in range(GUESTS) for _copy in range(COPIES[guest])]


def test_a_hand_lists_its_guests_in_order_and_the_twins_twice() -> None:
    assert guests(hand_of(ALL_GUESTS)) == ALL_GUESTS
    assert guests(hand_of([14, TWINS, 2, TWINS])) == [2, TWINS, TWINS, 14]
    assert guests(hand_of([])) == []


def test_either_of_the_twins_is_the_same_hand() -> None:
    both = hand_of([TWINS, TWINS])
    assert without_guest(both, TWINS) == hand_of([TWINS])
    assert holds(both, TWINS)
    assert holds(without_guest(both, TWINS), TWINS)
    assert not holds(without_guest(without_guest(both, TWINS), TWINS), TWINS)
    assert guests(both & ONE_OF_EACH) == [TWINS]


def test_guests_come_and_go_one_by_one() -> None:
    hand = hand_of([])
    for number, guest in enumerate(reversed(ALL_GUESTS), 1):
        hand = with_guest(hand, guest)
        assert SIZE[hand] == number
    for guest in range(GUESTS):
        assert holds(hand, guest)
        hand = without_guest(hand, guest)
        assert holds(hand, guest) == (guest == TWINS)
    assert guests(hand) == [TWINS]
    assert GUEST_OF[nth(hand, 0)] == TWINS


def test_derived_facts_of_palace_and_piles_are_right_in_every_match() -> None:
    looked = Counter[str]()
    for seats in (2, 3, 4):
        for seed in range(1, 9):
            state = GAME.initial_state(seats, {})
            assert isinstance(state, MasquesState)
            state.seed(seed)
            while state.mover != OVER:
                if state.mover < 0:
                    state.random_chance()
                else:
                    state.choose(state.mover, state.random_option(state.mover))
                check(state)
                looked[f"{sum(state.bought) > 3}"] += 1
    assert looked["True"] > 100


def check(state: MasquesState) -> None:
    """Check that the sets kept with the facts say the same."""
    assert members(state.vacant) == [hall for hall in range(state.size) if state.hallway[hall] == NONE]
    for purse in range(DEAREST + 1):
        paid = [kind for kind in range(KINDS) if price(kind, state.bought[kind]) <= purse]
        assert members(state.offers[purse]) == paid
    for seat in range(state.seats):
        assert state.hand[seat] == hand_of(guests(state.hand[seat]))
