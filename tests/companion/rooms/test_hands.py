"""Hands that move: to one other device, once, and the one before says so."""

from datetime import timedelta

import pytest
from django.test import Client

from companion.models import Hand
from companion.refusals import NoSuchCode
from companion.services.rooms import hands, sitting
from games import clock, live
from games.models import Match, Status
from masques_site.accounts.models import User
from masques_site.accounts.services import claim_guest
from tests.accounts.cast import PASSWORD, client_of, is_in, log_in, member
from tests.cast import fresh, play_to_end, running_match
from tests.companion.rooms.cast import holders, opened, sit

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]


@pytest.fixture
def phone() -> Client:
    """A guest's phone."""
    return Client()


@pytest.fixture
def match(phone) -> Match:
    """A running match of Anna and the guest."""
    anna = member("Anna")
    match = opened(anna, seats=2)
    sit(phone, match)
    sitting.start(host=anna, match_id=match.pk, rev=fresh(match).rev)
    return fresh(match)


def guest() -> User:
    """The only guest."""
    return User.objects.get(is_guest=True)


def offered(phone: Client, match: Match) -> str:
    """Ask for a code on the phone; return it."""
    phone.post(f"/matches/{match.pk}/hand/code/")
    code = Hand.objects.get(room=match.pk, user=guest()).code
    assert code is not None
    return code


def test_a_guests_hand_moves_by_a_code_to_a_phone_that_had_nothing(phone, match):
    code, new = offered(phone, match), Client()
    assert guest().username in new.get(f"/room/{code}/").content.decode()
    answer = new.post(f"/room/{code}/take/")
    assert answer.status_code == 303
    assert int(new.session["_auth_user_id"]) == guest().pk
    assert "Move your hand" in new.get(f"/matches/{match.pk}/hand/move/").content.decode()


def test_a_look_at_the_code_takes_nothing(phone, match):
    code = offered(phone, match)
    for _look in range(3):
        Client().get(f"/room/{code}/")
    assert is_in(phone)
    assert Client().post(f"/room/{code}/take/").status_code == 303


def test_the_old_phone_is_logged_out_says_so_and_may_watch(phone, match):
    Client().post(f"/room/{offered(phone, match)}/take/")
    assert not is_in(phone)
    page = phone.get(f"/matches/{match.pk}/hand/move/").content.decode()
    assert "Your hand is on another device now" in page
    board = phone.get(f"/matches/{match.pk}/")
    assert board.status_code == 200
    assert "You’re watching this match" in board.content.decode()
    move = {"text": "1a", "seen": str(match.decision), "client_move_id": "x"}
    assert "/accounts/login/" in phone.post(f"/matches/{match.pk}/move/", move)["Location"]


def test_open_pages_of_the_old_phone_are_told_at_once(phone, match, monkeypatch, django_capture_on_commit_callbacks):
    told: list[int] = []
    monkeypatch.setattr(live, "recheck", told.append)
    code = offered(phone, match)
    with django_capture_on_commit_callbacks(execute=True):
        Client().post(f"/room/{code}/take/")
    assert guest().pk in told


def test_a_code_moves_a_hand_once(phone, match):
    code, first = offered(phone, match), Client()
    first.post(f"/room/{code}/take/")
    second = Client()
    assert second.post(f"/room/{code}/take/").status_code == 404
    assert second.get(f"/room/{code}/").status_code == 404
    assert not is_in(second)
    assert is_in(first)


def test_a_code_that_can_be_used_again_would_be_noticed(phone, match, monkeypatch):
    take = hands.take_by_code

    def take_and_keep(*, code, enter):
        match = take(code=code, enter=enter)
        Hand.objects.filter(room=match.pk, user=guest()).update(
            code=code, code_until=clock.now() + timedelta(minutes=5)
        )
        return match

    monkeypatch.setattr(hands, "take_by_code", take_and_keep)
    with pytest.raises(AssertionError):
        test_a_code_moves_a_hand_once(phone, match)


def test_a_code_works_for_five_minutes(phone, match, time_machine):
    code, late = offered(phone, match), Client()
    time_machine.move_to(clock.now() + timedelta(minutes=5))
    assert late.post(f"/room/{code}/take/").status_code == 404
    assert not is_in(late)
    assert is_in(phone)


def test_a_new_code_ends_the_one_before(phone, match):
    old, new = offered(phone, match), offered(phone, match)
    assert old != new
    assert Client().post(f"/room/{old}/take/").status_code == 404
    assert Client().post(f"/room/{new}/take/").status_code == 303


def test_the_code_of_a_guest_who_has_got_an_account_is_dead(phone, match):
    code, thief = offered(phone, match), Client()
    claim_guest(user=guest(), username="Giulia", email="giulia@example.org", password=PASSWORD)
    assert thief.get(f"/room/{code}/").status_code == 404
    assert thief.post(f"/room/{code}/take/").status_code == 404
    assert not is_in(thief)


def test_a_code_is_dead_for_an_account_even_if_it_was_looked_at_before(phone, match):
    code = offered(phone, match)
    claim_guest(user=guest(), username="Giulia", email="giulia@example.org", password=PASSWORD)
    with pytest.raises(NoSuchCode):
        hands.take_by_code(code=code, enter=lambda user: pytest.fail("logged in"))


def test_a_code_that_is_used_while_another_device_asks_for_it_moves_nothing_again(phone, match, monkeypatch):
    code = offered(phone, match)
    found = hands.hand_by_code(code)
    Hand.objects.filter(pk=found.pk).update(code=None)
    monkeypatch.setattr(hands, "hand_by_code", lambda code: found)
    with pytest.raises(NoSuchCode):
        hands.take_by_code(code=code, enter=lambda user: pytest.fail("logged in"))


def test_a_hand_that_is_nowhere_goes_to_the_first_device_and_stays_there(phone, match):
    hand = Hand.objects.filter(user=guest())
    hand.update(session="")
    for session in ("first", "second"):
        hands.hold(user=guest(), match_id=match.pk, session=session)
        assert hand.get().session == "first"


def test_the_page_of_a_hand_shows_its_code_until_it_ends(phone, match, time_machine):
    code, about = offered(phone, match), f"/matches/{match.pk}/hand/move/"
    assert f"{code[:3]} {code[3:]}" in phone.get(about).content.decode()
    time_machine.move_to(clock.now() + timedelta(minutes=5))
    assert f"{code[:3]} {code[3:]}" not in phone.get(about).content.decode()


def test_an_account_gets_no_code(match):
    anna = User.objects.get(username="Anna")
    client_of(anna).post(f"/matches/{match.pk}/hand/code/")
    assert not Hand.objects.exclude(code=None).exists()
    assert "Log in to your account" in client_of(anna).get(f"/matches/{match.pk}/hand/move/").content.decode()


def test_the_code_of_a_room_moves_no_hand_and_that_of_a_hand_gives_no_seat(phone):
    match = opened(member("Anna"), seats=3)
    sit(phone, match)
    assert Client().post(f"/room/{match.room.code}/take/").status_code == 404
    assert Client().post(f"/room/{offered(phone, match)}/sit/").status_code == 404
    assert holders(match)[2] is None


def test_someone_who_is_logged_in_does_not_become_a_guest(phone, match):
    code, zeno = offered(phone, match), client_of(member("Zeno"))
    refused = zeno.post(f"/room/{code}/take/", follow=True)
    assert refused.redirect_chain == [(f"/room/{code}/", 302)]
    assert "You’re logged in on this device. Log out first" in refused.content.decode()
    assert int(zeno.session["_auth_user_id"]) == User.objects.get(username="Zeno").pk
    assert is_in(phone)


def test_only_the_holder_of_a_seat_gets_a_code(match):
    zeno = client_of(member("Zeno"))
    assert zeno.post(f"/matches/{match.pk}/hand/code/").status_code == 404
    assert zeno.post(f"/matches/{match.pk}/hand/here/").status_code == 404
    assert zeno.get(f"/matches/{match.pk}/hand/move/").status_code == 404
    assert Hand.objects.count() == 2


def test_the_code_of_someone_who_has_left_the_table_is_dead(phone):
    match = opened(member("Anna"), seats=3)
    sit(phone, match)
    code = offered(phone, match)
    other = opened(User.objects.get(username="Anna"))
    sit(phone, other)
    phone.post(f"/matches/{match.pk}/leave/")
    assert guest().username in holders(other)
    assert Client().post(f"/room/{code}/take/").status_code == 404


def test_a_hand_of_a_match_that_is_over_stays_where_it_is(phone, match):
    code = offered(phone, match)
    play_to_end(match)
    assert fresh(match).status == Status.FINISHED
    assert Client().post(f"/room/{code}/take/").status_code == 404


def test_a_match_that_is_over_gives_no_code_and_says_why(phone, match):
    play_to_end(match)
    refused = phone.post(f"/matches/{match.pk}/hand/code/", follow=True)
    assert "This match is over." in refused.content.decode()
    assert not Hand.objects.exclude(code=None).exists()


def test_one_of_two_hands_moves_alone_and_its_old_pages_are_told(monkeypatch, django_capture_on_commit_callbacks):
    told: list[int] = []
    monkeypatch.setattr(live, "recheck", told.append)
    anna = member("Anna")
    first, second = opened(anna, session="phone"), opened(anna, session="phone")
    with django_capture_on_commit_callbacks(execute=True):
        hands.take_here(user=anna, match_id=second.pk, session="tablet")
    held = dict(Hand.objects.values_list("room", "session"))
    assert held == {first.pk: "phone", second.pk: "tablet"}
    assert told == [anna.pk]


def test_an_account_moves_its_hand_by_logging_in_and_one_tap(phone):
    match = opened(member("Anna"), seats=2)
    bruno = member("Bruno")
    old, new, elsewhere = Client(), Client(), Client()
    for browser in (old, new, elsewhere):
        log_in(browser, "Bruno")
    sit(old, match)
    assert "another device" in new.get(f"/matches/{match.pk}/hand/move/").content.decode()
    assert is_in(old)
    new.post(f"/matches/{match.pk}/hand/here/")
    assert (is_in(old), is_in(new), is_in(elsewhere)) == (False, True, True)
    assert "Your hand is on another device now" in old.get(f"/matches/{match.pk}/hand/move/").content.decode()
    log_in(old, "Bruno")
    old.post(f"/matches/{match.pk}/hand/here/")
    assert (is_in(old), is_in(new)) == (True, False)
    assert bruno.username in str(holders(match))


def test_a_device_that_was_logged_out_keeps_nothing_of_the_account(phone):
    match, other = opened(member("Anna"), seats=2), opened(member("Carla"), seats=2)
    member("Bruno")
    old, new = Client(), Client()
    for browser in (old, new):
        log_in(browser, "Bruno")
    old.get(f"/matches/{other.pk}/?link={other.link_token}")
    sit(old, match)
    new.post(f"/matches/{match.pk}/hand/here/")
    assert set(old.session.keys()) == {"match_links", "moved_hands"}
    assert old.session["match_links"] == {match.pk: match.link_token}


def test_another_user_of_the_same_device_is_left_alone(phone, match):
    """The phone was passed on: its session now belongs to another user."""
    session = Hand.objects.get(user=guest()).session
    hand = Hand.objects.get(user__username="Anna")
    Hand.objects.filter(pk=hand.pk).update(session=session)
    hands.take_here(user=hand.user, match_id=match.pk, session="another")
    assert is_in(phone)


def test_a_hand_on_a_device_that_was_logged_out_is_nowhere_else(phone):
    match = opened(member("Anna"), seats=2)
    member("Bruno")
    old, new = Client(), Client()
    for browser in (old, new):
        log_in(browser, "Bruno")
    sit(old, match)
    assert "another device now" in new.get(f"/matches/{match.pk}/hand/move/").content.decode()
    old.post("/accounts/logout/")
    assert "another device now" not in new.get(f"/matches/{match.pk}/hand/move/").content.decode()


def test_the_page_of_a_hand_is_shown_on_the_device_that_has_it(phone):
    anna, bruno = member("Anna"), member("Bruno")
    match = opened(anna, seats=2)
    old, new = client_of(bruno), client_of(bruno)
    sit(old, match)
    sitting.start(host=anna, match_id=match.pk, rev=fresh(match).rev)
    hand, about = f"/matches/{match.pk}/hand/", f"/matches/{match.pk}/hand/move/"
    assert old.get(hand).status_code == 200
    assert new.get(hand)["Location"] == about
    assert new.post(f"/matches/{match.pk}/hand/here/")["Location"] == hand
    assert new.get(hand).status_code == 200
    assert old.get(hand)["Location"] == about


def test_a_hand_without_a_room_is_on_all_devices_of_its_holder():
    people = [member("Anna"), member("Bruno")]
    match = running_match("lantern", people)
    for _device in range(2):
        assert client_of(people[0]).get(f"/matches/{match.pk}/hand/").status_code == 200


def test_a_tablet_on_which_a_guest_opened_the_room_gives_the_hand_away_and_stays_the_screen():
    tablet, phone = Client(), Client()
    form = {"title": "lantern", "seats": "2", "option_wind": "calm", "option_memory": "kept", "pace": "unlimited"}
    room = tablet.post("/room/new/", form)["Location"]
    match = Match.objects.get()
    assert f"/matches/{match.pk}/hand/move/" in tablet.get(room).content.decode()
    code = offered(tablet, match)
    assert phone.post(f"/room/{code}/take/")["Location"] == room
    assert "You’re in: seat 1." in phone.get(room).content.decode()
    assert not is_in(tablet)
    assert tablet.get(f"/matches/{match.pk}/screen/").status_code == 200
