"""Ending a match without a result because all who play agree."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from bench.races import at_once
from games.audit import faults_of
from games.core.engine.outcome import Outcome
from games.models import EndProposal, Seat, Status
from games.refusals import Conflict, Forbidden, Missing, Refusal, Stale
from games.selectors.agreement import stands
from games.selectors.stored import match_outcome
from games.services.match import play
from games.services.match.agreement import answer, propose
from games.services.match.annul import annul
from games.services.match.arranged import start_match
from games.services.seats.take_over import take_over
from games.services.waiting import tables
from games.tasks import announce
from games.views.board import view_for
from games.views.match_context import MatchContext
from games.views.more import more_of
from leagues.core.rating import Leaving
from leagues.models import RatedResult
from tests.cast import due, fresh, move, person, play_to_end, running_match, stored_log

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

PEOPLE = ("anna", "bruno", "carla")


@pytest.fixture
def people():
    return [person(name) for name in PEOPLE]


@pytest.fixture
def match(people):
    return running_match("lantern", people)


def proposal_of(match):
    return EndProposal.objects.get(match=match)


def is_open(match):
    return stands(proposal_of(match), list(match.seats.all()), stored_log(match))


def more(match, user):
    context = MatchContext.for_user(user, fresh(match))
    return more_of(context, seen(context))


def seen(context):
    """Return what the visitor sees of the table."""
    return view_for(context.state, None if context.seat is None else context.seat.index, context.due)


def test_a_match_ends_when_the_last_has_agreed(match, people):
    anna, bruno, carla = people
    move(match, due(match)[0])
    propose(actor=anna, match_id=match.pk)
    answer(actor=bruno, match_id=match.pk, number=1, agrees=True)
    assert fresh(match).status == Status.RUNNING
    answer(actor=carla, match_id=match.pk, number=1, agrees=True)
    over = fresh(match)
    assert (over.status, over.annulled_at, over.deadline) == (Status.FINISHED, over.finished_at, None)
    assert match_outcome(over) == Outcome((1, 1, 1), "agreed")
    assert [(event.kind.value, event.seat, event.text) for event in stored_log(over)[-1:]] == [("site", None, "agreed")]
    assert faults_of(over) == []
    with pytest.raises(Conflict, match="over"):
        propose(actor=anna, match_id=match.pk)


def test_nothing_is_done_twice(match, people):
    anna, bruno, carla = people
    propose(actor=anna, match_id=match.pk)
    rev = fresh(match).rev
    propose(actor=anna, match_id=match.pk)
    answer(actor=bruno, match_id=match.pk, number=1, agrees=True)
    assert fresh(match).rev == rev + 1
    answer(actor=bruno, match_id=match.pk, number=1, agrees=True)
    assert fresh(match).rev == rev + 1
    assert proposal_of(match).agreed == [anna.pk, bruno.pk]
    answer(actor=carla, match_id=match.pk, number=1, agrees=True)
    ended = fresh(match)
    for user in people:
        answer(actor=user, match_id=match.pk, number=1, agrees=True)
    assert (fresh(match).rev, fresh(match).ply) == (ended.rev, ended.ply)


def test_proposing_again_agrees_to_the_open_proposal(match, people):
    for user in people:
        propose(actor=user, match_id=match.pk)
    assert fresh(match).outcome["reason"] == "agreed"


def test_one_who_declines_ends_the_proposal_and_it_may_be_made_again_after_a_decision(match, people):
    anna, bruno, carla = people
    mover = due(match)[0].user
    others = [user for user in people if user != mover]
    propose(actor=mover, match_id=match.pk)
    for _twice in range(2):
        answer(actor=others[0], match_id=match.pk, number=1, agrees=False)
    with pytest.raises(Stale, match="is no longer open"):
        answer(actor=others[1], match_id=match.pk, number=1, agrees=True)
    with pytest.raises(Conflict, match="declined"):
        propose(actor=mover, match_id=match.pk)
    assert not more(match, mover).may_propose
    assert more(match, others[0]).may_propose
    move(match, due(match)[0])
    assert more(match, mover).may_propose
    propose(actor=mover, match_id=match.pk)
    assert (proposal_of(match).number, is_open(match)) == (2, True)
    with pytest.raises(Stale):
        answer(actor=others[0], match_id=match.pk, number=1, agrees=True)
    assert {anna, bruno, carla} == {mover, *others}


def test_it_lapses_when_its_proposer_decides_again_and_not_before(match):
    mover, *others = sorted(match.seats.select_related("user"), key=lambda seat: seat.due_decision is None)
    propose(actor=mover.user, match_id=match.pk)
    answer(actor=others[0].user, match_id=match.pk, number=1, agrees=True)
    assert is_open(match)
    move(match, due(match)[0])
    assert not is_open(match)
    with pytest.raises(Stale):
        answer(actor=others[1].user, match_id=match.pk, number=1, agrees=True)
    assert fresh(match).status == Status.RUNNING


def test_an_answer_that_was_sealed_before_does_not_end_the_proposal_when_it_opens(match):
    move(match, due(match)[0])
    first, *rest = due(match)
    move(match, first, "let")
    propose(actor=first.user, match_id=match.pk)
    for seat in rest:
        move(match, seat, "let")
    assert is_open(match)


def test_bots_and_seats_that_were_given_up_need_not_agree(people):
    anna, bruno, carla = people
    match = running_match("lantern", people, bots=["easy"])
    play.resign(actor=carla, match_id=match.pk, seat=2)
    propose(actor=anna, match_id=match.pk)
    with pytest.raises(Forbidden, match="gave up"):
        answer(actor=carla, match_id=match.pk, number=1, agrees=True)
    assert more(match, anna).offer.missing == ("bruno",)
    answer(actor=bruno, match_id=match.pk, number=1, agrees=True)
    assert fresh(match).outcome == {"places": [1, 1, 1, 1], "reason": "agreed", "scores": None}


def test_alone_with_bots_it_ends_at_once(people):
    match = running_match("lantern", people[:1], bots=["easy"])
    propose(actor=people[0], match_id=match.pk)
    assert fresh(match).outcome["reason"] == "agreed"
    assert faults_of(match) == []


def test_when_the_last_asked_player_gives_up_the_others_may_end_it(match, people):
    anna, bruno, carla = people
    propose(actor=anna, match_id=match.pk)
    answer(actor=bruno, match_id=match.pk, number=1, agrees=True)
    play.resign(actor=carla, match_id=match.pk, seat=2)
    assert more(match, bruno).offer.missing == ()
    answer(actor=bruno, match_id=match.pk, number=1, agrees=True)
    assert fresh(match).outcome["reason"] == "agreed"


def test_a_player_who_takes_a_seat_over_is_asked_and_a_proposer_who_gives_up_asks_no_more(match, people):
    anna, bruno, carla = people
    propose(actor=anna, match_id=match.pk)
    answer(actor=bruno, match_id=match.pk, number=1, agrees=True)
    play.resign(actor=bruno, match_id=match.pk, seat=1)
    take_over(match_id=match.pk, seat=1, user=person("dora"), by="olga")
    answer(actor=carla, match_id=match.pk, number=1, agrees=True)
    assert fresh(match).status == Status.RUNNING
    assert more(match, person("dora")).offer.is_asked
    play.resign(actor=anna, match_id=match.pk, seat=0)
    assert not is_open(match)


def test_matches_of_leagues_strangers_and_matches_that_do_not_run_refuse_it(people):
    arranged = start_match(
        source="a league, match 1", title="lantern", people=people[:2], pace="standard", access="open"
    )
    with pytest.raises(Conflict, match="league"):
        propose(actor=people[0], match_id=arranged.pk)
    assert not more(arranged, people[0]).may_propose
    table = tables.open_table(host=people[0], title="lantern", seats=3, pace="standard", access="open")
    with pytest.raises(Conflict, match="hasn’t started"):
        propose(actor=people[0], match_id=table.pk)
    shown = running_match("lantern", people[:2])
    with pytest.raises(Forbidden, match="don’t have a seat"):
        propose(actor=people[2], match_id=shown.pk)
    with pytest.raises(Forbidden, match="don’t have a seat"):
        answer(actor=people[2], match_id=shown.pk, number=1, agrees=True)
    hidden = running_match("lantern", people[:2], access="link")
    with pytest.raises(Missing):
        propose(actor=people[2], match_id=hidden.pk)
    assert not EndProposal.objects.exists()


def test_players_share_a_place_in_such_a_rated_match_until_it_is_annulled(people):
    match = running_match("lantern", people[:2], is_rated=True)
    for user in people[:2]:
        propose(actor=user, match_id=match.pk)
    announce(match.pk)
    row = RatedResult.objects.get(pk=match.pk)
    assert (row.counts, row.is_agreed, [seat.place for seat in row.rated_match.seats]) == (True, True, [1, 1])
    assert not fresh(match).is_annulled
    for _twice in range(2):
        annul(match_id=match.pk, reason="they do this all the time", by="the moderators")
        announce(match.pk)
    assert fresh(match).is_annulled
    assert match_outcome(fresh(match)) == Outcome((1, 1), "agreed")
    assert faults_of(fresh(match)) == []
    assert not RatedResult.objects.get(pk=match.pk).counts


def test_with_bots_alone_a_rated_match_is_not_ended_so(people):
    """They agree to everything: it would undo every defeat."""
    anna, bruno, _carla = people
    match = running_match("lantern", people[:2], bots=["easy"], is_rated=True)
    propose(actor=anna, match_id=match.pk)
    play.resign(actor=bruno, match_id=match.pk, seat=1)
    assert (more(match, anna).offer, more(match, anna).may_propose) == (None, False)
    with pytest.raises(Conflict, match="all the others are bots"):
        propose(actor=anna, match_id=match.pk)
    with pytest.raises(Conflict, match="all the others are bots"):
        answer(actor=anna, match_id=match.pk, number=1, agrees=True)
    assert fresh(match).status == Status.RUNNING


def test_a_player_who_stays_alone_among_people_ends_a_rated_match_and_is_first(people):
    anna, bruno, carla = people
    match = running_match("lantern", people, is_rated=True)
    for seat, user in ((1, bruno), (2, carla)):
        play.resign(actor=user, match_id=match.pk, seat=seat)
    propose(actor=anna, match_id=match.pk)
    announce(match.pk)
    seats = RatedResult.objects.get(pk=match.pk).rated_match.seats
    assert [(seat.place, seat.left) for seat in seats] == [(1, None), (1, Leaving.RESIGNED), (1, Leaving.RESIGNED)]


def test_the_last_of_simultaneous_agreements_ends_it(people):
    everybody = [*people, person("dora")]
    match = running_match("lantern", everybody)
    propose(actor=everybody[0], match_id=match.pk)
    results = at_once(
        *[lambda u=user: answer(actor=u, match_id=match.pk, number=1, agrees=True) for user in everybody[1:] * 3]
    )
    assert results == [None] * 9
    assert [event.text for event in stored_log(match)].count("agreed") == 1
    assert faults_of(match) == []


def test_the_first_of_simultaneous_proposals_counts_and_others_agree(people):
    match = running_match("lantern", people)
    assert at_once(*[lambda u=user: propose(actor=u, match_id=match.pk) for user in people]) == [None] * 3
    assert proposal_of(match).number == 1
    assert fresh(match).outcome["reason"] == "agreed"


def test_agreeing_declining_and_moving_at_once_leave_a_match_that_either_runs_or_is_over(people):
    match = running_match("lantern", people[:2])
    mover = due(match)[0]
    other = next(seat for seat in Seat.objects.filter(match=match).select_related("user") if seat.pk != mover.pk)
    propose(actor=mover.user, match_id=match.pk)
    results = at_once(
        lambda: answer(actor=other.user, match_id=match.pk, number=1, agrees=True),
        lambda: answer(actor=other.user, match_id=match.pk, number=1, agrees=False),
        lambda: move(match, mover),
    )
    ended = fresh(match).status == Status.FINISHED
    assert ended == (results[0] is None)
    assert all(result is None or isinstance(result, (Refusal, play.Accepted)) for result in results)
    assert faults_of(match) == []


def test_the_page_of_a_player_with_a_seat_asks_one_statement_more_and_a_spectators_none(match, people):
    propose(actor=people[0], match_id=match.pk)
    for user, most in ((people[1], 1), (person("dora"), 0)):
        context = MatchContext.for_user(user, fresh(match))
        view = seen(context)  # the page has drawn it
        with CaptureQueriesContext(connection) as queries:
            found = more_of(context, view)
        assert len(queries) == most
        assert (found is None) == (most == 0)


def test_a_match_that_is_over_offers_nothing_but_notes(match, people):
    over = play_to_end(match)
    found = more(over, people[0])
    assert (found.offer, found.may_propose, found.may_resign, found.note) == (None, False, False, "")
