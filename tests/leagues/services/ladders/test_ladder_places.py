"""Ladders: places after a result that changes, and people who are on vacation."""

from datetime import timedelta

import pytest
from django.test import Client

from games import clock
from games.refusals import Conflict
from games.services.match.annul import annul
from games.tasks import announce
from leagues import tasks as league_tasks
from leagues.core.decisions import Chosen, Decision
from leagues.core.rules import Format
from leagues.models import Challenge, League, Season
from leagues.services.deciding import decisions, requests, undo
from leagues.services.entering import entries
from leagues.services.ladders import challenges
from leagues.services.leaving import substitutes, withdrawals
from leagues.services.timetable import steps
from masques_site.accounts.models import User, Vacation
from tests.accounts.cast import client_of
from tests.cast import person
from tests.leagues.cast import fixture_of, make_league, newest, opened, resign, sign_up_all, tick

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]
DAY = timedelta(days=1)


@pytest.fixture
def ladder(travel):
    """An open ladder of six: player0 at the top."""
    return opened(Format.LADDER, 2, people=6)


def order(season):
    """The numbers of the players from the top."""
    rows = season.entries.exclude(position=None).order_by("position")
    return "".join(name.removeprefix("player") for name in rows.values_list("user__username", flat=True))


def entry(season, number):
    return season.entries.get(user=person(f"player{number}"))


def challenge(season, one, other):
    return challenges.challenge(user=person(f"player{one}"), season_id=season.pk, entry_id=entry(season, other).pk)


def begun(season, one, other):
    """A challenge that was accepted, and its match."""
    row = challenge(season, one, other)
    fixture = challenges.accept(user=person(f"player{other}"), challenge_id=row.pk)
    tick()
    return fixture_of(fixture)


def seat(season, fixture, number):
    return fixture.seats.get(entry=entry(season, number)).seat


def won(season, winner, loser):
    """A match that `winner`, the challenger, has won."""
    fixture = begun(season, winner, loser)
    resign(fixture, seat(season, fixture, loser))
    return fixture


def correct(season, fixture, winner):
    places = [1 if number == seat(season, fixture, winner) else 2 for number in range(2)]
    requests.correct_result(
        actor=person("olga"), season_id=season.pk, fixture_number=fixture.number, places=places, reason="seen"
    )


def changes(season):
    """Return the log's lines about places after results that changed."""
    return list(season.log.filter(verb__startswith="places").order_by("pk").values_list("verb", flat=True))


def vacation(number, begin, days):
    return Vacation.objects.create(
        user=person(f"player{number}"), begin=begin, end=begin + days * DAY, days=days, zone="UTC"
    )


def test_places_move_back_when_the_match_is_annulled(ladder):
    fixture = won(ladder, 4, 1)
    assert order(ladder) == "041235"
    for _twice in range(2):
        annul(match_id=fixture.match_id, reason="broken", by="staff")
        announce(fixture.match_id)
    assert order(ladder) == "012345"
    assert changes(ladder) == ["places_corrected"]


def test_places_follow_a_corrected_result_and_one_that_is_corrected_again(ladder):
    fixture = won(ladder, 4, 1)
    correct(ladder, fixture, 1)
    assert order(ladder) == "012345"
    correct(ladder, fixture, 1)
    correct(ladder, fixture, 4)
    assert order(ladder) == "041235"
    assert changes(ladder) == ["places_corrected"] * 2


def test_a_correction_in_favour_of_the_challenger_takes_the_place(ladder):
    fixture = begun(ladder, 2, 1)
    resign(fixture, seat(ladder, fixture, 2))
    assert order(ladder) == "012345"
    correct(ladder, fixture, 2)
    assert order(ladder) == "021345"


def test_places_stay_when_one_of_the_two_has_moved_since_and_the_organisers_read_why(ladder):
    fixture = won(ladder, 2, 1)
    won(ladder, 3, 2)
    assert order(ladder) == "032145"
    annul(match_id=fixture.match_id, reason="broken", by="staff")
    announce(fixture.match_id)
    assert order(ladder) == "032145"
    assert changes(ladder) == ["places_stay"]
    page = client_of(person("olga")).get(f"/leagues/{ladder.league.slug}/organise/").content.decode()
    assert "The places stay as they are because one of the players has since moved or left." in page
    assert "The places stay" in Client().get(f"/leagues/{ladder.league.slug}/log/").content.decode()


def test_places_stay_when_one_of_the_two_has_left(ladder):
    fixture = won(ladder, 4, 1)
    requests.ask(user=person("player1"), season_id=ladder.pk, kind="withdrawal")
    correct(ladder, fixture, 1)
    assert order(ladder) == "04235"
    assert changes(ladder) == ["places_stay"]


def test_a_player_who_moved_elsewhere_keeps_nobody_from_the_former_place(ladder):
    fixture = won(ladder, 2, 1)
    won(ladder, 5, 4)
    correct(ladder, fixture, 1)
    assert order(ladder) == "012354"


def take_back(season, verb):
    line = season.log.filter(verb=verb).order_by("-pk").first()
    undo.undo(actor=person("olga"), line_id=line.pk, reason="a mistake")


def test_places_follow_a_correction_that_is_taken_back(ladder):
    fixture = won(ladder, 4, 1)
    correct(ladder, fixture, 1)
    assert order(ladder) == "012345"
    take_back(ladder, "corrected")
    assert order(ladder) == "041235"
    assert fixture.seats.get(kind="won_by_forfeit").entry == entry(ladder, 4)
    assert changes(ladder) == ["places_corrected"] * 2
    correct(ladder, fixture, 1)
    assert order(ladder) == "012345"


def test_a_correction_that_moved_nobody_is_taken_back_and_moves_nobody(ladder):
    fixture = won(ladder, 4, 1)
    requests.correct_result(
        actor=person("olga"), season_id=ladder.pk, fixture_number=fixture.number, places=[1, 1], reason="seen"
    )
    assert order(ladder) == "012345"
    correct(ladder, fixture, 1)
    take_back(ladder, "corrected")
    assert order(ladder) == "012345"
    assert set(fixture.seats.values_list("place", flat=True)) == {1}
    assert changes(ladder) == ["places_corrected"]


@pytest.mark.parametrize("goes_on", ["a match", "a leaver"])
def test_a_correction_is_not_taken_back_once_one_of_the_two_has_moved_or_left(goes_on, ladder):
    fixture = won(ladder, 2, 1)
    correct(ladder, fixture, 1)
    if goes_on == "a match":
        won(ladder, 3, 2)
    else:
        requests.ask(user=person("player1"), season_id=ladder.pk, kind="withdrawal")
    before = order(ladder)
    with pytest.raises(Conflict, match="can’t be undone any more"):
        take_back(ladder, "corrected")
    assert order(ladder) == before


def test_an_annulled_match_that_is_counted_again_gives_the_place_back(ladder):
    fixture = won(ladder, 4, 1)
    decisions.decide(
        actor=person("olga"),
        season_id=ladder.pk,
        fixture_number=fixture.number,
        reason="seen",
        chosen=Chosen(Decision.ANNUL),
    )
    assert order(ladder) == "012345"
    take_back(ladder, "match_annulled")
    assert order(ladder) == "041235"


def test_a_challenger_takes_the_place_of_a_player_who_is_banned_before_the_match(ladder):
    row = challenge(ladder, 3, 1)
    challenges.accept(user=person("player1"), challenge_id=row.pk)
    User.objects.filter(pk=person("player1").pk).update(banned_at=clock.now())
    tick()
    assert order(ladder) == "03245"


@pytest.mark.parametrize(("away", "reason"), [(1, "This player is on vacation."), (2, "You’re on vacation.")])
def test_on_vacation_nobody_challenges_or_is_challenged(away, reason, ladder, travel):
    vacation(away, clock.now(), 2)
    address = f"/leagues/{ladder.league.slug}/"
    client = client_of(person("player2"))
    answer = client.post(
        f"{address}challenge/{entry(ladder, 1).pk}/",
        headers={"accept": "application/json"},
    )
    assert (answer.status_code, answer.json()["code"]) == (409, "ladder_away")
    page = client.get(address).content.decode()
    assert reason in page
    assert page.count(">on vacation<") == 1
    assert "on vacation" not in Client().get(address).content.decode()
    travel(2 * DAY)
    assert "on vacation" not in client.get(address).content.decode()
    challenge(ladder, 2, 1)


def test_vacations_do_not_count_where_the_season_forbids_them(ladder):
    Season.objects.filter(pk=ladder.pk).update(vacations=False)
    League.objects.filter(pk=ladder.league_id).update(vacations=False)
    vacation(1, clock.now(), 2)
    assert challenge(ladder, 2, 1).pk


def test_the_time_to_answer_does_not_run_on_vacation(ladder, travel):
    row = challenge(ladder, 2, 1)
    vacation(1, clock.now() + DAY, 4)
    vacation(1, clock.now() + 6 * DAY, 1)  # in what the first adds
    travel(3 * DAY)
    assert challenges.end_unanswered() == 0
    row.refresh_from_db()
    assert row.answer_by == row.at + 8 * DAY
    travel(5 * DAY - timedelta(seconds=1))
    assert challenges.end_unanswered() == 0
    travel(timedelta(seconds=1))
    assert challenges.end_unanswered() == 1
    assert order(ladder) == "021345"


def test_a_player_who_was_on_vacation_accepts_before_the_sweep_has_looked(ladder, travel):
    row = challenge(ladder, 2, 1)
    vacation(1, clock.now(), 2)
    travel(4 * DAY)
    assert challenges.accept(user=person("player1"), challenge_id=row.pk).pk
    assert Challenge.objects.get(pk=row.pk).answer_by == row.at + 5 * DAY


@pytest.mark.parametrize("how", ["leaves", "is removed"])
def test_before_it_opens_a_leaver_closes_the_gap(how):
    season = newest(make_league(Format.LADDER, 2))
    steps.do_step(season.steps.get(kind="open_sign_up").pk)
    sign_up_all(season, 3)
    if how == "leaves":
        requests.ask(user=person("player1"), season_id=season.pk, kind="withdrawal")
    else:
        withdrawals.take_out(actor=person("olga"), entry_id=entry(season, 1).pk, expel=True, reason="why not")
    entries.sign_up(user=person("player3"), season_id=season.pk)
    places = list(season.entries.exclude(position=None).order_by("position").values_list("position", flat=True))
    assert (order(season), places) == ("023", [0, 1, 2])


def test_a_fault_with_substitutes_keeps_no_challenge_waiting(ladder, travel, monkeypatch):
    def offer_seats():
        raise RuntimeError("out of luck")

    monkeypatch.setattr(substitutes, "offer_seats", offer_seats)
    challenge(ladder, 2, 1)
    travel(3 * DAY)
    league_tasks.fill_seats()
    assert order(ladder) == "021345"
