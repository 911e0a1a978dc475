"""What a seat makes of what the other has done; nothing of it may be more than it has seen."""

from games.core.state import CHANCE, OVER
from games.titles.maskera.bots.opponent_model import ENTRY, likelihood
from games.titles.maskera.bots.thinking import resample
from games.titles.maskera.rules.components import MASKS
from games.titles.maskera.rules.state import MaskeraState
from tests.titles.maskera.positions import MASKERA, follow, position

P, R, S, B, A = range(MASKS)
WORLDS = 300


def dealt(state: MaskeraState, seat: int, count: int = WORLDS) -> list[MaskeraState]:
    return [state.redeal(seat, number) for number in range(count)]


def holding(worlds: list[MaskeraState], seat: int, mask: int) -> float:
    """The share of `worlds` in which `seat` holds a `mask`."""
    return sum(world.hand[seat * MASKS + mask] > 0 for world in worlds) / len(worlds)


def test_who_did_not_play_a_winning_card_is_believed_less_to_hold_one() -> None:
    state = position(hand0="SSBA", hand1="RRRR", area0="PPPR", area1="BB")
    follow(state, "0:pl=S 1:ok {rev 0 S} {draw 0 B} {peek 0 RRRR}")
    worlds = dealt(state, 1)
    assert holding(resample(worlds, 1, WORLDS), 0, P) < holding(worlds, 0, P) - 0.05


def test_who_did_not_keep_a_mask_is_believed_to_keep_a_better_one() -> None:
    state = position(hand0="RA", hand1="PRSB", area0="SSS", area1="BB")
    follow(state, "0:pl=R 1:ok {rev 0 R} {draw 0 PPRSB} 0:ke=S {rej 0 PPRB}")
    worlds = dealt(state, 1)
    assert holding(resample(worlds, 1, WORLDS), 0, S) > holding(worlds, 0, S) + 0.05


def test_cards_that_the_spy_saw_stay_certain_until_they_move() -> None:
    state = position(hand0="SPPR", hand1="BAR", area0="P")
    follow(state, "0:pl=S 1:ok {rev 0 S} {draw 0 P} {peek 0 RBA} 1:dr {draw 1 PP}")
    for world in resample(dealt(state, 0), 0, WORLDS):
        assert all(world.hand[MASKS + mask] > 0 for mask in (R, B, A))
    follow(state, "0:dr {draw 0 PP} 1:pl=B 0:ok {rev 1 B} {rand 0 P}")
    worlds = resample(dealt(state, 0), 0, WORLDS)
    assert all(world.hand[MASKS + mask] > 0 for world in worlds for mask in (R, A))
    assert holding(worlds, 1, B) < 1.0


def test_a_look_makes_what_was_remembered_needless() -> None:
    state = position(hand0="SSB", hand1="RAB", area0="P", area1="P", active=1)
    follow(state, "1:pl=A 0:ok {rev 1 A} 1:as=P")
    assert len(state.past[0]) == ENTRY
    follow(state, "0:pl=S 1:ok {rev 0 S} {draw 0 B} {peek 0 RB}")
    assert state.past[0] == []
    assert likelihood(state.redeal(0, 1), 0) == 1.0


def test_nobody_remembers_a_card_before_it_is_revealed() -> None:
    state = position(hand0="SPB", hand1="RAB", area0="PPP")
    follow(state, "0:pl=S")
    assert state.past == [[], []]


def test_a_world_that_is_played_on_in_the_head_adds_no_memories() -> None:
    world = position(hand0="AB", hand1="RAB", area0="PPP", area1="P").redeal(0, 5)
    follow(world, "0:pl=A 1:ok {rev 0 A} 0:as=P")
    assert world.past == [[], []]


def test_hands_that_cannot_be_are_never_believed() -> None:
    state = position(hand0="SPPP", hand1="RA", area0="BBB", area1="BB", discards="BBB")
    follow(state, "0:pl=S 1:ok {rev 0 S} {draw 0 P} {peek 0 RA} 1:dr {draw 1 RA} 0:dr {draw 0 SS}")
    worlds = resample(dealt(state, 0), 0, WORLDS)
    assert holding(worlds, 1, B) == 0.0
    assert all(sum(world.hand) + sum(world.pile) == sum(state.hand) + sum(state.pile) for world in worlds)


def test_whatever_was_played_every_dealt_hand_has_a_likelihood_and_as_many_worlds_are_kept() -> None:
    for seed in range(6):
        state = MASKERA.initial_state(2, {})
        state.seed(seed)
        while (seat := state.to_move()) != OVER:
            if seat == CHANCE:
                state.random_chance()
                continue
            worlds = dealt(state, seat, 8)
            assert all(0.0 < likelihood(world, seat) <= 1.0 for world in worlds)
            kept = resample(worlds, seat, 4)
            assert [world.view(seat) for world in kept] == [state.view(seat)] * 4
            state.choose(seat, state.random_option(seat))
