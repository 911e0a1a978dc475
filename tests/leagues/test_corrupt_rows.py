"""One value of a league's rows that cannot be read costs nobody but its owner a page, a tick or a task."""

import gzip
import json
import random
from contextlib import suppress
from datetime import timedelta
from io import BytesIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from structlog.testing import capture_logs

from games import clock, tasks
from games.core.errors import BrokenRow
from leagues import models
from leagues import tasks as league_tasks
from leagues.services.organising.log import note
from leagues.services.ratings import dumps, recompute
from tests.cast import play_to_end, running_match
from tests.corrupt import (
    FLAGS,
    MOMENTS,
    NUMBERS,
    OBJECTS,
    PUBLIC_PAGES,
    WORDS,
    cases,
    one_of_each,
    plain_columns,
    suffer,
    unguarded,
    visit,
    write,
)
from tests.http.town import Town
from tests.notices import sweeps

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("lantern"),
    pytest.mark.timeout(3600),  # every value of every column takes minutes
]

# What is written into each column, by table. Written down by hand: a column that is added has to be added here.
COLUMNS = {
    "League": {
        WORDS: "title pace format unfinished admission name slug description",
        NUMBERS: "seats sign_up_days play_days extension_days objection_days break_days at_once division_size promoted "
        "relegated rounds round_days advancing half_byes late_halves scoring_version",
        MOMENTS: "closed_at taken_down_at created_at",
        OBJECTS: "settings criteria scale",
        FLAGS: "is_rated nights weekends vacations bench_scores table_results is_listed repeats is_demo",
    },
    "Season": {
        WORDS: "title pace format unfinished state seed",
        NUMBERS: "seats sign_up_days play_days extension_days objection_days break_days at_once division_size promoted "
        "relegated rounds round_days advancing half_byes late_halves scoring_version number rev whole_rev draw_version",
        MOMENTS: "opens_at started_at finished_at created_at",
        OBJECTS: "settings quality criteria scale",
        FLAGS: "is_rated nights weekends vacations bench_scores table_results",
    },
    "Step": {WORDS: "kind", NUMBERS: "number position", MOMENTS: "at look_at done_at held_at"},
    "Division": {NUMBERS: "tier index rev", OBJECTS: "outlook", FLAGS: "is_per_match"},
    "Entry": {
        WORDS: "state movement",
        NUMBERS: "seed position left_round former_tier banned_seasons tiers_lower",
        MOMENTS: "left_at at",
        FLAGS: "returns",
    },
    "Standing": {WORDS: "decided_by", NUMBERS: "rank points played", OBJECTS: "values"},
    "Fixture": {
        WORDS: "state",
        NUMBERS: "replays number round",
        MOMENTS: "opens_at extended_until settled_at",
        FLAGS: "needs_upkeep is_corrected is_adjudicated",
    },
    "FixtureSeat": {WORDS: "kind", NUMBERS: "seat place score timeouts points", FLAGS: "wants_substitute is_forfeited"},
    "FormerMatch": {},
    "TablePlay": {WORDS: "state", MOMENTS: "at"},
    "Challenge": {
        NUMBERS: "challenger_before challenged_before challenger_after challenged_after",
        MOMENTS: "at answer_by pauses_counted_to accepted_at ended_at",
    },
    "Role": {WORDS: "kind", MOMENTS: "since"},
    "RoleOffer": {WORDS: "kind state", MOMENTS: "at"},
    "Invitation": {MOMENTS: "at"},
    "LogEntry": {WORDS: "verb reason", MOMENTS: "at", OBJECTS: "details", FLAGS: "is_public"},
    "Request": {WORDS: "kind state text answer", NUMBERS: "round", MOMENTS: "at answered_at", FLAGS: "is_automatic"},
    "Incident": {MOMENTS: "at"},
    "Card": {WORDS: "kind", MOMENTS: "began_at lifted_at"},
    "BenchPlayer": {MOMENTS: "at"},
    "BenchOffer": {MOMENTS: "at expires_at closed_at", FLAGS: "is_taken"},
    "RatedResult": {
        WORDS: "title pool verdict",
        NUMBERS: "length usual rated_rev",
        MOMENTS: "finished_at",
        OBJECTS: "seats",
        FLAGS: "counts is_agreed is_due",
    },
    "RatingChange": {
        WORDS: "title pool",
        NUMBERS: "player mu_before sigma_before matches_before mu_after sigma_after",
        MOMENTS: "finished_at last_before absent_at",
    },
    "PlayerRating": {
        WORDS: "title pool last_match",
        NUMBERS: "player mu sigma matches",
        MOMENTS: "last",
    },
    "IntegrityFlag": {
        WORDS: "kind about note",
        NUMBERS: "score",
        MOMENTS: "first_seen last_seen reviewed_at",
        OBJECTS: "accounts matches numbers",
    },
    "CalendarEvent": {WORDS: "uid", NUMBERS: "sequence", MOMENTS: "begins_at modified_at"},
    "ReplyHours": {OBJECTS: "counts"},
    "ReplyTimes": {WORDS: "match title pace", NUMBERS: "player", MOMENTS: "finished_at", OBJECTS: "counts"},
}
LOCKS = {"RatingState", "RatingVersion", "RatingDump"}  # one row of the site's own, and what a dump's file says itself
PAGES = (*PUBLIC_PAGES, "/people/Bruno/")
OF_ONESELF = ("/account/export/", "/account/settings/", "/people/Anna/")
MODERATORS = ("/moderation/", "/moderation/suspicions/")


def test_every_column_is_listed():
    stored = {model.__name__: model for model in models.__dict__.values() if hasattr(model, "_meta")}
    assert set(COLUMNS) == set(stored) - LOCKS - {"RulesColumns"}
    for name, columns in COLUMNS.items():
        assert set(" ".join(columns.values()).split()) == plain_columns(stored[name]) - {"macs"}, (
            name
        )  # tests/leagues/services/keeping/test_seals.py


def row_of(name):
    row = getattr(models, name).objects.order_by("pk").first()
    assert row is not None, f"there is no {name} to write into"
    return row


@pytest.fixture
def town():
    """Something in every table of the leagues, and matches that are rated."""
    made = Town()
    made.leagues  # noqa: B018 - built when it is asked for
    anna, bruno = made.people["seated"], made.people["other"]
    for seed in range(3):
        match = play_to_end(running_match("lantern", [anna, bruno], is_rated=True), seed)
        tasks.announce(match.pk)
    models.RatedResult.objects.update(is_due=True)
    league_tasks.rate()
    moments = {"begins_at": clock.now() + timedelta(days=2), "modified_at": clock.now()}
    models.CalendarEvent.objects.create(user=anna, uid="deadline-a-1@masques", **moments)
    models.ReplyHours.objects.get_or_create(player=anna.pk, defaults={"counts": [1] * 24})
    seat = models.FixtureSeat.objects.order_by("pk").first()
    models.Incident.objects.create(entry=seat.entry, seat=seat, at=clock.now())
    note(made.leagues.played, "accepted", season=made.leagues.season, actor=made.people["owner"], subject=anna)
    return made


def work():
    """Everything that workers do; what failed as a whole."""
    with capture_logs() as lines:
        league_tasks.sweep()
        league_tasks.fill_seats()
        league_tasks.rate()
        league_tasks.find_flags()
        sweeps.notify_due()
        with suppress(recompute.Waiting, recompute.Disturbed):
            dumps.write_dump(BytesIO(), clock.now())
            recompute.compare(lambda done, total: None)
    return [line for line in lines if line["event"] in ("sweep failed", "notices failed")]


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.reliability)])
def test_corrupt_values_stop_nobody_else(town, every):
    """One value of one column of each table is written; in the tier every value of every column."""
    readers = [town.client(role) for role in ("anonymous", "stranger", "seated")]
    moderators = [town.client("moderator")]
    own = [f"/leagues/{league.slug}/" for league in (town.leagues.played, town.leagues.ladder)]
    draw = random.Random(28)

    def look(number, row):
        found = visit(readers, draw.sample(PAGES, 2)) + visit(readers[2:], draw.sample(OF_ONESELF, 1))
        found += visit(moderators, draw.sample(MODERATORS, 1))
        found += work() if number % (6 if every else 4) == 0 else []
        return found + [one for one in visit(readers[:1], own) if one[1] != 503]

    assert not visit(readers, [*PAGES, *own])
    chosen = list(cases(COLUMNS)) if every else one_of_each(cases(COLUMNS), draw)
    wrong = suffer(chosen, row_of, look)
    assert not wrong, "\n".join(map(str, wrong[:60]))


def test_columns_that_can_be_right_alone_and_not_together_are_not_read(town):
    season = models.Season.objects.filter(league=town.leagues.played)
    season.update(seats=9)  # the title is for four at most
    with pytest.raises(BrokenRow, match="do not go together"):
        season.get()


@pytest.mark.parametrize("number", ["9e999", "-9e999"])
def test_a_number_that_is_not_finite_is_not_read(number):
    row = models.PlayerRating.objects.create(
        title="lantern", pool="people", player=1, mu=25.0, sigma=8.0, matches=3, last=clock.now()
    )
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE leagues_playerrating SET mu = {number}")
    with pytest.raises(BrokenRow, match="mu of"):
        models.PlayerRating.objects.get(pk=row.pk)


def corrupt(row, column, value):
    with unguarded():
        assert write(row, column, value)


@pytest.mark.parametrize(
    ("table", "column", "value"), [("RatedResult", "pool", "nonsense"), ("RatingChange", "mu_after", "x")]
)
def test_an_unreadable_match_is_left_out_of_the_dump_and_others_are_kept(town, table, column, value):
    row = getattr(models, table).objects.order_by("pk").first()
    match = row.match if table == "RatedResult" else row.match_id
    others = set(models.RatedResult.objects.exclude(pk=match).values_list("pk", flat=True))
    corrupt(row, column, value)
    file = BytesIO()
    assert dumps.write_dump(file, clock.now() + timedelta(days=1)).matches == len(others) > 1
    header, *lines = [json.loads(line) for line in gzip.decompress(file.getvalue()).splitlines()]
    assert header["matches"] == len(others)
    written = {line["match"]: line["changes"] for line in lines if "match" in line}
    assert set(written) == others
    assert all(len(changes) == 2 for changes in written.values())


def test_comparing_the_ratings_names_a_result_that_cannot_be_read(town, capsys):
    row = models.RatedResult.objects.order_by("pk").first()
    corrupt(row, "seats", '[{"plbyer":2,"place":1}]')
    with pytest.raises(CommandError, match="differences"):
        call_command("recompute_ratings", "--check")
    assert f"RatedResult {row.match}: altered: seats" in capsys.readouterr().out
