"""Caches never store pages that show something of a person."""

import pytest
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse

from games.services.waiting import tables
from masques_site.notices.models import OutboxMail
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


def test_every_page_of_a_player_signed_in_is_private(lantern):
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


@pytest.mark.parametrize("path", ["/", "/tables/"])  # rules: tests/views/test_kept.py
def test_pages_of_strangers_stay_as_they_were(path):
    assert "Cache-Control" not in Client().get(path).headers


def test_no_page_of_a_match_is_kept_by_any_cache(lantern):
    """A page that strangers see today, an open match for example, may be closed to strangers tomorrow."""
    people = [member("Giulia"), member("Bianca")]
    running, private = running_match("lantern", people), running_match("lantern", people, access="link")
    table = tables.open_table(host=people[0], title="lantern", seats=2, pace="standard", access="open")
    for match in (running, private, table):
        for name in ("match", "hand", "screen", "history", "record", "proof", "rev", "resign"):
            for accept in ("text/html", "application/json"):
                path = reverse(f"games:{name}", args=[match.pk]) + f"?link={match.link_token}"
                response = Client().get(path, headers={"accept": accept})
                assert response.status_code != 404
                assert "no-store" in response.headers.get("Cache-Control", ""), path


def test_mails_and_own_data_are_kept_by_no_cache(settings):
    settings.EMBEDDED = True
    OutboxMail.objects.create(to="giulia@example.org", subject="Hello", text="A link.")
    for path in ("/outbox/", f"/outbox/{OutboxMail.objects.get().pk}/"):
        response = Client().get(path, headers={"host": "localhost"}, REMOTE_ADDR="127.0.0.1")
        assert response.status_code == 200
        assert "no-store" in response.headers["Cache-Control"], path
