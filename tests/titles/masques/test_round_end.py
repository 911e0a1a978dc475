"""The end of a round: what is read of it, what is drawn of it, who leads until then, and how near everybody is."""

import re
from pathlib import Path

import pytest
from django.template.loader import render_to_string

from games.core.engine.events import Event, EventKind
from games.core.engine.log import replay
from games.titles.masques.page.departures import settled
from games.titles.masques.page.leads import lead_at
from games.titles.masques.rules.codes import guest_number
from games.titles.masques.rules.components import NOBODY
from games.titles.masques.rules.effects import Comparison, PalaceCleared, PalaceResolved
from games.titles.masques.rules.outcome import place_key
from games.translation import translate_tree
from tests.titles.masques.positions import GAME, collector, entry, position

PRESENTER = GAME.presenter
RECORDS = [path for path in sorted((Path(__file__).parent / "records").glob("*.txt")) if "{clean " in path.read_text()]


def last_round(path: Path):
    """The position before the last event that ends a round without ending the match, the entries up to that event,
    and the view after it."""
    record = GAME.read_record(path.read_text())
    entries = GAME.read_log(record.seats, record.settings, record.events)
    ends = [each.ply for each in entries if isinstance(each.effect, PalaceCleared)]
    ply = ends[-1]
    before, after = (replay(GAME, record.seats, record.settings, record.events[:upto]).state for upto in (ply, ply + 1))
    return before, [each for each in entries if each.ply <= ply], after.view(None), record.events[ply].text


def test_the_end_of_a_round_is_described_line_by_line() -> None:
    halls = "H: 0=C4 1=D2 2=V3 3=M3 4=F4 5=D2 6=D3 7=TH 8=C2 9=D2 10=V2 11=M2 12=F2 13=C3 14=D4"
    state = position(4, halls, "P: 1=ME 2=du 3=CL 4=SC 6=~VI", "hand 3: F3", turn=3)
    state.round = 3
    annotator = GAME.annotator(4, {})
    annotator.state = state
    state.recording = True
    effects = [each.effect for each in annotator.read(Event(EventKind.MOVE, 3, "F3@15"))]
    (resolved,) = (each for each in effects if isinstance(each, PalaceResolved))
    stop = PRESENTER.stop(resolved)
    assert stop is not None
    assert str(stop.heading) == "End of round 3"
    assert [str(line) for line in stop.lines] == [
        "Palace card 1, Merchants: seat 0 takes it, 4 against 2.",
        "Palace card 2, Ducat: seat 3 takes it, 3 against 2.",
        "Tie on palace card 3: the token stays.",
        "Foscari or an agent is stronger on palace card 4: the token stays.",
        "Facedown on palace card 6: the token stays.",
    ]
    assert [str(each) for each in stop.brief] == ["seat 0: Merchants", "seat 3: 1 ducat"]


def test_in_brief_each_seat_has_its_tokens_by_kind() -> None:
    stop = PRESENTER.stop(entry(0, "{res p4 1+ME p5 0+du p6 1+ME p7 1+du p8 1+du}").effect)
    assert stop is not None
    assert [str(each) for each in stop.brief] == ["seat 0: 1 ducat", "seat 1: 2 × Merchants, 2 ducats"]
    nothing = PRESENTER.stop(entry(0, "{res}").effect)
    assert nothing is not None
    assert [str(each) for each in nothing.brief] == ["No one collects anything."]


def test_the_figures_may_be_missing_from_what_was_read_from_a_text() -> None:
    stop = PRESENTER.stop(entry(0, "{res p4 1+ME p5 0+du}").effect)
    assert stop is not None
    assert str(stop.heading) == "End of the round"
    assert [str(line) for line in stop.lines] == [
        "Palace card 4, Merchants: seat 1 takes it.",
        "Palace card 5, Ducat: seat 0 takes it.",
    ]
    nothing = PRESENTER.stop(entry(0, "{res}").effect)
    assert nothing is not None
    assert [str(line) for line in nothing.lines] == ["No one collects anything."]
    assert PRESENTER.stop(entry(0, "0:C4@3").effect) is None


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_the_full_palace_is_drawn_once_more_with_the_winners_of_its_tokens(path: Path) -> None:
    before, entries, after, last = last_round(path)
    drawn = settled(after, entries)
    assert all(hall["name"] for hall in drawn["halls"])
    assert sum(bool(hall["name"]) for hall in PRESENTER.board(after, None)["halls"]) == 0
    if "x" in last:
        return  # the last move itself has changed the board
    view = before.view(None)
    for hall, card in enumerate(view["hallways"]):
        assert card is None or (drawn["halls"][hall]["name"], drawn["halls"][hall]["down"]) == (
            card["card"],
            card["down"],
        )
    resolved = next(each.effect for each in reversed(entries) if isinstance(each.effect, PalaceResolved))
    takers = {gain.place: gain.seat for gain in resolved.gains}
    for place, token in enumerate(view["tokens"]):
        shown = drawn["palace"][place]
        assert (shown["token"], shown["down"]) == (token["token"] if token else "", bool(token and token["down"]))
        won = shown.get("winner")
        assert (won and won["seat"]) == takers.get(place)
        if won:
            assert won["letter"] in view["families"][won["seat"]]


def test_a_settled_token_says_by_how_much_and_one_that_stays_says_so() -> None:
    entries = [entry(0, "0:C4@0"), entry(1, "1:D2@1"), entry(2, "2:M2@2")]
    resolved = entry(3, "{res p1 0+ME}")
    effect = PalaceResolved(resolved.effect.gains, comparisons_of((1, "C4", "D2"), (2, "D2", "M2")), (), 1)
    view = position(4, "P: 2=du").view(None)
    entries.append(type(resolved)(3, resolved.kind, None, effect))
    drawn = translate_tree(settled(view, entries))
    board = translate_tree(PRESENTER.board(view, None))
    html = render_to_string(PRESENTER.template, {"board": board, "view": view, "settled": drawn, "fresh": {}})
    assert (drawn["palace"][1]["score"], drawn["palace"][2]["score"]) == ("4:2", "2:2")
    assert re.search(r'<div id="mq-palace-1" class="place n x3 y1 won mq-C"', html)
    assert 'aria-label="Palace card 1: favour of the merchants. seat 1 takes it, 4 against 2"' in html
    assert 'aria-label="Palace card 2: ducat. It stays, 2 against 2"' in html
    assert html.count('class="score"') == 2


def comparisons_of(*compared: tuple[int, str, str]) -> tuple[Comparison, ...]:
    return tuple(Comparison(place, guest_number(one), guest_number(other)) for place, one, other in compared)


def test_nothing_is_settled_once_a_player_has_moved_again() -> None:
    view = position(4).view(None)
    told = [entry(0, "0:C4@0"), entry(0, "{res p1 0+ME}"), entry(0, "{clean first=1}")]
    assert PRESENTER.settled(view, told)
    assert PRESENTER.settled(view, [*told, entry(9, "1:+C4")]) == {}


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_a_pennant_marks_every_seat_that_would_collect(path: Path) -> None:
    record = GAME.read_record(path.read_text())
    for upto in range(0, len(record.events), 7):
        state = replay(GAME, record.seats, record.settings, record.events[:upto]).state
        view = state.view(None)
        leaders = [lead_at(view, place) for place in range(state.size)]
        seats = [NOBODY if lead is None else lead.seat for lead in leaders]
        assert seats == [collector(state, place) for place in range(state.size)]


def test_a_lead_is_drawn_and_said_and_nobody_s_is_neither() -> None:
    state = position(4, "H: 0=C4 1=D2 2=F4 5=TH 8=V2 9=M2 12=~V4", "P: 1=ME 2=du 5=CL 6=SC 9=VI 13=MI")
    board = translate_tree(PRESENTER.board(state.view(None), None))
    assert {place["number"]: place["lead"] for place in board["palace"] if place["lead"]} == {"1": "C"}
    html = render_to_string(PRESENTER.template, {"board": board, "view": state.view(None), "fresh": {}})
    assert html.count('href="#mq-pennant-C"') == html.count("#mq-pennant-") == 1
    assert 'aria-label="Palace card 1: favour of the merchants (seat 1 leads, 4 against 2)"' in html


def test_new_pieces_have_a_ribbon_of_their_family() -> None:
    view = position(2, "H: 3=C4", "P: 0=ME").view(None)
    board = translate_tree(PRESENTER.board(view, None))
    fresh = {"mq-hall-3": 1, "mq-palace-0": None}
    html = render_to_string(PRESENTER.template, {"board": board, "view": view, "fresh": fresh})
    assert re.findall(r'class="ribbon([^"]*)"', html) == ["", " mq-M"]


def test_progress_is_the_nearer_way_to_win() -> None:
    state = position(4, "fav 0: ME3 CL1", "fav 1: ME1 CL1 VI1 MI1", "fav 2: SC1", "fav 3:")
    shown = PRESENTER.progress(state.view(None))
    assert [(each.short, each.near) for each in shown] == [
        ("3/4", True),
        ("4/5", True),
        ("1/4", False),
        ("0/4", False),
    ]
    assert str(shown[0].text) == "Favours of one guild: 3/4 (Merchants). Guilds: 2/5."
    assert str(shown[3].text) == "No favours yet: four of one guild win, or one of each of the five."
    distances = [place_key(state, seat)[1] for seat in range(4)]
    assert [distance == 1 for distance in distances] == [each.near for each in shown]
