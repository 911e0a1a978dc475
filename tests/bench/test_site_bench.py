"""The counts of `manage.py bench site` are what it says they are."""

import random

import pytest

from bench.site.client import Answer
from bench.site.figures import Cost, Report
from bench.site.first_visit import first_visit
from bench.site.inside import random_moves
from games.registry import TITLES
from games.services.match import play
from tests.cast import fresh, person, running_match
from tests.lantern.game import LANTERN

PAGES = {
    "/": (
        "text/html",
        b'<link rel="stylesheet" href="/static/a.css"><script src="/static/b.js"></script><a href="/x">',
    ),
    "/static/a.css": ("text/css", b"@import 'c.css'; i { src: url(f.woff2); background: url(data:x) }"),
    "/static/b.js": ("text/javascript", b'import { d } from "./d.js"; import "https://elsewhere.example/e.js";'),
    "/static/c.css": ("text/css", b"i{}"),
    "/static/d.js": ("text/javascript", b"export const d = 1"),
    "/static/f.woff2": ("font/woff2", b"0123456789"),
}


class Visitor:
    """Fetches from `PAGES`."""

    async def get(self, path: str, **_headers: str) -> Answer:
        kind, body = PAGES[path]
        return Answer(200, {"content-type": kind}, body)


async def test_a_first_visit_is_the_page_and_all_that_it_names_here():
    visit = await first_visit(Visitor(), "/")
    assert set(visit.sizes) == set(PAGES)
    assert visit.fonts() == 10
    assert visit.without_fonts() == sum(len(body) for path, (_kind, body) in PAGES.items()) - 10


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("lantern")
@pytest.mark.parametrize("title", [LANTERN.slug, *TITLES])
def test_the_moves_that_are_measured_are_moves_of_the_match(title):
    people = [person("anna"), person("bruno")]
    match = running_match(title, people)
    moves = random_moves(match, 6, random.Random(2))
    for move in moves:
        seat = next(seat for seat in match.seats.all() if seat.index == move["seat"])
        fields = {name: move[name] for name in ("text", "seen", "client_move_id")}
        assert not play.play(actor=seat.user, match_id=match.pk, seat=None, **fields).repeated
    assert len(moves) >= 6
    assert fresh(match).rev == match.rev + len(moves)


def test_costs_are_shown_in_milliseconds_and_in_trivial_pages():
    cost = Cost("a move", [0.010] * 4, cpu=0.020, yardstick=0.008, statements=13, size=1234)
    assert cost.row() == ("a move", "5.00 ms", "2.5", "10.0 ms", "10.0 ms", "13", "1,234")
    assert "| a move | 5.00 ms | 2.5 |" in str(Report("here", [cost], [("memory", "300 MiB")]))
