"""The six abilities."""

from games.core.engine.sets import SIZE
from tests.titles.masques.positions import hallways, hand, moves, play, position, refusal, tokens


def effects(state_moves: set[str], agent: str) -> set[str]:
    """Moves of one agent that use its ability."""
    return {move for move in state_moves if move.startswith(agent) and "x" in move}


# Assassin.


def test_assassin_turns_a_face_up_guest_next_door_facedown() -> None:
    state = position(4, "H: 5=D4", "hand 1: C2", "du 0: 2")
    play(state, "0:AS@4x5")
    assert hallways(state) == {4: "AS", 5: "~D4"}


def test_assassin_may_hit_own_guests_and_foscari() -> None:
    state = position(4, "H: 5=C4 3=F4", "hand 1: C2", "du 0: 2")
    assert {"AS@4x5", "AS@4x3"} <= moves(state, 0)


def test_assassin_may_not_hit_a_facedown_guest_an_agent_or_a_vacant_hallway() -> None:
    state = position(4, "H: 5=~D4 3=TH", "hand 1: C2", "du 0: 9")
    assert not effects(moves(state, 0), "AS")
    assert refusal(state, "0:AS@4x5") == "The guest in hallway 5 is already facedown."
    assert refusal(state, "0:AS@4x3") == "There’s no guest in hallway 3."
    assert refusal(state, "0:AS@8x9") == "There’s no guest in hallway 9."


def test_neighbours_reach_around_the_door() -> None:
    state = position(4, "H: 15=D4", "hand 1: C2", "du 0: 2")
    assert "AS@0x15" in moves(state, 0)
    assert refusal(state, "0:AS@2x15") == "Hallway 15 isn’t next to hallway 2."


# Gondolier.


def test_example_4_seed_gondolier_figure() -> None:
    state = position(4, "H: 6=M3 12=D4", "bought: GO1", "du 1: 3", "hand 2: C2", turn=1)
    bank = state.bank
    play(state, "1:GO@5x6-12")
    assert hallways(state) == {5: "GO", 6: "D4", 12: "M3"}
    assert (state.ducats[1], state.bank) == (0, bank + 3)


def test_gondolier_exchanges_guests_with_their_facing() -> None:
    state = position(4, "H: 6=~M3 12=D4", "du 0: 2", "hand 1: C2")
    play(state, "0:GO@5x6-12")
    assert hallways(state) == {5: "GO", 6: "D4", 12: "~M3"}


def test_gondolier_may_exchange_its_two_neighbours_in_either_order() -> None:
    state = position(4, "H: 4=M3 6=D4", "du 0: 2", "hand 1: C2")
    assert effects(moves(state, 0), "GO") >= {"GO@5x4-6", "GO@5x6-4"}


def test_gondolier_needs_two_guests() -> None:
    state = position(4, "H: 6=M3 9=TH", "du 0: 9", "hand 1: C2")
    assert not effects(moves(state, 0), "GO")
    assert refusal(state, "0:GO@5x6-6") == "There’s no other guest to swap with."
    other = position(4, "H: 6=M3 9=TH 12=D2", "du 0: 9", "hand 1: C2")
    assert refusal(other, "0:GO@5x6-6") == "The two places must be different."
    assert refusal(other, "0:GO@5x6-9") == "There’s no guest in hallway 9."
    assert refusal(other, "0:GO@5x6-77") == "There’s no place 77: they’re numbered 0 to 15."


# Guard.


def test_guard_sends_a_neighbour_to_a_vacant_hallway_with_its_facing() -> None:
    state = position(4, "H: 6=~M3", "du 0: 2", "hand 1: C2")
    play(state, "0:GU@5x6-9")
    assert hallways(state) == {5: "GU", 9: "~M3"}
    assert SIZE[state.vacant] == 14


def test_guard_may_not_put_the_guest_back_or_into_a_taken_hallway() -> None:
    state = position(4, "H: 6=M3 7=D2", "du 0: 2", "hand 1: C2")
    assert refusal(state, "0:GU@5x6-6") == "The two places must be different."
    assert refusal(state, "0:GU@5x6-7") == "Hallway 7 isn’t empty."
    assert refusal(state, "0:GU@5x6-5") == "Hallway 5 isn’t empty."


# Courtesan.


def test_example_9_courtesan_calls_a_guest_out_of_turn() -> None:
    state = position(4, "hand 2: V3 C2", "hand 1: D2", "hand 0: M2", "du 0: 1")
    assert play(state, "0:CO@8x9=V3") == ["0:CO@8x9=V3", "{forced 2:V3@9}"]
    assert hallways(state) == {8: "CO", 9: "V3"}
    assert hand(state, 2) == ["C2"]
    assert state.deciders() == [1], "play goes on to the left of the hirer"


def test_example_10_courtesan_may_name_a_card_in_her_own_hand() -> None:
    state = position(4, "hand 0: M2 M3", "hand 1: D2", "du 0: 1")
    assert play(state, "0:CO@8x9=M2") == ["0:CO@8x9=M2", "{forced 0:M2@9}"]
    assert hand(state, 0) == ["M3"]


def test_example_11_of_twin_foscari_3_the_first_clockwise_from_the_hirer_is_placed() -> None:
    state = position(4, "hand 1: F3", "hand 3: F3 C2", "hand 0: D2", "du 2: 1", turn=2)
    assert play(state, "2:CO@8x9=F3")[1] == "{forced 3:F3@9}"
    assert hand(state, 1) == ["F3"]


def test_a_hirer_who_holds_foscari_3_places_it() -> None:
    state = position(4, "hand 0: F3 C2", "hand 2: F3", "hand 1: D2", "du 0: 1")
    assert play(state, "0:CO@8x9=F3")[1] == "{forced 0:F3@9}"


def test_courtesan_may_not_name_a_guest_in_the_palace_or_use_an_occupied_hallway() -> None:
    state = position(4, "H: 7=D4 3=V3", "hand 1: C2", "du 0: 1")
    assert refusal(state, "0:CO@8x9=D4") == "D4 isn’t in anyone’s hand."
    assert refusal(state, "0:CO@8x7=C2") == "Hallway 7 is occupied."


def test_two_seats_have_no_courtesan() -> None:
    state = position(2, "hand 0: C2", "hand 1: D2", "du 0: 9")
    assert refusal(state, "0:CO@1") == "There are no courtesans with two players."


# Thief.


def test_thief_turns_a_token_next_to_it_facedown() -> None:
    state = position(4, "P: 3=ME 4=du", "hand 1: C2", "du 0: 1")
    assert effects(moves(state, 0), "TH") >= {"TH@3xp3", "TH@3xp4"}
    play(state, "0:TH@3xp4")
    assert tokens(state) == {3: "ME", 4: "~du"}


def test_thief_may_not_turn_a_facedown_token() -> None:
    state = position(4, "P: 4=~ME", "hand 1: C2", "du 0: 1")
    assert refusal(state, "0:TH@3xp4") == "The token on palace card 4 is already facedown."
    assert refusal(state, "0:TH@3xp3") == "There’s no token on palace card 3."
    assert refusal(state, "0:TH@3xp5") == "Palace card 5 isn’t next to hallway 3."


# Trader.


def test_example_5_seed_trader_figure() -> None:
    state = position(4, "P: 7=du 2=SC", "bought: TR1", "du 3: 4", "hand 0: C2", turn=3)
    play(state, "3:TR@7xp7-p2")
    assert tokens(state) == {7: "SC", 2: "du"}
    assert state.ducats[3] == 0


def test_trader_exchanges_facedown_tokens_with_their_facing() -> None:
    state = position(4, "P: 7=~du 2=SC", "du 0: 3", "hand 1: C2")
    play(state, "0:TR@7xp7-p2")
    assert tokens(state) == {7: "SC", 2: "~du"}


def test_trader_may_not_choose_a_vacant_palace_card() -> None:
    state = position(4, "P: 7=du 2=SC", "du 0: 3", "hand 1: C2")
    assert refusal(state, "0:TR@7xp7-p4") == "There’s no token on palace card 4."
    assert refusal(state, "0:TR@7xp8-p2") == "There’s no token on palace card 8."
    assert refusal(state, "0:TR@7xp7-p7") == "The two places must be different."
    lonely = position(4, "P: 7=du", "du 0: 3", "hand 1: C2")
    assert refusal(lonely, "0:TR@7xp7-p2") == "There’s no other token to swap with."


def test_agents_are_never_targets() -> None:
    state = position(4, "H: 4=TH 6=GU", "du 0: 9", "hand 1: C2", "P: 0=ME")
    assert not any("@5x" in move for move in moves(state, 0) if move[:2] in ("AS", "GO", "GU"))
