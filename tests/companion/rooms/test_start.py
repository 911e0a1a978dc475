"""The start of a match in one room, which is rated only if all have agreed, and the next match of the same people."""

import pytest

from companion.models import Room
from companion.services.rooms import codes, opening, sitting
from games.models import Access, Match, Status
from games.refusals import BadInput, Conflict, Forbidden, Missing
from games.services.waiting.seat_order import order_seats
from masques_site.accounts.models import User
from masques_site.accounts.services import create_guest
from tests.accounts.cast import client_of, member
from tests.cast import fresh, play_to_end
from tests.companion.rooms.cast import code_of, holders, opened

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]


@pytest.fixture
def anna() -> User:
    return member("Anna")


@pytest.fixture
def bruno() -> User:
    return member("Bruno")


def sit_down(user: User, match: Match) -> None:
    sitting.sit_down(user=user, session=f"phone of {user.pk}", code=code_of(match))


def start(match: Match) -> Match:
    sitting.start(host=match.host, match_id=match.pk, rev=fresh(match).rev)
    return fresh(match)


def test_a_match_is_rated_and_public_once_all_have_agreed(anna, bruno):
    match = opened(anna, seats=2, pace="glass-1", offers_rated=True)
    sit_down(bruno, match)
    for user in (anna, bruno):
        sitting.agree(user=user, match_id=match.pk, agrees=True)
    started = start(match)
    assert (started.is_rated, started.access) == (True, Access.OPEN)


def test_a_match_on_which_one_has_not_agreed_is_casual_and_private(anna, bruno):
    match = opened(anna, seats=2, pace="glass-1", offers_rated=True)
    sit_down(bruno, match)
    for user in (anna, bruno):
        sitting.agree(user=user, match_id=match.pk, agrees=True)
    sitting.agree(user=bruno, match_id=match.pk, agrees=False)
    started = start(match)
    assert (started.is_rated, started.access) == (False, Access.LINK)


def test_a_match_with_a_guest_or_a_bot_is_casual(anna, bruno):
    with_guest = opened(anna, seats=2, pace="glass-1", offers_rated=True)
    guest = create_guest()
    sit_down(guest, with_guest)
    with pytest.raises(Forbidden, match="Guests can only play casual"):
        sitting.agree(user=guest, match_id=with_guest.pk, agrees=True)
    sitting.agree(user=anna, match_id=with_guest.pk, agrees=True)
    assert not start(with_guest).is_rated
    with_bot = opened(anna, seats=2, pace="glass-1", offers_rated=True, bots=["easy"])
    sitting.agree(user=anna, match_id=with_bot.pk, agrees=True)
    assert not start(with_bot).is_rated


def test_an_agreement_that_the_host_has_not_seen_stops_the_start(anna, bruno):
    match = opened(anna, seats=2, pace="glass-1", offers_rated=True)
    sit_down(bruno, match)
    seen = fresh(match).rev
    sitting.agree(user=bruno, match_id=match.pk, agrees=True)
    with pytest.raises(Conflict, match="The table has changed"):
        sitting.start(host=anna, match_id=match.pk, rev=seen)
    assert fresh(match).status == Status.OPEN


def test_a_match_that_is_not_offered_as_rated_takes_no_agreement(anna):
    match = opened(anna, seats=2)
    with pytest.raises(Conflict, match="casual"):
        sitting.agree(user=anna, match_id=match.pk, agrees=True)


def test_only_people_at_the_table_agree(anna, bruno):
    match = opened(anna, seats=2, pace="glass-1", offers_rated=True)
    client_of(bruno).get(f"/matches/{match.pk}/?link={match.link_token}")
    with pytest.raises(Missing):
        sitting.agree(user=bruno, match_id=match.pk, agrees=True)
    assert match.room.hands.exclude(agreed_at=None).count() == 0


@pytest.mark.parametrize(
    ("more", "refusal", "words"),
    [
        ({"pace": "unlimited", "offers_rated": True}, BadInput, "^Match type: .*clock"),
        ({"pace": "no-such"}, BadInput, "^Pace: "),
        ({"seats": 9}, BadInput, "^Seats: "),
        ({"title": "chess"}, BadInput, "^Title: "),
    ],
)
def test_a_room_that_cannot_be_is_not_opened(anna, more, refusal, words):
    with pytest.raises(refusal, match=words):
        opened(anna, **more)
    assert (Match.objects.count(), Room.objects.count()) == (0, 0)


def test_a_guest_offers_no_rated_match():
    with pytest.raises(Forbidden, match="Guests can only play casual"):
        opened(create_guest(), pace="glass-1", offers_rated=True)


def test_the_host_alone_starts_and_orders(anna, bruno):
    match = opened(anna, seats=2)
    sit_down(bruno, match)
    with pytest.raises(Forbidden, match="Only the host"):
        sitting.start(host=bruno, match_id=match.pk, rev=fresh(match).rev)
    client_of(bruno).post(f"/matches/{match.pk}/room/order/", {"rev": fresh(match).rev, "order": "1 0"})
    assert holders(match) == ["Anna", "Bruno"]


def test_the_host_seats_people_as_they_sit(anna, bruno):
    match, host = opened(anna, seats=3), client_of(anna)
    sit_down(bruno, match)
    page = host.get(f"/matches/{match.pk}/room/").content.decode()
    assert 'value="1 0 2"' in page
    answer = host.post(f"/matches/{match.pk}/room/order/", {"rev": fresh(match).rev, "order": "2 1 0"})
    assert answer["Location"] == f"/matches/{match.pk}/room/"
    assert holders(match) == [None, "Bruno", "Anna"]
    assert "seat 3" in host.get(f"/matches/{match.pk}/room/").content.decode()


@pytest.mark.parametrize("order", ["", "0", "0 1 x", "0 0 1", "0 1 2 3", "9" * 61, "-1 0 1", "٠ ١ ٢"])
def test_an_order_that_is_none_is_refused_in_words(anna, order):
    match, host = opened(anna), client_of(anna)
    host.post(f"/matches/{match.pk}/room/order/", {"rev": match.rev, "order": order})
    answer = host.post(
        f"/matches/{match.pk}/room/order/", {"rev": match.rev, "order": order}, headers={"accept": "application/json"}
    )
    assert answer.status_code == 400
    assert "rder" in answer.json()["message"]
    assert holders(match) == ["Anna", None, None]


def test_the_next_match_has_the_same_people_on_the_same_seats_and_the_same_code(anna, bruno):
    match = opened(anna, seats=3, bots=["easy"])
    sit_down(bruno, match)
    order_seats(host=anna, match_id=match.pk, rev=fresh(match).rev, order=[2, 1, 0])
    start(match)
    code = code_of(match)
    Match.objects.filter(pk=match.pk).update(
        status=Status.FINISHED, finished_at=match.created_at, outcome={"places": [1, 2, 3], "reason": "win"}
    )
    again = opening.play_again(user=bruno, session="b", match_id=match.pk)
    assert holders(again) == ["easy", "Bruno", None]
    assert (again.host, again.rematch_of, again.status) == (bruno, match, Status.OPEN)
    assert opening.play_again(user=anna, session="a", match_id=match.pk) == again
    assert holders(again) == ["easy", "Bruno", "Anna"]
    assert opening.play_again(user=anna, session="a", match_id=match.pk) == again
    assert code_of(again) == code
    assert dict(again.room.hands.values_list("user", "session")) == {bruno.pk: "b", anna.pk: "a"}
    assert Room.objects.get(pk=match.pk).code is None
    assert not again.invitations.exists()
    start(again)
    assert opening.play_again(user=anna, session="a", match_id=match.pk) == again


def test_all_come_back_to_their_own_seats_in_any_order(anna, bruno):
    match = opened(anna, seats=3)
    sit_down(bruno, match)
    carla = member("Carla")
    sit_down(carla, match)
    start(match)
    play_to_end(match)
    again = opening.play_again(user=bruno, session="b", match_id=match.pk)
    opening.play_again(user=carla, session="c", match_id=match.pk)
    assert holders(again) == [None, "Bruno", "Carla"]


def test_only_those_who_played_play_again(anna, bruno):
    match = opened(anna, seats=2)
    sit_down(bruno, match)
    start(match)
    with pytest.raises(Conflict, match="when the match is over"):
        opening.play_again(user=anna, session="a", match_id=match.pk)
    play_to_end(match)
    zeno = client_of(member("Zeno"))
    assert zeno.post(f"/matches/{match.pk}/room/again/").status_code == 404
    assert Match.objects.count() == 1


def test_a_code_that_leads_elsewhere_is_not_given_out(anna, monkeypatch):
    taken = code_of(opened(anna))
    drawn = iter([taken, taken, "BBBBBB"])
    monkeypatch.setattr(codes, "new_code", lambda: next(drawn))
    assert code_of(opened(anna)) == "BBBBBB"
