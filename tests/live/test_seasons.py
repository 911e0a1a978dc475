"""The open pages of a season: hints over sockets, the heartbeat, and the section that the page's script fetches."""

import re

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.test import Client

from games import consumers
from games import live as games_live
from games.plumbing import after_commit
from leagues import live
from leagues.core.rules import Format
from leagues.models import Season
from leagues.services.entering import entries
from leagues.services.timetable import seasons
from masques_site.asgi import application
from tests.accounts.cast import client_of
from tests.cast import person
from tests.communicators import Socket
from tests.leagues.cast import make_league, newest, sweep
from tests.waiting import PATIENCE

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]
HOST = (b"host", b"testserver")
ORIGIN = (b"origin", b"http://testserver")
PARTIAL = {"HX-Request": "true", "HX-Request-Type": "partial"}


@pytest.fixture
def season() -> Season:
    season = newest(make_league(Format.PODS, 3))
    sweep()
    assert after_commit.wait_empty(PATIENCE)
    season.refresh_from_db()
    return season


def socket(path: str = "lantern-league/1", *headers: tuple[bytes, bytes]) -> Socket:
    return Socket(application, f"/live/leagues/{path}/", headers=[HOST, *(headers or [ORIGIN])])


async def hint(season: Season, **fields) -> None:
    message = {"type": live.HINT, "season": season.pk, **fields}
    await get_channel_layer().group_send(live.group_of(season.pk), message)


async def test_a_page_gets_the_seasons_revision_and_then_every_change(season):
    page = socket()
    assert (await page.connect())[0]
    assert await page.receive_json_from() == {"season": season.pk, "rev": season.rev}
    await hint(season, rev=season.rev + 1)
    assert await page.receive_json_from() == {"season": season.pk, "rev": season.rev + 1}
    await hint(season, rev="much")
    await get_channel_layer().group_send(
        live.group_of(season.pk), {"type": live.HINT, "season": season.pk + 1, "rev": 9}
    )
    assert await page.receive_nothing()
    await page.disconnect()


async def test_changes_while_the_socket_opened_are_not_missed(season, monkeypatch):
    listen = consumers.PageConsumer.listen

    async def change_first(self, *groups):
        await sync_to_async(Season.objects.filter(pk=season.pk).update)(rev=season.rev + 5)
        await listen(self, *groups)

    monkeypatch.setattr(consumers.PageConsumer, "listen", change_first)
    page = socket()
    await page.connect()
    assert (await page.receive_json_from())["rev"] == season.rev + 5
    await page.disconnect()


@pytest.mark.parametrize("origin", [b"http://elsewhere.example", b"null", b"http://testserver:8080"])
async def test_a_page_from_elsewhere_is_refused(season, origin):
    assert not (await socket("lantern-league/1", (b"origin", origin)).connect())[0]


@pytest.mark.parametrize("path", ["lantern-league/2", "nothing/1", "lantern-league/nothing"])
async def test_a_season_that_is_not_there_is_closed(season, path):
    assert await socket(path).connect() == (False, consumers.GONE)


async def test_the_sockets_of_matches_and_the_refusal_of_all_others_are_still_there(season):
    page = Socket(application, "/live/matches/nothing/", headers=[HOST, ORIGIN])
    assert await page.connect() == (False, consumers.GONE)
    page = Socket(application, "/live/elsewhere/", headers=[HOST, ORIGIN])
    assert await page.connect() == (False, consumers.GONE)


async def test_messages_of_a_page_are_ignored_and_too_many_close_it(season):
    page = socket()
    await page.connect()
    await page.receive_json_from()
    await page.send_to(text_data='{"type": "season.hint", "rev": 99}')
    assert await page.receive_nothing()
    await page.send_to(text_data="x" * (consumers.FRAME_LIMIT + 1))
    assert (await page.receive_output())["code"] == consumers.TOO_BIG


async def test_without_the_broker_the_socket_stays_open_and_silent(season, monkeypatch):
    async def dead(*_args):
        raise ConnectionError

    monkeypatch.setattr(type(get_channel_layer()), "group_add", dead)
    page = socket()
    assert (await page.connect())[0]
    await page.disconnect()


async def test_a_closed_page_leaves_its_group(season):
    page = socket()
    await page.connect()
    await page.disconnect()
    assert not get_channel_layer().groups.get(live.group_of(season.pk))


def test_a_change_is_announced_with_season_and_revision_and_nothing_else(season, monkeypatch):
    sent = []

    class Layer:
        async def group_send(self, group, message):
            sent.append((group, message))

    monkeypatch.setattr(games_live, "get_channel_layer", Layer)
    monkeypatch.setattr(after_commit, "gather", lambda _name, item, call: call([item]))  # at once
    entries.sign_up(user=person("anna"), season_id=season.pk)
    assert after_commit.wait_empty(PATIENCE)
    rev = Season.objects.get(pk=season.pk).rev
    assert rev > season.rev
    assert (live.group_of(season.pk), {"type": "season.hint", "season": season.pk, "rev": rev}) in sent
    assert [message for group, message in sent if group != live.group_of(season.pk)] == [{"type": "person.news"}]
    assert len(sent) == 2


def test_the_heartbeat_tells_the_revision_by_one_statement(season, django_assert_num_queries):
    with django_assert_num_queries(1):
        answer = Client().get("/leagues/lantern-league/1/rev/")
    assert answer.json() == {"rev": season.rev}
    assert "no-store" in answer.headers["Cache-Control"]
    assert Client().get("/leagues/lantern-league/2/rev/").status_code == 404
    assert Client().get("/leagues/nothing/1/rev/").status_code == 404
    assert Client().post("/leagues/lantern-league/1/rev/").status_code == 405


@pytest.mark.parametrize("page", ["", "1/", "matches/", "1/timetable/", "people/", "log/"])
def test_the_fragment_of_a_page_is_its_section_and_says_so(season, page):
    entries.sign_up(user=person("anna"), season_id=season.pk)
    for client in (Client(), client_of(person("anna"))):
        address = f"/leagues/lantern-league/{page}"
        whole, part = client.get(address), client.get(address, headers=PARTIAL)
        assert "X-Fragment" not in whole.headers
        assert part.headers["X-Fragment"] == "season"
        text = part.content.decode().strip()
        assert text.startswith('<section id="season"')
        assert text.endswith("</section>")
        tokens = re.compile(r'((?:csrfmiddlewaretoken|attempt)" value)="\w+"')
        assert tokens.sub(r"\1", text) in tokens.sub(r"\1", whole.content.decode())


def test_a_page_names_its_revision_and_its_socket(season):
    seasons.cancel(actor=person("olga"), season_id=season.pk, reason="No tables.")
    page = Client().get("/leagues/lantern-league/").content.decode()
    assert f'data-rev="{Season.objects.get(pk=season.pk).rev}"' in page
    assert '<body data-live="/live/leagues/lantern-league/1/">' in page
    assert 'data-rev-url="/leagues/lantern-league/1/rev/"' in page
    assert "js/season" in page


def test_the_organisers_page_with_its_forms_is_not_live(season):
    page = client_of(person("olga")).get("/leagues/lantern-league/organise/").content.decode()
    assert "data-rev" not in page
    assert "js/season" not in page
