"""A second factor: set up once, asked for at every log-in."""

import time

import pytest
from allauth.mfa.totp.internal import auth as totp
from django.test import Client

from tests.accounts.cast import PASSWORD, is_in, log_in, member

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def still(time_machine) -> None:
    """Time stands still: the code that was shown is the one that is asked for."""
    time_machine.move_to("2031-03-01T12:00:00Z", tick=False)


def code(secret: str) -> str:
    """Return the present code of the authenticator app."""
    return totp.format_hotp_value(totp.hotp_value(secret, int(time.time()) // 30))


def with_app(name: str) -> tuple[Client, str]:
    """A member's browser after setting up the authenticator app, and its secret."""
    client = Client()
    log_in(client, name)
    asked = client.get("/accounts/2fa/totp/activate/")
    page = client.post(asked.url, {"password": PASSWORD}, follow=True)
    secret = page.context["form"].secret
    client.post("/accounts/2fa/totp/activate/", {"code": code(secret)})
    return client, secret


def test_the_app_is_asked_for_at_log_in(settings):
    member("Giulia")
    _set_up, secret = with_app("Giulia")
    client = Client()
    page = log_in(client, "Giulia")
    assert not is_in(client), "the password alone opens nothing"
    client.post(page.url, {"code": "000000"})
    assert not is_in(client)
    settings.MFA_TOTP_TOLERANCE = 1
    client.post(page.url, {"code": totp.format_hotp_value(totp.hotp_value(secret, int(time.time()) // 30 + 1))})
    assert is_in(client)


def test_passkeys_are_offered_at_log_in_for_this_host_only():
    client = Client()
    assert "passkey" in client.get("/accounts/login/").content.decode()
    options = client.get(
        "/accounts/2fa/webauthn/login/", HTTP_HOST="localhost:8000", HTTP_ACCEPT="application/json"
    ).json()
    assert options["request_options"]["publicKey"]["rpId"] == "localhost"
