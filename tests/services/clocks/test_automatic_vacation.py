"""A day of vacation begins in place of a timeout, as long as there is one; and every match ends all the same."""

from datetime import timedelta

import pytest

from bench.races import at_once
from games import clock, tasks
from games.core.clocks.personal_pauses import PauseRules
from games.models import Seat, Status
from games.refusals import Stale
from games.services.bot_moves import bots
from games.services.clocks import deadlines
from games.services.match import play
from masques_site.accounts import pauses as chosen
from masques_site.accounts.models import User, Vacation
from tests.cast import due, fresh, move, person
from tests.services.clocks.sleepers import (
    ALL,
    DAY,
    HOUR,
    Watch,
    at,
    bank,
    let_decide,
    paused_match,
    site_words,
    sleeper,
)

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def watch(time_machine):
    return Watch(time_machine)


@pytest.fixture
def match(watch):
    """Three people at a table, of whom the first to decide sleeps at night."""
    return paused_match(sleeper("anna"), sleeper("bruno"), sleeper("carla"))


@pytest.fixture
def saved(match):
    """The seat to decide, whose holder lets vacation begin by itself."""
    (seat,) = due(match)
    User.objects.filter(pk=seat.user_id).update(automatic_vacation=True)
    return seat


def test_a_day_of_vacation_begins_in_place_of_a_timeout(match, saved, watch):
    watch.until(saved.deadline)
    assert deadlines.expire(match.pk) is True
    assert deadlines.expire(match.pk) is False
    assert site_words(match) == []
    vacation = Vacation.objects.get()
    assert (vacation.user_id, vacation.days, vacation.is_automatic) == (saved.user_id, 1, True)
    assert due(match)[0].deadline == saved.deadline + DAY
    watch.let(HOUR)
    move(match, due(match)[0])
    assert bank(saved) == 12 * HOUR + timedelta(microseconds=1)
    assert Seat.objects.get(pk=saved.pk).timeouts == 0


def test_the_move_of_a_player_who_comes_late_is_taken_on_that_day(match, saved, watch):
    watch.until(saved.deadline + 10 * timedelta(seconds=1))
    move(match, due(match)[0])
    assert site_words(match) == []
    assert Vacation.objects.get().days == 1


def test_one_day_after_the_other_until_none_is_left(match, saved, watch):
    last = saved.deadline
    for day in range(1, chosen.ALLOWANCE + 1):
        watch.until(fresh(match).deadline)
        tasks.sweep()
        assert site_words(match) == []
        assert fresh(match).deadline == last + day * DAY
        assert sum(vacation.days for vacation in Vacation.objects.all()) == day
    assert Vacation.objects.count() == 1
    watch.until(fresh(match).deadline)
    tasks.sweep()
    assert site_words(match) == ["bot_decided"]


def test_an_answer_waits_for_vacation_as_well(watch):
    people = [person(name) for name in ("anna", "bruno", "carla")]
    User.objects.update(automatic_vacation=True)
    match = paused_match(*people)
    move(match, due(match)[0])
    watch.until(fresh(match).deadline)
    tasks.sweep()
    assert site_words(match) == []
    assert Vacation.objects.count() == 2
    assert {seat.missed_responses for seat in match.seats.all()} == {0}


def test_it_covers_the_other_matches_of_that_day(watch):
    anna = person("anna")
    User.objects.filter(pk=anna.pk).update(automatic_vacation=True)
    first, second = (paused_match(anna, person("bruno")) for _table in range(2))
    for match in (first, second):
        let_decide(match, anna)
        watch.let(HOUR)
    before = fresh(second).deadline
    watch.until(fresh(first).deadline)
    deadlines.expire(first.pk)
    chosen.apply_pending()
    assert fresh(second).deadline in (before + DAY, before + DAY + timedelta(microseconds=1))
    assert Vacation.objects.get().days == 1


@pytest.mark.parametrize("why", ["nobody asked", "the match forbids it", "a bot plays", "no day is left"])
def test_no_vacation_begins_where(match, saved, watch, why):
    if why == "nobody asked":
        User.objects.update(automatic_vacation=False)
    elif why == "the match forbids it":
        match = paused_match(person("dora"), person("emil"), rules=PauseRules(nights=True))
        saved = due(match)[0]
        User.objects.filter(pk=saved.user_id).update(automatic_vacation=True)
    elif why == "no day is left":
        Vacation.objects.create(user=saved.user, begin=at("2031-01-01T00:00"), end=at("2031-01-21T00:00"), days=20)
    else:
        play.resign(actor=saved.user, match_id=match.pk, seat=saved.index)
    taken = Vacation.objects.count()
    User.objects.exclude(pk=saved.user_id).update(automatic_vacation=False)
    watch.until(saved.deadline)
    tasks.sweep()
    assert Vacation.objects.count() == taken
    if why != "a bot plays":
        assert "bot_decided" in site_words(match)
        with pytest.raises(Stale):
            move(match, saved)


def test_many_who_find_a_deadline_passed_take_one_day_of_vacation(match, watch):
    (seat,) = due(match)
    User.objects.filter(pk=seat.user_id).update(automatic_vacation=True)
    watch.until(seat.deadline)
    at_once(*[lambda: deadlines.expire(match.pk)] * 6)
    assert [vacation.days for vacation in Vacation.objects.all()] == [1]
    assert site_words(match) == []


# However much everybody sleeps.


def test_a_match_ends_though_everybody_sleeps(watch):
    """No player ever moves; all have nights in other zones, weekends do not count, and vacation begins by itself."""
    zones = ["Pacific/Auckland", "Europe/Berlin", "America/New_York", "Asia/Kathmandu"]
    people = [sleeper(f"sleeper{place}", 20 + place, zone) for place, zone in enumerate(zones)]
    User.objects.update(automatic_vacation=True)
    match, rules = paused_match(*people, rules=ALL, pace="relaxed"), ALL
    began = clock.now()
    control = clock.PACES[match.pace].time_control
    rounds = 0
    while fresh(match).status == Status.RUNNING:
        rounds += 1
        assert rounds < 200
        if (deadline := fresh(match).deadline) is not None:
            watch.until(max(deadline, clock.now()))
            tasks.sweep()
        bots.play_bots(match.pk)
    assert match.pause_rules == rules
    # Each person: the bank, an increment, three missed answers, 78 running hours of a week at the least, and the
    # vacation of each year; one after the other at the worst.
    running = control.bank + control.increment + 3 * control.reaction
    each = running * (168 / 78) + timedelta(days=7) + 2 * chosen.ALLOWANCE * DAY
    assert clock.now() - began <= 4 * each
    assert {"bot_decided", "defaulted"} & set(site_words(match))
    assert Vacation.objects.filter(is_automatic=True).exists()
