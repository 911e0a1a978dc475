"""Deadlines in stored matches: settled once, by the first request that touches the match. The law is
`test_seat_clock`'s."""

from datetime import timedelta

import pytest

from games import tasks
from games.core.engine import ending
from games.core.engine.state import TURN
from games.models import Seat, Status
from games.refusals import Stale
from games.selectors.matches import position
from games.services.bot_moves import bots
from games.services.clocks import deadlines
from games.services.waiting import tables
from tests.cast import due, fresh, move, person, running_match, stored_log

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

DAY = 24 * 3600


@pytest.fixture
def match():
    return running_match("lantern", [person("anna"), person("bruno"), person("carla")])


@pytest.fixture
def later(settings):
    """Let time pass: `later(seconds)`."""

    def pass_time(seconds):
        settings.CLOCK_OFFSET += seconds

    return pass_time


def words(match):
    """The site's events in the log."""
    return [event.text for event in stored_log(match) if event.kind == "site"]


def test_a_turn_uses_the_bank_and_gives_the_increment_once(match, later):
    (seat,) = due(match)
    later(DAY)
    move(match, seat)
    bank = Seat.objects.get(pk=seat.pk).bank
    assert timedelta(days=2, hours=11) < bank <= timedelta(days=2, hours=12)


def test_a_bank_never_grows_above_its_cap(settings):
    match = running_match("lantern", [person("anna"), person("bruno")], pace="live")
    (seat,) = due(match)
    move(match, seat)
    assert Seat.objects.get(pk=seat.pk).bank == timedelta(minutes=5)


def test_before_the_deadline_nothing_happens(match, later):
    later(3 * DAY - 60)
    assert deadlines.expire(match.pk) is False
    assert words(match) == []


def test_at_the_first_timeout_a_bot_decides_once(match, later):
    (seat,) = due(match)
    later(3 * DAY)
    assert deadlines.expire(match.pk) is True
    assert deadlines.expire(match.pk) is False
    assert words(match) == ["bot_decided"]
    with pytest.raises(Stale, match="bot is making this decision"):
        move(match, seat)
    assert bots.play_bots(match.pk) == 1
    row = Seat.objects.get(pk=seat.pk)
    assert not row.bot
    assert row.timeouts == 1
    assert row.bank == timedelta(hours=12)


def test_at_the_second_timeout_the_seat_is_given_up_to_a_bot(match, later):
    (seat,) = due(match)
    Seat.objects.filter(pk=seat.pk).update(timeouts=1)
    later(3 * DAY)
    tasks.sweep()
    assert words(match) == ["out_of_time"]
    assert Seat.objects.get(pk=seat.pk).bot
    assert fresh(match).status == Status.RUNNING
    assert bots.play_bots(match.pk) == 1


def test_bots_that_no_worker_comes_to_keep_no_deadline_from_being_settled(match, later, monkeypatch):
    monkeypatch.setattr(tasks, "BATCH", 1)
    for _table in range(4):
        table = tables.open_table(
            host=person("anna"), title="lantern", seats=2, settings={}, pace="standard", access="open", bots=["easy"]
        )
        while not any(seat.bot for seat in due(table)):
            move(table, due(table)[0])
    later(3 * DAY)
    tasks.sweep()
    assert words(match) == [ending.BOT_DECIDED]


def test_with_two_seats_the_second_timeout_loses(later):
    match = running_match("lantern", [person("anna"), person("bruno")])
    (seat,) = due(match)
    Seat.objects.filter(pk=seat.pk).update(timeouts=1)
    later(3 * DAY)
    deadlines.expire(match.pk)
    match = fresh(match)
    assert match.status == Status.FINISHED
    assert match.outcome["reason"] == "out_of_time"
    assert match.outcome["places"][seat.index] == 2


def test_a_missed_response_is_the_default_and_costs_no_time(match, later):
    move(match, due(match)[0])
    waiting = due(match)
    assert position(fresh(match)).state.response() != TURN
    later(DAY)
    deadlines.expire(match.pk)
    assert words(match).count("defaulted") == 2
    moves = [event for event in stored_log(match) if event.kind == "move"]
    assert [event.text for event in moves[-2:]] == ["let", "let"]
    for seat in waiting:
        row = Seat.objects.get(pk=seat.pk)
        assert (row.timeouts, row.missed_responses) == (0, 1)
        assert row.bank >= timedelta(days=2, hours=23)


def test_three_missed_responses_in_a_row_give_the_seat_up(match, later):
    move(match, due(match)[0])
    missing = due(match)[0]
    Seat.objects.filter(pk=missing.pk).update(missed_responses=2)
    later(DAY)
    deadlines.expire(match.pk)
    assert words(match).count("silent") == 1
    assert Seat.objects.get(pk=missing.pk).bot


def test_an_answer_of_ones_own_ends_the_count_of_missed_responses(match):
    move(match, due(match)[0])
    seat = due(match)[0]
    Seat.objects.filter(pk=seat.pk).update(missed_responses=2)
    move(match, seat)
    assert Seat.objects.get(pk=seat.pk).missed_responses == 0


def test_a_late_move_is_refused_and_the_deadline_is_settled_by_the_same_request(match, later):
    (seat,) = due(match)
    later(3 * DAY)
    with pytest.raises(Stale):
        move(match, seat)
    assert words(match) == ["bot_decided"]


def test_without_a_limit_nobody_is_ever_late(later):
    match = running_match("lantern", [person("anna"), person("bruno")], pace="unlimited")
    later(1000 * DAY)
    assert deadlines.expire(match.pk) is False
    (seat,) = due(match)
    move(match, seat)
    assert seat.deadline is None


def test_an_answer_that_comes_as_another_players_time_runs_out_is_taken_with_theirs(match):
    move(match, due(match)[0])
    late, other = due(match)
    Seat.objects.filter(pk=late.pk).update(deadline=fresh(match).started_at)
    move(match, other)
    assert words(match) == ["defaulted"]
    assert [event.seat for event in stored_log(match) if event.kind == "move"][-2:] == sorted([late.index, other.index])
