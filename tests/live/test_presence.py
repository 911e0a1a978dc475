"""Presence: what an open page and its heartbeat say of players and spectators."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client

from games.models import Match, Spectator
from games.services.beside import looks
from games.services.beside.looks import kept
from games.services.match import play
from tests.cast import due, person, running_match
from tests.live.pages import marked_seats
from tests.looks import forget

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
    """Return what the heartbeat of an open page says about presence."""
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
    """Return what an uncounted reader sees: this is no heartbeat of a page that is up to date."""
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


# Who is at the table.


def reader(name: str, language: str = "en") -> Client:
    """A browser of the member of that name, who looks at nothing yet."""
    client = Client(headers={"accept-language": language})
    client.force_login(person(name))
    return client


def look(match: Match, name: str, query: str = "") -> None:
    """Open the page of the match."""
    reader(name).get(f"/matches/{match.pk}/{query}")


def told(match: Match, client: Client) -> list[int]:
    """The seats that a heartbeat names as at the table; it is of a page that is not up to date, so it counts as no
    look."""
    return client.get(f"/matches/{match.pk}/rev/").json()["here"]


def drawn(match: Match, client: Client) -> set[int]:
    """The seats that the page shows as at the table."""
    return marked_seats(client.get(f"/matches/{match.pk}/").content.decode())


def test_others_see_who_is_at_the_table_and_nobody_a_mark_on_their_own_seat(match):
    anna, bruno, stranger = reader("anna"), reader("bruno"), Client()
    assert [told(match, client) for client in (anna, bruno, stranger)] == [[], [], []]
    look(match, "anna")
    assert [told(match, client) for client in (anna, bruno, stranger)] == [[], [0], [0]]
    assert drawn(match, stranger) == {0}
    assert drawn(match, bruno) == {0}  # and is here from now on
    assert drawn(match, anna) == {1}
    assert drawn(match, stranger) == {0, 1}


def test_a_player_who_leaves_is_seen_to_be_gone_after_a_minute(match, time_machine):
    time_machine.move_to(datetime.now(UTC), tick=False)
    look(match, "anna")
    kept.write()
    time_machine.shift(timedelta(seconds=59))
    assert told(match, reader("bruno")) == [0]
    assert drawn(match, Client()) == {0}
    time_machine.shift(timedelta(seconds=2))
    assert told(match, reader("bruno")) == []
    assert drawn(match, Client()) == set()


def test_a_player_who_hides_is_neither_marked_nor_counted_for_anybody(match):
    anna = person("anna")
    anna.show_presence = False
    anna.save()
    look(match, "anna")
    look(match, "bruno")
    for client, seats in ((Client(), {1}), (reader("bruno"), set()), (reader("anna"), {1})):
        assert drawn(match, client) == seats
        assert told(match, client) == sorted(seats)
        assert client.get(f"/matches/{match.pk}/rev/").json()["present"] == "1 player is here now"
    anna.show_presence = True
    anna.save()
    assert told(match, Client()) == [0, 1]


def test_bots_and_who_gave_up_a_seat_are_never_at_the_table():
    match = running_match("lantern", [person("anna"), person("bruno")], bots=["easy"])
    for name in ("anna", "bruno"):
        look(match, name)
    assert told(match, Client()) == [0, 1]
    play.resign(actor=person("bruno"), match_id=match.pk, seat=1)
    look(match, "bruno")
    section = Client().get(f"/matches/{match.pk}/").content.decode()
    assert marked_seats(section) == {0}
    assert section.count("data-here") == 2  # the row and the panel of the only seat that a person plays


def test_a_history_marks_nobody(match):
    look(match, "anna")
    assert "data-here" not in Client().get(f"/matches/{match.pk}/history/").content.decode()


def test_a_page_speaks_of_it_in_the_language_of_its_reader(match):
    look(match, "anna")
    page = reader("bruno", "it").get(f"/matches/{match.pk}/").content.decode()
    assert '<p class="seat-here muted"><span data-here="0">ora al tavolo</span></p>' in page
    assert '<p class="seat-here muted"><span data-here="1" hidden>ora al tavolo</span></p>' in page


def test_composing_a_move_changes_nothing_for_others(match):
    mover = due(match)[0].user.username
    answers, other = [], reader("bruno" if mover == "anna" else "anna")
    for query in ("", "?move=", "?move=1"):
        forget(match)
        look(match, mover, query)
        answers.append(other.get(f"/matches/{match.pk}/rev/").content)
    assert len(set(answers)) == 1
    assert b'"here": []' not in answers[0]
