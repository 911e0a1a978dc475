"""The page of Masons: what is drawn, which links lead where, what is said."""

import gzip
from collections.abc import Sequence
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.core.engine.events import Entry, EventKind
from games.core.title.compose import compose
from games.core.title.presenter import Composition
from games.titles.masons.page import prompts
from games.titles.masons.page.geometry import REACH, line_path, line_reach, space_path
from games.titles.masons.rules.components import BUILD, EXCHANGE, FACE_CODES, FINAL, MERGE, SCORE, WALL
from games.titles.masons.rules.effects import Built, PiecesReturned, TownScored, WallPlaced
from games.titles.masons.rules.state import MasonsState
from games.translation import translate_tree
from tests.titles.masons.positions import MASONS, hand, play, position
from tests.titles.masons.test_notation import at

PRESENTER = MASONS.presenter
M6 = {"walls": "a2b2 b2b3", "towers": "a2=W b2=G b3=W", "houses": "A3=r,b A2=y B3=g"}
CLOSES = "W:a2b3 D:K/rg B:;A3=g,A4=r"


def composition(state: MasonsState, *words: str) -> Composition:
    """The unfinished move of the seat that decides."""
    return compose(MASONS, state, int(state.to_move()), words)


def board(state: MasonsState, *words: str) -> dict[str, Any]:
    """Return the drawing for the deciding seat."""
    return PRESENTER.board(state.view(int(state.to_move())), composition(state, *words))


def links(state: MasonsState, *words: str) -> list[str]:
    """Where the cards of the hand lead: a part that they add, or an address of its own."""
    return [card["word"] or card["other"] for card in board(state, *words)["hand"]]


def rendered(state: MasonsState, *words: str) -> tuple[str, str]:
    """The board and the tray as the seat gets them."""
    drawn = translate_tree(board(state, *words), lambda seat: f"seat {seat}")
    url = "/matches/0123456789ab/?move=" + "".join(f"{word}," for word in words)
    context = {"board": drawn, "compose_url": url, "fresh": {}, "settled": {}}
    return render_to_string(PRESENTER.template, context), render_to_string(PRESENTER.tray_template, context)


# The land.


def test_lines_that_may_get_a_wall_are_links_near_which_a_finger_takes_them() -> None:
    html, _tray = rendered(position(walls="a1a2"))
    assert html.count('class="part line"') == html.count('tabindex="-1"') == 100  # for keys there is the list
    assert 'href="/matches/0123456789ab/?move=a1b1"' in html
    assert "data-nearest" in html
    setting = render_to_string(PRESENTER.setting_template, {"setting": PRESENTER.setting(position().view(0))})
    assert f'<path id="ms-a1b1" d="{line_reach("a1b1")}"/>' in setting
    assert line_reach("a1b1") != line_path("a1b1")
    assert 0 < REACH < 0.5


def test_lines_that_close_a_town_are_marked() -> None:
    drawn = board(position(**M6))
    assert [line["word"] for line in drawn["land"]["lines"] if line["closes"]] == ["a2b3"]
    html, _tray = rendered(position(**M6))
    assert html.count('<use class="closing"') == 1


def test_the_dice_lie_in_the_water_until_what_they_say_is_built() -> None:
    state = play(position(), "W:a2b3")
    assert PRESENTER.board(state.view(0), None)["land"]["dice"] == []
    play(state, "D:W/r?")
    for viewer in (0, 1, None):
        dice = PRESENTER.board(state.view(viewer), None)["land"]["dice"]
        assert [die["symbol"] for die in dice] == ["tower-W", "house-r", "joker"]
        assert {die["y"] for die in dice} == {2}  # above the western coast
    assert board(state)["land"]["thrown"]
    assert not board(state, "a2=W")["land"]["thrown"]  # they are thrown once
    play(state, "B:a2=W,b3=K;A3=r,A4=b")
    assert PRESENTER.board(state.view(1), None)["land"]["dice"] == []


def test_the_hand_lies_there_while_pieces_are_chosen() -> None:
    state = play(position(hands=("OTW NT", "TTA")), "W:a2b3 D:W/r?")
    _board, tray = rendered(state)
    assert 'id="card-OTW"' in tray
    assert 'id="piece-a2-W"' in tray


def test_a_supply_that_is_nearly_out_is_marked() -> None:
    state = position()
    state.walls_left = 3
    assert [group["low"] for group in PRESENTER.board(state.view(0), None)["supply"]] == [True, False, False, False]
    state.walls_left = 4
    assert not any(group["low"] for group in PRESENTER.board(state.view(0), None)["supply"])


def test_a_tap_costs_less_than_eight_kilobytes_on_the_wire() -> None:
    for phase in (WALL, BUILD, MERGE, SCORE, EXCHANGE, FINAL):
        html = "".join(rendered(at(phase)))
        assert len(gzip.compress(html.encode())) < 8_000, phase


def test_a_player_who_does_not_decide_gets_no_links() -> None:
    state = position()
    drawn = PRESENTER.board(state.view(1), None)
    assert drawn["land"]["lines"] == []
    assert all(card["word"] == card["other"] == "" for card in drawn["hand"])


def test_a_wall_that_is_chosen_is_drawn_and_leaves_the_supply() -> None:
    drawn = board(position(), "a2b3")
    assert drawn["land"]["planned_wall"] == line_path("a2b3")
    assert drawn["supply"][0]["total"] == 32


def test_pieces_are_offered_one_by_one_and_drawn_in_place() -> None:
    state = play(position(), "W:a2b3 D:W/r?")
    assert [piece["word"] for piece in board(state)["pieces"]] == ["a2=W", "a2=G", "a2=K"]
    assert [piece["word"] for piece in board(state, "a2=G")["pieces"]] == ["b3=W"]
    drawn = board(state, "a2=W", "b3=K", "A3=r")
    assert [tower["chosen"] for tower in drawn["land"]["towers"]] == [True, True]
    assert [space["id"] for space in drawn["land"]["buildings"]] == ["s-A3"]
    assert [place["name"] for place in drawn["land"]["next"]] == ["A4"]  # as the prompt calls it
    assert drawn["supply"][1]["total"] == 28


def test_several_buildings_on_a_space_are_next_to_each_other() -> None:
    state = position(houses="A3=r,g,b", towns={"T1": "A3"})
    space = PRESENTER.board(state.view(None), None)["land"]["buildings"][0]
    assert len({(each["x"], each["y"]) for each in space["built"]}) == 3
    assert str(space["label"]) == "A3: blue house, green house, red house"


def test_towns_that_may_be_joined_are_links() -> None:
    state = at(MERGE)
    drawn = board(state)
    words = {town["word"] for town in drawn["land"]["towns"] if town["word"]}
    assert words == set(composition(state).offered) - {"-"}


# The hand.


def scoring(*hands: str) -> MasonsState:
    return play(position(**M6, hands=hands), CLOSES)


def test_each_card_says_what_it_would_score_and_why() -> None:
    drawn = board(scoring("TS1 TTW OHg", "TTA"))
    assert [(card["code"], card["points"], card["sum"]) for card in drawn["hand"]] == [
        ("TS1", "6", ""),
        ("TTW", "4", "2 × 2"),
        ("OHg", "1", ""),
    ]
    assert str(drawn["hand"][1]["why"]) == "2 towers, 2 points each."


def test_without_a_town_its_cards_say_that_they_wait() -> None:
    drawn = PRESENTER.board(position(hands=("TS1 OW", "TTA")).view(0), None)
    assert [card["points"] for card in drawn["hand"]] == ["", "0"]
    assert str(drawn["hand"][0]["why"]) == "Counts when a town is scored."


def test_two_cards_are_tapped_in_any_order() -> None:
    state = scoring("TS1 TTW OHg", "TTA")
    assert links(state) == ["TS1", "TTW", "OHg"]
    assert links(state, "TTW") == ["?move=TS1,TTW", "", "OHg"]
    assert composition(state, "TS1", "TTW").text == "S:TS1+TTW"
    assert composition(state, "TTW", "OHg").text == "S:TTW+OHg"


def test_a_second_copy_is_a_card_of_its_own() -> None:
    state = scoring("TTA TTA OHg", "TTW")
    assert [card["id"] for card in board(state)["hand"]] == ["card-TTA", "card-TTA-2", "card-OHg"]
    assert links(state, "TTA") == ["", "TTA", "OHg"]


def test_cards_to_exchange_are_put_in_and_taken_out_in_any_order() -> None:
    state = at(EXCHANGE)
    cards = hand(state, int(state.to_move()))
    assert links(state, cards[-1])[0] == f"?move={cards[0]},{cards[-1]}"
    assert links(state, cards[0], cards[-1])[0] == f"?move={cards[-1]}"
    chosen = [card["chosen"] for card in board(state, cards[0], cards[-1])["hand"]]
    assert (chosen[0], chosen[-1], sum(chosen)) == (True, True, 2)
    assert links(state, cards[0])[0] == "?move="


def test_at_the_end_cards_count_for_the_town_that_is_chosen() -> None:
    state = position(walls="a2b2 b2b3 a2b3", towers="a2=W b2=G b3=W", towns={"T1": "A3"}, hands=("TS1 OW", "TTA"))
    state.walls_left = 1
    play(state, "W:d4d5 D:W/rg B:d4=W,d5=W;C7=g,D7=r")
    assert links(state) == ["", ""]
    assert [card["points"] for card in board(state, "T1")["hand"]] == ["6", "1"]
    assert links(state, "T1") == ["TS1", "OW"]
    assert links(state, "T1", "OW") == ["?move=T1,TS1,OW", ""]


@pytest.mark.parametrize(("count", "kind"), [(4, "few"), (6, "some"), (9, "many"), (17, "crowd")])
def test_a_large_hand_lies_in_several_rows(count: int, kind: str) -> None:
    faces = [code for code in FACE_CODES for _copy in range(2)][:count]
    _board, tray = rendered(scoring(" ".join(faces), "ORS"))
    assert f'class="cards {kind}"' in tray


# Words.


def test_every_decision_has_a_prompt_a_sentence_and_a_text_for_others() -> None:
    for phase in (WALL, BUILD, MERGE, SCORE, EXCHANGE, FINAL):
        state = at(phase)
        seat = int(state.to_move())
        assert str(PRESENTER.prompt(state.view(seat), composition(state)))
        assert "%" not in str(PRESENTER.waiting(state.view(None)))


def test_lines_are_listed_by_region() -> None:
    state = position()
    groups = {
        str(PRESENTER.choice(state.view(0), composition(state), line).group)
        for line in ("a1a2", "c5d5", "e7e8", "a3b4")
    }
    assert groups == {"Lion (south)", "Rose (middle)", "Eagle (north)", "Between Lion (south) and Rose (middle)"}


@pytest.mark.parametrize(
    ("drawn", "text"),
    [
        ("l-a1a2", "There’s already a wall there."),
        ("s-A3", "Place walls on lines, but not inside a town."),
        ("p-a1", None),
    ],
)
def test_why_a_drawn_thing_is_no_choice(drawn: str, text: str | None) -> None:
    state = position(walls="a1a2", houses="A3=r")
    found = PRESENTER.forbidden(state.view(0), composition(state), drawn)
    assert (found and str(found)) == text


def test_a_move_is_described_with_its_points() -> None:
    state = scoring("TS1 TTW OHg", "TTA")
    told = [str(prompts.describe_move(state.view(0), 0, text)) for text in ("S:TS1+TTW", "X:OHg")]
    assert told == [
        "Play Hamlet, White watch: 10 points.",
        "Discard a card facedown: Green farmers. You’ll draw two.",
    ]


def test_the_table_in_words_has_points_and_pieces_with_places() -> None:
    state = position(**M6, hands=("OTW NT", "TTA"))
    state.scores[1] = 1
    facts = board(state)["facts"]
    in_words = translate_tree(facts, lambda seat: f"seat {seat}")
    assert [seat["text"] for seat in in_words["seats"]] == ["0 points, 2 cards in hand", "1 point, 1 card in hand"]
    south = in_words["regions"][0]
    assert south["name"] == "Lion (south)"
    assert south["walls"] == "a2b2, b2b3"
    assert south["towers"] == ["white tower: a2, b3", "grey tower: b2"]
    assert south["buildings"] == ["A2: yellow house", "A3: blue house, red house", "B3: green house"]
    assert in_words["regions"][1]["towers"] == []


# What has happened.


def entry(effect: Any, seat: int | None = None) -> Entry:
    return Entry(0, EventKind.MOVE if seat is not None else EventKind.ENGINE, seat, effect)


def test_changes_are_marked_in_the_movers_colour() -> None:
    entries: Sequence[Entry] = [
        entry(WallPlaced(1, "a2b3"), 1),
        entry(Built(1, ("a2=W",), ("A3=r",)), 1),
        entry(PiecesReturned(("b2b3",), ("b3=K",))),
    ]
    assert PRESENTER.touched(entries) == {"l-a2b3": 1, "p-a2": 1, "s-A3": 1, "p-b3": 1}


SCORED = TownScored("T1", 2, ((1, 9, "T1", ("TS2", "NT")), (0, 0, "T1", ("OW",))))


def test_a_scoring_is_a_stop_with_a_line_for_who_has_played() -> None:
    stop = PRESENTER.stop(SCORED)
    assert stop is not None
    assert str(stop.heading) == "Town T1 is scored: 2 spaces"
    assert [str(line) for line in stop.lines] == ["seat 1: 9 with Village, Surveyors.", "seat 0: 0 with Wallers."]
    nobody = PRESENTER.stop(TownScored("T1", 2, ()))
    assert nobody is not None
    assert [str(line) for line in nobody.lines] == ["No one has played a card."]


def test_the_sheet_has_a_row_for_every_seat() -> None:
    state = position(hands=("OW", "OW", "NT"))
    sheet = PRESENTER.settled(state.view(None), [entry(SCORED)])
    assert [(row["index"], row["points"], [card["code"] for card in row["cards"]]) for row in sheet["rows"]] == [
        (0, 0, ["OW"]),
        (1, 9, ["TS2", "NT"]),
        (2, 0, []),
    ]
    assert PRESENTER.settled(state.view(None), [entry(WallPlaced(0, "a1a2"), 0)]) == {}


def test_the_sheet_counts_each_card_and_lights_the_town() -> None:
    state = position(
        walls="a2b2 b2b3 a2b3",
        towers="a2=W b2=G b3=W",
        towns={"T1": "A3"},
        hands=("OW", "OW", "NT"),
        scores=(4, 11, 4),
    )
    scored = TownScored("T1", 1, ((0, 4, "T1", ("TTW",)), (1, 7, "T1", ("TS1", "NT"))))
    sheet = PRESENTER.settled(state.view(None), [entry(scored)])
    counted = [[(card["code"], card["points"], card["sum"]) for card in row["cards"]] for row in sheet["rows"]]
    assert counted == [[("TTW", 4, "2 × 2")], [("TS1", 6, ""), ("NT", 1, "")], []]
    assert [(row["total"], row["last"]) for row in sheet["rows"]] == [(4, True), (11, False), (4, True)]
    assert sheet["lit"] == space_path("A3")
    assert sheet["far"] == "far-east far-north"  # the town lies in the west and in the south


def test_nobody_is_last_while_all_have_the_same() -> None:
    sheet = PRESENTER.settled(position(scores=(4, 4)).view(None), [entry(TownScored("0", 0, ()))])
    assert [row["last"] for row in sheet["rows"]] == [False, False]


def test_the_last_turn_is_announced() -> None:
    state = at(FINAL)
    assert str(PRESENTER.moment(state.view(None))) == "Last turn"
    assert str(PRESENTER.moment(position().view(None))) == "Turn 1"


def test_the_reason_for_the_end_is_announced_until_it_is_over() -> None:
    state = position(walls="a2b2 b2b3", hands=("OW", "TTA"))
    state.walls_left = 1
    play(state, "W:d4d5 D:W/rg B:d4=W,d5=W;C7=g,D7=r")
    assert str(PRESENTER.board(state.view(0), None)["ending"]) == "the last wall was placed"
    play(state, "F:- F:-")
    assert PRESENTER.board(state.view(0), None)["ending"] == ""
