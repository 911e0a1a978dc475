"""Opening the page of a match: private links as a browser remembers them, and refusals for pages and programs."""

from datetime import timedelta

import pytest
from django.test import Client, RequestFactory
from django.urls import reverse

from games.core.text import _
from games.models import Match, Status
from games.refusals import Forbidden
from games.selectors.matches import PRIVATE_LINKS
from games.services.waiting import tables
from games.views import access
from masques_site.accounts.views.access import next_page
from tests.cast import fresh, person, running_match, stored_log

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]
JSON = {"HTTP_ACCEPT": "application/json"}


@pytest.fixture
def bruno():
    return person("bruno")


def private_table(host):
    return tables.open_table(host=host, title="lantern", seats=3, settings={}, pace="standard", access="link")


def look(client, match, link="", **headers):
    """The status of the match's page, opened with the private link `link` if given."""
    query = f"?link={link}" if link else ""
    return client.get(reverse("games:match", args=[match.pk]) + query, **headers).status_code


def test_a_browser_keeps_a_private_link_until_it_is_given_another_that_is_right(client, bruno):
    match, other = private_table(bruno), private_table(bruno)
    assert look(client, match, match.link_token) == 200
    assert look(client, match, other.link_token) == 200, "a wrong link takes the right one away from nobody"
    assert look(client, match, "x" * 500) == 200
    assert look(client, match) == 200
    assert look(client, other, match.link_token) == 404
    assert look(client, other) == 404
    assert look(Client(), match) == 404


@pytest.mark.parametrize("remembered", [False, True])
def test_a_visitor_with_the_private_link_who_settles_a_deadline_still_sees_the_match(client, time_machine, remembered):
    time_machine.move_to("2031-03-01T12:00:00Z", tick=False)
    match = running_match("lantern", [person("anna"), person("bruno")], access="link", pace="live")
    if remembered:
        look(client, match, match.link_token)
    time_machine.shift(timedelta(hours=1))
    assert look(client, match, "" if remembered else match.link_token) == 200
    assert [event.text for event in stored_log(match) if event.kind == "site"] == ["bot_decided"]
    assert look(client, match) == 200


def test_a_link_with_something_after_it_is_another_link(client, bruno):
    match = private_table(bruno)
    assert look(client, match, f"{match.link_token}x") == 404


def test_links_take_little_room_in_a_session(client, bruno):
    match = tables.open_table(host=bruno, title="lantern", seats=3, settings={}, pace="standard", access="open")
    assert look(client, match, "x" * 500) == 200
    assert client.session[PRIVATE_LINKS] == {match.pk: "x" * 64}


def test_a_browser_keeps_the_newest_private_links(client, bruno, monkeypatch):
    monkeypatch.setattr(access, "LINKS_KEPT", 2)
    matches = [private_table(bruno) for _number in range(3)]
    for match in matches:
        assert look(client, match, match.link_token) == 200
    assert [look(client, match) for match in matches] == [404, 200, 200]
    assert look(client, matches[1], matches[1].link_token) == 200, "what is known already takes no room"
    assert [look(client, match) for match in matches] == [404, 200, 200]


def test_a_refusal_is_a_code_and_a_sentence_for_programs_and_a_page_for_people(rf):
    refusal = Forbidden(_("This is not for you."))
    told = access.refusal_response(rf.get("/", **JSON), refusal)
    assert (told.status_code, told.headers["Content-Type"]) == (403, "application/json")
    assert told.content == b'{"code": "forbidden", "message": "This is not for you."}'
    for browser in ({}, {"HTTP_ACCEPT": "text/html"}, {"HTTP_ACCEPT": "text/html,application/json;q=0.9"}):
        assert not access.wants_json(rf.get("/", **browser))


def test_a_hidden_match_is_missing_for_programs_too(client, bruno):
    match = private_table(bruno)
    for address in (match.pk, "222222222222"):
        answer = client.get(reverse("games:match", args=[address]), **JSON)
        assert (answer.status_code, answer.json()["code"]) == (404, "missing")


def test_a_set_aside_match_is_explained_to_those_who_may_know_of_it(client, bruno):
    match, other = private_table(bruno), private_table(bruno)
    Match.objects.filter(pk=match.pk).update(pace="nonsense")
    seated = Client()
    seated.force_login(bruno)
    assert look(client, match) == look(client, match, **JSON) == 404
    assert look(client, match, other.link_token) == 404
    assert look(client, match, match.link_token) == 503
    page = seated.get(reverse("games:match", args=[match.pk]))
    assert (page.status_code, "bruno" in page.content.decode()) == (503, True)
    told = seated.get(reverse("games:match", args=[match.pk]), **JSON)
    assert (told.status_code, told.json()["code"]) == (409, "conflict")
    assert fresh(match).status == Status.QUARANTINED
    assert fresh(other).status == Status.OPEN


def test_a_wrong_method_gets_the_right_ones(client, bruno):
    match = private_table(bruno)
    path = reverse("games:join", args=[match.pk])
    answer = client.get(path, **JSON)
    assert (answer.status_code, answer.headers["Allow"]) == (405, "POST")
    assert "POST" in answer.json()["message"]


@pytest.mark.parametrize(
    ("wanted", "secure", "allowed"),
    [
        ("/account/", False, True),
        ("/account/?a=b", True, True),
        ("//testserver/account/", False, True),
        ("//testserver/account/", True, False),  # a browser could be led from https to http
        ("", False, False),
        ("account/", False, False),
        ("//elsewhere.example/", False, False),
        ("http://elsewhere.example/", False, False),
        ("https://testserver/account/", False, False),
        ("javascript:alert(1)", False, False),
        ("/\\elsewhere.example", False, False),
    ],
)
def test_forms_lead_on_to_paths_of_this_site_only(wanted, secure, allowed):
    request = RequestFactory().post("/", {"next": wanted}, secure=secure)
    assert next_page(request, "/home/") == (wanted if allowed else "/home/")


def test_a_form_without_a_next_page_leads_to_the_usual_one():
    assert next_page(RequestFactory().post("/"), "/home/") == "/home/"
