"""Where silence is a full answer it costs no seat; who was silent twice is away, and nobody waits for them."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test import Client, TestCase
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.core.clocks.seat_clock import MISSED_RESPONSES_LIMIT, SILENCES_UNTIL_AWAY
from games.core.engine import ending
from games.core.engine.state import TURN
from games.models import Answer, Match, Seat, Status
from games.refusals import Conflict, Forbidden
from games.services.bot_moves import bots, publish_time
from games.services.clocks import deadlines
from games.services.keeping import sealed_rows
from games.services.match import annul, play
from games.services.seats import away
from tests.cast import due, fresh, move, person, position, running_match, stored_log
from tests.lantern.rules.state import LanternState

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

DAY = 24 * 3600


@pytest.fixture
def later(settings):
    """Let time pass: `later(seconds)`."""

    def pass_time(seconds):
        settings.CLOCK_OFFSET += seconds

    return pass_time


@pytest.fixture
def match(monkeypatch) -> Match:
    """A Lantern match of four in which silence is a full answer."""
    monkeypatch.setattr(LanternState, "silence_counts", lambda self: False)
    return running_match("lantern", [person(name) for name in ("anna", "bruno", "carla", "dario")])


def to_window(match: Match) -> list[Seat]:
    """Play turns until a seat is asked for an answer; return which."""
    for _turn in range(12):
        if fresh(match).status != Status.RUNNING:
            break
        if due(match) and due(match)[0].due_decision is not None and position(fresh(match)).state.response():
            return due(match)
        move(match, due(match)[0])
    raise AssertionError("no window was opened")


def words(match: Match) -> list[str]:
    return [event.text for event in stored_log(match) if event.kind == "site"]


def answers(match: Match) -> list[int]:
    return sorted(Answer.objects.filter(match=match, window=fresh(match).decision).values_list("seat", flat=True))


def make_away(seat: Seat) -> None:
    row = Seat.objects.get(pk=seat.pk)
    row.silences = SILENCES_UNTIL_AWAY
    sealed_rows.save([row], ("silences",))


def test_silence_is_the_default_and_costs_neither_seat_nor_time(match, later):
    asked = to_window(match)
    for _window in range(MISSED_RESPONSES_LIMIT + 1):
        asked = to_window(match)
        later(DAY)
        deadlines.expire(match.pk)
        if fresh(match).status != Status.RUNNING:
            break
    rows = Seat.objects.filter(match=match)
    assert not any(row.bot or row.vacated_at for row in rows)
    assert {row.missed_responses for row in rows} == {0}
    assert asked


def test_a_player_who_was_silent_twice_is_away_and_is_answered_for_at_once(match, later):
    silent = to_window(match)[0]
    for silences in range(1, SILENCES_UNTIL_AWAY + 1):
        while silent.index not in {seat.index for seat in to_window(match)}:
            move(match, due(match)[0])
        for seat in due(match):
            if seat.index != silent.index:
                move(match, seat)
        later(DAY)
        deadlines.expire(match.pk)
        row = Seat.objects.get(pk=silent.pk)
        assert row.silences == silences
        assert words(match).count(ending.DEFAULTED) == silences
        if due(match)[0].index == silent.index:
            break  # their own turn would bring them back
    make_away(silent)
    told = words(match).count(ending.DEFAULTED)
    while due(match)[0].index == silent.index:
        move(match, due(match)[0])
        for seat in due(match):
            move(match, seat)
        make_away(silent)
    move(match, due(match)[0])
    assert answers(match) == [silent.index]
    assert silent.index not in {seat.index for seat in due(match)}
    assert words(match).count(ending.DEFAULTED) == told


def test_a_window_in_which_all_are_away_closes_at_once(match):
    mover = due(match)[0]
    for seat in Seat.objects.filter(match=match).exclude(pk=mover.pk):
        make_away(seat)
    before = fresh(match).ply
    move(match, mover)
    after = fresh(match)
    assert after.ply >= before + 4  # the move and three answers
    assert position(after).state.response() == 0
    assert {seat.pk for seat in Seat.objects.filter(match=match) if seat.is_away} == {
        seat.pk for seat in Seat.objects.filter(match=match).exclude(pk=mover.pk)
    }


def test_a_move_or_a_word_brings_a_player_back(match):
    first, second = to_window(match)[:2]
    make_away(first)
    make_away(second)
    move(match, first)
    assert not Seat.objects.get(pk=first.pk).is_away
    rev = fresh(match).rev
    away.come_back(actor=second.user, match_id=match.pk)
    assert not Seat.objects.get(pk=second.pk).is_away
    assert fresh(match).rev == rev + 1
    away.come_back(actor=second.user, match_id=match.pk)
    assert fresh(match).rev == rev + 1


def test_a_player_who_is_away_is_notified_and_marked_and_may_return(match):
    seat = to_window(match)[0]
    make_away(seat)
    holder, other = Client(), Client()
    holder.force_login(seat.user)
    other.force_login(person("elena"))
    page = holder.get(reverse("games:match", args=[match.pk])).content.decode()
    assert "I’m back" in page
    assert 'class="seat-away"' in page
    seen = other.get(reverse("games:match", args=[match.pk])).content.decode()
    assert 'class="seat-away"' in seen
    assert "I’m back" not in seen
    assert holder.post(reverse("games:back", args=[match.pk])).status_code == 303
    assert "I’m back" not in holder.get(reverse("games:match", args=[match.pk])).content.decode()


def test_nobody_comes_back_for_another_or_to_a_match_that_is_over(match):
    with pytest.raises(Forbidden):
        away.come_back(actor=person("elena"), match_id=match.pk)
    annul.annul(match_id=match.pk, reason="a test", by="a test")
    with pytest.raises(Conflict):
        away.come_back(actor=match.seats.get(index=3).user, match_id=match.pk)


def test_a_turn_of_a_player_away_still_runs_on_the_bank(match, later):
    mover = due(match)[0]
    make_away(mover)
    assert Seat.objects.get(pk=mover.pk).deadline is not None
    later(3 * DAY)
    deadlines.expire(match.pk)
    assert Seat.objects.get(pk=mover.pk).timeouts == 1


def test_a_player_who_gives_up_or_takes_over_is_not_away(match):
    seat = to_window(match)[0]
    make_away(seat)
    play.resign(actor=seat.user, match_id=match.pk, seat=seat.index)
    assert not Seat.objects.get(pk=seat.pk).is_away


def test_all_answers_of_a_late_move_are_written_in_one_statement(match, later):
    to_window(match)
    later(DAY)
    with CaptureQueriesContext(
        connection,
    ) as caught:
        deadlines.expire(match.pk)
    written = [query["sql"] for query in caught if "games_answer" in query["sql"] and query["sql"].startswith("INSERT")]
    assert len(written) == 1
    assert len(caught) <= 15


def test_bots_that_answer_at_one_moment_make_one_revision_and_one_hint(monkeypatch, settings):
    settings.BOT_PAUSE = 0.0
    people = [person("anna")]
    hints: list[int] = []
    monkeypatch.setattr("games.live.announce", lambda _match, rev: hints.append(rev))
    match = running_match("lantern", people, bots=["easy", "easy", "easy"])
    while not (due(match) and due(match)[0].index == match.seats.get(user=people[0]).index):
        bots.play_bots(match.pk)
    with TestCase.captureOnCommitCallbacks(execute=True):
        move(match, due(match)[0])
    assert position(fresh(match)).state.response() != TURN
    before = fresh(match)
    asked = len(due(match))
    assert asked > 1
    hints.clear()
    with TestCase.captureOnCommitCallbacks(execute=True):
        assert bots.play_bots(match.pk) == asked
    assert fresh(match).rev == before.rev + 1
    assert hints == [before.rev + 1]


def test_a_title_may_cap_the_pause_of_a_window(monkeypatch, settings):
    settings.BOT_PAUSE = 1.0
    game = fresh(running_match("lantern", [person("anna"), person("bruno")])).game
    twelve = ["expert"] * 12
    assert publish_time.pause_of(twelve, game) == timedelta(seconds=12 + 11 * 6)
    monkeypatch.setattr(type(game), "window_pause", 6.0)
    assert publish_time.pause_of(twelve, game) == timedelta(seconds=6)
    assert publish_time.pause_of(["expert"], game) == timedelta(seconds=12)
    monkeypatch.setattr(type(game), "pause", lambda self, level: 0.5)
    assert publish_time.pause_of(["expert"], game) == timedelta(seconds=0.5)
    assert publish_time.pause_of(twelve, game) == timedelta(seconds=0.5 + 11 * 0.25)
