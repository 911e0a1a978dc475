"""Failures: a message is tried again after a while, and a place that fails for days, or is gone, is turned off."""

from datetime import timedelta

import pytest

from games import clock
from masques_site.notices.channels import CHANNELS
from masques_site.notices.channels.base import Gone, Rejected, Unavailable
from masques_site.notices.kinds.accounts import EndpointOff
from masques_site.notices.models import Delivery, Endpoint, Notice, State
from masques_site.notices.services import delivering, endpoints
from tests.accounts.cast import client_of, member
from tests.notices import sweeps
from tests.notices.papers import Paper, news, pass_on, place, raises, send, states
from tests.views.pages import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("stopped_clock")]


@pytest.fixture
def mail_notices():
    return False


PAUSES = [
    timedelta(minutes=1),
    timedelta(minutes=5),
    timedelta(minutes=30),
    timedelta(hours=2),
    timedelta(hours=8),
]


def failing_delivery(paper, user, error) -> Delivery:
    paper.answer = raises(error)
    place(user)
    news(user)
    pass_on()
    assert send() == 0
    return Delivery.objects.get()


def test_a_failed_message_is_tried_six_times_with_the_same_key_and_then_given_up(paper, giulia, monkeypatch):
    delivery = failing_delivery(paper, giulia, Unavailable("503 Busy"))
    for number, pause in enumerate(PAUSES, 1):
        assert (delivery.state, delivery.attempts, delivery.said) == ("waiting", number, "503 Busy")
        waits = delivery.due_at - clock.now()
        assert pause <= waits <= pause * 1.2
        soon, then = delivery.due_at - timedelta(seconds=1), delivery.due_at
        monkeypatch.setattr(clock, "now", lambda soon=soon: soon)
        send()
        assert len(paper.sent) == number
        monkeypatch.setattr(clock, "now", lambda then=then: then)
        send()
        delivery.refresh_from_db()
    assert (delivery.state, delivery.attempts, delivery.due_at) == ("failed", 6, None)
    assert len(set(paper.keys)) == 1
    assert len(paper.keys) == 6


@pytest.mark.parametrize(("luck", "longer"), [(0, 1.0), (500, 1.1), (999, 1.1998)])
def test_pauses_are_up_to_a_fifth_longer_so_that_not_all_come_back_at_once(paper, giulia, monkeypatch, luck, longer):
    monkeypatch.setattr(delivering, "randbelow", lambda _most: luck)
    delivery = failing_delivery(paper, giulia, Unavailable("503"))
    assert (delivery.due_at - clock.now()).total_seconds() == pytest.approx(60 * longer, abs=0.01)


@pytest.mark.parametrize(
    ("after", "minutes"), [(timedelta(seconds=5), 1), (timedelta(minutes=1), 1), (timedelta(minutes=45), 45)]
)
def test_a_place_that_asks_for_a_longer_pause_gets_it(paper, giulia, monkeypatch, after, minutes):
    monkeypatch.setattr(delivering, "randbelow", lambda _most: 0)
    delivery = failing_delivery(paper, giulia, Unavailable("429", after))
    assert delivery.due_at - clock.now() == timedelta(minutes=minutes)


def test_a_rejected_message_is_given_up_at_once_and_the_next_one_is_sent(paper, giulia):
    delivery = failing_delivery(paper, giulia, Rejected("400 Too long"))
    assert (delivery.state, delivery.said, delivery.attempts) == ("failed", "400 Too long", 1)
    assert Endpoint.objects.get().is_on
    paper.answer = lambda _place, _message: "taken"
    news(giulia)
    pass_on()
    assert send() == 1


def test_an_unforeseen_error_of_a_channel_is_a_fault_of_the_site(paper, giulia):
    delivery = failing_delivery(paper, giulia, KeyError("a secret"))
    assert (delivery.state, delivery.said) == ("waiting", "KeyError")
    assert Endpoint.objects.get().failing_since is None


def test_a_long_answer_is_cut(paper, giulia):
    paper.answer = lambda _place, _message: "x" * 1000
    place(giulia)
    news(giulia)
    pass_on()
    assert send() == 1
    assert Delivery.objects.get().said == "x" * 200


def test_a_success_ends_a_failure(paper, giulia, at):
    failing_delivery(paper, giulia, Unavailable("503"))
    began = clock.now()
    assert Endpoint.objects.get().failing_since == began
    at(minutes=2)
    send()
    assert Endpoint.objects.get().failing_since == began, "the first failure counts"
    paper.answer = lambda _place, _message: "taken"
    at(hours=1)
    assert send() == 1
    assert Endpoint.objects.get().failing_since is None


def fail_for(at, user, **long: float) -> None:
    """Let a failing endpoint get another notice after this time."""
    at(**long)
    news(user)
    pass_on()
    send()


def test_five_days_of_failures_turn_a_place_off_with_one_notice(paper, giulia, at):
    failing_delivery(paper, giulia, Unavailable("503"))
    other = place(giulia, "paper:2", channel="push")  # not paper: it works
    fail_for(at, giulia, days=4, hours=23)
    assert Endpoint.objects.get(channel="paper").is_on
    news(giulia)
    pass_on()  # waits when it is turned off
    fail_for(at, giulia, days=5)
    off = Endpoint.objects.get(channel="paper")
    assert (off.is_on, off.off_because, off.off_at) == (False, "failed", clock.now())
    assert not Delivery.objects.filter(endpoint=off, due_at__isnull=False).exists()
    pass_on()
    pass_on()
    notice = Notice.objects.get(kind=EndpointOff.code)
    assert (notice.user, notice.endpoint, notice.state) == (giulia, off, State.PASSED)
    assert list(notice.deliveries.values_list("endpoint", flat=True)) == [other.pk], "not by the one that is off"
    attempts = len(paper.sent)
    fail_for(at, giulia, days=6)
    assert len(paper.sent) == attempts
    assert Notice.objects.filter(kind=EndpointOff.code).count() == 1
    page = Page(client_of(giulia).get("/notices/")).text
    assert "We can’t reach you by Paper" in page


def test_a_place_that_works_in_between_is_not_turned_off(paper, giulia, at):
    failing_delivery(paper, giulia, Unavailable("503"))
    paper.answer = lambda _place, _message: "taken"
    fail_for(at, giulia, days=3)
    paper.answer = raises(Unavailable("503"))
    fail_for(at, giulia, days=6)
    assert Endpoint.objects.get().is_on
    fail_for(at, giulia, days=11)
    assert not Endpoint.objects.get().is_on


def test_a_place_that_is_turned_on_again_starts_afresh_and_gets_no_old_news(paper, giulia, at):
    failing_delivery(paper, giulia, Unavailable("503"))
    fail_for(at, giulia, days=5)
    pass_on()
    paper.answer = lambda _place, _message: "taken"
    endpoints.turn_on(Endpoint.objects.get())
    before = len(paper.sent)
    assert send() == 0
    assert len(paper.sent) == before
    assert Endpoint.objects.get().failing_since is None
    paper.answer = raises(Unavailable("503"))
    fail_for(at, giulia, days=6)
    fail_for(at, giulia, days=11)
    pass_on()
    assert Notice.objects.filter(kind=EndpointOff.code).count() == 1, "of the second time"


def test_the_sites_own_faults_turn_no_place_off(paper, giulia, at):
    failing_delivery(paper, giulia, Unavailable("530", is_ours=True))
    for days in range(1, 9):
        fail_for(at, giulia, days=days)
    assert Endpoint.objects.get().is_on


def gone(user, channel, monkeypatch) -> Endpoint:
    """Let a message over `channel` end at a place that no longer exists; return that."""
    monkeypatch.setitem(CHANNELS, channel, lost := Paper())
    lost.answer = raises(Gone("410 Gone"))
    found = place(user, "https://gone.example.com/", channel=channel)
    news(user)
    pass_on()
    send(channel)
    return found


def test_a_browser_that_is_gone_is_forgotten(giulia, monkeypatch):
    gone(giulia, "push", monkeypatch)
    assert not Endpoint.objects.exists()
    assert not Delivery.objects.exists()
    pass_on()
    assert not Notice.objects.filter(kind=EndpointOff.code).exists()


def test_a_webhook_that_is_gone_is_off_and_its_owner_gets_one_notice(giulia, monkeypatch, at):
    found = gone(giulia, "webhook", monkeypatch)
    Endpoint.objects.update(label="Our room")
    found.refresh_from_db()
    assert (found.off_because, found.is_on) == ("gone", False)
    assert Delivery.objects.get().state == "failed"
    pass_on()
    at(hours=1)
    pass_on()
    assert Notice.objects.filter(user=giulia, kind=EndpointOff.code).count() == 1
    page = Page(client_of(giulia).get("/notices/")).text
    assert "We can’t reach you by Our room" in page


def test_a_webhook_that_is_gone_takes_what_waits_with_it(giulia, monkeypatch):
    found = place(giulia, "https://gone.example.com/", channel="webhook")
    later = Delivery.objects.create(endpoint=found, topic="test", due_at=clock.now() + timedelta(hours=3))
    monkeypatch.setitem(CHANNELS, "webhook", lost := Paper())
    lost.answer = raises(Gone("410"))
    news(giulia)
    pass_on()
    send("webhook")
    later.refresh_from_db()
    assert (later.state, later.due_at) == ("moot", None)


def test_a_place_that_is_removed_while_its_message_is_on_its_way_is_no_error(paper, giulia, bianca):
    place(giulia, "paper:g")
    place(bianca, "paper:b")
    news(giulia)
    news(bianca)
    pass_on()
    paper.answer = lambda to, _message: str(Endpoint.objects.filter(url=to.url, user=giulia).delete())
    assert send() == 2
    assert states() == ["sent"]
    assert Endpoint.objects.get().user == bianca


def test_an_account_that_is_deleted_while_its_message_is_on_its_way_is_no_error(paper, giulia):
    def deletes(_place, _message):
        type(giulia).objects.filter(pk=giulia.pk).delete()
        raise Unavailable("503")

    place(giulia)
    news(giulia)
    pass_on()
    paper.answer = deletes
    assert send() == 0
    assert not Delivery.objects.exists()


class TestReturnedMail:
    @pytest.fixture
    def giulia(self):
        return member("Giulia")

    @pytest.fixture(autouse=True)
    def letters(self, monkeypatch):
        monkeypatch.setitem(CHANNELS, "mail", channel := Paper())
        channel.code = "mail"
        return channel

    def bounce(self, letters, user) -> Endpoint:
        letters.answer = raises(Gone("550 No such user"))
        news(user)
        pass_on()
        send("mail")
        letters.answer = lambda _place, _message: "250 OK"
        return Endpoint.objects.get(user=user)

    def test_no_mail_is_sent_to_an_address_that_refuses_it(self, letters, giulia, at):
        box = self.bounce(letters, giulia)
        assert (box.off_because, box.facts) == ("bounced", {"bounced": "giulia@example.org"})
        before = len(letters.sent)
        at(hours=1)
        news(giulia)
        sweeps.notify_due()
        assert len(letters.sent) == before
        assert Notice.objects.filter(kind=EndpointOff.code).count() == 1
        assert giulia.mail_notices, "its owner still wants mail"

    def test_a_new_address_gets_mail(self, letters, giulia, at):
        self.bounce(letters, giulia)
        type(giulia).objects.filter(pk=giulia.pk).update(email="new@example.org")
        at(hours=1)
        news(giulia)
        sweeps.notify_due()
        assert letters.sent[-1][0] == "new@example.org"
        assert Endpoint.objects.get().is_on

    def test_if_the_new_address_refuses_it_too_there_is_another_notice(self, letters, giulia, at):
        self.bounce(letters, giulia)
        pass_on()
        first = Notice.objects.get(kind=EndpointOff.code)
        type(giulia).objects.filter(pk=giulia.pk).update(email="new@example.org")
        at(hours=1)
        self.bounce(letters, giulia)
        pass_on()
        second = Notice.objects.get(kind=EndpointOff.code)
        assert second.passed_at == clock.now() != first.passed_at

    def test_its_owner_can_turn_it_on_again(self, letters, giulia, at):
        box = self.bounce(letters, giulia)
        client_of(giulia).post(f"/notices/endpoints/{box.pk}/switch/", {"on": "yes"})
        at(hours=1)
        news(giulia)
        sweeps.notify_due()
        assert letters.sent[-1][0] == "giulia@example.org"
