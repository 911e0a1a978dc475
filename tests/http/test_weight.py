"""The weight of pages: a first visit and a tap stay light on a slow connection (docs/performance.md)."""

import gzip
import random
import re
from collections.abc import Iterator
from itertools import islice, product
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.test import Client
from django.urls import reverse

from games.models import Match, Seat, Status
from games.registry import TITLES
from tests.cast import due, fresh, move, person, running_match
from tests.sampling import sampled
from tests.views.pages import FRAGMENT, Page

pytestmark = pytest.mark.django_db(transaction=True)

FIRST_VISIT = 110_000  # bytes, fonts included
FIRST_SCREEN = 90_000  # without fonts: on a television that shows nothing else of the site
TAP = 8_000
COMPRESSED = {".css", ".js", ".svg"}
NAMED = re.compile(r"<(?:link|script|img)\b[^>]*?(?:href|src)=\"/static/([^\"]+)\"[^>]*>")
LOADED = re.compile(r'rel="(stylesheet|icon|preload|modulepreload)"')
IMPORTED = re.compile(r'^import (?:.* from )?"\./([^"]+)";', re.MULTILINE)
PEOPLE = ("anna", "bruno", "carla", "dora")
DECISIONS = 150
LOOK_EVERY = 3
ENOUGH = 20  # taps of a title


def sent(client: Client, address: str, **headers: str) -> bytes:
    """The body of a page as it travels: compressed."""
    answer = client.get(address, headers={"Accept-Encoding": "gzip", **headers})
    assert (answer.status_code, answer["Content-Encoding"]) == (200, "gzip"), address
    return bytes(answer.content)


def files(html: str) -> set[str]:
    """The static files that a browser loads for a page: those that it names, and the modules that these import."""
    names = {found[1] for found in NAMED.finditer(html) if "<link" not in found[0] or LOADED.search(found[0])}
    names = {name for name in names if not name.endswith(".webmanifest")}
    left = [name for name in names if name.endswith(".js")]
    while left:
        name = left.pop()
        for module in IMPORTED.findall(path_of(name).read_text()):
            imported = f"{Path(name).parent}/{module}"
            if imported not in names:
                names.add(imported)
                left.append(imported)
    return names


def path_of(name: str) -> Path:
    """The source of a static file, whose name in a page may bear a mark of its content."""
    found = finders.find(name) or finders.find(re.sub(r"\.[0-9a-f]{12}(?=\.\w+$)", "", name))
    assert found, name
    return Path(str(found))


def weight(name: str) -> int:
    """How many bytes of a static file travel."""
    content = path_of(name).read_bytes()
    return len(gzip.compress(content)) if Path(name).suffix in COMPRESSED else len(content)


def first_visit(client: Client, address: str) -> dict[str, int]:
    """How many bytes of each file travel on a first visit."""
    body = sent(client, address)
    loaded = files(gzip.decompress(body).decode())
    assert {Path(name).suffix for name in loaded} >= {".css", ".js", ".woff2"}
    return {name: weight(name) for name in loaded} | {address: len(body)}


def assert_first_visit_is_light(client: Client, address: str) -> None:
    weights = first_visit(client, address)
    assert sum(weights.values()) < FIRST_VISIT, sorted(weights.items(), key=lambda item: -item[1])


def client_of(seat: Seat) -> Client:
    client = Client()
    client.force_login(seat.user)
    return client


def decisions(title: str) -> Iterator[tuple[Match, Seat]]:
    """The decisions of a match of `title` at its largest table of up to four, each made when the next is due."""
    rng = random.Random(title)
    seats = max(seats for seats in TITLES[title].seats if seats <= len(PEOPLE))
    match = running_match(title, [person(name) for name in PEOPLE[:seats]])
    for _decision in range(DECISIONS):
        if match.status != Status.RUNNING:
            return
        seat = rng.choice(due(match))
        yield match, seat
        move(match, seat, rng=rng)
        match = fresh(match)


def test_a_strangers_first_visit_is_light():
    assert_first_visit_is_light(Client(), "/")


@pytest.mark.parametrize("title", sampled(TITLES, ["mascarade", "masons"]))
def test_a_first_visit_to_a_match_is_light(title):
    for number, (match, seat) in enumerate(decisions(title)):
        if number == DECISIONS // 3:
            for page in ("match", "hand"):
                assert_first_visit_is_light(client_of(seat), reverse(f"games:{page}", args=[match.pk]))
            screen = first_visit(Client(), reverse("games:screen", args=[match.pk]))
            assert sum(size for name, size in screen.items() if not name.endswith(".woff2")) < FIRST_SCREEN


@pytest.mark.parametrize(("title", "least"), sampled(product(TITLES, (1, 4)), [("mascarade", 1), ("masons", 1)]))
def test_a_tap_is_light_all_match_long(title, least):
    taps = matches = 0
    part = {name.removeprefix("HTTP_").replace("_", "-"): value for name, value in FRAGMENT.items()}
    while matches < least or taps <= ENOUGH:  # a match may be short
        matches += 1
        for match, seat in islice(decisions(title), 0, None, LOOK_EVERY):
            client, address = client_of(seat), reverse("games:match", args=[match.pk])
            for tapped in (address, *Page(client.get(address)).addresses("choice")[:1]):
                assert len(sent(client, tapped, **part)) < TAP, (match.ply, tapped)
                taps += 1
