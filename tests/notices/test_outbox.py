"""The embedded site's mail: only for the operator at the machine."""

import pytest
from django.core.mail import EmailMultiAlternatives
from django.test import Client

from masques_site.notices import outbox
from masques_site.notices.checks import check_email_backend
from masques_site.notices.models import OutboxMail
from tests.accounts.cast import client_of, member

pytestmark = pytest.mark.django_db

HERE = {"HTTP_HOST": "localhost", "REMOTE_ADDR": "127.0.0.1"}


@pytest.fixture
def mail() -> OutboxMail:
    message = EmailMultiAlternatives("Hello", "Go to http://localhost:8000/x/?a=1&b=2 <now>.", to=["a@example.org"])
    message.attach_alternative("<script>alert(1)</script>", "text/html")
    message.send()
    return OutboxMail.objects.get()


def test_the_local_operator_reads_the_mail_and_follows_its_links(mail):
    page = Client().get("/outbox/", **HERE)
    assert "a@example.org" in page.content.decode()
    body = Client().get(f"/outbox/{mail.pk}/", **HERE).content.decode()
    assert '<a href="http://localhost:8000/x/?a=1&amp;b=2" rel="nofollow">' in body
    assert "&lt;now&gt;" in body
    assert "<script>alert" not in body
    assert "&lt;script&gt;alert" in body


@pytest.mark.parametrize(
    "away",
    [
        {"REMOTE_ADDR": "192.0.2.1"},
        {"REMOTE_ADDR": ""},
        {"HTTP_X_FORWARDED_FOR": "192.0.2.1"},
        {"HTTP_FORWARDED": "for=192.0.2.1"},
        {"HTTP_X_REAL_IP": "192.0.2.1"},
        {"HTTP_HOST": "testserver"},
    ],
)
def test_nobody_else_learns_that_it_exists(mail, away):
    for path in ("/outbox/", f"/outbox/{mail.pk}/"):
        assert Client().get(path, **{**HERE, **away}).status_code == 404


def test_staff_read_it_from_anywhere_others_do_not(mail):
    away = {"REMOTE_ADDR": "192.0.2.1"}
    assert client_of(member("Zeno", is_staff=True)).get("/outbox/", **away).status_code == 200
    assert client_of(member("Giulia")).get("/outbox/", **away).status_code == 404


def test_a_grown_site_has_no_outbox(mail, settings):
    settings.EMBEDDED = False
    assert Client().get("/outbox/", **HERE).status_code == 404
    assert check_email_backend(), "and is told that its mail goes nowhere"


def test_the_oldest_mails_give_way(monkeypatch):
    monkeypatch.setattr(outbox, "MAX_MAILS", 3)
    for number in range(5):
        EmailMultiAlternatives(f"mail {number}", "x", to=["a@example.org"]).send()
    assert list(OutboxMail.objects.values_list("subject", flat=True)) == ["mail 4", "mail 3", "mail 2"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a <b>", "a &lt;b&gt;"),
        ("see http://x/y.", 'see <a href="http://x/y" rel="nofollow">http://x/y</a>.'),
        ('http://x/"onclick="y', '<a href="http://x/" rel="nofollow">http://x/</a>&quot;onclick=&quot;y'),
        ("javascript:alert(1)", "javascript:alert(1)"),
    ],
)
def test_addresses_become_links_and_everything_else_is_escaped(mail, text, shown):
    OutboxMail.objects.update(text=text)
    assert f"<p>{shown}</p>" in Client().get(f"/outbox/{mail.pk}/", **HERE).content.decode()
