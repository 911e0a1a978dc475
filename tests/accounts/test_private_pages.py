"""What shows something of a person is stored by no cache."""

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from tests.accounts.cast import PASSWORD, log_in, member
from tests.cast import running_match

pytestmark = pytest.mark.django_db
VALUES = {"username": "Giulia", "slug": "maskera", "uidb36": "1", "key": "x-y", "token": "1:x", "level": "easy"}


def named(
    resolver: URLResolver, above: tuple[str, ...] = (), given: tuple[str, ...] = ()
) -> list[tuple[str, list[str]]]:
    """The name of each page with the names of its arguments."""
    found = []
    for pattern in resolver.url_patterns:
        arguments = (*given, *pattern.pattern.regex.groupindex)
        if isinstance(pattern, URLPattern):
            if pattern.name:
                found.append((":".join([*above, pattern.name]), list(arguments)))
        else:
            found += named(pattern, (*above, pattern.namespace) if pattern.namespace else above, arguments)
    return found


def addresses(match_id: str) -> list[str]:
    """The address of every page outside the admin."""
    found = set()
    for name, arguments in named(get_resolver()):
        if name.startswith("admin:"):
            continue
        values = {key: {**VALUES, "match_id": match_id}.get(key, 1) for key in arguments}
        found.add(reverse(name, kwargs=values))
    return sorted(found)


def test_every_page_of_somebody_signed_in_is_private(lantern):
    giulia = member("Giulia")
    match = running_match("lantern", [giulia, member("Bianca")])
    client = Client()
    pages = addresses(match.pk)
    assert {"/", "/people/Giulia/", "/accounts/sessions/", "/accounts/email/", "/accounts/2fa/"} <= set(pages)
    for page in [*pages, "/no-such-page/"]:
        if "_auth_user_id" not in client.session:
            log_in(client, "Giulia", PASSWORD)
        kept = client.get(page).headers.get("Cache-Control", "")
        assert "no-store" in kept, page
        assert "private" in kept, page


@pytest.mark.parametrize("name", ["login", "signup", "password/reset", "password/reset/key/1-x-y", "confirm-email/x"])
def test_pages_about_accounts_are_private_for_everybody(name):
    assert "no-store" in Client().get(f"/accounts/{name}/").headers["Cache-Control"]


@pytest.mark.parametrize("path", ["/", "/rules/", "/tables/"])
def test_pages_of_strangers_stay_as_they_were(path):
    assert "Cache-Control" not in Client().get(path).headers
