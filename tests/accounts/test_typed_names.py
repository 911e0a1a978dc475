"""A person is found by what people type: capitals, accents written apart, blanks, marks copied from a page."""

import pytest
from django.core.management import call_command
from django.test import Client

from games.models import Access, Invitation
from games.services.waiting import tables
from leagues.core.rules import Format
from leagues.models import Invitation as LeagueInvitation
from leagues.models import RoleOffer
from masques_site.accounts import moderation
from masques_site.accounts.models import Friend, User
from masques_site.accounts.selectors import named, person_meant
from masques_site.accounts.services import create_account
from tests.accounts.cast import PASSWORD, client_of, is_in, log_in, member
from tests.accounts.test_moderation import moderator
from tests.cast import play_to_end, running_match
from tests.leagues.cast import make_league

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

TYPED = {
    "capital": "Élodie",
    "capitals": "ÉLODIE",
    "decomposed": "E\u0301lodie",
    "blank behind": "élodie ",
    "copied": "\u2068élodie\u2069",
}
typed_names = pytest.mark.parametrize("typed", TYPED.values(), ids=TYPED)


@pytest.fixture
def elodie():
    return member("élodie", email="elodie@example.org")


@pytest.fixture
def host():
    return member("Giulia")


@typed_names
def test_she_logs_in(elodie, typed):
    browser = Client()
    log_in(browser, typed)
    assert is_in(browser)


@typed_names
def test_she_is_invited_to_a_table_and_to_a_league(elodie, host, typed):
    browser = client_of(host)
    table = tables.open_table(host=host, title="lantern", seats=3, pace="standard", access=Access.INVITED)
    browser.post(f"/matches/{table.pk}/invite/", {"name": typed})
    assert [invitation.user for invitation in Invitation.objects.filter(match=table)] == [elodie]
    league = make_league(Format.PODS, 3, owner=host, admission="invitation")
    browser.post(f"/leagues/{league.slug}/organise/invite/", {"name": typed})
    assert [row.user for row in LeagueInvitation.objects.all()] == [elodie]
    browser.post(f"/leagues/{league.slug}/organise/invite/take-back/", {"name": typed})
    assert not LeagueInvitation.objects.exists()
    browser.post(f"/leagues/{league.slug}/organise/roles/", {"name": typed, "kind": "organiser"})
    assert [offer.user for offer in RoleOffer.objects.all()] == [elodie]


@typed_names
def test_her_pages_open(elodie, host, typed):
    browser = client_of(host)
    for page in ("", "against/Giulia/", "report/"):
        assert browser.get(f"/people/{typed}/{page}").status_code == 200
    browser.post(f"/people/{typed}/befriend/")
    assert Friend.objects.filter(owner=host, friend=elodie).exists()
    browser.post(f"/people/{typed}/block/")
    assert moderation.has_block_with(host, [elodie])


@typed_names
def test_she_is_found_in_searches_filters_and_commands(elodie, host, typed):
    staff = moderator()
    User.objects.filter(pk=staff.pk).update(is_superuser=True)
    finished = play_to_end(running_match("lantern", [elodie, host]))
    browser = client_of(host)
    found = browser.get("/people/", {"q": typed[:4]}).context["people"]
    assert [person.username for person in found] == ["élodie"]
    page = browser.get("/archive/", {"person": typed})
    assert [one.summary.match.pk for one in page.context["page"].matches] == [finished.pk]
    listed = client_of(staff).get("/admin/accounts/user/", {"q": typed[:4]}).context["cl"].result_list
    assert [person.username for person in listed] == ["élodie"]
    call_command("make_admin", typed)
    assert User.objects.get(pk=elodie.pk).is_staff


def test_she_is_found_by_who_has_no_accents_on_the_keyboard(elodie, host):
    staff = moderator()
    User.objects.filter(pk=staff.pk).update(is_superuser=True)
    browser = client_of(host)
    finished = play_to_end(running_match("lantern", [elodie, host]))
    for typed in ("elo", "ELODIE", "é"):
        found = browser.get("/people/", {"q": typed}).context.get("people")
        assert [person.username for person in found or ()] == (["élodie"] if len(typed) > 1 else [])
    listed = client_of(staff).get("/admin/accounts/user/", {"q": "elod"}).context["cl"].result_list
    assert [person.username for person in listed] == ["élodie"]
    page = browser.get("/archive/", {"person": "Elodie"})
    assert [one.summary.match.pk for one in page.context["page"].matches] == [finished.pk]
    table = tables.open_table(host=host, title="lantern", seats=3, pace="standard", access=Access.INVITED)
    browser.post(f"/matches/{table.pk}/invite/", {"name": "Elodie"})
    assert [invitation.user for invitation in Invitation.objects.filter(match=table)] == [elodie]


def test_a_name_without_accents_means_nobody_if_it_could_mean_two(elodie, host):
    assert person_meant("elodie") == elodie
    assert person_meant("elódie") is None
    assert person_meant("-") is None
    other = member("Elodîe")
    assert person_meant("elodie") is None
    assert person_meant("élodie") == elodie
    User.objects.filter(pk=other.pk).update(is_active=False)
    assert person_meant("elodie") == elodie
    plain = create_account(username="Elodie")
    assert person_meant("elodie") == plain


def test_nobody_logs_in_without_the_accents_of_the_name(elodie):
    browser = Client()
    log_in(browser, "elodie")
    assert not is_in(browser)


def test_a_player_who_only_looks_the_same_is_not_meant(host):
    mike = member("Mike")
    assert named("MIKE") == mike
    assert named("rnike") is None
    assert named("Mlke") is None
    assert client_of(host).get("/people/rnike/").status_code == 404


def test_all_ways_of_typing_a_name_share_one_limit(elodie):
    stranger = Client(REMOTE_ADDR="192.0.2.1")
    for typed in (*TYPED.values(), "élodie"):
        log_in(stranger, typed, "wrong")
    page = log_in(stranger, "éLODIE", PASSWORD)
    assert not is_in(stranger)
    assert "Too many failed" in page.content.decode()


def test_the_list_of_friends_is_in_the_order_of_the_alphabet(host):
    for name in ("Wanda", "Vera", "Ève", "Dario", "Carla", "Mike", "Rosa"):
        Friend.objects.create(owner=host, friend=member(name))
    page = client_of(host).get("/account/friends/")
    assert [friend.username for friend in page.context["friends"]] == [
        "Carla",
        "Dario",
        "Ève",
        "Mike",
        "Rosa",
        "Vera",
        "Wanda",
    ]


def test_a_name_is_not_found_by_what_only_looks_like_its_beginning(host):
    for name in ("Amanda", "Arnold", "Arturo"):
        member(name)
    found = client_of(host).get("/people/", {"q": "ar"}).context["people"]
    assert [person.username for person in found] == ["Arnold", "Arturo"]
