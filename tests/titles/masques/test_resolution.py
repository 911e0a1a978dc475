"""Collecting, clean-up, the end."""

import random

import pytest

from games.core.engine.state import CHANCE
from games.titles.masques.rules.components import NOBODY
from games.titles.masques.rules.hands import guests
from games.titles.masques.rules.state import MasquesState
from tests.titles.masques.positions import collector, dealt, favours, play, position, refusal, tokens


def full(seats: int, last: int, cards: str, *lines: str, turn: int = 0) -> MasquesState:
    """All hallways but `last` are occupied: those named in `cards`, the others by Foscari 2, which wins nothing."""
    named = dict(item.split("=") for item in cards.split())
    halls = {str(hall): "F2" for hall in range(4 * seats) if hall != last} | named
    return position(seats, "H: " + " ".join(f"{hall}={card}" for hall, card in halls.items()), *lines, turn=turn)


def test_example_3_seed_resolution_figure() -> None:
    state = full(4, 0, "15=V4 1=V2 2=D2 3=TH 4=C3", "P: 0=ME 1=du 2=SC 3=du 4=~CL", "hand 3: F3", turn=3)
    written = play(state, "3:F3@0")
    assert written[1] == "{res p0 3+ME p3 1+du}"
    assert favours(state, 3) == {"ME": 1}
    assert state.ducats[1] == 2
    assert tokens(state)[1] == "du"
    assert tokens(state)[2] == "SC"
    assert tokens(state)[4] == "CL", "the facedown token stays and turns up"


def test_example_6_two_favours_of_one_guild_in_a_round_and_both_tokens_return() -> None:
    state = full(4, 0, "1=V4 4=V4", "P: 2=MI 4=MI", "hand 3: F3", turn=3)
    before = state.supply[3]
    play(state, "3:F3@0")
    assert favours(state, 3) == {"MI": 2}
    assert state.supply[3] == before + 2


def test_example_7_a_facedown_guest_has_no_influence_and_no_family() -> None:
    state = position(4, "H: 2=~C4 3=D2 4=AS", "P: 3=du 4=ME")
    assert [collector(state, place) for place in (3, 4)] == [1, 1]
    other = position(4, "H: 3=~C4 4=AS", "P: 4=ME")
    assert collector(other, 4) == NOBODY


def test_two_facedown_guests_of_one_player_do_not_collect() -> None:
    assert collector(position(2, "H: 0=~C3 1=~D3", "P: 1=du"), 1) == NOBODY


def test_foscari_collects_nothing() -> None:
    assert collector(position(4, "H: 0=F4 1=C2", "P: 1=du"), 1) == NOBODY


def test_an_agent_that_is_higher_than_a_facedown_guest_keeps_the_token_in_place() -> None:
    assert collector(position(4, "H: 0=TH 1=~C2", "P: 1=du"), 1) == NOBODY


def test_example_13_immediate_win_leaves_later_palace_cards_unresolved() -> None:
    lines = ["P: 2=ME 6=SC", "fav 3: ME3", "fav 0: CL1 VI1 ME1 MI1", "hand 3: F3"]
    state = full(4, 0, "1=V4 5=C4", *lines, turn=3)
    assert play(state, "3:F3@0") == ["3:F3@0", "{res p2 3+ME}", "{win 3 ME4}"]
    assert tokens(state) == {6: "SC"}
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.winners == (3,)
    assert outcome.reason == "guild"
    assert outcome.places == (2, 3, 3, 1), "seat 0 is one step short, the others have nothing"


def test_example_14_five_guilds() -> None:
    state = full(4, 0, "3=D4", "P: 4=SC", "fav 1: CL2 VI1 ME1 MI1", "hand 3: F3", turn=3)
    assert play(state, "3:F3@0")[-1] == "{win 1 all5}"
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.winners) == ("all5", (1,))


def test_standings_after_the_winner_by_distance_then_favour_then_ducats() -> None:
    lines = ["fav 3: ME3", "fav 0: CL1 VI1 ME1 MI1", "fav 1: CL3", "fav 2: VI3", "du 2: 4", "hand 3: F3"]
    state = full(4, 0, "1=V4", "P: 2=ME", *lines, turn=3)
    play(state, "3:F3@0")
    outcome = state.outcome()
    assert outcome is not None
    assert outcome.places == (2, 4, 3, 1)


def test_clean_up_removes_agents_for_good_and_gathers_all_guests() -> None:
    state = full(4, 0, "3=TH", "hand 3: F3 C3", "hand 1: D2", turn=3)
    assert "{clean first=0}" in play(state, "3:F3@0")
    assert state.view(None)["hallways"] == [None] * 16
    assert next(pile["prices"] for pile in state.view(None)["piles"] if pile["agent"] == "TH") == [2, 3]
    assert state.view(None)["hand_sizes"] == [0, 0, 0, 0]


def test_the_match_stops_after_round_60() -> None:
    state = full(4, 0, "", "hand 3: F3", "fav 2: ME1", turn=3)
    state.round = 60
    assert play(state, "3:F3@0")[1:] == ["{res}", "{clean first=0}", "{stop 60}"]
    outcome = state.outcome()
    assert outcome is not None
    assert (outcome.reason, outcome.places) == ("stop", (2, 2, 1, 2))
    assert state.deciders() == []


# Two seats.


@pytest.mark.parametrize(
    ("halls", "seat"),
    [("0=C3 1=D3", 0), ("0=C3 1=M3", NOBODY), ("0=C3 1=F3", NOBODY), ("0=M4 1=V4", 1), ("0=C3 1=D4", 0)],
)
def test_example_15_family_tie(halls: str, seat: int) -> None:
    assert collector(position(2, f"H: {halls}", "P: 1=du"), 1) == seat


def test_example_16_rounds_of_two_seats() -> None:
    state = MasquesState(2)
    state.seed(12)
    firsts, hands, aside = {}, {}, {}
    while state.outcome() is None and state.round < 5:
        if state.to_move() == CHANCE:
            state.random_chance()
            continue
        if state.round not in firsts:
            firsts[state.round] = state.first
            hands[state.round] = sorted(guest for cards in state.hand for guest in guests(cards))
            aside[state.round] = [guest for guest in range(15) for _ in range(state.deck[guest])]
        state.choose(state.to_move(), state.random_option(state.to_move()))
    first = firsts[1]
    assert [firsts[number] for number in (1, 2, 3, 4)] == [first, first, 1 - first, 1 - first]
    assert hands[2] == aside[1]
    assert hands[4] == aside[3]
    assert len(aside[1]) == 8
    assert aside[2] == []


def test_at_two_seats_nobody_ever_passes() -> None:
    state = position(2, "hand 0: C2", "hand 1: D2")
    assert refusal(state, "0:pass") == "You can only pass with an empty hand."


# An oracle: the paragraph on resolution, once more in another shape.


def slow_gains(state: MasquesState) -> list[tuple[int, int]]:
    """(palace card, seat) for everything that would be collected, read off the view."""
    view = state.view(None)
    owner = {letter: seat for seat, letters in enumerate(view["families"]) for letter in letters}
    gains = []
    for place, token in enumerate(view["tokens"]):
        sides = []
        for card in (view["hallways"][place - 1], view["hallways"][place]):
            is_guest = card["card"][1].isdigit()
            power = 0 if card["down"] else int(card["card"][1]) if is_guest else 1
            sides.append((power, owner.get(card["card"][0]) if is_guest and not card["down"] else None))
        best = max(power for power, _ in sides)
        leaders = {seat for power, seat in sides if power == best}
        if token and not token["down"] and len(leaders) == 1 and None not in leaders:
            gains.append((place, leaders.pop()))
    return gains


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_resolution_agrees_with_a_slow_reading_of_the_rule(seats: int) -> None:
    shuffled = random.Random(seats)
    compared = 0
    for seed in range(60):
        state = dealt(seats, seed)
        guests = [guest for guest in range(15) for _ in range(state.in_play[guest])]
        for hall, card in enumerate(shuffled.choices([*guests, 15, 27], k=state.size)):
            state.hallway[hall] = card
            state.guest_down[hall] = int(card < 15 and shuffled.random() < 0.2)
            state.token_down[hall] = int(shuffled.random() < 0.2)
        expected = slow_gains(state)
        found = [(place, collector(state, place)) for place in range(state.size)]
        assert [gain for gain in found if gain[1] != NOBODY] == expected
        compared += len(expected)
    assert compared > 100
