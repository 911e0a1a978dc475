"""Old rows that the site deletes, and old rows that it keeps: a move takes effect once, and nobody is notified twice,
before and after."""

import random
from datetime import timedelta

import pytest

from games import clock
from games.models import Answer, Event, Receipt, Seat
from games.refusals import Conflict, Stale
from games.services.keeping import receipts
from games.services.match import play
from masques_site.notices import cleaning
from masques_site.notices.kinds.matches import YourTurn
from masques_site.notices.models import LookedThrough, Notice, State
from masques_site.notices.services import finding
from tests.cast import due, fresh, move, person, play_to_end, running_match, some_move
from tests.notices import sweeps

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def at(monkeypatch):
    """Set the site's clock: `at(days=5)` is five days after the test began."""
    began = clock.now()

    def travel(**later: float) -> None:
        moment = began + timedelta(**later)
        monkeypatch.setattr(clock, "now", lambda: moment)

    return travel


@pytest.fixture
def match(lantern):
    return running_match("lantern", [person("anna"), person("bruno")], pace="unlimited")


def sent(match, name: str) -> dict[str, object]:
    """A move that is due, as its player's browser sends it."""
    seat = due(match)[0]
    return {
        "actor": seat.user,
        "match_id": match.pk,
        "seat": seat.index,
        "text": some_move(fresh(match), seat.index, random.Random(1)),
        "seen": fresh(match).decision,
        "client_move_id": name,
    }


def events(match) -> int:
    return Event.objects.filter(match=match).count()


def test_the_newest_receipts_of_a_match_that_nobody_moves_in_stay_for_years(match, at):
    given = sent(match, "first")
    play.play(**given)
    before = events(match)
    at(days=1000)
    receipts.prune()
    assert play.play(**given).repeated, "the retry is known"
    assert events(match) == before


def test_a_retry_whose_receipt_is_gone_is_stale_and_moves_nothing(match, at):
    given = sent(match, "first")
    play.play(**given)
    at(days=1)
    for _round in range(3):
        for seat in due(fresh(match)):
            move(fresh(match), seat)
    at(days=32)
    assert receipts.prune() > 0
    assert not Receipt.objects.filter(client_move_id="first").exists()
    before = events(match)
    with pytest.raises((Stale, Conflict)):
        play.play(**given)
    assert events(match) == before


def test_the_receipts_of_a_running_match_stay_for_a_month_whatever_is_closed(match, at):
    play.play(**sent(match, "first"))
    at(days=1)
    for _round in range(3):
        for seat in due(fresh(match)):
            move(fresh(match), seat)
    at(days=29)
    receipts.prune()
    assert Receipt.objects.filter(client_move_id="first").exists()


def test_all_receipts_of_a_finished_match_are_deleted_after_a_week(match, at):
    given = sent(match, "first")
    play.play(**given)
    play_to_end(match)
    at(days=6)
    receipts.prune()
    assert Receipt.objects.filter(match=match).exists()
    at(days=8)
    receipts.prune()
    assert not Receipt.objects.filter(match=match).exists()
    with pytest.raises(Conflict):
        play.play(**given)


def test_an_open_window_keeps_the_receipts_of_answers_that_were_replaced(lantern, at):
    """A late copy of the first answer must not replace the second one."""
    window = running_match("lantern", [person(name) for name in ("anna", "bruno", "carla")], pace="unlimited")
    move(window, due(window)[0])
    window = fresh(window)
    seat = due(window)[0]
    first = sent(window, "first") | {"text": "blow"}
    play.play(**first)
    move(window, seat, "let", client_move_id="second")
    assert Seat.objects.get(pk=seat.pk).due_decision is None, "the window waits for the other"
    at(days=400)
    receipts.prune()
    assert play.play(**first).repeated
    assert Answer.objects.get(match=window, seat=seat.index, window=window.decision).text == "let"


def test_small_batches_delete_as_much_as_one(match, at):
    play_to_end(match)
    number = Receipt.objects.count()
    assert number > 5
    at(days=8)
    assert receipts.prune(batch=2, batches=1) == 2, "a run is bounded"
    assert receipts.prune(batch=2) == number - 2


def test_the_notice_of_an_open_decision_stays_and_tells_nobody_again(match, at):
    sweeps.notify_due()
    told = Notice.objects.filter(kind=YourTurn.code).count()
    assert told
    Notice.objects.update(state=State.PASSED)
    at(days=400)
    cleaning.prune()
    finding.look_through_all()
    sweeps.notify_due()
    assert Notice.objects.filter(kind=YourTurn.code).count() == told


def test_the_notices_of_closed_decisions_go_after_a_month_in_a_running_match_too(match, at):
    sweeps.notify_due()
    for seat in due(match):
        move(fresh(match), seat)
    closed = Notice.objects.filter(kind=YourTurn.code)
    closed.update(state=State.PASSED)
    old = set(closed.values_list("pk", flat=True))
    at(days=29)
    cleaning.prune()
    assert Notice.objects.filter(pk__in=old).count() == len(old)
    at(days=31)
    cleaning.prune()
    assert not Notice.objects.filter(pk__in=old).exists()


def test_a_mail_that_still_waits_keeps_its_notice(match, at):
    finding.notify(YourTurn, match__in=[match.pk])
    for seat in due(match):
        move(fresh(match), seat)
    at(days=400)
    cleaning.prune()
    assert Notice.objects.filter(state=State.WAITING).exists()


def test_the_sweep_finds_what_became_due_since_it_looked_last(match, at):
    sweeps.notify_due()
    assert set(LookedThrough.objects.values_list("kind", flat=True)) >= {YourTurn.code}
    at(hours=5)
    for seat in due(match):
        move(fresh(match), seat)
    at(hours=9)  # no sweep came for hours
    sweeps.notify_due()
    owing = {(seat.user_id, seat.due_decision) for seat in due(fresh(match))}
    assert owing <= set(Notice.objects.values_list("user_id", "decision"))


def test_a_full_check_finds_what_a_sweep_overlooked(match, at):
    at(hours=5)
    sweeps.notify_due()
    Notice.objects.all().delete()
    at(hours=10)
    sweeps.notify_due()
    assert not Notice.objects.filter(kind=YourTurn.code).exists()
    finding.look_through_all()
    sweeps.notify_due()
    assert Notice.objects.filter(kind=YourTurn.code).exists()


def test_a_clock_that_was_set_back_hides_nothing_from_the_sweep(match, at):
    at(hours=5)
    sweeps.notify_due()
    at(hours=1)
    for seat in due(match):
        move(fresh(match), seat)
    sweeps.notify_due()
    owing = {(seat.user_id, seat.due_decision) for seat in due(fresh(match))}
    assert owing <= set(Notice.objects.values_list("user_id", "decision"))


def test_seats_know_when_their_match_was_over(match):
    assert set(match.seats.values_list("ended_at", flat=True)) == {None}
    ended = play_to_end(match)
    assert set(ended.seats.values_list("ended_at", flat=True)) == {ended.finished_at}
