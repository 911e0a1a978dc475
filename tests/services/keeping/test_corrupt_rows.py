"""One stored value that cannot be read stops its own match at most: every other match, page and person goes on."""

import asyncio
import random
from contextlib import contextmanager, suppress
from datetime import timedelta
from types import SimpleNamespace

import pytest
from asgiref.sync import sync_to_async
from django.core.management import CommandError, call_command
from django.db import DatabaseError, DataError, IntegrityError, OperationalError, connection, connections, transaction
from django.db.models import Model
from django.test import Client
from kombu.exceptions import OperationalError as BrokerError
from structlog.testing import capture_logs

from games import clock, tasks
from games.consumers import GONE
from games.models import Answer, BotTurn, Event, Heartbeat, Match, Seat, StandingAnswer, Status
from games.services.bot_moves import bots
from games.services.clocks import deadlines, downtime
from games.services.match import in_advance, play
from games.services.waiting import tables
from masques_site.accounts.services import delete_account
from masques_site.asgi import application
from masques_site.notices.models import Notice
from tests.cast import due, fresh, move, person, play_to_end, running_match, stored_log
from tests.communicators import Socket
from tests.notices import sweeps

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]
DAYS_LATE = 4
# What is written into a column, whatever the column takes. A database that refuses a value is spared it.
WORDS = ("nonsense", "")
NUMBERS = (-1, 2**31 - 1, "nonsense")
NO_MOMENTS = ("nonsense", "infinity")  # SQLite takes them, and the ORM reads them there as NULL
MOMENTS = ("0001-01-01 00:00:00", "9999-12-31 23:59:59.999999", *NO_MOMENTS)
LENGTHS = (-(10**9), 2**62, "nonsense", "-5 days")
OBJECTS = ("[]", "null", '{"wind": "gale"}', '{"wind": []}', '{"tide": "high"}', "no JSON")
OUTCOMES = ("[]", "7", "null", "{}", '{"places": "first"}', '{"places": [1]}')

# By stage of the match and table: field -> values. A replay names each of them, except those in UNSEEN.
CASES: dict[tuple[str, type[Model]], dict[str, tuple[object, ...]]] = {
    ("running", Match): {
        "title": WORDS,
        "pace": WORDS,
        "status": WORDS,
        "access": WORDS,
        "settings": OBJECTS,
        "rules_version": NUMBERS,
        "seat_count": (0, *NUMBERS),
        "ply": NUMBERS,
        "decision": NUMBERS,
        "rev": (-1, "nonsense"),
        "head": (b"", b"x" * 50, "nonsense"),
        "deadline": MOMENTS,
        "alarm": MOMENTS,
        "stirred_at": MOMENTS,
        "created_at": MOMENTS,
        "outcome": ("[]", "7", '{"places": "first"}'),
    },
    ("running", Seat): {
        "bot": ("nonsense", "9"),
        "index": NUMBERS,
        "bank": LENGTHS,
        "deadline": MOMENTS,
        "charging_since": MOMENTS,
        "due_since": MOMENTS,
        "due_decision": NUMBERS,
        "timeouts": (-1, "nonsense"),
        "missed_responses": (-1, "nonsense"),
        "credited_turn": (-9, "nonsense"),
        "muted_at": MOMENTS,
    },
    ("running", Event): {
        "kind": ("mova", "", "site"),
        "seat": (-1, 9, "nonsense", None),
        "text": ("nonsense", "", "x" * 200),
        "ply": (-1, 900, "nonsense"),
    },
    ("answering", Answer): {
        "text": ("nonsense", ""),
        "seat": (-1, 9, "nonsense"),
        "window": (-1, 900, "nonsense"),
        "seal": (b"", "nonsense"),
    },
    ("in advance", StandingAnswer): {
        "key": WORDS,
        "text": ("nonsense", "", "blow"),
        "epoch": NUMBERS,
        "at": MOMENTS,
        "macs": (b"", b"x" * 50, "nonsense", None),
    },
    ("bot", BotTurn): {
        "state": ("nonsense", "", "kept"),
        "level": ("nonsense", ""),
        "attempts": NUMBERS,
        "publish_at": MOMENTS,
        "seat": (-1, 9, "nonsense"),
        "decision": (-1, 900, "nonsense"),
    },
    ("bot", Match): {"pace": WORDS, "status": WORDS, "settings": ("[]", "null")},
    ("bot", Seat): {"bot": ("nonsense", "9")},
    ("open", Match): {
        "title": WORDS,
        "pace": WORDS,
        "settings": OBJECTS,
        "seat_count": (0, *NUMBERS),
        "expires_at": MOMENTS,
    },
    ("open", Seat): {"bot": ("nonsense",), "index": NUMBERS},
    ("finished", Match): {
        "title": WORDS,
        "settings": OBJECTS,
        "outcome": OUTCOMES,
        "finished_at": MOMENTS,
        "annulled_at": MOMENTS,
    },
    ("finished", Seat): {"index": NUMBERS},
    ("finished", Event): {"kind": ("mova", "")},
}
NULLABLE_MOMENTS = ("deadline", "charging_since", "muted_at", "expires_at", "annulled_at")


def is_named(stage, table, field, value):
    """Return whether a replay must name the value; the others are plausible, or are not replayed."""
    if stage == "open" or (table is BotTurn and field not in ("seat", "decision")):
        return False
    return field not in NULLABLE_MOMENTS or value not in NO_MOMENTS


@contextmanager
def unguarded():
    """Let a test write what the trigger and the checks forbid, as the database's own tools could."""
    if connection.vendor == "postgresql":
        off, on = ["ALTER TABLE games_event DISABLE TRIGGER ALL"], ["ALTER TABLE games_event ENABLE TRIGGER ALL"]
    else:
        with connection.cursor() as cursor:
            cursor.execute("SELECT sql FROM sqlite_master WHERE name = 'games_event_frozen'")
            (trigger,) = cursor.fetchone()
        off = ["DROP TRIGGER games_event_frozen", "PRAGMA ignore_check_constraints = ON"]
        on = ["PRAGMA ignore_check_constraints = OFF", trigger]
    execute(off)
    try:
        yield
    finally:
        execute(on)


def execute(statements):
    with connection.cursor() as cursor:
        for statement in statements:
            cursor.execute(statement)


def write(row, field, value):
    """Set one column of a stored row by plain SQL; False if the database does not take the value."""
    column = row._meta.get_field(field).column
    table, key = row._meta.db_table, row._meta.pk.column
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(f'UPDATE "{table}" SET "{column}" = %s WHERE "{key}" = %s', [value, row.pk])
    except (DatabaseError, OverflowError):
        return False
    return True


def raw(match, *columns):
    """The stored values of a match's columns as the database writes them."""
    names = ", ".join(f'CAST("{column}" AS text)' for column in columns)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {names} FROM games_match WHERE id = %s", [match.pk])
        return cursor.fetchone()


def staged(stage):
    """A match of anna's at a stage of its life."""
    anna, bruno = person("anna"), person("bruno")
    if stage == "open":
        host = person(f"host{Match.objects.filter(status=Status.OPEN).count() // 10}")
        table = tables.open_table(
            host=host, title="lantern", seats=4, settings={}, pace="standard", access="open", bots=["easy"]
        )
        return tables.join_table(user=anna, match_id=table.pk)
    if stage == "bot":
        return bot_match(anna)
    match = running_match("lantern", [anna, bruno, person("carla")] if stage == "answering" else [anna, bruno])
    if stage == "in advance":
        asked = match.seats.select_related("user").get(due_decision=None)
        in_advance.keep_answers_in_advance(actor=asked.user, match_id=match.pk, given={"*": "let"})
    if stage == "finished":
        play.resign(actor=bruno, match_id=match.pk, seat=1)
        return fresh(match)
    move(match, due(match)[0])
    if stage == "answering":
        move(match, due(match)[0], "let")
    return fresh(match)


def bot_match(host):
    """A match in which a bot owes a decision."""
    match = tables.open_table(
        host=host, title="lantern", seats=2, settings={}, pace="standard", access="open", bots=["easy"]
    )
    while not any(seat.bot for seat in due(match)):
        move(match, due(match)[0])
    return fresh(match)


def row_of(match, table):
    """The row of `table` that a test corrupts."""
    if table is Match:
        return match
    if table is Seat:
        bot = match.seats.exclude(bot="").first()
        return bot or match.seats.filter(due_decision__isnull=False).first() or match.seats.first()
    if table is Event:
        return Event.objects.filter(match=match).exclude(kind="site").latest("ply")
    return table.objects.filter(match=match).latest("pk")


@pytest.fixture
def woken(monkeypatch):
    """The matches whose bots the sweep wakes."""
    found = []
    monkeypatch.setattr(tasks, "advance", SimpleNamespace(apply_async=lambda args, **_how: found.append(args[0])))
    return found


@pytest.fixture
def town(settings):
    """People with matches that are well: one overdue, one whose bot waits, one finished, one open table."""
    anna, dora = person("anna"), person("dora")
    sound = SimpleNamespace(
        overdue=running_match("lantern", [anna, dora]),
        bot=bot_match(anna),
        finished=play_to_end(running_match("lantern", [anna, dora])),
        open=tables.open_table(host=anna, title="lantern", seats=2, settings={}, pace="standard", access="open"),
    )
    root = person("root")
    root.is_staff = root.is_superuser = True
    root.save()

    def pass_days():
        settings.CLOCK_OFFSET += DAYS_LATE * 86400

    sound.pass_days = pass_days
    return sound


def visitor(name):
    client = Client(raise_request_exception=False)
    if name:
        client.force_login(person(name))
    return client


PAGES = ("", "hand/", "screen/", "history/", "history/?ply=1", "record.txt", "proof/", "rev/", "resign/")
ACTIONS = ("join/", "leave/", "start/", "rematch/", "close/", "resign/")
PARTIAL = {"HX-Request": "true", "HX-Request-Type": "partial"}


class Corrupt:
    """A match with one corrupt value."""

    def __init__(self, match, what, named):
        self.match = match
        self.what = what
        self.named = named  # whether a replay names it
        self.page = f"/matches/{match.pk}/"
        self.kept = raw(match, "status", "deadline")

    def restore(self):
        """Restore the match as it was before it was set aside."""
        for name, value in zip(("status", "deadline"), self.kept, strict=True):
            write(self.match, name, value)

    def check(self, response):
        """It was answered, not fallen over; and what is unavailable says why."""
        assert response.status_code < 500 or response.status_code == 503, (*self.what, response.status_code)
        if response.status_code == 503:
            assert "set aside" in response.content.decode(), self.what

    def check_first_visits(self, player):
        """Check the first visit: opening the page, or sending a move."""
        form = {"text": "let", "seen": 1, "client_move_id": "m"}
        self.restore()
        self.check(player.get(self.page))
        self.restore()
        answer = player.post(f"{self.page}move/", form, headers={"Accept": "application/json"})
        assert answer.status_code in (403, 404, 409, 422), self.what

    def check_every_address(self, player, *others):
        """Whatever address is asked for first, and by whom."""
        for client in others:
            self.restore()
            self.check(client.get(self.page))
        self.restore()
        self.check(player.get(self.page, headers=PARTIAL))
        self.restore()
        self.check(player.post(f"{self.page}move/", {"text": "let", "seen": 1, "client_move_id": "m"}))
        for part in PAGES:
            self.restore()
            self.check(player.get(self.page + part))
        for part in ACTIONS:
            self.restore()
            self.check(player.post(self.page + part))

    def check_commands(self):
        """Commands say what is wrong with it instead of falling over."""
        for name, *options in (
            ("show_match",),
            ("show_match", "--record"),
            ("verify_match",),
            ("break_glass", "--by", "ada", "--reason", "look"),
        ):
            self.restore()
            with suppress(CommandError):
                call_command(name, self.match.pk, *options)


def made_corrupt(stage, table, most):
    """A match for each value of each field of a table, or for `most` values of a field, which the name of the test
    draws."""
    match = staged(stage)
    for field, values in CASES[stage, table].items():
        for value in random.sample(values, min(most, len(values))):
            if write(row_of(match, table), field, value):
                yield Corrupt(match, (table.__name__, field, value), is_named(stage, table, field, value))
                match = staged(stage)


def check_lists(sound):
    """Home, lobby, profile, export and admin answer, with the matches that are well."""
    player, stranger = visitor("anna"), visitor("sandro")
    expected = {
        "/": sound.overdue,
        "/tables/": sound.open,
        "/people/anna/": sound.finished,
        "/account/export/": sound.overdue,
    }
    for address, match in expected.items():
        response = player.get(address)
        assert response.status_code == 200, address
        assert match.pk in response.content.decode(), address
    for address in ("/", "/tables/", "/people/anna/"):
        assert stranger.get(address).status_code == 200
        assert visitor("").get(address).status_code == 200
    assert player.get("/next/").status_code == 302


def check_replay(corrupt, capsys):
    """A replay names what cannot be read, and goes on to the last match."""
    capsys.readouterr()
    with suppress(CommandError):
        call_command("replay_matches")
    out = capsys.readouterr().out
    total = Match.objects.count()
    assert f"{total} matches replayed" in out
    assert [one.what for one in corrupt if one.named and f" {one.match.pk}: " not in out] == []


def check_pages(corrupt, share):
    """Every match is visited; of one in `share` fields, which the name of the test draws, the last is asked for
    everything that there is."""
    anna, sandro, root, anonymous = visitor("anna"), visitor("sandro"), visitor("root"), visitor("")
    for one in corrupt:
        one.check_first_visits(anna)
    of_fields = list({one.what[:2]: one for one in corrupt}.values())
    for one in random.sample(of_fields, len(of_fields) // share):
        one.check_every_address(anna, sandro, anonymous)
        one.check_commands()
        one.restore()
        assert root.get(f"/admin/games/match/{one.match.pk}/change/").status_code < 500, one.what
    assert root.get("/admin/games/match/").status_code < 500


@pytest.mark.parametrize(("most", "share"), [(1, 8), pytest.param(99, 1, marks=pytest.mark.reliability)])
@pytest.mark.parametrize("stage", dict.fromkeys(stage for stage, _table in CASES))
def test_corrupt_values_stop_nobody_else(stage, most, share, town, woken, capsys):
    with unguarded():
        tables_of_stage = [table for key, table in CASES if key == stage]
        corrupt = [one for table in tables_of_stage for one in made_corrupt(stage, table, most)]
        check_lists(town)
        town.pass_days()
        sweeps.notify_due()
        assert Notice.objects.filter(match=town.overdue).exists()
        for one in corrupt:
            bots.play_bots(one.match.pk)
            tasks.announce(one.match.pk)
            one.restore()
        tasks.sweep()
        assert "bot_decided" in [event.text for event in stored_log(town.overdue) if event.kind == "site"]
        assert town.bot.pk in woken
        tasks.expire_tables()
        for one in corrupt:
            one.restore()
        check_replay(corrupt, capsys)
        check_pages(corrupt, share)
        for one in corrupt:
            one.restore()
        Heartbeat.objects.update(at=clock.now() - timedelta(hours=1))
        downtime.extend_deadlines()
        check_lists(town)


def late_match(town):
    town.pass_days()
    return town.overdue


@pytest.mark.parametrize(
    "error", [KeyError("mova"), ZeroDivisionError(), IntegrityError("twice"), DataError("infinity")]
)
def test_an_unexpected_error_of_its_rows_sets_a_match_aside(error, town, woken, monkeypatch):
    match = late_match(town)
    monkeypatch.setattr(tasks.deadlines, "expire", failing(match, error))
    with capture_logs() as lines:
        tasks.sweep()
    assert fresh(match).status == Status.QUARANTINED
    assert town.bot.pk in woken
    causes = [line["error"] for line in lines if line["event"] == "match set aside: it cannot be read"]
    assert causes == [type(error).__name__]


@pytest.mark.parametrize("error", [OperationalError("locked"), ConnectionError(), MemoryError(), BrokerError()])
def test_a_database_or_broker_that_fails_sets_nothing_aside(error, town, woken, monkeypatch):
    match = late_match(town)
    monkeypatch.setattr(tasks.deadlines, "expire", failing(match, error))
    with capture_logs() as lines:
        tasks.sweep()
    assert fresh(match).status == Status.RUNNING
    assert town.bot.pk in woken
    assert {"match": match.pk, "error": type(error).__name__}.items() <= lines[-1].items()


@pytest.mark.parametrize("error", [BrokerError(), ValueError("a bad address")])
def test_a_wake_up_that_cannot_be_sent_sets_nothing_aside(error, town, monkeypatch):
    match = late_match(town)
    monkeypatch.setattr(tasks, "advance", SimpleNamespace(apply_async=failing(None, error)))
    tasks.sweep()
    assert fresh(match).status == Status.RUNNING
    assert fresh(town.bot).status == Status.RUNNING


def failing(match, error):
    """A function that raises `error` when it is called about `match`, or for None always; else the real `expire`."""
    real = deadlines.expire

    def call(match_id, *_args, **_kwargs):
        if match is None or match_id == match.pk:
            raise error
        return real(match_id)

    return call


def test_an_outage_is_given_to_the_matches_next_to_a_corrupt_one(town, woken):
    broken, late = staged("running"), fresh(town.overdue).deadline
    assert write(row_of(broken, Seat), "deadline", "9999-12-31 23:59:59.999999")
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": clock.now() - timedelta(hours=1)})
    downtime.extend_deadlines()
    assert fresh(broken).status == Status.QUARANTINED
    assert fresh(town.overdue).deadline > late


def test_a_corrupt_private_match_stays_hidden_from_others(town):
    match = running_match("lantern", [person("anna"), person("bruno")], access="link")
    assert write(match, "pace", "nonsense")
    page = f"/matches/{match.pk}/"
    assert visitor("").get(page).status_code == visitor("sandro").get(page).status_code == 404
    assert visitor("sandro").post(f"{page}move/", {"text": "let", "seen": 1, "client_move_id": "m"}).status_code == 404
    assert visitor("").get(f"{page}?link={match.link_token}").status_code == 503
    assert fresh(match).status == Status.QUARANTINED


@pytest.mark.parametrize(("field", "value"), [("title", "nonsense"), ("deadline", "9999-12-31 23:59:59")])
def test_the_socket_of_a_corrupt_match_is_closed(field, value, town):
    assert write(town.overdue, field, value)

    async def connect():
        headers = [(b"host", b"testserver"), (b"origin", b"http://testserver")]
        socket = Socket(application, f"/live/matches/{town.overdue.pk}/", headers=headers)
        try:
            return await socket.connect()
        finally:  # Channels keeps the connection of its thread open in tests, and PostgreSQL drops no database then
            await sync_to_async(connections.close_all)()

    assert asyncio.run(connect()) == (False, GONE)


def test_an_account_with_a_corrupt_match_can_be_deleted(town):
    anna = person("anna")
    running, table = staged("running"), town.open
    assert write(running, "title", "nonsense")
    assert write(table, "pace", "nonsense")
    delete_account(anna)
    assert not type(anna).objects.filter(username="anna").exists()
    assert fresh(running).status == Status.QUARANTINED
