"""Guessing passwords is slow; the owner is never shut out by a stranger's guesses."""

import time

import pytest
from django.test import Client

from masques_site.accounts.models import User
from masques_site.accounts.services import create_guest
from masques_site.accounts.views import account
from tests.accounts.cast import client_of, is_in, log_in, member

pytestmark = pytest.mark.django_db


def test_guesses_from_one_address_stop():
    member("Giulia")
    stranger = Client(REMOTE_ADDR="192.0.2.1")
    for _guess in range(6):
        log_in(stranger, "Giulia", "wrong")
    page = log_in(stranger, "Giulia")
    assert not is_in(stranger)
    assert "Too many failed" in page.content.decode()


def test_the_owner_logs_in_while_a_stranger_guesses():
    member("Giulia")
    stranger, owner = Client(REMOTE_ADDR="192.0.2.1"), Client(REMOTE_ADDR="192.0.2.2")
    for _guess in range(10):
        log_in(stranger, "Giulia", "wrong")
    log_in(owner, "Giulia")
    assert is_in(owner)


def test_guesses_from_many_addresses_stop_but_not_on_the_owners_device():
    member("Giulia")
    owner = Client(REMOTE_ADDR="192.0.2.250")
    log_in(owner, "giulia@example.org")
    owner.post("/accounts/logout/")
    for guess in range(62):
        log_in(Client(REMOTE_ADDR=f"192.0.2.{guess % 240}"), "Giulia", "wrong")
    elsewhere = Client(REMOTE_ADDR="192.0.2.251")
    log_in(elsewhere, "Giulia")
    assert not is_in(elsewhere)
    log_in(owner, "Giulia")
    assert is_in(owner)


def test_a_forged_device_cookie_helps_nobody():
    member("Giulia")
    stranger = Client()
    stranger.cookies["device"] = "WyJhIl0:1aaaaa:forged"
    for guess in range(61):
        log_in(stranger, "Giulia", "wrong", REMOTE_ADDR=f"192.0.2.{guess}")
    assert "Too many failed" in log_in(stranger, "Giulia", REMOTE_ADDR="192.0.2.99").content.decode()


def test_reports_and_deletions_are_throttled():
    giulia = member("Giulia")
    member("Bianca")
    client = Client()
    client.force_login(giulia, backend="django.contrib.auth.backends.ModelBackend")
    codes = [client.post("/people/Bianca/report/", {"reason": "abuse", "text": "x"}).status_code for _ in range(11)]
    assert codes == [302] * 10 + [429]
    codes = [client.post("/account/delete/", {"password": "wrong", "sure": "on"}).status_code for _ in range(6)]
    assert codes == [422] * 5 + [429]


@pytest.mark.parametrize("page", ["/guest/", "/play/"])
def test_a_school_of_sixty_guests_comes_at_once_and_who_comes_then_reads_when_to_try_again(page, lantern):
    guests = [Client(REMOTE_ADDR="192.0.2.7").post("/guest/").status_code for _pupil in range(60)]
    assert guests == [302] * 60
    refused = Client(REMOTE_ADDR="192.0.2.7").post(page)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "600")
    assert "Try again in 10 minutes, or sign up" in refused.content.decode()
    assert User.objects.filter(is_guest=True).count() == 60
    assert Client(REMOTE_ADDR="192.0.2.8").post("/guest/").status_code == 302


def test_ten_minutes_later_guests_are_welcome_again(monkeypatch):
    for _pupil in range(60):
        Client(REMOTE_ADDR="192.0.2.7").post("/guest/")
    began = time.time()
    monkeypatch.setattr(time, "time", lambda: began + 601)
    assert Client(REMOTE_ADDR="192.0.2.7").post("/guest/").status_code == 302


def test_names_are_changed_three_times_a_day():
    browser = client_of(member("Giulia"))
    names = ["Giulietta", "Giuliana", "Giulina", "Giuliona"]
    form = {"timezone": "Europe/Rome", "language": "", "theme": "dark"}
    codes = [browser.post("/account/settings/", {**form, "username": name}).status_code for name in names]
    assert codes == [302] * 3 + [429]
    assert User.objects.get().username == "Giulina"
    assert browser.post("/account/settings/", {**form, "username": "Giulina"}).status_code == 302


def test_accounts_are_kept_no_faster_than_they_are_signed_up_for(monkeypatch):
    """Guests become members under the same limit, whose number is the library's."""
    asked = []

    def count(_request, action):
        asked.append(action)
        return False

    monkeypatch.setattr(account, "within_rate_limit", count)
    browser = client_of(create_guest())
    form = {"username": "Contessa", "email": "contessa@example.org", "password": "blumentopf-am-fenster-77"}
    assert browser.post("/account/keep/", form).status_code == 429
    assert asked == ["signup"]
    assert not User.objects.filter(is_guest=False).exists()
