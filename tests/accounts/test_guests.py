"""Guests: playing at once, keeping the account, being swept."""

from datetime import timedelta

import pytest
from django.test import Client

from games import clock
from games.models import Match, Seat
from masques_site.accounts.models import User
from masques_site.accounts.services import create_guest, sweep_accounts
from tests.accounts.cast import PASSWORD, client_of, is_in, last_mail, link_in, log_in, member, sign_up
from tests.cast import running_match

pytestmark = pytest.mark.django_db


def guest_in(client: Client) -> User:
    client.post("/guest/")
    return User.objects.get(pk=client.session["_auth_user_id"])


def keep(client: Client, name: str = "Giulia", email: str = "giulia@example.org", password: str = PASSWORD):
    return client.post("/account/keep/", {"username": name, "email": email, "password": password})


def test_a_guest_is_in_at_once_and_goes_where_they_wanted():
    client = Client()
    page = client.post("/guest/", {"next": "/tables/play-bot/?title=maskera"})
    assert page.url == "/tables/play-bot/?title=maskera"
    assert is_in(client)
    user = User.objects.get()
    assert user.is_guest
    assert user.username.startswith("Guest ")
    assert not user.has_usable_password()


def test_a_guest_is_never_sent_to_another_site():
    assert Client().post("/guest/", {"next": "https://evil.example/"}).url == "/"


def test_a_guest_is_made_by_a_form_with_its_token_only():
    client = Client(enforce_csrf_checks=True)
    assert client.get("/guest/").status_code == 405
    assert client.post("/guest/").status_code == 403
    assert not User.objects.exists()


def test_guests_from_one_address_are_throttled():
    """A class of pupils may come in; the sixty-first guest within ten minutes learns when to try again."""
    answers = [Client().post("/guest/") for _guest in range(62)]
    assert [answer.status_code for answer in answers] == [302] * 60 + [429] * 2
    assert "Try again in 10 minutes" in " ".join(answers[-1].content.decode().split())
    assert Client().post("/guest/", REMOTE_ADDR="192.0.2.7").status_code == 302


def test_a_form_that_cannot_be_read_makes_no_guest_bug():
    body = b"--b\r\nContent-Disposition: form-data; name=next; filename=x\r\n\r\nz\r\n--b--\r\n"
    refused = Client().post("/guest/", body, content_type="multipart/form-data; boundary=b")
    assert refused.status_code == 413
    assert not User.objects.exists()


def test_the_guest_button_makes_no_second_account():
    client = Client()
    first = guest_in(client)
    assert guest_in(client) == first


def test_a_guest_plays_and_keeps_everything(lantern):
    client = Client()
    guest = guest_in(client)
    match = running_match("lantern", [guest, member("Bianca")])
    old_session = client.session.session_key
    page = keep(client)
    assert page.status_code == 302
    assert client.session.session_key != old_session
    kept = User.objects.get(pk=guest.pk)
    assert (kept.username, kept.is_guest) == ("Giulia", False)
    assert Seat.objects.get(match=match, index=0).user == kept
    assert is_in(client)
    client.post(link_in(last_mail("giulia@example.org"), "confirm-email"))
    kept.refresh_from_db()
    assert kept.email == "giulia@example.org"
    other = Client()
    log_in(other, "giulia@example.org")
    assert is_in(other)


def test_keeping_with_a_taken_address_looks_the_same():
    member("Bianca")
    one, two = Client(), Client()
    guest_in(one), guest_in(two)
    free, taken = keep(one, "Giulia", "giulia@example.org"), keep(two, "Celeste", "bianca@example.org")
    assert free.status_code == taken.status_code == 302
    assert "already" in last_mail("bianca@example.org").text
    mine = one.get("/accounts/email/").content.decode().replace("giulia@example.org", "X").count("X")
    theirs = two.get("/accounts/email/").content.decode().replace("bianca@example.org", "X").count("X")
    assert (mine > 0) == (theirs > 0)


@pytest.mark.parametrize(
    ("field", "value"), [("name", "Admin"), ("name", "Nеll"), ("password", "masques1234"), ("email", "no address")]
)
def test_keeping_refuses_with_the_reason_and_changes_nothing(field, value):
    client = Client()
    guest = guest_in(client)
    page = keep(client, **{field: value})
    assert page.status_code == 422
    assert page.context["form"].errors
    guest.refresh_from_db()
    assert guest.is_guest


def test_members_have_nothing_to_keep():
    assert client_of(member("Giulia")).get("/account/keep/").url == "/account/settings/"


def test_a_guest_is_shown_to_the_keep_page_instead_of_password_pages():
    client = Client()
    guest_in(client)
    for path in ["/accounts/password/change/", "/accounts/password/set/", "/accounts/email/", "/accounts/2fa/"]:
        assert client.get(path).url == "/account/keep/"


def test_idle_guests_without_running_matches_are_swept(lantern):
    old = clock.now() - timedelta(days=31)
    idle, playing, fresh = create_guest(), create_guest(), create_guest()
    match = running_match("lantern", [playing, member("Bianca", last_seen_at=old)])
    User.objects.filter(pk__in=[idle.pk, playing.pk]).update(last_seen_at=old)
    assert sweep_accounts() == 1
    assert not User.objects.filter(pk=idle.pk).exists()
    assert User.objects.filter(pk__in=[playing.pk, fresh.pk]).count() == 2
    assert Match.objects.filter(pk=match.pk).exists()


def test_sign_ups_never_confirmed_are_swept_and_free_their_name():
    client = Client()
    sign_up(client, "Giulia", "giulia@example.org")
    User.objects.update(date_joined=clock.now() - timedelta(days=15))
    assert sweep_accounts() == 1
    assert not User.objects.exists()


def test_guests_invite_nobody_but_members_do(lantern):
    from games.policy import policy

    guest, giulia, bianca = create_guest(), member("Giulia"), member("Bianca")
    assert "Create an account" in str(policy().refuse_to_invite(guest, bianca))
    assert policy().refuse_to_invite(giulia, bianca) is None
    assert policy().refuse_to_play(guest) is None
