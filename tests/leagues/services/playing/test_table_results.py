"""Plays of the real table that settle matches of a season: which may, what they settle, and once."""

from datetime import timedelta

import pytest

from bench.races import at_once
from companion.core.results import PlayResult, Sitter
from companion.models import Play, PlaySeat
from companion.services.plays import announcing, answering, recording
from companion.signals import play_confirmed
from games import clock, tasks
from games.core.engine import ending
from games.core.text import _
from games.core.title.placing import Placing
from games.refusals import Conflict, Forbidden, Refusal, Stale
from games.registry import TITLES
from games.services.match import play as match_play
from leagues.core.decisions import Chosen, Decision
from leagues.core.rules import Format
from leagues.models import Fixture, FixtureState, LogEntry, RatedResult, SeasonState, Standing, TablePlay
from leagues.services.deciding import decisions, requests
from leagues.services.keeping import season_check
from leagues.services.ladders import challenges
from leagues.services.playing import settling, table_results
from tests.accounts.cast import client_of
from tests.cast import fresh, person
from tests.companion.cast import moderator
from tests.corrupt import unguarded, write
from tests.leagues.cast import (
    begun,
    finish,
    fixture_of,
    give_role,
    kinds,
    opened,
    play_all,
    run_until,
    running,
    seat_user,
)
from tests.leagues.independent import assert_true_standings
from tests.leagues.tables import announce, confirm, confirmed, offer, offered, people_of, recorded, strike

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

OLGA = "olga"  # organises the leagues of the tests, and plays in none


def two(travel, **more):
    return begun(travel, Format.ROUND_ROBIN, 2, people=4, **{"table_results": True, **more})


def three(travel, **more):
    return begun(travel, Format.PODS, 3, people=4, table_results=True, **more)


def ends(fixture):
    """How each seat of a fixture ended: kind, place and points, in seat order."""
    return list(fixture.seats.order_by("seat").values_list("kind", "place", "points"))


def verbs(season):
    """The public lines about table results, the oldest first."""
    lines = LogEntry.objects.filter(season=season, verb__startswith="table_result").order_by("pk")
    return [line.verb.removeprefix("table_result_") for line in lines]


def state_of(play):
    return TablePlay.objects.get(play=play).state


# What it settles.


def test_a_confirmed_play_settles_the_match_for_its_people_wherever_they_sat(travel):
    season = three(travel)
    fixture = running(season)[0]
    first, second, third = people_of(fixture)
    play = confirmed(fixture, [1, 2, 3], people=[third, first, second])
    fixture = fixture_of(fixture)
    assert fixture.state == FixtureState.SETTLED
    # With three seats the places are worth 10, 5 and 1 points; the unit is a thousandth.
    assert ends(fixture) == [("played", 2, 5000), ("played", 3, 1000), ("played", 1, 10000)]
    assert state_of(play) == "settled"
    assert verbs(season) == ["offered", "settled"]
    told = LogEntry.objects.filter(verb="own_table_result_settled", is_public=False).values_list("subject", flat=True)
    assert sorted(told) == sorted(user.pk for user in (first, second, third))
    assert_true_standings(season)


def test_the_match_on_the_site_ends_by_agreement_and_its_own_result_counts_nowhere(travel):
    season = two(travel)
    fixture = running(season)[0]
    play = confirmed(fixture, [2, 1])
    match = fresh(fixture.match)
    assert (match.status, match.outcome["reason"]) == ("finished", ending.AGREED)
    before = ends(fixture)
    assert before == [("played", 2, 0), ("played", 1, 2)]
    tasks.announce(match.pk)
    play_confirmed.send(Play, play_id=play.pk)
    assert ends(fixture) == before
    assert not RatedResult.objects.get(pk=match.pk).counts
    assert not Fixture.objects.filter(needs_upkeep=True).exists()
    assert verbs(season) == ["offered", "settled"]
    assert list(season_check.faults([])) == []


def test_standings_are_those_of_the_same_results_on_the_site(travel):
    season = two(travel)
    best_first = list(season.entries.order_by("pk"))
    rank = {entry.user_id: number for number, entry in enumerate(best_first)}
    for fixture in running(season):
        one, other = (rank[user.pk] for user in people_of(fixture))
        tied = {one, other} == {1, 2}
        confirmed(fixture, [1, 1] if tied else [1, 2] if one < other else [2, 1])
    rows = Standing.objects.filter(division__season=season).order_by("rank")
    # Two half points for a win: three wins; a win and a tie each for the second and the third; nothing for the last.
    assert rows[0].entry_id == best_first[0].pk
    assert [(row.points, row.played) for row in rows] == [(6, 3), (3, 3), (3, 3), (0, 3)]
    assert [row.values["wins"] for row in rows] == ["3", "1", "1", "0"]
    assert {row.values["head_to_head"] for row in rows[1:3]} == {"1"}
    # Wins over the last, who has nothing, and half of the points of the other of the two.
    assert [row.values["sonneborn_berger"] for row in rows][1:] == ["3/2", "3/2", "0"]
    assert_true_standings(season)


def test_a_match_that_has_not_started_is_settled_and_never_starts(travel):
    season = two(travel, at_once=1)
    planned = season.fixtures.filter(state=FixtureState.PLANNED, match=None).order_by("number").first()
    confirmed(planned, [1, 2])
    play_all(season)
    planned = fixture_of(planned)
    assert (planned.state, planned.match_id) == (FixtureState.SETTLED, None)
    assert kinds(planned) == ["played", "played"]


def test_a_play_that_has_not_been_announced_counts_before_the_rules_decide(travel):
    season = two(travel)
    fixture = running(season)[0]
    play = offered(fixture, [1, 2])
    confirm(play)
    run_until(travel, season, "end_play", plays=False)
    assert ends(fixture) == [("played", 1, 2), ("played", 2, 0)]
    announce()
    assert verbs(season) == ["offered", "settled"]


def test_the_season_checks_clean_with_plays_and_names_an_altered_one(travel):
    season = two(travel)
    play = confirmed(running(season)[0], [1, 2])
    assert list(season_check.faults([])) == []
    row = TablePlay.objects.get(play=play)
    assert write(row, "state", "offered")
    assert list(season_check.faults([])) == [f"TablePlay {row.pk}: altered: state"]


# Which may.


def why_not(call):
    with pytest.raises(Refusal) as refused:
        call()
    return str(refused.value.reason)


def test_what_was_played_is_what_the_season_plays(travel):
    season = two(travel)
    fixture = running(season)[0]
    one, other = people_of(fixture)
    stranger = person("stranger")
    day = season.started_at.date()
    wrong = {
        "Title": {"title": "maskera"},
        "Options": {"settings": {"wind": "storm"}},
        "Players": {"people": [one, stranger], "places": [1, 2]},
        "Date": {"played_on": day - timedelta(days=2)},
    }
    for field, facts in wrong.items():
        facts = {"people": [one, other], "places": [1, 2], **facts}
        play = recorded(**facts)
        assert why_not(lambda play=play: offer(fixture, play)).startswith(f"{field}: ")
    bigger = recorded([one, other, stranger], [1, 2, 3])
    assert why_not(lambda: offer(fixture, bigger)).startswith("Players: ")
    offer(fixture, recorded([other, one], [1, 2], played_on=day, settings={"wind": "calm"}))
    assert TablePlay.objects.count() == 1


def test_a_season_that_does_not_allow_them_takes_none(travel):
    season = two(travel, table_results=False)
    fixture = running(season)[0]
    assert why_not(lambda: offered(fixture, [1, 2])) == "This season doesn’t allow table results."


def test_only_players_of_the_match_and_organisers_offer_and_withdraw(travel):
    season = two(travel)
    fixture, other = running(season)[:2]
    play = recorded(people_of(fixture), [1, 2])
    outsider = next(user for user in people_of(other) if user not in people_of(fixture))
    for user in (outsider, person(OLGA)):
        assert why_not(lambda user=user: offer(fixture, play, user)).startswith("There’s no such result")
    offer(fixture, play)
    facts = {"season_id": season.pk, "number": fixture.number, "play_id": play.pk}
    with pytest.raises(Forbidden):
        table_results.withdraw(user=outsider, **facts)
    table_results.withdraw(user=person(OLGA), **facts)
    table_results.withdraw(user=person(OLGA), **facts)
    assert verbs(season) == ["offered", "withdrawn"]
    confirm(play)
    announce()
    assert kinds(fixture) == ["", ""]


def test_there_is_one_offer_at_a_time_and_a_play_is_of_one_match(travel):
    season = begun(travel, Format.DOUBLE_ROUND_ROBIN, 2, people=4, table_results=True)
    fixture = running(season)[0]
    pair = {user.pk for user in people_of(fixture)}
    again = next(one for one in running(season)[1:] if {user.pk for user in people_of(one)} == pair)
    play = offered(fixture, [1, 2])
    offer(fixture, play)
    second = recorded(people_of(fixture), [2, 1])
    assert why_not(lambda: offer(fixture, second)) == "A result of this match is already waiting to be confirmed."
    assert why_not(lambda: offer(again, play)) == "This result is already that of another match."
    offer(again, second)
    assert TablePlay.objects.count() == 2


def test_a_confirmation_is_of_what_the_page_said(travel):
    season = two(travel)
    fixture = running(season)[0]
    one, other = people_of(fixture)
    play = recorded([one, other], [1, 2])
    seen = play.version
    offer(fixture, play)
    with pytest.raises(Stale):
        answering.confirm(user=other, play_id=play.pk, version=seen)
    table_results.withdraw(user=other, season_id=season.pk, number=fixture.number, play_id=play.pk)
    answering.confirm(user=other, play_id=play.pk, version=seen + 2)
    late = recorded([one, other], [2, 1])
    answering.dispute(user=other, play_id=late.pk, version=late.version, text="No.")
    for answered in (play, late):
        with pytest.raises(Conflict):
            offer(fixture, answered)


def test_a_match_whose_seat_was_given_up_is_decided_on_the_site(travel):
    season = three(travel)
    fixture = running(season)[0]
    people = people_of(fixture)
    requests.ask(user=people[1], season_id=season.pk, kind="withdrawal")
    assert why_not(lambda: offered(fixture, [1, 2, 3])).startswith("A player has given up their seat")


def test_a_title_with_scores_wants_all_of_them_because_tie_breaks_count_them(travel, monkeypatch):
    monkeypatch.setattr(type(TITLES["lantern"]), "placing", Scored())
    season = two(travel)
    fixture = running(season)[0]
    assert why_not(lambda: offered(fixture, [1, 2])).startswith("Scores: ")
    one, other = people_of(fixture)
    sitters = (Sitter(2, other.pk, score=4), Sitter(1, one.pk, score=9))
    result = PlayResult(sitters, clock.now().date())
    play = recording.record(recorder=one, title="lantern", result=result)
    offer(fixture, play)
    confirm(play)
    announce()
    seats = fixture.seats.order_by("seat").values_list("place", "score")
    assert list(seats) == [(1, 9), (2, 4)]
    assert_true_standings(season)


class Scored(Placing):
    """Results with a score."""

    score = _("Lights")


# Settled otherwise, annulled, played again.


def test_a_play_that_comes_after_the_match_changes_nothing_and_is_not_rated(travel):
    season = two(travel)
    fixture = running(season)[0]
    play = offered(fixture, [1, 2], is_rated=True)
    finish(fixture)
    before = ends(fixture)
    confirm(play)
    announce()
    assert ends(fixture) == before
    assert state_of(play) == "ignored"
    assert verbs(season) == ["offered", "ignored"]
    assert not RatedResult.objects.filter(pk=play.pk).exists()
    assert Play.objects.get(pk=play.pk).counts


def test_a_play_that_was_corrected_until_it_no_longer_fits_is_ignored(travel):
    season = two(travel)
    fixture = running(season)[0]
    one, other = people_of(fixture)
    play = offered(fixture, [1, 2])
    result = recorded([one, other], [1, 2], settings={"wind": "storm"})
    again = recording.correct(
        actor=one, play_id=play.pk, version=Play.objects.get(pk=play.pk).version, result=_result_of(result)
    )
    confirm(again)
    announce()
    assert (state_of(play), kinds(fixture)) == ("ignored", ["", ""])


def _result_of(play):
    seats = play.seats.order_by("index")
    return PlayResult(tuple(Sitter(seat.place, seat.user_id) for seat in seats), play.played_on, play.settings)


def test_a_play_that_is_struck_out_annuls_the_match_which_may_take_another(travel):
    season = two(travel)
    fixture = running(season)[0]
    play = confirmed(fixture, [1, 2])
    strike(play, person(OLGA))
    assert ends(fixture) == [("annulled", 1, None), ("annulled", 2, None)]
    assert verbs(season) == ["offered", "settled", "refused", "struck"]
    tasks.announce(fixture.match_id)
    assert kinds(fixture) == ["annulled", "annulled"]
    confirmed(fixture, [2, 1])
    assert ends(fixture) == [("played", 2, 0), ("played", 1, 2)]
    tasks.announce(fixture.match_id)
    settling.record(fixture.match_id)
    assert ends(fixture) == [("played", 2, 0), ("played", 1, 2)]
    assert_true_standings(season)


def test_final_standings_and_results_of_organisers_stay(travel):
    season = two(travel)
    first, second = running(season)[:2]
    corrected, of_season = confirmed(first, [1, 2]), confirmed(second, [1, 2])
    facts = {"season_id": season.pk, "fixture_number": first.number, "places": [2, 1]}
    requests.correct_result(actor=person(OLGA), reason="A slip.", **facts)
    strike(corrected, person(OLGA))
    assert ends(first) == [("played", 2, 0), ("played", 1, 2)]
    season = run_until(travel, season, "finish")
    assert season.state == SeasonState.FINISHED
    strike(of_season, person(OLGA))
    assert ends(second) == [("played", 1, 2), ("played", 2, 0)]


def test_a_result_on_which_the_next_round_of_a_cup_is_built_stays(travel):
    season = begun(travel, Format.CUP, 2, people=4, table_results=True)
    first, second = running(season)
    play = confirmed(first, [1, 2])
    confirmed(second, [2, 1])
    season = run_until(travel, season, "round", 2, plays=False)
    final = season.fixtures.get(round=1)
    assert {user.pk for user in people_of(final)} == {seat_user(first, 0).pk, seat_user(second, 1).pk}
    strike(play, person(OLGA))
    assert ends(first)[0][:2] == ("played", 1)
    confirmed(final, [2, 1])
    assert kinds(final) == ["played", "played"]


def test_a_play_of_a_challenge_moves_the_places_of_a_ladder(travel):
    season = run_until(travel, opened(Format.LADDER, 2, 3, table_results=True), "start", plays=False)
    top, below = season.entries.order_by("position")[:2]
    row = challenges.challenge(user=below.user, season_id=season.pk, entry_id=top.pk)
    challenges.accept(user=top.user, challenge_id=row.pk)
    fixture = season.fixtures.get()
    confirmed(fixture, [1, 2], people=[below.user, top.user])
    assert list(season.entries.order_by("position"))[:2] == [below, top]


def test_a_match_that_is_played_again_forgets_its_play_and_may_take_a_new_one(travel):
    season = two(travel)
    fixture = running(season)[0]
    play = confirmed(fixture, [1, 2])
    chosen = Chosen(Decision.REPLAY)
    decisions.decide(
        actor=person(OLGA), season_id=season.pk, fixture_number=fixture.number, chosen=chosen, reason="Wrong cards."
    )
    assert (state_of(play), kinds(fixture)) == ("ended", ["", ""])
    strike(play, moderator())
    assert kinds(fixture) == ["", ""]
    confirmed(fixture, [2, 1])
    assert ends(fixture) == [("played", 2, 0), ("played", 1, 2)]


# Decisions, corrupt rows, races.


def test_an_organiser_decides_about_a_dispute_and_the_log_of_the_league_says_so(travel):
    season = two(travel)
    fixture = running(season)[0]
    one, other = people_of(fixture)
    play = offered(fixture, [1, 2])
    version = Play.objects.get(pk=play.pk).version
    answering.dispute(user=other, play_id=play.pk, version=version, text="I won.")
    desk = client_of(person(OLGA)).get(f"/leagues/{season.league.slug}/organise/").content.decode()
    assert f'href="/plays/{play.pk}/"' in desk
    give_role(season.league, one.username, "organiser")
    give_role(season.league, "mina", "moderator")
    decision = {"play_id": play.pk, "version": version, "counts": True, "reason": "I was there."}
    for user in (one, person("mina"), person("stranger")):
        with pytest.raises(Refusal):
            answering.decide(actor=user, **decision)
    answering.decide(actor=person(OLGA), **decision)
    announce()
    assert ends(fixture) == [("played", 1, 2), ("played", 2, 0)]
    assert verbs(season) == ["offered", "upheld", "settled"]
    line = LogEntry.objects.get(verb="table_result_upheld")
    assert (line.actor.username, line.reason) == (OLGA, "I was there.")


def test_a_refused_dispute_ends_the_offer(travel):
    season = two(travel)
    fixture = running(season)[0]
    play = offered(fixture, [1, 2])
    version = Play.objects.get(pk=play.pk).version
    answering.dispute(user=seat_user(fixture, 1), play_id=play.pk, version=version, text="I won.")
    strike(play, person(OLGA), announces=False)
    assert state_of(play) == "ended"
    confirmed(fixture, [2, 1])
    assert ends(fixture) == [("played", 2, 0), ("played", 1, 2)]


def test_a_play_that_cannot_be_read_holds_up_no_other_and_no_decision(travel):
    season = two(travel)
    first, second, third = running(season)[:3]
    broken, whole = offered(first, [1, 2]), offered(second, [1, 2])
    confirm(broken)
    confirm(whole)
    seat = PlaySeat.objects.get(play=broken, index=1)
    with unguarded():
        assert write(seat, "place", "x")
    assert announcing.announce_due() == 1
    assert kinds(second) == ["played", "played"]
    facts = {"season_id": season.pk, "fixture_number": third.number, "reason": "Rain."}
    decisions.decide(actor=person(OLGA), chosen=Chosen(Decision.ANNUL), **facts)
    assert kinds(third) == ["annulled", "annulled"]
    assert (kinds(first), state_of(broken)) == (["", ""], "offered")


@pytest.mark.database
def test_of_a_match_and_a_play_that_end_at_once_exactly_one_counts(travel):
    season = two(travel)
    for number, fixture in enumerate(running(season)[:3]):
        play = offered(fixture, [1, 2])
        confirm(play)
        loser = seat_user(fixture, 0)
        give_up = lambda fixture=fixture, loser=loser: _resign(fixture, loser)  # noqa: E731
        at_once(give_up, announcing.announce_due)
        tasks.announce(fixture.match_id)
        announcing.announce_due()
        by_play = ends(fixture) == [("played", 1, 2), ("played", 2, 0)]
        by_match = ends(fixture) == [("forfeited", None, 0), ("won_by_forfeit", None, 2)]
        assert by_play != by_match, number
        assert state_of(play) == ("settled" if by_play else "ignored")
    assert_true_standings(season)


def _resign(fixture, user):
    match_play.resign(actor=user, match_id=fixture.match_id, seat=0)
    settling.record(fixture.match_id)
