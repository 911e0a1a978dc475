"""A seat's conclusions about hidden cards (rules page, #secrets), and worlds that are re-dealt from them."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from games.core.engine.state import CHANCE, OVER
from games.core.kit.conformance.context import internal_state
from games.titles.masons.rules import piles
from games.titles.masons.rules.components import CARDS, COPIES, FACE_CODES, FACES
from games.titles.masons.rules.state import MasonsState
from tests.titles.masons.oracle import near, positions
from tests.titles.masons.positions import MASONS, draw_all, hand, play, position, stack

M6 = {"walls": "a2b2 b2b3", "towers": "a2=W b2=G b3=W", "houses": "A3=r,b A2=y B3=g"}
CLOSES = "W:a2b3 D:K/rg B:;A3=g,A4=r"


def matches(count: int) -> Iterator[MasonsState]:
    """Positions at every decision of matches with many scorings."""
    generator = random.Random(11)
    for _match in range(count):
        state = MASONS.initial_state(generator.randint(2, 4), {})
        state.seed(generator.getrandbits(32))
        while state.to_move() != OVER:
            if state.to_move() == CHANCE:
                state.random_chance()
                continue
            yield state
            near(state, generator)


def unknown(state: MasonsState, seat: int) -> Counter[str]:
    """The cards whose place a seat does not know."""
    return Counter({code: int(piles.unlocated(state, seat, face)) for face, code in enumerate(FACE_CODES)})


def heaps(state: MasonsState, seat: int) -> dict[str, Counter[str]]:
    """Where they are: the draw pile, hands, and what others threw away unseen."""
    found = {"pile": Counter({code: int(state.pile[face]) for face, code in enumerate(FACE_CODES)})}
    for other in range(state.seats):
        if other != seat:
            cards = [state.tossed[other * FACES + face] for face in range(FACES)]
            found[f"hand {other}"] = Counter(hand(state, other))
            found[f"tossed {other}"] = Counter(dict(zip(FACE_CODES, map(int, cards), strict=True)))
    return found


def test_sixty_cards_are_always_somewhere() -> None:
    for state in positions(600, seed=5):
        for world in (state, state.redeal(0, 7), state.redeal(1, 8)):
            everywhere = sum(world.pile) + sum(world.hand) + sum(world.played) + sum(world.tossed)
            assert everywhere == CARDS
            assert (world.pile_size, world.thrown_size) == (sum(world.pile), sum(world.played) + sum(world.tossed))
            assert min(*world.pile, *world.hand, *world.played, *world.tossed) >= 0


def test_a_seats_unknown_slots_are_the_hidden_ones() -> None:
    for state in positions(400, seed=6):
        for seat in range(state.seats):
            total = sum(heaps(state, seat).values(), Counter())
            assert +total == +unknown(state, seat)


def test_a_world_keeps_all_that_its_seat_knows() -> None:
    for number, state in enumerate(positions(400, seed=7)):
        for seat in range(state.seats):
            world = state.redeal(seat, number)
            assert hand(world, seat) == hand(state, seat)
            assert +unknown(world, seat) == +unknown(state, seat)
            for name, heap in heaps(state, seat).items():
                assert heaps(world, seat)[name].total() == heap.total(), name
            assert world.view(seat) == state.view(seat)
            assert list(world.played) == list(state.played)


def test_the_true_position_is_among_the_worlds_a_seat_supposes() -> None:
    """Of the cards that were in the pile at the last shuffle others have at most those drawn since."""
    shuffles = 0
    for state in matches(12):
        for seat in range(state.seats):
            known = [int(state.at_large[seat * FACES + face]) for face in range(FACES)]
            shuffles += sum(known) > 0
            left = unknown(state, seat)
            assert all(0 <= known[face] <= left[code] for face, code in enumerate(FACE_CODES))
            room = sum(
                min(int(state.can_hold[seat * state.seats + other]), heaps(state, seat)[f"hand {other}"].total()
                    + heaps(state, seat)[f"tossed {other}"].total())
                for other in range(state.seats)
                if other != seat
            )  # fmt: skip
            assert sum(known) <= room + state.pile_size
            assert all(state.can_hold[seat * state.seats + other] >= 0 for other in range(state.seats))
    assert shuffles > 50


def test_right_after_a_shuffle_nobody_holds_what_was_played() -> None:
    state = play(position(**M6, hands=("TS1 TTA TTA", "TTW OHg")), CLOSES)
    stack(state, "OW")  # all other cards count as played
    play(state, "S:TTA+TTA S:TTW")
    played = Counter({code: int(state.played[face]) for face, code in enumerate(FACE_CODES)})
    play(state, "R:OW")  # the last card of the pile: now the discards are the pile
    assert state.pile_size == played.total()
    for seed in range(40):
        world = state.redeal(1, seed)
        assert max((Counter(hand(world, 0)) + played).values()) == COPIES
        assert +heaps(world, 1)["pile"] == +played


def test_a_player_who_has_drawn_since_the_shuffle_may_hold_as_many_of_those_cards() -> None:
    state = play(position(**M6, hands=("TS1 TTA TTA", "TTW OHg")), CLOSES)
    stack(state, "OW")
    play(state, "S:TTA+TTA S:TTW R:OW")
    before = Counter({code: int(state.pile[face]) for face, code in enumerate(FACE_CODES)})
    draw_all(state)  # seat 1 draws one card
    whole = {code for code, copies in before.items() if copies == COPIES}  # nobody held one of these
    held = [sum(card in whole for card in hand(state.redeal(0, seed), 1)) for seed in range(60)]
    assert set(held) == {0, 1}


def test_a_card_of_which_all_copies_are_played_is_in_no_hand() -> None:
    state = play(position(**M6, hands=("TTA TTA TS1", "TTW OHg")), CLOSES)
    play(state, "S:TTA+TTA")
    for seed in range(40):
        world = state.redeal(1, seed)
        assert "TTA" not in hand(world, 0)
        assert world.pile[FACE_CODES.index("TTA")] == 0


def test_own_discards_are_known_and_those_of_others_are_not() -> None:
    state = play(position(**M6, hands=("TS1 TS2", "TTW OHg")), CLOSES)
    play(state, "X:TS1")
    face = FACE_CODES.index("TS1")
    assert all(state.redeal(0, seed).tossed[face] == 1 for seed in range(20))
    thrown = Counter(
        code for seed in range(200) for place, code in enumerate(FACE_CODES) if state.redeal(1, seed).tossed[place]
    )
    assert len(thrown) > 15


def test_worlds_do_not_depend_on_what_is_hidden() -> None:
    """Twins by another discard: the same seed gives the same world, field by field."""
    for state in positions(400, seed=8):
        if state.view(None)["phase"] != "score" or state.hand_size[state.to_move()] < 2:
            continue
        mover = int(state.to_move())
        cards = hand(state, mover)
        one, other = (play(state.copy(), f"X:{card}") for card in (cards[0], cards[-1]))
        watcher = (mover + 1) % state.seats
        if one.to_move() == CHANCE:
            continue
        assert internal_state(one.redeal(watcher, 5)) == internal_state(other.redeal(watcher, 5))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_an_unknown_card_is_as_likely_in_each_unknown_place(seed: int) -> None:
    """Before the first shuffle: a card of which one copy is unknown lies in the hand of the other seat as often as its
    share of the unknown places says."""
    state = position(hands=("TS1 TS2 TS3 TTA TP OHb", "ORS ORM ORN OW NT OTC"))
    rounds, face = 2000, FACE_CODES.index("TS1")
    held = sum(int(state.redeal(0, seed * rounds + each).hand[FACES + face]) for each in range(rounds))
    share = 6 / (CARDS - 6)
    assert piles.unlocated(state, 0, face) == COPIES - 1
    deviation = (rounds * share * (1 - share)) ** 0.5
    assert abs(held - rounds * share) < 5 * deviation
