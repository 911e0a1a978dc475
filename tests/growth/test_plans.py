"""No page and no tick reads all that has ever been played."""

from collections import Counter
from functools import partial

import pytest
from django.db import connection

from bench.growth.fill import COLLECTOR, fill
from bench.growth.measure import pages, ticks
from bench.leagues.measure import client
from games.models import Match, Receipt, Seat
from games.services.keeping import receipts
from games.views import archive
from leagues.models import RatingChange
from leagues.selectors import rating_history
from masques_site.accounts.models import User
from masques_site.notices import cleaning
from tests.growth.plans import full_scans, steps

pytestmark = [pytest.mark.database, pytest.mark.django_db]

FINISHED, RUNNING = 150, 40


@pytest.fixture(scope="module")
def grown(rows_of_the_module):
    """A site with some hundred matches, of which the planner knows the statistics."""
    fill(FINISHED, RUNNING, everything=True, say=lambda _text: None)


def test_no_page_reads_a_growing_table_from_end_to_end(grown):
    collector, member = User.objects.get(username=COLLECTOR), User.objects.get(username="filled7")
    browsers = {True: client(collector), False: client(member)}
    found = []
    for name, (path, by_collector) in pages().items():
        asked = browsers[by_collector]
        asked.get(path)  # what is looked up once is not looked at here
        found += [f"{name}: {scan}" for scan in full_scans(partial(asked.get, path))]
    assert not found, "\n".join(found)


def test_no_tick_reads_a_growing_table_from_end_to_end(grown):
    found = []
    for name, tick in ticks().items():
        found += [f"{name}: {scan}" for scan in full_scans(tick)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("prune", [receipts.prune, cleaning.prune])
def test_cleaning_reads_what_is_old_alone(grown, prune):
    found = full_scans(partial(prune, batches=1))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("query", ["", "&result=won", "&result=lost", "&title=mascarade&rated=no"])
def test_the_archive_of_one_person_reads_their_newest_matches_alone(grown, query, monkeypatch):
    """By the steps of SQLite's machine: which matches are read, no plan of PostgreSQL's says."""
    if connection.vendor != "sqlite":
        pytest.skip("SQLite counts its steps")
    monkeypatch.setattr(archive, "MATCHES_A_PAGE", 5)  # the filters leave no more of a half of them
    page = partial(archive_page_of, query)
    page()
    before = steps(page)
    seats = Seat.objects.filter(user__username=COLLECTOR, ended_at__isnull=False).order_by("ended_at")
    older = list(seats.values_list("pk", flat=True)[: seats.count() // 2])
    Seat.objects.filter(pk__in=older).update(user=None)
    assert before <= steps(page) * 1.05


def test_the_curve_of_a_rating_reads_its_newest_changes_alone(grown, monkeypatch):
    if connection.vendor != "sqlite":
        pytest.skip("SQLite counts its steps")
    monkeypatch.setattr(rating_history, "MOST_CHANGES", 5)
    curves = partial(rating_history.ratings_of, User.objects.get(username=COLLECTOR))
    before = steps(curves)
    changes = RatingChange.objects.filter(player=User.objects.get(username=COLLECTOR).pk).order_by("finished_at")
    longest = Counter(changes.values_list("title", flat=True)).most_common(1)[0][0]  # the others are all read
    changes = changes.filter(title=longest)
    older = list(changes.values_list("pk", flat=True)[: changes.count() // 2])
    assert len(older) > 10
    RatingChange.objects.filter(pk__in=older).delete()
    assert before <= steps(curves) * 1.05


def archive_page_of(query: str) -> None:
    """The newest matches of the collector."""
    address = f"/archive/?person={COLLECTOR}{query}"
    assert client(User.objects.get(username="filled7")).get(address).status_code == 200


def test_a_full_scan_is_found(grown):
    (found,) = full_scans(lambda: list(Match.objects.filter(ply=3)))
    assert found.startswith("games_match")
    assert full_scans(lambda: list(Receipt.objects.filter(text="east")))


def test_filled_rows_exist(grown):
    assert Match.objects.filter(status="finished").count() == FINISHED
    assert Match.objects.filter(status="running").count() == RUNNING
    fill(FINISHED, RUNNING, everything=True, say=lambda _text: None)
    assert Match.objects.filter(status="finished").count() == FINISHED, "it can be called again"
    assert connection.vendor in ("sqlite", "postgresql")
