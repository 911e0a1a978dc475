"""A move that is sent by the form costs a fixed number of statements, however long the match is."""

import random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Event, Match, Seat
from games.registry import TITLES
from games.selectors.matches import position
from tests.cast import NAMES, due, fresh, move, person, running_match, some_move
from tests.lantern.game import LANTERN

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

MOST = 15  # BEGIN, COMMIT, the session and the user counted
EARLY, LATE = 12, 40  # decisions
SITTINGS = [(game.slug, max(game.seats)) for game in [*TITLES.values(), LANTERN]]


def posted(match: Match, seat: Seat, client: Client, text: str, rng: random.Random) -> list[str]:
    """Send one move of `seat` by its form; the statements that this took."""
    fields = {"text": text, "seen": fresh(match).decision, "client_move_id": f"{rng.getrandbits(64):x}"}
    with CaptureQueriesContext(connection) as queries:
        response = client.post(reverse("games:move", args=[match.pk]), fields)
    assert response.status_code == 303, response.content.decode()
    return [query["sql"] for query in queries.captured_queries]


def counts(match: Match, clients: dict[int, Client], rng: random.Random, most: int) -> dict[str, set[int]]:
    """Play `most` decisions by the form: how many statements turns and answers took."""
    found: dict[str, set[int]] = {"turn": set(), "answer": set()}
    for _decision in range(most):
        kind = "answer" if position(fresh(match)).state.sealed() else "turn"
        for seat in due(match):
            text = some_move(match, seat.index, rng)
            found[kind].add(len(posted(match, seat, clients[seat.user_id], text, rng)))
    return found


@pytest.mark.parametrize(("title", "seats"), SITTINGS)
def test_no_move_by_the_form_takes_more_than_fifteen_statements(title, seats):
    people = [person(name) for name in NAMES[:seats]]
    clients = {user.pk: Client() for user in people}
    for user in people:
        clients[user.pk].force_login(user)
    match, rng = running_match(title, people), random.Random(5)
    early = counts(match, clients, rng, EARLY)
    for _decision in range(LATE):
        for seat in due(match):
            move(match, seat, rng=rng)
    late = counts(match, clients, rng, EARLY)
    for kind, numbers in early.items():
        assert max(numbers | late[kind], default=0) <= MOST, (kind, early, late)
    assert early["turn"]


def test_changing_a_sealed_answer_and_sending_a_move_twice_cost_no_more():
    people = [person(name) for name in NAMES[:3]]
    match, rng = running_match("lantern", people), random.Random(1)
    (seat,) = due(match)
    move(match, seat)
    answering = due(match)[0]
    client = Client()
    client.force_login(answering.user)
    assert len(posted(match, answering, client, "let", rng)) <= MOST
    assert len(posted(match, answering, client, "blow", rng)) <= MOST
    rng.seed(7)
    posted(match, answering, client, "let", rng)
    rng.seed(7)
    assert len(posted(match, answering, client, "let", rng)) <= MOST  # the same id again
    assert not Event.objects.filter(match=match, seat=answering.index, kind="move").exists()


def looked_at(client: Client, address: str) -> int:
    """How many statements a look at `address` takes when nothing about the visitor is to be noted."""
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def test_a_look_at_a_match_takes_a_few_statements_however_long_it_is():
    people = [person(name) for name in NAMES[:3]]
    match, rng, seated = running_match("lantern", people), random.Random(3), Client()
    seated.force_login(people[0])
    counts = []
    for _look in range(2):
        pages = [reverse(f"games:{name}", args=[match.pk]) for name in ("match", "rev", "history", "screen", "hand")]
        public = pages[:-1]  # a hand is its holder's, and may be on another device
        counts.append([looked_at(seated, page) for page in pages] + [looked_at(Client(), page) for page in public])
        for _decision in range(8):
            for seat in due(match):
                move(match, seat, rng=rng)
    assert counts[0] == counts[1]
    assert all(count <= most for count, most in zip(counts[0], (8, 5, 7, 5, 8, 5, 3, 4, 3), strict=True)), counts
