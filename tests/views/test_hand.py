"""The hand: the phone of someone who sits at a real table, where a screen shows the board."""

import random

import pytest
from django.test import Client

from games.models import Match
from games.policy import policy
from games.registry import TITLES
from games.selectors.matches import position
from games.services.match import play
from games.services.waiting import tables
from tests.cast import NAMES, due, fresh, move, person, play_to_end, running_match
from tests.sampling import sampled
from tests.views.pages import FRAGMENT, Page, at, client_of, decide, idle, page, turn

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def match() -> Match:
    return running_match("lantern", [person("anna"), person("bruno"), person("carla")])


def test_it_shows_the_own_cards_and_choices_without_the_board_and_the_other_seats(match):
    seat = turn(match)
    shown = page(client_of(seat), at(match, "hand"))
    held = position(fresh(match)).state.view(seat.index)["hand"]
    chosen = len(set(held)) == 1  # the only choice is made already
    assert shown.source.count('<li id="card-') == len(held) - chosen
    assert shown.addresses("choice")
    assert 'class="bridges"' not in shown.source
    assert "seat-0-panel" not in shown.source
    assert "site-header" not in shown.source


def test_its_choices_are_those_of_the_match_page_and_stay_on_the_hand(match):
    client = client_of(turn(match))
    there, here = page(client, at(match)), page(client, at(match, "hand"))
    queries = [address.removeprefix(at(match)) for address in there.addresses("choice")]
    assert here.addresses("choice") == [at(match, "hand") + query for query in queries]


def test_a_move_without_scripts_leads_back_to_the_hand(match):
    client = client_of(turn(match))
    shown = page(client, at(match, "hand"))
    while not shown.forms["compose"].buttons:
        shown = page(client, shown.addresses("choice")[0])
    form = shown.forms["compose"]
    name, value, _label = form.buttons[0]
    answer = client.post(form.action, {**form.values, name: value})
    assert (answer.status_code, answer["Location"]) == (303, at(match, "hand"))


def test_a_move_by_its_script_is_answered_with_the_new_hand(match, monkeypatch):
    monkeypatch.setattr(type(policy()), "goes_on", lambda _self, _user: True)  # a hand stays at its table
    seat = turn(match)
    running_match("lantern", [person("anna"), person("bruno"), person("carla")])
    text = f"{position(match).state.view(seat.index)['hand'][0]}a"
    sent = {"text": text, "seen": match.decision, "client_move_id": "a1", "back": "hand"}
    answer = client_of(seat).post(at(match, "move"), sent, HTTP_X_ANSWER="table", **FRAGMENT)
    assert (answer.status_code, answer["X-Fragment"]) == (200, "hand")
    assert f'data-rev="{fresh(match).rev}"' in answer.content.decode()


def test_a_refused_move_shows_the_hand_with_the_reason(match):
    sent = {"text": "9z", "seen": match.decision, "client_move_id": "a1", "back": "hand"}
    answer = client_of(turn(match)).post(at(match, "move"), sent)
    assert answer.status_code == 422
    assert 'data-part="hand"' in answer.content.decode()
    assert 'class="notice bad"' in answer.content.decode()


def test_who_has_no_seat_is_sent_to_the_match(match):
    watcher = Client()
    watcher.force_login(person("zeno"))
    for client in (Client(), watcher):
        answer = client.get(at(match, "hand"))
        assert (answer.status_code, answer["Location"]) == (303, at(match))
    refused = watcher.post(at(match, "move"), {"text": "1a", "seen": "0", "client_move_id": "a1", "back": "hand"})
    assert refused.status_code == 403
    assert 'data-part="match"' in refused.content.decode()


def test_a_table_that_waits_is_shown_instead():
    table = tables.open_table(
        host=person("anna"), title="lantern", seats=3, settings={}, pace="standard", access="open", auto_start=False
    )
    client = Client()
    client.force_login(person("anna"))
    answer = client.get(at(table, "hand"))
    assert (answer.status_code, answer["Location"]) == (303, at(table))


def test_it_counts_as_a_look_at_the_match(match):
    client_of(turn(match)).get(at(match, "hand"))
    assert "1 player is here now" in page(Client(), at(match)).text


def test_notes_are_written_in_place(match):
    client = client_of(idle(match))
    form = page(client, at(match, "hand")).forms[at(match, "notes")]
    answer = client.post(form.action, {**form.values, "text": "Bruno bluffs."})
    assert (answer.status_code, answer["Location"]) == (302, at(match, "hand"))
    assert "Bruno bluffs." in page(client, at(match, "hand")).source


def test_a_note_that_replaced_another_offers_the_way_back_to_the_hand(match):
    client = client_of(idle(match))
    fields = {"text": "One", "version": "0", "back": "hand"}
    client.post(at(match, "notes"), fields)
    shown = Page(client.post(at(match, "notes"), fields | {"text": "Two"}))
    assert shown.forms[at(match, "notes")].values["back"] == "hand"
    assert at(match, "hand") in [address for _kind, address, _label in shown.links]


def test_the_end_shows_the_result_and_where_to_read_it_again(match):
    play_to_end(match)
    shown = page(client_of(match.seats.first()), at(match, "hand"))
    assert "The match is over" in shown.text
    assert "(you)" in shown.text
    links = [address for _kind, address, _label in shown.links]
    assert at(match, "history") in links
    assert at(match) in links


def test_a_seat_that_was_given_up_decides_nothing(match):
    seat = turn(match)
    play.resign(actor=seat.user, match_id=match.pk, seat=seat.index)
    assert page(client_of(seat), at(match, "hand")).addresses("choice") == []


def test_match_and_hand_lead_to_each_other(match):
    client = client_of(idle(match))
    assert at(match, "hand") in [address for _kind, address, _label in page(client, at(match)).links]
    assert at(match) in [address for _kind, address, _label in page(client, at(match, "hand")).links]
    assert at(match, "hand") not in [address for _kind, address, _label in page(Client(), at(match)).links]


def test_a_private_match_has_no_hand_for_strangers():
    match = running_match("lantern", [person("anna"), person("bruno")], access="link")
    assert Client().get(at(match, "hand")).status_code == 404


@pytest.mark.parametrize(
    ("title", "decisions"),
    sampled([(title, number) for title in TITLES for number in (8, 40)], [(title, 8) for title in TITLES]),
)
def test_every_decision_of_a_match_can_be_made_by_the_names_of_its_choices(title, decisions):
    """Without scripts, from the hand alone."""
    people = [person(name) for name in NAMES[: min(TITLES[title].seats)]]
    match, rng = running_match(title, people), random.Random(title)
    for _decision in range(decisions):
        if not due(match):
            break
        seat = rng.choice(due(match))
        decide(client_of(seat), at(match, "hand"), rng.choice)
    assert fresh(match).decision > match.decision


@pytest.mark.parametrize("title", TITLES)
def test_a_hand_shows_its_board_only_while_a_place_on_it_is_chosen(title):
    match = running_match(title, [person(name) for name in NAMES[: min(TITLES[title].seats)]])
    boards = 0
    for _decision in range(12):
        if not due(match):
            break
        seat = due(match)[0]
        shown = page(client_of(seat), at(match, "hand"))
        first = shown.addresses("choice")[:1]
        steps = [shown, *(page(client_of(seat), address) for address in first)]
        boards += sum('id="board"' in step.source for step in steps)
        move(match, seat)
    assert bool(boards) == (title in {"masques", "masons"})
