"""The places where people get notices: how they are added, tested, turned off and on, and removed, and by whom."""

from datetime import timedelta

import pytest
from django.test import Client

from games import clock
from leagues.core.rules import Format
from leagues.models import LogEntry
from masques_site.accounts.models import User
from masques_site.accounts.services import create_guest
from masques_site.notices.channels import CHANNELS
from masques_site.notices.channels.base import Place
from masques_site.notices.kinds.accounts import EndpointOff
from masques_site.notices.models import ChannelSwitch, Delivery, DeliveryState, Endpoint, Notice, Timing
from masques_site.notices.services import endpoints, passing_on
from tests.accounts.cast import client_of, member
from tests.accounts.test_moderation import moderator
from tests.leagues.cast import give_role, make_league
from tests.notices.papers import Paper, news, pass_on, place, send
from tests.views.pages import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

HOOK = "https://93.184.216.34/hook"
PUSH = "https://push.example.com/v1/abc"
ATTEMPT = "0123456789abcdef0123456789abcdef"


@pytest.fixture
def hooks(monkeypatch) -> Paper:
    monkeypatch.setitem(CHANNELS, "webhook", paper := Paper())
    return paper


def webhook(user: User, url: str = HOOK, **more: str) -> Endpoint:
    """Add a webhook by its form; return it."""
    answer = client_of(user).post("/notices/webhooks/", {"url": url, "format": "json", "label": "My program", **more})
    assert answer.status_code == 302, answer.content.decode()
    return Endpoint.objects.get(user=user, channel="webhook", url=url)


# Webhooks.


def test_a_webhook_is_added_tested_and_removed(giulia, hooks):
    found = webhook(giulia)
    assert (found.label, found.facts["format"], found.is_on) == ("My program", "json", True)
    assert len(found.facts["secret"]) >= 43
    client = client_of(giulia)
    page = client.get(f"/notices/endpoints/{found.pk}/").content.decode()
    assert found.facts["secret"] in page
    assert HOOK in page
    client.post(f"/notices/endpoints/{found.pk}/test/")
    assert send("webhook") == 1
    ((to, message),) = hooks.sent
    assert (to, message.words.title.startswith("A test from")) == (HOOK, True)
    page = Page(client.get(f"/notices/endpoints/{found.pk}/")).text
    assert "A test: delivered" in page
    assert "taken" in page
    answer = client.post(f"/notices/endpoints/{found.pk}/remove/")
    assert answer.headers["Location"] == "/notices/settings/"
    assert not Endpoint.objects.filter(channel="webhook").exists()
    assert not Delivery.objects.exists()


def test_the_test_of_a_double_click_is_sent_once(giulia, hooks):
    found = webhook(giulia)
    client = client_of(giulia)
    for _click in range(2):
        client.post(f"/notices/endpoints/{found.pk}/test/", {"attempt": ATTEMPT})
    assert send("webhook") == 1
    assert Delivery.objects.count() == 1


def test_tests_are_limited(giulia, hooks):
    found = place(giulia, HOOK, channel="webhook")
    client = client_of(giulia)
    found_statuses = [client.post(f"/notices/endpoints/{found.pk}/test/").status_code for _each in range(31)]
    assert found_statuses == [302] * 30 + [429]
    assert Delivery.objects.count() == 30


def test_a_test_comes_in_quiet_hours_and_silence_too(giulia, hooks):
    found = webhook(giulia)
    Timing.objects.create(user=giulia, snoozed_until=clock.now() + timedelta(days=1))
    client_of(giulia).post(f"/notices/endpoints/{found.pk}/test/")
    assert send("webhook") == 1


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("https://127.0.0.1/", "leads into a private network"),
        ("https://169.254.169.254/latest/", "leads into a private network"),
        ("https://[::1]/", "leads into a private network"),
        ("http://93.184.216.34/", "begins with https://"),
        ("https://93.184.216.34:22/", "port 443"),
        ("https://localhost/", "public internet"),
        ("https://a:b@93.184.216.34/", "without a user name"),
        ("", "This field is required"),
        ("nonsense", "valid URL"),
        ("https://93.184.216.34/" + "x" * 500, "500"),
        ("https://93.184.216.34/\x00", ""),
    ],
)
def test_a_forbidden_address_is_refused_next_to_its_field(giulia, url, said):
    answer = client_of(giulia).post("/notices/webhooks/", {"url": url, "format": "json", "label": ""})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not Endpoint.objects.filter(channel="webhook").exists()
    assert 'name="url"' in answer.content.decode()


@pytest.mark.parametrize("change", [{"format": "xml"}, {"format": ""}, {"label": "x" * 61}])
def test_other_wrong_fields_are_refused(giulia, change):
    form = {"url": HOOK, "format": "json", "label": "", **change}
    assert client_of(giulia).post("/notices/webhooks/", form).status_code == 422
    assert not Endpoint.objects.filter(channel="webhook").exists()


def test_the_same_address_twice_is_one_place(giulia):
    first = webhook(giulia)
    second = webhook(giulia, label="Renamed")
    assert (first.pk, second.label) == (second.pk, "Renamed")


def test_ten_webhooks_are_the_most(giulia):
    for number in range(10):
        place(giulia, f"https://93.184.216.34/{number}", channel="webhook")
    answer = client_of(giulia).post("/notices/webhooks/", {"url": HOOK, "format": "json", "label": ""})
    assert answer.status_code == 422
    assert "remove one first" in answer.content.decode()
    assert webhook(giulia, "https://93.184.216.34/3").is_on, "one of them may be changed"


def test_guests_add_no_webhook():
    guest = create_guest()
    answer = client_of(guest).post("/notices/webhooks/", {"url": HOOK, "format": "json", "label": ""}, follow=True)
    assert "Create an account first" in answer.content.decode()
    assert not Endpoint.objects.exists()


def test_it_is_turned_off_and_on_again(giulia, hooks):
    found = webhook(giulia)
    client = client_of(giulia)
    client.post(f"/notices/endpoints/{found.pk}/switch/", {"on": "no"})
    news(giulia)
    pass_on()
    send("webhook")
    assert hooks.sent == []
    found.refresh_from_db()
    assert found.off_because == "chosen"
    assert not Notice.objects.filter(kind=EndpointOff.code).exists(), "its owner knows"
    client.post(f"/notices/endpoints/{found.pk}/switch/", {"on": "yes"})
    news(giulia)
    pass_on()
    assert send("webhook") == 1


@pytest.mark.parametrize("on", ["", "maybe", "yes" * 99])
def test_a_switch_knows_yes_and_no(giulia, on):
    found = webhook(giulia)
    assert client_of(giulia).post(f"/notices/endpoints/{found.pk}/switch/", {"on": on}).status_code == 404


# The mailbox.


def test_the_mailbox_and_the_links_in_mails_have_one_switch(giulia):
    client = client_of(giulia)
    client.get("/notices/settings/")
    box = Endpoint.objects.get(user=giulia, channel="mail")
    client.post(f"/notices/endpoints/{box.pk}/switch/", {"on": "no"})
    giulia.refresh_from_db()
    assert not giulia.mail_notices
    assert "turned off" in Page(client.get(f"/notices/endpoints/{box.pk}/")).text
    client.post(f"/notices/endpoints/{box.pk}/switch/", {"on": "yes"})
    giulia.refresh_from_db()
    assert giulia.mail_notices


def test_a_mailbox_is_not_removed(giulia):
    client = client_of(giulia)
    client.get("/notices/settings/")
    box = Endpoint.objects.get(user=giulia, channel="mail")
    assert client.post(f"/notices/endpoints/{box.pk}/remove/").status_code == 404
    assert Endpoint.objects.filter(pk=box.pk).exists()


# The log.


def test_the_log_has_the_last_twenty_with_what_was_said(giulia):
    found = webhook(giulia)
    for number in range(25):
        Delivery.objects.create(
            endpoint=found,
            topic="turn",
            state=DeliveryState.SENT,
            due_at=None,
            attempts=1,
            sent_at=clock.now(),
            said=f"answer-{number:02}",
        )
    Delivery.objects.create(endpoint=found, topic="turn", said="not sent yet")
    page = client_of(giulia).get(f"/notices/endpoints/{found.pk}/").content.decode()
    assert [number for number in range(25) if f"answer-{number:02}" in page] == list(range(5, 25))
    assert page.index("answer-24") < page.index("answer-05")
    assert "not sent yet" not in page


def test_failures_are_in_the_log(giulia):
    found = webhook(giulia)
    for _success in range(20):
        Delivery.objects.create(
            endpoint=found, topic="turn", state=DeliveryState.SENT, due_at=None, attempts=1, sent_at=clock.now()
        )
    Delivery.objects.create(
        endpoint=found, topic="turn", state=DeliveryState.FAILED, due_at=None, attempts=6, said="503 <b>Busy</b>"
    )
    page = client_of(giulia).get(f"/notices/endpoints/{found.pk}/").content.decode()
    assert "503 &lt;b&gt;Busy&lt;/b&gt;" in page
    assert "given up" in page


# Strangers.


PATHS = [("get", ""), ("post", "test/"), ("post", "switch/"), ("post", "remove/")]


@pytest.mark.parametrize(("method", "path"), PATHS)
def test_strangers_staff_and_guests_find_no_place_of_others(giulia, bianca, method, path):
    found = webhook(giulia)
    for user in (bianca, member("Tullia", is_staff=True), create_guest()):
        answer = getattr(client_of(user), method)(f"/notices/endpoints/{found.pk}/{path}", {"on": "no"})
        assert answer.status_code in (404, 302)
        assert answer.status_code == 404 or "/2fa/" in answer.headers["Location"]
        assert found.facts["secret"] not in answer.content.decode()
    found.refresh_from_db()
    assert found.is_on
    assert not Delivery.objects.exists()


@pytest.mark.parametrize(("method", "path"), PATHS)
def test_visitors_are_led_to_the_log_in(giulia, method, path):
    found = webhook(giulia)
    answer = getattr(Client(), method)(f"/notices/endpoints/{found.pk}/{path}", {"on": "no"})
    assert answer.status_code == 302
    assert answer.headers["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize("pk", [0, 999_999, 2**62, 2**70])
def test_places_that_do_not_exist_are_not_found(giulia, pk):
    assert client_of(giulia).get(f"/notices/endpoints/{pk}/").status_code == 404


def test_secrets_are_on_no_page_but_that_of_the_place(giulia, bianca):
    found = webhook(giulia)
    place(giulia, PUSH, channel="push", p256dh="thepublickey", auth="theauthsecret")
    for user in (giulia, bianca):
        client = client_of(user)
        for path in ("/notices/", "/notices/settings/", "/account/settings/", "/account/export/", "/people/Giulia/"):
            text = client.get(path).content.decode()
            assert found.facts["secret"] not in text, path
            assert "theauthsecret" not in text, path
            assert "thepublickey" not in text, path


# Leagues.


@pytest.fixture
def league():
    return make_league(Format.PODS, 3, owner=member("Olga"))


def path_of(league) -> str:
    return f"/notices/leagues/{league.slug}/"


def test_organisers_add_webhooks_of_a_league_and_nobody_else(league, giulia, bianca, hooks):
    give_role(league, "Giulia", "organiser")
    give_role(league, "Bianca", "moderator")
    form = {"url": HOOK, "format": "discord", "label": "Our room"}
    for user in (bianca, member("Carla"), create_guest()):
        assert client_of(user).get(path_of(league)).status_code == 404
        assert client_of(user).post(path_of(league), form).status_code == 404
    assert Client().get(path_of(league)).status_code == 302
    assert not Endpoint.objects.exists()
    assert client_of(giulia).get(path_of(league)).status_code == 200
    assert client_of(giulia).post(path_of(league), form).status_code == 302
    found = Endpoint.objects.get()
    assert (found.league, found.user, found.facts["format"]) == (league, None, "discord")
    for user, status in ((giulia, 200), (league.roles.get(kind="owner").user, 200), (bianca, 404)):
        assert client_of(user).get(f"/notices/endpoints/{found.pk}/").status_code == status
    client_of(giulia).post(f"/notices/endpoints/{found.pk}/test/")
    assert send("webhook") == 1
    answer = client_of(giulia).post(f"/notices/endpoints/{found.pk}/remove/")
    assert answer.headers["Location"] == path_of(league)


def test_a_wrong_address_of_a_league_is_refused(league):
    owner = league.roles.get(kind="owner").user
    answer = client_of(owner).post(path_of(league), {"url": "https://10.0.0.1/", "format": "json", "label": ""})
    assert answer.status_code == 422
    assert "leads into a private network" in answer.content.decode()


def test_a_league_that_does_not_exist_is_not_found(giulia):
    assert client_of(giulia).get("/notices/leagues/nowhere/").status_code == 404


def test_a_webhook_of_a_league_announces_new_public_lines_once(league, hooks):
    LogEntry.objects.create(league=league, verb="announced", is_public=True, reason="before")
    endpoints.add("webhook", Place(HOOK, {"format": "json", "secret": "x"}), "", league=league)
    passing_on.pass_on_lines()
    assert send("webhook") == 0, "what the log says already is no news"
    LogEntry.objects.create(league=league, verb="announced", is_public=True, reason="hello")
    LogEntry.objects.create(league=league, verb="announced", is_public=False, reason="for us")
    for _sweep in range(2):
        passing_on.pass_on_lines()
    assert send("webhook") == 1
    ((_to, message),) = hooks.sent
    assert league.name in message.words.title
    assert message.items == ()


# Returned mails.


def test_the_hook_of_returned_mails_turns_mail_off_and_tells_nothing(giulia, settings):
    settings.BOUNCE_SECRET = "a-long-secret"
    client_of(giulia).get("/notices/settings/")
    program = Client(enforce_csrf_checks=True)
    for email in ("GIULIA@example.org", "nobody@example.org", "giulia@example.org"):
        answer = program.post("/notices/bounces/a-long-secret/", {"email": email})
        assert (answer.status_code, answer.content) == (204, b"")
    box = Endpoint.objects.get(user=giulia)
    assert (box.off_because, box.facts) == ("bounced", {"bounced": "giulia@example.org"})
    pass_on()
    assert Notice.objects.filter(user=giulia, kind=EndpointOff.code).count() == 1


@pytest.mark.parametrize("email", ["", "\x00", "a\x00@example.org"])
def test_a_returned_mail_needs_an_address(giulia, settings, email):
    settings.BOUNCE_SECRET = "a-long-secret"
    assert Client().post("/notices/bounces/a-long-secret/", {"email": email}).status_code == 400
    assert Client().post("/notices/bounces/a-long-secret/").status_code == 400


@pytest.mark.parametrize(
    ("configured", "sent"), [("", "x"), ("a-long-secret", "a-long-secreT"), ("a-long-secret", "a")]
)
def test_without_the_secret_there_is_no_hook(giulia, settings, configured, sent):
    settings.BOUNCE_SECRET = configured
    client_of(giulia).get("/notices/settings/")
    assert Client().post(f"/notices/bounces/{sent}/", {"email": giulia.email}).status_code == 404
    assert Endpoint.objects.get(user=giulia).is_on


def test_nobody_reads_the_hook(settings):
    settings.BOUNCE_SECRET = "a-long-secret"
    assert Client().get("/notices/bounces/a-long-secret/").status_code == 405


def test_a_secret_in_other_letters_is_no_error(settings):
    settings.BOUNCE_SECRET = "a-long-secret"
    assert Client().post("/notices/bounces/sécret/", {"email": "a@example.org"}).status_code == 404


# The desk.


def test_only_staff_find_the_desk(giulia):
    for client in (Client(), client_of(giulia), client_of(create_guest())):
        assert client.get("/notices/desk/").status_code == 404
        assert client.post("/notices/desk/mail/", {"on": "no"}).status_code == 404
    assert not ChannelSwitch.objects.exists()


def test_staff_turn_a_channel_off_and_on(giulia):
    client = client_of(moderator())
    assert client.get("/notices/desk/").status_code == 200
    client.post("/notices/desk/push/", {"on": "no"})
    client.post("/notices/desk/push/", {"on": "no"})
    assert list(ChannelSwitch.objects.values_list("pk", flat=True)) == ["push"]
    assert "Turn on again" in client.get("/notices/desk/").content.decode()
    client.post("/notices/desk/push/", {"on": "yes"})
    assert not ChannelSwitch.objects.exists()
    for path, form in (("pigeon", {"on": "no"}), ("push", {}), ("push", {"on": "x"})):
        assert client.post(f"/notices/desk/{path}/", form).status_code == 404


def test_a_bounce_before_the_first_mail_counts_too(settings):
    settings.BOUNCE_SECRET = "a-long-secret"
    user = member("Bianca")
    assert Client().post("/notices/bounces/a-long-secret/", {"email": user.email}).status_code == 204
    assert Endpoint.objects.get(user=user, channel="mail").off_because == "bounced"


def test_a_place_that_is_off_gets_no_test(giulia):
    found = Endpoint.objects.create(
        user=giulia, channel="webhook", url="https://hooks.example.com/2", off_at=clock.now()
    )
    answer = client_of(giulia).post(f"/notices/endpoints/{found.pk}/test/", follow=True)
    assert "Turn it on first." in answer.content.decode()
    assert not Delivery.objects.filter(endpoint=found).exists()
