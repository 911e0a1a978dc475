"""A match of 700 plies: its history comes in pieces, light and in few statements; its last events are folded."""

import re
from itertools import pairwise

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from bench.histories.long_match import PLIES, long_log, long_match
from games.core.engine.events import Entry, EventKind
from games.core.title import replay_cache
from games.models import Match
from games.selectors import matches, reading
from games.views import history_list, log_text
from tests.cast import due, move, person, running_match
from tests.lantern.game import LANTERN
from tests.lantern.rules.effects import Answered
from tests.views.pages import FRAGMENT, Page, at, page

pytestmark = pytest.mark.django_db(transaction=True)

FIRST_VIEW = 20_000  # bytes, as they travel
PEOPLE = ("anna", "bruno", "carla", "dora")
LINE = re.compile(r'<li[^>]*><a class="step" href="[^"?]*\?ply=(\d+)&')
PIECE = re.compile(r'<li class="log-more"><a href="([^"]+)" rel="(prev|next)">')


@pytest.fixture
def match() -> Match:
    return long_match([person(name) for name in PEOPLE])


def listed(shown: Page) -> list[int]:
    """The plies of the list, in its order."""
    return [int(ply) for ply in LINE.findall(list_of(shown))]


def list_of(shown: Page) -> str:
    """Return the list as on a page; a piece is nothing else."""
    return shown.source.partition('<ol class="log"')[2].partition("</ol>")[0] or shown.source


def ends(shown: Page) -> dict[str, str]:
    """The addresses of the pieces before and after."""
    return {rel: address.replace("&amp;", "&") for address, rel in PIECE.findall(shown.source)}


def all_plies(match: Match) -> list[int]:
    """The ply of every sentence that a spectator may read."""
    entries = reading.Reader(match, matches.log_of(match), None).entries
    return [entry.ply + 1 for entry, _text in log_text.sentences(match.game, entries)]


def test_the_log_is_as_long_as_it_says():
    assert [len(long_log(plies)) for plies in (120, 475, PLIES)] == [120, 475, PLIES]


@pytest.mark.parametrize("reader", ["", "anna"])
def test_the_first_view_is_light_and_takes_few_statements_however_long_the_match_is(match, reader):
    client = Client()
    if reader:
        client.force_login(person(reader))
    path = at(match, "history")
    client.get(path)
    for query in ("", f"?ply={PLIES // 2}", "?ply=0"):
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(path + query, headers={"Accept-Encoding": "gzip"})
        assert answer["Content-Encoding"] == "gzip"
        assert len(answer.content) < FIRST_VIEW
        assert len(queries) <= 7
        assert len(listed(Page(client.get(path + query)))) <= history_list.LINES


def test_following_the_pieces_without_scripts_one_reads_every_sentence_once(match):
    client, shown = Client(), page(Client(), f"{at(match, 'history')}?ply=0")
    read = listed(shown)
    while "next" in ends(shown):
        before = shown
        shown = page(client, ends(shown)["next"])
        read += listed(shown)
        assert listed(page(client, ends(shown)["prev"]))[-1] == listed(before)[-1]
        assert 'data-ply="0"' in shown.source, "the board stays where it is"
    assert read == all_plies(match)


def test_a_script_gets_a_piece_by_itself_and_pieces_fit_together(match):
    client, path = Client(), at(match, "history")
    middle = page(client, f"{path}?ply=350")
    read = listed(middle)
    for rel in ("prev", "next"):
        address = ends(middle)[rel]
        while address:
            answer = client.get(address, **FRAGMENT)
            assert answer["X-Fragment"] == "history"
            assert b'id="board"' not in answer.content
            assert len(answer.content) < 12_000
            piece = Page(answer)
            read = [*listed(piece), *read] if rel == "prev" else [*read, *listed(piece)]
            address = ends(piece).get(rel, "")
    assert read == all_plies(match)


@pytest.mark.parametrize("ply", [0, 1, 33, 250, 349, 350, 699, 700])
def test_a_link_to_any_ply_opens_the_piece_that_tells_of_it(match, ply):
    shown = page(Client(), f"{at(match, 'history')}?ply={ply}")
    current = set(re.findall(r'<li aria-current="step"><a class="step" href="[^"?]*\?ply=(\d+)&', shown.source))
    read = [each for each in all_plies(match) if each <= ply]
    assert current == {str(each) for each in read[-1:]}, "nothing yet before the first sentence"


@pytest.mark.parametrize("name", ["before", "after"])
def test_a_piece_beyond_the_log_is_empty_or_the_last_and_junk_is_refused(match, name):
    path = at(match, "history")
    assert len(listed(page(Client(), f"{path}?ply=5&{name}=99999"))) <= history_list.LINES
    for junk in ("-1", "x", "1.5", "²", "1234567"):
        answer = Client().get(f"{path}?{name}={junk}")
        assert answer.status_code == 400
        assert name in Page(answer).text


def test_rounds_are_marks_in_one_line_and_a_few_links(match):
    shown = page(Client(), f"{at(match, 'history')}?ply=350")
    (marks,) = re.findall(r'<svg class="round-marks".*?</svg>', shown.source)
    assert marks.count("<path") == 1
    ends_of_rounds = [int(ply) for ply in re.findall(r"M(\d+) 0v1", marks)]
    assert ends_of_rounds
    assert set(ends_of_rounds) <= set(all_plies(match))


def test_the_first_last_and_nearest_of_many_rounds_are_named():
    ends_of_rounds, place = list(range(10, 510, 10)), history_list.Place(255, "/h/", "&as=public")
    named = history_list.round_steps(ends_of_rounds, place)
    assert [each["number"] for each in named] == [1, 23, 24, 25, 26, 27, 28, 29, 50]
    assert [each["number"] for each in named if each["gap"]] == [23, 50]
    assert named[4] == {"number": 26, "url": "/h/?ply=260&as=public", "current": False, "gap": False}
    for ply in (0, 10, 500, 9999):
        few = history_list.round_steps(ends_of_rounds, history_list.Place(ply, "/h/", ""))
        assert len(few) <= history_list.ROUNDS
        assert [each["number"] for each in few if each["current"]] == ([ply // 10] if ply in ends_of_rounds else [])
        assert all(one["number"] < other["number"] for one, other in pairwise(few))
    assert len(history_list.round_steps(ends_of_rounds[:9], place)) == 9


def test_a_step_does_not_replay_the_log_from_its_beginning(match, monkeypatch):
    client, path, applied = Client(), at(match, "history"), []
    client.get(f"{path}?ply=699")  # the log is read, and some positions are marked
    honest = replay_cache.apply_event
    monkeypatch.setattr(replay_cache, "apply_event", lambda *args: (applied.append(args[-1]), honest(*args))[1])
    for ply in (698, 697, 350, 351, 349, 12):
        del applied[:]
        client.get(f"{path}?ply={ply}", **FRAGMENT)
        assert len(applied) < 2 * PLIES / replay_cache.MOST_MARKS


# The log next to the table.


def answers(*seats: int, start: int = 0, blow: bool = False) -> list[Entry]:
    return [Entry(start + at, EventKind.MOVE, seat, Answered(seat, blow)) for at, seat in enumerate(seats)]


def newest(entries: list[Entry], since: int = 0) -> list[tuple[int, str]]:
    lines = log_text.newest(LANTERN, entries, lambda seat: f"Seat {seat}", 10, since=since)
    return [(line.ply, line.text) for line in lines]


def test_a_run_of_like_answers_is_one_line_that_leads_to_its_last():
    twelve = answers(*range(1, 4), start=20)
    assert newest(twelve) == [(23, "Seat 1 lets it shine. (And 2 more like this.)")]
    assert newest([*twelve, *answers(0, start=23, blow=True)]) == [
        (24, "Seat 0 blows."),
        (23, "Seat 1 lets it shine. (And 2 more like this.)"),
    ]


def test_new_sentences_are_folded_apart_from_old_ones():
    assert newest(answers(1, 2, 3, start=20), since=22) == [
        (23, "Seat 3 lets it shine."),
        (22, "Seat 1 lets it shine. (And 1 more like this.)"),
    ]


def test_sentences_that_name_other_things_are_not_folded(lantern):
    match = running_match("lantern", [person("anna"), person("bruno")])
    for _decision in range(4):
        move(match, due(match)[0])
    lines = Client().get(at(match)).context["lines"]
    assert sum(" hangs " in line["text"] for line in lines) == 2


def test_the_page_of_a_long_match_holds_as_many_lines_as_of_a_short_one(match):
    shown = Client().get(at(match)).context
    assert len(shown["lines"]) == 24
