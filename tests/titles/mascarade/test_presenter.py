"""The drawn table and the sentences: what a person meets."""

import re
from pathlib import Path
from typing import Any

import pytest
from django.template.loader import render_to_string

from games.core.kit.simulation import Simulation
from games.core.text import SeatName, Text
from games.core.title.compose import compose
from games.core.title.presenter import Composition
from games.titles import mascarade
from games.titles.mascarade.game import Mascarade
from games.titles.mascarade.page import own, ring, table
from games.titles.mascarade.page.helps import ABILITIES
from games.titles.mascarade.page.prompts import REASONS
from games.titles.mascarade.rules.components import ENDINGS
from games.titles.mascarade.rules.masks import CODES
from games.titles.mascarade.rules.state import MascaradeState
from games.translation import translate_tree
from tests.styles import sheet
from tests.titles.mascarade.table import follow, position, settings

GAME = Mascarade()
PRESENTER = GAME.presenter
SIX = "JU TR EM KI SO CH"
EIGHT = "JU TR EM FO KI SO PE PE"
QUIET = "2:N 3:N 4:N 5:N 6:N"
NAMES = ["Ada", "Ben", "Cleo", "Dino", "Elsa", "Fabio", "Gina", "Hugo", "Ilda", "Jan", "Kai", "Lia", "Mia"]
SHEET = Path(str(mascarade.__path__[0])) / "static/titles/mascarade/board.css"

STATES = {
    "memorise": Simulation(GAME, 6, settings(6), 1, "uniform"),
    "first turns": position(SIX, turn=2),
    "turn": position(SIX),
    "locked": follow(
        position("TR CH EM KI SO JU"),
        "9. 1: A:KI 2:C 3:N 4:C 5:N 6:N {1=TR 2=CH 4=KI} 4:P {4 +2; fines 1,2}",
    ),
    "centre": position("JU TR EM KI SO CH", seats=4),
    "two": position("JU TR EM KI SO CH", seats=2),
    "three": position("JU TR EM KI SO CH", seats=3),
    "answers": follow(position(SIX), "9. 1: A:EM"),
    "answers of three": follow(position(SIX, seats=3), "9. 1: A:EM@L"),
    "fool": follow(position("FO TR EM KI SO JU"), f"9. 1: A:FO {QUIET}"),
    "fool of two": follow(position("FO TR EM KI SO JU", seats=2), "9. 1: A:FO@L 2:N"),
    "fool of three": follow(position("FO TR EM KI SO JU", seats=3), "9. 1: A:FO@L 2:N 3:N"),
    "guru": follow(position("GU TR EM TH SO JU PE PE"), f"9. 1: A:GU {QUIET} 7:N 8:N"),
    "guess": follow(position("GU TR EM TH SO JU PE PE"), f"9. 1: A:GU {QUIET} 7:N 8:N 1:P>4"),
    "princess": follow(position("PR TR EM KI SO JU"), f"9. 1: A:PR {QUIET}"),
    "puppeteer": follow(position("PU TR EM KI SO JU"), f"9. 1: A:PU {QUIET}"),
    "sorceress": follow(position("SO TR EM KI JU CH"), f"9. 1: A:SO {QUIET}"),
    "sorceress of three": follow(position("SO TR EM KI JU CH", seats=3), "9. 1: A:SO@L 2:N 3:N"),
    "spy": follow(position("SP TR EM KI SO JU"), f"9. 1: A:SP {QUIET}"),
    "swap": follow(position("SP TR EM KI SO JU"), f"9. 1: A:SP {QUIET} 1:P>2 {{1=SP 2=TR}}"),
    "trickster": follow(position("TR JU EM KI SO CH", coins=(5, 8, 8)), f"9. 1: A:TR {QUIET}"),
}
"""A position for each kind of decision."""


def state_of(name: str) -> MascaradeState:
    found = STATES[name]
    if isinstance(found, Simulation):
        while found.state.to_move() < 0:
            found.step()
        return found.state  # type: ignore[return-value]
    return found


def composing(state: MascaradeState, *words: str) -> Composition:
    return compose(GAME, state, int(state.deciders()[0]), words)


def name_of(seat: int) -> str:
    return NAMES[seat]


def page(state: MascaradeState, viewer: int | None, *words: str, parts: tuple[str, ...] = (), **more: Any) -> str:
    """The board, the tray and the table in words as HTML."""
    decides = viewer is not None and viewer in state.deciders()
    composition = compose(GAME, state, viewer, words) if decides and viewer is not None else None
    view = state.view(viewer)
    context = {
        "board": translate_tree(PRESENTER.board(view, composition), name_of),
        "view": view,
        "seats": [],
        "compose_url": "?move=" if decides and composition and not composition.text else "",
        "fresh": {},
        **translate_tree(more, name_of),
    }
    parts = parts or (PRESENTER.template, PRESENTER.tray_template, PRESENTER.facts_template)
    return "".join(render_to_string(part, context) for part in parts)


def links(html: str) -> set[str]:
    return {word.replace("%2C", ",").replace("%40", "@") for word in re.findall(r'href="\?move=([^"]*)"', html)}


# Choosing.


@pytest.mark.parametrize("name", STATES)
def test_every_choice_has_a_place_on_the_table_or_a_button(name: str) -> None:
    state = state_of(name)
    seat = int(state.deciders()[0])
    html, composition, view = page(state, seat), composing(state), state.view(seat)
    choices = [PRESENTER.choice(view, composition, word) for word in composition.offered]
    for choice in choices:
        assert str(choice.label)
        assert "%(" not in str(choice.label) + str(choice.help)
        if choice.element:
            assert html.count(f'id="{choice.element}"') == 1
            assert choice.word in links(html)
    assert {word.split(",")[0] for word in links(html)} <= set(composition.offered)
    assert len({str(choice.label) for choice in choices}) == len(choices)


@pytest.mark.parametrize("name", STATES)
def test_nothing_can_be_chosen_by_those_who_wait(name: str) -> None:
    state = state_of(name)
    for viewer in {None, *range(int(state.seats))} - {int(seat) for seat in state.deciders()}:
        assert links(page(state, viewer)) == set()


def test_one_tap_on_a_mask_begins_an_exchange_with_it() -> None:
    state = position("JU TR EM KI SO CH", seats=4)
    html = page(state, 0)
    assert {"X,2", "X,3", "X,4", "X,C1", "X,C2"} == links(html)
    assert composing(state, "X", "C1").offered == ("-", "+")
    assert compose(GAME, state, 0, "X,C1,+".split(",")).text == "X>C1+"
    assert "Swap with Ben" in html


def test_in_the_first_turns_a_tap_on_a_mask_exchanges_too() -> None:
    state = position(SIX, turn=2)
    assert links(page(state, 0, "X")) == {"2", "3", "4", "5", "6"}


def test_with_few_players_the_own_mask_is_tapped_first() -> None:
    assert links(page(position(SIX, seats=3), 0)) == {"X@L", "X@R"}
    assert links(page(position(SIX, seats=3), 0, "X@R")) == {"2L", "2R", "3L", "3R"}


def test_an_announcement_is_chosen_among_the_masks_in_play() -> None:
    assert links(page(position(EIGHT), 0, "A")) == {"EM", "FO", "JU", "KI", "PE", "SO", "TR"}
    assert links(page(position(EIGHT), 0)).isdisjoint(CODES)


def test_chosen_masks_are_marked_and_joined_by_a_line() -> None:
    state = position(SIX)
    drawn = PRESENTER.board(state.view(0), composing(state, "X", "3"))["own"]
    assert [slot["id"] for slot in drawn["slots"] if slot["chosen"]] == ["own-1", "own-3"]
    assert [line["kind"] for line in drawn["lines"]] == ["maybe"]
    for word, kind in (("+", "sure"), ("-", "not")):
        drawn = PRESENTER.board(state.view(0), composing(state, "X", "3", word))["own"]
        assert [line["kind"] for line in drawn["lines"]] == [kind]


# Drawing.


@pytest.mark.parametrize("name", STATES)
def test_the_drawing_has_no_doubled_id_no_inline_style_and_no_hole(name: str) -> None:
    state = state_of(name)
    for viewer in (None, *range(int(state.seats))):
        html = page(state, viewer)
        ids = re.findall(r'\bid="([^"]+)"', html)
        assert len(ids) == len(set(ids))
        assert "style=" not in html
        assert "%(" not in html


@pytest.mark.parametrize("name", STATES)
def test_everything_drawn_is_explained(name: str) -> None:
    state = state_of(name)
    seat = int(state.deciders()[0])
    explained = {word.key for word in PRESENTER.glossary(state.view(seat))}
    assert set(re.findall(r'data-card="([^"]*)"', page(state, seat))) <= explained


@pytest.mark.parametrize("seats", range(2, 14))
def test_every_position_on_the_ring_has_its_class(seats: int) -> None:
    css = sheet(SHEET)
    for centre in range(3 if seats > 3 else 1):
        places = seats + centre if seats > 3 else 6
        spots = [*ring.slots(seats, places, 0), *ring.plates(seats, 0)]
        assert len(ring.slots(seats, places, 0)) == places
        assert len(set(ring.slots(seats, places, 0))) == places
        for spot in spots:
            assert f".x{spot.x} {{" in css
            assert f".y{spot.y} {{" in css


@pytest.mark.parametrize("seats", range(4, 14))
def test_neighbours_on_the_ring_keep_their_distance(seats: int) -> None:
    """On a phone of 360 by 362 px, in slots of the size that the style sheet gives them."""
    rules = re.findall(r"((?:[\s,]*\.table-mascarade\.table-of-\d+)+)\s*\{\s*--u: calc\(([\d.]+)cqmin", sheet(SHEET))
    sizes = {count: size for tables, size in rules for count in re.findall(r"\d+", tables)}
    slot = 3.6 * float(sizes.get(str(seats), "26"))
    spots = ring.slots(seats, seats, 0)
    for at, one in enumerate(spots):
        for other in spots[:at]:
            aside, down = abs(one.x - other.x) / 100 * (360 - slot - 4), abs(one.y - other.y) / 100 * (362 - slot - 4)
            assert max(aside, down) >= 0.94 * slot
    assert slot - 12 >= 44, "the disc above the name is large enough for a finger"


def test_the_viewer_sits_at_the_bottom_and_the_next_number_to_the_left() -> None:
    spots = ring.slots(6, 6, 2)
    assert spots[2] == (50, 100)
    assert spots[3].x < 50
    assert spots[1].x > 50


# Who sees what.


@pytest.mark.parametrize("name", STATES)
def test_the_public_table_is_the_same_for_all(name: str) -> None:
    state = state_of(name)
    for viewer in range(int(state.seats)):
        mine = {**state.view(viewer), "viewer": None}
        assert table.table(mine) == table.table(state.view(None))


def test_others_see_the_same_page_whether_masks_were_exchanged_or_not() -> None:
    for viewer in (None, 1, 2, 4):
        pages = {page(follow(position(SIX), f"9. 1: X>3{bit}"), viewer) for bit in "+-"}
        assert len(pages) == 1


def test_ones_knowledge_is_laid_over_the_table() -> None:
    state = follow(position(SIX), "9. 1: X>2+ 10. 2: X>3-")
    drawn = own.own(state.view(0), None)["slots"]
    assert [slot["known"] for slot in drawn[:2]] == ["TR", ""]
    assert [face["code"] for face in drawn[1]["several"]] == ["EM", "JU"]
    assert str(drawn[1]["label"]) == "seat 1: one of Empress, Judge"
    assert own.own(state.view(None), None)["slots"][0]["label"] is None


def test_the_tray_tells_the_own_mask_and_the_table_in_words_the_others_with_reasons() -> None:
    state = follow(position(SIX), "9. 1: X>2+ 10. 2: X>3-")
    board = PRESENTER.board(state.view(0), None)
    told = [(str(line["who"]), str(line["text"]), str(line["reason"])) for line in board["known"]]
    assert told == [("your mask", "Trickster", "it moved there on turn 9")]
    rows = [(str(row["who"]), str(row["known"]), str(row["reason"])) for row in board["rows"]]
    assert rows[1:3] == [
        ("seat 1", "Empress or Judge", "it may have been swapped on turn 10"),
        ("seat 2", "Empress or Judge", "it may have been swapped on turn 10"),
    ]
    assert PRESENTER.board(state.view(None), None)["known"] == []


def test_knowledge_of_others_is_said_once_besides_the_drawn_table() -> None:
    """In the table in words alone: neither in the tray nor in what a seat's crest opens."""
    state = follow(position(SIX), "9. 1: X>2+ 10. 2: X>3-")
    view = state.view(0)
    board = translate_tree(PRESENTER.board(view, None))
    context = {"board": board, "compose_url": "", "view": view, "seats": [], "fresh": {}}
    tray, facts = (render_to_string(name, context) for name in (PRESENTER.tray_template, PRESENTER.facts_template))
    crests = "".join(render_to_string(PRESENTER.seat_template, {"row": row}) for row in board["seats"])
    assert [where.count("Empress or Judge") for where in (tray, crests, facts)] == [0, 0, 2]


def test_the_spy_sees_both_masks_while_it_decides_and_nobody_else_does() -> None:
    state = state_of("swap")
    assert [slot["seen"] for slot in own.own(state.view(0), None)["slots"]][:3] == ["SP", "TR", ""]
    assert all(not slot["seen"] for slot in own.own(state.view(3), None)["slots"])


# In words.


@pytest.mark.parametrize("name", STATES)
def test_due_players_are_asked_and_others_see_what_they_wait_for(name: str) -> None:
    state = state_of(name)
    seat = int(state.deciders()[0])
    asked = str(PRESENTER.prompt(state.view(seat), composing(state)))
    waiting = str(PRESENTER.waiting(state.view(None)))
    assert asked
    assert SeatName(seat).__str__() in waiting
    assert "%(" not in asked + waiting


@pytest.mark.parametrize(
    ("name", "text", "sentence"),
    [
        ("turn", "X>3+", "Really swap your mask and seat 2’s mask. The others know you might have."),
        ("turn", "X>3-", "Only pretend to swap your mask and seat 2’s mask."),
        ("turn", "V", "Look at your mask. This takes your turn."),
        ("turn", "A:KI", "Say: “I am the King.” If no one challenges, you use the power: Take 2 coins"),
        ("three", "A:KI@R", "You point at your right mask."),
        ("answers", "N", "Don’t challenge."),
        ("answers", "C", "Challenge: claim that your mask is the Empress."),
        ("fool", "P>2,4+", "Really swap seat 1’s and seat 3’s masks."),
        ("guru", "P>4", "seat 3 must name their own mask, and pays you 4 coins if they’re wrong."),
        ("guess", "G=TH", "Say you’re the Thief. If you’re wrong, you pay 4 coins."),
        ("princess", "P>4", "seat 3 shows their mask to everyone else"),
        ("puppeteer", "P>2,4", "seat 1 and seat 3 pay you 1 coin each."),
        ("sorceress", "P>2", "Swap all your coins with seat 1’s."),
        ("sorceress", "P-", "Keep your coins."),
        ("spy", "P>2", "Look at your mask and seat 1’s mask."),
        ("swap", "B+", "Swap the two masks you’ve seen."),
        ("trickster", "P>3", "seat 2 pays you 2 coins."),
    ],
)
def test_a_move_is_described_before_it_is_confirmed(name: str, text: str, sentence: str) -> None:
    state = state_of(name)
    seat = int(state.deciders()[0])
    assert sentence in str(PRESENTER.describe_move(state.view(seat), seat, text))


@pytest.mark.parametrize(
    ("name", "words", "element", "rule"),
    [
        ("first turns", (), "own-1", "first four turns"),
        ("turn", (), "own-1", "your own mask"),
        ("turn", ("A",), "own-3", "Go back a step"),
        ("turn", ("X", "3"), "own-4", "whether to really swap them"),
        ("turn", (), "justice", "Only the Judge"),
        ("turn", (), "purse-2", "powers and fines"),
        ("three", (), "own-2L", "which of your own masks"),
        ("answers", (), "own-4", "only answer"),
        ("memorise", (), "own-4", "until all the masks are facedown"),
        ("fool", (), "own-1", "another player"),
        ("puppeteer", ("3",), "own-3", "already chosen"),
        ("fool of three", ("3L",), "own-3R", "one mask from each other player"),
        ("guess", (), "own-2", "name your mask"),
        ("trickster", (), "own-4", "richest"),
    ],
)
def test_a_tap_on_what_is_no_choice_is_answered_by_the_rule(
    name: str, words: tuple[str, ...], element: str, rule: str
) -> None:
    state = state_of(name)
    seat = int(state.deciders()[0])
    answer = PRESENTER.forbidden(state.view(seat), composing(state, *words), element)
    assert rule in str(answer)


def test_every_mask_and_every_end_has_words() -> None:
    assert set(ABILITIES) == set(CODES)
    assert set(REASONS) == set(ENDINGS)
    assert all(isinstance(PRESENTER.reasons[reason], Text) for reason in ENDINGS)


@pytest.mark.parametrize(
    ("masks", "coins", "near"),
    [(SIX, 10, True), (SIX, 9, False), ("JU TR KI FO SO TH", 10, False), ("JU TR KI FO SO TH", 11, True)],
)
def test_a_seat_is_near_if_one_power_can_win(masks: str, coins: int, near: bool) -> None:
    progress = PRESENTER.progress(position(masks, coins=(coins,)).view(None))
    assert (progress[0].short, progress[0].near) == (f"{coins}/13", near)


@pytest.mark.parametrize("seats", [2, 3, 6, 8])
def test_every_answer_in_advance_is_one_that_the_rules_read(seats: int) -> None:
    state = position(EIGHT if seats == 8 else SIX, seats=seats)
    keys = PRESENTER.in_advance(state.view(1))
    assert [each.key for each in keys] == [*sorted(set((EIGHT if seats == 8 else SIX).split())), "*"]
    for each in keys:
        for answer, label in each.answers:
            assert GAME.parse_in_advance(state, 1, each.key, answer) == answer
            assert str(label)
