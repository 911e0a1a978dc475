"""The screen of a match: what everyone around a real table may see, in large letters."""

import re
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from games.core.engine.events import EventKind
from games.core.text import _
from games.core.title.presenter import Stop
from games.models import Access, Match, Status
from games.services.keeping.quarantine import set_aside
from games.services.match import agreement, annul, play
from games.services.waiting import tables
from games.views import screen as screens
from tests.altered import alter
from tests.cast import due, fresh, move, person, play_to_end, running_match, stored_log
from tests.lantern.rules.effects import WindBlew
from tests.views.pages import FRAGMENT, Page, at, client_of, page, turn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

SECTION = re.compile(r'<section id="screen".*</section>', re.DOTALL)
THREE = ("anna", "bruno", "carla")


@pytest.fixture
def match() -> Match:
    return running_match("lantern", [person(name) for name in THREE])


@pytest.fixture
def rounds(monkeypatch: pytest.MonkeyPatch, match: Match) -> None:
    """In this match the wind ends a round."""

    def stop(_self: Any, effect: Any) -> Stop | None:
        return Stop(_("The wind has blown"), (_("It was cold."),)) if isinstance(effect, WindBlew) else None

    monkeypatch.setattr(type(match.game.presenter), "stop", stop)


def section(response: HttpResponse) -> str:
    found = SECTION.search(response.content.decode())
    assert found
    return found[0]


def the_wind_blows(match: Match) -> int:
    """Hang a lantern and blow at it; return the ply that the wind led to."""
    move(match, turn(match))
    for seat in due(match):
        move(match, seat, "blow")
    kinds = [event.kind for event in stored_log(match)]
    return len(kinds) - kinds[::-1].index(EventKind.CHANCE)


# A match that has begun.


@pytest.mark.parametrize("query", ["", "?move=1", "?as=all", "?at=0", "?at=99", "?at=x", "?tap=card-0"])
def test_a_player_is_shown_exactly_what_a_stranger_is_shown(match, query):
    player, stranger = client_of(turn(match)), Client()
    for headers in ({}, FRAGMENT):
        answers = [client.get(at(match, "screen") + query, **headers) for client in (player, stranger)]
        assert [answer.status_code for answer in answers] == [200, 200]
        assert section(answers[0]) == section(answers[1])


def test_it_says_who_is_asked_and_offers_nothing_but_a_way_back(match):
    seat = turn(match)
    shown = page(client_of(seat), at(match, "screen"))
    assert f"{seat.user.username} hangs a lantern." in shown.text.replace("\u2068", "").replace("\u2069", "")
    assert shown.forms == {}
    assert [address for _kind, address, _label in shown.links] == ["", at(match)]
    assert "site-header" not in shown.source


def test_it_tells_the_newest_sentence_of_the_log_first(match):
    move(match, turn(match))
    told = re.findall(r'class="screen-last">([^<]*)<', section(Client().get(at(match, "screen"))))
    assert [sentence.split()[1] for sentence in told] == ["hangs", "begins."]


def test_the_part_that_its_script_fetches_is_the_section_alone(match):
    answer = Client().get(at(match, "screen"), **FRAGMENT)
    assert answer["X-Fragment"] == "screen"
    assert section(answer) == answer.content.decode()
    assert f'data-rev="{match.rev}"' in section(answer)


def test_it_is_drawn_once_for_all(match, monkeypatch):
    drawn = []
    honest = screens.section_context
    monkeypatch.setattr(screens, "section_context", lambda *what, **more: drawn.append(what) or honest(*what, **more))
    for client in (Client(), Client(), client_of(turn(match))):
        client.get(at(match, "screen"), **FRAGMENT)
    assert len(drawn) == 1
    move(match, turn(match))
    Client().get(at(match, "screen"), **FRAGMENT)
    assert len(drawn) == 2


def test_looking_at_it_is_no_look_at_the_own_seat(match):
    seat = turn(match)
    client_of(seat).get(at(match, "screen"))
    assert "player is here now" not in page(Client(), at(match)).text


def test_a_private_match_is_shown_to_its_people_and_to_no_one_else(match):
    Match.objects.filter(pk=match.pk).update(access=Access.INVITED)
    assert client_of(turn(match)).get(at(match, "screen")).status_code == 200
    for client in (Client(), Client()):
        client.force_login(person("zeno"))
        assert client.get(at(match, "screen")).status_code == 404
    assert Client().get(at(match, "screen")).status_code == 404


def test_a_private_link_opens_it_and_is_remembered():
    match = running_match("lantern", [person(name) for name in THREE], access=Access.LINK)
    television = Client()
    assert television.get(at(match, "screen")).status_code == 404
    assert television.get(f"{at(match, 'screen')}?link={match.link_token}").status_code == 200
    assert television.get(at(match, "screen"), **FRAGMENT).status_code == 200


def test_only_looking_is_allowed(match):
    answer = Client().post(at(match, "screen"))
    assert (answer.status_code, answer["Allow"]) == (405, "GET, HEAD")


# The end of a round.


def test_the_end_of_the_last_round_is_shown_on_its_own_when_it_is_asked_for(match, rounds):
    ply = the_wind_blows(match)
    part = section(Client().get(at(match, "screen"), **FRAGMENT))
    assert f'data-stop="{ply}"' in part
    assert "It was cold." not in part
    shown = Page(Client().get(f"{at(match, 'screen')}?at={ply}"))
    assert "The wind has blown" in shown.text
    assert "It was cold." in shown.text
    assert f'data-ply="{ply}"' in shown.source
    assert at(match, "screen") in [address for _kind, address, _label in shown.links]


def test_no_earlier_moment_can_be_asked_for(match, rounds):
    ply = the_wind_blows(match)
    now = section(Client().get(at(match, "screen")))
    for other in (0, 1, ply - 1, ply + 1):
        assert section(Client().get(f"{at(match, 'screen')}?at={other}")) == now


# The end of the match.


def test_the_end_shows_who_won_and_every_place_and_score(match):
    over = play_to_end(match)
    shown = page(Client(), at(match, "screen"))
    assert over.outcome is not None
    assert "The match is over" in shown.text
    rows = re.findall(r'class="screen-place">(\d)\.<', shown.source)
    assert rows == sorted(str(place) for place in over.outcome["places"])
    assert 'class="screen-progress"' in shown.source


def test_an_end_without_a_result_is_a_word_and_no_table(match):
    agreement.propose(actor=person("anna"), match_id=match.pk)
    for name in ("bruno", "carla"):
        agreement.answer(actor=person(name), match_id=match.pk, number=1, agrees=True)
    shown = page(Client(), at(match, "screen"))
    assert "No one wins." in shown.text
    assert "screen-place" not in shown.source


def test_an_annulled_match_says_so(match):
    annul.annul(match_id=match.pk, reason="A mistake.", by="anna")
    assert "This match was annulled" in page(Client(), at(match, "screen")).text


def test_a_match_that_is_set_aside_says_so_and_shows_no_board(match):
    set_aside(match.pk, ValueError("a test"))
    answer = Client().get(at(match, "screen"))
    assert (answer.status_code, answer["X-Fragment"]) == (503, "screen-table")
    assert "This match has been set aside" in answer.content.decode()
    assert 'id="board"' not in answer.content.decode()


def test_a_log_that_cannot_be_read_sets_the_match_aside(match):
    alter(match, 0, "nonsense")
    assert Client().get(at(match, "screen")).status_code == 503
    assert fresh(match).status == Status.QUARANTINED


# A table that waits.


def waiting_table() -> Match:
    return tables.open_table(
        host=person("anna"),
        title="lantern",
        seats=3,
        settings={},
        pace="standard",
        access="open",
        auto_start=False,
    )


def test_a_table_shows_its_seats_as_they_fill_and_turns_into_the_board_when_it_starts():
    table, television = waiting_table(), Client()
    first = television.get(at(table, "screen"), **FRAGMENT)
    assert first["X-Fragment"] == "screen-table"
    assert "2 seats are still free." in section(first)
    assert 'screen-name">free<' in section(first)
    for name, free in (("bruno", 1), ("carla", 0)):
        tables.join_table(user=person(name), match_id=table.pk)
        assert name in section(television.get(at(table, "screen")))
        assert section(television.get(at(table, "screen"))).count('screen-name">free<') == free
    tables.start_table(host=person("anna"), match_id=table.pk, rev=fresh(table).rev)
    begun = television.get(at(table, "screen"), **FRAGMENT)
    assert begun["X-Fragment"] == "screen"
    assert 'id="board"' in section(begun)


def test_a_closed_table_says_so():
    table = waiting_table()
    tables.close_table(user=person("anna"), match_id=table.pk)
    shown = page(Client(), at(table, "screen"))
    assert "This table was closed before the match could start." in shown.text
    assert "free" not in shown.text


def test_tables_and_matches_link_to_their_screen(match):
    table = waiting_table()
    for each in (match, table):
        assert at(each, "screen") in [address for _kind, address, _label in page(Client(), at(each)).links]


def test_who_gave_up_is_still_named(match):
    play.resign(actor=person("bruno"), match_id=match.pk, seat=1)
    assert "bruno" in page(Client(), at(match, "screen")).text
