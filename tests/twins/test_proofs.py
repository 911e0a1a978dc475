"""Before the end nothing follows from a match's key: tables and matches that differ in it alone are the same to all."""

from collections.abc import Callable

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from games.chance import dealer_of
from games.models import Match, MatchKey, Status
from games.selectors import matches as selectors
from games.services.waiting import tables
from games.views import history as history_pages
from games.views import spectators
from tests.cast import fresh, person, running_match
from tests.twins.compare import Leak, leaks
from tests.twins.recorder import Recording
from tests.twins.stage import BEGINNING

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]
KEYS = (b"\x11" * 32, b"\x22" * 32)


def open_table() -> Match:
    return tables.open_table(host=person("anna"), title="lantern", seats=3, pace="standard", access="open")


def running() -> Match:
    return running_match("lantern", [person("anna"), person("bruno")])


def expired() -> Match:
    table = open_table()
    tables.close_table(user=person("anna"), match_id=table.pk)
    return fresh(table)


def expired_after_its_start() -> Match:
    match = running()
    Match.objects.filter(pk=match.pk).update(status=Status.EXPIRED)
    return fresh(match)


def set_aside() -> Match:
    match = running()
    Match.objects.filter(pk=match.pk).update(status=Status.QUARANTINED)
    return fresh(match)


STATES = (open_table, running, expired, expired_after_its_start, set_aside)


def seen(match: Match, key: bytes, session: str | None) -> Recording:
    """The pages of `match` as its key were `key`. The promise made for it stays."""
    MatchKey.objects.filter(match=match).update(key=key)
    selectors._replay_cache.replays.clear()
    spectators.drawings.kept.clear()
    recording = Recording(session)
    for name in ("proof", "match", "history", "record", "rev"):
        recording.request(name, reverse(f"games:{name}", args=[match.pk]))
    recording.request("proof", reverse("games:proof", args=[match.pk]), HTTP_ACCEPT="application/json")
    return recording


def told_apart(make: Callable[[], Match]) -> list[Leak]:
    """Return what tells two keys apart when a player, another user, and a stranger look."""
    found = []
    with time_machine.travel(BEGINNING, tick=False):
        match = make()
        for name in ("anna", "zeno", None):
            client = Client()
            if name is not None:
                client.force_login(person(name))
            session = client.cookies["session"].value if name is not None else None
            seen(match, KEYS[0], session)  # the first look leaves its traces: when they came, how far they have read
            found += leaks(*(seen(match, key, session) for key in KEYS))
    return found


@pytest.mark.parametrize("make", STATES, ids=lambda make: make.__name__)
def test_the_key_changes_no_byte_before_the_end(make):
    assert told_apart(make) == []


@pytest.mark.parametrize("make", STATES, ids=lambda make: make.__name__)
def test_a_planted_key_is_found_on_the_page_of_the_proof(make, monkeypatch):
    monkeypatch.setattr(history_pages, "published_nonces", lambda match, seats: [dealer_of(match, seats).salt(0).hex()])
    assert {leak.channel.split()[0] for leak in told_apart(make)} == {"proof"}


@pytest.mark.parametrize("make", STATES, ids=lambda make: make.__name__)
def test_no_page_shows_key_salt_or_chain_before_the_end(make):
    match = make()
    dealer = dealer_of(match, list(match.seats.all()))
    secret = [dealer.key.hex(), *(dealer.salt(ply).hex() for ply in range(match.ply + 1))]
    secret += [bytes(event.hash).hex() for event in match.events.all()]
    told = b"".join(content for _channel, content in seen(match, dealer.key, None).told).decode()
    assert not [word for word in secret if word in told]
    assert match.commitment in told
