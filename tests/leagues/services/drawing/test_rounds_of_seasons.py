"""Seasons that are drawn round by round: people leave and join, rest, and win without playing."""

from collections import Counter
from itertools import combinations

import pytest

from leagues.core.rules import Format
from leagues.models import FixtureSeat, FixtureState, Standing
from leagues.selectors.field import bracket_of
from leagues.services.deciding import requests
from leagues.services.entering import entries
from masques_site.accounts.services import delete_account
from tests.cast import person
from tests.leagues.cast import begun, fixture_of, kinds, opened, resign, run_until, running, tick
from tests.leagues.independent import assert_true_standings
from tests.sampling import sampled

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def leave(season, user):
    requests.ask(user=user, season_id=season.pk, kind="withdrawal")


def decide(season):
    """End the running matches at once: by a correction, the earlier entry wins."""
    for fixture in running(season):
        rows = list(fixture.seats.order_by("seat").values_list("entry_id", flat=True))
        places = [1 + sorted(rows).index(entry) for entry in rows]
        requests.correct_result(
            actor=person("olga"), season_id=season.pk, fixture_number=fixture.number, places=places, reason="paper"
        )
    tick()


def groups(season, round_number):
    """The entries of each table of a round, byes and rounds that were missed left out."""
    found = {}
    for seat in FixtureSeat.objects.filter(fixture__season=season, fixture__round=round_number).order_by("seat"):
        found.setdefault(seat.fixture_id, []).append(seat.entry_id)
    return [group for group in found.values() if len(group) > 1]


def assert_nobody_twice_in_a_round(season):
    for entry in season.entries.all():
        rounds = list(entry.seats.values_list("fixture__round", flat=True))
        assert len(rounds) == len(set(rounds))


def assert_no_rematch_that_could_be_avoided(season, rounds):
    """Five players: with each of those who may have the bye, every other way to pair repeats a meeting too."""
    everybody = set(season.entries.values_list("pk", flat=True))
    met, rested = set(), Counter()
    for number in range(rounds):
        pairs = {frozenset(group) for group in groups(season, number)}
        if pairs & met:
            fewest = min(rested[player] for player in everybody)
            for bye in (player for player in everybody if rested[player] == fewest):
                first, *others = everybody - {bye}
                for one in others:
                    rest = frozenset(others) - {one}
                    assert met & {frozenset((first, one)), rest}
        met |= pairs
        rested.update(everybody.difference(*pairs))


def play_all_rounds(travel, season, rounds):
    for number in range(2, rounds + 1):
        decide(season)
        season = run_until(travel, season, "round", number, plays=False)
        tick()
    decide(season)
    return run_until(travel, season, "finish", plays=False)


def test_swiss_byes_are_wins_and_nobody_has_two_before_all_had_one(travel):
    # Of five people four rounds may need a rematch: a bye goes to a player who had none, before all else.
    season = begun(travel, Format.SWISS, 2, people=7, rounds=4)
    first = FixtureSeat.objects.get(fixture__season=season, kind="bye")
    assert first.points == 2
    assert Standing.objects.get(entry=first.entry).points == 2
    season = play_all_rounds(travel, season, 4)
    byes = Counter(FixtureSeat.objects.filter(fixture__season=season, kind="bye").values_list("entry", flat=True))
    assert sorted(byes.values()) == [1, 1, 1, 1]
    assert_no_rematch_that_could_be_avoided(season, 4)
    assert_nobody_twice_in_a_round(season)
    assert_true_standings(season)


def test_swiss_goes_on_with_leavers_late_entries_and_deleted_accounts(travel):
    season = begun(travel, Format.SWISS, 2, people=8, rounds=4)
    leave(season, person("player1"))
    tick()
    decide(season)
    entries.sign_up(user=person("late"), season_id=season.pk)
    season = run_until(travel, season, "round", 2, plays=False)
    gone = season.entries.get(user=person("player1"))
    assert not gone.seats.filter(fixture__round__gte=1).exists()
    deleted = season.entries.get(user=person("player2"))
    delete_account(person("player2"))
    decide(season)
    season = run_until(travel, season, "round", 3, plays=False)
    assert not deleted.seats.filter(fixture__round=2).exists()
    decide(season)
    season = run_until(travel, season, "round", 4, plays=False)
    decide(season)
    season = run_until(travel, season, "finish", plays=False)
    assert not season.fixtures.exclude(state=FixtureState.SETTLED).exists()
    assert_nobody_twice_in_a_round(season)
    assert_true_standings(season)


LEFT_BY_ALL = [(Format.SWISS, 2, 4), (Format.POD_SWISS, 3, 5), (Format.CUP, 2, 4)]


@pytest.mark.parametrize(("kind", "seats", "people"), sampled(LEFT_BY_ALL, LEFT_BY_ALL[2:]))
def test_a_season_that_everybody_leaves_comes_to_its_end(kind, seats, people, travel):
    season = begun(travel, kind, seats, people=people, rounds=3)
    for entry in season.entries.select_related("user")[1:]:
        leave(season, entry.user)
    tick()
    season = run_until(travel, season, "finish", plays=False)
    assert not season.fixtures.exclude(state=FixtureState.SETTLED).exists()
    assert_true_standings(season)


@pytest.mark.parametrize(("people", "sizes"), sampled([(10, [4, 3, 3]), (13, [4, 3, 3, 3])], [(10, [4, 3, 3])]))
def test_swiss_pods_of_ten_and_thirteen(people, sizes, travel):
    season = begun(travel, Format.POD_SWISS, 4, people=people, rounds=3)
    season = play_all_rounds(travel, season, 3)
    smaller = Counter()
    for number in range(3):
        tables = groups(season, number)
        assert sorted(map(len, tables), reverse=True) == sizes
        smaller.update(entry for group in tables if len(group) == 3 for entry in group)
    assert not FixtureSeat.objects.filter(fixture__season=season, kind="bye").exists()
    met = Counter(
        frozenset(pair) for number in range(3) for group in groups(season, number) for pair in combinations(group, 2)
    )
    assert max(met.values()) <= 2
    assert_true_standings(season)


def test_a_pod_season_of_too_few_for_a_table_gives_rest(travel):
    season = begun(travel, Format.POD_SWISS, 4, people=5, rounds=2)
    for entry in list(season.entries.select_related("user"))[:3]:
        leave(season, entry.user)
    tick()
    decide(season)
    season = run_until(travel, season, "round", 2, plays=False)
    assert groups(season, 1) == []
    season = run_until(travel, season, "finish", plays=False)
    assert_true_standings(season)


def test_a_cup_goes_on_when_people_leave_between_rounds(travel):
    season = begun(travel, Format.CUP, 2, people=8)
    decide(season)
    winners = [
        seat.entry for seat in FixtureSeat.objects.filter(fixture__season=season, place=1).select_related("entry__user")
    ]
    leave(season, winners[0].user)
    season = run_until(travel, season, "round", 2, plays=False)
    tick()
    assert len(groups(season, 1)) == 1  # the other one goes on without a match
    leave(season, season.entries.get(pk=groups(season, 1)[0][0]).user)
    tick()
    season = run_until(travel, season, "round", 3, plays=False)
    tick()
    assert len(groups(season, 2)) == 1
    decide(season)
    season = run_until(travel, season, "finish", plays=False)
    assert_nobody_twice_in_a_round(season)
    assert_true_standings(season)


def test_a_cup_of_which_a_whole_round_is_won_without_a_match(travel):
    season = begun(travel, Format.CUP, 2, people=8)
    decide(season)
    pairs = groups(season, 0)
    winners = {min(pair) for pair in pairs}
    bracket = [next(iter(winners & set(pair))) for pair in sorted(pairs, key=min)]
    from leagues.core import elimination

    step = bracket_of(season)
    placings = [{entry: 1 + sorted(pair).index(entry) for entry in pair} for pair in pairs]
    following = elimination.next_round(step, [placings], {})
    assert len(following.groups) == 2
    assert {entry for group in following.groups for entry in group} == set(bracket)
    for group in following.groups:
        leave(season, season.entries.get(pk=group[0]).user)
    season = run_until(travel, season, "round", 2, plays=False)
    tick()
    (final,) = running(season)
    resign(final, 0)
    leave(season, final.seats.get(seat=0).entry.user)
    season = run_until(travel, season, "finish", plays=False)
    assert kinds(final) == ["forfeited", "won_by_forfeit"]
    assert season.fixtures.exclude(seats__kind="bye").count() == 5


def test_at_a_cup_table_that_does_not_start_the_leaver_is_out(travel):
    season = run_until(travel, opened(Format.CUP, 3, people=5, advancing=2), "draw", plays=False)
    fixture = max(season.fixtures.all(), key=lambda one: one.seats.count())
    best = min((seat.entry for seat in fixture.seats.select_related("entry__user")), key=lambda entry: entry.seed)
    if fixture.seats.count() == 3:
        leave(season, best.user)
    season = run_until(travel, season, "start", plays=False)
    tick()
    decide(season)
    season = run_until(travel, season, "round", 2, plays=False)
    tick()
    assert fixture_of(fixture).state == FixtureState.SETTLED
    assert not best.seats.filter(fixture__round=1).exists()
    assert groups(season, 1)


def test_an_annulled_cup_match_is_final_once_the_next_round_is_drawn(travel):
    from games import tasks
    from games.services.match.annul import annul

    season = begun(travel, Format.CUP, 2, people=4)
    first = running(season)[0]
    for fixture in running(season):
        resign(fixture, 0)
    season = run_until(travel, season, "round", 2, plays=False)
    annul(match_id=first.match_id, reason="broken", by="staff")
    tasks.announce(first.match_id)
    assert kinds(first) == ["forfeited", "won_by_forfeit"]
    tick()
    decide(season)
    run_until(travel, season, "finish", plays=False)
