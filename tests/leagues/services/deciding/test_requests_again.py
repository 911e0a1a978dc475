"""Asking for the same again: what is open is returned, what a rule has refused stands for a day."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from bench.races import at_once
from games.refusals import TooMany
from leagues.core.rules import Format
from leagues.models import Request
from leagues.services.deciding import requests
from leagues.services.entering import entries
from tests.accounts.cast import client_of
from tests.cast import person
from tests.leagues.cast import begun, running, seat_user

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]
HOUR = timedelta(hours=1)


@pytest.fixture
def season(travel):
    """Tables of three, which run."""
    return begun(travel, Format.PODS, 3, people=4)


def ask(season, user, kind, fixture=None):
    number = None if fixture is None else fixture.number
    return requests.ask(user=user, season_id=season.pk, kind=kind, fixture_number=number)


def test_requests_refused_by_a_rule_say_until_when(season, travel):
    fixture, other = running(season)[:2]
    user = next(seat.entry.user for seat in fixture.seats.all() if other.seats.filter(entry=seat.entry).exists())
    assert ask(season, user, "substitute", fixture).state == "refused"
    lines = season.log.count()
    travel(HOUR / 2)
    with pytest.raises(TooMany, match=r"No substitute is available .* You can ask again in 24 hours\."):
        ask(season, user, "substitute", fixture)
    travel(23 * HOUR)
    with pytest.raises(TooMany, match="in an hour"):
        ask(season, user, "substitute", fixture)
    assert (season.requests.count(), season.log.count()) == (1, lines)
    assert ask(season, user, "substitute", other).state == "refused", "another match is another question"
    travel(HOUR)
    assert ask(season, user, "substitute", fixture).state == "refused"


def test_requests_that_a_rule_now_grants_are_granted_immediately(season):
    fixture = running(season)[0]
    user = seat_user(fixture, 0)
    ask(season, user, "substitute", fixture)
    entries.join_substitutes(user=person("sven"), season_id=season.pk)
    assert ask(season, user, "substitute", fixture).state == "granted"


def test_a_refused_request_may_be_asked_again(season):
    for _twice in range(2):
        row = ask(season, person("player0"), "appeal")
        requests.answer(actor=person("olga"), request_id=row.pk, grant=False, reason="no")
    assert season.requests.count() == 2


def test_programs_get_a_code(season):
    fixture = running(season)[0]
    user = seat_user(fixture, 0)
    ask(season, user, "substitute", fixture)
    answer = client_of(user).post(
        f"/leagues/{season.league.slug}/ask/",
        {"kind": "substitute", "fixture": fixture.number},
        headers={"accept": "application/json"},
    )
    assert (answer.status_code, answer.json()["code"]) == (429, "too_many")


def test_an_appeal_is_open_once_even_for_the_database(season):
    user = person("player0")
    found = at_once(*[lambda: ask(season, user, "appeal") for _ in range(3)])
    assert len({row.pk for row in found}) == 1
    row = found[0]
    with pytest.raises(IntegrityError), transaction.atomic():
        Request.objects.create(season=season, entry=row.entry, kind="appeal")
    requests.take_back(user=user, request_id=row.pk)
    assert ask(season, user, "appeal").pk != row.pk
