"""Profiles tell what everybody may know, and no more."""

import pytest
from django.contrib.auth.models import Permission
from django.test import Client

from games.models import Match, Status
from games.services.match.play import resign
from masques_site.accounts.services import create_guest
from tests.accounts.cast import client_of, member
from tests.cast import play_to_end, running_match

pytestmark = pytest.mark.django_db


def page_of(name: str, client: Client | None = None) -> str:
    answer = (client or Client()).get(f"/people/{name}/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_finished_and_running_public_matches_are_listed(lantern):
    people = [member("Giulia"), member("Bianca")]
    ended = play_to_end(running_match("lantern", people))
    running = running_match("lantern", people)
    page = page_of("Giulia")
    assert ended.pk in page
    assert running.pk in page
    assert "Bianca" in page
    assert f"<strong>1</strong><span>{lantern.name}</span>" in page


@pytest.mark.parametrize("access", ["link", "invited"])
def test_private_matches_are_not_betrayed_even_when_over(lantern, access):
    people = [member("Giulia"), member("Bianca")]
    match = running_match("lantern", people, access="link")
    Match.objects.filter(pk=match.pk).update(access=access)
    assert match.pk not in page_of("Giulia")
    play_to_end(match)
    assert Match.objects.get(pk=match.pk).status == Status.FINISHED
    page = page_of("Giulia")
    assert match.pk not in page
    assert f"{lantern.name}: 1" not in page


def test_a_match_that_a_player_gave_up_is_not_listed_as_one_they_play(lantern):
    people = [member("Giulia"), member("Bianca"), member("Carla")]
    match = running_match("lantern", people)
    assert match.pk in page_of("Giulia")
    resign(actor=people[0], match_id=match.pk, seat=0)
    assert Match.objects.get(pk=match.pk).status == Status.RUNNING
    assert match.pk not in page_of("Giulia")
    assert match.pk in page_of("Bianca")


def test_the_forms_of_moderators_are_shown_only_to_them():
    member("Giulia")
    staff = member("Tullia", is_staff=True)
    zeno = member("Zeno", is_staff=True)
    zeno.user_permissions.add(Permission.objects.get(codename="moderate"))
    former = member("Otto")
    former.user_permissions.add(Permission.objects.get(codename="moderate"))
    form = 'action="/moderation/people/Giulia/ban/"'
    assert form in page_of("Giulia", client_of(zeno))
    for other in (staff, former, member("Bianca")):
        assert form not in page_of("Giulia", client_of(other)), other
    assert form not in page_of("Giulia")


def test_nobody_sees_an_address():
    member("Giulia")
    assert "example.org" not in page_of("Giulia")
    assert "example.org" not in page_of("Giulia", client_of(member("Bianca")))


def test_names_are_found_whatever_their_case_but_not_by_likeness():
    member("Giulia")
    assert "Giulia" in page_of("gIULIA")
    assert Client().get("/people/Glulla/").status_code == 404
    assert Client().get("/people/Nobody/").status_code == 404


def test_a_guests_profile_has_a_page():
    guest = create_guest()
    assert guest.username in page_of(guest.username)
