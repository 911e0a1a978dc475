"""Who is here: what the heartbeat of an open page tells of players and spectators."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from games.models import Match, Spectator
from games.services import looks
from games.services.looks import kept
from tests.cast import person, running_match

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def match() -> Match:
    return running_match("lantern", [person("anna"), person("bruno")])


def test_the_heartbeat_tells_how_many_players_are_here(match):
    client = Client()
    client.force_login(person("anna"))
    assert client.get(f"/matches/{match.pk}/rev/").json()["present"] == ""
    client.get(f"/matches/{match.pk}/")
    assert client.get(f"/matches/{match.pk}/rev/").json()["present"] == "1 player is here now"


def beat(match: Match, client: Client, **headers: str) -> str:
    """What the heartbeat of an open page tells of who is here."""
    return client.get(f"/matches/{match.pk}/rev/?seen={match.rev}", **headers).json()["present"]


def test_the_heartbeat_counts_spectators_once_each_and_tells_not_who_they_are(match):
    signed_in = Client()
    signed_in.force_login(person("zeno"))
    assert beat(match, signed_in) == "1 spectator is watching"
    assert beat(match, signed_in) == "1 spectator is watching"
    assert beat(match, Client(), REMOTE_ADDR="192.0.2.1") == "2 spectators are watching"
    assert beat(match, Client(), REMOTE_ADDR="192.0.2.2") == "3 spectators are watching"
    seated = Client()
    seated.force_login(person("anna"))
    assert beat(match, seated) == "3 spectators are watching"  # told before this beat counts
    assert beat(match, seated) == "1 player is here now · 3 spectators are watching"
    kept.write()
    assert "zeno" not in str(list(Spectator.objects.values_list()))
    assert beat(match, seated) == "1 player is here now · 3 spectators are watching"


def test_a_spectator_who_left_is_counted_no_more_and_soon_forgotten(match, time_machine):
    time_machine.move_to(datetime.now(UTC), tick=False)
    assert beat(match, Client(), REMOTE_ADDR="192.0.2.1") == "1 spectator is watching"
    kept.write()
    time_machine.shift(looks.PRESENT + timedelta(seconds=1))
    assert client_sees(match) == ""
    time_machine.shift(looks.FORGOTTEN)
    beat(match, Client(), REMOTE_ADDR="192.0.2.2")
    kept.write()
    assert Spectator.objects.count() == 1


def client_sees(match: Match) -> str:
    """What somebody is told who is not counted: this is no heartbeat of a page that is up to date."""
    return Client().get(f"/matches/{match.pk}/rev/").json()["present"]


def test_a_crowd_is_counted_up_to_a_limit(match, monkeypatch):
    monkeypatch.setattr(looks, "MAX_SPECTATORS", 3)
    for number in range(6):
        told = beat(match, Client(), REMOTE_ADDR=f"192.0.2.{number}")
    assert told == "3 spectators are watching"
    kept.write()
    assert Spectator.objects.count() == 3


def test_thirty_browsers_of_one_address_are_one_spectator(match):
    for number in range(30):
        beat(match, Client(), HTTP_USER_AGENT=f"browser {number}")
    assert client_sees(match) == "1 spectator is watching"
