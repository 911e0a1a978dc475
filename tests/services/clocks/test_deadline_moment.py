"""A decision at its very deadline comes too late, by a microsecond less it does not: for the pure clock, for every
service, and for what the page offers."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games import clock
from games.models import Event, Seat
from games.refusals import Stale
from games.services.bot_moves import bots
from games.services.clocks import deadlines
from games.services.match import play
from games.tasks import sweep
from tests.cast import due, fresh, move, person, running_match, stored_log
from tests.views.pages import page

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

MICROSECOND = timedelta(microseconds=1)
SIDES = pytest.mark.parametrize(
    ("side", "late"),
    [(-MICROSECOND, False), (0 * MICROSECOND, True), (MICROSECOND, True)],
    ids=["before", "at", "after"],
)
KINDS = pytest.mark.parametrize("window", [False, True], ids=["turn", "window"])


@pytest.fixture
def reach(time_machine):
    """A match of two, with its clock at the deadline of the due seat, or near it: `reach(window, side)`."""

    def make(window, side):
        time_machine.move_to("2031-03-01T12:00:00Z", tick=False)
        match = running_match("lantern", [person("anna"), person("bruno")])
        if window:
            move(match, due(match)[0])
        (seat,) = due(match)
        time_machine.move_to(seat.deadline + side, tick=False)
        assert clock.now() == seat.deadline + side
        return match, seat

    return make


def settled(match):
    return [event.text for event in stored_log(match) if event.kind == "site"]


@KINDS
@SIDES
def test_the_clock_alone_says_so(reach, window, side, late):
    _match, seat = reach(window, side)
    assert seat.clock.is_late(clock.now()) is late


@pytest.mark.database
@KINDS
@SIDES
def test_a_move_is_taken_only_before_it(reach, window, side, late):
    match, seat = reach(window, side)
    if late:
        with pytest.raises(Stale):
            move(match, seat)
        assert settled(match) == (["defaulted"] if window else ["bot_decided"])
        assert not Event.objects.filter(match=match, actor=seat.user_id, ply__gte=seat.due_decision).exists()
    else:
        assert move(match, seat).rev == fresh(match).rev
        assert settled(match) == []


@pytest.mark.database
@KINDS
@SIDES
@pytest.mark.parametrize("by", [sweep, deadlines.expire], ids=["sweep", "expire"])
def test_the_workers_settle_it_only_then(reach, window, side, late, by):
    match, _seat = reach(window, side)
    assert deadlines.overdue(fresh(match), clock.now()) is late
    by(*([] if by is sweep else [match.pk]))
    assert bool(settled(match)) is late


@KINDS
@SIDES
def test_the_page_offers_choices_only_before_it(reach, window, side, late):
    match, seat = reach(window, side)
    browser = Client()
    browser.force_login(seat.user)
    shown = page(browser, reverse("games:match", args=[match.pk]))
    decision = str(seat.due_decision)
    offered = "compose" in shown.forms and shown.forms["compose"].values.get("seen") == decision
    assert offered is not late
    assert bool(settled(match)) is late


@SIDES
def test_an_answer_may_be_replaced_only_before_the_window_closes(reach, side, late, time_machine):
    time_machine.move_to("2031-03-01T12:00:00Z", tick=False)
    match = running_match("lantern", [person("anna"), person("bruno"), person("carla")])
    move(match, due(match)[0])
    given, missing = due(match)
    move(match, given, "let")
    time_machine.move_to(missing.deadline + side, tick=False)
    replace = {"text": "blow", "client_move_id": "again"}
    if late:
        with pytest.raises(Stale):
            move(match, given, **replace)
    else:
        move(match, given, **replace)
    deadlines_settled = settled(match)
    assert deadlines_settled == (["defaulted"] if late else [])


@SIDES
def test_a_player_who_resigns_at_it_is_out_of_time_first(reach, side, late):
    match, seat = reach(False, side)
    Seat.objects.filter(pk=seat.pk).update(timeouts=1)
    play.resign(actor=seat.user, match_id=match.pk, seat=seat.index)
    assert settled(match) == (["out_of_time"] if late else ["resigned"])


@pytest.mark.database
@SIDES
def test_a_bot_that_publishes_at_the_deadline_of_another_answers_next_to_its_default(reach, side, late, time_machine):
    time_machine.move_to("2031-03-01T12:00:00Z", tick=False)
    match = running_match("lantern", [person("anna"), person("bruno"), person("carla")])
    move(match, due(match)[0])
    leaving, missing = due(match)
    play.resign(actor=leaving.user, match_id=match.pk, seat=leaving.index)
    time_machine.move_to(missing.deadline + side, tick=False)
    assert bots.play_bots(match.pk) == 1
    assert settled(match) == ["resigned", "defaulted"] if late else ["resigned"]
    answers = [event.seat for event in stored_log(match)[missing.due_decision :] if event.kind == "move"]
    assert answers[:2] == (sorted([leaving.index, missing.index]) if late else [])
