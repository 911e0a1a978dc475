"""On a site of the tests chance follows from the word of the request, and elsewhere from the secure source."""

from types import SimpleNamespace

import pytest

from games.core.engine import dealer
from games.models import new_match_id
from tests.plugins.dealt_site import HEADER, DealtRequests, SiteChance, dealt
from tests.plugins.stand_in import modules


@pytest.fixture(autouse=True)
def site(monkeypatch):
    """Restart a site, as at its start."""

    def begin():
        source = SiteChance()
        for module in modules():
            monkeypatch.setattr(module, "secrets", source)

    begin()
    return begin


def answer(word):
    """Return the answer to a request with this word."""
    headers = {HEADER: word} if word else {}
    return DealtRequests(lambda _request: (new_match_id(), dealer.new_key()))(SimpleNamespace(headers=headers))


def test_the_same_requests_make_the_same_on_every_site(site):
    first = [answer("a test"), answer("a test")]
    site()
    assert [answer("a test"), answer("a test")] == first
    assert first[0] != first[1]


def test_requests_of_another_test_do_not_disturb_those_of_one(site):
    first = [answer("a test"), answer("a test")]
    site()
    assert [answer("a test"), answer("another"), answer("a test")][::2] == first


def test_a_request_without_a_word_gets_what_nobody_can_foretell(site):
    first = answer("")
    site()
    answer("a test")
    assert answer("") != first


def test_a_settings_module_asks_for_it():
    names = {"INSTALLED_APPS": ["games"], "MIDDLEWARE": ["first"]}
    dealt(names)
    assert names == {
        "INSTALLED_APPS": ["games", "tests.plugins.dealt_site.DealtSite"],
        "MIDDLEWARE": ["tests.plugins.dealt_site.DealtRequests", "first"],
    }
