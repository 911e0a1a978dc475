"""A player whose time runs out is notified of it, with what happened to their seat, unless they have seen it."""

import pytest

from games import clock
from games.core.engine.state import TURN
from games.models import Heartbeat, Match, Seat
from games.selectors.matches import position
from games.services.bot_moves import bots
from games.services.clocks import deadlines
from games.services.match import play
from games.services.seats import take_over
from masques_site.notices.kinds.timeouts import TimeRanOut
from masques_site.notices.models import Notice, OutboxMail, State
from masques_site.notices.services import finding
from tests.accounts.cast import member
from tests.cast import due, fresh, move, play_to_end, running_match
from tests.growth.plans import full_scans
from tests.looks import forget, have_seen
from tests.notices import sweeps

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

WEEK = 7 * 24 * 3600


@pytest.fixture
def late(settings):
    """Let the time of the seat that is due run out, some times over, and return it: `late(match, 2)`."""

    def run_out(match: Match, times: int = 1) -> Seat:
        seat = due(match)[0]
        Seat.objects.filter(pk=seat.pk).update(timeouts=times - 1)
        let_pass(settings)
        assert deadlines.expire(match.pk)
        return Seat.objects.get(pk=seat.pk)

    return run_out


def let_pass(settings) -> None:
    """Let a week pass while the site runs."""
    settings.CLOCK_OFFSET += WEEK
    Heartbeat.objects.update(at=clock.now())


def of_three() -> Match:
    return running_match("lantern", [member("Giulia"), member("Bianca"), member("Carla")])


def of_two() -> Match:
    return running_match("lantern", [member("Giulia"), member("Bianca")])


def told() -> list[Notice]:
    return list(Notice.objects.filter(kind=TimeRanOut.code).select_related("user").order_by("pk"))


def mail_to(seat: Seat, subject: str) -> OutboxMail:
    return OutboxMail.objects.get(to=seat.user.email, subject=subject)


def others(match: Match, seat: Seat) -> str:
    return ", ".join(other.user.username for other in match.seats.exclude(pk=seat.pk).order_by("index"))


def test_a_first_timeout_is_notified_once_to_its_player_alone(late):
    match = of_three()
    sweeps.notify_due()
    assert told() == []
    seat = late(match)
    for _twice in range(2):
        sweeps.notify_due()
    (notice,) = told()
    assert (notice.user, notice.match, notice.seat, notice.state) == (seat.user, match, seat.index, State.PASSED)
    text = mail_to(seat, "Your time ran out in Lantern").text
    said = (
        f"your time ran out in Lantern with {others(match, seat)}. A bot made that decision; you’re still in the match."
    )
    assert said in plain(text)
    assert "Don’t run out of time again, or you’ll lose your seat." in text
    assert f"https://masques.example/matches/{match.pk}/" in text


def plain(text: str) -> str:
    """Return `text` without the marks around names."""
    return text.replace("\u2068", "").replace("\u2069", "")


def test_the_second_one_says_that_the_seat_is_lost(late):
    match = of_three()
    seat = late(match, 2)
    for _twice in range(2):
        sweeps.notify_due()
    assert [notice.user for notice in told()] == [seat.user]
    text = plain(mail_to(seat, "You’ve lost your seat in Lantern").text)
    assert f"your time ran out again in Lantern with {others(match, seat)}. Your seat was given to a bot." in text
    assert "You can still watch the match." in text


def test_in_a_match_of_two_it_says_that_the_match_is_lost(late):
    seat = late(of_two(), 2)
    sweeps.notify_due()
    text = mail_to(seat, "You’ve lost your seat in Lantern").text
    assert "so you’ve lost the match." in text
    assert "You can still watch" not in text


def test_each_timeout_of_a_match_is_notified(late, settings):
    match = of_three()
    seat = late(match)
    sweeps.notify_due()
    bots.play_bots(match.pk)
    while Seat.objects.get(pk=seat.pk).vacated_at is None:
        for owing in due(match):
            if owing.index != seat.index or position(fresh(match)).state.response() != TURN:
                move(match, owing)
            else:
                let_pass(settings)
                assert deadlines.expire(match.pk)
    forget()
    sweeps.notify_due()
    assert [notice.user for notice in told()] == [seat.user] * 2
    assert OutboxMail.objects.filter(to=seat.user.email, subject="You’ve lost your seat in Lantern").exists()


def test_three_missed_answers_say_so(settings):
    match = of_three()
    move(match, due(match)[0])
    seat = due(match)[0]
    Seat.objects.filter(pk=seat.pk).update(missed_responses=2)
    let_pass(settings)
    deadlines.expire(match.pk)
    sweeps.notify_due()
    assert [notice.user for notice in told()] == [seat.user], "the other one missed one answer and lost nothing"
    text = mail_to(seat, "You’ve lost your seat in Lantern").text
    assert "you didn’t answer three times in a row in Lantern" in text


def test_a_player_who_has_seen_it_gets_no_mail(late):
    match = of_three()
    seat = late(match)
    have_seen(match, ply=fresh(match).ply)
    sweeps.notify_due()
    assert [notice.state for notice in told()] == [State.MOOT]
    assert not OutboxMail.objects.filter(to=seat.user.email, subject__contains="ran out").exists()


def test_a_player_who_saw_only_what_was_before_gets_it(late):
    match = of_three()
    have_seen(match, ply=match.ply)
    late(match)
    sweeps.notify_due()
    assert [notice.state for notice in told()] == [State.PASSED]


def test_a_muted_match_sends_none(late):
    match = of_three()
    match.seats.update(muted_at=clock.now())
    late(match)
    sweeps.notify_due()
    assert [notice.state for notice in told()] == [State.UNWANTED]


def test_a_first_timeout_is_no_news_once_the_match_is_over(late):
    match = of_three()
    late(match)
    bots.play_bots(match.pk)
    play_to_end(match)
    sweeps.notify_due()
    assert [notice.state for notice in told()] == [State.MOOT]


def test_a_player_who_took_the_seat_over_was_not_late(late):
    match = of_three()
    seat = late(match, 2)
    take_over.take_over(user=member("Dora"), match_id=match.pk, seat=seat.index, by="a test")
    sweeps.notify_due()
    assert told() == []


def test_one_of_long_ago_is_not_notified(late, settings):
    late(of_three())
    let_pass(settings)
    sweeps.notify_due()
    assert told() == []


def test_a_resignation_is_no_timeout():
    match = of_three()
    play.resign(actor=match.host, match_id=match.pk, seat=0)
    sweeps.notify_due()
    assert told() == []


def test_no_sweep_reads_all_seats_or_events(late):
    late(of_three())
    assert full_scans(lambda: finding.notify(TimeRanOut)) == []
    sweeps.notify_due()
    assert full_scans(sweeps.notify_due) == []
