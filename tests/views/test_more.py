"""The options on the page of a match besides the move: its forms, as they are sent, and the responses."""

import pytest
from django.http import HttpResponse
from django.template.loader import render_to_string
from django.test import Client

from games.services.beside.notes import save_note
from games.services.match.agreement import propose
from games.views.board import view_for
from games.views.match_context import MatchContext
from games.views.more import more_of
from tests.cast import fresh, person, play_to_end, running_match
from tests.views.pages import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

NAMES = ("anna", "bruno", "carla")


@pytest.fixture
def match():
    return running_match("lantern", [person(name) for name in NAMES])


def shown(match, name):
    """The part of the page as this person sees it."""
    context = MatchContext.for_user(person(name), fresh(match))
    viewer = None if context.seat is None else context.seat.index
    more = more_of(context, view_for(context.state, viewer, context.due))
    return Page(HttpResponse(render_to_string("games/match/_more.jinja", {"match": match, "more": more})))


def send(match, name, page, answer=None):
    """Send the form about the end, with the button whose value is `answer`."""
    client = Client()
    client.force_login(person(name))
    form = page.forms[f"/matches/{match.pk}/ending/"]
    pressed = {} if answer is None else {"answer": answer}
    assert answer is None or answer in {value for _name, value, _label in form.buttons}
    return client.post(form.action, form.values | pressed)


def test_the_forms_lead_from_a_proposal_to_the_end(match):
    page = shown(match, "anna")
    assert "Propose ending the match" in page.text
    assert "Resign" in page.text
    answer = send(match, "anna", page)
    assert (answer.status_code, answer.url) == (303, f"/matches/{match.pk}/")
    page = shown(match, "anna")
    assert "You’ve proposed ending the match" in page.text
    assert "Waiting for: bruno, carla." in page.text
    assert "Cancel it" in page.text
    page = shown(match, "bruno")
    assert "anna proposes ending the match" in page.text
    assert "when everyone has agreed" in page.text
    send(match, "bruno", page, "agree")
    page = shown(match, "carla")
    assert "ends immediately" in page.text
    send(match, "carla", page, "agree")
    client = Client()
    page = Page(client.get(f"/matches/{match.pk}/"))
    assert "the players agreed to end it without a result" in page.text
    assert "No one wins." in page.text
    assert "annulled" not in page.text
    history = Page(client.get(f"/matches/{match.pk}/history/"))
    assert "The players agreed to end the match without a result." in history.text
    assert "annulled" not in history.text


@pytest.mark.parametrize("name", ["bruno", "anna"], ids=["declined", "taken back"])
def test_declining_and_taking_back_end_the_proposal(match, name):
    propose(actor=person("anna"), match_id=match.pk)
    send(match, name, shown(match, name), "decline")
    assert "proposes ending" not in shown(match, "carla").text
    assert "Propose ending the match" in shown(match, "carla").text
    assert "Propose ending the match" not in shown(match, "anna").text


def test_forbidden_buttons_are_not_shown(match):
    propose(actor=person("anna"), match_id=match.pk)
    own = {value for _name, value, _label in shown(match, "anna").forms[f"/matches/{match.pk}/ending/"].buttons}
    assert own == {"decline"}
    assert shown(match, "dora").source.strip() == ""
    over = play_to_end(running_match("lantern", [person(name) for name in NAMES[:2]]))
    assert list(shown(over, "anna").forms) == [f"/matches/{over.pk}/notes/"]


def test_the_note_is_only_in_its_authors_form(match):
    save_note(user=person("anna"), match=match, text="<b>Bruno</b> hurries", version=0)
    page = shown(match, "anna")
    assert page.forms[f"/matches/{match.pk}/notes/"].values["version"] == "1"
    assert "&lt;b&gt;Bruno&lt;/b&gt; hurries" in page.source
    assert "hurries" not in shown(match, "bruno").source


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"answer": "perhaps"}, 400),
        ({"answer": "agree", "number": "one"}, 400),
        ({"answer": "agree", "number": "9" * 20}, 400),
        ({"answer": "agree", "number": "7"}, 409),
        ({"answer": "decline"}, 409),
    ],
    ids="word no-number large-number none missing".split(),
)
def test_a_wrong_answer_is_refused_in_words(match, client, fields, status):
    client.force_login(person("anna"))
    answer = client.post(f"/matches/{match.pk}/ending/", fields)
    assert answer.status_code == status
    assert len(Page(answer).text) > 20
    program = client.post(f"/matches/{match.pk}/ending/", fields, headers={"accept": "application/json"})
    assert program.status_code == status
    assert len(program.json()["message"]) > 20
