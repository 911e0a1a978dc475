"""The mails themselves: two parts, the reader's language and clock, one click to stop them, nothing hidden."""

import re
from datetime import UTC, datetime

import pytest
from django.test import Client

from games.models import Match, Seat
from masques_site.accounts.models import User
from masques_site.notices.kinds.matches import YourTurn
from masques_site.notices.models import OutboxMail
from masques_site.notices.services import delivering, finding, passing_on
from tests.accounts.cast import member
from tests.cast import due, fresh, move, play_to_end, running_match
from tests.notices import sweeps

pytestmark = pytest.mark.django_db


@pytest.fixture
def match(lantern) -> Match:
    return running_match("lantern", [member("Giulia"), member("Bianca")])


def mail_of(match: Match) -> OutboxMail:
    sweeps.notify_due()
    return OutboxMail.objects.get(to=due(match)[0].user.email)


def test_both_parts_say_what_waits_with_whom_and_where(match, lantern):
    mail = mail_of(match)
    reader = User.objects.get(email=mail.to)
    other = User.objects.exclude(pk=reader.pk).get()
    assert lantern.name in mail.subject
    for part in (mail.text, mail.html):
        assert other.username in part
        assert f"https://masques.example/matches/{match.pk}/" in part
    assert "<p>" not in mail.text
    assert "<html" in mail.html


def test_the_deadline_is_in_the_readers_time_zone_and_language(match):
    seat = due(match)[0]
    Seat.objects.filter(pk=seat.pk).update(deadline=datetime(2027, 1, 15, 23, 30, tzinfo=UTC))
    User.objects.filter(pk=seat.user_id).update(timezone="Europe/Rome", language="it")
    mail = mail_of(match)
    assert "16 Gennaio 2027" in mail.text
    assert "0:30" in mail.text
    assert '<html lang="it"' in mail.html


def test_headers_let_people_answer_and_leave(match):
    headers = mail_of(match).headers
    assert headers["Reply-To"] == "desk@masques.example"
    assert headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert headers["List-Unsubscribe"].startswith("<https://masques.example/notices/unsubscribe/")
    assert headers["Message-ID"].startswith("<notice-")
    assert headers["References"] == headers["In-Reply-To"] == f"<match-{match.pk}@masques.example>"


def unsubscribe_path(mail: OutboxMail) -> str:
    return re.sub(r"^<https://[^/]+|>$", "", mail.headers["List-Unsubscribe"])


def test_one_click_stops_the_mails_without_a_log_in(match):
    mail = mail_of(match)
    program = Client(enforce_csrf_checks=True)
    answer = program.post(unsubscribe_path(mail), {"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 200
    assert not User.objects.get(email=mail.to).mail_notices
    for seat in due(match):
        move(match, seat)
    before = OutboxMail.objects.filter(to=mail.to).count()
    sweeps.notify_due()
    assert OutboxMail.objects.filter(to=mail.to).count() == before


def test_looking_at_the_link_changes_nothing(match):
    mail = mail_of(match)
    page = Client().get(unsubscribe_path(mail))
    assert "<button" in page.content.decode()
    assert User.objects.get(email=mail.to).mail_notices


@pytest.mark.parametrize("token", ["1", "1:forged", "x" * 50, "99999:abc"])
def test_a_forged_link_is_no_link(token):
    assert Client().post(f"/notices/unsubscribe/{token}/").status_code == 404


def test_a_mail_does_not_depend_on_anything_hidden(match):
    """Two matches of the same people with different keys, and so other hidden cards, give the same mails."""
    seat, people = due(match)[0], list(User.objects.order_by("pk"))
    # Chance says who begins: the twin is the first in which it is the same person.
    others = (running_match("lantern", people) for _attempt in range(100))
    twin = next(other for other in others if due(other)[0].index == seat.index)
    moment = datetime(2027, 1, 15, 12, tzinfo=UTC)
    Seat.objects.filter(match__in=[match, twin], index=seat.index).update(deadline=moment)
    finding.notify(YourTurn, match=twin)
    for found in (passing_on.pass_on_due, lambda: delivering.deliver("mail"), sweeps.notify_due):
        found()
    one, other = (
        {re.sub(r"[0-9a-z]{12}/", "", part) for part in (mail.subject, mail.text, mail.html)}
        for mail in OutboxMail.objects.filter(to=seat.user.email)
    )
    assert one == other


def test_a_mail_holds_no_key_to_a_private_table(match):
    sweeps.notify_due()
    for mail in OutboxMail.objects.all():
        assert match.link_token not in mail.text + mail.html


def test_names_cannot_smuggle_markup_into_the_mail(match):
    seat = due(match)[0]
    other = match.seats.exclude(pk=seat.pk).get().user
    User.objects.filter(pk=other.pk).update(username="<b>x")
    mail = mail_of(match)
    assert "<b>x" not in mail.html
    assert "&lt;b&gt;" in mail.html
    assert "<b>x" in mail.text


def test_each_reader_sees_their_own_deadline(match):
    """A window: both owe, and one has longer than the other."""
    move(match, due(match)[0])
    soon, late = datetime(2027, 1, 15, 12, 30, tzinfo=UTC), datetime(2027, 2, 16, 18, 45, tzinfo=UTC)
    owed = {"due_decision": fresh(match).decision, "due_since": datetime(2026, 1, 1, tzinfo=UTC)}
    match.seats.filter(index=0).update(**owed, deadline=soon)
    match.seats.filter(index=1).update(**owed, deadline=late)
    sweeps.notify_due()
    for seat, mine, other in ((0, "Jan. 15", "Feb. 16"), (1, "Feb. 16", "Jan. 15")):
        mail = OutboxMail.objects.get(to=match.seats.get(index=seat).user.email)
        assert mine in mail.text
        assert other not in mail.text + mail.html


def test_the_mail_of_an_end_names_no_deadline(match):
    ended = play_to_end(match)
    ended.seats.update(deadline=datetime(2027, 1, 15, 12, 30, tzinfo=UTC))
    sweeps.notify_due()
    for mail in OutboxMail.objects.filter(subject__contains="is over"):
        assert "2027" not in mail.text + mail.html


def test_the_link_that_stops_the_mails_is_the_readers_own(match):
    sweeps.notify_due()
    move(match, due(match)[0])
    sweeps.notify_due()
    for mail in OutboxMail.objects.all():
        User.objects.update(mail_notices=True)
        Client().post(unsubscribe_path(mail))
        assert list(User.objects.filter(mail_notices=False).values_list("email", flat=True)) == [mail.to]
        assert unsubscribe_path(mail) in mail.text
