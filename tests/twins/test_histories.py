"""The meaning of secrets and twins: the basis of the comparison."""

import random

import pytest

from games.core.engine.events import EventKind
from games.core.kit.conformance.context import canonical
from games.core.kit.samples import sample_seats
from games.registry import TITLES
from tests.lantern.game import LANTERN
from tests.twins.compare import leaks
from tests.twins.histories import History, Search, Secrets, known, played
from tests.twins.recorder import Recording

GAMES = [(game, seats) for game in (*TITLES.values(), LANTERN) for seats in sample_seats(game)]


def secrets_of(history: History) -> Secrets:
    secrets = Secrets(random.Random(1))
    secrets.learn(history)
    return secrets


def recording(*told: tuple[str, bytes]) -> Recording:
    found = Recording("session")
    for channel, content in told:
        found.add(channel, content)
    return found


@pytest.mark.parametrize(("game", "seats"), GAMES, ids=lambda value: getattr(value, "slug", value))
def test_hidden_deals_are_secrets_and_public_draws_are_not(game, seats):
    history = played(game, seats, 1, "uniform")
    classes = secrets_of(history).classes
    first = history.states()[history.decisions()[0]]
    # Where everybody sees the whole deal, others see the same in all the worlds of one seat.
    worlds = [first.redeal(0, seed) for seed in range(8)]
    is_hidden = len({canonical([world.view(seat) for seat in range(seats)]) for world in worlds}) > 1
    assert ((EventKind.CHANCE, "deal") in classes) == is_hidden
    assert not classes & {(EventKind.CHANCE, name) for name in ("first", "family", "favour", "wind")}


@pytest.mark.parametrize(("game", "seats"), GAMES, ids=lambda value: getattr(value, "slug", value))
def test_twins_differ_where_the_viewer_cannot_know_and_only_there(game, seats):
    history, rng = played(game, seats, 1, "uniform"), random.Random(2)
    classes = secrets_of(history).classes
    ply = history.decisions()[len(history.decisions()) // 3]
    before = history.begun(history.events[:ply])
    for viewer in (*range(seats), None):
        twin = Search(before, viewer, classes, rng).twin()
        if twin is None:
            continue
        assert twin.events != before.events
        assert [(event.kind, event.seat) for event in twin.events] == [
            (event.kind, event.seat) for event in before.events
        ]
        pairs = zip(twin.states(), before.states(), strict=True)
        assert all(known(one, viewer) == known(other, viewer) for one, other in pairs)


def test_a_difference_is_named_by_its_channel_and_first_byte():
    (found,) = leaks(recording(("page", b"abc"), ("rev", b"1")), recording(("page", b"abd"), ("rev", b"1")))
    assert (found.channel, found.byte, found.one, found.other) == ("page", 2, b"abc", b"abd")
    assert "channel 'page' tells twins apart at byte 2" in str(found)


def test_a_longer_answer_and_one_more_answer_are_differences():
    assert leaks(recording(("page", b"ab")), recording(("page", b"ab ")))[0].byte == 2
    assert leaks(recording(("page", b"a")), recording(("page", b"a"), ("frame", b"b")))[0].channel == "order of answers"


def test_tokens_that_change_anyway_are_no_difference():
    one = b'<input type="hidden" name="csrfmiddlewaretoken" value="a1">'
    assert leaks(recording(("page", one)), recording(("page", one.replace(b"a1", b"b2")))) == []
