"""Rated tables on pages: the form, the lobby, the page of a table, a player's home."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from games.models import Match, Seat
from games.services.waiting import tables
from masques_site.accounts.services import create_guest
from tests.cast import person
from tests.ratings import rate

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

LOBBY = "/tables/"
NEW = {
    "title": "lantern",
    "seats": "3",
    "option_wind": "calm",
    "option_memory": "kept",
    "pace": "fast",
    "access": "open",
    "auto_start": "yes",
}


@pytest.fixture
def anna(client):
    user = person("anna")
    client.force_login(user)
    return user


def table(host, seats=3, **more):
    asked = {"title": "lantern", "pace": "standard", "access": "open", "is_rated": True}
    return tables.open_table(host=host, seats=seats, **{**asked, **more})


def send(client, **more):
    return client.post(reverse("games:new_table"), {**NEW, **more})


def words(response):
    """The text of a page, without markup and repeated spaces."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


# The form.


def test_a_member_is_offered_a_rated_match_first(client, anna):
    form = client.get(reverse("games:new_table"), {"title": "lantern", "seats": "3"}).context["form"]
    assert form["rated"].initial == "yes"
    assert [option.data["value"] for option in form["rated"]] == ["yes", "no"]
    assert "ratings with bots" in str(form["rated"])
    assert "doesn’t change any ratings" in str(form["rated"])


def test_a_rated_table_with_its_range_is_opened_by_the_form(client, anna):
    assert send(client, rated="yes", rating_low="900", rating_high="1800").status_code == 302
    match = Match.objects.get()
    assert (match.is_rated, match.rating_low, match.rating_high) == (True, 900, 1800)


@pytest.mark.parametrize("more", [{"rated": "no"}, {}, {"rated": ""}])
def test_matches_are_casual_by_default(client, anna, more):
    assert send(client, **more).status_code == 302
    assert not Match.objects.get().is_rated


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"pace": "unlimited"}, "Pace: a rated match needs deadlines."),
        ({"access": "link"}, "Who can join: a rated match is open to anyone."),
        ({"rating_low": "1300", "rating_high": "1200"}, "Maximum rating: it can’t be below the minimum."),
        ({"rating_low": "1300"}, "Minimum rating: your own rating here is 1000."),
        ({"rated": "no", "rating_low": "900"}, "only rated matches can have them"),
    ],
)
def test_the_form_says_what_the_rules_forbid(client, anna, wrong, said):
    response = send(client, **{"rated": "yes", **wrong})
    assert response.status_code == 422
    assert said in words(response)
    assert not Match.objects.exists()


@pytest.mark.parametrize("field", ["rating_low", "rating_high"])
@pytest.mark.parametrize(
    "junk", ["many", "-1", "4001", "1e3", "12.5", "0x10", "9" * 5000, "NaN", "\0", "1200; DROP", "<b>", "--1"]
)
def test_bounds_that_are_no_such_numbers_are_marked(client, anna, field, junk):
    response = send(client, rated="yes", **{field: junk})
    assert response.status_code == 422
    assert list(response.context["form"].errors) == [field]
    assert not Match.objects.exists()


def test_a_choice_that_is_none_is_marked(client, anna):
    response = send(client, rated="perhaps")
    assert response.status_code == 422
    assert list(response.context["form"].errors) == ["rated"]


def test_a_guest_is_not_offered_it_and_cannot_ask_for_it(client):
    client.force_login(create_guest())
    page = client.get(reverse("games:new_table"), {"title": "lantern", "seats": "3"})
    assert 'name="rated"' not in page.content.decode()
    assert 'name="rating_low"' not in page.content.decode()
    assert send(client, rated="yes", rating_low="900").status_code == 302
    match = Match.objects.get()
    assert (match.is_rated, match.rating_low) == (False, None)


def test_a_match_against_bots_from_the_short_form_is_casual(client, anna):
    client.post(reverse("games:play_bot"), {"title": "lantern", "seats": "3", "level": "easy", "rated": "yes"})
    assert not Match.objects.get().is_rated


# The lobby.


@pytest.mark.parametrize(
    ("bounds", "said"),
    [((900, 1800), "900 to 1800"), ((900, None), "900 and above"), ((None, 1800), "up to 1800"), ((0, 0), "0 to 0")],
)
def test_a_row_says_that_a_table_is_rated_and_for_whom(client, bounds, said):
    match = table(person("bruno"))
    Match.objects.filter(pk=match.pk).update(rating_low=bounds[0], rating_high=bounds[1])
    for page in (client.get(LOBBY), client.get(reverse("games:match", args=[match.pk]))):
        assert "rated" in words(page)
        assert said in words(page)


def test_the_names_have_their_ratings(client):
    match = table(rate(person("lucia"), 1432))
    tables.join_table(user=person("bruno"), match_id=match.pk)
    for page in (client.get(LOBBY), client.get(reverse("games:match", args=[match.pk]))):
        assert "lucia rating 1432 " in words(page)
        assert "1432 ?" not in words(page)
        assert "bruno rating 1000 ? provisional" in words(page)


def test_at_a_casual_table_there_is_no_rating(client):
    match = table(rate(person("lucia"), 1432), is_rated=False)
    for page in (client.get(LOBBY), client.get(reverse("games:match", args=[match.pk]))):
        assert "1432" not in words(page)


def test_the_lobby_is_narrowed_to_rated_or_casual_tables(client):
    casual, rated = table(person("bruno"), is_rated=False), table(person("bruno"))
    for asked, found, filtered in (
        ("", [rated, casual], False), ("yes", [rated], True), ("no", [casual], True), ("x", [rated, casual], False),
    ):  # fmt: skip
        page = client.get(LOBBY, {"rated": asked})
        assert [summary.match for summary in page.context["summaries"]] == found
        assert page.context["filtered"] == filtered


def test_a_table_whose_range_leaves_the_reader_out_says_so_and_offers_no_seat(client, anna):
    match = table(rate(person("bruno"), 1500), rating_low=1200)
    join = reverse("games:join", args=[match.pk])
    said = "Your rating here is 1000. This table needs 1200 or more."
    for address in (LOBBY, reverse("games:match", args=[match.pk]), reverse("games:home")):
        page = client.get(address)
        assert said in words(page)
        assert join not in page.content.decode()
    assert said in words(client.post(join, follow=True))
    assert not Seat.objects.filter(match=match, user=anna).exists()
    tables.invite(host=person("bruno"), match_id=match.pk, user=anna)
    for address in (LOBBY, reverse("games:match", args=[match.pk])):
        page = client.get(address)
        assert said not in words(page)
        assert join in page.content.decode()
    client.post(join)
    assert Seat.objects.filter(match=match, user=anna).exists()


def test_a_guest_reads_that_rated_tables_are_for_members(client):
    client.force_login(create_guest())
    match = table(person("bruno"))
    for address in (LOBBY, reverse("games:match", args=[match.pk])):
        page = client.get(address)
        assert "Guests can only play casual matches." in words(page)
        assert reverse("games:join", args=[match.pk]) not in page.content.decode()


def test_seated_players_do_not_see_the_range(client, anna):
    match = table(rate(anna, 1300), rating_low=1200)
    page = client.get(LOBBY)
    assert page.context["summaries"][0].refusal is None
    assert "You’re at this table" in words(page)
    assert match.rating_low == 1200


def statements(client, address):
    client.get(address)
    with CaptureQueriesContext(connection) as queries:
        assert client.get(address).status_code == 200
    return len(queries)


def test_ratings_take_one_statement_for_the_whole_lobby_and_the_reader_left_out_one_more(client, anna):
    bruno = rate(person("bruno"), 1500)
    table(bruno, is_rated=False)
    casual = statements(client, LOBBY)
    counts = []
    for _again in range(2):
        table(bruno)
        table(rate(person(f"carla{_again}"), 1200))
        counts.append(statements(client, LOBBY))
    assert counts == [casual + 1] * 2
    counts = []
    for _again in range(2):
        table(bruno, rating_low=1200)
        counts.append(statements(client, LOBBY))
    assert counts == [casual + 2] * 2


def test_the_page_of_a_rated_table_takes_as_many_statements_for_any_number_of_people(client, anna):
    match, counts = table(rate(person("bruno"), 1500), seats=4, rating_low=900), []
    address = reverse("games:match", args=[match.pk])
    for name in ("carla", "dora"):
        counts.append(statements(client, address))
        tables.join_table(user=person(name), match_id=match.pk)
    assert counts[0] == counts[1]


def test_a_table_that_cannot_be_read_stops_no_other(client, anna):
    broken, sound = table(person("bruno")), table(person("carla"))
    Match.objects.filter(pk=broken.pk).update(rating_low=30000)
    assert [summary.match for summary in client.get(LOBBY).context["summaries"]] == [sound]
