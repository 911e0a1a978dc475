"""Every form of the site sent twice, as by a second click: it takes effect once, and the second leads where the first
led."""

from collections.abc import Iterator

import pytest
from django.contrib.auth.models import AnonymousUser
from django.db import transaction
from django.test import Client

from games.models import Match, Status
from leagues.models import League
from masques_site.accounts import attempts
from masques_site.accounts.models import Attempt, Report, User
from tests.http.doors import FORMS, address, form, routes
from tests.http.rows import changed, stored
from tests.http.test_authorisation import table
from tests.http.town import EVERYBODY, Town

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

NAME = "0123456789abcdef0123456789abcdef"
OTHER_NAME = "fedcba9876543210fedcba9876543210"
# Rows that are made each time: the forms carry the name of their attempt.
NAMED = {
    "accounts:guest",
    "accounts:play_now",
    "accounts:renew_addresses",
    "accounts:report",
    "accounts:vacation",
    "companion:new_code",
    "companion:open_room",
    "companion:record",
    "companion:renew_code",
    "games:add_bot",
    "games:new_table",
    "games:play_bot",
    "games:renew_link",
    "leagues:ask",
    "leagues:ask_of",
    "leagues:change",
    "leagues:correct",
    "leagues:extend_all",
    "leagues:extend_match",
    "leagues:new",
    "leagues:settle",
    "notices:add_webhook",
    "notices:of_league",
    "notices:test",
}
# Rows that a second time rewrites, with the values of the first.
MAY_DIFFER = {
    "accounts:pauses": {"accounts.NightWindow"},
    "notices:snooze": {"notices.Timing"},
    "games:standing": {"games.StandingAnswer"},
    "games:standing@private": {"games.StandingAnswer"},
}


def done_by(route: str, answers: dict[str, str]) -> str | None:
    """The first kind of person for whom this form does something."""
    return next((role for role in EVERYBODY if answers[role].endswith("*")), None)


def posts(town: Town) -> Iterator[tuple[str, str, str]]:
    """Each form that does something: its route, its address, and the person who sends it."""
    patterns = dict(routes())
    for route, (_get, post) in table().items():
        role = done_by(route, post)
        if role is not None and not route.startswith("admin:"):
            yield route, address(town, route, patterns[route.partition("@")[0]]), role


def test_every_form_takes_effect_once(shared_town):
    town = shared_town
    again, elsewhere = [], []
    for route, path, role in posts(town):
        fields = form(town, route) or {}
        if route.partition("@")[0] in NAMED:
            fields = {**fields, "attempt": NAME}
        start = transaction.savepoint()
        client = town.client(role)
        before = stored()
        first = client.post(path, fields)
        if changed(before):
            after = stored()
            second = client.post(path, fields)
            if tables := set(changed(after)) - MAY_DIFFER.get(route, set()):
                again.append((route, tables))
            if second.headers.get("Location") != first.headers.get("Location") and route in NAMED:
                elsewhere.append((route, first.headers.get("Location"), second.headers.get("Location")))
        else:
            again.append((route, "does nothing"))
        transaction.savepoint_rollback(start)
    assert not again, "\n".join(map(str, again))
    assert not elsewhere, "\n".join(map(str, elsewhere))


def new_table(client: Client, **more: str) -> str:
    return client.post("/tables/new/", {**FORMS["games:new_table"], **more}).headers["Location"]


@pytest.fixture
def anna() -> Client:
    return Town().client("seated")


def test_the_same_fields_under_another_name_are_another_form(anna):
    assert new_table(anna, attempt=NAME) != new_table(anna, attempt=OTHER_NAME)


def test_other_fields_under_the_same_name_are_another_form(anna):
    assert new_table(anna, attempt=NAME) != new_table(anna, attempt=NAME, seats="3")


def test_the_same_form_of_another_person_is_theirs():
    town = Town()
    first, second = (new_table(town.client(role), attempt=NAME) for role in ("seated", "other"))
    assert first != second
    assert Attempt.objects.count() == 2


@pytest.mark.parametrize("name", ["", "x", NAME.upper(), NAME + "0", "\0" * 32, "é" * 32])
def test_a_form_without_a_name_or_with_junk_is_sent_as_often_as_it_is_sent(anna, name):
    assert new_table(anna, attempt=name) != new_table(anna, attempt=name)
    assert not Attempt.objects.exists()


def test_refused_forms_may_be_sent_again(anna):
    refused = anna.post("/tables/new/", {**FORMS["games:new_table"], "attempt": NAME, "pace": "never"})
    assert refused.status_code == 422
    assert not Attempt.objects.exists()
    assert anna.post("/tables/new/", {**FORMS["games:new_table"], "attempt": NAME, "pace": "never"}).status_code == 422


def test_a_first_click_of_which_nobody_knows_what_became_makes_nothing_twice(anna, monkeypatch):
    monkeypatch.setattr(attempts, "WAIT", 0.0)
    new_table(anna, attempt=NAME)
    Attempt.objects.update(url="")  # the process died after it had made the table
    tables = Match.objects.filter(status=Status.OPEN).count()
    second = anna.post("/tables/new/", {**FORMS["games:new_table"], "attempt": NAME})
    assert second.status_code == 409
    assert Match.objects.filter(status=Status.OPEN).count() == tables


def test_a_guest_of_two_clicks_is_one_person_in_the_same_browser():
    browser = Client()
    browser.get("/")
    browser.cookies["csrf"] = "x" * 32
    guests = User.objects.filter(is_guest=True).count()
    first = browser.post("/play/", {"attempt": NAME})
    lost = Client()
    lost.cookies["csrf"] = "x" * 32  # the browser dropped the first answer, and its cookies with it
    second = lost.post("/play/", {"attempt": NAME})
    assert second.headers["Location"] == first.headers["Location"]
    assert User.objects.filter(is_guest=True).count() == guests + 1
    assert lost.get(second.headers["Location"]).status_code == 200


def test_the_guest_of_another_player_is_not_handed_over():
    first = Client()
    first.cookies["csrf"] = "x" * 32
    first.post("/play/", {"attempt": NAME})
    other = Client()
    other.cookies["csrf"] = "y" * 32
    other.post("/play/", {"attempt": NAME})
    assert first.session["_auth_user_id"] != other.session["_auth_user_id"]


def test_a_guest_is_not_handed_out_later_than_a_minute(time_machine):
    first = Client()
    first.cookies["csrf"] = "x" * 32
    first.post("/play/", {"attempt": NAME})
    Attempt.objects.update(at=Attempt.objects.get().at.replace(year=2020))
    late = Client()
    late.cookies["csrf"] = "x" * 32
    assert late.post("/play/", {"attempt": NAME}).status_code == 409
    assert "_auth_user_id" not in late.session


def test_creating_forms_have_a_name_on_their_page():
    town = Town()
    pages = {
        "/tables/new/?title=lantern&seats=2": "seated",
        "/tables/play-bot/?title=lantern": "seated",
        "/leagues/new/?title=lantern&seats=2&format=ladder": "seated",
        "/account/pauses/": "seated",
        "/people/Sandro/report/": "seated",
        "/plays/new/?title=lantern&seats=2": "seated",
        "/": "anonymous",
        "/accounts/signup/": "anonymous",
    }
    for path, role in pages.items():
        page = town.client(role).get(path)
        assert page.status_code == 200, path
        assert b'name="attempt" value="' in page.content, path


def test_old_names_are_deleted_and_new_ones_kept(anna):
    from masques_site.accounts import attempts

    new_table(anna, attempt=NAME)
    new_table(anna, attempt=OTHER_NAME)
    old = Attempt.objects.order_by("pk").first()
    Attempt.objects.filter(pk=old.pk).update(at=old.at - attempts.KEPT)
    assert attempts.prune() == 1
    assert Attempt.objects.get().pk != old.pk


def test_two_reports_in_one_form_are_one():
    town = Town()
    anna = town.client("seated")
    reports = Report.objects.count()
    for _twice in range(2):
        anna.post("/people/Sandro/report/", {**FORMS["accounts:report"], "attempt": NAME})
    assert Report.objects.count() == reports + 1


def test_two_leagues_in_one_form_are_one():
    town = Town()
    anna = town.client("seated")
    found = [anna.post("/leagues/new/", {**FORMS["leagues:new"], "attempt": NAME}) for _twice in range(2)]
    assert League.objects.count() == 1
    assert {answer.headers["Location"] for answer in found} == {"/leagues/another-ladder/"}


def test_the_same_fields_at_another_address_are_another_form(rf):
    begun = []
    for path in ("/leagues/first/ask/", "/leagues/second/ask/", "/leagues/first/ask/"):
        request = rf.post(path, {"attempt": NAME, "text": "More time, please."})
        request.user = AnonymousUser()
        begun.append(attempts.begin(request))
        if isinstance(begun[-1], Attempt):
            attempts.end(begun[-1], request, f"{path}done/")
    assert [type(one) for one in begun] == [Attempt, Attempt, attempts.Repeated]
    assert begun[2].url == "/leagues/first/ask/done/"
