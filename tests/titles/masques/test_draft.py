"""The draft."""

from games.titles.masques.rules.codes import guest_code, guest_number
from games.titles.masques.rules.state import MasquesState
from tests.titles.masques.positions import GAME, dealt, hand, play, refusal


def packets(state: MasquesState, *rows: str) -> MasquesState:
    """A fresh draft of these packets."""
    for seat, row in enumerate(rows):
        for at, name in enumerate(row.split()):
            state.packet[seat * 4 + at] = guest_number(name)
    return state


def four() -> MasquesState:
    return packets(dealt(4), "C2 C3 C4 F2", "D2 D3 D4 F3", "M2 M3 M4 F3", "V2 V3 V4 F4")


def test_example_18_packets_move_one_seat_to_the_left() -> None:
    state = four()
    play(state, "0:+C2", "1:+D2", "2:+M2", "3:+V2")
    assert state.view(1)["packet"] == ["C3", "C4", "F2"]
    assert state.view(0)["packet"] == ["V3", "V4", "F4"]


def test_the_fourth_guest_is_taken_automatically_and_the_picks_become_the_hand() -> None:
    state = four()
    play(state, "0:+C2", "1:+D2", "2:+M2", "3:+V2")
    play(state, "0:+V3", "1:+C3", "2:+D3", "3:+M3")
    written = play(state, "0:+M4", "1:+V4", "2:+C4", "3:+D4")
    assert written[-4:] == ["0:+F3", "1:+F3", "2:+F4", "3:+F2"]
    assert hand(state, 0) == ["C2", "M4", "V3", "F3"]
    assert state.view(None)["phase"] == "action"
    assert state.deciders() == [state.first]


def test_all_seats_owe_a_pick_at_once_and_a_pick_in_hides_nothing_else() -> None:
    state = four()
    assert state.deciders() == [0, 1, 2, 3]
    assert state.sealed()
    before = [state.view(seat) for seat in (0, 1, 3)]
    state.choose(2, guest_number("M3"))
    assert state.deciders() == [0, 1, 3]
    for seat, view in zip((0, 1, 3), before, strict=True):
        now = state.view(seat)
        assert now["picked"] == [2]
        assert {**now, "picked": [], "deciders": view["deciders"]} == view
    assert state.view(2)["pick"] == "M3"


def test_the_order_of_the_picks_does_not_matter() -> None:
    one, other = four(), four()
    for seat, name in [(0, "C2"), (1, "D2"), (2, "M2"), (3, "V2")]:
        one.choose(seat, guest_number(name))
    for seat, name in [(3, "V2"), (1, "D2"), (0, "C2"), (2, "M2")]:
        other.choose(seat, guest_number(name))
    assert all(one.view(seat) == other.view(seat) for seat in range(4))


def test_a_packet_of_two_foscari_3_offers_one_option_and_is_asked_all_the_same() -> None:
    state = packets(dealt(4), "C2 C3 F3 F3", "D2 D3 D4 F2", "M2 M3 M4 C4", "V2 V3 V4 F4")
    assert [guest_code(guest) for guest in state.options(0)] == ["C2", "C3", "F3"]
    play(state, "0:+C2", "1:+D2", "2:+M2", "3:+V2")
    play(state, "0:+V3", "1:+C3", "2:+D3", "3:+M3")
    assert [guest_code(guest) for guest in state.options(2)] == ["F3"]
    assert 2 in state.deciders()


def test_refusals_of_the_draft_name_the_rule() -> None:
    state = four()
    assert refusal(state, "0:+D2") == "D2 isn’t in your packet."
    assert "pick a guest" in refusal(state, "0:C2@4")
    assert "pick a guest" in refusal(state, "0:pass")


def test_with_three_seats_the_fourth_guest_comes_from_the_own_first_packet() -> None:
    state = packets(dealt(3), "C2 C3 C4 F2", "D2 D3 D4 F3", "M2 M3 M4 F4")
    play(state, "0:+C2", "1:+D2", "2:+M2")
    play(state, "0:+M3", "1:+C3", "2:+D3")
    written = play(state, "0:+D4", "1:+M4", "2:+C4")
    assert "0:+F2" in written
    assert hand(state, 0) == ["C2", "D4", "M3", "F2"]


def test_packets_passed_on_are_shown_to_their_holders_only() -> None:
    state = four()
    written = play(state, "0:+C2", "1:+D2", "2:+M2", "3:+V2")
    assert written[-4:] == ["{pack 0 V3,V4,F4}", "{pack 1 C3,C4,F2}", "{pack 2 D3,D4,F3}", "{pack 3 M3,M4,F3}"]


def test_two_seats_never_draft() -> None:
    state = dealt(2)
    seen = set()
    while state.outcome() is None:
        seen.add(state.view(None)["phase"])
        if state.to_move() < 0:
            state.random_chance()
        else:
            state.choose(state.to_move(), state.random_option(state.to_move()))
    assert "draft" not in seen
    assert "action" in seen


def test_a_pick_is_one_part_called_by_the_name_of_the_guest() -> None:
    state = four()
    assert [GAME.part_word(state, 0, part) for part in state.options(0)] == ["C2", "C3", "C4", "F2"]
    assert GAME.format_move(state, 0, [guest_number("C4")]) == "+C4"
