"""“Since your last visit”: what a player's home page tells of each match, and what it must not."""

import pytest
from django.urls import reverse

from games.core.engine.events import Entry, EventKind
from games.models import Match
from games.registry import TITLES
from games.selectors.lists import MatchSummary
from games.selectors.matches import entries_after
from games.services.beside import presence
from games.services.match.play import resign
from games.views.digest import MOST_LINES, MOST_MATCHES, digests, folded
from games.views.match_page import LOG_LINES
from tests.cast import due, fresh, move, person, running_match, stored_log
from tests.looks import forget, have_seen
from tests.redaction import redacted
from tests.sampling import sampled

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

NAMES = ("Anna", "Bruno", "Carla")
DIGESTS = [("maskera", True), ("masques", False), ("maskera", False), ("masques", True)]


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


def test_a_match_without_news_has_no_digest(client, match):
    assert digest_of(client, match) is None
    assert "Since your last visit" not in client.get("/").content.decode()


def test_the_newest_sentences_are_those_of_the_log(client, match):
    play(match, 6)
    digest = digest_of(client, match)
    assert digest.since is not None
    assert 0 < len(digest.lines) <= MOST_LINES
    log = [line["text"] for line in client.get(reverse("games:match", args=[match.pk])).context["lines"]]
    assert len(log) < LOG_LINES
    assert digest.lines[-1].split(" (And ")[0] in log
    assert digest_of(client, match) is None  # now she has looked


def test_facts_hidden_from_a_seat_are_not_on_its_home_page(client, match):
    match = play(match, 3)
    forget(match)
    mine = client.get("/").context["news"][match.pk].lines
    client.force_login(person("bruno"))
    theirs = client.get("/").context["news"][match.pk].lines
    page = client.get(reverse("games:history", args=[match.pk])).content.decode()
    assert all(line.split(" (And ")[0] in page.replace("&#x27;", "'") for line in theirs)
    assert mine
    assert theirs


def own_sentences(match: Match, seat: int, since: int, *, is_redacted: bool = True) -> list[str]:
    """Return the log's sentences for `seat` about the events from ply `since` on; all unless `is_redacted`."""
    entries = [entry for entry in entries_after(match, stored_log(match)) if entry.ply >= since]
    names = [str(user) for user in match.seats.order_by("index").values_list("user__username", flat=True)]
    shown = redacted(entries, seat) if is_redacted else entries
    return folded(match.game, shown, lambda index: names[index])


@pytest.mark.parametrize(("title", "over"), sampled(DIGESTS, DIGESTS[:2]))
def test_a_digest_tells_what_its_own_seat_may_read_from_the_first_event_that_it_has_not_seen(client, title, over):
    people = [person("anna"), person("bruno"), person("carla")][: 3 if title == "masques" and not over else 2]
    match = play(running_match(title, people), 8)
    if over:
        resign(actor=people[1], match_id=match.pk, seat=1)
        match = fresh(match)
    differing = 0
    for seat, user in enumerate(people[:2]):
        client.force_login(user)
        for seen in range(0, match.ply + 1, 3):
            have_seen(match, seen)
            digest, sentences = digest_of(client, match), own_sentences(match, seat, seen)
            assert ([] if digest is None else digest.lines) == sentences[-MOST_LINES:]
            assert (0 if digest is None else digest.earlier) == max(0, len(sentences) - MOST_LINES)
            whole = own_sentences(match, seat, seen, is_redacted=False)
            differing += sentences[-MOST_LINES:] != whole[-MOST_LINES:]
    assert differing, "something is hidden in what was told"


def test_a_digest_ends_where_the_row_of_its_match_ends(client, match):
    """A move between two statements appears the next time, with everything that belongs to it."""
    match = play(match, 4)
    summary = client.get("/").context["dashboard"].due or client.get("/").context["dashboard"].running
    before = fresh(match)
    play(match, 2)
    (summary,) = [MatchSummary(before, one.places, one.mine, one.host) for one in summary]
    assert summary.mine is not None
    entries = entries_after(before, stored_log(match)[: before.ply])
    expected = [entry for entry in entries if entry.ply >= presence.seen(summary.mine).ply]
    told = folded(match.game, redacted(expected, 0), lambda seat: summary.places[seat].name)
    assert digests([summary])[match.pk].lines == told[-MOST_LINES:]


def test_matches_without_news_take_no_place_of_those_that_have_some(client, match):
    for _count in range(MOST_MATCHES):
        quiet = play(running_match("lantern", [person("anna"), person("bruno")]), 2)
        client.get(reverse("games:match", args=[quiet.pk]))
    play(match, 2)
    dashboard = client.get("/").context["dashboard"]
    summaries = sorted([*dashboard.due, *dashboard.running], key=lambda summary: summary.match.pk == match.pk)
    assert len(summaries) == MOST_MATCHES + 1
    assert set(digests(summaries)) == {match.pk}


def test_a_page_is_read_as_far_as_it_showed_the_match_whatever_came_in_meanwhile(match):
    """The look is stored after the page has been sent."""
    shown = play(match, 2)
    seat = shown.seats.get(index=0)
    play(match, 2)
    presence.mark_seen(shown, seat)
    assert presence.seen(seat).ply == shown.ply < fresh(match).ply


def test_a_run_of_passes_becomes_one_sentence():
    assert told("pass", "pass", "pass", "F2@5", "pass") == [
        "Anna passes. (And 2 more like this.)",
        "Anna plays Foscari 2 in hallway 5.",
        "Bruno passes.",
    ]


def test_different_moves_are_not_grouped():
    assert told("F2@5", "F2@5") == [f"{name} plays Foscari 2 in hallway 5." for name in NAMES[:2]]


def test_all_digests_of_a_home_page_take_one_statement(client, match, django_assert_max_num_queries):
    others = [running_match("lantern", [person("anna"), person("bruno")]) for _count in range(3)]
    for one in [match, *others]:
        play(one, 2)
    with django_assert_max_num_queries(17):
        news = client.get("/").context["news"]
    assert set(news) == {one.pk for one in [match, *others]}
