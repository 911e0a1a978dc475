"""Forms of the site as the people of a simulated season use them."""

import pytest

from bench.chaos.browser import Answer, Browser, NoResponse
from bench.seasons import forms
from bench.seasons.forms import Visitor, forms_of, notices_of


def test_forms_are_read_as_a_browser_sends_them():
    (form,) = forms_of(
        '<form method="get"><input name="q"></form><form method="post" action="/a/"><input type="hidden" name="t" '
        'value="1&amp;2"><input type="radio" name="r" value="x"><input type="radio" name="r" value="y" checked>'
        '<input type="checkbox" name="c" value="yes"><select name="s"><option value="">-</option><option value="2" '
        'selected>2</option></select><textarea name="w"></textarea><button name="do" value="go">Go</button></form>'
    )
    assert form.action == "/a/"
    assert form.fields == [("t", "1&2"), ("r", "y"), ("s", "2"), ("w", "")]
    assert form.choices == {"r": ["x", "y"], "c": ["yes"], "s": ["", "2"]}
    assert form.buttons == [("do", "go")]


def test_fields_of_one_name_are_filled_in_their_order():
    (form,) = forms_of(
        '<form method="post"><input type="hidden" name="t" value="1"><select name="place"><option value="1"></select>'
        '<select name="place"><option value="1"><option value="2" selected></select>'
        '<input type="checkbox" name="sure" value="yes" checked></form>'
    )
    assert form.fields == [("t", "1"), ("place", "1"), ("place", "2"), ("sure", "yes")]
    assert form.filled(["sure"], place=["2", "1"], do="go") == [
        ("t", "1"),
        ("place", "2"),
        ("place", "1"),
        ("do", "go"),
    ]


def test_a_pages_message_about_the_last_action_is_read():
    page = '<li class="notice error">Sign-up is <b>closed</b>.</li><p>no</p><p class="notice">You&#x27;re out.</p>'
    assert notices_of(page) == "Sign-up is closed. You're out."


FORM = '<form method="post" action="/leave/"><input type="hidden" name="t" value="1"></form>'
FAILED, LED_ON = Answer(500, "", ""), Answer(302, "", "/next/")


class Script(Browser):
    """A site that answers as written down, once each; None is no response. `sent` counts the forms."""

    def __init__(self, *answers):
        super().__init__(())
        self.answers = list(answers)
        self.sent = 0

    def request(self, method, path, fields=None, *, json=False):
        self.sent += method == "POST"
        answer = self.answers.pop(0)
        if answer is None:
            raise NoResponse
        return answer


def page(body):
    return Answer(200, body, "")


@pytest.fixture(autouse=True)
def at_once(monkeypatch):
    monkeypatch.setattr(forms, "PAUSE", 0.0)


@pytest.mark.parametrize("lost", [None, FAILED])
def test_a_form_without_an_answer_is_sent_again_if_the_page_still_has_it(lost):
    site = Script(page(FORM), lost, None, FAILED, page(FORM), LED_ON)
    assert Visitor(site).send("/", "/leave/", sure="yes") == LED_ON
    assert (site.sent, site.answers) == (2, [])


def test_a_form_without_an_answer_is_not_sent_again_if_it_is_gone():
    site = Script(page(FORM), None, page("You have left."))
    assert Visitor(site).send("/", "/leave/") is None
    assert (site.sent, site.answers) == (1, [])


def test_a_form_that_stays_is_not_sent_again_if_the_page_shows_what_it_did():
    site = Script(page(FORM), None, page(FORM + "Asked."))
    assert Visitor(site).send("/", "/leave/", is_done=lambda page: "Asked." in page) is None
    assert (site.sent, site.answers) == (1, [])


def test_a_form_that_always_fails_is_given_up():
    site = Script(page(FORM), *[FAILED, page(FORM)] * forms.TRIES)
    with pytest.raises(NoResponse):
        Visitor(site).send("/", "/leave/")
    assert site.sent == forms.TRIES
