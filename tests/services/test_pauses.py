"""Nights, weekends and vacations in stored matches. Which moments they cover is `test_personal_pauses`'."""

from datetime import UTC, date, datetime, timedelta

import pytest

from bench.races import at_once
from games import clock, tasks
from games.audit import faults_of
from games.core.personal_pauses import PauseRules
from games.core.state import TURN
from games.models import Heartbeat, Match, Seat, Status
from games.refusals import BadInput, Stale
from games.selectors.matches import position
from games.services import bots, deadlines, downtime, pauses, play, tables
from masques_site.accounts import pauses as chosen
from masques_site.accounts.models import NightWindow, User, Vacation
from masques_site.accounts.services import delete_account
from tests.cast import due, fresh, move, person, play_to_end, stored_log

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
LONG_AGO = datetime(2030, 1, 1, tzinfo=UTC)
STANDARD = PauseRules(nights=True, vacations=True)
ALL = PauseRules(nights=True, weekends=True, vacations=True)


class Watch:
    """The clock of a site that runs: it stands still but for `let`."""

    def __init__(self, traveller):
        self.traveller = traveller

    def let(self, time):
        """Let time pass while the site runs."""
        self.traveller.shift(time)
        Heartbeat.objects.update_or_create(pk=1, defaults={"at": clock.now()})

    def until(self, moment):
        self.let(moment - clock.now())


@pytest.fixture
def watch(time_machine):
    time_machine.move_to("2031-03-05T12:00:00Z", tick=False)  # a Wednesday
    return Watch(time_machine)


def sleeper(name, night_begin=22, zone="UTC"):
    """Somebody whose night has begun at this hour for long."""
    user = person(name)
    NightWindow.objects.create(user=user, since=LONG_AGO, zone=zone, night_begin=night_begin)
    return user


def paused_match(*people, rules=STANDARD, pace="standard"):
    table = tables.open_table(
        host=people[0], title="lantern", seats=len(people), pace=pace, access="open", pauses=rules
    )
    for user in people[1:]:
        tables.join_table(user=user, match_id=table.pk)
    return fresh(table)


@pytest.fixture
def match(watch):
    """Three people at a table, of whom the first to decide sleeps at night."""
    return paused_match(sleeper("anna"), sleeper("bruno"), sleeper("carla"))


def let_decide(match, user):
    """Play until `user` owes a turn."""
    while due(match)[0].user_id != user.pk or position(fresh(match)).state.response() != TURN:
        move(match, due(match)[0])


def site_words(match):
    return [event.text for event in stored_log(match) if event.kind == "site"]


def at(text):
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def bank(seat):
    return Seat.objects.get(pk=seat.pk).bank


# Which matches have which pauses.


@pytest.mark.parametrize(
    ("pace", "usual"),
    [
        ("standard", STANDARD),
        ("relaxed", STANDARD),
        ("fast", PauseRules(nights=True)),
        ("live", PauseRules()),
        ("unlimited", PauseRules()),
    ],
)
def test_what_is_usual_at_a_pace(watch, pace, usual):
    table = tables.open_table(host=person("anna"), title="lantern", seats=2, pace=pace, access="open")
    assert table.pause_rules == fresh(table).pause_rules == usual


@pytest.mark.parametrize(
    ("pace", "rules"),
    [("live", PauseRules(nights=True)), ("unlimited", PauseRules(weekends=True)), ("fast", ALL)],
)
def test_a_pace_that_waits_for_nobody_takes_no_pauses(watch, pace, rules):
    with pytest.raises(BadInput, match="Pauses"):
        tables.open_table(host=person("anna"), title="lantern", seats=2, pace=pace, access="open", pauses=rules)


def test_a_rematch_has_the_pauses_of_the_match_before(watch):
    old = play_to_end(paused_match(person("anna"), person("bruno"), rules=PauseRules(weekends=True)))
    assert tables.offer_rematch(user=person("anna"), match_id=old.pk).pause_rules == PauseRules(weekends=True)


def test_a_match_without_pauses_lets_nobody_sleep(watch):
    match = paused_match(sleeper("anna"), sleeper("bruno"), rules=PauseRules())
    (seat,) = due(match)
    assert seat.deadline == clock.now() + 3 * DAY
    assert seat.pauses is None


def test_matches_from_before_have_none(match):
    Match.objects.filter(pk=match.pk).update(pause_nights=False, pause_vacations=False)
    Seat.objects.filter(match=match).update(pauses=None)
    (seat,) = due(match)
    move(match, seat)
    assert all(other.deadline == clock.now() + DAY for other in due(match))


# Turns and answers.


def test_nights_do_not_count_for_a_turn(match, watch):
    (seat,) = due(match)
    # 10 hours on Wednesday, then 16 a day.
    assert seat.deadline == fresh(match).deadline == at("2031-03-09T20:00") == clock.now() + 3 * DAY + 4 * 8 * HOUR
    watch.until(at("2031-03-06T08:00"))  # 10 + 2 hours, with the night between
    move(match, seat)
    assert bank(seat) == 3 * DAY - 12 * HOUR + 12 * HOUR


def test_nor_for_an_answer(match, watch):
    move(match, due(match)[0])
    assert position(fresh(match)).state.response() != TURN
    assert {seat.deadline for seat in due(match)} == {clock.now() + DAY + 8 * HOUR}
    watch.let(DAY + 8 * HOUR - MINUTE)
    assert deadlines.expire(match.pk) is False
    watch.let(MINUTE)
    deadlines.expire(match.pk)
    assert site_words(match) == ["defaulted", "defaulted"]


def test_the_first_zero_comes_a_night_later_and_the_second_too(match, watch):
    (seat,) = due(match)
    watch.until(seat.deadline - MINUTE)
    assert deadlines.expire(match.pk) is False
    watch.let(MINUTE)
    deadlines.expire(match.pk)
    assert site_words(match) == ["bot_decided"]
    Seat.objects.filter(pk=seat.pk).update(timeouts=1)
    match = paused_match(person("anna"), person("bruno"))
    (seat,) = due(match)
    Seat.objects.filter(pk=seat.pk).update(timeouts=1)
    watch.until(seat.deadline)
    tasks.sweep()
    assert site_words(match) == ["out_of_time"]
    assert fresh(match).status == Status.FINISHED


def test_a_match_that_does_not_count_weekends_waits_until_monday(watch):
    auckland, berlin = person("anna"), person("bruno")
    User.objects.filter(pk=auckland.pk).update(timezone="Pacific/Auckland")
    User.objects.filter(pk=berlin.pk).update(timezone="Europe/Berlin")
    watch.until(at("2031-03-07T00:00"))
    match = paused_match(auckland, berlin, rules=PauseRules(weekends=True))
    for seat in match.seats.all():
        Seat.objects.filter(pk=seat.pk).update(timeouts=0)
    (seat,) = due(match)
    assert seat.deadline == clock.now() + 5 * DAY
    schedules = [row.pause_schedule for row in match.seats.order_by("index")]
    running = [schedule.running_time(at("2031-03-07T00:00"), at("2031-03-08T00:00")) for schedule in schedules]
    assert running == [11 * HOUR, 23 * HOUR]


def test_somebody_without_settings_costs_the_row_nothing(watch):
    match = paused_match(person("anna"), person("bruno"))
    assert {seat.pauses for seat in match.seats.all()} == {None}


def test_bots_and_seats_that_were_given_up_have_no_pauses(watch):
    table = tables.open_table(
        host=sleeper("anna"), title="lantern", seats=3, pace="standard", access="open", bots=["easy"]
    )
    tables.join_table(user=sleeper("bruno"), match_id=table.pk)
    assert [bool(seat.pauses) for seat in table.seats.order_by("index")] == [True, True, False]
    play.resign(actor=person("bruno"), match_id=table.pk, seat=1)
    assert [bool(seat.pauses) for seat in table.seats.order_by("index")] == [True, False, False]


def test_nothing_of_anybodys_nights_stays_in_a_finished_match(match):
    assert all(seat.pauses for seat in match.seats.all())
    play_to_end(match)
    assert {seat.pauses for seat in match.seats.all()} == {None}


def test_nor_does_it_with_the_account(match):
    delete_account(person("bruno"))
    seat = match.seats.get(index=1)
    assert (seat.user, seat.pauses) == (None, None)
    assert not faults_of(fresh(match))


def test_the_audit_finds_nothing_wrong_and_names_what_is_altered(match, watch):
    for _decision in range(4):
        watch.let(5 * HOUR)
        move(match, due(match)[0])
    assert faults_of(fresh(match)) == []
    Seat.objects.filter(match=match, index=1).update(pauses=None)
    Match.objects.filter(pk=match.pk).update(pause_weekends=True)
    assert {"seat 1: pauses was altered", "match: pause_weekends was altered"} <= set(faults_of(fresh(match)))


def test_a_seat_whose_pauses_cannot_be_read_sets_its_match_aside(match, watch):
    Seat.objects.filter(match=match, index=1).update(pauses={"windows": "none"})
    watch.until(fresh(match).deadline)
    tasks.sweep()
    assert fresh(match).status == Status.QUARANTINED


# Outages.


def test_an_outage_in_the_night_is_not_given_twice(match, watch):
    watch.until(at("2031-03-05T21:00"))
    before = due(match)[0].deadline
    watch.traveller.shift(10 * HOUR)  # nine to seven: eight of these hours are night
    assert downtime.extend_deadlines() == 10 * HOUR
    (seat,) = due(match)
    assert seat.pause_schedule.running_time(before, seat.deadline) == 2 * HOUR
    assert seat.deadline == before + 2 * HOUR
    assert seat.due_since == at("2031-03-05T14:00")
    assert fresh(match).deadline == seat.deadline
    move(match, seat)
    assert bank(seat) == 3 * DAY - 9 * HOUR + 12 * HOUR


def test_a_move_before_the_sweep_has_seen_the_outage_pays_no_more(match, watch):
    watch.until(at("2031-03-05T21:00"))
    watch.traveller.shift(10 * HOUR)
    (seat,) = due(match)
    move(match, seat)
    assert bank(seat) == 3 * DAY - 9 * HOUR + 12 * HOUR


def test_a_clock_that_jumps_ahead_and_back_leaves_what_was_left(match, watch):
    watch.let(HOUR)
    downtime.record_heartbeat()
    before = due(match)[0].deadline
    watch.traveller.shift(30 * DAY)
    downtime.record_heartbeat()
    watch.traveller.shift(-30 * DAY)
    downtime.record_heartbeat()
    assert due(match)[0].deadline == before


# Changes while a match runs.


def test_a_vacation_that_begins_moves_the_deadline_of_every_running_match(watch):
    anna = person("anna")
    matches = [paused_match(anna, person("bruno")) for _table in range(3)]
    forbidden = paused_match(anna, person("bruno"), rules=PauseRules(nights=True))
    for match in (*matches, forbidden):
        let_decide(match, anna)
    before = {match.pk: fresh(match).deadline for match in (*matches, forbidden)}
    revisions = {match.pk: fresh(match).rev for match in matches}
    banks = matches[0].seats.get(user=anna).bank
    watch.let(HOUR)
    chosen.plan_vacation(anna, date(2031, 3, 5), 4)
    for match in matches:
        assert fresh(match).deadline == due(match)[0].deadline == before[match.pk] + 4 * DAY
        assert fresh(match).rev == revisions[match.pk] + 1
        assert faults_of(fresh(match)) == []
    assert fresh(forbidden).deadline == before[forbidden.pk]
    watch.let(2 * DAY)
    move(matches[0], due(matches[0])[0])
    assert matches[0].seats.get(user=anna).bank == banks - HOUR + 12 * HOUR
    assert User.objects.get(pk=anna.pk).pauses_changed_at is None


def test_renewing_twice_changes_nothing(match, watch):
    (seat,) = due(match)
    chosen.plan_vacation(seat.user, date(2031, 3, 6), 4)
    after = Match.objects.values().get(pk=match.pk), list(match.seats.values())
    watch.let(MINUTE)
    assert pauses.renew(seat.user_id) == 0
    assert (Match.objects.values().get(pk=match.pk), list(match.seats.values())) == after


def test_a_vacation_that_is_taken_back_or_ended_leaves_no_time_behind(match, watch):
    (seat,) = due(match)
    before = seat.deadline
    planned = chosen.plan_vacation(seat.user, date(2031, 3, 6), 2)
    assert due(match)[0].deadline == before + 2 * DAY
    assert chosen.end_vacation(seat.user, planned.pk)
    assert due(match)[0].deadline == before
    running = chosen.plan_vacation(seat.user, date(2031, 3, 5), 2)
    watch.let(6 * HOUR)
    assert chosen.end_vacation(seat.user, running.pk)
    assert due(match)[0].deadline == at("2031-03-10T10:00"), "six hours that run, with a night among them"
    assert not chosen.end_vacation(seat.user, running.pk)
    assert not chosen.end_vacation(person("dora"), running.pk)


def test_a_new_night_counts_from_tomorrow_and_what_was_charged_stays(watch):
    match = paused_match(person("anna"), person("bruno"))
    (seat,) = due(match)
    watch.let(HOUR)
    chosen.choose_night(seat.user, 14)  # in an hour: it does not count today
    assert due(match)[0].deadline == seat.deadline + 3 * 8 * HOUR  # of the 6th to the 8th
    watch.let(3 * HOUR)
    move(match, seat)
    assert bank(seat) == 3 * DAY - 4 * HOUR + 12 * HOUR


def test_nobody_gets_out_of_trouble_by_going_to_bed(watch):
    match = paused_match(person("anna"), person("bruno"))
    (seat,) = due(match)
    watch.until(seat.deadline - HOUR)
    chosen.choose_night(seat.user, clock.now().hour)
    chosen.move_to_zone(seat.user, "Pacific/Kiritimati")
    assert due(match)[0].deadline == seat.deadline
    watch.let(HOUR)
    deadlines.expire(match.pk)
    assert site_words(match) == ["bot_decided"]


def test_a_vacation_that_begins_too_late_helps_nobody(match, watch):
    (seat,) = due(match)
    watch.until(seat.deadline)
    chosen.plan_vacation(seat.user, clock.now().date(), 2)
    deadlines.expire(match.pk)
    assert site_words(match) == ["bot_decided"]


def test_no_pause_ever_raises_a_bank(match, watch):
    """Whatever happens in between: the bank is at most what it was, and the increment comes once a turn."""
    for decision in range(9):
        banks = {seat.pk: seat.bank for seat in match.seats.all()}
        seat = due(match)[0]
        watch.let(3 * HOUR)
        if decision % 3 == 0:
            vacation = chosen.plan_vacation(seat.user, clock.now().date(), 1)
            watch.let(3 * HOUR)
            chosen.end_vacation(seat.user, vacation.pk)
        elif decision % 3 == 1:
            chosen.choose_night(seat.user, decision)
        move(match, seat)
        for row in match.seats.all():
            assert row.bank <= banks[row.pk] + 12 * HOUR


def test_what_was_interrupted_is_done_by_the_next_task(match, watch, monkeypatch):
    (seat,) = due(match)
    with monkeypatch.context() as broken:
        broken.setattr(chosen, "apply", lambda _user_id: None)  # killed after the commit
        chosen.plan_vacation(seat.user, date(2031, 3, 6), 2)
    assert due(match)[0].deadline == seat.deadline
    chosen.apply_pending()
    assert due(match)[0].deadline == seat.deadline + 2 * DAY
    assert User.objects.get(pk=seat.user_id).pauses_changed_at is None


def test_and_nobody_is_late_meanwhile(match, watch, monkeypatch):
    (seat,) = due(match)
    with monkeypatch.context() as broken:
        broken.setattr(chosen, "apply", lambda _user_id: None)
        chosen.plan_vacation(seat.user, date(2031, 3, 6), 2)
    watch.until(seat.deadline)
    assert deadlines.expire(match.pk) is True  # it was moved
    assert site_words(match) == []
    assert due(match)[0].deadline == seat.deadline + 2 * DAY


def test_a_match_that_cannot_be_read_holds_up_no_other(watch):
    anna = person("anna")
    broken, sound = sorted([paused_match(anna, person("bruno")) for _table in range(2)], key=lambda match: match.pk)
    let_decide(sound, anna)
    Match.objects.filter(pk=broken.pk).update(head=b"x")
    before = fresh(sound).deadline
    chosen.plan_vacation(anna, date(2031, 3, 6), 2)
    assert fresh(broken).status == Status.QUARANTINED
    assert fresh(sound).deadline == before + 2 * DAY


# Races.


def test_a_vacation_and_a_move_at_the_same_moment_go_one_after_the_other(watch):
    for round_ in range(4):
        anna, bruno = person(f"anna{round_}"), person(f"bruno{round_}")
        match = paused_match(anna, bruno)
        (seat,) = due(match)
        watch.let(HOUR)
        results = at_once(
            lambda match=match, seat=seat: move(match, seat),
            lambda seat=seat: chosen.plan_vacation(seat.user, date(2031, 3, 5), 1),
            lambda seat=seat: pauses.renew(seat.user_id),
        )
        assert not [result for result in results if isinstance(result, Exception)], results
        chosen.apply_pending()
        row = Seat.objects.get(pk=seat.pk)
        assert row.bank == 3 * DAY - HOUR + 12 * HOUR
        assert len(row.pauses["vacations"]) == 1
        assert faults_of(fresh(match)) == []
        watch.traveller.move_to("2031-03-05T12:00:00Z", tick=False)


def test_a_match_that_starts_while_somebody_goes_on_vacation_knows_of_it(watch):
    for round_ in range(4):
        anna, bruno = person(f"anna{round_}"), person(f"bruno{round_}")
        table = tables.open_table(host=anna, title="lantern", seats=2, pace="standard", access="open")
        results = at_once(
            lambda table=table, bruno=bruno: tables.join_table(user=bruno, match_id=table.pk),
            lambda anna=anna: chosen.plan_vacation(anna, date(2031, 3, 7), 1),
        )
        assert not [result for result in results if isinstance(result, Exception)], results
        assert len(table.seats.get(user=anna).pauses["vacations"]) == 1


def test_many_who_find_a_deadline_passed_take_one_day_of_vacation(match, watch):
    (seat,) = due(match)
    User.objects.filter(pk=seat.user_id).update(automatic_vacation=True)
    watch.until(seat.deadline)
    at_once(*[lambda: deadlines.expire(match.pk)] * 6)
    assert [vacation.days for vacation in Vacation.objects.all()] == [1]
    assert site_words(match) == []


# Vacation that begins by itself.


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


def test_the_move_of_somebody_who_comes_late_is_taken_on_that_day(match, saved, watch):
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


# However much everybody sleeps.


def test_a_match_ends_though_everybody_sleeps(watch):
    """Nobody ever moves; all have nights in other zones, weekends do not count, and vacation begins by itself."""
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
