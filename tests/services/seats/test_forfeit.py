"""Seats that are forfeited by a decision: the log of the match says so, and its end follows from the log."""

import pytest

from games.audit import faults_of
from games.models import Event, Status
from games.refusals import BadInput, Conflict, Missing
from games.services.seats.forfeit import forfeit
from tests.cast import fresh, person, play_to_end, running_match
from tests.leagues.cast import play_on

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

WHY = {"reason": "played with help", "by": "olga"}


def site_events(match):
    return list(Event.objects.filter(match=match, kind="site").values_list("seat", "text", "actor"))


def test_with_two_seats_the_match_is_lost():
    match = running_match("lantern", [person("anna"), person("bruno")])
    forfeit(match_id=match.pk, seats=[1], **WHY)
    over = fresh(match)
    assert (over.status, over.annulled_at) == (Status.FINISHED, None)
    assert (over.outcome["places"], over.outcome["reason"]) == ([1, 2], "forfeited")
    assert site_events(match) == [(1, "forfeited", None)]
    assert faults_of(over) == []


def test_with_three_seats_a_bot_plays_on_and_the_seat_is_last():
    match = running_match("lantern", [person("anna"), person("bruno"), person("carla")])
    forfeit(match_id=match.pk, seats=[0], **WHY)
    forfeit(match_id=match.pk, seats=[0], **WHY)
    seat = match.seats.get(index=0)
    assert (seat.bot, seat.vacated_at is None) == ("medium", False)
    assert site_events(match) == [(0, "forfeited", None)]
    over = play_on(match)
    assert over.outcome["places"][0] == 3
    assert faults_of(over) == []


def test_impossible_forfeits_are_refused():
    match = running_match("lantern", [person("anna"), person("bruno")])
    for wrong in ({"seats": [2]}, {"seats": [0], "reason": " "}, {"seats": [0], "by": ""}):
        with pytest.raises(BadInput):
            forfeit(**{"match_id": match.pk, **WHY, **wrong})
    with pytest.raises(Missing):
        forfeit(match_id="nomatch", seats=[0], **WHY)
    play_to_end(match)
    with pytest.raises(Conflict):
        forfeit(match_id=match.pk, seats=[0], **WHY)
