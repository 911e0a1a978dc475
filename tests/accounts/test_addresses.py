"""Secret addresses: what opens them, what ends them, and that they can be renewed."""

import pytest
from django.core import signing
from django.test import Client

from games.models import Match
from games.services.waiting import tables
from masques_site.accounts import moderation
from masques_site.accounts.addresses import calendar_token, feed_token, unsubscribe_token
from masques_site.accounts.models import User
from masques_site.accounts.services import delete_account
from tests.accounts.cast import log_in, member
from tests.cast import person, play_to_end, running_match

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

NEW_PASSWORD = "sonnenblume-am-fenster-88"


@pytest.fixture
def giulia() -> User:
    return member("Giulia")


def opens_calendar(token: str) -> bool:
    answer = Client().get(f"/leagues/calendar/{token}.ics")
    assert answer.status_code in (200, 404)
    return answer.status_code == 200


def opens_feed(token: str) -> bool:
    answer = Client().get(f"/notices/feed/{token}/")
    assert answer.status_code in (200, 404)
    return answer.status_code == 200


def unsubscribes(token: str) -> bool:
    answer = Client().get(f"/notices/unsubscribe/{token}/")
    assert answer.status_code in (200, 404)
    return answer.status_code == 200


def change_password(user: User) -> None:
    user.set_password(NEW_PASSWORD)
    user.save()


def ban(user: User) -> None:
    moderation.ban(moderator=member("Vera"), person=user, reason="stalls")


def deactivate(user: User) -> None:
    User.objects.filter(pk=user.pk).update(is_active=False)


def renew(user: User) -> None:
    client = Client()
    log_in(client, user.username)
    assert client.post("/account/addresses/renew/").status_code == 302


@pytest.mark.parametrize("end", [change_password, ban, deactivate, renew, delete_account])
def test_the_calendar_ends_with_password_ban_account_and_renewal(giulia, end):
    token = calendar_token(giulia)
    assert opens_calendar(token)
    end(giulia)
    assert not opens_calendar(token)


@pytest.mark.parametrize("end", [change_password, ban, deactivate, renew, delete_account])
def test_the_feed_ends_with_password_ban_account_and_renewal(giulia, end):
    token = feed_token(giulia)
    assert opens_feed(token)
    end(giulia)
    assert not opens_feed(token)


@pytest.mark.parametrize(
    ("end", "lasts"),
    [(change_password, True), (ban, True), (deactivate, False), (renew, False), (delete_account, False)],
)
def test_the_link_that_turns_mails_off_ends_with_account_and_renewal_alone(giulia, end, lasts):
    token = unsubscribe_token(giulia)
    assert unsubscribes(token)
    end(giulia)
    assert unsubscribes(token) is lasts


def test_new_addresses_open_what_the_old_ones_did(giulia):
    renew(giulia)
    giulia.refresh_from_db()
    assert opens_calendar(calendar_token(giulia))
    assert opens_feed(feed_token(giulia))
    assert unsubscribes(unsubscribe_token(giulia))


def test_the_address_of_one_person_or_purpose_opens_nothing_of_another(giulia):
    bianca = member("Bianca")
    own, other = calendar_token(giulia), calendar_token(bianca)
    key, _dash, seal = own.partition("-")
    assert not opens_calendar(f"{other.partition('-')[0]}-{seal}")
    assert not opens_calendar(unsubscribe_token(giulia))
    assert not unsubscribes(own)
    assert not opens_feed(own)
    assert not opens_feed(unsubscribe_token(giulia))
    assert not opens_calendar(feed_token(giulia))
    assert not unsubscribes(feed_token(giulia))
    assert not opens_feed(f"{other.partition('-')[0]}-{feed_token(giulia).partition('-')[2]}")
    for junk in (key, f"{key}-", f"-{seal}", f"{key}-{seal[:-1]}", f"{key}-{seal}0", f"0{key}-{seal}", f"{key}–{seal}"):
        assert not opens_calendar(junk), junk
        assert not opens_feed(junk), junk


def test_addresses_from_before_open_nothing(giulia):
    """Up to now they were the key of the account with a signature that never ended."""
    assert not unsubscribes(signing.Signer(salt="notices.unsubscribe").sign(str(giulia.pk)))
    assert not opens_calendar(signing.Signer(salt="leagues.calendar").sign(str(giulia.pk)))


def test_the_settings_show_the_address_and_the_private_links_of_ones_own_tables(giulia):
    own = tables.open_table(host=giulia, title="lantern", seats=2, settings={}, pace="standard", access="link")
    tables.open_table(host=member("Bianca"), title="lantern", seats=2, settings={}, pace="standard", access="link")
    client = Client()
    log_in(client, "Giulia")
    page = client.get("/account/settings/").content.decode()
    assert f"/leagues/calendar/{calendar_token(giulia)}" in page
    assert page.count("/link/renew/") == 1
    assert f"/matches/{own.pk}/link/renew/" in page


# Private links of tables.


def link_of(match: Match) -> str:
    return Match.objects.get(pk=match.pk).link_token


def opens(match: Match, link: str) -> bool:
    return Client().get(f"/matches/{match.pk}/?link={link}").status_code == 200


def renew_link(match: Match, name: str) -> int:
    client = Client()
    client.force_login(person(name))
    return client.post(f"/matches/{match.pk}/link/renew/").status_code


def test_a_new_private_link_ends_the_one_before():
    match = running_match("lantern", [person("anna"), person("bruno")], access="link")
    old = link_of(match)
    assert opens(match, old)
    assert renew_link(match, "anna") == 302
    assert link_of(match) != old
    assert not opens(match, old)
    assert opens(match, link_of(match))


def test_nobody_but_the_host_renews_a_link_and_none_of_a_match_that_is_over():
    match = running_match("lantern", [person("anna"), person("bruno")], access="link")
    old = link_of(match)
    assert renew_link(match, "bruno") == 404
    assert link_of(match) == old
    play_to_end(match)
    renew_link(match, "anna")
    assert link_of(match) == old


@pytest.mark.parametrize("end", [ban, delete_account])
def test_private_links_end_with_a_ban_and_with_the_account_and_who_sits_there_stays(end):
    anna, bruno = person("anna"), person("bruno")
    match = running_match("lantern", [anna, bruno, person("carla")], access="link")
    old = link_of(match)
    end(anna)
    assert not opens(match, old)
    client = Client()
    client.force_login(bruno)
    assert client.get(f"/matches/{match.pk}/").status_code == 200
