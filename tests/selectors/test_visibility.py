"""Knowing of a match, one way at a time; and the sealed answer that a seat reads again."""

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import connection

from games.core.errors import BrokenLog, BrokenRow
from games.models import Answer, Match, Status
from games.refusals import Missing
from games.selectors.matches import match_for_viewer, own_answer
from games.services.clocks import deadlines
from games.services.waiting import tables
from tests.cast import due, fresh, move, person, running_match

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def table(access, host="anna"):
    return tables.open_table(host=person(host), title="lantern", seats=3, settings={}, pace="standard", access=access)


def knows(user, match, link=""):
    try:
        return match_for_viewer(user, match.pk, link).pk == match.pk
    except Missing:
        return False


@pytest.mark.parametrize("access", ["link", "invited"])
def test_only_host_players_and_invited_know_of_a_private_match(access):
    match, other = table(access), table(access, host="bruno")
    seated, invited = person("carla"), person("dora")
    other.seats.create(index=1, user=seated)
    match.invitations.create(user=invited, created_at=match.created_at)
    people = {"anna": True, "dora": True, "bruno": False, "carla": False, "emil": False}
    assert {name: knows(person(name), match) for name in people} == people
    assert not knows(AnonymousUser(), match)
    assert knows(seated, other)
    assert not knows(invited, other)


def test_a_private_link_opens_one_match_of_that_access_only():
    match, other, closed = table("link"), table("link"), table("invited")
    Match.objects.filter(pk=closed.pk).update(link_token="a" * 22)
    visitors = [AnonymousUser(), person("emil")]
    for visitor in visitors:
        assert knows(visitor, match, match.link_token)
        assert not knows(visitor, match, other.link_token)
        assert not knows(visitor, match, "")
        assert not knows(visitor, closed, "a" * 22)
    Match.objects.filter(pk=match.pk).update(link_token="")
    assert not any(knows(visitor, match, "") for visitor in visitors)


def test_everybody_knows_of_an_open_match_and_nobody_of_one_whose_access_is_unknown():
    match = table("open")
    assert knows(AnonymousUser(), match)
    assert knows(person("emil"), match)
    Match.objects.filter(pk=match.pk).update(access="nobody")
    assert not knows(AnonymousUser(), match)
    assert not knows(person("emil"), match)


def test_a_row_that_cannot_be_read_is_named_to_those_who_may_know_of_it():
    match = table("invited")
    unreadable = "infinity" if connection.vendor == "postgresql" else "2031-13-01 00:00:00"
    with connection.cursor() as cursor:
        cursor.execute("UPDATE games_match SET created_at = %s WHERE id = %s", [unreadable, match.pk])
    with pytest.raises(BrokenRow, match="created_at of a match"):
        match_for_viewer(person("anna"), match.pk)
    with pytest.raises(Missing):
        match_for_viewer(person("emil"), match.pk)


# The sealed answer.


@pytest.fixture
def window():
    """A match of three whose window is open, with the seats that owe an answer."""
    match = running_match("lantern", [person("anna"), person("bruno"), person("carla")])
    move(match, due(match)[0])
    return fresh(match), due(match)


def test_a_seat_reads_its_own_answer_of_the_open_window_only(window):
    match, (first, last) = window
    assert own_answer(match, first.index) == ""
    move(match, first, "let")
    assert own_answer(fresh(match), first.index) == "let"
    assert own_answer(fresh(match), last.index) == ""
    move(match, last, "let")
    assert own_answer(fresh(match), first.index) == "", "the window is closed"


def test_nothing_is_read_of_a_match_that_runs_no_more(window):
    match, (first, _last) = window
    move(match, first, "let")
    Match.objects.filter(pk=match.pk).update(status=Status.QUARANTINED)
    assert own_answer(fresh(match), first.index) == ""


def test_an_altered_answer_is_not_shown(window):
    match, (first, _last) = window
    move(match, first, "let")
    Answer.objects.filter(match=match).update(text="blow")
    with pytest.raises(BrokenLog, match=f"seat {first.index} .*altered"):
        own_answer(fresh(match), first.index)


# Settling.


def test_settling_says_whether_the_caller_must_read_the_match_again(window):
    match, (seat, _last) = window
    assert deadlines.expire("222222222222") is False
    assert deadlines.expire(match.pk) is False
    match.seats.filter(index=seat.index).update(due_decision=seat.due_decision + 1)
    assert deadlines.expire(match.pk) is True, "it was set aside"
    assert fresh(match).status == Status.QUARANTINED


def test_words_of_ones_own_are_changed_at_one_table_only():
    tables_of_anna = [table("open"), table("open")]
    before = [list(each.seats.values_list("index", "user", "nonce")) for each in tables_of_anna]
    tables.add_nonce(user=person("anna"), match_id=tables_of_anna[0].pk, nonce="rain")
    after = [list(each.seats.values_list("index", "user", "nonce")) for each in tables_of_anna]
    assert after[0] != before[0]
    assert after[1] == before[1]
