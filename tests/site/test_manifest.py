"""The manifest of the site, its icons, and that pages lead to it."""

import re
import struct
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders

from masques_site import manifest


def facts_of(client):
    answer = client.get("/manifest.webmanifest")
    assert answer.status_code == 200
    assert answer["Content-Type"] == "application/manifest+json"
    return answer.json()


def test_the_name_is_that_of_the_site(client, settings):
    settings.SITE_NAME = "Lagoon Tables"
    facts = facts_of(client)
    assert (facts["name"], facts["short_name"]) == ("Lagoon Tables", "Lagoon Tables")
    assert (facts["start_url"], facts["scope"], facts["display"]) == ("/", "/", "standalone")


def test_the_colours_are_those_of_the_tokens(client):
    tokens = Path(finders.find("games/css/tokens.css")).read_text(encoding="utf-8")
    facts = facts_of(client)
    for name, colour in (("bg", facts["background_color"]), ("surface", facts["theme_color"])):
        found = re.search(rf"--{name}: light-dark\(#\w+, (#\w+)\)", tokens)
        assert found, name
        assert found[1] == colour


def test_every_icon_is_there_and_as_large_as_it_says(client):
    icons = facts_of(client)["icons"]
    assert {icon["sizes"] for icon in icons} == {"any", "192x192", "512x512"}
    assert {icon.get("purpose", "any") for icon in icons} == {"any", "maskable"}
    for icon in icons:
        found = finders.find(icon["src"].removeprefix("/static/"))
        assert found, icon["src"]
        if icon["type"] == "image/png":
            head = Path(found).read_bytes()[:24]
            assert head[:8] == b"\x89PNG\r\n\x1a\n"
            assert "{}x{}".format(*struct.unpack(">II", head[16:24])) == icon["sizes"]
    assert {f"{size}x{size}" for size in manifest.PNG_SIZES} < {icon["sizes"] for icon in icons}


def test_the_shortcut_to_the_next_match_is_in_the_readers_language(client):
    for language, name in ("en", "Next match"), ("it", "Prossima partita"):
        facts = client.get("/manifest.webmanifest", headers={"accept-language": language}).json()
        assert facts["lang"] == language
        assert [(one["name"], one["url"]) for one in facts["shortcuts"]] == [(name, "/next/")]


@pytest.mark.django_db
def test_pages_lead_to_it_and_their_policy_allows_it(client):
    answer = client.get("/rules/")
    assert '<link rel="manifest" href="/manifest.webmanifest">' in answer.content.decode()
    assert "manifest-src 'self'" in answer["Content-Security-Policy"]
