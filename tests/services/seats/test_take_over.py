"""Another person plays on for a seat that was given up: with its cards, a fresh clock, and a place by the rules."""

from datetime import timedelta

import pytest
from django.test import TestCase
from structlog.testing import capture_logs

from bench.races import at_once
from games import clock, signals
from games.audit import faults_of
from games.models import Answer, BotTurn, FormerHolder, Heartbeat, Match, Seat, Status
from games.refusals import BadInput, Conflict, Forbidden, Missing, Refusal, SetAside
from games.selectors.matches import position
from games.services.beside import presence
from games.services.beside.looks import kept
from games.services.bot_moves import bots
from games.services.clocks import deadlines
from games.services.match import play
from games.services.seats.take_over import take_over
from games.services.waiting import tables
from games.tasks import announce
from masques_site.accounts import moderation
from masques_site.accounts.services import delete_account
from masques_site.notices.kinds.matches import MatchFinished, YourTurn
from masques_site.notices.models import Notice
from tests.accounts.cast import member
from tests.cast import due, fresh, move, person, play_to_end, running_match, some_move, stored_log
from tests.looks import seen

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

DAY = 24 * 3600
PEOPLE = ("anna", "bruno", "carla")


@pytest.fixture(autouse=True)
def no_pause(settings):
    settings.BOT_PAUSE = 0.0


@pytest.fixture
def match():
    return running_match("lantern", [person(name) for name in PEOPLE])


def leave(match, seat):
    """The holder of `seat` resigns."""
    play.resign(actor=seat.user, match_id=match.pk, seat=seat.index)


def substitute(match, index, name="dora"):
    take_over(match_id=match.pk, seat=index, user=person(name), by="a test")
    return Seat.objects.select_related("user").get(match=match, index=index)


def left_and_taken_over(match, name="dora"):
    """The seat that owes a turn, given up by its holder and taken over by `name`, and who left."""
    (seat,) = due(match)
    leave(match, seat)
    return substitute(match, seat.index, name), seat.user


def window(match):
    """Open a window; the seats that owe an answer."""
    move(match, due(match)[0])
    assert position(fresh(match)).state.sealed()
    return due(match)


def sound(match):
    """Return whether the audit finds nothing, the log replays, and every bot that is due has one open row."""
    match = fresh(match)
    owed = {(seat.index, seat.due_decision) for seat in due(match) if seat.bot_level}
    assert set(BotTurn.objects.filter(match=match, closed_at=None).values_list("seat", "decision")) == owed
    assert faults_of(match) == []
    return True


# What it does.


@pytest.mark.parametrize("fast", [True, False], ids=["fast", "plain"])
def test_the_seat_is_the_new_persons_and_a_row_keeps_who_left(match, settings, fast):
    settings.FAST_PATHS = fast
    (seat,) = due(match)
    leave(match, seat)
    left_at = Seat.objects.get(pk=seat.pk).vacated_at
    rev = fresh(match).rev
    new = substitute(match, seat.index)
    assert (new.user, new.bot, new.vacated_at, new.nonce) == (person("dora"), "", None, seat.nonce)
    assert new.joined_at > left_at
    assert (seen(new), new.end_seen_at) == (presence.Seen(), None)
    (row,) = FormerHolder.objects.filter(match=match)
    last = match.events.latest("ply")
    assert (last.kind, last.seat, last.text, last.actor) == ("site", seat.index, "taken_over", person("dora").pk)
    assert (row.user, row.seat, row.ply, row.left_at, row.taken_over_at) == (
        seat.user, seat.index, last.ply, left_at, last.at,
    )  # fmt: skip
    assert fresh(match).rev > rev
    assert sound(match)
    assert play_to_end(match).status == Status.FINISHED
    assert sound(match)


def test_the_clock_is_fresh_and_what_the_seat_owes_runs_from_now(match, settings):
    (seat,) = due(match)
    settings.CLOCK_OFFSET += 2 * DAY
    leave(match, seat)
    settings.CLOCK_OFFSET += DAY
    Heartbeat.objects.update(at=clock.now())
    new = substitute(match, seat.index)
    assert (new.bank, new.timeouts, new.missed_responses) == (timedelta(days=3), 0, 0)
    assert (new.due_decision, new.bot_for_decision) == (match.decision, None)
    assert new.due_since == new.joined_at
    assert new.deadline == new.charging_since + timedelta(days=3) == fresh(match).deadline
    assert new.charging_since == new.due_since


def test_a_seat_that_owes_nothing_has_a_full_bank_and_no_clock_that_runs(match):
    idle = match.seats.select_related("user").filter(due_decision=None).first()
    leave(match, idle)
    new = substitute(match, idle.index)
    assert (new.bank, new.due_decision, new.deadline, new.charging_since) == (timedelta(days=3), None, None, None)
    assert sound(match)


def test_an_answer_that_is_owed_has_the_limit_of_an_answer(match):
    first, _last = window(match)
    leave(match, first)
    new = substitute(match, first.index)
    assert new.deadline == new.due_since + timedelta(days=1)
    assert (new.charging_since, new.bank) == (None, timedelta(days=3))
    move(match, new, "let")
    assert sound(match)


def test_without_limits_no_clock_runs():
    match = running_match("lantern", [person(name) for name in PEOPLE], pace="unlimited")
    new, _left = left_and_taken_over(match)
    assert (new.bank, new.deadline, new.due_decision) == (None, None, match.decision)
    move(match, new)
    assert sound(match)


def test_an_answer_that_was_given_for_the_seat_stays_until_the_new_person_changes_it(match):
    first, last = window(match)
    leave(match, first)
    assert bots.play_bots(match.pk) == 1
    given = Answer.objects.get(match=match, seat=first.index)
    new = substitute(match, first.index)
    assert new.due_decision is None
    other = "let" if given.text == "blow" else "blow"
    move(match, new, other)
    assert Answer.objects.get(match=match, seat=first.index).text == other
    move(match, last, "let")
    assert sound(match)


def test_the_new_holder_is_notified_of_the_turn_and_the_former_is_not(match):
    heard = []

    def listen(*, match_ids, **_facts):
        heard.extend(match_ids)

    signals.turns_due.connect(listen)
    new, left = left_and_taken_over(match)
    announce(match.pk)
    signals.turns_due.disconnect(listen)
    assert heard == [match.pk]
    assert Notice.objects.filter(match=match, kind=YourTurn.code, user=new.user).count() == 1
    play_to_end(match)
    announce(match.pk)
    told = Notice.objects.filter(match=match, kind=MatchFinished.code).values_list("user", flat=True)
    assert set(told) == {seat.user_id for seat in match.seats.all()}
    assert left.pk not in told


def test_open_pages_and_workers_are_notified_after_the_commit(match, monkeypatch):
    (seat,) = due(match)
    leave(match, seat)
    told = []
    monkeypatch.setattr("games.live.announce", lambda match_id, _rev: told.append(("page", match_id)))
    monkeypatch.setattr("games.wake.owed", lambda match_id: told.append(("worker", match_id)))
    with TestCase.captureOnCommitCallbacks(execute=True):
        substitute(match, seat.index)
    assert told == [("page", match.pk), ("worker", match.pk)]


def test_the_arranger_is_logged(match):
    with capture_logs() as logs:
        left_and_taken_over(match)
    (line,) = [line for line in logs if line["event"] == "seat taken over"]
    assert (line["match"], line["user_id"], line["by"]) == (match.pk, person("dora").pk, "a test")


# Who may not, and when.


def refused(match, index, user, error, words):
    before = list(match.events.values_list("ply", "text")), list(match.seats.values())
    with pytest.raises(error, match=words):
        take_over(match_id=match.pk, seat=index, user=user, by="a test")
    assert (list(match.events.values_list("ply", "text")), list(match.seats.values())) == before


def test_only_a_seat_that_was_given_up_can_be_taken_over():
    table = tables.open_table(
        host=person("anna"), title="lantern", seats=3, pace="standard", access="open", bots=["easy"], auto_start=False
    )
    refused(table, 2, person("dora"), Conflict, "hasn’t started")
    tables.join_table(user=person("bruno"), match_id=table.pk)
    tables.start_table(host=person("anna"), match_id=table.pk, rev=fresh(table).rev)
    refused(table, 0, person("dora"), Conflict, "hasn’t been given up")
    refused(table, 2, person("dora"), Conflict, "hasn’t been given up")  # a bot from the beginning
    refused(table, 3, person("dora"), BadInput, "Seat")
    with pytest.raises(Missing):
        take_over(match_id="222222222222", seat=0, user=person("dora"), by="a test")


def test_users_who_have_or_had_a_seat_there_cannot_take_over(match):
    idle = match.seats.select_related("user").filter(due_decision=None).first()
    leave(match, idle)
    for name in PEOPLE:  # who left among them
        refused(match, idle.index, person(name), Conflict, "have, or had")
    new = substitute(match, idle.index)
    refused(match, idle.index, idle.user, Conflict, "hasn’t been given up")
    leave(match, new)
    refused(match, idle.index, idle.user, Conflict, "have, or had")
    refused(match, idle.index, new.user, Conflict, "have, or had")


def test_a_seat_cannot_be_taken_over_once_the_match_is_over_or_set_aside(match):
    (seat,) = due(match)
    leave(match, seat)
    Match.objects.filter(pk=match.pk).update(status=Status.QUARANTINED)
    refused(match, seat.index, person("dora"), SetAside, "set aside")
    Match.objects.filter(pk=match.pk).update(status=Status.RUNNING)
    while fresh(match).status == Status.RUNNING:
        for other in due(match):
            bots.play_bots(match.pk) if other.bot else move(match, other)
    refused(match, seat.index, person("dora"), Conflict, "over")


def test_giving_up_ends_a_match_of_two_so_no_seat_can_be_taken_over():
    match = running_match("lantern", [person("anna"), person("bruno")])
    leave(match, due(match)[0])
    refused(match, 0, person("dora"), Conflict, "over")
    refused(match, 1, person("dora"), Conflict, "over")


def test_a_banned_user_cannot_take_over(match):
    banned = member("Otto")
    moderation.ban(moderator=member("Zeno"), person=banned, reason="stalls")
    (seat,) = due(match)
    leave(match, seat)
    refused(match, seat.index, type(banned).objects.get(pk=banned.pk), Forbidden, "banned")


def test_repeating_it_does_nothing(match):
    new, _left = left_and_taken_over(match)
    before = Match.objects.filter(pk=match.pk).values().get(), Seat.objects.filter(pk=new.pk).values().get()
    with capture_logs() as logs:
        assert substitute(match, new.index) == new
    assert (Match.objects.filter(pk=match.pk).values().get(), Seat.objects.filter(pk=new.pk).values().get()) == before
    assert logs == []
    play_to_end(match)
    substitute(match, new.index)  # a retry that comes late
    assert FormerHolder.objects.filter(match=match).count() == 1


def test_settled_deadlines_are_kept_when_the_take_over_is_refused(match, settings):
    (seat,) = due(match)
    settings.CLOCK_OFFSET += 4 * DAY
    Heartbeat.objects.update(at=clock.now())
    with pytest.raises(Conflict, match="hasn’t been given up"):
        take_over(match_id=match.pk, seat=seat.index, user=person("dora"), by="a test")
    assert stored_log(match)[-1].text == "bot_decided"
    assert sound(match)


def test_a_log_that_does_not_replay_sets_the_match_aside(match):
    (seat,) = due(match)
    leave(match, seat)
    Match.objects.filter(pk=match.pk).update(decision=0)
    Seat.objects.filter(match=match).update(due_decision=None, due_since=None)
    with pytest.raises(SetAside):
        substitute(match, seat.index)
    assert fresh(match).status == Status.QUARANTINED


# Giving the seat up again.


def test_a_seat_that_was_taken_over_can_be_given_up_again_and_taken_over_again(match):
    new, left = left_and_taken_over(match)
    leave(match, new)
    row = Seat.objects.get(pk=new.pk)
    assert (row.bot, row.user) == ("medium", person("dora"))
    assert sound(match)  # in the very decision in which it was taken over
    assert BotTurn.objects.get(match=match, decision=match.decision, seat=new.index).state == "waiting"
    emil = substitute(match, new.index, "emil")
    assert BotTurn.objects.get(match=match, decision=match.decision, seat=new.index).state == "superseded"
    assert [former.user for former in FormerHolder.objects.filter(match=match)] == [left, person("dora")]
    move(match, emil)
    assert sound(match)
    assert play_to_end(match).outcome["reason"] in ("light", "dark")
    assert sound(match)


def test_a_bot_moves_again_after_the_seat_was_taken_over_and_given_up_in_one_decision(match):
    new, _left = left_and_taken_over(match)
    leave(match, new)
    assert bots.play_bots(match.pk) == 1
    assert [event.seat for event in stored_log(match)[match.decision :] if event.kind == "move"] == [new.index]
    assert BotTurn.objects.get(match=match, decision=match.decision, seat=new.index).state == "published"
    assert sound(match)


def test_timeouts_count_again_and_the_second_one_vacates(match, settings):
    new, _left = left_and_taken_over(match)
    for word in ("bot_decided", "out_of_time"):
        while word not in [event.text for event in stored_log(match) if event.seat == new.index]:
            for seat in due(match):
                if seat.bot_level:
                    bots.play_bots(match.pk)
                elif seat.index != new.index or position(fresh(match)).state.sealed():
                    move(match, seat)
                else:
                    settings.CLOCK_OFFSET += 6 * DAY
                    Heartbeat.objects.update(at=clock.now())
                    assert deadlines.expire(match.pk)
            assert sound(match)
    row = Seat.objects.get(pk=new.pk)
    assert (row.timeouts, row.bot, row.vacated_at is None) == (2, "medium", False)


# How it is placed.


def test_the_substitute_may_win():
    """The same match once with the seat left to the bot, and once taken over: only the first puts it last."""
    found = {}
    for taken in (False, True):
        match = running_match("lantern", [person(name) for name in PEOPLE])
        idle = match.seats.select_related("user").filter(due_decision=None).first()
        leave(match, idle)
        if taken:
            substitute(match, idle.index)
        while fresh(match).status == Status.RUNNING:
            for seat in due(match):
                bots.play_bots(match.pk) if seat.bot else move(match, seat)
        over = fresh(match)
        found[taken] = over.outcome["places"][idle.index]
        by_rules = position(over).state.outcome().places
        assert (tuple(over.outcome["places"]) == by_rules) or not taken
    assert found[False] == 3


# Races.


def test_a_bot_that_thinks_meanwhile_does_not_move_for_the_new_person(match, monkeypatch):
    (seat,) = due(match)
    leave(match, seat)
    honest = bots.think

    def think(*args):
        text = honest(*args)
        substitute(match, seat.index)
        return text

    monkeypatch.setattr(bots, "think", think)
    assert bots.play_bots(match.pk) == 0
    assert [event.text for event in stored_log(match)[match.decision :]] == ["resigned", "taken_over"]
    assert BotTurn.objects.get(match=match, decision=match.decision, seat=seat.index).state == "superseded"
    assert sound(match)


def test_a_kept_move_of_the_bot_is_dropped(match, settings):
    settings.BOT_PAUSE = 100.0
    (seat,) = due(match)
    leave(match, seat)
    assert bots.play_bots(match.pk) == 0
    assert BotTurn.objects.get(match=match, closed_at=None).state == "kept"
    new = substitute(match, seat.index)
    turn = BotTurn.objects.get(match=match, seat=seat.index)
    assert (turn.state, turn.text, bytes(turn.seal)) == ("superseded", "", b"")
    settings.CLOCK_OFFSET += 200
    assert bots.play_bots(match.pk) == 0
    move(match, new)
    assert sound(match)


def test_a_take_over_and_the_bots_move_at_once_have_one_order(match):
    for number, name in enumerate(("dora", "emil", "fabio")):
        seat = next(seat for seat in due(match) if not seat.bot)
        leave(match, seat)
        text, decision = some_move(match, seat.index), fresh(match).decision
        user = person(name)
        results = at_once(
            lambda s=seat, d=decision, t=text: bots._publish(match.pk, d, {s.index: t}),
            lambda s=seat, u=user: take_over(match_id=match.pk, seat=s.index, user=u, by="a test"),
            lambda: bots.play_bots(match.pk),
        )
        assert not [result for result in results if isinstance(result, Exception)], results
        events = [event for event in stored_log(match)[decision:] if event.seat == seat.index]
        told = [event.text if event.kind == "site" else "move" for event in events]
        # Either the bot moved before the person came, or it did not move.
        assert told in (["resigned", "move", "taken_over"], ["resigned", "taken_over"]), told
        assert sound(match)
        if told[1] == "taken_over":
            move(match, Seat.objects.select_related("user").get(pk=seat.pk))
        while position(fresh(match)).state.sealed():
            for other in due(match):
                move(match, other, "let", client_move_id=f"w{number}-{fresh(match).decision}-{other.index}")
    assert sound(match)


def test_one_of_simultaneous_take_overs_gets_the_seat(match):
    (seat,) = due(match)
    leave(match, seat)
    people = [person(f"guest{number}") for number in range(5)]
    results = at_once(
        *[lambda u=user: take_over(match_id=match.pk, seat=seat.index, user=u, by="a test") for user in people]
    )
    assert results.count(None) == 1
    assert sum(isinstance(result, Refusal) for result in results) == 4
    assert FormerHolder.objects.filter(match=match).count() == 1
    assert sound(match)


def test_one_person_who_takes_over_two_seats_at_once_gets_one(match):
    for seat in match.seats.select_related("user")[:2]:
        leave(match, seat)
    user = person("dora")
    results = at_once(
        *[lambda i=index: take_over(match_id=match.pk, seat=i, user=user, by="a test") for index in (0, 1)]
    )
    assert results.count(None) == 1
    assert match.seats.filter(user=user).count() == 1
    assert sound(match)


def test_a_look_of_who_left_that_ends_late_does_not_count_as_the_new_persons(match):
    (seat,) = due(match)
    leave(match, seat)
    page = Seat.objects.get(pk=seat.pk)
    new = substitute(match, seat.index)
    presence.mark_seen(fresh(match), page)
    assert seen(new).at is None
    kept.write()
    assert seen(new).at is None
    presence.mark_seen(fresh(match), new)
    assert seen(new).at is not None


# The audit, and deleted accounts.


def test_a_former_holder_that_is_missing_or_made_up_is_a_fault(match):
    left_and_taken_over(match)
    (row,) = FormerHolder.objects.filter(match=match)
    FormerHolder.objects.filter(pk=row.pk).delete()
    assert faults_of(match) == [f"former holder at ply {row.ply}: there is no row"]
    row.ply += 1
    row.save(force_insert=True)
    faults = faults_of(match)
    assert f"former holder at ply {row.ply}: ply was altered" in faults
    assert f"former holder at ply {row.ply - 1}: there is no row" in faults


def test_a_deleted_account_is_forgotten_where_it_held_a_seat_and_where_it_took_one_over(match):
    new, left = left_and_taken_over(match)
    delete_account(left)
    assert FormerHolder.objects.get(match=match).user is None
    assert sound(match)
    delete_account(new.user)
    row = Seat.objects.get(pk=new.pk)
    assert (row.user, row.bot) == (None, "medium")
    assert sound(match)
    emil = substitute(match, new.index, "emil")
    assert FormerHolder.objects.filter(match=match, user=None).count() == 2
    move(match, emil)
    type(left).objects.filter(username="emil").delete()  # as the admin does
    assert sound(match)
