"""The front page: what a stranger is offered, what waits for a player and in which order."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse

from games import clock
from games.models import Match, Seat, Status
from games.registry import TITLES
from games.services.waiting import tables
from games.views import showcase
from masques_site.accounts import moderation
from tests.cast import person

REGISTERED = tuple(TITLES)

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]


@pytest.fixture
def anna(client):
    user = person("anna")
    client.force_login(user)
    return user


def started(host, guest, pace="standard"):
    match = tables.open_table(host=host, title="lantern", seats=2, settings={}, pace=pace, access="open")
    tables.join_table(user=guest, match_id=match.pk)
    match.refresh_from_db()
    return match


def owes(match, user, hours):
    """Let `user` alone owe the open decision, for `hours` more."""
    Seat.objects.filter(match=match).update(due_decision=None, deadline=None)
    deadline = None if hours is None else clock.now() + timedelta(hours=hours)
    Seat.objects.filter(match=match, user=user).update(due_decision=match.ply, due_since=clock.now(), deadline=deadline)


def finish(match):
    outcome = {"places": [1, 2], "reason": "resigned", "scores": None}
    Match.objects.filter(pk=match.pk).update(status=Status.FINISHED, finished_at=clock.now(), outcome=outcome)


def ids(response, heading):
    return [row.match.pk for row in getattr(response.context["dashboard"], heading)]


def test_a_stranger_is_offered_a_bot_and_every_title(client):
    page = client.get("/").content.decode()
    assert reverse("games:play_bot") in page
    assert "Hang lanterns on three bridges" in page
    assert reverse("games:rules_of", args=["lantern"]) in page


def test_waiting_matches_come_first_by_deadline(client, anna):
    bruno = person("bruno")
    late, soon, never = started(anna, bruno), started(anna, bruno), started(anna, bruno, "unlimited")
    for match, hours in ((late, 50), (soon, 2), (never, None)):
        owes(match, anna, hours)
    assert ids(client.get("/"), "due") == [soon.pk, late.pk, never.pk]


def test_next_leads_to_the_match_with_the_soonest_deadline_and_home_when_nothing_waits(client, anna):
    assert client.get(reverse("games:next")).url == "/"
    bruno = person("bruno")
    late, soon = started(anna, bruno), started(anna, bruno)
    owes(late, anna, 50)
    owes(soon, anna, 2)
    assert client.get(reverse("games:next")).url == reverse("games:match", args=[soon.pk])


def test_next_leads_to_a_match_whose_end_was_not_seen_once_nothing_is_due(client, anna):
    bruno = person("bruno")
    over, waits = started(anna, bruno), started(anna, bruno)
    finish(over)
    owes(waits, anna, 50)
    assert client.get(reverse("games:next")).url == reverse("games:match", args=[waits.pk])
    owes(waits, bruno, 50)
    assert client.get(reverse("games:next")).url == reverse("games:match", args=[over.pk])
    Seat.objects.filter(match=over, user=anna).update(end_seen_at=clock.now())
    assert client.get(reverse("games:next")).url == "/"


def test_every_page_but_home_leads_on_to_the_next_match_while_one_waits(client, anna):
    hidden, link = '<p id="next-match" class="next-match" hidden>', f'href="{reverse("games:next")}"'
    assert hidden in client.get(reverse("games:lobby")).content.decode()
    owes(started(anna, person("bruno")), anna, 5)
    page = client.get(reverse("games:lobby")).content.decode()
    assert link in page
    assert hidden not in page
    assert client.get("/").content.decode().count(link) == 1


def test_next_leads_a_stranger_home(client):
    assert client.get(reverse("games:next")).url == "/"


def test_the_number_of_waiting_matches_is_in_the_title_of_every_page(client, anna):
    match = started(anna, person("bruno"))
    owes(match, anna, 5)
    for path in ("/", reverse("games:lobby"), reverse("games:rules"), "/nowhere/"):
        assert "<title>(1) " in client.get(path).content.decode()


def test_a_seat_played_by_a_bot_does_not_wait_for_its_holder(client, anna):
    match = started(anna, person("bruno"))
    owes(match, anna, 5)
    Seat.objects.filter(match=match, user=anna).update(bot_for_decision=match.ply)
    assert ids(client.get("/"), "due") == []
    assert "<title>Home" in client.get("/").content.decode()


def test_a_finished_match_is_listed_until_its_end_was_seen(client, anna):
    match = started(anna, person("bruno"))
    finish(match)
    assert ids(client.get("/"), "ended") == [match.pk]
    Seat.objects.filter(match=match, user=anna).update(end_seen_at=clock.now())
    assert ids(client.get("/"), "ended") == []


def test_an_invitation_is_listed_until_it_is_taken(client, anna):
    bruno = person("bruno")
    match = tables.open_table(host=bruno, title="lantern", seats=3, settings={}, pace="fast", access="invited")
    tables.invite(host=bruno, match_id=match.pk, user=anna)
    assert ids(client.get("/"), "invitations") == [match.pk]
    tables.join_table(user=anna, match_id=match.pk)
    page = client.get("/")
    assert ids(page, "invitations") == []
    assert ids(page, "waiting") == [match.pk]


@pytest.mark.parametrize("who", ["anna blocks", "bruno blocks"])
def test_an_invitation_is_not_listed_once_there_is_a_block_between_guest_and_host(client, anna, who):
    bruno = person("bruno")
    match = tables.open_table(host=bruno, title="lantern", seats=3, settings={}, pace="fast", access="invited")
    tables.invite(host=bruno, match_id=match.pk, user=anna)
    pair = (anna, bruno) if who == "anna blocks" else (bruno, anna)
    moderation.block(blocker=pair[0], blocked=pair[1])
    assert ids(client.get("/"), "invitations") == []


def test_an_invitation_to_a_table_that_was_closed_or_has_started_is_not_listed(client, anna):
    bruno = person("bruno")
    closed, full = (
        tables.open_table(host=bruno, title="lantern", seats=2, settings={}, pace="fast", access="invited")
        for _table in range(2)
    )
    for match in (closed, full):
        tables.invite(host=bruno, match_id=match.pk, user=anna)
    tables.close_table(user=bruno, match_id=closed.pk)
    tables.add_bot(host=bruno, match_id=full.pk, level="easy")
    assert ids(client.get("/"), "invitations") == []


def test_an_invitation_of_anybody_else_is_not_listed(client, anna):
    match = tables.open_table(
        host=person("bruno"), title="lantern", seats=3, settings={}, pace="fast", access="invited"
    )
    tables.invite(host=match.host, match_id=match.pk, user=person("zeno"))
    page = client.get("/")
    assert not any(ids(page, heading) for heading in ("invitations", "fitting", "waiting", "running"))


@pytest.mark.parametrize("who", ["host", "somebody who sits there"])
@pytest.mark.parametrize("by_reader", [True, False])
def test_a_table_with_a_free_seat_is_not_offered_where_a_block_keeps_the_reader_away(client, anna, who, by_reader):
    bruno, zeno = person("bruno"), person("zeno")
    match = tables.open_table(host=bruno, title="lantern", seats=3, settings={}, pace="fast", access="open")
    tables.join_table(user=zeno, match_id=match.pk)
    assert ids(client.get("/"), "fitting") == [match.pk]
    other = bruno if who == "host" else zeno
    moderation.block(blocker=anna if by_reader else other, blocked=other if by_reader else anna)
    assert ids(client.get("/"), "fitting") == []
    assert match.pk not in client.get(reverse("games:lobby")).content.decode()


@pytest.mark.parametrize("access", ["link", "invited"])
def test_a_table_that_is_not_open_to_all_is_offered_to_nobody(client, anna, access):
    tables.open_table(host=person("bruno"), title="lantern", seats=3, settings={}, pace="fast", access=access)
    assert ids(client.get("/"), "fitting") == []
    assert client.get(reverse("games:lobby")).context["summaries"] == []


def test_a_table_is_offered_until_its_time_is_up(client, anna):
    match = tables.open_table(host=person("bruno"), title="lantern", seats=3, settings={}, pace="fast", access="open")
    assert ids(client.get("/"), "fitting") == [match.pk]
    Match.objects.filter(pk=match.pk).update(expires_at=clock.now())
    assert ids(client.get("/"), "fitting") == []
    assert client.get(reverse("games:lobby")).context["summaries"] == []


def test_next_does_not_lead_to_a_seat_that_was_given_up_or_to_a_match_set_aside(client, anna):
    match = started(anna, person("bruno"))
    owes(match, anna, 5)
    Seat.objects.filter(match=match, user=anna).update(bot="medium", vacated_at=clock.now())
    assert client.get(reverse("games:next")).url == "/"
    Seat.objects.filter(match=match, user=anna).update(bot="", vacated_at=None)
    for status in (Status.QUARANTINED, Status.EXPIRED, Status.OPEN):
        Match.objects.filter(pk=match.pk).update(status=status)
        assert client.get(reverse("games:next")).url == "/", status
    assert "<title>(1)" not in client.get("/").content.decode()


def test_a_seat_that_was_given_up_is_no_longer_listed(client, anna):
    match = started(anna, person("bruno"))
    Seat.objects.filter(match=match, user=anna).update(vacated_at=clock.now(), bot="medium")
    page = client.get("/")
    assert ids(page, "due") == ids(page, "running") == []
    owes(match, anna, 5)
    page = client.get("/")
    assert ids(page, "due") == ids(page, "running") == []
    assert "<title>Home" in page.content.decode()


def test_the_home_page_asks_the_same_number_of_questions_however_many_matches(
    client, anna, django_assert_max_num_queries
):
    bruno = person("bruno")
    for _count in range(6):
        started(anna, bruno)
        tables.open_table(host=bruno, title="lantern", seats=3, settings={}, pace="fast", access="open")
    with django_assert_max_num_queries(16):
        client.get("/")


@pytest.mark.parametrize("title", REGISTERED)
def test_a_stranger_sees_the_drawn_table_of_every_title_in_the_middle_of_a_match(client, title):
    boards = {shown["game"].slug: str(shown["board"]) for shown in client.get("/").context["titles"]}
    assert re.search(r"<svg[^>]* viewBox=", boards[title])
    assert "<a " not in boards[title]  # nothing to click, nothing to compose


@pytest.mark.parametrize("title", REGISTERED)
def test_a_showcase_has_the_symbols_that_it_names_and_no_others(title):
    drawing = showcase.board(TITLES[title])
    named = set(re.findall(r'href="#([^"]+)"', drawing))
    assert named <= set(re.findall(r' id="([^"]+)"', drawing))
    assert set(re.findall(r'<symbol id="([^"]+)"', drawing)) <= named


def test_a_title_without_a_showcase_shows_its_cover(client):
    boards = {shown["game"].slug: shown["board"] for shown in client.get("/").context["titles"]}
    assert boards["lantern"] == ""
