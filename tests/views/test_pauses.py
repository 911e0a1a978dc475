"""Nights, weekends and vacations on the pages of tables and matches."""

from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games import clock
from games.core.clocks.personal_pauses import PauseRules
from games.models import Heartbeat, Match
from games.services.waiting import tables
from masques_site.accounts import pauses
from masques_site.accounts.models import NightWindow
from tests.cast import due, fresh, person
from tests.views.pages import Page, at, client_of, page

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

NEW = {
    "title": "lantern",
    "seats": "2",
    "option_wind": "calm",
    "option_memory": "kept",
    "pace": "standard",
    "access": "open",
    "auto_start": "yes",
    "seat_2": "",
}


@pytest.fixture
def watch(time_machine):
    time_machine.move_to("2031-03-05T12:00:00Z", tick=False)  # a Wednesday
    return time_machine


def let(watch, moment):
    """Let the site run until then."""
    watch.move_to(moment, tick=False)
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": clock.now()})


@pytest.fixture
def match(watch):
    """Both sleep from 22 to 6, and weekends do not count."""
    people = [person("anna"), person("bruno")]
    for user in people:
        NightWindow.objects.create(user=user, since=datetime(2030, 1, 1, tzinfo=UTC), zone="UTC", night_begin=22)
    rules = PauseRules(nights=True, weekends=True, vacations=True)
    table = tables.open_table(host=people[0], title="lantern", seats=2, pace="standard", access="open", pauses=rules)
    tables.join_table(user=people[1], match_id=table.pk)
    return fresh(table)


def seats(match, client=None):
    """Return the list of seats as a reader sees it."""
    words = page(client or Client(), at(match)).text
    return words[words.index("Seats") :]


def test_by_day_nothing_is_said(match):
    assert "asleep" not in seats(match)
    assert "vacation" not in seats(match)


def test_everybody_sees_who_is_asleep_and_the_deadline_that_follows(match, watch):
    let(watch, "2031-03-05T23:00:00Z")
    deadline = due(match)[0].deadline
    for client in (Client(), client_of(due(match)[0])):
        shown = seats(match, client)
        assert shown.count("asleep until March 6, 2031, 6 a.m.") == 2
        assert shown.count("deadline:") == 1
        assert f'datetime="{deadline.isoformat()}"' in page(client, at(match)).source


def test_times_are_shown_in_the_zone_of_the_reader(match, watch):
    let(watch, "2031-03-05T23:00:00Z")
    (seat,) = due(match)
    type(seat.user).objects.filter(pk=seat.user_id).update(timezone="Asia/Tokyo")
    assert "asleep until March 6, 2031, 3 p.m." in seats(match, client_of(seat))


def test_the_weekend_is_shown(match, watch):
    let(watch, "2031-03-08T12:00:00Z")
    assert seats(match).count("the weekend doesn’t count") == 2


def test_a_vacation_is_seen_before_it_begins_and_while_it_lasts(match, watch):
    (seat,) = due(match)
    pauses.plan_vacation(seat.user, date(2031, 3, 6), 4)
    assert "on vacation from March 6, 2031, midnight" in seats(match)
    let(watch, "2031-03-07T12:00:00Z")
    assert "on vacation until March 10, 2031, midnight" in seats(match)
    assert seats(match).count("vacation") == 1


def test_forbidden_pauses_are_not_shown(match, watch):
    rules = PauseRules()
    table = tables.open_table(
        host=person("anna"), title="lantern", seats=2, pace="standard", access="open", pauses=rules
    )
    tables.join_table(user=person("bruno"), match_id=table.pk)
    let(watch, "2031-03-05T23:00:00Z")
    assert "asleep" not in seats(fresh(table))


@pytest.mark.parametrize(
    ("pace", "choice", "rules"),
    [
        ("standard", "", PauseRules(nights=True, vacations=True)),
        ("standard", "usual", PauseRules(nights=True, vacations=True)),
        ("standard", "weekends", PauseRules(nights=True, weekends=True, vacations=True)),
        ("standard", "none", PauseRules()),
        ("fast", "weekends", PauseRules(nights=True, weekends=True)),
        ("live", "weekends", PauseRules()),
        ("unlimited", "usual", PauseRules()),
    ],
)
def test_the_host_chooses_the_pauses_with_the_table(watch, pace, choice, rules):
    client = Client()
    client.force_login(person("anna"))
    assert client.post(reverse("games:new_table"), {**NEW, "pace": pace, "pauses": choice}).status_code == 302
    assert Match.objects.get().pause_rules == rules


def test_a_choice_that_there_is_not_opens_no_table(watch):
    client = Client()
    client.force_login(person("anna"))
    response = client.post(reverse("games:new_table"), {**NEW, "pauses": "always"})
    assert response.status_code == 422
    assert not Match.objects.exists()


def test_the_form_offers_the_usual_pauses_first(watch):
    client = Client()
    client.force_login(person("anna"))
    form = Page(client.get(reverse("games:new_table"), {"title": "lantern", "seats": "2"})).forms[""]
    assert form.choices["pauses"] == ["usual", "weekends", "none"]
    assert form.values["pauses"] == "usual"


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (PauseRules(nights=True, vacations=True), "eight hours of each player’s night, vacations"),
        (PauseRules(weekends=True), "Saturday and Sunday"),
        (PauseRules(), "never"),
    ],
)
def test_a_player_who_sits_down_sees_when_clocks_pause(watch, rules, words):
    table = tables.open_table(
        host=person("anna"), title="lantern", seats=2, pace="standard", access="open", pauses=rules
    )
    assert f"When clocks stop {words}" in page(Client(), at(table)).text


def test_a_page_costs_no_statement_for_it(match, watch, django_assert_max_num_queries):
    let(watch, "2031-03-05T23:00:00Z")
    client = client_of(due(match)[0])
    client.get(at(match))
    with django_assert_max_num_queries(8):
        client.get(at(match))


def test_the_deadline_is_the_absolute_one(match):
    (seat,) = due(match)
    assert seat.deadline - clock.now() > timedelta(days=3)
    assert f'datetime="{seat.deadline.isoformat()}"' in page(client_of(seat), reverse("games:home")).source
