"""The pages about one's own notices, and the secret addresses: the feed, and the end of mails."""

from datetime import timedelta

import feedparser
import pytest
from django.test import Client

from games import clock
from masques_site.accounts.addresses import feed_token, unsubscribe_token
from masques_site.accounts.models import Report, User
from masques_site.accounts.services import create_guest
from masques_site.notices.kinds.accounts import ReportAnswered
from masques_site.notices.models import Endpoint, Notice, State, Timing, TopicChoice
from masques_site.notices.topics import TOPICS
from tests.accounts.cast import client_of, member
from tests.cast import due, move, running_match
from tests.notices import sweeps
from tests.notices.papers import news, pass_on
from tests.views.pages import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]


def page(user: User, path: str = "/notices/") -> str:
    answer = client_of(user).get(path)
    assert answer.status_code == 200
    return Page(answer).text


# The list.


def test_the_list_shows_what_one_was_told_the_newest_first(giulia, at):
    at()
    news(giulia)
    pass_on()
    at(minutes=5)
    bianca = member("Bianca")
    match = running_match("lantern", [giulia, bianca])
    while due(match)[0].user != giulia:
        move(match, due(match)[0])
    pass_on()
    text = page(giulia)
    assert text.count("Your report has been answered") == 1
    assert text.index("Lantern with Bianca") < text.index("Your report has been answered")
    assert "Your report has been answered" not in page(bianca)


def test_what_came_since_the_last_visit_is_new(giulia, at):
    at()
    news(giulia)
    pass_on()
    assert page(giulia).count("Your report has been answered new") == 1
    assert Timing.objects.get(user=giulia).read_at == clock.now()
    assert page(giulia).count("Your report has been answered new") == 0
    at(minutes=1)
    news(giulia)
    pass_on()
    assert page(giulia).count("Your report has been answered new") == 1


def test_the_list_shows_what_no_channel_passed_on(giulia):
    for channel in ("mail", "push", "webhook"):
        TopicChoice.objects.create(user=giulia, topic="account", channel=channel, when="off")
    news(giulia)
    sweeps.notify_due()
    assert "Your report has been answered" in page(giulia)


def test_the_list_leaves_out_what_is_old_moot_muted_or_not_yet_passed_on(giulia, at):
    at()
    news(giulia, 5)
    pass_on()
    keys = list(Notice.objects.order_by("pk").values_list("pk", flat=True))
    Notice.objects.filter(pk=keys[0]).update(passed_at=clock.now() - timedelta(days=31))
    Notice.objects.filter(pk=keys[1]).update(state=State.MOOT)
    Notice.objects.filter(pk=keys[2]).update(state=State.UNWANTED)
    Notice.objects.filter(pk=keys[3]).update(state=State.WAITING, passed_at=None)
    assert page(giulia).count("Your report has been answered") == 1


def test_the_list_has_fifty(giulia):
    news(giulia, 55)
    pass_on()
    assert page(giulia).count("Your report has been answered") == 50


def test_an_empty_list_says_so(giulia):
    assert "Nothing new in the last weeks." in page(giulia)


def test_a_notice_that_cannot_be_read_is_left_out(giulia, monkeypatch):
    first, _second = news(giulia, 2)
    pass_on()
    words = ReportAnswered.words
    monkeypatch.setattr(
        ReportAnswered, "words", lambda kind, notice: {}["x"] if notice.report == first else words(kind, notice)
    )
    assert page(giulia).count("Your report has been answered") == 1


@pytest.mark.parametrize("path", ["/notices/", "/notices/settings/"])
def test_guests_have_pages_and_visitors_are_led_to_the_log_in(path):
    assert client_of(create_guest()).get(path).status_code == 200
    answer = Client().get(path)
    assert answer.headers["Location"] == f"/accounts/login/?next={path}"


def test_pages_of_notices_are_not_stored(giulia):
    for path in ("/notices/", "/notices/settings/"):
        assert "no-store" in client_of(giulia).get(path).headers["Cache-Control"]


# The settings.


def form(**changes: str) -> dict[str, str]:
    """The form of a user who has a mailbox alone, with the defaults."""
    values = {f"{topic}-mail": "off" if topic in ("half", "rating", "away") else "once" for topic in TOPICS}
    values |= {f"{topic}-site": "once" for topic in TOPICS}
    return values | {"quiet_from": "", "quiet_until": "", "digest": "daily", "digest_hour": "18"} | changes


def save(user: User, **changes: str):
    return client_of(user).post("/notices/settings/", form(**changes))


def test_only_choices_that_differ_are_stored(giulia):
    assert save(giulia).status_code == 302
    assert not TopicChoice.objects.exists()
    save(giulia, **{"turn-mail": "digest", "half-mail": "once"})
    stored = set(TopicChoice.objects.values_list("user", "topic", "channel", "when"))
    assert stored == {(giulia.pk, "turn", "mail", "digest"), (giulia.pk, "half", "mail", "once")}
    save(giulia)
    assert set(TopicChoice.objects.values_list("topic", "when")) == {("turn", "once"), ("half", "off")}


def test_a_channel_added_after_the_page_was_opened_keeps_its_choices(giulia):
    sent = form(**{"turn-mail": "off"})
    Endpoint.objects.create(user=giulia, channel="push", url="https://push.example/1")
    TopicChoice.objects.create(user=giulia, topic="turn", channel="push", when="digest")
    assert client_of(giulia).post("/notices/settings/", sent).status_code == 302
    stored = set(TopicChoice.objects.values_list("topic", "channel", "when"))
    assert stored == {("turn", "mail", "off"), ("turn", "push", "digest")}


def test_the_page_shows_what_was_chosen(giulia):
    save(giulia, **{"turn-mail": "digest", "quiet_from": "22", "quiet_until": "7", "digest_hour": "9"})
    fields = Page(client_of(giulia).get("/notices/settings/")).source
    assert '<option value="digest" selected>' in fields
    timing = Timing.objects.get(user=giulia)
    assert (timing.quiet_from, timing.quiet_until, timing.digest, timing.digest_hour) == (22, 7, "daily", 9)
    for hour in (22, 7, 9):
        assert f'<option value="{hour}" selected>' in fields


def test_times_keep_the_silence_and_the_last_visit(giulia):
    client = client_of(giulia)
    client.get("/notices/")
    client.post("/notices/snooze/", {"snooze": "week"})
    save(giulia, quiet_from="22", quiet_until="7")
    timing = Timing.objects.get(user=giulia)
    assert timing.read_at is not None
    assert timing.snoozed_until is not None


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"quiet_from": "22"}, "Choose both hours, or neither."),
        ({"quiet_until": "7"}, "Choose both hours, or neither."),
        ({"quiet_from": "7", "quiet_until": "7"}, "Choose another hour than the first."),
        ({"quiet_from": "24", "quiet_until": "7"}, "24"),
        ({"quiet_from": "-1", "quiet_until": "7"}, "-1"),
        ({"digest": "weekly"}, "weekly"),
        ({"digest_hour": ""}, "This field is required"),
        ({"digest_hour": "noon"}, "noon"),
        ({"turn-mail": "never"}, "never"),
    ],
)
def test_wrong_choices_are_refused_and_nothing_is_stored(giulia, changes, said):
    answer = save(giulia, **{"over-mail": "off", **changes})
    assert answer.status_code == 422
    assert said in answer.content.decode()
    assert not TopicChoice.objects.exists()
    assert not Timing.objects.exists()


def test_an_empty_form_is_refused(giulia):
    assert client_of(giulia).post("/notices/settings/").status_code == 422


def test_choices_about_channels_that_one_does_not_have_are_ignored(giulia):
    assert save(giulia, **{"turn-push": "off", "turn-pigeon": "off"}).status_code == 302
    assert not TopicChoice.objects.exists()


@pytest.mark.parametrize(
    ("length", "until"),
    [
        ("hour", "2031-03-05T13:00"),
        ("morning", "2031-03-06T07:00"),  # eight o’clock in Rome
        ("days", "2031-03-08T12:00"),
        ("week", "2031-03-12T12:00"),
    ],
)
def test_a_silence_lasts_as_long_as_its_name_says(giulia, time_machine, length, until):
    time_machine.move_to("2031-03-05T12:00:00Z", tick=False)
    User.objects.filter(pk=giulia.pk).update(timezone="Europe/Rome")
    client = client_of(giulia)
    assert client.post("/notices/snooze/", {"snooze": length}).status_code == 302
    assert Timing.objects.get(user=giulia).snoozed_until.strftime("%Y-%m-%dT%H:%M") == until
    assert "All notices wait until" in Page(client.get("/notices/settings/")).text
    client.post("/notices/snooze/", {"snooze": "off"})
    assert Timing.objects.get(user=giulia).snoozed_until is None
    assert "All notices wait until" not in Page(client.get("/notices/settings/")).text


@pytest.mark.parametrize("length", ["", "year", "x" * 999])
def test_silences_of_other_lengths_are_refused(giulia, length):
    assert client_of(giulia).post("/notices/snooze/", {"snooze": length}).status_code == 422
    assert not Timing.objects.exists()


def test_ones_places_are_listed_with_their_state(giulia):
    Endpoint.objects.create(user=giulia, channel="webhook", url="https://a.example.com/", label="My room")
    Endpoint.objects.create(
        user=giulia, channel="webhook", url="https://b.example.com/", off_at=clock.now(), off_because="gone"
    )
    Endpoint.objects.create(
        user=giulia, channel="push", url="https://c.example.com/", label="A phone", failing_since=clock.now()
    )
    Endpoint.objects.create(user=member("Bianca"), channel="webhook", url="https://d.example.com/", label="Her room")
    text = page(giulia, "/notices/settings/")
    assert "giulia@example.org on" in text
    assert "My room on" in text
    assert "turned off because the other side no longer exists" in text
    assert "A phone on, but nothing arrives" in text
    assert "Her room" not in text


# The feed.


def feed(user: User) -> feedparser.FeedParserDict:
    user.refresh_from_db()
    answer = Client().get(f"/notices/feed/{feed_token(user)}/")
    assert answer.status_code == 200
    assert answer.headers["Content-Type"] == "application/atom+xml; charset=utf-8"
    assert answer.headers["Cache-Control"] == "private, no-store"
    found = feedparser.parse(answer.content)
    assert not found.bozo, found.get("bozo_exception")
    return found


def test_the_feed_is_valid_and_has_the_notices(giulia, time_machine):
    time_machine.move_to("2031-03-05T12:00:00Z", tick=False)
    news(giulia, 2)
    pass_on()
    found = feed(giulia)
    assert found.version == "atom10"
    assert found.feed.title == "My notices on Masques"
    assert found.feed.id == f"urn:masques:notices:{giulia.pk}"
    assert found.feed.link == "https://masques.example/notices/"
    assert len(found.entries) == 2
    assert len({entry.id for entry in found.entries}) == 2
    for entry in found.entries:
        assert entry.title == "Your report has been answered"
        assert entry.link == "https://masques.example/account/settings/#reports"
        assert entry.updated == "2031-03-05T12:00:00+00:00"
        assert "The moderators have looked into your report about" in entry.summary


def test_an_empty_feed_is_valid(giulia):
    assert feed(giulia).entries == []


def test_the_feed_is_in_the_readers_language_whatever_the_program_asks_for(giulia):
    User.objects.filter(pk=giulia.pk).update(language="it")
    news(giulia)
    pass_on()
    found = feed(giulia)
    assert found.feed.language == "it"
    assert found.entries[0].title != "Your report has been answered"


def test_signs_of_html_in_a_feed_are_text(giulia):
    news(giulia)
    Report.objects.update(reported_name="<b>&\x0bamp;]]>")
    pass_on()
    (entry,) = feed(giulia).entries
    assert entry.summary_detail.type == "text/html"
    assert "&lt;b&gt;&amp; amp;]]&gt;" in entry.summary_detail.value


def test_the_feed_has_nothing_of_others(giulia):
    news(member("Bianca"))
    pass_on()
    assert feed(giulia).entries == []


def test_reading_the_feed_is_no_visit(giulia, at):
    at()
    news(giulia)
    pass_on()
    feed(giulia)
    assert not Timing.objects.exists()
    assert Client().post(f"/notices/feed/{feed_token(giulia)}/").status_code == 405


def test_the_settings_show_the_address_of_ones_feed(giulia):
    giulia.refresh_from_db()
    source = client_of(giulia).get("/notices/settings/").content.decode()
    assert f"/notices/feed/{feed_token(giulia)}/" in source


# The end of mails.


def test_the_link_of_a_mail_turns_off_mail_alone(giulia):
    Endpoint.objects.create(user=giulia, channel="push", url="https://c.example.com/")
    path = f"/notices/unsubscribe/{unsubscribe_token(giulia)}/"
    assert Client().get(path).status_code == 200
    giulia.refresh_from_db()
    assert giulia.mail_notices, "looking changes nothing: programs look, too"
    assert Client(enforce_csrf_checks=True).post(path).status_code == 200
    giulia.refresh_from_db()
    assert not giulia.mail_notices
    assert Endpoint.objects.get(channel="push").is_on
