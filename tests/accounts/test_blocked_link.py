"""A private link held by a blocked user opens the page and the socket, as for anyone who has it, but no seat. A block
keeps two people from one table; neither of them learns of it, so it hides no match."""

import pytest
from asgiref.sync import sync_to_async
from django.conf import settings
from django.test import Client
from django.urls import reverse

from games.models import Invitation, Seat
from games.refusals import Forbidden, Missing
from games.services.waiting import tables
from masques_site.accounts.moderation import block
from masques_site.asgi import application
from tests.cast import fresh, person
from tests.communicators import Socket
from tests.waiting import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

REFUSAL = "another player at this table can’t play together"
WAYS = pytest.mark.parametrize("way", ["host blocked guest", "guest blocked host", "guest blocked by one who sits"])


@pytest.fixture
def table(way):
    """A table of anna and bruno with a third seat and a private link; zeno and one of them are kept apart."""
    table = tables.open_table(
        host=person("anna"), title="lantern", seats=3, settings={}, pace="standard", access="link"
    )
    tables.join_table(user=person("bruno"), match_id=table.pk, link_token=table.link_token)
    blocker, blocked = {
        "host blocked guest": ("anna", "zeno"),
        "guest blocked host": ("zeno", "anna"),
        "guest blocked by one who sits": ("bruno", "zeno"),
    }[way]
    block(blocker=person(blocker), blocked=person(blocked))
    return fresh(table)


@pytest.fixture
def browser():
    browser = Client()
    browser.force_login(person("zeno"))
    return browser


def address(table, name="match", link=True):
    return reverse(f"games:{name}", args=[table.pk]) + (f"?link={table.link_token}" if link else "")


def sits(table):
    return Seat.objects.filter(match=table, user=person("zeno")).exists()


@WAYS
def test_the_page_opens_says_why_not_and_offers_no_seat(table, browser):
    shown = browser.get(address(table))
    assert shown.status_code == 200
    assert REFUSAL in shown.content.decode()
    assert address(table, "join", link=False) not in shown.content.decode()


@WAYS
def test_without_the_link_it_is_no_page_at_all(table, browser):
    assert browser.get(address(table, link=False)).status_code == 404
    browser.get(address(table))
    assert browser.get(address(table, link=False)).status_code == 200  # the link is remembered


@WAYS
def test_sitting_down_is_refused_with_the_link_in_the_address_or_remembered(table, browser):
    asked = {"HTTP_ACCEPT": "application/json"}
    assert browser.post(address(table, "join"), **asked).status_code == 403
    browser.get(address(table))
    answer = browser.post(address(table, "join", link=False), **asked)
    assert answer.status_code == 403
    assert REFUSAL in answer.json()["message"]
    assert not sits(table)


@WAYS
def test_the_service_refuses_too_and_an_invitation_changes_nothing(table):
    for link, refused in (("", Missing), ("x" * 22, Missing), (table.link_token, Forbidden)):
        with pytest.raises(refused):
            tables.join_table(user=person("zeno"), match_id=table.pk, link_token=link)
    Invitation.objects.create(match=table, user=person("zeno"))
    with pytest.raises(Forbidden, match=REFUSAL):
        tables.join_table(user=person("zeno"), match_id=table.pk)
    assert not sits(table)


@WAYS
@pytest.mark.parametrize("linked", [True, False])
async def test_the_socket_opens_only_with_the_link(table, linked):
    cookie = await sync_to_async(session_of)(table if linked else None)
    headers = [(b"host", b"testserver"), (b"origin", b"http://testserver"), (b"cookie", cookie)]
    page = Socket(application, f"/live/matches/{table.pk}/", headers=headers)
    assert (await page.connect(PATIENCE))[0] is linked
    if linked:
        assert await page.receive_json_from(PATIENCE) == {"match": table.pk, "rev": table.rev, "waiting": 0}
    await page.disconnect()


def session_of(table):
    """zeno's cookie, after opening the link to `table` if there is one."""
    browser = Client()
    browser.force_login(person("zeno"))
    if table is not None:
        assert browser.get(address(table)).status_code == 200
    name = settings.SESSION_COOKIE_NAME
    return f"{name}={browser.cookies[name].value}".encode()


@WAYS
def test_once_the_match_runs_the_link_still_shows_it_and_nothing_can_be_done(table, browser):
    tables.join_table(user=person("carla"), match_id=table.pk, link_token=table.link_token)
    assert browser.get(address(table)).status_code == 200
    fields = {"text": "1a", "seen": fresh(table).decision, "client_move_id": "one"}
    assert browser.post(address(table, "move"), fields, HTTP_ACCEPT="application/json").status_code == 403
    assert browser.post(address(table, "resign"), HTTP_ACCEPT="application/json").status_code in (400, 403)
    assert not sits(table)
