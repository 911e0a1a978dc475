"""Names from right to left keep their sentence in order, and programs get them without marks."""

import pytest
from django.test import Client

from games.core.records.record import split_tags
from games.models import Access
from games.plumbing.bidi import bare, isolated
from games.services.waiting import tables
from masques_site.accounts import moderation
from masques_site.accounts.models import User
from masques_site.notices.channels.mail import written
from masques_site.notices.kinds.matches import Invited, MatchFinished
from masques_site.notices.messages import message_of, place_of
from masques_site.notices.models import Delivery, Endpoint, Notice
from tests.accounts.cast import client_of, member
from tests.cast import play_to_end, running_match
from tests.views.pages import Page

DANA, SHOWN = "דנה", "\u2068דנה\u2069"


def test_only_names_from_right_to_left_are_isolated_and_only_once():
    assert [isolated(name) for name in ("Dana", "Élodie", "Жанна", "田中さん")] == [
        "Dana",
        "Élodie",
        "Жанна",
        "田中さん",
    ]
    assert isolated(DANA) == isolated(isolated(DANA)) == SHOWN
    assert isolated("شهرزاد") == "\u2068شهرزاد\u2069"
    assert bare(SHOWN) == DANA


@pytest.fixture
def people(db, lantern):
    return member(DANA, email="dana@example.org"), member("Giulia")


def naked(text):
    """Where the name stands without its marks."""
    return [place for place in range(len(text)) if text.startswith(DANA, place) and text[place - 1] != SHOWN[0]]


def words_of(page):
    """The text of a page, without addresses and fields of forms."""
    return Page(page).text


def test_every_page_that_names_her_isolates_the_name(people):
    dana, giulia = people
    match = running_match("lantern", [dana, giulia])
    ended = play_to_end(running_match("lantern", [giulia, dana]))
    table = tables.open_table(host=giulia, title="lantern", seats=3, pace="standard", access=Access.OPEN)
    tables.invite(host=giulia, match_id=table.pk, user=dana)
    browsers = [Client(), client_of(giulia), client_of(dana)]
    places = [f"/matches/{one.pk}/{part}" for one in (match, ended) for part in ("", "screen/", "history/", "proof/")]
    places += [f"/matches/{table.pk}/", "/", "/watch/", "/archive/", "/ratings/", f"/people/{DANA}/"]
    places += [f"/people/{DANA}/against/Giulia/", f"/people/{DANA}/report/", "/account/friends/", "/people/?q=דנה"]
    named = 0
    for browser in browsers:
        for place in places:
            page = browser.get(place)
            if page.status_code == 200:
                text = words_of(page)
                assert naked(text) == [], place
                named += SHOWN in text
    assert named > 15


def test_sentences_that_are_sent_isolate_the_name(people):
    browser = client_of(people[1])
    for act in ("befriend", "unfriend", "block", "unblock"):
        told = words_of(browser.post(f"/people/{DANA}/{act}/", follow=True))
        assert SHOWN in told
        assert naked(told) == []


@pytest.mark.django_db(transaction=True)
def test_mails_isolate_the_name(lantern, settings):
    settings.SITE_URL = "https://masques.example"
    dana, giulia = member(DANA, email="dana@example.org"), member("Giulia")
    table = tables.open_table(host=dana, title="lantern", seats=2, pace="standard", access=Access.INVITED)
    tables.invite(host=dana, match_id=table.pk, user=giulia)
    mail = mail_about(Notice.objects.create(user=giulia, match=table, kind=Invited.code, topic=Invited.topic))
    for text in (mail.subject, mail.body):
        assert SHOWN in text
        assert naked(text) == []
    over = Notice.objects.create(user=dana, match=table, kind=MatchFinished.code, topic=MatchFinished.topic)
    assert f"Hello {SHOWN}," in mail_about(over).body


def mail_about(notice):
    """Return the mail to the user of `notice`."""
    box = Endpoint(user=notice.user, channel="mail")
    message = message_of(box, [Delivery(endpoint=box, notice=notice, topic=notice.topic)], "key")
    return written(place_of(box), message)


def test_moderators_read_isolated_names(people):
    dana, giulia = people
    moderation.report(reporter=giulia, reported=dana, reason="abuse", text="x")
    page = client_of(giulia).get("/account/settings/")
    assert f"{SHOWN}:" in words_of(page)


def test_records_have_the_bare_name(people):
    match = running_match("lantern", list(people))
    tags, _body = split_tags(Client().get(f"/matches/{match.pk}/record.txt").content.decode())
    assert tags["Seat0"] == DANA
    assert User.objects.get(pk=people[0].pk).username == DANA


def test_a_name_that_nobody_has_is_isolated_in_the_refusal(people):
    table = tables.open_table(host=people[1], title="lantern", seats=2, pace="standard", access=Access.OPEN)
    told = words_of(client_of(people[1]).post(f"/matches/{table.pk}/invite/", {"name": "נועם"}, follow=True))
    assert "\u2068נועם\u2069" in told
