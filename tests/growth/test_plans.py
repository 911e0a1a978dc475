"""No page and no tick reads all that has ever been played."""

from functools import partial

import pytest
from django.db import connection

from bench.growth.fill import COLLECTOR, fill
from bench.growth.measure import pages, ticks
from bench.leagues.measure import client
from games.models import Match, Receipt
from games.services import receipts
from masques_site.accounts.models import User
from masques_site.notices import cleaning
from tests.growth.plans import full_scans

pytestmark = pytest.mark.django_db

FINISHED, RUNNING = 150, 40


@pytest.fixture
def grown():
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


def test_a_full_scan_is_found(grown):
    (found,) = full_scans(lambda: list(Match.objects.filter(ply=3)))
    assert found.startswith("games_match")
    assert full_scans(lambda: list(Receipt.objects.filter(text="east")))


def test_what_was_filled_is_there(grown):
    assert Match.objects.filter(status="finished").count() == FINISHED
    assert Match.objects.filter(status="running").count() == RUNNING
    fill(FINISHED, RUNNING, everything=True, say=lambda _text: None)
    assert Match.objects.filter(status="finished").count() == FINISHED, "it can be called again"
    assert connection.vendor in ("sqlite", "postgresql")
