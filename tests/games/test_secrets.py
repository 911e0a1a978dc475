"""Where secrets come from and how large they are: keys of matches, links, ids, sessions, leases."""

import ast
import base64
import math
import random
import secrets
import string
from collections import Counter

import pytest
from django.conf import settings
from django.test import Client

from games.core.engine import dealer
from games.models import ID_ALPHABET, Match, MatchKey, new_link_token, new_match_id
from games.services.bot_moves.bot_lease import BotLease
from games.services.waiting import tables
from tests.cast import person, play_to_end, running_match
from tests.processes import ROOT

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern", "secure_source")]

# Modules that are not for secrets: simulations, and bots, which draw from a seed.
FOR_SIMULATIONS = ("games/bots", "games/core/kit/fuzz.py", "games/core/kit/strategies.py", "games/core/kit/conformance")


def table(**more):
    values = {"title": "lantern", "seats": 2, "settings": {}, "pace": "standard", "access": "open", **more}
    return tables.open_table(host=person("anna"), **values)


def key_of(match):
    return bytes(MatchKey.objects.get(match=match).key)


@pytest.fixture
def drawn(monkeypatch):
    """Return the bytes of the system's secure source, with their requested numbers."""
    found = []
    source = secrets.token_bytes

    def token_bytes(size=None):
        found.append((size, source(size)))
        return found[-1][1]

    monkeypatch.setattr(secrets, "token_bytes", token_bytes)
    return found


def test_the_key_of_a_match_is_32_bytes_of_the_secure_source(drawn):
    assert dealer.KEY_BYTES == 32
    match = table()
    assert (32, key_of(match)) in drawn
    assert match.commitment == dealer.commitment(match.pk, key_of(match))


def test_every_match_has_its_own_a_rematch_too():
    first = play_to_end(running_match("lantern", [person("anna"), person("bruno")]))
    matches = [first, tables.offer_rematch(user=person("anna"), match_id=first.pk), *[table() for _more in range(8)]]
    for name, values in {
        "key": [key_of(match) for match in matches],
        "commitment": [match.commitment for match in matches],
        "link": [match.link_token for match in matches],
        "id": [match.pk for match in matches],
    }.items():
        assert len(set(values)) == len(matches), name
    assert {len(key_of(match)) for match in matches} == {32}


def test_nobody_who_knows_the_seed_of_random_knows_a_secret():
    def made():
        random.seed(1)
        return dealer.new_key(), new_link_token(), new_match_id(), BotLease()._token

    for one, other in zip(made(), made(), strict=True):
        assert one != other


def test_a_private_link_holds_128_bits_of_the_secure_source(drawn):
    token = new_link_token()
    raw = base64.urlsafe_b64decode(token + "=" * (-len(token) % 4))
    assert len(raw) * 8 == 128
    assert (16, raw) in drawn
    assert len(token) <= Match._meta.get_field("link_token").max_length
    stored = table(access="link").link_token
    assert len(base64.urlsafe_b64decode(stored + "=" * (-len(stored) % 4))) == 16


def test_the_id_of_a_match_is_drawn_letter_by_letter_from_the_secure_source(monkeypatch):
    asked = []
    choice = secrets.choice
    monkeypatch.setattr(secrets, "choice", lambda letters: asked.append(letters) or choice(letters))
    match_id = new_match_id()
    assert asked == [ID_ALPHABET] * 12
    assert set(match_id) <= set(ID_ALPHABET)
    assert len(ID_ALPHABET) == len(set(ID_ALPHABET))
    assert 12 * math.log2(len(ID_ALPHABET)) > 59


def test_letters_of_ids_are_all_used():
    letters = Counter("".join(new_match_id() for _match in range(1000)))
    assert set(letters) == set(ID_ALPHABET)


def test_a_session_is_named_by_more_than_128_bits(drawn):
    keys = set()
    for _browser in range(5):
        browser = Client()
        browser.force_login(person("anna"))
        keys.add(browser.cookies[settings.SESSION_COOKIE_NAME].value)
    assert len(keys) == 5
    letters = string.ascii_lowercase + string.digits
    for key in keys:
        assert set(key) <= set(letters)
        assert len(key) * math.log2(len(letters)) > 128


def imported(path):
    """The modules that a file imports."""
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


def test_nothing_of_the_site_but_simulations_imports_random():
    found = [
        name
        for folder in ("games", "masques_site")
        for path in sorted((ROOT / folder).rglob("*.py"))
        if "random" in imported(path)
        and not (name := path.relative_to(ROOT).as_posix()).startswith((*FOR_SIMULATIONS, "games/titles/"))
    ]
    assert found == []
