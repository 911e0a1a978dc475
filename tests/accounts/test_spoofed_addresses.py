"""Throttles count the address a request comes from, not the one it claims to come from."""

from typing import Any

import pytest
from django.conf import settings as site_settings
from django.test import Client
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from masques_site.bootstrap import site
from tests.accounts.cast import PASSWORD, log_in, member, sign_up

pytestmark = pytest.mark.django_db
BUDGET = 2
HEADERS = ["X-Forwarded-For", "X-Real-IP", "Forwarded", "Client-IP", "True-Client-IP", "CF-Connecting-IP"]


def reset(client: Client, number: int) -> Any:
    return client.post("/accounts/password/reset/", {"email": f"nobody{number}@example.org"})


def reset_link(client: Client, number: int) -> Any:
    return client.post(f"/accounts/password/reset/key/{number}-x-y/")


REQUESTS = {
    "guest": lambda client, _number: Client.post(client, "/guest/"),
    "signup": lambda client, number: sign_up(client, f"Celeste {number}", f"c{number}@example.org"),
    "login": lambda client, number: log_in(client, f"nobody {number}", "wrong"),
    "endpoints_changed": lambda client, _number: client.post("/notices/push/changed/"),
    "reset_password": reset,
    "reset_password_from_key": reset_link,
}
# Counted by user, wherever they are.
ACCOUNT_REQUESTS = {
    "report": ("/people/Bianca/report/", {"reason": "abuse", "text": "x"}),
    "delete": ("/account/delete/", {"password": "wrong", "sure": "on"}),
    "change_password": ("/accounts/password/change/", {"oldpassword": "wrong"}),
    "reauthenticate": ("/accounts/reauthenticate/", {"password": "wrong"}),
    "manage_email": ("/accounts/email/", {"email": "x"}),
}


def claimed(header: str, number: int) -> dict[str, str]:
    """The headers of a request that claims to come from another address each time."""
    address = f"198.51.100.{number}"
    return {header: f"for={address}" if header == "Forwarded" else address}


def test_every_throttle_by_address_is_here():
    by_address = {name for name, rate in site_settings.ACCOUNT_RATE_LIMITS.items() if "/ip" in rate}
    assert by_address == {"guest", "login_failed", "endpoints_changed"}, "and allauth's own, which are in REQUESTS"


@pytest.mark.parametrize("header", HEADERS)
@pytest.mark.parametrize("action", REQUESTS)
def test_a_claimed_address_gives_no_new_budget(settings, action, header):
    settings.ACCOUNT_RATE_LIMITS = {action: f"{BUDGET}/h/ip"}
    codes = [
        REQUESTS[action](Client(headers=claimed(header, number)), number).status_code for number in range(BUDGET + 2)
    ]
    assert 429 not in codes[:BUDGET]
    assert codes[BUDGET:] == [429, 429]


@pytest.mark.parametrize("header", HEADERS)
def test_a_claimed_address_gives_no_new_guesses_of_a_password(settings, header):
    settings.ACCOUNT_RATE_LIMITS = {"login_failed": f"{BUDGET}/h/key"}
    member("Giulia")
    for number in range(BUDGET):
        log_in(Client(headers=claimed(header, number)), "Giulia", "wrong")
    refused = log_in(Client(headers=claimed(header, 99)), "Giulia", PASSWORD)
    assert "Too many failed" in refused.content.decode()


@pytest.mark.parametrize("action", ACCOUNT_REQUESTS)
def test_throttles_by_account_hold_from_every_address(settings, action):
    settings.ACCOUNT_RATE_LIMITS = {action: f"{BUDGET}/h/user"}
    member("Bianca")
    user = member("Giulia")
    path, form = ACCOUNT_REQUESTS[action]
    codes = []
    for number in range(BUDGET + 1):
        client = Client(REMOTE_ADDR=f"192.0.2.{number}", headers=claimed("X-Forwarded-For", number))
        client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
        codes.append(client.post(path, form).status_code)
    assert 429 not in codes[:BUDGET]
    assert codes[BUDGET] == 429


async def address_behind(trusted: str, peer: str, *forwarded: str) -> str:
    """The address from which a request comes, as the web server tells it to the site."""
    seen = {}

    async def app(scope: Any, _receive: Any, _send: Any) -> None:
        seen.update(scope)

    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    scope: Any = {"type": "http", "client": (peer, 1), "scheme": "http", "headers": headers}
    await ProxyHeadersMiddleware(app, trusted)(scope, None, None)  # type: ignore[arg-type]
    return str(seen["client"][0])


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("127.0.0.1", ("198.51.100.1, 203.0.113.9",), "203.0.113.9"),
        ("127.0.0.1", ("198.51.100.1", "203.0.113.9"), "203.0.113.9"),
        ("127.0.0.1", ("127.0.0.1, 203.0.113.9",), "203.0.113.9"),
        ("203.0.113.9", ("198.51.100.1",), "203.0.113.9"),
    ],
    ids=["in one header", "in two headers", "posing as the proxy", "without the proxy"],
)
async def test_behind_one_proxy_only_its_own_entry_counts(peer, forwarded, address):
    assert await address_behind("127.0.0.1", peer, *forwarded) == address


@pytest.mark.parametrize(
    ("setting", "believed"),
    [({}, False), ({"PUBLIC_URL": "https://masques.example"}, True), ({"FORWARDED_ALLOW_IPS": "10.0.0.1"}, True)],
    ids=str,
)
def test_the_server_believes_a_proxy_only_where_one_is_set_up(monkeypatch, tmp_path, setting, believed):
    for name in ("PUBLIC_URL", "FORWARDED_ALLOW_IPS"):
        monkeypatch.delenv(name, raising=False)
    for name, value in setting.items():
        monkeypatch.setenv(name, value)
    web = site.programs(tmp_path, tmp_path, "127.0.0.1", 8000)[0]
    assert ("--no-proxy-headers" not in web.command) is believed
