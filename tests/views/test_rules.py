"""The rules pages."""

import re

import pytest
from django.urls import reverse

from games.registry import TITLES
from games.views.rules import chapters

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]


def test_every_title_is_in_the_index(client):
    page = client.get(reverse("games:rules")).content.decode()
    assert all(reverse("games:rules_of", args=[slug]) in page for slug in TITLES)


@pytest.mark.parametrize("slug", [*TITLES, "lantern"])
def test_the_contents_lead_to_every_chapter(client, slug):
    response = client.get(reverse("games:rules_of", args=[slug]))
    page = response.content.decode()
    found = response.context["chapters"]
    assert found
    for anchor, words in found:
        assert page.count(f'id="{anchor}"') == 1
        assert f'href="#{anchor}"' in page
        assert words


@pytest.mark.parametrize("slug", TITLES)
def test_one_minute_comes_before_the_contents_and_examples_have_captions(client, slug):
    page = client.get(reverse("games:rules_of", args=[slug])).content.decode()
    assert page.index('id="minute"') < page.index('class="contents')
    minute, _contents, rest = page.partition('class="contents')
    for part in (minute, rest):
        examples = re.findall(r'<figure class="example.*?</figure>', part, re.DOTALL)
        assert len(examples) >= 4
        assert all(re.search(r"<figcaption>[^<]{20,}</figcaption>", example) for example in examples)
        assert all('aria-hidden="true"' in example for example in examples)


@pytest.mark.parametrize("slug", TITLES)
def test_every_piece_that_an_example_shows_is_drawn_on_the_page(client, slug):
    page = client.get(reverse("games:rules_of", args=[slug])).content.decode()
    shown = {
        name
        for example in re.findall(r"<figure.*?</figure>", page, re.DOTALL)
        for name in re.findall(r'href="#([^"]+)"', example)
    }
    assert shown
    assert all(page.count(f'id="{name}"') == 1 for name in shown)


def test_a_title_without_a_summary_has_no_empty_one(client):
    assert 'aria-labelledby="minute"' not in client.get(reverse("games:rules_of", args=["lantern"])).content.decode()


def test_the_contents_read_the_words_of_a_heading_without_its_marks():
    assert chapters('<h2 id="a">The <em>first</em>\n one</h2><p>no</p><h2>none</h2>') == [("a", "The first one")]


def test_an_unknown_title_is_not_found(client):
    assert client.get(reverse("games:rules_of", args=["chess"])).status_code == 404


def test_credits_name_the_designers_of_every_title(client):
    page = client.get(reverse("games:credits")).content.decode()
    assert "A small game made to test this site." in page
    assert "SIL Open Font License" in page
