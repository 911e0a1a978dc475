"""Ladders: who may challenge whom, and the places that follow."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from bench.races import at_once
from games import clock, tasks
from games.refusals import Conflict, Forbidden
from games.services.match import play
from games.services.match.annul import annul
from leagues.core.rules import Format
from leagues.models import Challenge, Entry
from leagues.refusals import NoSuchLeague
from leagues.services.deciding import requests
from leagues.services.entering import entries
from leagues.services.ladders import challenges
from leagues.services.organising import leagues
from masques_site.accounts.services import delete_account
from tests.accounts.cast import client_of
from tests.cast import person
from tests.leagues.cast import fixture_of, kinds, opened, resign, running, tick

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def ladder(travel):
    """An open ladder of six: player0 at the top."""
    return opened(Format.LADDER, 2, people=6)


def order(season):
    """The names from the top; their positions have no gaps."""
    rows = list(season.entries.exclude(position=None).order_by("position").values_list("position", "user__username"))
    assert [position for position, _name in rows] == list(range(len(rows)))
    return [(name or "nobody").removeprefix("player") for _position, name in rows]


def entry(season, name):
    return season.entries.get(user=person(name))


def challenge(season, one, other):
    return challenges.challenge(user=person(one), season_id=season.pk, entry_id=entry(season, other).pk)


def match_of(season, one, other):
    """A challenge that was accepted, and its running match."""
    row = challenge(season, one, other)
    fixture = challenges.accept(user=person(other), challenge_id=row.pk)
    tick()
    return fixture_of(fixture)


def lose(season, fixture, name):
    resign(fixture, fixture.seats.get(entry=entry(season, name)).seat)


def test_refusals_carry_codes_for_programs(ladder):
    old = match_of(ladder, "player1", "player0")
    lose(ladder, old, "player1")
    challenge(ladder, "player3", "player2")
    for one, other, code in (
        ("player2", "player2", "ladder_self"),
        ("player2", "player3", "ladder_not_above"),
        ("player5", "player1", "ladder_too_far"),
        ("player3", "player1", "ladder_already_playing"),
        ("player5", "player3", "ladder_opponent_playing"),
        ("player4", "player2", "ladder_opponent_playing"),
        ("player1", "player0", "ladder_recent"),
    ):
        answer = client_of(person(one)).post(
            f"/leagues/{ladder.league.slug}/challenge/{entry(ladder, other).pk}/",
            headers={"accept": "application/json"},
        )
        assert (answer.status_code, answer.json()["code"]) == (409, code), (one, other)
        assert Challenge.objects.filter(ended_at=None).count() == 1


def test_strangers_banned_people_and_who_is_not_there_are_refused(ladder):
    with pytest.raises(Forbidden):
        challenges.challenge(user=person("anna"), season_id=ladder.pk, entry_id=entry(ladder, "player0").pk)
    with pytest.raises(challenges.RefusedChallenge) as refused:
        challenges.challenge(user=person("player1"), season_id=ladder.pk, entry_id=4711)
    assert refused.value.code == "ladder_not_a_member"
    banned = person("player1")
    banned.banned_at = timezone.now()
    with pytest.raises(Forbidden):
        challenges.challenge(user=banned, season_id=ladder.pk, entry_id=entry(ladder, "player0").pk)
    address = f"/leagues/{ladder.league.slug}/challenge/{entry(ladder, 'player0').pk}/"
    assert Client().post(address, headers={"accept": "application/json"}).status_code == 403


def test_there_are_no_challenges_in_other_formats():
    season = opened(Format.SWISS, 2, people=4)
    with pytest.raises(Conflict):
        challenge(season, "player1", "player0")


def test_the_winner_from_below_takes_the_place_and_those_between_move_down(ladder):
    fixture = match_of(ladder, "player4", "player1")
    lose(ladder, fixture, "player1")
    assert order(ladder) == ["0", "4", "1", "2", "3", "5"]
    assert Challenge.objects.get().ended_at is not None
    assert sorted(kinds(fixture)) == ["forfeited", "won_by_forfeit"]


def test_a_challenged_player_who_wins_keeps_the_place(ladder):
    fixture = match_of(ladder, "player4", "player1")
    lose(ladder, fixture, "player4")
    assert order(ladder) == list("012345")


def test_declining_and_not_answering_give_the_place_away(ladder, travel):
    row = challenge(ladder, "player1", "player0")
    challenges.decline(user=person("player0"), challenge_id=row.pk)
    challenges.decline(user=person("player0"), challenge_id=row.pk)
    assert order(ladder) == list("102345")
    row = challenge(ladder, "player5", "player2")
    travel(timedelta(days=3))
    with pytest.raises(Conflict):
        challenges.accept(user=person("player2"), challenge_id=row.pk)
    assert at_once(*[challenges.end_unanswered for _ in range(3)]).count(1) == 1
    assert order(ladder) == list("105234")
    challenges.decline(user=person("player2"), challenge_id=row.pk)
    assert order(ladder) == list("105234")


def test_only_the_challenged_answer(ladder):
    row = challenge(ladder, "player1", "player0")
    for name in ("player1", "player2", "anna"):
        with pytest.raises(NoSuchLeague):
            challenges.accept(user=person(name), challenge_id=row.pk)
    with pytest.raises(NoSuchLeague):
        challenges.decline(user=person("player0"), challenge_id=4711)


def test_accepting_twice_or_at_once_is_one_match(ladder):
    row = challenge(ladder, "player1", "player0")
    found = at_once(*[lambda: challenges.accept(user=person("player0"), challenge_id=row.pk) for _ in range(3)])
    assert len({fixture.pk for fixture in found}) == 1
    tick()
    assert len(running(ladder)) == 1


def test_challenging_twice_makes_one_challenge_and_tells_once(ladder):
    row = challenge(ladder, "player1", "player0")
    found = at_once(*[lambda: challenge(ladder, "player1", "player0") for _ in range(3)])
    assert found == [row] * 3
    assert ladder.log.filter(verb="challenged").count() == 1


def test_one_of_two_simultaneous_challenges_is_accepted(ladder):
    found = at_once(
        lambda: challenge(ladder, "player1", "player0"),
        lambda: challenge(ladder, "player2", "player0"),
    )
    assert sum(isinstance(one, Challenge) for one in found) == 1
    assert [one.code for one in found if isinstance(one, Exception)] == ["ladder_opponent_playing"]


def test_a_player_who_leaves_closes_the_gap_and_the_next_to_join_comes_last(ladder):
    row = challenge(ladder, "player3", "player2")
    requests.ask(user=person("player2"), season_id=ladder.pk, kind="withdrawal")
    assert order(ladder) == list("01345")
    row.refresh_from_db()
    assert row.ended_at is not None
    entries.sign_up(user=person("late"), season_id=ladder.pk)
    assert order(ladder) == ["0", "1", "3", "4", "5", "late"]
    entries.sign_up(user=person("player2"), season_id=ladder.pk)
    assert order(ladder)[-1] == "2"
    challenge(ladder, "player3", "player1")


def test_leaving_in_the_middle_of_a_match_loses_it_and_moves_nobody_else(ladder):
    fixture = match_of(ladder, "player4", "player2")
    requests.ask(user=person("player2"), season_id=ladder.pk, kind="withdrawal")
    tick()
    tasks.announce(fixture.match_id)
    assert order(ladder) == list("01345")
    assert fixture_of(fixture).state == "settled"
    assert not Challenge.objects.filter(ended_at=None).exists()


def test_leaving_before_the_match_starts_ends_the_challenge(ladder):
    row = challenge(ladder, "player4", "player2")
    challenges.accept(user=person("player2"), challenge_id=row.pk)
    requests.ask(user=person("player4"), season_id=ladder.pk, kind="withdrawal")
    tick()
    assert order(ladder) == list("01235")
    assert not Challenge.objects.filter(ended_at=None).exists()


def test_two_who_join_at_once_get_a_place_each(ladder):
    people = [person("anna"), person("bruno"), person("carla")]
    at_once(*[lambda u=u: entries.sign_up(user=u, season_id=ladder.pk) for u in people])
    assert sorted(order(ladder)[6:]) == ["anna", "bruno", "carla"]


def test_by_approval_the_accepted_come_last():
    season = opened(Format.LADDER, 2, people=2, admission="approval")
    for row in season.entries.order_by("-pk"):
        entries.answer_entry(actor=person("olga"), entry_id=row.pk, accept=True)
    assert order(season) == ["1", "0"]
    fixture = match_of(season, "player0", "player1")
    lose(season, fixture, "player1")
    assert order(season) == ["0", "1"]


def test_an_annulled_match_moves_nobody_and_ends_the_challenge(ladder):
    fixture = match_of(ladder, "player1", "player0")
    annul(match_id=fixture.match_id, reason="broken", by="staff")
    tasks.announce(fixture.match_id)
    assert order(ladder) == list("012345")
    assert not Challenge.objects.filter(ended_at=None).exists()


def test_a_match_annulled_before_its_end_was_signalled_moves_no_rating(ladder):
    fixture = match_of(ladder, "player1", "player0")
    play.resign(
        actor=person("player0"),
        match_id=fixture.match_id,
        seat=fixture.seats.get(entry=entry(ladder, "player0")).seat,
    )
    annul(match_id=fixture.match_id, reason="broken", by="staff")
    tasks.announce(fixture.match_id)
    assert order(ladder) == list("012345")


def test_a_deleted_account_leaves_the_ladder_and_all_below_move_up(ladder):
    before = order(ladder)
    gone = entry(ladder, "player0")
    delete_account(person("player0"))
    assert Entry.objects.get(pk=gone.pk).position is None
    assert order(ladder) == before[1:]
    with pytest.raises(challenges.RefusedChallenge):
        challenges.challenge(user=person("player1"), season_id=ladder.pk, entry_id=gone.pk)


def test_a_fault_at_one_challenge_keeps_no_other_waiting(ladder, travel, monkeypatch):
    first, second = challenge(ladder, "player1", "player0"), challenge(ladder, "player5", "player4")
    whole = challenges._yield_place

    def fail(season, row, verb):
        if row.pk == first.pk:
            raise RuntimeError("out of luck")
        whole(season, row, verb)

    monkeypatch.setattr(challenges, "_yield_place", fail)
    travel(timedelta(days=3))
    assert challenges.end_unanswered() == 1
    second.refresh_from_db()
    assert second.ended_at == clock.now()


def test_the_pages_of_a_ladder_are_read_by_everybody(ladder):
    fixture = match_of(ladder, "player1", "player0")
    lose(ladder, fixture, "player0")
    requests.ask(user=person("player4"), season_id=ladder.pk, kind="withdrawal")
    for page in ("", "matches/", "timetable/", "people/", "log/", "season.json", "season.csv"):
        for client in (Client(), client_of(person("player5"))):
            assert client.get(f"/leagues/{ladder.league.slug}/{page}").status_code == 200, page


def test_a_ladder_whose_league_is_closed_takes_no_members_and_no_challenges(ladder):
    running = match_of(ladder, "player1", "player0")
    leagues.close_league(actor=person("olga"), league_id=ladder.league_id, reason="enough")
    with pytest.raises(Conflict, match="closed"):
        entries.sign_up(user=person("nora"), season_id=ladder.pk, returns=True)
    with pytest.raises(Conflict, match="closed"):
        challenge(ladder, "player3", "player2")
    page = client_of(person("player3")).get(f"/leagues/{ladder.league.slug}/").content.decode()
    assert ">Challenge<" not in page
    lose(ladder, running, "player0")
    assert order(ladder)[:2] == ["1", "0"], "what was under way is played to its end"
