"""Geometry, what is dealt, how the palace is filled."""

import pytest

from games.core.engine.sets import ONLY
from games.core.engine.state import CHANCE
from games.titles.masques.page.ring import hall_cell, palace_cell
from games.titles.masques.rules import abilities
from games.titles.masques.rules.agents import TRADER
from games.titles.masques.rules.components import GUESTS, HAND, NONE, PALACE, TWINS
from games.titles.masques.rules.hands import guests
from games.titles.masques.rules.preparation import prepare
from games.titles.masques.rules.state import MasquesState
from tests.titles.masques.positions import AGENTS_OF_THE_BOX, collector, dealt, play, position, tokens


def with_filler(seats: int, halls: dict[int, str], *lines: str) -> MasquesState:
    """All hallways but the last named one are full; unnamed ones hold a Foscari 2 that wins nothing."""
    cards = {hall: halls.get(hall, "F2") for hall in range(4 * seats)}
    return position(seats, "H: " + " ".join(f"{hall}={card}" for hall, card in cards.items()), *lines)


def test_example_1_geometry() -> None:
    four = MasquesState(4)
    assert abilities.before(four, 3) == 2
    assert abilities.after(four, 3) == 4
    for seats, first, last in [(4, 0, 15), (3, 0, 11), (2, 0, 7)]:
        state = MasquesState(seats)
        assert (abilities.before(state, first), first) == (last, 0), (
            "the door lies between the last and the first hallway"
        )
        assert abilities.after(state, last) == 0


def test_the_door_lies_between_the_last_and_the_first_hallway() -> None:
    assert collector(position(4, "H: 15=C4 0=D3", "P: 0=ME"), 0) == 0
    assert collector(position(4, "H: 15=C2 0=D3", "P: 0=ME"), 0) == 1


@pytest.mark.parametrize(("seats", "ducats", "favours"), [(4, 23, 7), (3, 26, 9), (2, 29, 6)])
def test_example_2_setup_counts(seats: int, ducats: int, favours: int) -> None:
    state = dealt(seats)
    assert state.bank == ducats
    assert sum(state.supply) == favours
    cards = [guest for guest in state.packet if guest != NONE] or [g for hand in state.hand for g in guests(hand)]
    assert len(cards) == {4: 16, 3: 12, 2: 8}[seats]


def test_two_seats_have_two_families_each_and_no_courtesans() -> None:
    view = dealt(2).view(None)
    assert [len(letters) for letters in view["families"]] == [2, 2]
    assert [pile["agent"] for pile in view["piles"]] == [code for code in AGENTS_OF_THE_BOX if code != "CO"]


def test_three_seats_leave_a_family_and_a_foscari_3_out() -> None:
    state = dealt(3, seed=4)
    out = state.view(None)["left_out"]
    assert out is not None
    assert out not in {letter for letters in state.view(None)["families"] for letter in letters}
    assert sorted(state.packet) == [guest for guest in range(15) for _ in range(state.in_play[guest])]
    assert state.in_play[13] == 1


def test_favour_and_ducat_cards_alternate_beginning_with_the_door() -> None:
    shown = tokens(dealt(3))
    assert [palace for palace, token in shown.items() if token == "du"] == [1, 3, 5, 7, 9, 11]


def test_example_17_ducat_shortage() -> None:
    state = position(4, "P: 3=du 7=du 11=du 13=du 15=du 0=ME 2=ME 4=CL 6=CL 8=VI 10=VI 12=MI 14=MI")
    state.bank = 2
    prepare(state)
    assert {palace: token for palace, token in tokens(state).items() if palace in (1, 5, 9)} == {1: "du", 5: "du"}
    state.hallway[8] = 0
    assert collector(state, 9) == -1
    state.phase, state.hallway[8] = 4, NONE
    assert PALACE + 9 not in abilities.first_targets(state, TRADER, 8)


def test_a_palace_card_that_holds_a_token_gets_nothing_whatever_its_icon() -> None:
    state = position(2, "P: 1=ME 0=du")
    prepare(state)
    assert tokens(state)[1] == "ME"
    assert tokens(state)[0] == "du"
    assert state.cursor == 2, "the first vacant favour card is next"


def test_favour_tokens_are_drawn_from_what_is_left_in_the_supply() -> None:
    state = dealt(4)
    step_state = MasquesState(4)
    step_state.seed(1)
    while step_state.to_move() == CHANCE and step_state.chance_step().purpose != "favour":
        step_state.random_chance()
    assert step_state.chance_step().weights == (3, 3, 3, 3, 3)
    assert sum(state.supply) + 8 == 15


def test_with_all_favour_cards_full_the_deal_comes_at_once() -> None:
    state = position(2, "P: 0=ME 2=CL 4=VI 6=MI")
    prepare(state)
    assert state.chance_step().purpose == "deal"


def test_chance_places_are_structural() -> None:
    state = MasquesState(4)
    state.seed(3)
    seen = set()
    while state.to_move() == CHANCE:
        step = state.chance_step()
        assert (step.purpose, step.index) not in seen
        seen.add((step.purpose, step.index))
        state.random_chance()
    assert ("deal", (1, 3, 2)) in seen
    assert ("favour", (1, 14)) in seen


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_guests_dealt_at_once_are_dealt_as_card_by_card(seats: int) -> None:
    found = []
    for at_once in (True, False):
        state = MasquesState(seats)
        state.seed(5)
        while not at_once and state.to_move() == CHANCE:
            state.random_chance()
        state.settle_chance()
        cards = sorted([*state.packet, *(card for hand in state.hand for card in guests(hand))])
        found.append((state.deciders(), state.turns, sum(state.deck), [card for card in cards if card != NONE]))
    one, other = found
    assert one[:3] == other[:3]
    if seats > 2:  # with two seats some are set aside
        assert one == other, "everybody's guests are dealt, and none twice"


def test_every_guest_is_as_likely_in_a_packet_dealt_at_once() -> None:
    counts = [0] * GUESTS
    for seed in range(1500):
        state = MasquesState(4)
        state.seed(seed)
        state.settle_chance()
        for slot in range(HAND, 2 * HAND):  # the packet of seat 1
            counts[state.packet[slot]] += 1
    mean = 1500 * HAND / 16
    counts[TWINS] //= 2  # it comes twice
    assert max(abs(count - mean) for count in counts) < 5 * mean**0.5


def test_a_traded_favour_on_a_ducat_card_is_followed_by_a_ducat() -> None:
    state = with_filler(4, {6: "C4", 7: "D2"}, "P: 7=SC", "hand 0: M3")
    state.hallway[15], state.vacant = NONE, ONLY[15]
    written = play(state, "0:M3@15")
    assert "{res p7 0+SC}" in written
    assert tokens(state)[7] == "du", "a vacant card is refilled by its icon, whatever lay there before"


@pytest.mark.parametrize("size", [8, 12, 16])
def test_the_drawn_ring_is_closed_and_nothing_overlaps(size: int) -> None:
    ring = [cell for at in range(size) for cell in (palace_cell(size, at), hall_cell(size, at))]
    last = size // 2 + 1
    places = [(cell.column, cell.row) for cell in ring]
    edge = {(column, row) for column in range(1, last + 1) for row in range(1, last + 1)}
    assert len(set(places)) == len(places)
    assert set(places) == {spot for spot in edge if {1, last} & set(spot)}
    steps = zip(places, places[1:] + places[:1], strict=True)
    assert {abs(x - u) + abs(y - v) for (x, y), (u, v) in steps} == {1}
    corners = [place for place in range(size) if palace_cell(size, place).is_corner]
    assert corners == [0, size // 4, size // 2, size * 3 // 4]
    assert [palace_cell(size, place).side for place in corners] == list("nesw")
