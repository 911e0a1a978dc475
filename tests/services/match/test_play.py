"""The write path of moves: what is accepted, what is refused, and that nothing happens twice."""

import pytest

from games.core.engine.dealer import Dealer, verify_match
from games.models import Answer, Event, MatchKey, Seat, Status
from games.refusals import BadInput, BadMove, Conflict, Forbidden, Missing, Stale
from games.selectors.matches import own_answer, position
from games.services.match import play
from games.services.waiting import tables
from tests.cast import due, fresh, move, person, play_to_end, running_match, some_move, stored_log

pytestmark = [pytest.mark.database, pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


@pytest.fixture
def match():
    return running_match("lantern", [person("anna"), person("bruno"), person("carla")])


def turn(match):
    """The seat on turn in a match that waits for a turn."""
    (seat,) = due(match)
    return seat


def to_window(match):
    """Play the open turn, so that the window of the others is open; their seats."""
    move(match, turn(match))
    assert position(fresh(match)).state.sealed()
    return due(match)


def test_a_move_is_an_event_and_the_next_seats_owe_the_answer(match):
    seat = turn(match)
    before = len(stored_log(match))
    move(match, seat)
    log = stored_log(match)
    assert len(log) == before + 1
    assert log[-1].seat == seat.index
    assert {row.index for row in due(match)} == {0, 1, 2} - {seat.index}


def test_a_whole_match_ends_with_places_and_a_verified_log(match):
    match = play_to_end(match)
    assert match.status == Status.FINISHED
    assert min(match.outcome["places"]) == 1
    assert not due(match)
    key = bytes(MatchKey.objects.get(match=match).key)
    stored = [(event.core(), bytes(event.hash)) for event in Event.objects.filter(match=match)]
    assert len(stored) == match.ply
    dealer = Dealer(key, match.pk, ("", "", ""))
    assert verify_match(match.game, dealer, match.commitment, 3, match.settings, stored) == []


def test_the_same_id_with_the_same_text_gets_the_first_answer_and_moves_nothing(match):
    seat, text = turn(match), some_move(match, turn(match).index)
    first = move(match, seat, text, client_move_id="once")
    events = len(stored_log(match))
    again = move(match, seat, text, client_move_id="once", seen=0)
    assert again.repeated
    assert again.rev == first.rev
    assert len(stored_log(match)) == events


def test_the_same_id_with_another_text_is_a_conflict(match):
    seat, text = turn(match), some_move(match, turn(match).index)
    move(match, seat, text, client_move_id="once")
    with pytest.raises(Conflict):
        move(match, seat, text + "x", client_move_id="once")


def test_an_id_names_an_attempt_of_its_own_seat_alone(match):
    window = to_window(match)
    for seat in window:
        assert not move(match, seat, "let", client_move_id="once").repeated
    taken = [event.seat for event in stored_log(match) if event.text == "let"]
    assert taken == sorted(seat.index for seat in window)


def test_a_decision_that_is_closed_is_refused_as_stale(match):
    seat, seen = turn(match), match.decision
    to_window(match)
    with pytest.raises(Stale):
        move(match, seat, "1a", seen=seen)


def test_a_decision_that_has_not_come_is_bad_input(match):
    with pytest.raises(BadInput):
        move(match, turn(match), seen=match.decision + 1)


def test_a_seat_that_owes_nothing_is_refused(match):
    idle = Seat.objects.filter(match=match, due_decision=None).select_related("user").first()
    with pytest.raises(Stale):
        move(match, idle, "1a")


def test_an_illegal_move_names_the_rule_and_changes_nothing(match):
    before = (fresh(match).rev, len(stored_log(match)))
    with pytest.raises(BadMove, match="no lantern to answer"):
        move(match, turn(match), "let")
    assert (fresh(match).rev, len(stored_log(match))) == before


@pytest.mark.parametrize("text", ["", "x" * 201, "1a\0", "1a\n", "１a"])
def test_text_that_no_notation_holds_is_bad_input(match, text):
    with pytest.raises(BadInput):
        play.play(
            actor=turn(match).user,
            match_id=match.pk,
            seat=turn(match).index,
            text=text,
            seen=match.decision,
            client_move_id="x",
        )


@pytest.mark.parametrize("name", ["", "x" * 65, "a b", "ä"])
def test_a_client_move_id_must_be_a_short_plain_word(match, name):
    with pytest.raises(BadInput, match="client_move_id"):
        move(match, turn(match), client_move_id=name)


def test_another_persons_seat_is_forbidden(match):
    with pytest.raises(Forbidden):
        move(match, turn(match), actor=person("dora"))


def test_a_private_match_is_missing_for_strangers():
    table = tables.open_table(
        host=person("anna"), title="lantern", seats=2, settings={}, pace="standard", access="invited", bots=["random"]
    )
    for match_id in (table.pk, "nosuchmatch1"):
        with pytest.raises(Missing):
            play.play(actor=person("dora"), match_id=match_id, seat=0, text="1a", seen=0, client_move_id="x")


def test_nobody_moves_after_the_end(match):
    match = play_to_end(match)
    seat = Seat.objects.filter(match=match).select_related("user").first()
    with pytest.raises(Conflict, match="over"):
        move(match, seat, "1a")


def test_sealed_answers_open_together_in_seat_order(match):
    first, last = to_window(match)
    head = len(stored_log(match))
    move(match, last, "blow")
    assert len(stored_log(match)) == head
    move(match, first, "let")
    opened = stored_log(match)[head : head + 2]
    assert [(event.seat, event.text) for event in opened] == [(first.index, "let"), (last.index, "blow")]


def test_an_answer_may_be_changed_until_the_window_closes_and_nobody_sees_it(match):
    first, last = to_window(match)
    move(match, first, "blow", client_move_id="one")
    rev = fresh(match).rev
    move(match, first, "let", client_move_id="two")
    assert fresh(match).rev == rev
    assert own_answer(fresh(match), first.index) == "let"
    head = len(stored_log(match))
    move(match, last, "let")
    assert [event.text for event in stored_log(match)[head : head + 2]] == ["let", "let"]


def test_an_answer_cannot_be_changed_once_the_window_is_closed(match):
    first, last = to_window(match)
    seen = fresh(match).decision
    move(match, first, "let")
    move(match, last, "let")
    with pytest.raises(Stale):
        move(match, first, "blow", seen=seen, client_move_id="late")


def test_the_answers_of_one_window_never_collide(match):
    first, last = to_window(match)
    seen = fresh(match).decision
    move(match, first, "let", seen=seen)
    move(match, last, "let", seen=seen)
    assert Answer.objects.filter(match=match, window=seen).count() == 2


def test_resigning_with_three_seats_lets_a_bot_play_on_and_places_the_seat_last(match):
    seat = Seat.objects.filter(match=match).select_related("user").first()
    play.resign(actor=seat.user, match_id=match.pk, seat=seat.index)
    play.resign(actor=seat.user, match_id=match.pk, seat=seat.index)
    row = Seat.objects.get(pk=seat.pk)
    assert row.bot
    assert fresh(match).status == Status.RUNNING
    assert [event.text for event in stored_log(match)].count("resigned") == 1
    with pytest.raises(Forbidden):
        move(match, seat, "1a")


def test_resigning_with_two_seats_loses():
    match = running_match("lantern", [person("anna"), person("bruno")])
    play.resign(actor=person("anna"), match_id=match.pk, seat=0)
    match = fresh(match)
    assert match.status == Status.FINISHED
    assert match.outcome == {"places": [2, 1], "reason": "resigned", "scores": None}
