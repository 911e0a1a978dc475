"""The open pages of a chaos run: what they wait for is what the real page waits for, and their delays are counted."""

import random
import re
import threading

from bench.chaos import pages
from bench.chaos.browser import Answer, Browser, NoResponse
from bench.chaos.history import Attempt, History, Result
from bench.chaos.pages import OpenPages, Page
from tests.project.sources import BASE


class Site(Browser):
    """Gives the answers it was given; None is no answer."""

    def __init__(self, *revisions):
        super().__init__([1])
        self.revisions = list(revisions)

    def request(self, method, path, fields=None, *, json=False):
        if (rev := self.revisions.pop(0)) is None:
            raise NoResponse("gone")
        body = f'{{"rev": {rev}}}' if json else f'<section id="match" class="match" data-url="/" data-rev="{rev}">'
        return Answer(200, body, "")


def page_of(*revisions):
    page = Page("m1", Site(*revisions), random.Random(1), threading.Event())
    page.stop.set()  # nobody waits
    return page


def taken(rev, returned):
    return Attempt("m1", 0, 1, "a move", str(rev), returned - 0.1, returned, Result.OK, rev=rev)


def test_the_pages_keep_the_times_of_the_real_page():
    for name, script in (("HEARTBEAT", "live"), ("LONGEST_WAIT", "live"), ("JITTER", "match")):
        source = (BASE / f"games/static/games/js/{script}.js").read_text()
        (found,) = re.findall(rf"const {name} = ([\d_]+);", source)
        assert int(found) == getattr(pages, name) * 1000


def test_a_page_shows_the_revision_of_a_hint():
    page = page_of(5)
    page.on_revision(5)
    assert page.seen == 5
    page.on_revision(4)  # older: nothing is fetched
    assert page.seen == 5


def test_a_page_that_could_not_fetch_tries_again_at_the_next_poll():
    page = page_of(None, 5, 5)
    page.on_revision(5)
    assert page.seen == -1
    page.poll()
    assert page.seen == 5


def test_delays_count_from_the_acknowledgement_to_the_screen_or_to_the_end():
    page = page_of()
    page.shown = [(1, 10.0), (4, 13.0)]
    open_pages = OpenPages([page], page.stop, closed=30.0)
    history = History([taken(1, 9.5), taken(2, 11.0), taken(4, 13.5), taken(5, 20.0)])
    assert open_pages.delays(history) == [0.5, 2.0, 0.0, 10.0]
