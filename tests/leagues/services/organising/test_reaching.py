"""Writing to other people through a league: who may, how often, and the mails."""

from datetime import timedelta

import pytest

from games import clock
from games.refusals import BadInput, Forbidden, TooMany
from leagues.core.rules import Format
from leagues.models import LogEntry
from leagues.services.deciding import requests
from leagues.services.entering import entries
from leagues.services.ladders import challenges
from leagues.services.leaving import substitutes
from leagues.services.organising import leagues, roles
from leagues.services.timetable import seasons
from masques_site.accounts import moderation
from tests.cast import person
from tests.leagues.cast import begun, give_role, make_league, newest, opened, run_until

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def offer(league, name, actor="olga", kind="moderator"):
    roles.offer(actor=person(actor), league_id=league.pk, user=person(name), kind=kind)


def invite(league, name, actor="olga"):
    return leagues.invite(actor=person(actor), league_id=league.pk, user=person(name))


@pytest.mark.parametrize("blocker", ["olga", "victim"])
def test_nobody_is_asked_or_invited_across_a_block(blocker):
    league = make_league(Format.PODS, 3)
    blocked = "victim" if blocker == "olga" else "olga"
    moderation.block(blocker=person(blocker), blocked=person(blocked))
    with pytest.raises(Forbidden, match="can’t play together"):
        offer(league, "victim")
    with pytest.raises(Forbidden, match="can’t play together"):
        invite(league, "victim")
    assert not LogEntry.objects.filter(subject=person("victim")).exists()


def test_an_offer_from_before_a_block_is_still_the_receivers_to_answer():
    league = make_league(Format.PODS, 3)
    offer(league, "victim")
    moderation.block(blocker=person("victim"), blocked=person("olga"))
    roles.decline(user=person("victim"), offer_id=league.role_offers.get().pk)
    assert league.role_offers.get().state == "declined"


@pytest.mark.parametrize("fact", [{"is_active": False}, {"banned_at": clock.now()}])
def test_a_player_who_is_gone_or_banned_is_not_invited(fact):
    league = make_league(Format.PODS, 3)
    gone = person("gone")
    type(gone).objects.filter(pk=gone.pk).update(**fact)
    with pytest.raises(Forbidden):
        invite(league, "gone")


def test_nobody_invites_themselves():
    with pytest.raises(BadInput, match="That’s you"):
        invite(make_league(Format.PODS, 3), "olga")


def test_one_person_reaches_twenty_people_an_hour_and_sixty_a_day_over_all_their_leagues(travel):
    first, second = (make_league(Format.PODS, 3, name=f"League {number}") for number in (1, 2))
    for number in range(20):
        invite(first if number % 2 else second, f"guest{number}")
    with pytest.raises(TooMany, match="in the last hour"):
        invite(first, "one more")
    with pytest.raises(TooMany):
        offer(second, "one more")
    for hour in (1, 2):
        travel(timedelta(hours=1, seconds=1))
        for number in range(20):
            invite(first, f"guest{hour}{number}a")
    travel(timedelta(hours=1, seconds=1))
    with pytest.raises(TooMany, match="in the last day"):
        invite(first, "one more")
    travel(timedelta(hours=22))
    assert invite(first, "one more")


def test_one_person_is_asked_by_five_leagues_an_hour_at_most(travel):
    made = [make_league(Format.PODS, 3, name=f"League {n}", owner=person(f"owner{n}")) for n in range(6)]
    for number in range(5):
        offer(made[number], "victim", actor=f"owner{number}")
    with pytest.raises(TooMany, match="several times in the last hour"):
        offer(made[5], "victim", actor="owner5")
    with pytest.raises(TooMany, match="several times in the last hour"):
        invite(made[5], "victim", actor="owner5")
    travel(timedelta(hours=1, seconds=1))
    offer(made[5], "victim", actor="owner5")


def test_invitations_taken_back_and_given_again_count_each_time(travel):
    league = make_league(Format.PODS, 3)
    for _time in range(5):
        invite(league, "victim")
        leagues.uninvite(actor=person("olga"), league_id=league.pk, user=person("victim"))
    with pytest.raises(TooMany):
        invite(league, "victim")


def ladder(travel, people):
    season = opened(Format.LADDER, 2)
    for name in people:
        entries.sign_up(user=person(name), season_id=season.pk)
    return run_until(travel, season, "start", plays=False)


def challenge(season, name, other):
    rows = {entry.user.username: entry.pk for entry in season.entries.select_related("user")}
    return challenges.challenge(user=person(name), season_id=season.pk, entry_id=rows[other])


@pytest.mark.parametrize("blocker", ["low", "high"])
def test_nobody_challenges_across_a_block(travel, blocker):
    season = ladder(travel, ["high", "low"])
    blocked = "low" if blocker == "high" else "high"
    moderation.block(blocker=person(blocker), blocked=person(blocked))
    with pytest.raises(challenges.RefusedChallenge, match="can’t play together"):
        challenge(season, "low", "high")
    assert not season.challenges.exists()


def test_a_blocked_player_does_not_prevent_a_challenge(travel):
    season = ladder(travel, ["first", "second", "third", "fourth", "fifth"])
    with pytest.raises(challenges.RefusedChallenge, match="places above"):
        challenge(season, "fifth", "first")
    moderation.block(blocker=person("fifth"), blocked=person("third"))
    assert challenge(season, "fifth", "first").challenged.user == person("first")


def test_blocks_do_not_change_the_pairings_of_a_season(travel):
    season = opened(Format.ROUND_ROBIN, 2, people=4)
    moderation.block(blocker=person("player0"), blocked=person("player1"))
    season = run_until(travel, season, "start", plays=False)
    pairs = [set(f.seats.values_list("entry__user__username", flat=True)) for f in season.fixtures.all()]
    assert {"player0", "player1"} in pairs


def test_substitutes_are_not_asked_across_a_block(travel):
    season = begun(travel, Format.PODS, 3, people=4)
    fixture = season.fixtures.filter(seats__entry__user=person("player1")).first()
    for name in ("free", "apart"):
        entries.join_substitutes(user=person(name), season_id=season.pk)
    moderation.block(blocker=person("player1"), blocked=person("apart"))
    assert [user.username for user in substitutes.candidates(fixture)] == ["free"]


def test_a_player_comes_and_goes_five_times_a_day_at_most(travel):
    season = opened(Format.PODS, 3)
    for _time in range(5):
        entries.sign_up(user=person("anna"), season_id=season.pk)
        requests.ask(user=person("anna"), season_id=season.pk, kind="withdrawal")
        entries.join_substitutes(user=person("anna"), season_id=season.pk)
        entries.leave_substitutes(user=person("anna"), season_id=season.pk)
    with pytest.raises(TooMany, match="tomorrow"):
        entries.sign_up(user=person("anna"), season_id=season.pk)
    with pytest.raises(TooMany, match="tomorrow"):
        entries.join_substitutes(user=person("anna"), season_id=season.pk)
    entries.sign_up(user=person("bruno"), season_id=season.pk)
    travel(timedelta(days=1, seconds=1))
    entries.sign_up(user=person("anna"), season_id=season.pk)


def test_one_person_makes_five_leagues_a_day_whatever_they_close(travel):
    for number in range(5):
        league = make_league(Format.PODS, 3, name=f"League {number}")
        leagues.close_league(actor=person("olga"), league_id=league.pk, reason="enough")
    with pytest.raises(TooMany):
        make_league(Format.PODS, 3, name="League 6")
    make_league(Format.PODS, 3, name="League of another", owner=person("nora"))
    travel(timedelta(days=1, seconds=1))
    make_league(Format.PODS, 3, name="League 6")


def test_a_league_announces_three_seasons_a_week_by_hand(travel):
    league = make_league(Format.PODS, 3)
    for _time in range(2):
        seasons.cancel(actor=person("olga"), season_id=newest(league).pk, reason="again")
        leagues.announce_next(actor=person("olga"), league_id=league.pk)
    seasons.cancel(actor=person("olga"), season_id=newest(league).pk, reason="again")
    with pytest.raises(TooMany):
        leagues.announce_next(actor=person("olga"), league_id=league.pk)
    travel(timedelta(days=7, seconds=1))
    leagues.announce_next(actor=person("olga"), league_id=league.pk)


def test_a_helper_is_bounded_like_the_owner(travel):
    league = make_league(Format.PODS, 3)
    give_role(league, "mod", "moderator")
    for number in range(20):
        invite(league, f"guest{number}", actor="mod")
    with pytest.raises(TooMany):
        invite(league, "one more", actor="mod")
    assert invite(league, "one more")
