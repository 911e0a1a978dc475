"""The animation of a move: coins on their way, masks that were turned up, marks of what is new."""

import pytest
from django.template.loader import render_to_string

from games.core.engine.events import Entry
from games.titles.mascarade.game import Mascarade
from games.titles.mascarade.page import departures
from games.titles.mascarade.rules import effects
from games.translation import translate_tree
from tests.titles.mascarade.table import Line, position

GAME = Mascarade()
PRESENTER = GAME.presenter
SIX = "EM JU KI TR SO CH"
QUIET = "2:N 3:N 4:N 5:N 6:N"
REVEAL = "9. 1: A:EM 2:N 3:C 4:N 5:N 6:N {1=EM 3=KI} 1:P {1 +3; fines 3}"


def played(masks: str, line: str, **given: object) -> Line:
    return Line(position(masks, **given)).follow(line)  # type: ignore[arg-type]


def redacted(line: Line, viewer: int | None) -> list[Entry]:
    return [seen for entry in line.entries if (seen := entry.redact(viewer)) is not None]


def test_coins_fly_from_the_bank_and_to_the_justice_board() -> None:
    line = played(SIX, REVEAL)
    flown = departures.leaving(line.state.view(1), redacted(line, 1))
    assert [(coin["from"], coin["goal"]) for coin in flown["coins"]] == [
        *[("bank", "purse-1")] * 3,
        ("purse-3", "justice"),
    ]
    assert flown["ply"] == str(line.entries[-1].ply)


def test_the_coins_of_neighbours_fly_from_their_purses() -> None:
    line = played("TH JU KI TR SO CH", f"9. 1: A:TH {QUIET} 1:P {{2→1 1, 6→1 1}}")
    flown = departures.leaving(line.state.view(None), redacted(line, None))["coins"]
    assert [(coin["from"], coin["goal"]) for coin in flown] == [("purse-2", "purse-1"), ("purse-6", "purse-1")]


def test_nothing_flies_after_an_exchange() -> None:
    line = played(SIX, "9. 1: X>3+")
    assert departures.leaving(line.state.view(None), redacted(line, None)) == {}


def test_a_reveal_is_a_stop_that_names_what_was_shown() -> None:
    line = played(SIX, REVEAL)
    [stop] = [stop for entry in line.entries if (stop := PRESENTER.stop(entry.effect)) is not None]
    assert [str(each) for each in stop.lines] == ["seat 0: Empress", "seat 2: King"]


def test_the_end_of_a_challenge_shows_who_was_right_and_who_paid() -> None:
    line = played(SIX, REVEAL)
    shown = departures.settled(line.state.view(1), redacted(line, 1))
    assert [(mask["code"], mask["verdict"]) for mask in shown["masks"]] == [("EM", "right"), ("KI", "wrong")]
    assert [change["coins"] for change in shown["changes"]] == ["+3", "−1"]
    assert str(shown["text"]) == "seat 0 is the Empress and uses the power."


def test_where_nobody_has_the_mask_all_are_wrong() -> None:
    line = played("JU TR EM KI CH SO", "9. 1: A:CH 2:N 3:C 4:N {1=JU 3=EM} {fines 1,3}", seats=4)
    shown = departures.settled(line.state.view(None), redacted(line, None))
    assert [mask["verdict"] for mask in shown["masks"]] == ["wrong", "wrong"]


def test_the_gurus_guest_is_shown_without_a_verdict() -> None:
    line = played("GU TR EM TH SO JU PE PE", f"9. 1: A:GU {QUIET} 7:N 8:N 1:P>4 4:G=EM {{4=TH, 4→1 4}}")
    shown = departures.settled(line.state.view(None), redacted(line, None))
    assert [(mask["code"], mask["verdict"]) for mask in shown["masks"]] == [("TH", "")]
    assert {change["coins"] for change in shown["changes"]} == {"−4", "+4"}


@pytest.mark.parametrize("effect", [effects.Revealed((("1", None), ("3", None))), effects.Tested("4", None)])
def test_a_mask_that_has_faded_is_a_back(effect: effects.Revealed | effects.Tested) -> None:
    stop = PRESENTER.stop(effect)
    assert stop is not None
    assert all("hidden" in str(line) for line in stop.lines)


def test_settled_and_leaving_pieces_are_drawn() -> None:
    line = played(SIX, REVEAL)
    view, entries = line.state.view(1), redacted(line, 1)
    board = translate_tree(PRESENTER.board(view, None), str)
    context = {"board": board, "view": view, "fresh": PRESENTER.touched(entries)}
    settled = translate_tree(PRESENTER.settled(view, entries), str)
    drawn = render_to_string(PRESENTER.template, {**context, "settled": settled, "leaving": {}})
    assert drawn.count("#mc-right") == 1
    assert drawn.count("#mc-wrong") == 1
    assert "data-settled" in drawn
    leaving = render_to_string(PRESENTER.template, {**context, "leaving": PRESENTER.leaving(view, entries)})
    assert leaving.count('data-goal="purse-1"') == 3
    assert 'data-goal="justice"' in leaving
    for goal in ("purse-1", "justice"):
        assert f'id="{goal}"' in leaving


@pytest.mark.parametrize(
    ("masks", "record", "ids"),
    [
        (SIX, "9. 1: X>3-", {"slot-1", "slot-3"}),
        (SIX, "9. 1: V=EM", {"slot-1"}),
        (SIX, REVEAL, {"slot-1", "slot-3", "purse-1", "purse-3", "justice"}),
        ("SP JU KI TR SO CH", f"9. 1: A:SP {QUIET} 1:P>C1 {{1=SP C1=SO}} 1:B+", {"slot-1", "slot-C1"}),
        ("SO JU KI TR EM CH", f"9. 1: A:SO {QUIET} 1:P>2 {{1↔2}}", {"slot-1", "slot-2", "purse-1", "purse-2"}),
    ],
)
def test_changes_are_marked(masks: str, record: str, ids: set[str]) -> None:
    seats = 4 if "C1" in record else 6
    line = played(masks, record.replace(QUIET, "2:N 3:N 4:N") if seats == 4 else record, seats=seats)
    assert set(PRESENTER.touched(redacted(line, 3))) == ids
