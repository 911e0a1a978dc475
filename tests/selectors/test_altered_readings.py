"""An earlier event is altered after the match was read: the next reader notices, though its replay was kept.

The log keeps its length, and so does the text of the event; the last event stays as it was.
"""

import pytest
from django.test import Client
from django.urls import reverse

from games.core.engine.log import replay
from games.core.errors import BrokenLog
from games.models import Event, Match, Status
from games.refusals import SetAside
from games.selectors.matches import entries_after, log_of, position
from games.services.bot_moves import bots
from games.services.match import play
from tests.altered import alter
from tests.cast import due, fresh, move, person, running_match

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def match():
    """Three lanterns hang, and every reader of this process has read the match."""
    match = running_match("lantern", [person("anna"), person("bruno")])
    for _turn in range(3):
        move(match, next(iter(due(match))))
        move(match, next(iter(due(match))))
    match = fresh(match)
    read_everywhere(match)
    return match


def read_everywhere(match):
    position(match)
    entries_after(match, log_of(match))
    browser = Client()
    for name in ("match", "history"):
        assert browser.get(reverse(f"games:{name}", args=[match.pk])).status_code == 200


def first_lantern(match):
    """The earliest event that hangs a lantern: a brightness and a bridge."""
    return Event.objects.filter(match=match, kind="move").exclude(text__in=["let", "blow"]).order_by("ply")[0]


def elsewhere(text):
    """The same lantern on another bridge: of the same length, and as legal."""
    return text[:-1] + ("b" if text[-1] == "a" else "a")


def test_an_event_that_is_legal_all_the_same_gives_another_position_and_other_entries(match):
    event = first_lantern(match)
    before, entries = position(match), entries_after(match, log_of(match))
    alter(match, event.ply, elsewhere(event.text))
    log = log_of(match)
    assert len(log) == match.ply
    now, anew = position(match), replay(match.game, match.seat_count, match.settings, log)
    for viewer in (None, 0, 1):
        assert now.state.view(viewer) == anew.state.view(viewer) != before.state.view(viewer)
    assert entries_after(match, log) == match.game.read_log(match.seat_count, match.settings, log) != entries


def test_and_back_again(match):
    event = first_lantern(match)
    before = position(match).state.view(None)
    alter(match, event.ply, elsewhere(event.text))
    position(match)
    alter(match, event.ply, event.text)
    assert position(match).state.view(None) == before


def test_an_earlier_position_of_an_altered_log_is_read_again_too(match):
    event = first_lantern(match)
    before = position(match, event.ply + 1).state.view(None)
    alter(match, event.ply, elsewhere(event.text))
    assert position(match, event.ply + 1).state.view(None) != before


def think(match):
    seat = due(match)[0]
    bots.think(match, seat.index, "easy")


def resign(match):
    seat = due(match)[0]
    play.resign(actor=seat.user, match_id=match.pk, seat=seat.index)


READERS = {
    "position": position,
    "entries": lambda match: entries_after(match, log_of(match)),
    "bot": think,
    "move": lambda match: move(match, due(match)[0], "1a"),
    "resign": resign,
}


@pytest.mark.parametrize("reader", READERS)
def test_an_event_that_the_rules_refuse_is_refused_to_every_reader(match, reader):
    event = first_lantern(match)
    alter(match, event.ply, "9" + event.text[1:])
    with pytest.raises((BrokenLog, SetAside)):
        READERS[reader](match)


@pytest.mark.parametrize("name", ["match", "history"])
def test_a_page_shows_nothing_of_it_and_the_match_is_set_aside(match, name):
    event = first_lantern(match)
    alter(match, event.ply, "9" + event.text[1:])
    answer = Client().get(reverse(f"games:{name}", args=[match.pk]))
    assert "set aside" in answer.content.decode()
    assert Match.objects.get(pk=match.pk).status == Status.QUARANTINED
