"""Sending: each message once, again after a while if it failed, and no place in the way of another."""

import threading

import pytest
from django.db import connection

from games import clock
from masques_site.notices.channels import CHANNELS
from masques_site.notices.channels.base import Unavailable
from masques_site.notices.models import ChannelSwitch, Delivery, Endpoint
from masques_site.notices.services import delivering, leasing
from masques_site.notices.tasks import deliver_due
from tests.accounts.cast import client_of, member
from tests.notices import sweeps
from tests.notices.papers import Paper, news, pass_on, place, raises, send, states
from tests.waiting import PATIENCE

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("stopped_clock")]


@pytest.fixture
def mail_notices():
    return False


# A channel is one class.


def test_a_new_channel_is_one_class(paper, giulia):
    place(giulia)
    news(giulia)
    pass_on()
    assert send() == 1
    ((to, message),) = paper.sent
    assert (to, message.words.title) == ("paper:1", "Your report has been answered")
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.said, delivery.attempts, delivery.due_at) == ("sent", "taken", 1, None)
    assert delivery.sent_at == clock.now()
    client = client_of(giulia)
    assert "Paper" in client.get("/notices/settings/").content.decode()
    assert "taken" in client.get(f"/notices/endpoints/{delivery.endpoint_id}/").content.decode()


def test_what_is_sent_is_not_sent_again(paper, giulia):
    place(giulia)
    news(giulia)
    for _sweep in range(3):
        pass_on()
        send()
    assert len(paper.sent) == 1


def test_several_of_one_kind_are_one_message_with_an_item_each(paper, giulia):
    place(giulia)
    news(giulia, 3)
    pass_on()
    assert send() == 1
    ((_to, message),) = paper.sent
    assert message.words.title == "3 pieces of news for you"
    assert [item.title for item in message.items] == ["Your report has been answered"] * 3
    assert states() == ["sent"] * 3


def test_more_than_fifty_are_two_messages(paper, giulia):
    place(giulia)
    news(giulia, 60)
    pass_on()
    assert send() == 2
    assert [len(message.items) for _to, message in paper.sent] == [50, 10]
    assert states() == ["sent"] * 60


def test_readers_of_different_languages_get_their_own_words(paper, giulia, bianca):
    type(giulia).objects.filter(pk=bianca.pk).update(language="it")
    place(giulia, "paper:g")
    place(bianca, "paper:b")
    news(giulia)
    news(bianca)
    pass_on()
    send()
    languages = {to: message.language for to, message in paper.sent}
    assert languages == {"paper:g": "en", "paper:b": "it"}
    assert paper.titles("paper:b") != paper.titles("paper:g")


# Leases.


def test_what_one_worker_has_leased_no_other_sends(paper, giulia, bianca):
    for user in (giulia, bianca):
        place(user, f"paper:{user.username}")
        news(user)
    pass_on()
    first = leasing.lease("paper", clock.now(), failing=False)
    assert len(first) == 2
    assert leasing.lease("paper", clock.now(), failing=False) is None
    assert send() == 0
    assert states() == ["sending", "sending"]


@pytest.mark.database
@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_lease_different_messages(paper):
    for number in range(6):
        user = member(f"Nr{number}", mail_notices=False)
        place(user, f"paper:{number}")
        news(user)
    pass_on()
    found, together = [], threading.Barrier(2, timeout=PATIENCE)

    def work():
        try:
            together.wait()
            while (parcels := leasing.lease("paper", clock.now(), failing=False)) is not None:
                found.extend(parcel.endpoint.url for parcel in parcels)
        finally:
            connection.close()

    workers = [threading.Thread(target=work) for _each in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join(PATIENCE)
    assert sorted(found) == [f"paper:{number}" for number in range(6)]


def test_a_process_does_the_same_once_at_a_time(paper, giulia):
    place(giulia)
    news(giulia)
    pass_on()
    inside = []
    paper.answer = lambda _place, _message: inside.append(delivering.deliver("paper")) or "taken"
    assert send() == 1
    assert inside == [0]
    news(giulia)
    pass_on()
    assert send() == 1, "it may run again"


def kill_a_worker(user) -> str:
    """Let a worker die that has leased the user's message; return its key."""
    place(user)
    news(user)
    pass_on()
    (parcel,) = leasing.lease("paper", clock.now(), failing=False)
    return parcel.key


def test_after_a_killed_worker_a_safe_message_is_sent_again_with_the_same_key(paper, giulia, at):
    key = kill_a_worker(giulia)
    at(minutes=4, seconds=59)
    assert send() == 0, "it may still be at it"
    at(minutes=5)
    assert send() == 1
    assert paper.keys == [key]
    assert states() == ["sent"]


def test_after_a_killed_worker_an_unsafe_message_is_not_sent_again(paper, giulia, at):
    paper.is_safe = False
    kill_a_worker(giulia)
    at(minutes=5)
    assert send() == 0
    assert paper.sent == []
    assert states() == ["unknown"]
    at(days=1)
    assert send() == 0


def test_an_unsafe_message_that_failed_is_sent_again(paper, giulia, at):
    """Its outcome is known."""
    paper.is_safe = False
    paper.answer = raises(Unavailable("503"))
    place(giulia)
    news(giulia)
    pass_on()
    send()
    paper.answer = lambda _place, _message: "taken"
    at(minutes=2)
    assert send() == 1


# No place in the way of another.


def test_a_slow_receiver_does_not_delay_the_others(monkeypatch, giulia, bianca):
    monkeypatch.setitem(CHANNELS, "paper", paper := Paper(parallel=2))
    others = [member(f"Nr{number}", mail_notices=False) for number in range(5)]
    place(giulia, "paper:slow")
    for number, user in enumerate(others):
        place(user, f"paper:{number}")
    for user in (giulia, *others):
        news(user)
    pass_on()
    arrived, done = [], threading.Event()

    def answer(to, _message):
        if to.url == "paper:slow":
            assert done.wait(PATIENCE), "the others do not wait for it"
            return "slow"
        arrived.append(to.url)
        if len(arrived) == len(others):
            done.set()
        return "taken"

    paper.answer = answer
    assert send() == 6
    assert sorted(arrived) == [f"paper:{number}" for number in range(5)]


def test_places_that_failed_last_have_runs_of_their_own(paper, giulia, bianca):
    failing = place(giulia, "paper:failing")
    Endpoint.objects.filter(pk=failing.pk).update(failing_since=clock.now())
    place(bianca, "paper:fine")
    news(giulia)
    news(bianca)
    pass_on()
    assert leasing.due_now(clock.now()) == {("paper", True), ("paper", False)}
    assert delivering.deliver("paper", failing=False) == 1
    assert [to for to, _message in paper.sent] == ["paper:fine"]
    assert delivering.deliver("paper", failing=True) == 1
    assert leasing.due_now(clock.now()) == set()


def test_workers_are_woken_only_for_what_is_due(paper, giulia, monkeypatch):
    woken = []
    monkeypatch.setattr("masques_site.notices.tasks.deliver.apply_async", lambda args, **_more: woken.append(args))
    deliver_due()
    assert woken == []
    place(giulia)
    news(giulia)
    pass_on()
    deliver_due()
    assert woken == [("paper", False)]


def test_a_place_gets_forty_messages_an_hour_and_the_rest_together_later(paper, giulia, bianca, at):
    box = place(giulia, "paper:g")
    place(bianca, "paper:b")
    for number in range(40):
        Delivery.objects.create(
            endpoint=box, state="sent", due_at=None, sent_at=clock.now(), message=f"m{number}", attempts=1
        )
    for user in (giulia, bianca):
        news(user)
    pass_on()
    assert send() == 1
    assert paper.titles("paper:g") == []
    news(giulia)
    at(minutes=1)
    pass_on()
    assert send() == 0
    at(minutes=15, seconds=59)
    assert send() == 0
    at(hours=1, minutes=1)
    assert send() == 1
    ((_to, message),) = [each for each in paper.sent if each[0] == "paper:g"]
    assert len(message.items) == 2


def test_thirty_nine_messages_are_within_the_bound(paper, giulia):
    box = place(giulia)
    for number in range(39):
        Delivery.objects.create(
            endpoint=box, state="sent", due_at=None, sent_at=clock.now(), message=f"m{number}", attempts=1
        )
    news(giulia)
    pass_on()
    assert send() == 1


def test_a_message_that_costs_a_seat_goes_beyond_the_bound(paper, giulia):
    box = place(giulia)
    for number in range(40):
        Delivery.objects.create(
            endpoint=box, state="sent", due_at=None, sent_at=clock.now(), message=f"m{number}", attempts=1
        )
    news(giulia)
    pass_on()
    Delivery.objects.filter(state="waiting").update(topic="tenth")
    assert send() == 1


def test_a_channel_sends_no_more_messages_an_hour_than_the_operators_allow(paper, settings, at):
    settings.NOTICES_PER_HOUR = 3
    for number in range(5):
        user = member(f"Nr{number}", mail_notices=False)
        place(user, f"paper:{number}")
        news(user)
    pass_on()
    assert send() == 3
    assert send() == 0
    assert states() == ["sent"] * 3 + ["waiting"] * 2
    at(hours=1, seconds=1)
    assert send() == 2


def test_the_limit_of_an_hour_is_each_channels_own(paper, settings, giulia, monkeypatch):
    settings.NOTICES_PER_HOUR = 1
    monkeypatch.setitem(CHANNELS, "pigeon", pigeon := Paper())
    place(giulia)
    place(giulia, channel="pigeon")
    news(giulia)
    pass_on()
    assert send("paper", "pigeon") == 2
    assert len(paper.sent) == len(pigeon.sent) == 1


def test_a_channel_that_the_operators_turned_off_waits_and_loses_nothing(paper, giulia, monkeypatch):
    monkeypatch.setitem(CHANNELS, "pigeon", pigeon := Paper())
    place(giulia)
    place(giulia, channel="pigeon")
    ChannelSwitch.objects.create(channel="paper")
    news(giulia)
    pass_on()
    assert send("paper", "pigeon") == 1
    assert (len(paper.sent), len(pigeon.sent)) == (0, 1)
    ChannelSwitch.objects.all().delete()
    assert send() == 1


# How much work it is.


def test_passing_on_takes_the_same_few_statements_for_fifty_notices(paper, django_assert_max_num_queries):
    for number in range(50):
        user = member(f"Nr{number}", mail_notices=False)
        place(user, f"paper:{number}")
        news(user)
    sweeps.find_missing()
    with django_assert_max_num_queries(14):
        assert sweeps.pass_on_due() == 50


def test_sending_takes_the_same_few_statements_for_fifty_messages(paper, django_assert_max_num_queries):
    for number in range(50):
        user = member(f"Nr{number}", mail_notices=False)
        place(user, f"paper:{number}")
        news(user)
    pass_on()
    with django_assert_max_num_queries(16):
        assert delivering.deliver("paper") == 50
