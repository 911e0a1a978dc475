"""One value of a league's rows that cannot be read costs nobody but its owner a page, a tick or a task."""

import random
from contextlib import contextmanager

import pytest
from django.db import DatabaseError, connection, transaction
from structlog.testing import capture_logs

from games import clock, tasks
from games.core.errors import BrokenRow
from leagues import models
from leagues import tasks as league_tasks
from leagues.services.log import note
from masques_site.notices import services as notices
from tests.cast import play_to_end, running_match
from tests.http.town import Town

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("lantern"),
    pytest.mark.timeout(3600),  # every value of every column takes minutes
]

WORDS = ("nonsense", "", "x" * 300)
NUMBERS = (-1, 2**62, "nonsense", 1.5)
MOMENTS = ("0001-01-01 00:00:00", "9999-12-31 23:59:59.999999", "nonsense", "2026-99-99 00:00:00")
OBJECTS = ("no JSON", "[]", "null", "7", '{"x": 1}', '[{"plbyer": 2, "place": 1}]')
FLAGS = (7, "nonsense")

# What is written into each column, by table. Written down by hand: a column that is added has to be added here.
COLUMNS = {
    "League": {
        WORDS: "title pace format admission name slug description",
        NUMBERS: "seats sign_up_days play_days extension_days break_days at_once division_size promoted relegated "
        "rounds round_days advancing",
        MOMENTS: "closed_at taken_down_at created_at",
        OBJECTS: "settings",
        FLAGS: "is_rated nights weekends vacations bench_scores is_listed repeats is_demo",
    },
    "Season": {
        WORDS: "title pace format state seed",
        NUMBERS: "seats sign_up_days play_days extension_days break_days at_once division_size promoted relegated "
        "rounds round_days advancing number rev",
        MOMENTS: "opens_at started_at finished_at created_at",
        OBJECTS: "settings quality",
        FLAGS: "is_rated nights weekends vacations bench_scores",
    },
    "Step": {WORDS: "kind", NUMBERS: "number position", MOMENTS: "at look_at done_at held_at"},
    "Division": {NUMBERS: "tier index", OBJECTS: "outlook", FLAGS: "is_per_match"},
    "Entry": {
        WORDS: "state movement",
        NUMBERS: "seed position left_round former_tier banned_seasons tiers_lower",
        MOMENTS: "left_at at",
        FLAGS: "returns",
    },
    "Standing": {WORDS: "decided_by", NUMBERS: "rank points played", OBJECTS: "values"},
    "Fixture": {
        WORDS: "state",
        NUMBERS: "number round",
        MOMENTS: "opens_at extended_until settled_at",
        FLAGS: "needs_upkeep is_corrected is_adjudicated",
    },
    "FixtureSeat": {WORDS: "kind", NUMBERS: "seat place score timeouts points", FLAGS: "wants_substitute"},
    "Challenge": {
        NUMBERS: "challenger_before challenged_before challenger_after challenged_after",
        MOMENTS: "at answer_by pauses_counted_to accepted_at ended_at",
    },
    "Role": {WORDS: "kind", MOMENTS: "since"},
    "RoleOffer": {WORDS: "kind state", MOMENTS: "at"},
    "Invitation": {MOMENTS: "at"},
    "LogEntry": {WORDS: "verb reason", MOMENTS: "at", OBJECTS: "details", FLAGS: "is_public"},
    "Request": {WORDS: "kind state text answer", MOMENTS: "at answered_at", FLAGS: "is_automatic"},
    "Incident": {MOMENTS: "at"},
    "Card": {WORDS: "kind", MOMENTS: "began_at lifted_at"},
    "BenchPlayer": {MOMENTS: "at"},
    "BenchOffer": {MOMENTS: "at expires_at closed_at", FLAGS: "is_taken"},
    "RatedResult": {
        WORDS: "title pool verdict",
        NUMBERS: "length usual rated_rev",
        MOMENTS: "finished_at",
        OBJECTS: "seats",
        FLAGS: "counts is_due",
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
    "ReplyTimes": {WORDS: "match title pace", NUMBERS: "player", MOMENTS: "finished_at", OBJECTS: "counts"},
}
LOCKS = {"RatingState", "RatingVersion", "RatingDump"}  # one row of the site's own, and what a dump's file says itself
# Pages of everybody, which one league's, one result's or one person's row must not break.
PAGES = (
    "/",
    "/leagues/",
    "/archive/",
    "/ratings/",
    "/ratings/lantern/people.calm/",
    "/people/Bruno/",
    "/tables/",
    "/watch/",
)
OF_ONESELF = ("/account/export/", "/account/settings/", "/people/Anna/")
MODERATORS = ("/moderation/", "/moderation/suspicions/")


def test_every_column_is_listed():
    stored = {model.__name__: model for model in models.__dict__.values() if hasattr(model, "_meta")}
    assert set(COLUMNS) == set(stored) - LOCKS - {"RulesColumns"}
    for name, columns in COLUMNS.items():
        fields = stored[name]._meta.concrete_fields
        plain = {field.name for field in fields if not field.is_relation and not field.primary_key}
        assert set(" ".join(columns.values()).split()) == plain, name


@contextmanager
def unguarded():
    """Let a test write what the checks of the database forbid."""
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA ignore_check_constraints = ON")
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA ignore_check_constraints = OFF")


def write(table, key, column, value):
    """Set a column of a row by plain SQL; False if the database does not take the value."""
    statement = f'UPDATE "{table._meta.db_table}" SET "{column}" = %s WHERE "{table._meta.pk.column}" = %s'
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement, [value, key])
    except (DatabaseError, OverflowError):
        return False
    return True


def cases():
    """Each table, column and value."""
    for name, columns in COLUMNS.items():
        for values, listed in columns.items():
            for column in listed.split():
                yield from ((name, column, value) for value in values)


def row_of(name):
    key = getattr(models, name).objects.order_by("pk").values_list("pk", flat=True).first()
    assert key is not None, f"there is no {name} to write into"
    return key


def kept(table, key, column):
    with connection.cursor() as cursor:
        cursor.execute(f'SELECT "{column}" FROM "{table._meta.db_table}" WHERE "{table._meta.pk.column}" = %s', [key])
        return cursor.fetchone()[0]


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
    seat = models.FixtureSeat.objects.order_by("pk").first()
    models.Incident.objects.create(entry=seat.entry, seat=seat, at=clock.now())
    note(made.leagues.played, "accepted", season=made.leagues.season, actor=made.people["owner"], subject=anna)
    return made


def visit(clients, pages):
    """What answers an error that is not its own, by address."""
    found = []
    for client in clients:
        for page in pages:
            response = client.get(page)
            if response.status_code >= 500:
                found.append((page, response.status_code))
    return found


def work():
    """Everything that workers do; what failed as a whole."""
    with capture_logs() as lines:
        league_tasks.sweep()
        league_tasks.fill_seats()
        league_tasks.rate()
        league_tasks.find_flags()
        notices.notify_due()
    return [line for line in lines if line["event"] in ("sweep failed", "notices failed")]


@pytest.mark.parametrize(
    ("values", "pages", "works"), [(1, 3, 4), pytest.param(99, 3, 6, marks=pytest.mark.reliability)]
)
def test_corrupt_values_stop_nobody_else(town, values, pages, works):
    """One value of one column of each table is written, and some pages are asked for; all of them in the tier."""
    readers = [town.client(role) for role in ("anonymous", "stranger", "seated")]
    moderator = [town.client("moderator")]
    draw = random.Random(28)
    wrong, chosen = [], list(cases())
    if values == 1:
        chosen = list({case[0]: case for case in draw.sample(chosen, len(chosen))}.values())
    own = [f"/leagues/{league.slug}/" for league in (town.leagues.played, town.leagues.ladder)]
    assert not visit(readers, [*PAGES, *own])
    with unguarded():
        for number, (name, column, value) in enumerate(chosen):
            table, key = getattr(models, name), row_of(name)
            column = table._meta.get_field(column).column
            before = kept(table, key, column)
            if not write(table, key, column, value):
                continue
            seen = visit(readers, draw.sample(PAGES, min(pages, len(PAGES))))
            seen += visit(readers[2:], draw.sample(OF_ONESELF, min(pages, len(OF_ONESELF))))
            seen += visit(moderator, MODERATORS)
            if number % works == 0:
                seen += work()
            seen += [one for one in visit(readers[:1], own) if one[1] != 503]
            wrong += [(name, column, value, one) for one in seen]
            assert write(table, key, column, before), (name, column)
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
