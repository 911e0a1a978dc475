"""Two phones at once: one gets the last seat, one gets the hand."""

import pytest
from django.test import Client

from bench.races import at_once
from companion.models import Hand
from companion.refusals import NoSuchCode
from companion.services.rooms import hands, opening, sitting
from games.audit import faults_of
from games.models import Match, Status
from games.refusals import Conflict
from games.services.waiting.seat_order import order_seats
from masques_site.accounts.services import create_guest
from tests.accounts.cast import member
from tests.cast import fresh
from tests.companion.rooms.cast import code_of, holders, opened

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("lantern"),
    pytest.mark.database,
]


def test_two_phones_that_scan_for_the_last_seat():
    match = opened(member("Anna"), seats=2)
    code, people = code_of(match), [create_guest(), create_guest()]
    results = at_once(*(lambda u=user: sitting.sit_down(user=u, session="", code=code) for user in people))
    assert sum(isinstance(result, Match) for result in results) == 1
    assert sum(isinstance(result, Conflict) for result in results) == 1
    assert holders(match).count(None) == 0


def test_a_phone_that_scans_while_the_host_orders_the_seats():
    anna, guest = member("Anna"), create_guest()
    match = opened(anna, seats=3)
    code, rev = code_of(match), match.rev
    ordered, _seated = at_once(
        lambda: order_seats(host=anna, match_id=match.pk, rev=rev, order=[2, 1, 0]),
        lambda: sitting.sit_down(user=guest, session="", code=code),
    )
    first = "Anna" if isinstance(ordered, Conflict) else guest.username
    assert sorted(filter(None, holders(match))) == sorted(["Anna", guest.username])
    assert holders(match)[0] == first
    assert faults_of(fresh(match)) == []


def test_a_code_of_a_hand_is_used_by_one_of_two_phones():
    anna, guest = member("Anna"), create_guest()
    match = opened(anna, seats=2)
    sitting.sit_down(user=guest, session="", code=code_of(match))
    hands.offer_code(user=guest, match_id=match.pk)
    code = str(Hand.objects.get(user=guest).code)
    results = at_once(*(lambda s=name: hands.take_by_code(code=code, enter=lambda _user: s) for name in "ab"))
    assert sum(isinstance(result, Match) for result in results) == 1
    assert sum(isinstance(result, NoSuchCode) for result in results) == 1


def test_two_who_want_to_play_again_get_one_table():
    anna, bruno = member("Anna"), member("Bruno")
    match = opened(anna, seats=2)
    sitting.sit_down(user=bruno, session="", code=code_of(match))
    sitting.start(host=anna, match_id=match.pk, rev=fresh(match).rev)
    Match.objects.filter(pk=match.pk).update(
        status=Status.FINISHED, finished_at=match.created_at, outcome={"places": [1, 2], "reason": "win"}
    )
    first, second = at_once(
        *(lambda u=user: opening.play_again(user=u, session="", match_id=match.pk) for user in (anna, bruno))
    )
    assert first == second
    assert holders(first) == ["Anna", "Bruno"]


def test_two_taps_on_a_strangers_phone_are_one_guest():
    match = opened(member("Anna"), seats=3)
    phone = Client()
    form = {"attempt": "0123456789abcdef0123456789abcdef"}
    path = f"/room/{code_of(match)}/sit/"
    assert {phone.post(path, form)["Location"] for _tap in range(2)} == {f"/matches/{match.pk}/room/"}
    assert holders(match).count(None) == 1
