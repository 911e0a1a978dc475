"""Signing up, in and out; lost passwords; nothing told about who has an account."""

import pytest
from django.test import Client

from masques_site.accounts.models import User
from masques_site.notices.models import OutboxMail
from tests.accounts.cast import PASSWORD, is_in, last_mail, link_in, log_in, member, sign_up

pytestmark = pytest.mark.django_db


def test_sign_up_is_let_in_by_the_link_of_the_mail():
    client = Client()
    page = sign_up(client, "Giulia", "Giulia@example.org")
    assert page.status_code == 302
    assert not is_in(client)
    assert User.objects.get(username="Giulia").email == ""
    link = link_in(last_mail("giulia@example.org"), "confirm-email")
    assert not is_in(client)
    assert client.get(link).status_code == 200
    assert not User.objects.filter(email="giulia@example.org").exists(), "a mail scanner's GET confirms nothing"
    client.post(link)
    assert is_in(client)
    assert User.objects.get(username="Giulia").email == "giulia@example.org"


def test_an_address_that_no_mail_can_reach_is_refused_bug():
    address = "giulia@exampl\ufffd.org"  # a form's broken character; the domain has no form for the wire
    assert "valid email address" in sign_up(Client(), "Giulia", address).content.decode()
    asked = Client().post("/accounts/password/reset/", {"email": address})
    assert "valid email address" in asked.content.decode()
    assert not User.objects.exists()


@pytest.mark.parametrize("login", ["Giulia", "giulia", "GIULIA@example.org"])
def test_log_in_by_name_or_address_and_log_out(login):
    member("Giulia")
    client = Client()
    assert log_in(client, login).status_code == 302
    assert is_in(client)
    client.get("/accounts/logout/")
    assert is_in(client), "only a form logs out"
    client.post("/accounts/logout/")
    assert not is_in(client)


def test_an_account_without_any_address_may_log_in():
    from masques_site.accounts.services import create_account

    create_account(username="Marco", password=PASSWORD, is_demo=True)
    client = Client()
    log_in(client, "Marco")
    assert is_in(client)


def test_a_taken_address_looks_the_same_and_its_owner_gets_a_mail():
    member("Giulia")
    new, taken = Client(), Client()
    first = sign_up(new, "Bianca", "bianca@example.org")
    second = sign_up(taken, "Celeste", "giulia@example.org")
    assert (first.status_code, first.url) == (second.status_code, second.url)
    assert new.get(first.url).status_code == taken.get(second.url).status_code == 200
    assert User.objects.get(username="Celeste").email == "", "her profile must not tell whether the address was free"
    assert "already" in last_mail("giulia@example.org").text


def test_reset_by_mail_sets_a_new_password():
    user = member("Giulia")
    client = Client()
    client.post("/accounts/password/reset/", {"email": user.email})
    link = link_in(last_mail(user.email), "password/reset")
    form = client.get(link, follow=True)
    new = "regenschirm-im-keller-12"
    client.post(form.request["PATH_INFO"], {"password1": new, "password2": new})
    assert log_in(Client(), "Giulia").status_code == 200
    other = Client()
    log_in(other, "Giulia", new)
    assert is_in(other)


def test_reset_answers_the_same_for_an_unknown_address():
    user = member("Giulia")
    known = Client().post("/accounts/password/reset/", {"email": user.email})
    unknown = Client().post("/accounts/password/reset/", {"email": "nobody@example.org"})
    assert (known.status_code, known.url) == (unknown.status_code, unknown.url)
    assert OutboxMail.objects.filter(to="nobody@example.org").count() == 1


@pytest.mark.parametrize("password", ["password1234", "Masques-2026!", "v3n3t14nLagoon", "1234567890", "short"])
def test_weak_passwords_are_refused(password):
    page = sign_up(Client(), "Giulia", "giulia@example.org", password)
    assert page.status_code == 200
    assert page.context["form"].errors["password1"]


def test_a_misleading_name_is_refused_with_its_reason():
    member("Nell")
    page = sign_up(Client(), "NeIl", "x@example.org")
    assert "looks the same" in page.content.decode()


def test_a_changed_address_counts_only_when_confirmed():
    user = member("Giulia")
    client = Client()
    log_in(client, "Giulia")
    asked = client.post("/accounts/email/", {"email": "neu@example.org", "action_add": ""})
    assert not OutboxMail.objects.exists(), "first the password, however fresh the log-in"
    client.post(asked.url, {"password": PASSWORD})
    user.refresh_from_db()
    assert user.email == "giulia@example.org"
    client.post(link_in(last_mail("neu@example.org"), "confirm-email"))
    user.refresh_from_db()
    assert user.email == "neu@example.org"


def test_a_mail_server_that_is_down_costs_the_mail_not_the_page(settings):
    settings.EMAIL_BACKEND = "tests.notices.broken.BrokenBackend"
    page = Client().post("/accounts/password/reset/", {"email": "nobody@example.org"}, follow=True)
    assert page.status_code == 200
    assert "couldn’t send" in page.content.decode()


def test_pages_hold_no_inline_style_or_script():
    client = Client()
    member("Giulia")
    log_in(client, "Giulia")
    for path in ["/accounts/email/", "/accounts/2fa/", "/accounts/sessions/", "/accounts/2fa/totp/activate/"]:
        body = client.get(path, follow=True).content.decode()
        assert "style=" not in body, path
        assert "onclick=" not in body, path
