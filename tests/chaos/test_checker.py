"""The checker of chaos is worth nothing unless it sees what is wrong: a sound match, doctored in every way."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from bench.chaos.checker import ViolationKind, check
from bench.chaos.history import Attempt, Fault, History, Read, Result, Visit
from bench.chaos.inside import stored_match
from bench.chaos.stored import (
    Stored,
    StoredAnswer,
    StoredBotTurn,
    StoredEvent,
    StoredMatch,
    StoredNotice,
    StoredReceipt,
    StoredSeat,
)
from games.models import Event
from games.services.match import play
from tests.cast import due, fresh, move, person, play_to_end, running_match

ANNA, BRUNO = 11, 12
NOW = 1000.0


def sound() -> tuple[History, Stored]:
    """A match in which anna plays “north” at 1; bruno answers “no”, then “yes”, and a bot “no”, at 2; bruno plays
    “south” at 5, and anna owes the decision at 6."""
    history = History()
    for seat, seen, text, name, invoked, result, rev in (
        (0, 1, "north", "a1", 1.0, Result.UNKNOWN, None),
        (0, 1, "north", "a1", 2.0, Result.OK, 2),
        (1, 2, "no", "b1", 3.0, Result.OK, 3),
        (1, 2, "yes", "b2", 4.0, Result.OK, 3),
        (1, 5, "south-by", "b3", 5.0, Result.REFUSED, None),
        (1, 5, "south", "b4", 6.0, Result.OK, 5),
        (0, 6, "west", "a2", 7.0, Result.UNKNOWN, None),
    ):
        history.add(Attempt("m", seat, seen, text, name, invoked, invoked + 0.5, result, rev))
    history.add(Read("m", 1, 5, 4.8, 4.9))
    history.add(Fault("kill web", 1.1, 1.9))
    events = [
        StoredEvent(0, "chance", None, "deal", None, 100.0),
        StoredEvent(1, "move", 0, "north", ANNA, 101.0),
        StoredEvent(2, "move", 1, "yes", BRUNO, 102.0),
        StoredEvent(3, "move", 2, "no", None, 102.0),
        StoredEvent(4, "chance", None, "card", None, 102.0),
        StoredEvent(5, "move", 1, "south", BRUNO, 103.0),
    ]
    receipts = [
        StoredReceipt(0, "a1", "north", 2),
        StoredReceipt(1, "b1", "no", 3),
        StoredReceipt(1, "b2", "yes", 3),
        StoredReceipt(1, "b4", "south", 5),
    ]
    seats = [StoredSeat(0, ANNA, False, 6), StoredSeat(1, BRUNO, False, None), StoredSeat(2, None, True, None)]
    notices = [StoredNotice(ANNA, 0, 1, "your_turn"), StoredNotice(BRUNO, 1, 2, "your_turn")]
    notices += [StoredNotice(BRUNO, 1, 5, "your_turn"), StoredNotice(ANNA, 0, 6, "your_turn")]
    answers = [StoredAnswer(2, 1, "yes"), StoredAnswer(2, 2, "no")]
    match = StoredMatch(
        "m", "running", 6, 5, 6, NOW + 3600, False, seats, events, receipts, answers, notices, faults=[]
    )
    return history, Stored(NOW, {"m": match})


def test_a_sound_match_has_no_violations():
    assert check(*sound()) == []


def test_a_move_without_an_answer_may_have_been_taken_once():
    history, stored = sound()
    match = stored.matches["m"]
    match.events.append(StoredEvent(6, "move", 0, "west", ANNA, 104.0))
    match.receipts.append(StoredReceipt(0, "a2", "west", 6))
    match.ply, match.rev, match.seats[0].due = 7, 6, None
    match.seats[1].due = 7
    match.notices.append(StoredNotice(BRUNO, 1, 7, "your_turn"))
    assert check(history, stored) == []


def test_a_bot_may_decide_where_time_ran_out():
    history, stored = sound()
    match = stored.matches["m"]
    match.events += [
        StoredEvent(6, "site", 0, "bot_decided", None, 105.0),
        StoredEvent(7, "move", 0, "east", None, 105.0),
    ]
    match.ply, match.rev, match.seats[0].due, match.seats[1].due = 8, 6, None, 8
    match.notices.append(StoredNotice(BRUNO, 1, 8, "your_turn"))
    assert check(history, stored) == []


def test_stored_values_survive_the_way_between_processes():
    _history, stored = sound()
    assert Stored.from_json(stored.to_json()) == stored


Doctor = Callable[[History, StoredMatch], None]


def lose_a_move(history: History, match: StoredMatch) -> None:
    match.events[-1:], match.receipts[-1:], match.ply = [], [], 5
    match.seats[0].due, match.seats[1].due = None, 5
    match.notices.pop()


def lose_a_moves_event_only(history: History, match: StoredMatch) -> None:
    match.events.pop()
    match.ply = 5


def lose_a_receipt(history: History, match: StoredMatch) -> None:
    match.receipts.pop(0)


def take_a_move_twice(history: History, match: StoredMatch) -> None:
    match.receipts.append(replace(match.receipts[-1]))


def take_two_moves_for_one_turn(history: History, match: StoredMatch) -> None:
    history.add(Attempt("m", 1, 5, "east", "b9", 6.0, 6.4, Result.OK, 5))
    match.receipts.append(StoredReceipt(1, "b9", "east", 5))


def play_a_seat_twice_in_a_window(history: History, match: StoredMatch) -> None:
    match.events[3] = replace(match.events[2], ply=3)


def write_another_move(history: History, match: StoredMatch) -> None:
    match.events[-1].text = "east"


def keep_the_answer_that_was_replaced(history: History, match: StoredMatch) -> None:
    match.events[2].text = "no"


def keep_a_refused_move(history: History, match: StoredMatch) -> None:
    match.receipts.append(StoredReceipt(1, "b3", "south-by", 5))


def keep_a_receipt_nobody_asked_for(history: History, match: StoredMatch) -> None:
    match.receipts.append(StoredReceipt(0, "phantom", "west", 5))


def write_a_move_nobody_sent(history: History, match: StoredMatch) -> None:
    match.events.append(StoredEvent(6, "move", 0, "east", ANNA, 104.0))
    match.ply, match.seats[0].due, match.seats[1].due = 7, None, 7
    match.notices.append(StoredNotice(BRUNO, 1, 7, "your_turn"))


def let_somebody_else_move(history: History, match: StoredMatch) -> None:
    match.events[1].actor = BRUNO


def let_a_bot_move_for_a_person(history: History, match: StoredMatch) -> None:
    match.events[1].actor = None


def answer_another_revision(history: History, match: StoredMatch) -> None:
    match.receipts[0].rev = 3


def fall_behind_the_receipts(history: History, match: StoredMatch) -> None:
    match.rev = 4


def lose_a_ply(history: History, match: StoredMatch) -> None:
    match.events.pop(4)


def double_a_ply(history: History, match: StoredMatch) -> None:
    match.events.insert(5, replace(match.events[4]))


def alter_an_event(history: History, match: StoredMatch) -> None:
    match.faults.append("the chain breaks at ply 3")


def write_the_log_out_of_order(history: History, match: StoredMatch) -> None:
    match.events[1].at = 150.0


def take_an_earlier_decision_later(history: History, match: StoredMatch) -> None:
    late = next(a for a in history.attempts if a.client_move_id == "a1" and a.result == Result.OK)
    history.attempts[:] = [a for a in history.attempts if a.client_move_id != "a1"]
    history.add(replace(late, invoked=8.0, returned=8.5))


def show_an_old_page(history: History, match: StoredMatch) -> None:
    history.add(Read("m", 0, 1, 2.6, 2.7))


def tell_somebody_twice(history: History, match: StoredMatch) -> None:
    match.notices.append(replace(match.notices[0]))


def tell_somebody_what_is_not_so(history: History, match: StoredMatch) -> None:
    match.notices.append(StoredNotice(ANNA, 0, 5, "your_turn"))


def tell_an_end_that_has_not_come(history: History, match: StoredMatch) -> None:
    match.notices.append(StoredNotice(ANNA, 0, 0, "match_finished"))


def tell_nobody(history: History, match: StoredMatch) -> None:
    match.notices.pop()


def end(history: History, match: StoredMatch) -> None:
    match.status, match.announced, match.seats[0].due, match.deadline = "finished", True, None, None
    match.notices += [StoredNotice(ANNA, 0, 0, "match_finished"), StoredNotice(BRUNO, 1, 0, "match_finished")]


def end_without_telling(history: History, match: StoredMatch) -> None:
    end(history, match)
    match.notices.pop()


def end_without_announcing(history: History, match: StoredMatch) -> None:
    end(history, match)
    match.announced = False


def end_without_rating(history: History, match: StoredMatch) -> None:
    end(history, match)
    match.unrated = True


def forget_who_is_due(history: History, match: StoredMatch) -> None:
    match.seats[0].due = None


def forget_a_bot(history: History, match: StoredMatch) -> None:
    match.bot_turns.append(StoredBotTurn(6, 2, "waiting", NOW - 31))


def forget_a_deadline(history: History, match: StoredMatch) -> None:
    match.deadline = NOW - 31


def set_the_match_aside(history: History, match: StoredMatch) -> None:
    match.status = "quarantined"


def leave_a_move_unanswered_for_want_of_the_broker(history: History, match: StoredMatch) -> None:
    history.add(Fault("freeze broker", 6.9, 8.0))


def leave_a_move_unanswered_from_the_brokers_end_on(history: History, match: StoredMatch) -> None:
    history.add(Fault("kill broker", 7.2, 9.0))


def let_nobody_log_in_without_the_broker(history: History, match: StoredMatch) -> None:
    history.add(Visit("anna", 4, ("log-in: not let in",)))


VIOLATIONS: list[tuple[Doctor, ViolationKind]] = [
    (lose_a_move, ViolationKind.LOST),
    (lose_a_moves_event_only, ViolationKind.LOST),
    (lose_a_receipt, ViolationKind.LOST),
    (take_a_move_twice, ViolationKind.DOUBLED),
    (take_two_moves_for_one_turn, ViolationKind.DOUBLED),
    (play_a_seat_twice_in_a_window, ViolationKind.DOUBLED),
    (write_another_move, ViolationKind.ALTERED),
    (keep_the_answer_that_was_replaced, ViolationKind.ALTERED),
    (keep_a_refused_move, ViolationKind.LEFTOVER),
    (keep_a_receipt_nobody_asked_for, ViolationKind.UNEXPLAINED),
    (write_a_move_nobody_sent, ViolationKind.UNEXPLAINED),
    (let_somebody_else_move, ViolationKind.UNEXPLAINED),
    (let_a_bot_move_for_a_person, ViolationKind.UNEXPLAINED),
    (answer_another_revision, ViolationKind.RECEIPT),
    (fall_behind_the_receipts, ViolationKind.RECEIPT),
    (lose_a_ply, ViolationKind.GAP),
    (double_a_ply, ViolationKind.GAP),
    (alter_an_event, ViolationKind.AUDIT),
    (write_the_log_out_of_order, ViolationKind.ORDER),
    (take_an_earlier_decision_later, ViolationKind.ORDER),
    (show_an_old_page, ViolationKind.STALE),
    (tell_somebody_twice, ViolationKind.NOTICE_TWICE),
    (tell_somebody_what_is_not_so, ViolationKind.NOTICE_WRONG),
    (tell_an_end_that_has_not_come, ViolationKind.NOTICE_WRONG),
    (tell_nobody, ViolationKind.NOTICE_MISSING),
    (end_without_telling, ViolationKind.NOTICE_MISSING),
    (end_without_announcing, ViolationKind.NOT_ANNOUNCED),
    (end_without_rating, ViolationKind.NOT_RATED),
    (forget_who_is_due, ViolationKind.STUCK),
    (forget_a_bot, ViolationKind.STUCK),
    (forget_a_deadline, ViolationKind.STUCK),
    (set_the_match_aside, ViolationKind.STUCK),
    (leave_a_move_unanswered_for_want_of_the_broker, ViolationKind.BROKER_NEEDED),
    (leave_a_move_unanswered_from_the_brokers_end_on, ViolationKind.BROKER_NEEDED),
    (let_nobody_log_in_without_the_broker, ViolationKind.BROKER_NEEDED),
]


@pytest.mark.parametrize(("doctor", "kind"), VIOLATIONS, ids=[doctor.__name__ for doctor, _wrong in VIOLATIONS])
def test_every_kind_of_violation_is_found(doctor, kind):
    history, stored = sound()
    doctor(history, stored.matches["m"])
    assert kind in {violation.kind for violation in check(history, stored)}


def test_every_kind_of_violation_is_among_the_doctored_ones():
    of_the_whole = {ViolationKind.NO_MATCH, ViolationKind.RATING}
    assert {kind for _doctor, kind in VIOLATIONS} | of_the_whole == set(ViolationKind)


@pytest.mark.parametrize("began", [5.0, 6.9])
def test_a_move_may_go_without_an_answer_if_more_than_the_broker_was_hurt(began):
    history, stored = sound()
    history.add(Fault("freeze broker", 6.9, 8.0))
    history.add(Fault("kill web", began, 7.1))
    assert check(history, stored) == []


def test_a_visit_without_the_broker_that_succeeds_is_sound():
    history, stored = sound()
    history.add(Fault("freeze broker", 3.5, 6.0))
    history.add(Visit("anna", 4, ()))
    assert check(history, stored) == []


def test_a_missing_match_is_found():
    history, stored = sound()
    stored.matches.clear()
    assert [violation.kind for violation in check(history, stored)] == [ViolationKind.NO_MATCH]


def test_a_rating_that_does_not_follow_is_found():
    history, stored = sound()
    stored.rating_faults.append("account 11: the rating is 26, computed 27")
    assert [violation.kind for violation in check(history, stored)] == [ViolationKind.RATING]


def test_an_ended_match_with_all_notices_is_sound():
    history, stored = sound()
    end(history, stored.matches["m"])
    assert check(history, stored) == []


# With a real match.


@pytest.fixture
def played():
    """A whole match of people with its history, and how it is stored."""
    history, clock = History(), iter(range(1, 100_000))

    def recorded(**sent):
        accepted = played_by(**sent)
        invoked = float(next(clock))
        history.add(
            Attempt(
                sent["match_id"],
                sent["seat"],
                sent["seen"],
                sent["text"],
                sent["client_move_id"],
                invoked,
                invoked + 0.5,
                Result.OK,
                accepted.rev,
            )
        )
        return accepted

    played_by = play.play
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(play, "play", recorded)
        match = running_match("lantern", [person("anna"), person("bruno"), person("carla")], is_rated=True)
        for _turn in range(6):
            for seat in due(match):
                move(match, seat)
        play_to_end(match)
    return history, fresh(match)


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("lantern")
def test_a_real_match_with_windows_is_sound_except_for_workers_notices(played):
    history, match = played
    found = check(history, Stored(NOW, {match.pk: stored_match(match)}))
    untold = {ViolationKind.NOTICE_MISSING, ViolationKind.NOT_ANNOUNCED, ViolationKind.NOT_RATED}
    assert {violation.kind for violation in found} == untold


@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("lantern")
def test_a_real_match_without_its_last_event_is_not(played):
    history, match = played
    Event.objects.filter(match=match, ply=match.ply - 1).delete()
    found = check(history, Stored(NOW, {match.pk: stored_match(match)}))
    assert ViolationKind.GAP in {violation.kind for violation in found}
