"""A rematch: one table for those who played, and nobody is asked whom `invite` would refuse."""

import pytest

from games.models import Access, Match, Status
from games.refusals import Conflict, Forbidden, Missing
from games.services.match import play
from games.services.waiting import tables
from masques_site.accounts import moderation
from masques_site.accounts.services import create_guest
from tests.accounts.cast import member
from tests.cast import person, play_to_end, running_match

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]


def invited(table):
    """The names of those who are asked to a table."""
    return {invitation.user.username for invitation in table.invitations.select_related("user")}


def finished(*people, **more):
    """A match that these people have played to its end."""
    return play_to_end(running_match("lantern", list(people), **more))


@pytest.fixture
def trio():
    return [member(name) for name in ("Anna", "Bruno", "Carla")]


def test_the_table_is_like_the_match_and_the_others_are_invited(trio):
    match = finished(*trio, pace="fast")
    table = tables.offer_rematch(user=trio[1], match_id=match.pk)
    assert (table.title, table.seat_count, table.pace, table.access) == ("lantern", 3, "fast", Access.INVITED)
    assert (table.host, table.rematch_of) == (trio[1], match)
    assert invited(table) == {"Anna", "Carla"}


def test_a_player_who_asks_second_gets_the_first_ones_table(trio):
    match = finished(*trio)
    first = tables.offer_rematch(user=trio[0], match_id=match.pk)
    assert tables.offer_rematch(user=trio[1], match_id=match.pk) == first
    assert Match.objects.filter(rematch_of=match).count() == 1


def test_a_table_that_was_closed_is_followed_by_another(trio):
    match = finished(*trio)
    first = tables.offer_rematch(user=trio[0], match_id=match.pk)
    tables.close_table(user=trio[0], match_id=first.pk)
    assert tables.offer_rematch(user=trio[1], match_id=match.pk) != first


@pytest.mark.parametrize("blocker", [0, 1])
def test_people_who_are_kept_apart_are_left_out_silently(trio, blocker):
    match = finished(*trio)
    moderation.block(blocker=trio[blocker], blocked=trio[1 - blocker])
    table = tables.offer_rematch(user=trio[0], match_id=match.pk)
    assert invited(table) == {"Carla"}
    # A player who was left out may not know of that table, and gets one of their own.
    own = tables.offer_rematch(user=trio[1], match_id=match.pk)
    assert (own.host, invited(own)) == (trio[1], {"Carla"})


def test_a_guest_may_ask_those_who_have_just_played_with_them():
    anna, guest = member("Anna"), create_guest()
    match = finished(anna, guest)
    assert invited(tables.offer_rematch(user=guest, match_id=match.pk)) == {"Anna"}


def test_the_same_bots_sit_down_again_and_a_full_table_starts():
    anna = member("Anna")
    match = tables.open_table(
        host=anna, title="lantern", seats=2, settings={}, pace="standard", access="open", bots=["random"]
    )
    Match.objects.filter(pk=match.pk).update(
        status=Status.FINISHED, finished_at=match.started_at, outcome={"places": [1, 2], "reason": "win"}
    )
    table = tables.offer_rematch(user=anna, match_id=match.pk)
    assert table.status == Status.RUNNING
    assert [seat.bot for seat in table.seats.all()] == ["", "random"]


def test_only_those_who_played_and_only_after_the_end(trio):
    match = running_match("lantern", trio)
    with pytest.raises(Conflict, match="when the match is over"):
        tables.offer_rematch(user=trio[0], match_id=match.pk)
    with pytest.raises(Forbidden, match="Only players in the match"):
        tables.offer_rematch(user=person("zeno"), match_id=match.pk)
    with pytest.raises(Missing):
        tables.offer_rematch(user=trio[0], match_id="nosuchmatch1")
    assert not Match.objects.filter(rematch_of=match).exists()


def test_a_player_who_gave_up_a_seat_is_asked_for_a_rematch_and_their_bot_is_not(trio):
    match = running_match("lantern", trio)
    play.resign(actor=trio[2], match_id=match.pk, seat=2)
    outcome = {"places": [1, 2, 3], "reason": "win", "scores": None}
    Match.objects.filter(pk=match.pk).update(status=Status.FINISHED, finished_at=match.started_at, outcome=outcome)
    table = tables.offer_rematch(user=trio[0], match_id=match.pk)
    assert table.status == Status.OPEN
    assert invited(table) == {"Bruno", "Carla"}
    assert [(seat.index, seat.bot) for seat in table.seats.all()] == [(0, "")]


@pytest.mark.parametrize("access", ["open", "link", "invited"])
def test_a_rematch_is_only_for_those_who_played(trio, access):
    match = finished(*trio, access="open")
    Match.objects.filter(pk=match.pk).update(access=access)
    table = tables.offer_rematch(user=trio[0], match_id=match.pk)
    assert table.access == Access.INVITED
    with pytest.raises(Missing):
        tables.join_table(user=person("zeno"), match_id=table.pk, link_token=table.link_token)
    tables.join_table(user=trio[1], match_id=table.pk)


@pytest.mark.parametrize("status", [Status.QUARANTINED, Status.EXPIRED])
def test_a_match_that_did_not_end_has_no_rematch(trio, status):
    match = running_match("lantern", trio)
    Match.objects.filter(pk=match.pk).update(status=status)
    with pytest.raises(Conflict):
        tables.offer_rematch(user=trio[0], match_id=match.pk)
    assert not Match.objects.filter(rematch_of=match).exists()
