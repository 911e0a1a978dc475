"""While the site does not run nobody's time runs: everything in a season that has a time limit moves."""

from datetime import timedelta

import pytest

from bench.races import at_once
from games import clock, tasks
from games.models import Heartbeat
from games.services.clocks import downtime
from leagues import tasks as league_tasks
from leagues.core.rules import Format
from leagues.models import BenchOffer, FixtureState
from leagues.services.deciding import requests
from leagues.services.entering import entries
from leagues.services.ladders import challenges
from leagues.services.leaving import substitutes
from leagues.services.timetable import outages, steps
from tests.cast import person, running_match
from tests.leagues.cast import begun, fixture_of, make_league, newest, opened, resign, run_until, running, tick

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]
HOUR = timedelta(hours=1)
OUTAGE = 30 * HOUR


def times(season):
    """Return the rest of the timetable."""
    return {step.kind: step.at for step in season.steps.filter(done_at=None)}


def test_a_season_that_ends_during_an_outage_is_played_on(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    fixture, other = running(season)[:2]
    requests.ask(user=fixture.seats.first().entry.user, season_id=season.pk, kind="extension", fixture_number=1)
    before, extended = times(season), fixture_of(fixture).extended_until
    travel(before["end_play"] - clock.now() - HOUR)
    league_tasks.sweep()
    travel(OUTAGE, down=True)
    tick()
    assert fixture_of(other).state == FixtureState.RUNNING
    assert times(season) == {kind: at + OUTAGE for kind, at in before.items()}
    assert season.steps.get(kind="end_play").look_at == before["end_play"] + OUTAGE
    assert fixture_of(fixture).extended_until == extended + OUTAGE
    assert season.log.get(verb="outage").details == {"minutes": 30 * 60}
    travel(HOUR)
    tick()
    assert fixture_of(other).state == FixtureState.SETTLED
    assert times(season)["finish"] == before["finish"] + OUTAGE, "it is not moved again for being late"


def test_an_outage_is_counted_once_by_many_sweeps(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    before = times(season)
    travel(OUTAGE, down=True)
    at_once(*[league_tasks.sweep, tasks.sweep, league_tasks.fill_seats, downtime.extend_deadlines])
    assert times(season) == {kind: at + OUTAGE for kind, at in before.items()}
    assert season.log.filter(verb="outage").count() == 1


def test_overdue_steps_are_done_immediately_and_in_order(travel):
    season = opened(Format.ROUND_ROBIN, 2, people=4)
    travel(times(season)["close_sign_up"] - clock.now())
    travel(OUTAGE, down=True)
    tick()
    done = season.steps.exclude(done_at=None).order_by("position").values_list("kind", flat=True)
    assert list(done) == ["open_sign_up", "close_sign_up", "draw"]
    assert times(season)["start"] == clock.now() + timedelta(days=1)


def test_a_challenge_and_an_offer_keep_the_time_that_was_left(travel):
    ladder = opened(Format.LADDER, 2, people=2)
    above, below = ladder.entries.order_by("position")
    challenge = challenges.challenge(user=below.user, season_id=ladder.pk, entry_id=above.pk)
    pods = begun(travel, Format.PODS, 3, people=4, name="Pods", owner=person("otto"))
    resign(running(pods)[0], 1)
    entries.join_substitutes(user=person("sven"), season_id=pods.pk)
    challenge.refresh_from_db()
    league_tasks.fill_seats()
    offer = BenchOffer.objects.get()
    travel(OUTAGE, down=True)
    league_tasks.fill_seats()
    offer.refresh_from_db()
    assert (offer.expires_at, offer.closed_at) == (clock.now() + substitutes.OFFER, None)
    assert substitutes.accept(user=person("sven"), offer_id=offer.pk)


def test_a_challenge_that_runs_out_during_an_outage_is_still_open(travel):
    ladder = opened(Format.LADDER, 2, people=2)
    above, below = ladder.entries.order_by("position")
    challenge = challenges.challenge(user=below.user, season_id=ladder.pk, entry_id=above.pk)
    travel(challenges.RULES.answer - HOUR)
    travel(OUTAGE, down=True)
    league_tasks.fill_seats()
    challenge.refresh_from_db()
    assert (challenge.ended_at, challenge.answer_by) == (None, clock.now() + HOUR)
    assert challenges.accept(user=above.user, challenge_id=challenge.pk)


def test_a_clock_that_was_set_and_is_set_back_changes_nothing(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    before = times(season)
    for distance in (OUTAGE, -OUTAGE):
        travel(distance, down=True)
        league_tasks.sweep()
    assert times(season) == before


def test_seasons_that_are_not_under_way_stay_where_they_are(travel):
    over = run_until(travel, opened(Format.ROUND_ROBIN, 2, people=4), "finish")
    announced = newest(
        make_league(Format.PODS, 3, name="Later", owner=person("otto"), opens_at=clock.now() + 2 * OUTAGE)
    )
    before = times(over), times(announced)
    Heartbeat.objects.update(at=clock.now())
    travel(OUTAGE, down=True)
    assert downtime.record_heartbeat() == OUTAGE
    assert (times(over), times(announced)) == before


def test_a_held_step_stays_held_and_all_later_ones_move(travel):
    season = begun(travel, Format.ROUND_ROBIN, 2, people=4)
    steps.hold(actor=person("olga"), season_id=season.pk, reason="wait")
    before = times(season)
    travel(OUTAGE, down=True)
    tick()
    assert times(season) == {kind: at + OUTAGE for kind, at in before.items()}
    assert not season.steps.exclude(look_at=None).exists()


def test_the_clocks_of_matches_move_whatever_befalls_the_leagues(travel, monkeypatch):
    match = running_match("lantern", [person("anna"), person("bruno")])
    downtime.record_heartbeat()
    deadline = match.seats.exclude(deadline=None).get().deadline

    def fail(distance):
        raise RuntimeError("out of luck")

    monkeypatch.setattr(outages, "move_deadlines", fail)
    travel(OUTAGE, down=True)
    assert downtime.record_heartbeat() == OUTAGE
    assert match.seats.exclude(deadline=None).get().deadline == deadline + OUTAGE
