"""The pages of people with few and with many matches: ratings, graphs, records, head to head."""

import re
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from games.models import Match
from leagues.core.pools import Pool
from leagues.models import PlayerRating, RatingChange
from leagues.pool_text import pool_name
from leagues.selectors.rating_history import ratings_of
from leagues.services.ratings.ledger import rate_all_due
from masques_site.accounts.services import delete_account
from tests.cast import person, running_match
from tests.lantern.game import LANTERN
from tests.leagues.bulk import finished_matches

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

NAMES = ("anna", "bruno", "carla", "dora")


def people():
    return [person(name) for name in NAMES]


def page_of(path):
    answer = Client().get(path)
    assert answer.status_code == 200, path
    return answer.content.decode()


def statements(path):
    with CaptureQueriesContext(connection) as queries:
        page_of(path)
    return len(queries)


def test_a_page_takes_as_many_statements_whatever_a_player_has_played():
    finished_matches(people(), 1)
    rate_all_due()
    few = [statements("/people/anna/"), statements("/people/anna/against/bruno/")]
    finished_matches(people(), 150, seed=2)
    finished_matches(people(), 50, seed=3, pool="people.storm")
    finished_matches(people(), 20, seed=4, pool="bots.calm")
    rate_all_due()
    assert [statements("/people/anna/"), statements("/people/anna/against/bruno/")] == few
    assert few[0] <= 24
    assert few[1] <= 6


def test_a_graph_says_in_words_and_in_its_table_what_it_draws():
    finished_matches(people(), 60)
    rate_all_due()
    page = page_of("/people/anna/").partition('id="form"')[0]
    rating = PlayerRating.objects.get(player=person("anna").pk)
    changes = list(RatingChange.objects.filter(player=rating.player))
    shown = [change.after.shown() for change in changes]
    story = re.search(r'<desc id="story-1-wide">(.*?)</desc>', page)[1]
    assert f"from {shown[0]} on" in story
    assert f"to {shown[-1]} on" in story
    assert f"with a peak of {max(shown)}; 60 matches in total." in story
    assert page.count('role="img"') == 2
    assert "style=" not in page
    rows = re.findall(
        r'<td class="number">(-?\d+)</td><td class="number">(-?\d+)</td><td class="number">([+-]?\d+)', page
    )
    assert [int(after) for _before, after, _difference in rows] == shown[:-51:-1]
    assert all(int(after) - int(before) == int(difference) for before, after, difference in rows)
    for change in changes[-50:]:
        assert f"/matches/{change.match_id}/" in page


def test_one_match_gives_a_number_with_a_question_mark_and_a_table_but_no_graph():
    finished_matches(people()[:2], 1)
    rate_all_due()
    page = page_of("/people/anna/")
    rating = PlayerRating.objects.get(player=person("anna").pk)
    assert f"<strong>{rating.rating.shown()}?</strong>" in page
    assert "provisional" in page
    assert "<svg" not in page.partition('id="ratings"')[2]
    assert f'<td class="number">1000</td><td class="number">{rating.rating.shown()}</td>' in page
    assert "Finished the last match; never ran out of time." in page


def test_without_matches_there_are_no_sections():
    person("anna")
    page = page_of("/people/anna/")
    for heading in ("ratings", "form", "record", "opponents", "reliability"):
        assert f'id="{heading}"' not in page
    assert "No public matches yet." in page


def test_pools_are_told_apart_by_their_names_and_have_a_line_each():
    finished_matches(people(), 20)
    finished_matches(people(), 20, seed=2, pool="people.storm")
    finished_matches(people(), 20, seed=3, pool="bots.calm")
    rate_all_due()
    (ratings,) = ratings_of(person("anna"))
    assert [rating.name for rating in ratings.pools] == [
        pool_name(LANTERN, Pool.parse(row.pool))
        for row in PlayerRating.objects.filter(player=person("anna").pk).order_by("-matches", "title", "pool")
    ]
    assert len({rating.name for rating in ratings.pools}) == 3
    assert all(len(graph.curves) == 3 for graph in ratings.graphs.values())
    assert pool_name(LANTERN, Pool.parse("bots.calm")) == "With bots, Calm"


def test_deleted_opponents_stay_without_a_name():
    finished_matches(people()[:2], 3)
    rate_all_due()
    delete_account(person("bruno"))
    page = page_of("/people/anna/")
    assert "bruno" not in page
    assert page.count("a deleted account") == 3


def test_an_annulled_match_leaves_the_record_and_running_ones_are_not_in_it():
    (match,) = finished_matches(people()[:2], 1, rated=False)
    running = running_match("lantern", people()[:2])
    assert f"/matches/{running.pk}/" not in page_of("/people/anna/against/bruno/")
    assert match.pk in page_of("/people/anna/against/bruno/")
    Match.objects.filter(pk=match.pk).update(annulled_at=match.finished_at)
    assert match.pk not in page_of("/people/anna/against/bruno/")
    assert 'id="form"' not in page_of("/people/anna/")


def test_head_to_head_lists_matches_page_by_page():
    matches = finished_matches(people()[:2], 60)
    first, second = page_of("/people/anna/against/bruno/"), page_of("/people/anna/against/bruno/?page=2")
    assert [match.pk in first for match in matches] == [False] * 10 + [True] * 50
    assert [match.pk in second for match in matches] == [True] * 10 + [False] * 50
    for page in ("0", "-1", "99", "x", ""):
        assert Client().get(f"/people/anna/against/bruno/?page={page}").status_code == 200


def test_names_that_nobody_has_are_not_found_and_nobody_meets_themselves():
    people()
    for path in ("/people/nobody/against/anna/", "/people/anna/against/nobody/", "/people/anna/against/a%20b/"):
        assert Client().get(path).status_code == 404, path
    answer = Client().get("/people/anna/against/ANNA/")
    assert (answer.status_code, answer["Location"]) == (302, "/people/anna/")
    assert "They haven’t finished a public match together." in page_of("/people/anna/against/bruno/")


@pytest.mark.parametrize("language", ["en", "it", "de"])
def test_coordinates_are_written_alike_in_every_language(language):
    finished_matches(people(), 12, step=timedelta(days=30))
    rate_all_due()
    client = Client(headers={"accept-language": language})
    page = client.get("/people/anna/").content.decode()
    for svg in re.findall(r'<svg class="graph".*?</svg>', page, re.DOTALL):
        for value in re.findall(r' (?:x|y|cx|cy|d)="([^"]*)"', svg):
            assert re.fullmatch(r"[MLHvZ0-9. -]+", value), value


def test_recomputing_changes_no_page():
    finished_matches(people(), 10)
    rate_all_due()
    before = re.findall(r"<desc.*?</desc>", page_of("/people/anna/"))
    call_command("recompute_ratings")
    assert before
    assert re.findall(r"<desc.*?</desc>", page_of("/people/anna/")) == before
