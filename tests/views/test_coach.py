"""The coach: in a first match against easy bots only, each hint once, and away for good if that is wanted."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import CoachNote, Match, Seat, Status
from games.selectors.matches import position
from games.services.bot_moves import bots
from masques_site.accounts.services import create_guest
from tests.cast import due, fresh, move, person, running_match

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]
COACH = "/coach/"
MARK = 'id="coach"'


def browser_of(user):
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    return client


def page(user, match, **query):
    return browser_of(user).get(reverse("games:match", args=[match.pk]), query).content.decode()


def on_turn(match, user):
    """Play until `user` has a turn of their own: an answer may have one choice only."""
    while position(fresh(match)).state.sealed() or due(match)[0].user_id != user.pk:
        mine = [seat for seat in due(match) if seat.user_id == user.pk]
        assert move(match, mine[0]) if mine else bots.play_bots(match.pk)
    return fresh(match)


def against(user, *levels):
    return on_turn(running_match("lantern", [user], bots=levels), user)


@pytest.mark.parametrize("levels", [("easy",), ("easy", "easy")])
def test_a_first_match_against_easy_bots_has_a_coach(levels):
    for user in (person("anna"), create_guest()):
        shown = page(user, against(user, *levels))
        assert shown.count(MARK) == 1
        assert "Hang it where" in shown


def test_nobody_else_has_one():
    anna, bruno = person("anna"), person("bruno")
    assert MARK not in page(anna, against(anna, "medium"))
    match = running_match("lantern", [bruno, person("carla")])
    assert MARK not in page(bruno, match)
    dora = person("dora")
    assert MARK not in page(dora, against(dora, "easy", "medium"))


def test_a_seat_that_a_player_left_to_an_easy_bot_is_no_easy_bot():
    anna = person("anna")
    match = against(anna, "easy")
    Seat.objects.filter(match=match, index=1).update(user=person("bruno"))
    assert MARK not in page(anna, match)


def test_only_the_first_match_of_the_title_has_a_coach():
    anna = person("anna")
    first, second = against(anna, "easy"), against(anna, "easy")
    assert MARK in page(anna, first)
    assert MARK not in page(anna, second)
    Match.objects.filter(pk=first.pk).update(status=Status.EXPIRED)
    assert MARK in page(anna, second)


def test_a_match_of_another_title_does_not_count():
    anna = person("anna")
    running_match("maskera", [anna], bots=("easy",))
    assert MARK in page(anna, against(anna, "easy"))


def test_a_hint_that_was_read_does_not_come_again():
    anna, bruno = person("anna"), person("bruno")
    match = against(anna, "easy")
    path = reverse("games:match", args=[match.pk])
    answer = browser_of(anna).post(COACH, {"title": "lantern", "hint": "bridge", "next": path})
    assert (answer.status_code, answer.url) == (303, path)
    assert MARK not in page(anna, match)
    assert MARK in page(bruno, against(bruno, "easy"))


def test_another_hint_still_comes():
    anna = person("anna")
    match = against(anna, "easy")
    browser_of(anna).post(COACH, {"title": "lantern", "hint": "other"})
    browser_of(anna).post(COACH, {"title": "maskera", "hint": "bridge"})
    assert MARK in page(anna, match)


def test_all_hints_go_away_for_good_at_every_title():
    anna = person("anna")
    match, other = against(anna, "easy"), running_match("maskera", [anna], bots=("easy",))
    for _time in range(2):
        assert browser_of(anna).post(COACH, {"title": "lantern", "hint": "all"}).url == "/"
    assert CoachNote.objects.count() == 1
    assert MARK not in page(anna, match)
    assert MARK not in page(anna, on_turn(other, anna))


@pytest.mark.parametrize(
    "fields",
    [{}, {"hint": "bridge"}, {"hint": "", "title": "lantern"}, {"hint": "x" * 17, "title": "lantern"}]
    + [{"hint": "bridge", "title": "chess"}, {"hint": "\x00", "title": "lantern"}],
    ids=["nothing", "no title", "no hint", "long", "unknown title", "unreadable"],
)
def test_other_words_put_nothing_away(fields):
    assert browser_of(person("anna")).post(COACH, fields).status_code == 400
    assert not CoachNote.objects.exists()


def test_a_way_back_to_another_site_leads_home():
    answer = browser_of(person("anna")).post(COACH, {"hint": "all", "next": "https://evil.example/"})
    assert answer.url == "/"


def test_strangers_log_in_first_and_programs_get_401():
    assert Client().post(COACH, {"hint": "all"}).url.startswith(reverse("account_login"))
    assert Client().post(COACH, {"hint": "all"}, headers={"accept": "application/json"}).status_code == 403
    assert Client().get(COACH).status_code == 405


def test_while_composing_the_way_back_keeps_the_composition():
    anna = person("anna")
    match = against(anna, "easy")
    assert f'value="/matches/{match.pk}/?move="' in page(anna, match, move="")


def statements(user, match):
    client, path = browser_of(user), reverse("games:match", args=[match.pk])
    client.get(path)
    with CaptureQueriesContext(connection) as queries:
        client.get(path)
    return len(queries)


def test_the_coach_costs_one_statement_and_nothing_where_there_is_none():
    anna, bruno = person("anna"), person("bruno")
    coached, plain = against(anna, "easy"), against(bruno, "medium")
    assert statements(anna, coached) == statements(bruno, plain) + 1
