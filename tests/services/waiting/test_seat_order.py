"""The order of the seats: the host's, of those whom they saw, and the rows keep their seals."""

import pytest

from games.audit import faults_of
from games.models import Match, Seat
from games.refusals import BadInput, Conflict, Forbidden, Missing
from games.services.waiting import tables
from games.services.waiting.seat_order import order_seats
from tests.cast import fresh, person

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]


@pytest.fixture
def table() -> Match:
    """anna, bruno, a free seat and a bot."""
    match = tables.open_table(
        host=person("anna"), title="lantern", seats=4, pace="standard", access="open", bots=["easy"], auto_start=False
    )
    tables.join_table(user=person("bruno"), match_id=match.pk, nonce="rain")
    return fresh(match)


def holders(match: Match) -> dict[int, str]:
    """Return who sits where."""
    return {seat.index: seat.user.username if seat.user else seat.bot for seat in match.seats.select_related("user")}


def test_people_bots_and_free_seats_get_another_order(table):
    before = {seat.user_id: seat.pk for seat in table.seats.all()}
    order_seats(host=person("anna"), match_id=table.pk, rev=table.rev, order=[3, 2, 1, 0])
    assert holders(table) == {0: "easy", 2: "bruno", 3: "anna"}
    assert {seat.user_id: seat.pk for seat in table.seats.all()} == before
    assert Seat.objects.get(match=table, index=2).nonce != ""
    assert fresh(table).rev == table.rev + 1


def test_seals_hold_in_the_new_order_and_a_broken_one_stays_broken(table):
    Seat.objects.filter(match=table, index=1).update(nonce="")
    order_seats(host=person("anna"), match_id=table.pk, rev=table.rev, order=[1, 0, 3, 2])
    assert faults_of(fresh(table)) == ["seat 0: nonce was altered"]


def test_the_same_order_changes_nothing(table):
    order_seats(host=person("anna"), match_id=table.pk, rev=table.rev, order=[0, 1, 2, 3])
    assert fresh(table).rev == table.rev


@pytest.mark.parametrize("order", [[], [0, 1, 2], [0, 1, 2, 2], [1, 2, 3, 4], [0, 1, 2, 3, 0]])
def test_an_order_names_each_seat_once(table, order):
    with pytest.raises(BadInput, match=r"^Order: "):
        order_seats(host=person("anna"), match_id=table.pk, rev=table.rev, order=order)
    assert holders(table) == {0: "anna", 1: "bruno", 3: "easy"}


def test_a_host_orders_only_whom_they_saw(table):
    tables.join_table(user=person("carla"), match_id=table.pk)
    with pytest.raises(Conflict, match="The table has changed"):
        order_seats(host=person("anna"), match_id=table.pk, rev=table.rev, order=[1, 0, 2, 3])
    assert holders(table) == {0: "anna", 1: "bruno", 2: "carla", 3: "easy"}


def test_only_the_host_orders_seats_and_a_stranger_learns_nothing(table):
    with pytest.raises(Forbidden, match="Only the host"):
        order_seats(host=person("bruno"), match_id=table.pk, rev=table.rev, order=[1, 0, 2, 3])
    Match.objects.filter(pk=table.pk).update(access="invited")
    with pytest.raises(Missing):
        order_seats(host=person("zeno"), match_id=table.pk, rev=table.rev, order=[1, 0, 2, 3])


def test_nobody_changes_seats_once_the_match_has_started(table):
    tables.add_bot(host=person("anna"), match_id=table.pk, level="easy")
    tables.start_table(host=person("anna"), match_id=table.pk, rev=fresh(table).rev)
    with pytest.raises(Conflict, match="already started"):
        order_seats(host=person("anna"), match_id=table.pk, rev=fresh(table).rev, order=[1, 0, 2, 3])
