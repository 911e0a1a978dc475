"""Whatever may end a session or a right tells the open pages of the account at once."""

import pytest
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authenticator_added, authenticator_removed, authenticator_reset
from allauth.usersessions.models import UserSession
from django.test import Client

from games import live
from masques_site.accounts.models import User
from masques_site.accounts.moderation import ban
from tests.accounts.cast import PASSWORD, last_mail, link_in, log_in, member

pytestmark = pytest.mark.django_db(transaction=True)
NEW = "regenschirm-im-keller-12"


@pytest.fixture
def told(monkeypatch) -> list[int]:
    """Return the users whose open pages have to check their session."""
    users: list[int] = []
    monkeypatch.setattr(live, "recheck", users.append)
    return users


@pytest.fixture
def giulia() -> User:
    return member("Giulia")


@pytest.fixture
def here(giulia, told) -> Client:
    """A browser in which Giulia is signed in."""
    client = Client()
    log_in(client, "Giulia")
    told.clear()
    return client


def test_a_change_of_password(here, giulia, told):
    here.post("/accounts/password/change/", {"oldpassword": PASSWORD, "password1": NEW, "password2": NEW})
    assert set(told) == {giulia.pk}


def test_a_reset_of_the_password(giulia, told):
    client = Client()
    client.post("/accounts/password/reset/", {"email": giulia.email})
    assert not told
    form = client.get(link_in(last_mail(giulia.email), "password/reset"), follow=True)
    client.post(form.request["PATH_INFO"], {"password1": NEW, "password2": NEW})
    giulia.refresh_from_db()
    assert giulia.check_password(NEW)
    assert set(told) == {giulia.pk}


def test_a_password_set_by_an_operator(giulia, told):
    giulia.set_password(NEW)
    giulia.save()
    assert told == [giulia.pk]


@pytest.mark.parametrize("signal", [authenticator_added, authenticator_removed, authenticator_reset])
def test_a_change_of_the_second_factor(giulia, told, signal):
    signal.send(sender=Authenticator, request=None, user=giulia, authenticator=None)
    assert told == [giulia.pk]


def test_signing_out_everywhere(here, giulia, told):
    log_in(Client(), "Giulia")
    told.clear()
    here.post("/accounts/sessions/")
    assert UserSession.objects.filter(user=giulia).count() == 1
    assert set(told) == {giulia.pk}


def test_signing_out_one_other_browser(here, giulia, told):
    log_in(Client(HTTP_USER_AGENT="there"), "Giulia")
    told.clear()
    here.post(f"/account/sessions/{UserSession.objects.get(user_agent='there').pk}/end/")
    assert set(told) == {giulia.pk}


def test_deleting_the_account(here, giulia, told):
    here.post("/account/delete/", {"password": PASSWORD, "sure": "on"})
    assert not User.objects.exists()
    assert set(told) == {giulia.pk}


def test_keeping_a_guests_account(told):
    client = Client()
    client.post("/guest/")
    guest = User.objects.get()
    told.clear()
    client.post("/account/keep/", {"username": "Giulia", "email": "giulia@example.org", "password": PASSWORD})
    assert set(told) == {guest.pk}


def test_a_ban_and_an_account_made_inactive(giulia, told):
    ban(moderator=member("Zeno"), person=giulia, reason="rude")
    assert told == [giulia.pk]
    giulia.is_active = False
    giulia.save(update_fields=["is_active"])
    assert told == [giulia.pk] * 2


def test_visits_and_settings_tell_nobody(here, told):
    here.get("/")
    here.post("/account/settings/", {"username": "Giulia", "timezone": "UTC", "language": "", "theme": "dark"})
    assert not told
