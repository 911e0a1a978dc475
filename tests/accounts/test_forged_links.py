"""Links that nobody was sent: the same answer, and the same work, whether or not there is an account."""

from datetime import UTC, datetime, timedelta

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core import signing
from django.test import Client
from django.utils.http import int_to_base36

from masques_site.accounts.addresses import feed_token, unsubscribe_token
from masques_site.accounts.models import User
from masques_site.accounts.tokens import ResetTokenGenerator
from tests.accounts.cast import is_in, member
from tests.accounts.work import Work, elsewhere, work_of

pytestmark = pytest.mark.django_db
NOBODY = 999_999


@pytest.fixture
def giulia() -> User:
    """A member whose new address waits to be confirmed."""
    user = member("Giulia")
    EmailAddress.objects.create(user=user, email="neu@example.org")
    return user


def asked(monkeypatch: pytest.MonkeyPatch, path: str, key: str, method: str = "get") -> Work:
    """The work for a link, and its answer without its key."""
    return work_of(monkeypatch, lambda: getattr(elsewhere(), method)(path.format(key)), key)


def altered(token: str) -> str:
    """`token` with another signature."""
    return token[:-1] + ("A" if token[-1] != "A" else "B")


def confirmation_key(address_id: int, secret: str | None = None) -> str:
    """The key of a confirmation link, signed by the site or under another secret."""
    if secret is None:
        return EmailConfirmationHMAC(EmailAddress(pk=address_id)).key
    return signing.dumps(address_id, key=secret, salt="account")


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("forge", [lambda pk: altered(confirmation_key(pk)), lambda pk: confirmation_key(pk, "guess")])
def test_a_forged_confirmation(monkeypatch, giulia, forge, method):
    waiting = EmailAddress.objects.get(email="neu@example.org")
    known, unknown = (
        asked(monkeypatch, "/accounts/confirm-email/{}/", forge(pk), method) for pk in (waiting.pk, NOBODY)
    )
    assert known == unknown
    assert not any("account_emailaddress" in statement for statement in known.statements)
    waiting.refresh_from_db()
    assert not waiting.verified


def test_an_expired_confirmation_is_answered_like_a_forged_one(monkeypatch, giulia, time_machine):
    waiting = EmailAddress.objects.get(email="neu@example.org")
    key = confirmation_key(waiting.pk)
    time_machine.move_to(datetime.now(UTC) + timedelta(days=4))
    assert asked(monkeypatch, "/accounts/confirm-email/{}/", key) == asked(
        monkeypatch, "/accounts/confirm-email/{}/", altered(key)
    )
    assert Client().post(f"/accounts/confirm-email/{key}/").status_code == 404
    waiting.refresh_from_db()
    assert not waiting.verified


def reset_tokens(user: User) -> dict[str, str]:
    """Tokens that look right."""
    real = ResetTokenGenerator().make_token(user)
    other = PasswordResetTokenGenerator()
    other.secret = "a guess"
    return {
        "altered": altered(real),
        "another secret": other.make_token(user),
        "without address": PasswordResetTokenGenerator().make_token(user),
    }


@pytest.mark.parametrize("kind", ["altered", "another secret", "without address"])
def test_a_forged_reset(monkeypatch, giulia, kind):
    token = reset_tokens(giulia)[kind]
    keys = [f"{int_to_base36(pk)}-{token}" for pk in (giulia.pk, NOBODY)]
    known, unknown = (asked(monkeypatch, "/accounts/password/reset/key/{}/", key) for key in keys)
    assert known == unknown
    assert known.hashes == 0


def test_an_expired_reset_is_answered_like_a_forged_one(monkeypatch, giulia, time_machine):
    token = ResetTokenGenerator().make_token(giulia)
    time_machine.move_to(datetime.now(UTC) + timedelta(days=4))
    keys = [
        f"{int_to_base36(pk)}-{word}" for pk, word in ((giulia.pk, token), (giulia.pk, altered(token)), (NOBODY, token))
    ]
    expired, forged, unknown = (asked(monkeypatch, "/accounts/password/reset/key/{}/", key) for key in keys)
    assert expired == forged == unknown


def test_a_real_reset_opens_one_account_only(giulia):
    bianca = member("Bianca")
    token = ResetTokenGenerator().make_token(giulia)
    client = Client()
    assert client.get(f"/accounts/password/reset/key/{int_to_base36(bianca.pk)}-{token}/").status_code == 200
    assert client.get(f"/accounts/password/reset/key/{int_to_base36(giulia.pk)}-{token}/").status_code == 302
    assert not is_in(client)


@pytest.mark.parametrize("method", ["get", "post"])
@pytest.mark.parametrize("secret", ["", "guess"])
def test_a_forged_unsubscription(monkeypatch, giulia, method, secret):
    def forge(pk: int) -> str:
        if secret:
            return f"{pk}-{secret:0<32}"
        return altered(unsubscribe_token(User(pk=pk)))

    known, unknown = (asked(monkeypatch, "/notices/unsubscribe/{}/", forge(pk), method) for pk in (giulia.pk, NOBODY))
    assert known == unknown
    assert known.answer[0] == 404
    giulia.refresh_from_db()
    assert giulia.mail_notices


@pytest.mark.parametrize("secret", ["", "guess"])
def test_a_forged_address_of_a_feed(monkeypatch, giulia, secret):
    def forge(pk: int) -> str:
        return f"{pk}-{secret:0<32}" if secret else altered(feed_token(User(pk=pk)))

    known, unknown = (asked(monkeypatch, "/notices/feed/{}/", forge(pk)) for pk in (giulia.pk, NOBODY))
    assert known == unknown
    assert known.answer[0] == 404
    assert not any("notices_notice" in statement for statement in known.statements)


def test_a_link_of_one_kind_opens_no_other(giulia):
    waiting = EmailAddress.objects.get(email="neu@example.org")
    assert Client().post(f"/accounts/confirm-email/{unsubscribe_token(giulia)}/").status_code == 404
    assert Client().post(f"/notices/unsubscribe/{confirmation_key(waiting.pk)}/").status_code == 404
