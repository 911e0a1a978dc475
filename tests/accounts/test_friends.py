"""Friends are a private list; opponents and people are found; nothing tells who blocks whom."""

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Invitation
from games.selectors.opponents import recent_opponents
from games.services.waiting import tables
from masques_site.accounts import friends, moderation
from masques_site.accounts.models import Friend, User
from masques_site.accounts.services import create_guest
from tests.accounts.cast import client_of, member
from tests.cast import play_to_end, running_match
from tests.views.pages import Page

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]


@pytest.fixture
def giulia():
    return member("Giulia")


@pytest.fixture
def bianca():
    return member("Bianca")


def names(people):
    return [person.username for person in people]


def open_table(host, **more):
    return tables.open_table(host=host, title="lantern", seats=3, pace="standard", access="invited", **more)


def found(client, beginning):
    answer = client.get("/people/", {"q": beginning})
    assert answer.status_code == 200
    return names(answer.context["people"])


def test_a_player_is_added_and_taken_off_from_the_profile(giulia, bianca):
    client = client_of(giulia)
    assert "/people/Bianca/befriend/" in Page(client.get("/people/Bianca/")).forms
    for _twice in range(2):
        assert client.post("/people/Bianca/befriend/").url == "/people/Bianca/"
    assert names(friends.friends_of(giulia)) == ["Bianca"]
    assert "/people/Bianca/unfriend/" in Page(client.get("/people/Bianca/")).forms
    for _twice in range(2):
        client.post("/people/Bianca/unfriend/", {"next": "/account/friends/"})
    assert not Friend.objects.exists()


def test_it_is_one_sided_and_nobody_else_sees_it(giulia, bianca):
    friends.add(owner=giulia, friend=bianca)
    assert friends.friends_of(bianca) == []
    page = Page(client_of(bianca).get("/account/friends/"))
    assert "Giulia" not in page.text
    before = client_of(member("Carla")).get("/people/Giulia/").content.decode()
    assert "Bianca" not in before


def test_a_player_who_is_blocked_learns_nothing_from_the_list(giulia, bianca):
    moderation.block(blocker=bianca, blocked=giulia)
    client = client_of(giulia)
    assert found(client, "Bia") == ["Bianca"]
    client.post("/people/Bianca/befriend/")
    assert names(friends.friends_of(giulia)) == ["Bianca"]
    assert "Bianca" in Page(client.get("/account/friends/")).text


def test_a_player_who_blocks_a_player_has_them_on_no_list_and_does_not_find_them(giulia, bianca):
    running_match("lantern", [giulia, bianca])
    friends.add(owner=giulia, friend=bianca)
    moderation.block(blocker=giulia, blocked=bianca)
    assert not Friend.objects.exists()
    with pytest.raises(ValidationError, match="You’ve blocked this player"):
        friends.add(owner=giulia, friend=bianca)
    client = client_of(giulia)
    assert found(client, "Bianca") == []
    assert "Bianca" not in Page(client.get("/account/friends/")).text
    assert Page(client.get(f"/matches/{open_table(giulia).pk}/")).text.count("Bianca") == 0
    client.post("/people/Bianca/befriend/")
    assert not Friend.objects.exists()


def test_nobody_befriends_themselves_or_more_than_the_list_holds(giulia, bianca, monkeypatch):
    with pytest.raises(ValidationError, match="you"):
        friends.add(owner=giulia, friend=giulia)
    monkeypatch.setattr(friends, "MOST_FRIENDS", 1)
    for _twice in range(2):
        friends.add(owner=giulia, friend=bianca)
    answer = client_of(giulia).post(f"/people/{member('Carla').username}/befriend/", follow=True)
    assert "Your friends list is full" in Page(answer).text
    assert Friend.objects.count() == 1


def test_people_are_found_by_how_their_names_begin(giulia):
    for name in ("Marco", "Marcella", "Mario Rossi", "Otto"):
        member(name)
    member("Margherita", is_active=False)
    create_guest()
    client = client_of(giulia)
    assert found(client, "mar") == ["Marcella", "Marco", "Mario Rossi"]
    assert found(client, "MARIO r") == ["Mario Rossi"]
    assert found(client, "Gue") == []
    assert found(client, "ma%") == []
    assert "@example.org" not in client.get("/people/?q=mar").content.decode()


@pytest.mark.parametrize("beginning", ["", "m", "x" * 200, "a\ufffd", "--"])
def test_too_little_or_too_much_finds_nobody(giulia, beginning):
    answer = client_of(giulia).get("/people/", {"q": beginning})
    assert answer.status_code in (200, 422)
    assert not answer.context.get("people")
    assert Page(answer).forms["/people/"].method == "get"


def test_at_most_twenty_are_shown_and_the_page_says_so(giulia):
    User.objects.bulk_create(
        User(username=f"Zora {n:02}", name_key=f"zora{n:02}", search_key=f"zora{n:02}") for n in range(25)
    )
    client = client_of(giulia)
    assert len(found(client, "zo")) == 20
    assert "Only 20 names are shown" in Page(client.get("/people/?q=zo")).text


def test_looking_for_people_is_limited(giulia, settings):
    settings.ACCOUNT_RATE_LIMITS = {**settings.ACCOUNT_RATE_LIMITS, "people": "2/5m/user"}
    client = client_of(giulia)
    assert [client.get("/people/?q=ab").status_code for _time in range(3)] == [200, 200, 429]
    assert client.get("/people/").status_code == 200
    assert Client().get("/people/?q=ab").status_code == 302


def test_recent_opponents_are_those_of_the_newest_matches_each_once(giulia, bianca):
    carla = member("Carla")
    play_to_end(running_match("lantern", [giulia, bianca]))
    newest = running_match("lantern", [carla, giulia], access="link")
    running_match("lantern", [bianca, carla])
    open_table(giulia)
    opponents = recent_opponents(giulia)
    assert [(opponent.user.username, opponent.game.slug) for opponent in opponents] == [
        ("Carla", "lantern"),
        ("Bianca", "lantern"),
    ]
    assert opponents[0].at == newest.started_at
    page = client_of(giulia).get("/account/friends/")
    assert [opponent.user for opponent in page.context["opponents"]] == [carla, bianca]
    assert "/people/Giulia/against/Bianca/" in Page(page).source
    friends.add(owner=giulia, friend=bianca)
    page = client_of(giulia).get("/account/friends/")
    assert [opponent.user for opponent in page.context["opponents"]] == [carla], "friends stand in their own list"
    bianca.is_active = False
    bianca.save()
    assert names(opponent.user for opponent in recent_opponents(giulia)) == ["Carla"]


def test_a_host_invites_friends_and_recent_opponents_with_one_press(giulia, bianca):
    carla, dora = member("Carla"), member("Dora")
    running_match("lantern", [giulia, carla])
    friends.add(owner=giulia, friend=bianca)
    friends.add(owner=giulia, friend=dora)
    table = open_table(giulia)
    client, path = client_of(giulia), f"/matches/{table.pk}/"
    assert client.get(path).context["suggested"] == ["Bianca", "Dora", "Carla"]
    client.post(f"{path}invite/", {"name": "Dora"})
    assert Invitation.objects.get().user == dora
    assert client.get(path).context["suggested"] == ["Bianca", "Carla"]
    tables.invite(host=giulia, match_id=table.pk, user=bianca)
    tables.join_table(user=bianca, match_id=table.pk)
    User.objects.filter(pk=carla.pk).update(banned_at=carla.date_joined)
    assert client.get(path).context["suggested"] == []
    assert client_of(bianca).get(path).context["suggested"] == []


def test_from_the_list_one_invites_to_the_own_table(giulia, bianca):
    friends.add(owner=giulia, friend=bianca)
    client = client_of(giulia)
    assert "Open a table" in Page(client.get("/account/friends/")).text
    table = open_table(giulia)
    form = Page(client.get("/account/friends/")).forms[f"/matches/{table.pk}/invite/"]
    client.post(form.action, form.values)
    assert Invitation.objects.get().user == bianca


def test_a_guest_is_offered_no_invitations(bianca):
    guest = create_guest()
    running_match("lantern", [guest, bianca])
    table = tables.open_table(host=guest, title="lantern", seats=2, pace="standard", access="open")
    client = client_of(guest)
    assert client.get(f"/matches/{table.pk}/").context["suggested"] == []
    page = Page(client.get("/account/friends/"))
    assert "Bianca" in page.text
    assert "invite" not in page.source.lower().replace("invited", "")


def test_statements_do_not_grow_with_the_list(giulia):
    client, counts = client_of(giulia), []
    table = open_table(giulia)
    for number in range(2):
        for letter in "ABC":
            person = member(f"Friend {letter}{number}")
            friends.add(owner=giulia, friend=person)
            running_match("lantern", [giulia, member(f"Other {letter}{number}")])
        for path in ("/account/friends/", "/people/?q=fr", f"/matches/{table.pk}/"):
            client.get(path)
            with CaptureQueriesContext(connection) as queries:
                client.get(path)
            counts.append(len(queries))
    assert counts[:3] == counts[3:]
