"""A form of another site changes nothing: every address wants the token of its own form, with three exceptions."""

import pytest
from django.test import Client

from tests.http.doors import address, form, routes
from tests.http.town import Town

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

WITHOUT = {
    "notices:unsubscribe",  # mail programs have no form; the token in the address is the permission
    "notices:bounced",  # the same with providers of mail
    "notices:push_changed",  # nor has a service worker; the old address of its subscription is the permission
}


@pytest.mark.parametrize("role", ["seated", "superuser"])
def test_every_address_refuses_a_form_without_its_token(role, shared_town):
    town = shared_town
    client = town.client(role, enforce_csrf_checks=True)
    taken = set()
    for name, pattern in routes():
        response = client.post(address(town, name, pattern), form(town, name) or {})
        if response.status_code != 403:
            taken.add(name)
    assert taken == WITHOUT


def test_a_form_with_the_token_of_another_browser_is_refused():
    town = Town()
    stranger = Client()
    stranger.get("/accounts/login/")
    token = stranger.cookies["csrf"].value
    client = town.client("seated", enforce_csrf_checks=True)
    for name in ("leave", "invite", "nonce", "close"):
        path = f"/matches/{town.table.pk}/{name}/"
        assert client.post(path, {"csrfmiddlewaretoken": token}).status_code == 403, name
