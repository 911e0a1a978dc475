"""Leaderboards, and what a match means for ratings, as visitors and members meet them."""

from datetime import UTC, datetime, timedelta

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games import clock, tasks
from games.models import Match
from games.services.match import play
from games.services.match.agreement import propose
from games.services.match.annul import annul
from games.services.seats.take_over import take_over
from leagues.core.pools import Pool
from leagues.core.rating import Rating
from leagues.core.rating_fold import Verdict
from leagues.models import PlayerRating, RatingVersion
from leagues.selectors.match_ratings import meaning_of
from leagues.selectors.ratings import leaderboard
from leagues.services.ratings import ledger
from masques_site.accounts.services import delete_account
from tests.accounts.cast import client_of
from tests.cast import move, person, play_to_end, running_match
from tests.leagues.cast import play_on

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]
BOARD = "/ratings/lantern/people.calm/"
PARTIAL = {"HX-Request": "true", "HX-Request-Type": "partial"}


def rated(name, mu, *, sigma=2.0, matches=10, days=1.0, pool="people.calm"):
    """Give a user a rating whose last match was this many days ago."""
    last = clock.now() - timedelta(days=days)
    facts = {"title": "lantern", "pool": pool, "mu": mu, "sigma": sigma, "matches": matches, "last": last}
    return PlayerRating.objects.create(player=person(name).pk, last_match=f"of {name}"[:12], **facts)


def rated_match(*names, **more):
    return running_match("lantern", [person(name) for name in names], is_rated=True, **more)


def finished(*names, **more):
    match = play_to_end(rated_match(*names, **more))
    tasks.announce(match.pk)
    ledger.rate_all_due()
    return Match.objects.get(pk=match.pk)


def text(path, client=None, **headers):
    response = (client or Client()).get(path, headers=headers)
    assert response.status_code == 200, path
    return response.content.decode()


def names(path=BOARD, client=None):
    return [person.name for _line, person in (client or Client()).get(path).context["lines"]]


# Leaderboards.


def test_the_best_come_first_and_equal_numbers_share_a_rank():
    rated("anna", 30.0)
    rated("bruno", 35.0)
    rated("carla", 30.0)
    rated("dora", 28.0)
    lines = leaderboard("lantern", "people.calm", clock.now())
    assert [line.rank for line in lines] == [1, 2, 2, 4]
    assert names() == ["bruno", "anna", "carla", "dora"]


def test_only_who_is_known_and_active_is_listed():
    rated("anna", 30.0)
    rated("few", 30.0, matches=9)
    rated("doubtful", 30.0, sigma=5.1)
    rated("away", 30.0, days=91)
    rated("elsewhere", 30.0, pool="bots.calm")
    assert names() == ["anna"]


def test_idleness_counts_when_the_board_is_read():
    rated("anna", 30.0, days=80)
    rated("bruno", 29.9, days=0.1)
    assert names() == ["bruno", "anna"]


def test_a_deleted_account_is_not_listed():
    rated("anna", 30.0)
    rated("bruno", 29.0)
    assert names() == ["anna", "bruno"]
    delete_account(person("anna"))
    assert names() == ["bruno"]
    assert [row["name"] for row in Client().get(f"{BOARD[:-1]}.json").json()["leaderboard"]] == ["bruno"]


def test_a_match_that_is_rated_shows_on_the_board_at_once():
    rated("anna", 30.0)
    rated("bruno", 29.0)
    assert names() == ["anna", "bruno"]
    for _match in range(4):
        match = rated_match("anna", "bruno")
        play.resign(actor=person("anna"), match_id=match.pk, seat=0)
        tasks.announce(match.pk)
        ledger.rate_all_due()
    assert Client().get(BOARD).context["lines"] != []
    shown = {person.name: line.shown for line, person in Client().get(BOARD).context["lines"]}
    fresh = {
        name: PlayerRating.objects.get(player=person(name).pk).rating.shown(clock.now()) for name in ("anna", "bruno")
    }
    assert {name: fresh[name] for name in shown} == shown


def test_the_reader_finds_the_own_line_also_on_another_page():
    for number in range(60):
        rated(f"player{number:02}", 40.0 - number / 10)
    last = client_of(person("player59"))
    page = last.get(BOARD)
    assert page.context["own"]["page"] == 2
    assert "data-own" not in page.content.decode()
    assert "You’re number 60" in page.content.decode()
    assert "data-own" in text(f"{BOARD}?page=2", last)
    assert names(f"{BOARD}?page=2")[-1] == "player59"


@pytest.mark.parametrize(
    ("rating", "said"),
    [
        ({"matches": 7}, "7 of the 10 rated matches"),
        ({"sigma": 5.5}, "isn’t reliable enough yet"),
        ({"days": 100}, "more than 90 days ago"),
    ],
)
def test_a_player_who_is_not_listed_reads_what_is_missing(rating, said):
    rated("anna", 30.0, **rating)
    assert said in text(BOARD, client_of(person("anna")))


def test_players_on_the_way_are_below_with_their_matches():
    rated("anna", 30.0)
    rated("bruno", 30.0, matches=7, sigma=4.0)
    rated("carla", 30.0, matches=3, sigma=6.0)
    rated("doubtful", 30.0, matches=40, sigma=5.5)
    rated("away", 30.0, matches=7, days=91)
    rated("gone", 30.0, matches=8)
    delete_account(person("gone"))
    page = Client().get(BOARD)
    assert [(person.name, matches) for person, _shown, matches in page.context["new"]] == [
        ("doubtful", 40),
        ("bruno", 7),
        ("carla", 3),
    ]
    assert '7<span class="muted">/10</span>' in page.content.decode()
    assert names() == ["anna"]


def test_a_player_who_never_played_reads_that_and_visitors_read_nothing_of_themselves():
    assert "You don’t have a rating here yet" in text(BOARD, client_of(person("anna")))
    assert "own-standing" not in text(BOARD)


def test_all_boards_are_on_one_page_with_their_first():
    for number in range(4):
        rated(f"player{number}", 40.0 - number)
    rated("botfriend", 30.0, pool="bots.storm")
    page = text("/ratings/")
    assert "Lantern: Players only, Calm" in page
    assert "Lantern: With bots, Storm" in page
    assert "player2" in page
    assert "player3" not in page


def test_a_pool_that_the_title_does_not_have_any_more_is_left_out():
    rated("anna", 30.0, pool="people.fog")
    assert "fog" not in text("/ratings/")
    assert Client().get("/ratings/lantern/people.fog/").status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/ratings/nothing/people/",
        "/ratings/lantern/people/",
        "/ratings/lantern/people.calm.calm/",
        "/ratings/lantern/robots.calm/",
        "/ratings/lantern/people.fog.json",
        "/ratings/matches/nosuchmatch0/",
    ],
)
def test_missing_rows_give_404(path):
    assert Client().get(path).status_code == 404


def test_a_page_beyond_the_last_is_the_last():
    rated("anna", 30.0)
    assert names(f"{BOARD}?page=99") == names(f"{BOARD}?page=nonsense") == ["anna"]


def test_programs_read_the_whole_board():
    for number in range(60):
        rated(f"player{number:02}", 40.0 - number / 10)
    data = Client().get("/ratings/lantern/people.calm.json").json()
    assert [row["rank"] for row in data["leaderboard"]] == list(range(1, 61))
    assert data["leaderboard"][0]["name"] == "player00"
    assert data["leaderboard"][0]["rating"] == Rating(40.0, 2.0, 10, clock.now() - timedelta(days=1)).shown(clock.now())


@pytest.mark.parametrize("path", ["/ratings/", BOARD, "/ratings/lantern/people.calm.json"])
def test_pages_of_ratings_take_as_many_statements_for_many_as_for_few(path):
    def statements():
        text(path)  # draws the boards
        with CaptureQueriesContext(connection) as found:
            text(path)
        return len(found)

    rated("anna", 30.0)
    few = statements()
    for number in range(30):
        rated(f"player{number}", 31.0)
        rated(f"player{number}", 31.0, pool="people.storm")
        rated(f"player{number}", 31.0, pool="bots.calm")
    assert statements() == few <= 8


# What a match means.


def meaning(match, viewer="anna"):
    return meaning_of(Match.objects.get(pk=match.pk), person(viewer), clock.now())


def test_before_the_end_each_place_has_its_meaning_for_everybody():
    rated("anna", 32.0)
    found = meaning(rated_match("anna", "bruno", "carla"))
    assert [one.person.name for one in found.prospects] == ["anna", "bruno", "carla"]
    assert found.prospects[0].person.is_viewer
    for one in found.prospects:
        assert len(one.changes) == 3
        assert one.changes[0] > 0
    assert found.prospects[0].now.points > found.prospects[1].now.points == 1000
    assert found.prospects[1].now.is_provisional


def test_at_a_table_with_free_seats_there_is_nothing_to_compare_yet():
    from games.services.waiting import tables

    table = tables.open_table(
        host=person("anna"), title="lantern", seats=3, settings={}, pace="standard", access="open", is_rated=True
    )
    assert meaning(table).prospects == ()
    assert "When all seats are taken" in text(f"/ratings/matches/{table.pk}/")


def test_a_player_who_gave_up_is_last_and_others_see_what_that_leaves_them():
    match = rated_match("anna", "bruno", "carla")
    whole = meaning(match).prospects[0]
    play.resign(actor=person("bruno"), match_id=match.pk, seat=1)
    found = meaning(match)
    assert [one.person.name for one in found.prospects] == ["anna", "carla"]
    assert [one.changes for one in found.prospects] == [whole.changes[:2]] * 2


def test_a_player_who_stays_alone_is_first_also_where_a_substitute_plays():
    match = rated_match("anna", "bruno", "carla")
    first = meaning(match).prospects[0].changes[0]
    for name, seat in (("bruno", 1), ("carla", 2)):
        play.resign(actor=person(name), match_id=match.pk, seat=seat)
    take_over(match_id=match.pk, seat=1, user=person("dora"), by="test")
    (found,) = meaning(match).prospects
    assert (found.person.name, found.changes) == ("anna", [first])


def test_a_bot_is_fixed():
    found = meaning(rated_match("anna", bots=["hard"]))
    assert found.pool == Pool("bots", ("calm",))
    assert [len(one.changes) for one in found.prospects] == [2, 0]
    assert not found.prospects[1].now.is_provisional


def test_after_the_end_it_says_what_was_before_and_after():
    match = finished("anna", "bruno", "carla")
    found = meaning(match)
    assert found.verdict is Verdict.RATED
    assert [one.place for one in found.effects] == sorted(match.outcome["places"])
    assert {one.before.points for one in found.effects} == {1000}
    by_name = {one.person.name: one for one in found.effects}
    for name in ("anna", "bruno", "carla"):
        stored = PlayerRating.objects.get(player=person(name).pk).rating
        assert by_name[name].after.points == stored.shown() == 1000 + by_name[name].change


def test_until_it_is_rated_it_says_so():
    match = play_to_end(rated_match("anna", "bruno"))
    assert "being rated" in text(f"/ratings/matches/{match.pk}/")
    tasks.announce(match.pk)
    assert "being rated" in text(f"/ratings/matches/{match.pk}/")
    ledger.rate_all_due()
    assert "being rated" not in text(f"/ratings/matches/{match.pk}/")


def test_a_match_that_a_player_left_at_once_counts():
    match = rated_match("anna", "bruno")
    play.resign(actor=person("anna"), match_id=match.pk, seat=0)
    tasks.announce(match.pk)
    ledger.rate_all_due()
    found = {one.person.name: one.change for one in meaning(match).effects}
    assert found["anna"] < 0 < found["bruno"]


def agree(match, *names):
    for name in names:
        propose(actor=person(name), match_id=match.pk)
    tasks.announce(match.pk)
    ledger.rate_all_due()


def test_a_match_that_was_agreed_to_end_at_once_says_that_it_counts_for_nobody():
    match = rated_match("anna", "bruno")
    agree(match, "anna", "bruno")
    assert meaning(match).verdict is Verdict.SHORT
    assert "before a quarter of a usual match" in text(f"/ratings/matches/{match.pk}/")


def test_an_annulled_match_says_so_and_shows_no_changes():
    match = finished("anna", "bruno")
    annul(match_id=match.pk, reason="a mistake", by="the moderators")
    tasks.announce(match.pk)
    ledger.rate_all_due()
    found = meaning(match)
    assert found.verdict is Verdict.ANNULLED
    assert {one.change for one in found.effects} == {None}
    assert "annulled" in text(f"/ratings/matches/{match.pk}/")


def test_a_finished_match_with_a_bot_names_its_fixed_rating():
    match = play_on(rated_match("anna", bots=["hard"]))
    ledger.rate_all_due()
    bot = next(one for one in meaning(match).effects if one.is_bot)
    assert bot.before.points > 1000
    assert bot.change is None
    assert "fixed" in text(f"/ratings/matches/{match.pk}/")


def test_a_deleted_account_has_no_name():
    match = finished("anna", "bruno")
    delete_account(person("bruno"))
    page = text(f"/ratings/matches/{match.pk}/")
    assert "bruno" not in page
    assert "a deleted account" in page


def test_a_match_that_is_not_rated_changes_nobody():
    match = running_match("lantern", [person("anna"), person("bruno")])
    assert "isn’t rated" in text(f"/ratings/matches/{match.pk}/")
    assert 'id="match-ratings"' not in text(f"/matches/{match.pk}/")


def test_a_private_match_is_not_found_by_others():
    match = running_match("lantern", [person("anna"), person("bruno")], access="link")
    assert Client().get(f"/ratings/matches/{match.pk}/").status_code == 404
    assert text(f"/ratings/matches/{match.pk}/", client_of(person("anna")))


def test_the_page_of_a_rated_match_has_a_place_for_it_and_the_script_gets_the_part():
    match = rated_match("anna", "bruno")
    page = text(f"/matches/{match.pk}/")
    assert f'data-url="/ratings/matches/{match.pk}/"' in page
    response = Client().get(f"/ratings/matches/{match.pk}/", headers=PARTIAL)
    assert response.headers["X-Fragment"] == "ratings"
    assert response.content.decode().strip().startswith('<section id="match-ratings"')
    assert "<html" in text(f"/ratings/matches/{match.pk}/")


def test_a_matchs_rating_effects_take_a_fixed_number_of_statements():
    def statements(match):
        with CaptureQueriesContext(connection) as found:
            text(f"/ratings/matches/{match.pk}/")
        return len(found)

    small, large = finished("anna", "bruno"), finished("anna", "bruno", "carla", "dora")
    assert statements(small) == statements(large) <= 8
    small, large = rated_match("anna", "bruno"), rated_match("anna", "bruno", "carla", "dora")
    assert statements(small) == statements(large) <= 8


def test_a_site_that_has_rated_by_version_1_says_when_that_changed(monkeypatch):
    monkeypatch.setattr(clock, "now", lambda: datetime(2027, 2, 3, 12, tzinfo=UTC))
    ledger.rate_all_due()
    assert "this site switched to version 2" not in text("/ratings/how/")
    RatingVersion.objects.create(version=1, thresholds={})
    assert "On Feb. 3, 2027 this site switched to version 2" in text("/ratings/how/")


def test_how_ratings_work_is_explained():
    assert "How ratings work" in text("/ratings/how/")


def test_moving_on_changes_nothing_of_what_places_mean():
    match = rated_match("anna", "bruno")
    before = [one.changes for one in meaning(match).prospects]
    seat = match.seats.filter(due_decision__isnull=False).select_related("user").first()
    move(match, seat)
    assert [one.changes for one in meaning(match).prospects] == before
