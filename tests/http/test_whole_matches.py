"""Whole matches of every title as people without scripts play them: links and forms, and nothing else."""

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest
from django.test import Client

from games.core.engine.log import Position
from games.core.kit.samples import sample_seats
from games.models import Match, Seat, Status
from games.registry import TITLES
from games.selectors import matches as selectors
from tests.cast import NAMES, due, fresh, person
from tests.lantern.game import LANTERN
from tests.redaction import redacted
from tests.sampling import sampled
from tests.views.pages import Form, Page, page, steady

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

TABLES = [(game.slug, seats) for game in (*TITLES.values(), LANTERN) for seats in sample_seats(game)]
OF_THE_RUN = [("maskera", 2), ("lantern", 3)]
MOST_DECISIONS = 600
LOOK_EVERY = 9  # decisions; then everybody's page is opened, the spectator's too
DUE = re.compile(r'<li id="seat-(\d+)" class="seat due')


@dataclass
class Visitor:
    """A person at the table with a browser; `seat` is None for the spectator."""

    client: Client
    seat: int | None


def visitor(name: str) -> Client:
    client = Client()
    client.force_login(person(name))
    return client


def send(client: Client, address: str, form: Form, **changed: str) -> str:
    """Send `form`, found at `address`, with its first button; where the answer leads."""
    values = {**form.values, **changed}
    values |= {name: value for name, value, _label in form.buttons[:1] if name}
    response = client.post(form.action or address, values)
    assert response.status_code in (302, 303), response.content.decode()
    return response["Location"]


def sit_down(title: str, seats: int, rng: random.Random) -> tuple[str, list[Client]]:
    """Open a table by its form and take its seats through the lobby; the match's address and the people."""
    clients = [visitor(name) for name in NAMES[:seats]]
    lobby = page(clients[0], "/tables/")
    new = next(address for _class, address, label in lobby.links if label == "Open a table")
    assert f'name="title" value="{title}"' in page(clients[0], new).source
    address = f"{new}?title={title}&seats={seats}"
    form = page(clients[0], address).forms[""]
    chosen = {name: values for name, values in form.choices.items() if name not in form.several}
    options = {name: rng.choice(values) for name, values in chosen.items() if name.startswith("option_")}
    path = send(clients[0], address, form, **options)
    for client in clients[1:]:
        assert path in [link for _class, link, _label in page(client, "/tables/").links]
        assert send(client, path, page(client, path).forms[f"{path}join/"]) == path
    return path, clients


def compose(client: Client, path: str, rng: random.Random) -> None:
    """Make one decision by following the page's choices, in words or drawn, until it can be confirmed. What is drawn
    is one of the choices in words, or one of them and what comes after it."""
    shown = page(client, path)
    assert "Your turn" in shown.text
    while not shown.forms["compose"].buttons:
        choices, drawn = shown.addresses("choice"), shown.addresses("part")
        assert [part for part in drawn if part not in choices and not goes_on(part, choices)] == []
        shown = page(client, rng.choice(choices + drawn))
    assert send(client, path, shown.forms["compose"]) == path


def goes_on(address: str, choices: list[str]) -> bool:
    """Return whether `address` names the parts of one of the `choices`, and more."""
    return any(address.startswith(f"{choice}%2C") for choice in choices)


def hidden_tokens(match: Match, seat: int | None) -> Iterator[str]:
    """Return the tokens of the log that are hidden, or different, for `seat`."""
    entries = selectors.entries_after(match, selectors.log_of(match))
    shown = {(entry.ply, entry.text) for entry in redacted(entries, seat)}
    yield from (entry.text for entry in entries if (entry.ply, entry.text) not in shown and len(entry.text) > 3)


def look_around(path: str, match: Match, visitors: list[Visitor], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every page says who is due, offers choices only to them, and reveals nothing that its reader may not know: with
    all of that re-dealt, not a byte differs."""
    owing = {seat.index for seat in due(match)}
    honest = selectors.position_after
    for each in visitors:
        shown = page(each.client, path)
        assert {int(index) for index in DUE.findall(shown.source)} == owing
        offered = shown.addresses("choice") or ("compose" in shown.forms and shown.forms["compose"].buttons)
        assert bool(offered) == (each.seat in owing)
        assert not [token for token in hidden_tokens(match, each.seat) if token in shown.text]
        steady_page = steady(each.client.get(path))  # what was new is no longer new

        def redealt(asked, events, seat=each.seat):
            position = honest(asked, events)
            # A spectator knows no more than any seat: re-dealt for one seat, nothing may change for either.
            return Position(position.state.redeal(seat or 0, random.Random(9).getrandbits(32)), position.decision)

        with monkeypatch.context() as patched:
            patched.setattr(selectors, "position_after", redealt)
            assert steady(each.client.get(path)) == steady_page


@pytest.mark.parametrize(("title", "seats"), sampled(TABLES, OF_THE_RUN))
def test_a_whole_match_from_the_lobby_to_the_places(title, seats, monkeypatch):
    rng = random.Random(f"{title} {seats}")
    path, clients = sit_down(title, seats, rng)
    match = Match.objects.get()
    assert match.status == Status.RUNNING
    by_seat = {row.index: clients[NAMES.index(row.user.username)] for row in Seat.objects.select_related("user")}
    visitors = [Visitor(client, seat) for seat, client in by_seat.items()] + [Visitor(Client(), None)]
    for decision in range(MOST_DECISIONS):
        match = fresh(match)
        if match.status != Status.RUNNING:
            break
        if decision % LOOK_EVERY == 0:
            look_around(path, match, visitors, monkeypatch)
        owing = [seat.index for seat in due(match)]
        for seat in rng.sample(owing, len(owing)):
            compose(by_seat[seat], path, rng)
    assert match.status == Status.FINISHED
    end_pages(path, match, visitors)


def end_pages(path: str, match: Match, visitors: list[Visitor]) -> None:
    """At the end everybody reads the places, the whole history and the proof; the players may ask for more."""
    for each in visitors:
        shown = page(each.client, path)
        assert "The match is over" in shown.text
        assert all(name in shown.text for name in NAMES[: match.seat_count])
        assert not DUE.findall(shown.source)
        assert "compose" not in shown.forms
        assert (f"{path}rematch/" in shown.forms) == (each.seat is not None)
        for query in ("", "?ply=0", "?as=all", "?as=0&ply=7"):
            assert isinstance(page(each.client, f"{path}history/{query}"), Page)
        assert each.client.get(f"{path}proof/").status_code == 200
        assert each.client.get(f"{path}record.txt").status_code == 200
