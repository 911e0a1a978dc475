"""Sitting down by the code of a room: before the start only, and by the same rules as at every table."""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client

from companion.models import Hand, Room
from companion.selectors import rooms as room_selectors
from companion.services.rooms import codes, sitting
from companion.views import rooms
from companion.views.room_access import followed
from games import clock
from games.models import Access, Match, Seat, Status
from games.services.waiting import tables
from masques_site.accounts import moderation
from masques_site.accounts.companion_policy import SiteCompanionPolicy
from masques_site.accounts.models import User
from tests.accounts.cast import client_of, member
from tests.cast import fresh, play_to_end
from tests.companion.rooms.cast import code_of, holders, opened, sit

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]
NOWHERE = "leads nowhere"


@pytest.fixture
def anna() -> User:
    return member("Anna")


def test_a_room_is_private_unrated_has_no_clock_and_waits_for_its_host(anna):
    match = opened(anna)
    assert (match.access, match.is_rated, match.pace, match.auto_start) == (Access.LINK, False, "unlimited", False)
    assert holders(match) == ["Anna", None, None]
    assert len(code_of(match)) == 6


def test_one_tap_makes_a_stranger_a_guest_and_seats_them(anna):
    match, phone = opened(anna), Client()
    assert "Sit down" in phone.get(f"/room/{code_of(match)}/").content.decode()
    answer = sit(phone, match)
    assert (answer.status_code, answer["Location"]) == (303, f"/matches/{match.pk}/room/")
    guest = User.objects.get(is_guest=True)
    assert holders(match) == ["Anna", guest.username, None]
    assert "seat 2" in phone.get(answer["Location"]).content.decode()


def test_a_new_guest_has_the_time_zone_of_their_phone(anna):
    sit(Client(), opened(anna), data={"timezone": "Europe/Rome"})
    assert User.objects.get(is_guest=True).timezone == "Europe/Rome"


def test_the_same_phone_stays_one_guest_on_one_seat(anna):
    match, phone = opened(anna), Client()
    sit(phone, match)
    sit(phone, match)
    assert User.objects.filter(is_guest=True).count() == 1
    assert holders(match)[2] is None


def test_one_who_sits_there_is_led_to_their_place_by_the_code(anna):
    match = opened(anna)
    assert client_of(anna).get(f"/room/{code_of(match)}/")["Location"] == f"/matches/{match.pk}/room/"


@pytest.mark.parametrize("typed", ["{}", " {} ", "lower", "spaced"])
def test_letters_are_typed_in_any_case_and_with_blanks(anna, typed):
    code = code_of(opened(anna))
    written = {"lower": code.lower(), "spaced": f"{code[:3]} {code[3:]}"}.get(typed, typed.format(code))
    assert Client().post("/room/", {"code": written})["Location"] == f"/room/{code}/"


@pytest.mark.parametrize("path", ["/room/AAAAAA/", "/room/abc/", "/room/AAAAA0/"])
def test_a_wrong_code_leads_back_to_the_form(path):
    answer = Client().get(path)
    assert answer.status_code == 404
    assert NOWHERE in answer.content.decode()


def test_the_form_after_a_wrong_code_is_a_whole_page_of_who_typed_it(anna):
    page = client_of(anna).post("/room/", {"code": "AAAAAA"}).content.decode()
    assert NOWHERE in page
    assert "/people/Anna/" in page
    assert 'aria-invalid="true"' in page


def test_letters_that_are_no_text_are_refused_by_name():
    answer = Client().post("/room/", {"code": "AAA\x00AA"})
    assert answer.status_code == 400
    assert "The field “code” isn’t readable text." in answer.content.decode()


@pytest.mark.parametrize("act", ["start", "order", "agree", "code", "again"])
def test_for_those_who_only_watch_the_acts_of_a_room_are_missing_whatever_they_send(anna, act):
    match, watcher = opened(anna), client_of(member("Zeno"))
    watcher.get(f"/matches/{match.pk}/?link={match.link_token}")
    for sent in ({}, {"rev": "1", "order": "0 1 2", "agree": "yes"}, {"rev": "x", "order": "x", "agree": "x"}):
        assert watcher.post(f"/matches/{match.pk}/room/{act}/", sent).status_code == 404


def test_an_expired_code_is_answered_like_a_wrong_one(anna, time_machine):
    match = opened(anna)
    code = code_of(match)
    time_machine.move_to(clock.now() + timedelta(hours=25))
    wrong, old = (Client().get(f"/room/{each}/") for each in ("AAAAAA", code))
    assert (wrong.status_code, old.status_code) == (404, 404)
    assert NOWHERE in old.content.decode()
    assert sit(Client(), match).status_code == 404
    assert holders(match) == ["Anna", None, None]


def test_a_code_that_never_expires_would_be_noticed(anna, time_machine, monkeypatch):
    def way_to(code):
        return Room.objects.filter(code=code).values_list("match", "match__link_token").first()

    monkeypatch.setattr(room_selectors, "way_to", way_to)
    with pytest.raises(AssertionError):
        test_an_expired_code_is_answered_like_a_wrong_one(anna, time_machine)


def test_a_renewed_code_and_link_end_the_old_ones(anna):
    match = opened(anna)
    code, link = code_of(match), match.link_token
    codes.renew_code(host=anna, match_id=match.pk)
    assert code_of(match) != code
    assert Client().post(f"/room/{code}/sit/").status_code == 404
    assert Client().get(f"/matches/{match.pk}/?link={link}").status_code == 404
    assert sit(Client(), match).status_code == 303


def test_only_the_host_renews_the_code(anna):
    match, bruno = opened(anna), member("Bruno")
    sit(client_of(bruno), match)
    code = code_of(match)
    client_of(bruno).post(f"/matches/{match.pk}/room/code/")
    assert client_of(member("Zeno")).post(f"/matches/{match.pk}/room/code/").status_code == 404
    assert code_of(match) == code


def test_guesses_stop_after_twenty_and_right_codes_do_not_count(anna):
    code, phone = code_of(opened(anna)), Client(REMOTE_ADDR="192.0.2.1")
    for _scan in range(25):
        assert phone.get(f"/room/{code}/").status_code == 200
    for _guess in range(20):
        assert phone.get("/room/AAAAAA/").status_code == 404
    assert phone.get("/room/AAAAAA/").status_code == 429
    assert phone.post("/room/", {"code": code}).status_code == 429  # or else it would tell which code is right
    assert phone.post(f"/room/{code}/sit/").status_code == 429
    assert Client(REMOTE_ADDR="192.0.2.2").get(f"/room/{code}/").status_code == 200


def test_guesses_without_end_would_be_noticed(anna, monkeypatch):
    monkeypatch.setattr(SiteCompanionPolicy, "begin_try", lambda self, request: lambda: None)
    with pytest.raises(AssertionError):
        test_guesses_stop_after_twenty_and_right_codes_do_not_count(anna)


def test_guesses_of_an_account_stop_wherever_it_is_logged_in(anna):
    code, bruno = code_of(opened(anna)), client_of(member("Bruno"))
    for guess in range(20):
        assert bruno.get("/room/AAAAAA/", REMOTE_ADDR=f"192.0.2.{guess}").status_code == 404
    assert bruno.get(f"/room/{code}/", REMOTE_ADDR="192.0.2.99").status_code == 429


def test_nobody_sits_down_after_the_start_but_the_code_still_lets_them_watch(anna):
    match = opened(anna, seats=2)
    sit(client_of(member("Bruno")), match)
    sitting.start(host=anna, match_id=match.pk, rev=fresh(match).rev)
    late = Client()
    assert sit(late, match).status_code == 302
    page = late.get(f"/room/{code_of(match)}/").content.decode()
    assert "Sit down" not in page
    assert f"/matches/{match.pk}/?link={match.link_token}" in page
    assert not User.objects.filter(is_guest=True).exists()
    assert late.get(f"/matches/{match.pk}/?link={match.link_token}").status_code == 200


def test_a_seat_that_is_given_after_the_start_would_be_noticed(anna, monkeypatch):
    """The page offers it, and the service gives it to all who come."""

    join = tables.join_table

    def as_before_the_start(request, typed):
        lead = followed(request, typed)
        assert lead.match is not None
        lead.match.status = Status.OPEN
        return replace(lead, seats=lead.seats[:1])

    def give(*, match_id, user, **given):
        if Seat.objects.filter(match=match_id).count() < 2:
            return join(match_id=match_id, user=user, **given)
        Seat.objects.filter(match=match_id, index=1).update(user=user)
        return Match.objects.get(pk=match_id)

    monkeypatch.setattr(rooms, "followed", as_before_the_start)
    monkeypatch.setattr(tables, "join_table", give)
    with pytest.raises(AssertionError):
        test_nobody_sits_down_after_the_start_but_the_code_still_lets_them_watch(anna)


def test_after_the_end_the_code_says_so_and_gives_no_link(anna):
    match = opened(anna, seats=2)
    sit(client_of(member("Bruno")), match)
    sitting.start(host=anna, match_id=match.pk, rev=fresh(match).rev)
    play_to_end(match)
    page = Client().get(f"/room/{code_of(match)}/").content.decode()
    assert "This match is over" in page
    assert match.link_token not in page


def test_a_fifth_player_is_told_what_is_possible_and_becomes_no_guest(anna):
    match = opened(anna, seats=3, bots=["easy"])
    sit(Client(), match)
    late = Client()
    assert sit(late, match)["Location"] == f"/room/{code_of(match)}/"
    page = late.get(f"/room/{code_of(match)}/").content.decode()
    assert "The host can remove a bot" in page
    assert User.objects.filter(is_guest=True).count() == 1


def test_people_who_are_kept_apart_do_not_sit_at_one_table(anna):
    match, vito = opened(anna), member("Vito")
    moderation.block(blocker=anna, blocked=vito)
    sit(client_of(vito), match)
    assert holders(match) == ["Anna", None, None]


def test_a_banned_user_watches(anna):
    match, otto = opened(anna), member("Otto")
    moderation.ban(moderator=anna, person=otto, reason="stalls")
    otto.refresh_from_db()
    sit(client_of(otto), match)
    assert holders(match) == ["Anna", None, None]


def test_a_closed_table_takes_nobody(anna):
    match = opened(anna)
    tables.close_table(user=anna, match_id=match.pk)
    sit(Client(), match)
    assert "This match is over" in Client().get(f"/room/{code_of(match)}/").content.decode()
    assert not User.objects.filter(is_guest=True).exists()


def test_the_usual_page_of_a_table_leads_to_its_room(anna):
    match, phone = opened(anna), Client()
    assert phone.get(f"/matches/{match.pk}/").status_code == 404
    answer = phone.get(f"/matches/{match.pk}/?link={match.link_token}")
    assert answer["Location"] == f"/matches/{match.pk}/room/"
    assert phone.get(answer["Location"]).status_code == 200


def test_a_match_without_a_room_has_no_page_of_one(anna):
    table = tables.open_table(host=anna, title="lantern", seats=2, pace="standard", access="open")
    for path in ("room/", "hand/move/"):
        assert client_of(anna).get(f"/matches/{table.pk}/{path}").status_code == 404


def test_nobody_gets_mail_about_a_match_in_one_room(anna):
    match, bruno = opened(anna, seats=2), member("Bruno")
    assert Seat.objects.get(match=match, user=anna).muted_at is not None  # not even that the table is full
    sit(client_of(bruno), match)
    sitting.start(host=anna, match_id=match.pk, rev=fresh(match).rev)
    assert all(Seat.objects.filter(match=match).values_list("muted_at", flat=True))


def test_nobody_is_late_without_a_sand_glass(anna, time_machine):
    match, bruno = opened(anna, seats=2), member("Bruno")
    sit(client_of(bruno), match)
    sitting.start(host=anna, match_id=match.pk, rev=fresh(match).rev)
    time_machine.move_to(clock.now() + timedelta(days=3))
    assert (fresh(match).deadline, fresh(match).status) == (None, Status.RUNNING)


def test_a_room_that_another_app_closed_leaves_no_hand(anna):
    match = opened(anna)
    Match.objects.filter(pk=match.pk).delete()
    assert (Room.objects.count(), Hand.objects.count()) == (0, 0)


def test_a_network_with_too_many_guests_gets_no_more_of_them(anna, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "guest": "1/10m/ip"}
    match = opened(anna, seats=4)
    assert sit(Client(), match).status_code == 303
    refused = sit(Client(), match)
    assert refused.status_code == 429
    assert "Too many guests" in refused.content.decode()
    assert sit(client_of(member("Bruno")), match).status_code == 303
    assert holders(match).count(None) == 1
