"""Neither an answer nor the work done for it reveals whether an address or a name has an account."""

from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.test import Client
from django.utils.http import int_to_base36

from games import clock
from masques_site.accounts.models import User
from masques_site.accounts.services import create_account, create_guest
from masques_site.notices.models import OutboxMail
from tests.accounts.cast import PASSWORD, is_in, last_mail, link_in, log_in, member, sign_up
from tests.accounts.work import CountingHasher, Work, elsewhere, work_of

pytestmark = pytest.mark.django_db
BACKEND = "masques_site.accounts.backends.SiteBackend"
HASHER = f"{CountingHasher.__module__}.{CountingHasher.__name__}"


@pytest.fixture(autouse=True)
def counting(settings):
    settings.PASSWORD_HASHERS = [HASHER]
    log_in(Client(REMOTE_ADDR="192.0.2.99"), "nobody at all", "wrong")  # what a process computes only once


@pytest.fixture
def work(monkeypatch) -> Callable[..., Work]:
    """Return the work of a request, and its answer."""
    return lambda request, *named: work_of(monkeypatch, request, *named)


def unlike_password(login: str, client: Client | None = None) -> Callable[[], Any]:
    return lambda: log_in(client or elsewhere(), login, "not this password")


def an_account(kind: str) -> User:
    """Giulia's account, of a kind that answers in a way of its own."""
    if kind == "without address":
        return create_account(username="Giulia", password=PASSWORD)
    giulia = member("Giulia")
    if kind == "banned":
        User.objects.filter(pk=giulia.pk).update(banned_at=clock.now())
    elif kind == "inactive":
        User.objects.filter(pk=giulia.pk).update(is_active=False)
    elif kind == "unconfirmed":
        User.objects.filter(pk=giulia.pk).update(email="")
        EmailAddress.objects.filter(user=giulia).update(verified=False)
    elif kind == "second factor":
        Authenticator.objects.create(user=giulia, type=Authenticator.Type.TOTP, data={})
    elif kind == "without password":
        giulia.set_unusable_password()
        giulia.save()
    elif kind == "made by the operator":
        EmailAddress.objects.filter(user=giulia).delete()
    elif kind == "two unconfirmed":
        User.objects.filter(pk=giulia.pk).update(email="")
        EmailAddress.objects.filter(user=giulia).update(verified=False)
        EmailAddress.objects.create(user=member("Bianca"), email="giulia@example.org")
    return giulia


KINDS = ["usual", "banned", "inactive", "unconfirmed", "second factor", "without password", "made by the operator"]


@pytest.mark.parametrize("kind", [*KINDS, "two unconfirmed"])
def test_a_wrong_password_for_an_address_costs_as_much_as_an_unknown_address(work, kind):
    an_account(kind)
    known = work(unlike_password("giulia@example.org"), "giulia")
    unknown = work(unlike_password("nobody@example.org"), "nobody")
    assert known == unknown
    assert known.hashes == 1


@pytest.mark.parametrize("kind", [*KINDS, "without address"])
@pytest.mark.parametrize("spelled", ["Giulia", "gIULIA"])
def test_a_wrong_password_for_a_name_costs_as_much_as_an_unknown_name(work, kind, spelled):
    an_account(kind)
    known, unknown = work(unlike_password(spelled), spelled), work(unlike_password("Celeste"), "Celeste")
    assert known == unknown
    assert known.hashes == 1


def test_where_older_passwords_are_hashed_otherwise_an_unknown_name_costs_what_a_new_password_costs(work, settings):
    settings.PASSWORD_HASHERS = [HASHER, "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
    member("Giulia")
    known, unknown = work(unlike_password("Giulia"), "Giulia"), work(unlike_password("Celeste"), "Celeste")
    assert known == unknown
    assert known.hashes == 1


def test_a_guests_name_and_one_with_an_at_sign_cost_as_much_as_an_unknown_one(work):
    guest = create_guest()
    strange = member("Bianca")
    User.objects.filter(pk=strange.pk).update(username="bianca@example.org", email="", name_key="other")
    for login in (guest.username, "bianca@example.org"):
        like = "nobody@example.org" if "@" in login else "Celeste"
        assert work(unlike_password(login), login) == work(unlike_password(like), like)


def test_guesses_beyond_the_throttle_cost_the_same(work):
    member("Giulia")
    for _guess in range(7):
        log_in(Client(), "giulia@example.org", "wrong")
        log_in(Client(), "nobody@example.org", "wrong")
    known, unknown = (work(unlike_password(f"{name}@example.org", Client()), name) for name in ("giulia", "nobody"))
    assert known == unknown
    assert known.hashes == 0


def test_an_inactive_account_is_named_only_with_its_password():
    an_account("inactive")
    client = Client()
    assert log_in(client, "Giulia").url == "/accounts/inactive/"
    assert log_in(client, "giulia@example.org").url == "/accounts/inactive/"
    assert not is_in(client)


def test_an_address_that_two_gave_signs_in_who_confirmed_it():
    giulia = member("Giulia")
    EmailAddress.objects.create(user=member("Bianca"), email="giulia@example.org")
    client = Client()
    log_in(client, "giulia@example.org")
    assert client.session["_auth_user_id"] == str(giulia.pk)


@pytest.mark.parametrize(
    "path", ["django.contrib.auth.backends.ModelBackend", "allauth.account.auth_backends.AuthenticationBackend"]
)
def test_sessions_from_before_stay_signed_in(path):
    client = Client()
    client.force_login(member("Giulia"), backend=path)
    assert client.get("/account/settings/").status_code == 200


@pytest.mark.parametrize("kind", KINDS)
def test_a_sign_up_with_a_known_address_costs_as_much_as_with_a_new_one(work, kind):
    an_account(kind)
    known = work(lambda: sign_up(elsewhere(), "Celeste", "giulia@example.org"), "Celeste")
    unknown = work(lambda: sign_up(elsewhere(), "Zanetta", "nobody@example.org"), "Zanetta")
    assert known == unknown
    assert (known.hashes, known.mails) == (1, 1)


def test_after_a_sign_up_the_name_tells_nothing_about_the_address(work):
    member("Giulia")
    one, two = Client(), Client()
    sign_up(one, "Celeste", "giulia@example.org")
    sign_up(two, "Zanetta", "nobody@example.org")
    asked = ((one, "Celeste", "giulia"), (two, "Zanetta", "nobody"))
    pages = [work(lambda c=c, n=n: c.get(f"/people/{n}/"), n, a) for c, n, a in asked]
    assert pages[0] == pages[1]
    again = [work(lambda n=n: sign_up(elsewhere(), n, "x@example.org"), n) for n in ("Celeste", "Zanetta")]
    assert again[0] == again[1]
    in_again = [work(lambda n=n: log_in(elsewhere(), n), n) for n in ("Celeste", "Zanetta")]
    assert in_again[0] == in_again[1]


def test_an_account_with_anothers_address_is_never_let_in():
    giulia = member("Giulia")
    client = Client()
    sign_up(client, "Celeste", "giulia@example.org")
    assert "confirm-email" not in last_mail("giulia@example.org").text
    log_in(client, "Celeste")
    assert not is_in(client)
    assert User.objects.get(email="giulia@example.org") == giulia
    assert EmailAddress.objects.filter(email="giulia@example.org", verified=True).get().user == giulia


def test_a_player_who_gives_an_address_first_keeps_it_from_nobody():
    sign_up(Client(), "Celeste", "giulia@example.org")
    from django.core.cache import cache

    cache.clear()  # one mail in three minutes to an address
    client = Client()
    sign_up(client, "Giulia", "giulia@example.org")
    client.post(link_in(last_mail("giulia@example.org"), "confirm-email"))
    assert is_in(client)
    assert User.objects.get(email="giulia@example.org").username == "Giulia"


@pytest.mark.parametrize("kind", [*KINDS, "two unconfirmed"])
def test_a_lost_password_costs_as_much_for_a_known_address(work, kind):
    an_account(kind)
    known = work(lambda: elsewhere().post("/accounts/password/reset/", {"email": "giulia@example.org"}))
    unknown = work(lambda: elsewhere().post("/accounts/password/reset/", {"email": "nobody@example.org"}))
    assert known == unknown
    assert (known.hashes, known.mails) == (0, 1)
    assert OutboxMail.objects.count() == 2


def test_a_lost_password_beyond_the_throttle_costs_the_same(work):
    member("Giulia")
    for _request in range(5):
        for name in ("giulia", "nobody"):
            elsewhere().post("/accounts/password/reset/", {"email": f"{name}@example.org"})
    known = work(lambda: elsewhere().post("/accounts/password/reset/", {"email": "giulia@example.org"}), "giulia")
    unknown = work(lambda: elsewhere().post("/accounts/password/reset/", {"email": "nobody@example.org"}), "nobody")
    assert known == unknown
    assert known.answer[0] == 429


def changing(name: str) -> Client:
    """A browser that has just given the password again."""
    client = elsewhere()
    client.force_login(member(name), backend=BACKEND)
    client.post("/accounts/reauthenticate/", {"password": PASSWORD})
    return client


@pytest.mark.parametrize("kind", KINDS)
def test_a_change_to_a_known_address_costs_as_much_as_to_a_new_one(work, kind):
    an_account(kind)
    one, two = changing("Celeste"), changing("Zanetta")
    known = work(lambda: one.post("/accounts/email/", {"email": "giulia@example.org", "action_add": ""}))
    unknown = work(lambda: two.post("/accounts/email/", {"email": "nobody@example.org", "action_add": ""}))
    assert known == unknown
    assert known.mails == 1
    pages = [
        work(lambda c=c: c.get("/accounts/email/"), *words)
        for c, words in ((one, ("giulia", "celeste", "Celeste")), (two, ("nobody", "zanetta", "Zanetta")))
    ]
    assert pages[0] == pages[1]


@pytest.mark.parametrize("kind", KINDS)
def test_keeping_an_account_under_a_known_address_costs_as_much_as_under_a_new_one(work, kind):
    an_account(kind)
    clients = [elsewhere(), elsewhere()]
    for client in clients:
        client.force_login(create_guest(), backend=BACKEND)
    form = {"password": PASSWORD}
    taken = form | {"username": "Celeste", "email": "giulia@example.org"}
    free = form | {"username": "Zanetta", "email": "nobody@example.org"}
    known = work(lambda: clients[0].post("/account/keep/", taken), "Celeste")
    unknown = work(lambda: clients[1].post("/account/keep/", free), "Zanetta")
    assert known == unknown
    assert (known.hashes, known.mails) == (1, 1)


@pytest.mark.parametrize("key", ["cxyz12-" + "a" * 32, "zzz", "set-password", "-", "0-" + "0" * 64])
def test_a_forged_reset_link_costs_as_much_for_an_account_as_for_none(work, key):
    giulia, nobody = member("Giulia"), 999_999
    ids = [int_to_base36(pk) for pk in (giulia.pk, nobody)]
    known, unknown = (
        work(lambda i=i: elsewhere().get(f"/accounts/password/reset/key/{i}-{key}/"), f"/{i}-") for i in ids
    )
    assert known == unknown
    assert known.answer[0] == 200
