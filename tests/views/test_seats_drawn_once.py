"""The common part of a seat is drawn once for all readers, and the own marks are added."""

import re

import pytest
from django.test import Client

from games import table_templates
from games.models import Match
from games.registry import TITLES
from games.table_templates import OWN_CLASS, YOU, environment_of, once
from tests.cast import due, fresh, move, person, running_match
from tests.views.pages import at, client_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

PART = {"HX-Request": "true", "HX-Request-Type": "partial"}
OWN = re.compile(r'<li id="seat-(\d+)"\s+class="seat[^"]*\bmine"')


@pytest.fixture(autouse=True)
def watch(time_machine):
    time_machine.move_to("2031-03-05T12:00:00Z", tick=False)
    return time_machine


@pytest.fixture
def drawn(monkeypatch) -> list[str]:
    """The inputs of everything that has been drawn, and not found drawn."""
    found: list[str] = []
    honest = table_templates.render_plain

    def watched(environment, name, inputs):
        found.append(inputs)
        return honest(environment, name, inputs)

    monkeypatch.setattr(table_templates, "render_plain", watched)
    table_templates._once.cache_clear()
    return found


@pytest.fixture
def match() -> Match:
    return running_match("lantern", [person("anna"), person("bruno"), person("carla")])


def part(client: Client, match: Match) -> str:
    return client.get(at(match), headers=PART).content.decode()


def test_the_second_reader_finds_all_seats_drawn(match, drawn):
    first, second = list(match.seats.all())[:2]
    part(client_of(first), match)
    assert len(drawn) == match.seat_count
    part(client_of(second), match)
    part(Client(), match)
    assert len(drawn) == match.seat_count


def test_everybody_sees_which_seat_is_their_own_and_no_marks_are_left(match):
    pages = [part(client_of(seat), match) for seat in match.seats.all()] + [part(Client(), match)]
    assert [OWN.findall(each) for each in pages] == [["0"], ["1"], ["2"], []]
    assert [each.count("(you)") for each in pages] == [1, 1, 1, 0]
    assert not any(OWN_CLASS in each or YOU in each for each in pages)


def test_a_move_and_a_minute_draw_again_what_they_change(match, drawn, watch):
    anna = client_of(match.seats.first())
    part(anna, match)
    before = len(drawn)
    move(match, due(match)[0])
    part(anna, fresh(match))
    assert before < len(drawn) <= 2 * before
    before, told = len(drawn), drawn[-1]
    watch.move_to("2031-03-05T12:05:00Z", tick=False)
    part(anna, fresh(match))
    assert len(drawn) > before
    assert drawn[-1] != told


def test_readers_of_two_languages_get_two_drawings(match, drawn):
    part(Client(), match)
    part(Client(headers={"accept-language": "it"}), match)
    assert len(drawn) == 2 * match.seat_count


def test_only_plain_data_may_be_drawn_once():
    with pytest.raises(TypeError):
        once(environment_of((), "en", False), "games/match/_seat.jinja", card=object())


@pytest.mark.parametrize("slug", sorted(TITLES))
def test_seats_of_every_title_are_plain_data(slug):
    game = TITLES[slug]
    match = running_match(slug, [person(f"reader{seat}") for seat in range(max(game.seats))])
    for seat in match.seats.all():
        assert OWN.findall(part(client_of(seat), match)) == [str(seat.index)]
