"""A log-in from a browser that is new to a user is reported to them by mail."""

import pytest
from django.test import Client

from masques_site.accounts.models import User
from masques_site.accounts.services import create_guest
from masques_site.notices.models import OutboxMail
from tests.accounts.cast import OUTBOX, PASSWORD, is_in, last_mail, link_in, log_in, member, sign_up

pytestmark = pytest.mark.django_db

SUBJECT = "New browser logged in to your account"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture(autouse=True)
def outbox(settings):
    settings.EMAIL_BACKEND = OUTBOX


def told(user="Giulia"):
    return list(OutboxMail.objects.filter(subject=SUBJECT, to=f"{user.lower()}@example.org").order_by("pk"))


@pytest.fixture
def at_home():
    """The browser in which Giulia has always been."""
    member("Giulia", timezone="Asia/Tokyo")
    browser = Client()
    log_in(browser, "Giulia")
    browser.post("/accounts/logout/")
    assert told() == []
    return browser


def test_a_new_browser_is_mailed_with_its_name_and_local_time(at_home):
    elsewhere = Client(headers={"user-agent": FIREFOX}, REMOTE_ADDR="192.0.2.7")
    log_in(elsewhere, "giulia@example.org")
    assert is_in(elsewhere)
    (mail,) = told()
    assert "Hello Giulia," in mail.text
    assert "Firefox on Linux, at the address 192.0.2.7" in mail.text
    assert "(JST)" in mail.text
    elsewhere.post("/accounts/logout/")
    log_in(elsewhere, "Giulia")
    assert len(told()) == 1


def test_the_same_browser_is_not_whatever_is_typed_and_whatever_the_name_is_now(at_home):
    for login in ("Giulia", "GIULIA", "giulia@example.org"):
        log_in(at_home, login)
        at_home.post("/accounts/logout/")
    person = User.objects.get()
    person.username = "Giulietta"
    person.save()
    log_in(at_home, "Giulietta")
    assert is_in(at_home)
    assert told() == []


def test_two_who_share_a_browser_are_both_known_there(at_home):
    member("Bianca", email="bianca@example.org")
    log_in(at_home, "Bianca")
    at_home.post("/accounts/logout/")
    log_in(at_home, "Giulia")
    assert told() == told("Bianca") == []


def test_a_wrong_password_and_the_first_visit_tell_nobody(at_home):
    log_in(Client(), "Giulia", "wrong")
    newcomer = Client()
    sign_up(newcomer, "Carla", "carla@example.org")
    newcomer.post(link_in(last_mail("carla@example.org"), "confirm-email"))
    assert told() == told("Carla") == []


def test_the_mail_is_in_the_language_of_the_account(at_home):
    User.objects.update(language="it")
    log_in(Client(headers={"accept-language": "en"}), "Giulia")
    mail = OutboxMail.objects.get(subject="Accesso al tuo account da un nuovo browser")
    assert "qualcuno è entrato nel tuo account" in mail.text


def test_a_mail_server_that_fails_lets_them_in_all_the_same(at_home, settings):
    settings.EMAIL_BACKEND = "tests.accounts.test_new_browsers.Broken"
    elsewhere = Client()
    log_in(elsewhere, "Giulia", PASSWORD)
    assert is_in(elsewhere)


def test_guests_have_no_address_and_get_no_mail(at_home):
    create_guest()
    Client().post("/guest/")
    assert not OutboxMail.objects.filter(subject=SUBJECT).exists()


class Broken:
    """A mail server that is down."""

    def __init__(self, *args, **kwargs):
        pass

    def send_messages(self, _messages):
        raise OSError
