"""Mails about invitations: what waits for one person is one mail, and what is no longer true is none."""

import pytest

from games import clock
from games.models import Invitation, Match
from games.services.waiting import invitations, tables
from masques_site.accounts import moderation
from masques_site.accounts.models import User
from masques_site.accounts.services import create_guest
from masques_site.notices.kinds.base import WAIT
from masques_site.notices.kinds.matches import Invited
from masques_site.notices.models import Delivery, Notice, OutboxMail, State
from masques_site.notices.services import delivering, leasing, passing_on
from tests.accounts.cast import member
from tests.cast import due, move, play_to_end, running_match
from tests.notices import sweeps

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern", "stopped_clock")]


def invite(host, *people: User) -> Match:
    """A new table of `host` to which these people are invited."""
    table = tables.open_table(host=host, title="lantern", seats=2, pace="standard", access="invited")
    for person in people:
        tables.invite(host=host, match_id=table.pk, user=person)
    return table


def mails_to(person: User) -> list[OutboxMail]:
    """The mails about invitations to this person, the oldest first."""
    return list(OutboxMail.objects.filter(to=person.email, subject__contains="invite").order_by("pk"))


def sweep(at, **passed: float) -> None:
    """Let the sweep run at that time, and once again, as it does every few seconds."""
    at(**passed)
    sweeps.notify_due()
    sweeps.notify_due()


def test_invitations_of_one_minute_are_one_mail_with_all_tables(at, giulia, bianca):
    carla = member("Carla")
    found = []
    for number, host in enumerate((giulia, carla, giulia)):
        at(seconds=number)
        found.append(invite(host, bianca))
        sweeps.notify_due()
    assert not mails_to(bianca)
    sweep(at, seconds=60)
    (mail,) = mails_to(bianca)
    assert mail.subject == "You’re invited to 3 tables"
    for part in (mail.text, mail.html):
        assert [part.count(f"/matches/{table.pk}/") for table in found] == [1, 1, 1]
        assert part.count("Giulia invites you") == 2
        assert part.count("Carla invites you") == 1
        assert not any(table.link_token in part for table in found)
    assert "References" not in mail.headers, "it is about three tables"
    sweep(at, minutes=10)
    assert len(mails_to(bianca)) == 1


def test_an_invitation_shares_its_mail_with_no_other_kind_of_notice(at, giulia, bianca):
    table = invite(giulia, bianca)
    sweeps.notify_due()
    at(seconds=61)
    match = running_match("lantern", [giulia, bianca])
    while bianca.pk not in {seat.user_id for seat in due(match)}:
        move(match, due(match)[0])
    sweeps.notify_due()
    told = {(table.pk in mail.text, match.pk in mail.text) for mail in OutboxMail.objects.filter(to=bianca.email)}
    assert told == {(True, False), (False, True)}


def test_twelve_invitations_in_eight_seconds_are_one_mail_to_each(at, giulia, bianca):
    for second in range(8):
        at(seconds=second)
        try:
            invite(giulia, bianca)
        except invitations.TooMany:
            assert second >= invitations.PER_PERSON
        sweeps.notify_due()
    for minute in range(1, 60):
        at(minutes=minute)
        sweeps.notify_due()
    assert len(mails_to(bianca)) == 1


def test_a_table_closed_before_its_mail_is_sent_notifies_nobody(at, giulia, bianca):
    closed, other = invite(giulia, bianca), invite(giulia, bianca)
    sweeps.notify_due()
    tables.close_table(user=giulia, match_id=closed.pk)
    sweep(at, minutes=1)
    (mail,) = mails_to(bianca)
    assert "Giulia invites you" in mail.subject
    assert other.pk in mail.text
    assert closed.pk not in mail.text


@pytest.mark.parametrize("event", ["closed", "withdrawn", "joined", "blocked", "banned", "deleted"])
def test_outdated_notices_send_nothing(at, giulia, bianca, event):
    table = invite(giulia, bianca)
    sweeps.notify_due()
    if event == "closed":
        tables.close_table(user=giulia, match_id=table.pk)
    elif event == "withdrawn":
        Invitation.objects.all().delete()
    elif event == "joined":
        tables.join_table(user=bianca, match_id=table.pk)
    elif event == "blocked":
        moderation.block(blocker=bianca, blocked=giulia)
    elif event == "banned":
        User.objects.filter(pk=giulia.pk).update(banned_at="2026-01-01T00:00:00Z")
    else:
        giulia.delete()
    sweep(at, minutes=1)
    assert not mails_to(bianca)
    assert Notice.objects.get(kind=Invited.code).state == State.MOOT


def test_four_rounds_of_rematch_and_close_send_one_mail(at, giulia, bianca):
    match = play_to_end(running_match("lantern", [giulia, bianca]))
    for number in range(4):
        at(minutes=5 * number)
        table = tables.offer_rematch(user=giulia, match_id=match.pk)
        sweep(at, minutes=5 * number + 1)
        sweep(at, minutes=5 * number + 2)
        tables.close_table(user=giulia, match_id=table.pk)
    for hour in range(1, 5):
        sweep(at, hours=hour)
    assert len(mails_to(bianca)) == 1


def test_the_same_hosts_next_table_is_mailed_an_hour_after_the_last_if_it_is_still_open(at, giulia, bianca):
    first = invite(giulia, bianca)
    sweep(at, minutes=1)
    tables.close_table(user=giulia, match_id=first.pk)
    second = invite(giulia, bianca)
    for minute in (2, 3, 30, 60):
        sweep(at, minutes=minute)
        assert len(mails_to(bianca)) == 1
    sweep(at, minutes=61)
    assert [second.pk in mail.text for mail in mails_to(bianca)] == [False, True]


def test_another_hosts_invitation_does_not_wait_for_that(at, giulia, bianca):
    invite(giulia, bianca)
    sweep(at, minutes=1)
    mine, other = invite(giulia, bianca), invite(member("Carla"), bianca)
    sweep(at, minutes=2)
    sweep(at, minutes=3)
    mail = mails_to(bianca)[-1]
    assert (other.pk in mail.text, mine.pk in mail.text) == (True, False)


def test_a_player_who_accepted_the_last_invitation_gets_the_next_immediately(at, giulia, bianca):
    first = invite(giulia, bianca)
    sweep(at, minutes=1)
    tables.join_table(user=bianca, match_id=first.pk)
    invite(giulia, bianca)
    sweep(at, minutes=2)
    sweep(at, minutes=3)
    assert len(mails_to(bianca)) == 2


def test_a_guests_rematch_is_shown_and_never_mailed(at, bianca):
    guest = create_guest()
    match = play_to_end(running_match("lantern", [guest, bianca]))
    for number in range(4):
        at(hours=2 * number)
        table = tables.offer_rematch(user=guest, match_id=match.pk)
        sweep(at, hours=2 * number, minutes=5)
        tables.close_table(user=guest, match_id=table.pk)
    assert not mails_to(bianca)


def test_a_worker_that_comes_second_sends_nothing(at, giulia, bianca):
    invite(giulia, bianca)
    invite(giulia, bianca)
    sweeps.notify_due()
    at(minutes=1)
    assert passing_on.pass_on_due() == 2
    assert passing_on.pass_on_due() == 0
    assert len(leasing.lease("mail", clock.now(), failing=False)) == 1
    assert delivering.deliver("mail") == 0
    assert not mails_to(bianca)


def test_one_invitation_that_cannot_be_written_does_not_keep_the_others_back(at, giulia, bianca):
    broken, fine = invite(giulia, bianca), invite(giulia, bianca)
    sweeps.notify_due()
    Match.objects.filter(pk=broken.pk).update(title="nonsense")
    sweep(at, minutes=1)
    (mail,) = mails_to(bianca)
    assert fine.pk in mail.text
    assert Delivery.objects.get(notice__match=broken).attempts == 1


def test_a_mail_server_that_is_away_gets_the_same_invitations_later(at, giulia, bianca, settings):
    works = settings.EMAIL_BACKEND
    settings.EMAIL_BACKEND = "tests.notices.broken.BrokenBackend"
    found = [invite(giulia, bianca), invite(giulia, bianca)]
    sweeps.notify_due()
    sweep(at, minutes=1)
    settings.EMAIL_BACKEND = works
    sweep(at, minutes=3)
    (mail,) = mails_to(bianca)
    assert all(table.pk in mail.text for table in found)


def test_in_the_readers_language(at, giulia, bianca):
    User.objects.filter(pk=bianca.pk).update(language="it")
    for _table in range(2):
        invite(giulia, bianca)
    sweeps.notify_due()
    at(seconds=WAIT.total_seconds())
    sweeps.notify_due()
    mail = OutboxMail.objects.get(to=bianca.email)
    assert mail.subject == "Hai un invito a 2 tavoli"
    assert '<html lang="it"' in mail.html
