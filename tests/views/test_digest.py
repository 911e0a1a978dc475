"""“Since you were here”: what a player's home page tells of each match, and what it must not."""

import pytest
from django.urls import reverse

from games.core.events import Entry, EventKind
from games.models import Match, Seat
from games.registry import TITLES
from games.views.digest import MOST_LINES, folded
from games.views.match_page import LOG_LINES
from tests.cast import due, fresh, move, person, running_match

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

NAMES = ("Anna", "Bruno", "Carla")


def told(*moves: str) -> list[str]:
    game = TITLES["masques"]
    entries = [
        Entry(ply, EventKind.MOVE, ply % 3, game.parse_effect(EventKind.MOVE, ply % 3, text))
        for ply, text in enumerate(moves)
    ]
    return folded(game, entries, lambda seat: NAMES[seat])


@pytest.fixture
def match(client):
    """A match of Anna, logged in, who has looked at it, and Bruno."""
    anna = person("anna")
    client.force_login(anna)
    match = running_match("lantern", [anna, person("bruno")])
    client.get(reverse("games:match", args=[match.pk]))
    return match


def play(match: Match, decisions: int) -> Match:
    for _decision in range(decisions):
        move(match, due(fresh(match))[0])
    return fresh(match)


def digest_of(client, match):
    return client.get("/").context["news"].get(match.pk)


def test_nothing_is_told_of_a_match_in_which_nothing_happened(client, match):
    assert digest_of(client, match) is None
    assert "Since you were here" not in client.get("/").content.decode()


def test_the_newest_sentences_are_those_of_the_log(client, match):
    play(match, 6)
    digest = digest_of(client, match)
    assert digest.since is not None
    assert 0 < len(digest.lines) <= MOST_LINES
    log = [line["text"] for line in client.get(reverse("games:match", args=[match.pk])).context["lines"]]
    assert len(log) < LOG_LINES
    assert digest.lines[-1].split(" (And ")[0] in log
    assert digest_of(client, match) is None  # now she has looked


def test_what_a_seat_may_not_know_is_not_told_on_its_home_page_either(client, match):
    match = play(match, 3)
    Seat.objects.filter(match=match).update(seen_ply=0)
    mine = client.get("/").context["news"][match.pk].lines
    client.force_login(person("bruno"))
    theirs = client.get("/").context["news"][match.pk].lines
    page = client.get(reverse("games:history", args=[match.pk])).content.decode()
    assert all(line.split(" (And ")[0] in page.replace("&#x27;", "'") for line in theirs)
    assert mine
    assert theirs


def test_a_run_of_passes_becomes_one_sentence():
    assert told("pass", "pass", "pass", "F2@5", "pass") == [
        "Anna passes. (And 2 more like it.)",
        "Anna plays Foscari 2 into hallway 5.",
        "Bruno passes.",
    ]


def test_moves_that_differ_in_what_was_done_stand_each_for_itself():
    assert told("F2@5", "F2@5") == [f"{name} plays Foscari 2 into hallway 5." for name in NAMES[:2]]


def test_all_digests_of_a_home_page_take_one_statement(client, match, django_assert_max_num_queries):
    others = [running_match("lantern", [person("anna"), person("bruno")]) for _count in range(3)]
    for one in [match, *others]:
        play(one, 2)
    with django_assert_max_num_queries(17):
        news = client.get("/").context["news"]
    assert set(news) == {one.pk for one in [match, *others]}
