"""A user whose vacation begins by itself is notified of it, once."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.db.models import F

from games import clock
from games.services.clocks import deadlines
from masques_site.accounts import pauses
from masques_site.accounts.models import User, Vacation
from masques_site.notices.kinds.vacations import VacationBegun
from masques_site.notices.models import Notice, OutboxMail, State
from masques_site.notices.services import finding
from tests.cast import due, person
from tests.notices import sweeps
from tests.services.clocks.sleepers import DAY, HOUR, Watch, paused_match

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def watch(time_machine):
    return Watch(time_machine)


@pytest.fixture
def match(watch):
    """A match that waits for a user whose vacation may begin by itself, until their time has run out."""
    match = paused_match(person("anna"), person("bruno"))
    (seat,) = due(match)
    User.objects.filter(pk=seat.user_id).update(automatic_vacation=True)
    watch.until(seat.deadline)
    return match


def told():
    """The notices to the users of vacations; of those to others see `test_opponents_away`."""
    return list(Notice.objects.filter(kind=VacationBegun.code, user=F("vacation__user")).order_by("pk"))


def test_an_automatic_vacation_is_notified_once_with_its_end(match):
    sweeps.notify_due()
    assert told() == []
    deadlines.expire(match.pk)
    vacation = Vacation.objects.get()
    for _twice in range(2):
        sweeps.notify_due()
    (notice,) = told()
    assert (notice.user_id, notice.vacation, notice.state) == (vacation.user_id, vacation, State.PASSED)
    mail = OutboxMail.objects.get(subject="Your vacation has started")
    assert mail.to == vacation.user.email
    assert "Your clocks are stopped until" in mail.text
    assert "https://masques.example/account/pauses/" in mail.text
    assert "https://masques.example/account/pauses/" in mail.html


def test_the_next_day_of_the_same_vacation_is_no_news(match, watch):
    deadlines.expire(match.pk)
    sweeps.notify_due()
    watch.until(due(match)[0].deadline)
    deadlines.expire(match.pk)
    assert Vacation.objects.get().days == 2
    sweeps.notify_due()
    assert len(told()) == 1


def test_a_mail_that_comes_after_the_end_is_not_sent(match):
    deadlines.expire(match.pk)
    finding.notify(VacationBegun)
    vacation = Vacation.objects.get()
    pauses.end_vacation(vacation.user, vacation.pk)
    sweeps.notify_due()
    assert [notice.state for notice in told()] == [State.MOOT]
    assert not OutboxMail.objects.filter(subject="Your vacation has started").exists()


def test_a_planned_vacation_is_not_notified():
    now = clock.now()
    Vacation.objects.create(user=person("anna"), begin=now - HOUR, end=now + DAY, days=2, zone="UTC")
    sweeps.notify_due()
    assert told() == []


def test_a_player_who_wants_no_mail_gets_none(match):
    User.objects.update(mail_notices=False)
    deadlines.expire(match.pk)
    sweeps.notify_due()
    assert [notice.state for notice in told()] == [State.PASSED], "on the site"
    assert not OutboxMail.objects.exists()


def test_two_sweeps_make_one_notice_and_it_is_about_one_thing(match):
    deadlines.expire(match.pk)
    sweeps.notify_due()
    vacation = Vacation.objects.get()
    for wrong in ({"vacation": vacation}, {"vacation": vacation, "match": match}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Notice.objects.create(user=vacation.user, kind=VacationBegun.code, **wrong)


def test_one_that_began_long_ago_is_not_notified():
    began = clock.now() - timedelta(days=3)
    Vacation.objects.create(
        user=person("anna"), begin=began, end=began + 5 * DAY, days=5, zone="UTC", is_automatic=True
    )
    sweeps.notify_due()
    assert told() == []
