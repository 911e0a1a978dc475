"""A player mutes mail about one of their matches, and still gets all other mail."""

import pytest

from games.models import Seat
from games.services.match import play
from games.services.seats import take_over
from masques_site.notices.kinds.matches import MatchFinished, YourTurn
from masques_site.notices.models import Notice, State
from tests.accounts.cast import client_of, member
from tests.cast import due, play_to_end, running_match
from tests.looks import forget
from tests.notices import sweeps
from tests.views.pages import Page

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def people():
    return [member(name) for name in ("Giulia", "Bianca", "Carla")]


def mails_of(match, kind):
    return {notice.user.username: notice.state for notice in Notice.objects.filter(match=match, kind=kind)}


def press(user, match, word):
    return client_of(user).post(f"/matches/{match.pk}/mute/", {"mute": word}, follow=True)


def test_no_mail_about_a_muted_match_and_all_about_others(people):
    match, other = running_match("lantern", people), running_match("lantern", people)
    for user in people:
        assert "You won’t get any more e-mails about this match" in Page(press(user, match, "yes")).text
    forget()
    sweeps.notify_due()
    assert set(mails_of(match, YourTurn.code).values()) == {State.UNWANTED}
    assert not Notice.objects.filter(match=other, kind=YourTurn.code, passed_at=None).exists()


def test_one_by_one_as_well_as_together(people):
    match = running_match("lantern", people[:2])
    owing = due(match)[0].user
    press(owing, match, "yes")
    forget()
    sweeps.notify_due()
    assert mails_of(match, YourTurn.code)[owing.username] == State.UNWANTED


def test_the_end_of_a_muted_match_is_not_mailed_either(people):
    match = running_match("lantern", people[:2])
    press(people[1], match, "yes")
    play_to_end(match)
    forget()
    Seat.objects.update(end_seen_at=None)
    sweeps.notify_due()
    ends = mails_of(match, MatchFinished.code)
    assert ends["Bianca"] == State.UNWANTED
    assert ends["Giulia"] == State.PASSED


def test_mail_comes_again_when_it_is_wanted_again(people):
    match = running_match("lantern", people)
    for user in people:
        press(user, match, "yes")
        page = Page(press(user, match, "no"))
        assert "get e-mails again" in page.text
        assert "Turn off e-mails about this match" in page.text
    forget()
    sweeps.notify_due()
    assert not Notice.objects.filter(match=match, kind=YourTurn.code, passed_at=None).exists()


def test_pressing_twice_keeps_the_first_moment(people):
    match = running_match("lantern", people)
    press(people[0], match, "yes")
    first = Seat.objects.get(match=match, user=people[0]).muted_at
    press(people[0], match, "yes")
    assert Seat.objects.get(match=match, user=people[0]).muted_at == first is not None


@pytest.mark.parametrize(("word", "status"), [("", 400), ("maybe", 400), ("yes" * 99, 400)])
def test_anything_but_yes_and_no_is_refused(people, word, status):
    match = running_match("lantern", people)
    assert press(people[0], match, word).status_code == status


def test_a_player_who_has_no_seat_mutes_nothing(people):
    match = running_match("lantern", people[:2])
    assert press(people[2], match, "yes").status_code == 403
    assert not Seat.objects.exclude(muted_at=None).exists()


def test_a_player_who_takes_a_seat_over_is_mailed(people):
    match = running_match("lantern", people)
    press(people[0], match, "yes")
    play.resign(actor=people[0], match_id=match.pk, seat=0)
    take_over.take_over(user=member("Dora"), match_id=match.pk, seat=0, by="a test")
    seat = Seat.objects.get(match=match, index=0)
    assert (seat.user.username, seat.muted_at) == ("Dora", None)
