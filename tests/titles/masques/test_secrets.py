"""Each seat's view, and worlds re-dealt from its knowledge."""

import json
from collections import Counter
from collections.abc import Iterator

import pytest

from games.core.engine.sets import SIZE
from games.core.engine.state import CHANCE, OVER
from games.core.kit.conformance.context import internal_state
from games.titles.masques.rules.codes import guest_code, guest_number
from games.titles.masques.rules.components import HAND, NONE
from games.titles.masques.rules.hands import guests
from games.titles.masques.rules.state import MasquesState
from tests.titles.masques.positions import GAME, dealt, hand, play


def plies(seats: int, seed: int) -> Iterator[MasquesState]:
    """A random match, position by position."""
    state = MasquesState(seats)
    state.seed(seed)
    while state.to_move() != OVER:
        yield state
        if state.to_move() == CHANCE:
            state.random_chance()
        else:
            state.choose(state.to_move(), state.random_option(state.to_move()))


def after_draft(seats: int, *rows: str) -> MasquesState:
    """The action phase after a draft in which everybody keeps the first guest of what it holds, as rows list them."""
    state = dealt(seats)
    for seat, row in enumerate(rows):
        for at, name in enumerate(row.split()):
            state.packet[seat * 4 + at] = guest_number(name)
    for time in range(3):
        picks = [(seat, state.packet[(seat - time) % seats * 4 + time]) for seat in range(seats)]
        for seat, guest in picks:
            state.choose(seat, guest)
    return state


PACKETS = ("C2 C3 C4 F2", "D2 D3 D4 F3", "M2 M3 M4 F3", "V2 V3 V4 F4")


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_view_holds_no_hidden_guest(seats: int) -> None:
    for state in plies(seats, seed=seats):
        spectator = state.view(None)
        assert [spectator[key] for key in ("hand", "packet", "kept", "pick", "seen", "unplayed")] == [
            *([[]] * 3),
            None,
            [],
            [],
        ]
        open_cards = {card["card"] for card in spectator["hallways"] if card}
        shown = json.dumps(spectator)
        for guest in range(15):
            assert guest_code(guest) in open_cards or f'"{guest_code(guest)}"' not in shown


def test_views_have_the_same_keys_for_everybody_in_every_phase() -> None:
    keys = {frozenset(state.view(viewer)) for state in plies(3, 5) for viewer in (0, 1, 2, None)}
    assert len(keys) == 1


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_world_redealt_looks_the_same_to_its_seat_at_every_ply(seats: int) -> None:
    for number, state in enumerate(plies(seats, seed=20 + seats)):
        seat = number % seats
        world = state.redeal(seat, number)
        assert world.view(seat) == state.view(seat)
        assert world.options(seat) == state.options(seat)
        everything = Counter(guest for cards in world.hand for guest in guests(cards))
        assert everything == everything & Counter({guest: world.in_play[guest] for guest in range(15)})


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_worlds_that_look_the_same_are_redealt_the_same(seats: int) -> None:
    for number, state in enumerate(plies(seats, seed=40 + seats)):
        seat = number % seats
        twin = state.redeal(seat, number)
        assert internal_state(twin.redeal(seat, 7)) == internal_state(state.redeal(seat, 7))


@pytest.mark.parametrize("seats", [3, 4])
def test_the_order_of_the_guests_in_a_packet_is_in_no_world(seats: int) -> None:
    """It is unknowable, so bots must not depend on it."""
    compared = 0
    for state in drafts(seats, range(12)):
        shuffled = state.copy()
        for packet in range(seats):
            start = packet * HAND
            for at, slot in enumerate(range(start + state.drafted, start + HAND)):
                shuffled.packet[slot] = state.packet[start + HAND - 1 - at]
        for seat in range(seats):
            twin, other = state.redeal(seat, 7), shuffled.redeal(seat, 7)
            assert internal_state(other) == internal_state(twin)
            assert internal_state(twin.redeal(seat, 8)) == internal_state(state.redeal(seat, 8))
            compared += 1
    assert compared > 30 * seats


def drafts(seats: int, seeds: range) -> Iterator[MasquesState]:
    """Positions of drafts, between any two picks."""
    for seed in seeds:
        for state in plies(seats, seed):
            if state.view(None)["phase"] == "draft":
                yield state
            elif state.view(None)["phase"] == "action":
                break


@pytest.mark.parametrize("seats", [3, 4])
def test_nobody_looks_at_a_packet_before_all_are_dealt(seats: int) -> None:
    state = next(each.copy() for each in plies(seats, 3) if each.view(None)["phase"] == "deal" and each.cursor == 6)
    assert len({tuple(state.redeal(0, seed).packet[:4]) for seed in range(20)}) > 10


def test_the_packets_of_a_round_are_gone_when_the_next_one_begins() -> None:
    state = next(each for each in plies(3, 8) if each.round == 2 and each.view(None)["phase"] == "favours")
    assert set(state.packet) == {NONE}


def test_the_unfinished_move_of_another_seat_is_in_no_world() -> None:
    state = after_draft(4, *PACKETS)
    state.mover = state.first = 0
    state.choose(0, guest_number("C2"))
    assert state.redeal(0, 1).composing(0) == state.composing(0) != []
    assert state.redeal(1, 1).composing(0) == []


def hands_of(state: MasquesState, seat: int, other: int, worlds: int = 300) -> set[str]:
    """Every guest that `other` holds in some world that `seat` thinks possible."""
    return {name for seed in range(worlds) for name in hand(state.redeal(seat, seed), other)}


def test_packets_passed_on_belong_to_their_receivers() -> None:
    state = after_draft(4, *PACKETS)
    holders = Counter()
    for seed in range(200):
        world = state.redeal(0, seed)
        holders.update(seat for seat in (1, 2, 3) if "C3" in hand(world, seat))
        assert sorted(SIZE[cards] for cards in world.hand) == [4, 4, 4, 4]
        assert sum(name in hand(world, seat) for seat in (1, 2, 3) for name in ("C3", "C4", "F2")) == 3
        assert [sum(name in hand(world, seat) for name in ("C3", "C4", "F2")) for seat in (1, 2, 3)] == [1, 1, 1]
    assert all(holders[seat] > 30 for seat in (1, 2, 3))


def test_guests_taken_before_a_seat_saw_the_packet_stay_with_their_takers() -> None:
    state = after_draft(4, *PACKETS)
    # Seat 0 never saw V2 (taken by seat 3), M2 (by 2), M3 (by 3), D2 (by 1), D3 (by 2), D4 (by 3).
    unseen = {"V2", "M2", "M3", "D2", "D3", "D4"}
    for seed in range(100):
        world = state.redeal(0, seed)
        assert [sum(name in unseen for name in hand(world, seat)) for seat in (1, 2, 3)] == [1, 2, 3]


def test_with_three_seats_the_two_others_took_one_each_of_what_was_passed() -> None:
    state = after_draft(3, "C2 C3 C4 F2", "D2 D3 D4 F3", "M2 M3 M4 F4")
    assert hand(state, 0)[-1] == "F2", "the fourth guest of the own packet came back"
    for seed in range(60):
        world = state.redeal(0, seed)
        assert {tuple(sorted(set(hand(world, seat)) & {"C3", "C4"})) for seat in (1, 2)} == {("C3",), ("C4",)}


def test_a_guest_that_was_played_ties_its_player_down() -> None:
    state = after_draft(4, *PACKETS)
    state.mover = state.first = 1
    assert "C3" in hand(state, 1)
    play(state, "1:C3@4")
    for seed in range(60):
        world = state.redeal(0, seed)
        assert not {"C4", "F2"} & set(hand(world, 1)), "seat 1 took one guest of that packet, and it was Contarini 3"


def test_a_courtesan_call_shows_who_holds_no_foscari_3() -> None:
    state = after_draft(4, "C2 C3 C4 F2", "D2 D3 F3 D4", "M2 M3 M4 V3", "V2 F3 V4 F4")
    holders = [seat for seat in range(4) if "F3" in hand(state, seat)]
    assert holders == [0, 3]
    state.mover = state.first = 1
    state.ducats[1] = 3
    assert "{forced 3:F3@9}" in play(state, "1:CO@8x9=F3")
    assert "F3" not in hands_of(state, 0, 1)
    assert "F3" not in hands_of(state, 2, 1)
    assert "F3" in hands_of(state, 2, 0)


def test_a_seat_does_not_learn_which_twin_was_played() -> None:
    state = after_draft(4, "C2 F3 C4 F2", "D2 D3 D4 C3", "M2 M3 M4 V3", "F3 V2 V4 F4")
    state.mover = state.first = 1
    play(state, "1:F3@4")
    # Seat 0 passed one copy on and never saw the other: seat 1 may have taken the unseen one, and Contarini 4 too.
    assert "C4" in hands_of(state, 0, 1)
    assert all("F3" in hands_of(state, 0, seat) for seat in (1, 2, 3))


def test_with_two_seats_only_the_own_cards_and_what_was_played_are_known() -> None:
    state = dealt(2, seed=9)
    seen = hands_of(state, 0, 1)
    assert seen == {guest_code(guest) for guest in range(15)} - {
        name for name in hand(state, 0) if name != "F3" or hand(state, 0).count("F3") == 2
    }


def test_unplayed_guests_of_the_odd_round_stay_hidden_from_the_other_seat_in_the_even_round() -> None:
    state = next(
        each.copy()
        for seed in range(50)
        for each in plies(2, seed)
        if each.round == 2 and each.view(None)["phase"] == "action" and each.unplayed[1] and not each.unplayed[0]
    )
    assert state.view(0)["unplayed"] == []
    assert state.view(1)["unplayed"] != []
    worlds = {state.redeal(0, seed).unplayed[1] for seed in range(100)}
    assert len(worlds) > 3


def test_refusals_do_not_depend_on_hidden_hands() -> None:
    state = after_draft(4, *PACKETS)
    state.mover = state.first = 0
    state.ducats[0] = 9
    for seed in range(20):
        world = state.redeal(0, seed)
        for text in ("CO@8x9=V3", "CO@8x9=D4", "C3@4"):
            answers = set()
            for each in (state, world):
                try:
                    answers.add(str(GAME.parse_move(each, 0, text)))
                except ValueError as error:
                    answers.add(str(error))
            assert len(answers) == 1
