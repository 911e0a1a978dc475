"""Private notes: nobody else reads them, the last text counts, and another one that it replaces is shown once more."""

import json

import pytest
from django.test import Client
from django.urls import reverse

from bench.races import at_once
from games.models import MatchNote
from games.refusals import TooLarge
from games.services.beside.notes import MOST, note_of, save_note
from tests.cast import person, play_to_end, running_match
from tests.views.pages import Page

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

SECRET = "Bruno always bluffs in the fog."


@pytest.fixture
def match():
    return running_match("lantern", [person("anna"), person("bruno")])


@pytest.fixture
def anna(client):
    client.force_login(person("anna"))
    return client


def path(match):
    return reverse("games:notes", args=[match.pk])


def texts():
    return list(MatchNote.objects.order_by("pk").values_list("text", flat=True))


def test_a_note_is_stored_and_read_again_after_the_end(match, anna):
    page = Page(anna.get(path(match)))
    assert page.forms[path(match)].values["version"] == "0"
    assert anna.post(path(match), {"text": f" {SECRET}\r\n", "version": "0"}).url == path(match)
    play_to_end(match)
    page = Page(anna.get(path(match)))
    assert SECRET in page.source
    assert page.forms[path(match)].values["version"] == "1"
    assert texts() == [SECRET]


def test_nobody_else_reads_it_anywhere(match, anna):
    save_note(user=person("anna"), match=match, text=SECRET, version=0)
    bruno, pages = Client(), ("match", "history", "record", "proof", "notes")
    bruno.force_login(person("bruno"))
    for browser in (bruno, Client()):
        for name in pages:
            answer = browser.get(reverse(f"games:{name}", args=[match.pk]))
            assert SECRET not in answer.content.decode(), name
    assert Client().get(path(match)).status_code == 302
    assert note_of(person("bruno"), match).text == ""


def test_the_last_text_counts_and_the_one_it_replaces_is_shown(match, anna):
    anna.post(path(match), {"text": "from the phone", "version": "0"})
    answer = anna.post(path(match), {"text": "from the desk", "version": "0"})
    assert answer.status_code == 200
    page = Page(answer)
    assert "It replaced another one" in page.text
    assert "from the phone" in page.source
    assert page.forms[path(match)].values["version"] == "2"
    assert texts() == ["from the desk"]
    assert anna.post(path(match), {"text": "from the desk", "version": "0"}).status_code == 302, "the same text again"


def test_clearing_a_note_keeps_its_version_so_that_an_old_tab_is_still_warned(match):
    anna = person("anna")
    save_note(user=anna, match=match, text="one", version=0)
    cleared = save_note(user=anna, match=match, text="", version=1)
    assert (cleared.note.version, cleared.replaced) == (2, None)
    assert save_note(user=anna, match=match, text="two", version=1).replaced is None
    assert save_note(user=anna, match=match, text="three", version=2).replaced == "two"


def test_from_the_page_of_the_match_one_returns_to_it(match, anna):
    answer = anna.post(path(match), {"text": "x", "version": "0", "back": "match"})
    assert answer.url == reverse("games:match", args=[match.pk])


@pytest.mark.parametrize(
    ("fields", "status"),
    [
        ({"text": "x" * (MOST + 1), "version": "0"}, 413),
        ({"text": "x", "version": "new"}, 400),
        ({"text": "x", "version": "9" * 30}, 400),
        ({"text": "a\x00b", "version": "0"}, 400),
        ({"text": "a\ufffdb", "version": "0"}, 400),
    ],
    ids="long no-number large-number nul not-text".split(),
)
def test_wrong_fields_are_refused_in_words_and_store_nothing(match, anna, fields, status):
    answer = anna.post(path(match), fields)
    assert answer.status_code == status
    assert len(Page(answer).text) > 20
    assert texts() == []


def test_a_note_of_the_largest_size_is_stored(match):
    save_note(user=person("anna"), match=match, text="é\r\n" * (MOST // 2), version=0)
    assert len(texts()[0]) == MOST - 1
    with pytest.raises(TooLarge, match="4000"):
        save_note(user=person("anna"), match=match, text="x" * (MOST + 1), version=1)


def test_simultaneous_texts_know_of_the_ones_before(match):
    anna, words = person("anna"), [f"text {number}" for number in range(6)]
    results = at_once(*[lambda w=word: save_note(user=anna, match=match, text=w, version=0) for word in words])
    (last,) = texts()
    assert sorted(result.note.version for result in results) == [1, 2, 3, 4, 5, 6]
    assert {result.replaced for result in results} == {None, *words} - {last}


def test_the_export_holds_ones_own_notes_and_deleting_the_account_deletes_them(match, anna):
    save_note(user=person("anna"), match=match, text=SECRET, version=0)
    save_note(user=person("bruno"), match=match, text="Anna hurries.", version=0)
    data = json.loads(anna.get("/account/export/").content)
    assert [(row["match_id"], row["text"]) for row in data["match_notes"]] == [(match.pk, SECRET)]
    person("anna").delete()
    assert texts() == ["Anna hurries."]
