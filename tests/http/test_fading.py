"""Faded facts are behind no address of the site: two matches that differ only in them look the same to every visitor,
at every door and at every ply of the history."""

import logging
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

import pytest
import time_machine
from django.db import transaction
from django.http import HttpResponse

from games.chance import dealer_of
from games.core.engine.dealer import Dealer
from games.core.engine.events import Event as CoreEvent
from games.core.engine.events import EventKind
from games.core.engine.log import chain_hash
from games.core.engine.state import ChanceStep
from games.models import Event, Match
from games.services.beside import looks
from games.services.match import locked_match
from games.views import digest
from tests.cast import fresh, move
from tests.http.doors import address, form, routes
from tests.http.town import Town
from tests.lantern.nights import BRIGHT, BRIGHTER, FADING, night
from tests.quiet import quiet_log
from tests.sampling import sampled
from tests.twins.recorder import CHANGING
from tests.views.pages import FRAGMENT

pytestmark = [pytest.mark.usefixtures("lantern", "db")]

READERS = ("anonymous", "seated", "other", "superuser")
OF_THE_RUN = ("seated",)
NEW_MATCHES = {"games:new_table", "games:play_bot"}
"""What makes a match with a name of its own, which differs every time."""
Answers = dict[tuple[str, str], bytes]


class Scripted(Dealer):
    """Draws what `night` says; everything else is the match's own."""

    def draw(self, step: ChanceStep) -> int:
        where = f"{step.purpose}/{'.'.join(map(str, step.index))}="
        found = [event.text.removeprefix(where) for event in night(2, BRIGHT) if event.text.startswith(where)]
        return int(found[0]) if found else super().draw(step)


def scripted(match: Match, seats: Any) -> Dealer:
    honest = dealer_of(match, seats)
    return Scripted(honest.key, honest.match_id, honest.nonces)


class NightTown(Town):
    """A town whose running matches are nights of Lantern; in `running` the first lantern is forgotten by now."""

    def __init__(self, memory: str) -> None:
        super().__init__(**{**FADING, "memory": memory})
        for event in night(2, BRIGHT):
            if event.kind == EventKind.MOVE:
                move(self.running, self.running.seats.select_related("user").get(index=event.seat), event.text)
        self.running = fresh(self.running)


@pytest.fixture
def town(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[NightTown]:
    """The town, at a moment that does not pass."""
    monkeypatch.setattr(locked_match, "dealer_of", scripted)
    monkeypatch.setattr(digest, "MOST_LINES", 99)  # home tells of everything since the reader was here
    with quiet_log(logging.CRITICAL), time_machine.travel("2031-03-01 12:00+00:00", tick=False):
        yield NightTown(getattr(request, "param", "fades"))


def lay(match: Match, events: Sequence[CoreEvent]) -> None:
    """Write `events` over the log of `match`. Row ids and times stay."""
    dealer, link = dealer_of(match, match.seats.all()), b""
    rows = list(Event.objects.filter(match=match).order_by("ply"))
    assert [(row.kind, row.seat) for row in rows] == [(event.kind.value, event.seat) for event in events]
    for row, event in zip(rows, events, strict=True):
        link = chain_hash(link, dealer.salt(row.ply), row.ply, event)
        row.text, row.hash = event.text, link
    Event.objects.filter(match=match).delete()
    Event.objects.bulk_create(rows)
    Match.objects.filter(pk=match.pk).update(head=link)


def addresses(town: NightTown) -> dict[str, tuple[str, dict[str, Any] | None]]:
    """Every address of the site, and those of the match at every ply and through all eyes; each with what a good POST
    to it holds."""
    found = {name: (address(town, name, pattern), form(town, name)) for name, pattern in routes()}
    match, history, record = (found[f"games:{name}"][0] for name in ("match", "history", "record"))
    for ply in range(town.running.ply + 1):
        found[f"match at {ply}"] = f"{match}?at={ply}", None
        found[f"history {ply}"] = f"{history}?ply={ply}", None
        found[f"history {ply} in public"] = f"{history}?ply={ply}&as=public", None
    for eyes in ("0", "1", "public", "all"):
        found[f"history as {eyes}"] = f"{history}?as={eyes}", None
        found[f"record as {eyes}"] = f"{record}?as={eyes}", None
    return found


def told(town: NightTown, readers: Sequence[str], only: tuple[str, ...]) -> Answers:
    """The answers to `readers` at all addresses, or at those named in `only`, by reader, way of asking and address.
    What a request changes is taken back. The second seat asks only for pages of matches, and only staff for the
    admin."""
    answers: Answers = {}
    for reader in readers:
        asked = {name: found for name, found in addresses(town).items() if not only or name in only}
        if reader != "superuser":
            asked = {name: found for name, found in asked.items() if not name.startswith("admin:")}
        if reader == "other":
            asked = {name: found for name, found in asked.items() if name.startswith(("games:", "match", "history"))}
        client = town.client(reader)
        cookies = client.cookies.copy()
        for name, (path, good) in asked.items():
            answers[reader, f"page {name}"] = steady(partial(client.get, path))
            if name in ("games:match", "games:hand", "games:screen", "games:history"):
                answers[reader, f"fragment {name}"] = steady(partial(client.get, path, **FRAGMENT))
            if good is not None and name.startswith("games:") and name not in NEW_MATCHES:
                answers[reader, f"post {name}"] = steady(partial(client.post, path, good))
            client.cookies = cookies.copy()
    return answers


def steady(ask: Callable[[], HttpResponse]) -> bytes:
    """An answer without what differs at every request whatever happens; what it changed is taken back."""
    start = transaction.savepoint()
    response = ask()
    transaction.savepoint_rollback(start)
    looks.kept.clear()
    headers = "".join(f"{name}: {value}\n" for name, value in sorted(response.items()))
    body = headers.encode() + (b"" if response.streaming else response.content)
    for pattern, rest in CHANGING:
        body = pattern.sub(rest, body)
    return body


def differing(town: NightTown, readers: Sequence[str], *only: str) -> set[tuple[str, str]]:
    """The answers to `readers`, by reader and address, that tell the two nights apart."""
    one = told(town, readers, only)
    lay(town.running, night(2, BRIGHTER))
    other = told(town, readers, only)
    assert one.keys() == other.keys()
    return {key for key in one if one[key] != other[key]}


@pytest.mark.parametrize("reader", sampled(READERS, OF_THE_RUN))
def test_no_door_of_the_site_shows_what_has_faded(town, reader):
    assert differing(town, [reader]) == set()


@pytest.mark.parametrize("town", ["kept"], indirect=True)
def test_where_memory_is_kept_the_same_doors_tell_the_nights_apart(town):
    everybodys, own = {"games:match", "games:history", "games:record"}, {"games:home", "accounts:export"}
    found = differing(town, READERS, *everybodys, *own, "history 9")
    expected = {(reader, f"page {page}") for reader in READERS for page in everybodys}
    expected |= {("seated", f"page {page}") for page in own} | {("other", "page history 9")}
    assert expected <= found, expected - found
