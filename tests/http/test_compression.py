"""Pages are compressed, and no input of a request is next to a secret."""

import gzip

import pytest
from django.test import Client
from django.urls import reverse

from masques_site.plumbing.anonymous_cache import cache_key_of
from tests.cast import person, running_match

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

MARK = "Qx7zWv9kJ"  # stands nowhere else
SECRETS = ["/", "/tables/", "/leagues/", "/account/settings/", "/rules/", "/ratings/"]


def signed_in(name: str) -> Client:
    client = Client()
    client.force_login(person(name))
    return client


@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true", "HX-Request-Type": "partial"}], ids=["page", "part"])
def test_a_match_is_sent_compressed_to_who_can_read_it(headers):
    match = running_match("lantern", [person("anna"), person("bruno")])
    address, client = reverse("games:match", args=[match.pk]), signed_in("anna")
    plain = client.get(address, headers=headers)
    packed = client.get(address, headers={"Accept-Encoding": "br, gzip", **headers})
    assert packed["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed["Vary"]
    assert "Content-Encoding" not in plain
    assert len(packed.content) < len(plain.content) / 2
    assert b'id="match"' in gzip.decompress(packed.content)


def test_two_answers_have_different_lengths_and_masked_tokens():
    client = signed_in("anna")
    answers = [client.get("/account/settings/", headers={"Accept-Encoding": "gzip"}).content for _again in range(12)]
    assert len({len(answer) for answer in answers}) > 1
    tokens = {gzip.decompress(answer).split(b'name="csrfmiddlewaretoken" value="')[1][:64] for answer in answers}
    assert len(tokens) == len(answers)


def test_answers_for_strangers_are_kept_apart_by_what_they_can_read():
    def key(accepted: bytes) -> object:
        headers = [(b"x-rev", b"3"), (b"accept-encoding", accepted)]
        found = cache_key_of({"method": "GET", "path": "/matches/m/", "query_string": b"", "headers": headers})
        return found and found.key

    assert key(b"gzip, deflate, br") == key(b"gzip") != key(b"br") == key(b"")


@pytest.mark.parametrize("page", SECRETS)
def test_no_page_repeats_what_it_was_asked(page):
    answer = signed_in("anna").get(page, {"q": MARK, "next": MARK, "link": MARK, "title": MARK})
    assert answer.status_code == 200
    assert MARK not in answer.content.decode()


@pytest.mark.parametrize("name", ["move", "tap", "at", "seen", "link", "more"])
def test_no_match_repeats_what_it_was_asked(name):
    match = running_match("lantern", [person("anna"), person("bruno")])
    for seated in ("anna", "bruno"):
        answer = signed_in(seated).get(reverse("games:match", args=[match.pk]), {name: MARK})
        assert MARK not in answer.content.decode()


@pytest.mark.parametrize("address", ["games:theme", "set_language"])
def test_the_forms_of_the_footer_lead_back_by_the_page_they_were_sent_from(address):
    client = signed_in("anna")
    fields = {"theme": "dark", "language": "it"}
    back = client.post(reverse(address), fields, headers={"Referer": "http://testserver/tables/?seats=2"})
    assert back["Location"].endswith("/tables/?seats=2")
    away = client.post(reverse(address), fields, headers={"Referer": "https://example.org/tables/"})
    assert away["Location"] == "/"


def test_the_theme_of_the_footer_is_that_of_the_account():
    client = signed_in("anna")
    client.post(reverse("games:theme"), {"theme": "dark"})
    assert person("anna").theme == "dark"
    assert 'data-theme="dark"' in client.get("/").content.decode()


@pytest.mark.parametrize("signed", [False, True], ids=["stranger", "anna"])
@pytest.mark.parametrize("page", ["/", "/tables/", "/rules/", "match", "fragment"])
def test_every_page_is_compressed_for_strangers_and_for_people(page, signed):
    match = running_match("lantern", [person("anna"), person("bruno")])
    client = Client()
    if signed:
        client.force_login(person("anna"))
    headers = {"HX-Request": "true", "HX-Request-Type": "partial"} if page == "fragment" else {}
    address = page if page.startswith("/") else reverse("games:match", args=[match.pk])
    answer = client.get(address, headers={"Accept-Encoding": "gzip, br", **headers})
    assert (answer.status_code, answer["Content-Encoding"]) == (200, "gzip")
    assert b"</" in gzip.decompress(answer.content)
