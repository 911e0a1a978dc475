"""Every way to send a form of leagues wrongly: a sentence that says what is wrong, and not a row changes."""

import html
import re
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.urls import reverse

from games import clock
from leagues.services.timetable import seasons
from masques_site.accounts.models import User
from tests.http.doors import FORMS
from tests.http.rows import changed, stored
from tests.http.seasons import CHANGED, newest, seen
from tests.http.town import Town

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

JSON = {"HTTP_ACCEPT": "application/json"}
PLAYED, APPROVED, INVITED, LADDER, OVER = "played", "approved", "invited", "ladder", "over"
REFUSED = {302, 400, 403, 404, 409, 429}


@pytest.fixture
def town(shared_town: Town) -> Town:
    return shared_town


OF_A_SEASON = {
    "answer_entry", "take_out", "answer_request", "change_step", "correct", "lift_card", "announce", "cancel",
    "close", "reopen",
}  # fmt: skip


def at(town: Town, name: str, league: str = PLAYED, **more: Any) -> str:
    number = {"number": 1} if name in OF_A_SEASON else {}
    if name == "correct":
        number["fixture"] = more.pop("fixture", town.leagues.own.number)
    return reverse(f"leagues:{name}", kwargs={"slug": getattr(town.leagues, league).slug, **number, **more})


def shown(town: Town, name: str, league: str = PLAYED) -> dict[str, str]:
    """Return the values that the form `name` of the organisers' page shows."""
    place = getattr(town.leagues, league)
    season = newest(place)
    role = place.roles.filter(user=town.people["owner"]).first()
    rows = {"change_step": seasons.next_step(season), "role": role, "correct": town.leagues.own}
    row = rows.get(name, season)
    return {"seen": seen(place, row or season)}


def said(response: HttpResponse) -> str:
    """Return what a page says after a form: by messages, or next to the fields."""
    alert = re.search(r'role="alert" id="refused">([^<]+)', response.content.decode())
    return " ".join([*map(str, get_messages(response.wsgi_request)), html.unescape(alert[1]) if alert else ""])


# Who, where, what, and what the refusal names.
WRONG: list[tuple[str, str, str, dict[str, Any], str]] = [
    ("guest", "sign_up", APPROVED, {}, "Leagues are for members"),
    ("banned", "sign_up", APPROVED, {}, "banned"),
    ("stranger", "sign_up", PLAYED, {}, "closed"),
    ("stranger", "sign_up", INVITED, {}, "invitation"),
    ("stranger", "sign_up", OVER, {}, "closed"),
    ("stranger", "leave", PLAYED, {"sure": "yes"}, "not playing in this season"),
    ("seated", "leave", PLAYED, {}, "tick the box to confirm"),
    ("seated", "leave", PLAYED, {"sure": "yes", "text": "x" * 1001}, "1000 characters"),
    ("seated", "leave", PLAYED, {"sure": "yes", "text": "a\x00"}, "can’t be stored"),
    ("seated", "returns", PLAYED, {"returns": "maybe"}, "yes or no"),
    ("stranger", "returns", PLAYED, {"returns": "yes"}, "not playing in this season"),
    ("guest", "join_bench", PLAYED, {}, "Leagues are for members"),
    ("banned", "join_bench", PLAYED, {}, "banned"),
    ("stranger", "join_bench", OVER, {}, "over"),
    ("seated", "ask", PLAYED, {}, "choose one from the list"),
    ("seated", "ask", PLAYED, {"kind": "victory"}, "choose one from the list"),
    ("seated", "ask", PLAYED, {"kind": "extension"}, "one of your own"),
    ("seated", "ask", PLAYED, {"kind": "extension", "fixture": "99999999"}, "one of your own"),
    ("seated", "ask", PLAYED, {"kind": "extension", "fixture": "9" * 4000}, "one of your own"),
    ("seated", "ask", PLAYED, {"kind": "extension", "fixture": "٣"}, "one of your own"),
    ("seated", "ask", PLAYED, {"kind": "correction", "fixture": "-1"}, "one of your own"),
    ("seated", "ask", PLAYED, {"kind": "appeal", "text": "x" * 1001}, "1000 characters"),
    ("stranger", "ask", PLAYED, {"kind": "appeal", "text": "I should play."}, "not playing in this season"),
    ("owner", "change_step", PLAYED, {"do": "hold"}, "Reason"),
    ("owner", "change_step", PLAYED, {"do": "skip", "reason": "x"}, "hold, resume or move"),
    ("owner", "change_step", PLAYED, {"do": "release", "reason": "x"}, "isn’t on hold"),
    ("owner", "change_step", PLAYED, {"do": "move", "reason": "x"}, "enter a day"),
    ("owner", "change_step", PLAYED, {"do": "move", "reason": "x", "at": "2026-02-30T00:00"}, "enter a day"),
    ("owner", "change_step", PLAYED, {"do": "move", "reason": "x", "at": "0001-01-01T00:00"}, "between now and a year"),
    ("owner", "change_step", PLAYED, {"do": "move", "reason": "x", "at": "9999-12-31T23:59"}, "between now and a year"),
    ("owner", "change_step", OVER, {"do": "hold", "reason": "x"}, "nothing left"),
    ("helper", "change_step", PLAYED, {"do": "hold", "reason": "x"}, "Only the league’s organisers"),
    ("owner", "correct", PLAYED, {"place": ["1", "2", "3"]}, "Reason"),
    ("owner", "correct", PLAYED, {"place": ["1", "2", "4"], "reason": "x"}, "a ranking"),
    ("owner", "correct", PLAYED, {"place": ["first"], "reason": "x"}, "enter a number"),
    ("owner", "correct", PLAYED, {"place": ["1"] * 40, "reason": "x"}, ""),
    ("owner", "correct", PLAYED, {"reason": "x"}, ""),
    ("seated", "correct", PLAYED, {"place": ["1", "2", "3"], "reason": "x"}, "Only the league’s organisers"),
    ("owner", "role", PLAYED, {"name": "Nobody", "kind": "moderator"}, "no player called"),
    ("owner", "role", PLAYED, {"name": "Sandro", "kind": "emperor"}, "one from the list"),
    ("owner", "role", PLAYED, {"name": "Olga", "kind": "moderator"}, "You own this league"),
    ("owner", "role", PLAYED, {"name": "Olga", "kind": "none"}, "needs an owner"),
    ("owner", "role", PLAYED, {"name": "Otto", "kind": "organiser"}, "banned"),
    ("organiser", "role", PLAYED, {"name": "Oreste", "kind": "owner"}, "Only the league’s owner"),
    ("owner", "invite", PLAYED, {"name": "x" * 5000}, "no player called"),
    ("owner", "invite", PLAYED, {}, "no player called"),
    ("owner", "announce", PLAYED, {}, "still in progress"),
    ("owner", "cancel", PLAYED, {"reason": "x"}, "has started"),
    ("owner", "cancel", APPROVED, {"reason": "  "}, "Reason"),
    ("organiser", "close", PLAYED, {"reason": "x"}, "Only the league’s owner"),
    ("organiser", "reopen", PLAYED, {"reason": "x"}, "Only the league’s owner"),
    ("owner", "reopen", PLAYED, {"reason": "  "}, "Reason"),
]


def refused(town: Town, role: str, path: str, data: dict[str, Any], words: str) -> None:
    """Fail unless the form is refused in words, by a page and for a program, and no row changes."""
    client, before = town.client(role), stored()
    page = client.post(path, data)
    assert page.status_code in REFUSED
    message = said(page)
    assert len(message) > 10, "a refusal says something"
    assert words in message, message
    program = client.post(path, data, **JSON)
    assert program.status_code in REFUSED - {302}, program.status_code
    assert len(program.json()["message"]) > 10
    assert not changed(before)


@pytest.mark.parametrize("part", range(4))
def test_a_wrong_form_is_refused_in_words_and_changes_no_row(town, part):
    for role, name, league, data, words in WRONG[part::4]:
        try:
            refused(town, role, at(town, name, league), {**shown(town, name, league), **data}, words)
        except AssertionError as error:
            raise AssertionError(f"{role} {name} {league} {str(data)[:200]}: {error}") from error


def test_other_peoples_or_missing_rows_are_not_answered(town):
    found, before = town.leagues, stored()
    nothing = 10**18
    for role, name, league, more in (
        ("other", "take_back", PLAYED, {"request_id": found.request.pk}),
        ("seated", "take_back", PLAYED, {"request_id": nothing}),
        ("seated", "accept_offer", PLAYED, {"offer_id": found.offer.pk}),
        ("seated", "accept_offer", PLAYED, {"offer_id": 10**40}),
        ("seated", "decline_offer", PLAYED, {"offer_id": found.offer.pk}),
        ("other", "answer_challenge", LADDER, {"challenge_id": found.challenge.pk}),
        ("seated", "answer_challenge", LADDER, {"challenge_id": nothing}),
        ("seated", "challenge", LADDER, {"entry_id": nothing}),
        ("seated", "challenge", LADDER, {"entry_id": found.card.entry_id}),
        ("seated", "challenge", PLAYED, {"entry_id": found.card.entry_id}),
        ("owner", "answer_entry", APPROVED, {"entry_id": nothing}),
        ("owner", "answer_entry", APPROVED, {"entry_id": found.card.entry_id}),
        ("owner", "take_out", PLAYED, {"entry_id": found.card.entry_id}),
        ("owner", "answer_request", PLAYED, {"request_id": nothing}),
        ("owner", "lift_card", PLAYED, {"card_id": nothing}),
        ("owner", "correct", PLAYED, {"fixture": 99999999}),
        ("owner", "correct", PLAYED, {"fixture": 10**40}),
    ):
        data = {"answer": "accept", "reason": "x", "place": ["1", "2", "3"], "seen": "0-0"}
        response = town.client(role).post(at(town, name, league, **more), data, **JSON)
        assert response.status_code in REFUSED, (role, name, response.status_code)
        assert not changed(before), (role, name, more)


def test_users_without_a_channel_for_notices_cannot_sign_up(town):
    User.objects.filter(pk=town.people["stranger"].pk).update(mail_notices=False)
    refused(town, "stranger", at(town, "sign_up", APPROVED), {"returns": "yes"}, "confirm your e-mail address")


def test_signing_up_twice_is_signing_up_once(town):
    client, path = town.client("stranger"), at(town, "sign_up", APPROVED)
    client.post(path, {"returns": "yes"})
    before = stored()
    client.post(path, {"returns": "no"})
    assert not changed(before)
    assert newest(town.leagues.approved).entries.filter(user=town.people["stranger"]).count() == 1


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_a_time_at_the_ends_of_the_calendar_is_refused_in_every_zone(town, zone):
    User.objects.filter(pk=town.people["owner"].pk).update(timezone=zone)
    for moment in ("0001-01-01T00:00", "9999-12-31T23:59", "9999-12-31T23:59:59-23:59", "0001-01-01T00:00+23:59"):
        data = {**shown(town, "change_step"), "do": "move", "reason": "x", "at": moment}
        refused(town, "owner", at(town, "change_step"), data, "between now and a year")
    late = (clock.now() + timedelta(days=366)).isoformat()
    data = {**shown(town, "change_step"), "do": "move", "reason": "x", "at": late}
    refused(town, "owner", at(town, "change_step"), data, "between now and a year")


def test_control_characters_in_a_reason_do_not_break_the_feed_bug(town):
    owner, feed = town.client("owner"), at(town, "atom")
    for control in ("\x01", "\x1b[31m", "\x7f", "\ufffe"):
        for do in ("hold", "release"):
            data = {**shown(town, "change_step"), "do": do, "reason": f"Rain{control} all day"}
            owner.post(at(town, "change_step"), data)
        for page in ("log", "organise", "json", "csv"):
            assert owner.get(at(town, page)).status_code == 200
        told = owner.get(feed)
        assert told.status_code == 200
        assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]", told.content.decode())
    assert "Rain  all day" in told.content.decode()


# Making a league.

IMPOSSIBLE = {
    "title=chess": "no title",
    "title=" + "x" * 5000: "no title",
    "title=lantern&seats=9": "the nearest is 4",
    "title=lantern&seats=0": "the nearest is 2",
    "title=lantern&seats=99999999": "the nearest is 4",
    "title=lantern&seats=" + "9" * 5000: "Seats: choose",
    "title=lantern&seats=-1": "Seats: choose",
    "title=lantern&seats=٣": "Seats: choose",
    "title=lantern&seats=2&format=pods": "With two, choose a round robin or Swiss",
    "title=lantern&seats=3&format=ladder": "With 3 seats, choose pods",
    "title=lantern&seats=3&format=swiss": "With 3 seats, choose pods",
    "title=lantern&seats=3&format=" + "x" * 5000: "Format: choose",
    "title=lantern&seats=%ed%a0%80": "Seats: choose",
}


def test_an_impossible_league_is_refused_with_the_nearest_that_can_be(town):
    client, before = town.client("stranger"), stored()
    for query, words in IMPOSSIBLE.items():
        for response in (
            client.get(f"{reverse('leagues:new')}?{query}"),
            client.post(reverse("leagues:new"), query, content_type="application/x-www-form-urlencoded"),
        ):
            assert response.status_code in (200, 400)
            alert = re.search(r'role="alert"><p class="notice bad">([^<]+)', response.content.decode())
            assert alert, query[:60]
            assert words in html.unescape(alert.group(1)), (query[:60], alert.group(1))
    assert 'role="alert"' not in client.get(f"{reverse('leagues:new')}?title=lantern&seats=3").content.decode()
    assert not changed(before)


@pytest.mark.parametrize(
    ("field", "value", "words"),
    [
        ("name", "", "required"),
        ("name", "ab", "at least 3"),
        ("name", "x" * 61, "at most 60"),
        ("name", "🎭🎭🎭", "3 to 60 letters"),
        ("name", "Lantern\u202eLeague", "3 to 60 letters"),
        ("name", "a\x00bc", "Null characters"),
        ("name", "lantern LEAGUE", "a league with this name"),
        ("name", "new", "3 to 60 letters"),
        ("description", "x" * 4001, "at most 4000"),
        ("pace", "untimed", "valid choice"),
        ("pace", "warp", "valid choice"),
        ("admission", "bribe", "valid choice"),
        ("setting_wind", "hurricane", "valid choice"),
    ],
)
def test_a_wrong_field_of_a_new_league_is_named_and_no_league_is_made(town, field, value, words):
    client, before = town.client("stranger"), stored()
    response = client.post(reverse("leagues:new"), {**FORMS["leagues:new"], field: value})
    assert response.status_code == 422
    assert words in html.unescape(response.content.decode())
    assert not changed(before)


def shown_rules(town: Town) -> dict[str, str]:
    """A good form for the rules of a league."""
    return {**CHANGED, "seen": seen(town.leagues.approved, town.leagues.approved)}


NUMBERS = [
    ("sign_up_days", "0", "from 1 to 60"),
    ("sign_up_days", "-1", "greater than or equal to 0"),
    ("sign_up_days", "9" * 400, "less than or equal to 365"),
    ("play_days", "1e3", "whole number"),
    ("play_days", "6", "from 7 to 365"),
    ("break_days", "181", "from 0 to 180"),
    ("at_once", "31", "from 0 to 30"),
    ("division_size", "3", "from 4 to 13"),
    ("division_size", "14", "from 4 to 13"),
]


def test_numbers_out_of_bounds_are_refused_with_the_bounds(town):
    client, before = town.client("owner"), stored()
    for field, value, words in NUMBERS:
        response = client.post(at(town, "change", APPROVED), {**shown_rules(town), field: value})
        assert response.status_code == 422, (field, value)
        assert words in html.unescape(response.content.decode()), (field, value)
    assert not changed(before)


def test_addresses_that_name_nothing_are_not_found(town):
    for slug in ("x" * 5000, "999", "Lantern-League", "no-such-league"):
        for rest in ("", "1/", "0/", "9" * 30 + "/", "9" * 5000 + "/", "log.atom", "season.json", "1/rev/"):
            assert town.client("seated").get(f"/leagues/{slug}/{rest}").status_code == 404, (slug[:30], rest[:30])
    for number in (0, 2, 10**30):
        assert town.client("seated").get(f"/leagues/lantern-league/{number}/matches/").status_code == 404
    for token in ("x", "1:x:y", "x" * 5000, f"{town.leagues.calendar}x", "é:é"):
        assert town.client("seated").get(f"/leagues/calendar/{token}.ics").status_code == 404, token[:20]
