"""The promises of the site, written down by hand: nothing here is read from the code that keeps them."""

import csv
import io

import pytest
from django.db import transaction
from django.test import Client

from games import consumers
from games.models import Answer, BotTurn, Event, FormerHolder, Match, Seat, StandingAnswer
from games.services.match import play
from games.services.match.locked_match import LockedMatch
from games.services.waiting import tables
from leagues.core.rules import Format
from leagues.live import announce as season_hint
from leagues.models import League, Season
from leagues.models.rules import TERMS
from leagues.services.organising.log import note
from leagues.services.timetable.seasons import lock_season, touch
from leagues.views.exports import _harmless
from masques_site.notices.models import Notice
from tests.cast import due, fresh, move, person, play_to_end, running_match
from tests.leagues.cast import opened
from tests.notices import sweeps

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

RULES = (
    "title settings pace is_rated nights weekends vacations format seats criteria scale scoring_version sign_up_days "
    "play_days extension_days objection_days break_days at_once division_size promoted relegated rounds round_days "
    "advancing half_byes late_halves bench_scores unfinished"
)
SEALS = {
    Match: "title rules_version seat_count settings status host_id access link_token pace auto_start rematch_of_id "
    "is_demo commitment created_at expires_at started_at finished_at ply rev outcome source is_rated annulled_at "
    "pause_nights pause_weekends pause_vacations rating_low rating_high",
    Seat: "index user_id bot nonce joined_at vacated_at bank charging_since credited_turn timeouts missed_responses "
    "bot_for_decision due_decision due_since deadline pauses silences standing_for_decision",
    FormerHolder: "ply seat user_id left_at taken_over_at",
    Event: "actor at",
    Answer: "window seat text actor at",
    StandingAnswer: "user_id key text epoch at",
    BotTurn: "decision seat level publish_at state closed_at",
    League: "slug name description admission is_listed repeats closed_at taken_down_at is_demo created_at "
    + RULES
    + " table_results",
    Season: "league_id number state seed rev opens_at started_at finished_at quality created_at draw_version "
    + RULES
    + " whole_rev table_results",
}


@pytest.mark.parametrize("model", SEALS, ids=lambda model: model.__name__)
def test_these_columns_are_sealed_in_this_order(model):
    assert " ".join(model.SEALED) == SEALS[model], "stored rows have seals in this order: add a column at the end"


@pytest.mark.parametrize("model", [League, Season], ids=lambda model: model.__name__)
def test_all_that_a_season_keeps_of_its_league_is_sealed(model):
    missing = set(TERMS) - set(model.SEALED)
    assert not missing, f"put {missing} at the end of {model.__name__}.SEALED: docs/adding-a-setting.md"


@pytest.mark.parametrize(
    "origin",
    [
        "https://masques.example.evil.example",
        "https://masques.exampl",
        "https://masques.example:8443",
        "https://masques.example/",
        "https://masques.example@evil.example",
        "HTTPS://MASQUES.EXAMPLE",
        "http://masques.example",
        "wss://masques.example",
        "null",
        "",
    ],
)
def test_an_origin_is_the_site_or_it_is_not(settings, origin):
    settings.PUBLIC_URL = "https://masques.example"
    host = (b"host", b"masques.example")
    assert consumers.same_origin([host, (b"origin", b"https://masques.example")])
    assert not consumers.same_origin([host, (b"origin", origin.encode())])


@pytest.fixture
def hints(monkeypatch):
    """Return the messages to open pages, by their word."""
    told = []
    monkeypatch.setattr("games.live.send", lambda group, message: told.append((group, message["type"])))
    monkeypatch.setattr("games.live.after_commit.post", lambda *_args, **_more: None)
    return told


def test_a_hint_of_a_match_leaves_after_the_commit_and_never_of_what_was_taken_back(hints):
    match = running_match("lantern", [person("anna"), person("bruno")])
    hints.clear()
    with transaction.atomic():
        locked = LockedMatch.lock(match.pk)
        locked.tell()
        locked.save()
        assert not hints
    assert hints == [(f"match.{match.pk}", "match.hint")]
    hints.clear()
    with transaction.atomic():
        locked = LockedMatch.lock(match.pk)
        locked.tell()
        locked.save()
        transaction.set_rollback(True)
    assert not hints


def test_a_hint_of_a_season_leaves_after_the_commit_and_never_of_what_was_taken_back(hints):
    season = opened(Format.PODS, 3)
    hints.clear()
    with transaction.atomic():
        touch(lock_season(season.pk))
        assert not hints
    assert hints == [(f"season.{season.pk}", "season.hint")]
    hints.clear()
    with transaction.atomic():
        touch(lock_season(season.pk))
        transaction.set_rollback(True)
    assert not hints
    season_hint(season.pk, 7)
    assert hints == [(f"season.{season.pk}", "season.hint")]


def test_the_feed_of_a_league_shows_only_public_lines_to_all():
    season = opened(Format.PODS, 3, people=2)
    note(season.league, "held", season=season, actor=person("olga"), reason="PUBLIC-WORDS", step="draw", number=0)
    note(season.league, "invited", actor=person("olga"), subject=person("player0"), reason="PRIVATE", public=False)
    for name in ("olga", "player0", None):
        client = Client()
        if name:
            client.force_login(person(name))
        feed = client.get(f"/leagues/{season.league.slug}/log.atom").content.decode()
        assert "PUBLIC-WORDS" in feed
        assert "PRIVATE" not in feed
        assert "invited" not in feed


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1"])
def test_no_cell_of_an_export_is_a_formula(text):
    assert _harmless(text) == f"'{text}"
    for plain in ("anna", "1", "Café = bar", ""):
        assert _harmless(plain) == plain


def test_the_export_of_a_season_is_a_table_with_a_line_for_each_player():
    season = opened(Format.PODS, 3, people=4)
    rows = list(csv.reader(io.StringIO(Client().get(f"/leagues/{season.league.slug}/1/season.csv").content.decode())))
    assert all(len(row) == len(rows[0]) for row in rows)


def test_a_player_who_gave_up_a_seat_is_asked_nothing_more(monkeypatch):
    people = [person(name) for name in ("anna", "bruno", "carla")]
    match = running_match("lantern", people)
    play.resign(actor=people[0], match_id=match.pk, seat=0)
    Notice.objects.all().delete()
    for _decision in range(6):
        for seat in due(match):
            if seat.vacated_at is None:
                move(match, seat)
        sweeps.notify_due()
    assert not Notice.objects.filter(user=people[0], kind="your_turn").exists()
    client = Client()
    client.force_login(people[0])
    assert match.pk not in client.get("/").content.decode().partition('id="due"')[2][:2000]


def test_a_private_match_is_in_nobodys_archive_who_was_only_invited():
    anna, bruno, carla = (person(name) for name in ("anna", "bruno", "carla"))
    table = tables.open_table(host=anna, title="lantern", seats=2, settings={}, pace="standard", access="invited")
    for user in (bruno, carla):
        tables.invite(host=anna, match_id=table.pk, user=user)
    tables.join_table(user=bruno, match_id=table.pk)
    match = fresh(table)
    play_to_end(match)
    for user, sees in ((anna, True), (bruno, True), (carla, False), (None, False)):
        client = Client()
        if user is not None:
            client.force_login(user)
        assert (match.pk in client.get("/archive/").content.decode()) is sees, user
