"""Stored facts are sealed or follow from the log: whatever is altered, the audit names the row and the field."""

import random
import re
from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction

from games import clock
from games.audit import faults_of
from games.audit.rows import label
from games.core.errors import BrokenLog
from games.models import BotTurn, Event, Heartbeat, Match, MatchKey, Seat, Status
from games.refusals import SetAside
from games.services.bot_moves.bots import play_bots
from games.services.clocks import deadlines, downtime
from games.services.keeping.quarantine import quarantine_broken
from games.services.match import play
from games.services.match.annul import annul
from games.services.match.arranged import start_match
from games.services.match.break_glass import break_glass
from games.services.match.in_advance import keep_answers_in_advance
from games.services.seats.take_over import take_over
from games.services.waiting import tables
from games.tasks import sweep
from masques_site.accounts.services import delete_account
from tests.audit.flips import FIELDS, random_flip
from tests.cast import due, fresh, move, person, play_to_end, running_match
from tests.corrupt import unguarded

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

DAY = 24 * 3600


def bot_match(title="lantern", bots=("easy", "easy")):
    """A match of anna against bots, at a decision that bots owe."""
    match = tables.open_table(
        host=person("anna"),
        title=title,
        seats=1 + len(bots),
        settings={},
        pace="standard",
        access="open",
        bots=bots,
    )
    for _turn in range(12):
        if BotTurn.objects.filter(match=match, closed_at__isnull=False).exists() and bots_owe(match):
            break
        for seat in due(match):
            move(match, seat) if seat.user_id else play_bots(match.pk)
    return fresh(match)


def bots_owe(match):
    return BotTurn.objects.filter(match=match, closed_at=None).exists()


def window_match():
    """A match in a sealed window that one seat has answered. What all had answered in advance does not fit it."""
    people = [person(name) for name in ("anna", "bruno", "carla")]
    match = running_match("lantern", people)
    for user in people:
        keep_answers_in_advance(actor=user, match_id=match.pk, given={"*": "let-or-ask", "a": "let-or-ask"})
    move(match, due(match)[0])
    move(match, due(match)[0], "let")
    return fresh(match)


def played(title, people, moves, seed, **more):
    """A running match after so many moves."""
    match, rng = running_match(title, [person(name) for name in people], **more), random.Random(seed)
    for _move in range(moves):
        move(match, due(match)[0], rng=rng)
    return fresh(match)


@pytest.fixture
def matches(settings):
    """Matches in every state, of the test title and of a real one."""
    settings.BOT_PAUSE = 0.0
    resigned = played("lantern", ["anna", "bruno", "carla"], 2, 3)
    play.resign(actor=person("carla"), match_id=resigned.pk, seat=2)
    take_over(match_id=resigned.pk, seat=2, user=person("dora"), by="a test")
    annulled = play_to_end(running_match("lantern", [person("dora"), person("carla")]))
    annul(match_id=annulled.pk, reason="a test", by="a test")
    table = tables.open_table(
        host=person("dora"), title="lantern", seats=3, settings={}, pace="fast", access="link", bots=["easy"]
    )
    people = [person("anna"), person("bruno")]
    arranged = start_match(people=people, title="lantern", pace="live", access="open", source="a:1", is_rated=True)
    return [
        played("lantern", ["anna", "bruno"], 3, 1, wind="storm"),
        play_to_end(running_match("lantern", [person("bruno"), person("carla")], pace="live")),
        window_match(),
        bot_match(),
        fresh(resigned),
        played("maskera", ["anna", "bruno"], 6, 2),
        fresh(table),
        fresh(annulled),
        fresh(arranged),
    ]


def named(faults, before, after, field):
    """Return whether a fault names the row, as it was or as it is now, and the field."""
    places = "|".join(re.escape(place) for place in (before, after))
    return any(re.match(rf"({places}): .*\b{field}\b", fault) for fault in faults)


def test_at_least_199_of_200_random_alterations_are_named(matches, unfrozen):
    for match in matches:
        assert faults_of(match) == []
    rng = random.Random(20)
    count, missed = 0, []
    while count < 200:
        match = rng.choice(matches)
        flip = random_flip(match, rng)
        if flip is None:
            continue
        with flip.applied() as done:
            if not done:
                continue
            count += 1
            now = type(flip.row).objects.get(pk=flip.row.pk)
            faults = faults_of(match)
            if not named(faults, label(flip.row), label(now), flip.field.removesuffix("_id")):
                missed.append(f"{flip}: {faults}")
    assert len(missed) <= 1, "\n".join(missed)
    assert connection.in_atomic_block is False


# What the site itself does leaves no fault.


def three(title="lantern", **more):
    return running_match(title, [person(name) for name in ("anna", "bruno", "carla")], **more)


def audit_all():
    """The faults of all matches that are stored, by match."""
    return {str(match): faults for match in Match.objects.all() if (faults := faults_of(match))}


@pytest.fixture(params=[True, False], ids=["fast", "plain"])
def fast_paths(request, settings):
    """Both ways of writing rows."""
    settings.FAST_PATHS = request.param


@pytest.mark.database
@pytest.mark.usefixtures("fast_paths")
def test_tables_and_their_seats_are_sealed_from_the_first_row_on(settings):
    anna, bruno, carla = (person(name) for name in ("anna", "bruno", "carla"))
    asked = {"title": "lantern", "settings": {}, "pace": "standard"}
    table = tables.open_table(host=anna, seats=3, access="invited", auto_start=False, **asked)
    tables.invite(host=anna, match_id=table.pk, user=bruno)
    tables.join_table(user=bruno, match_id=table.pk, nonce="dice")
    tables.add_nonce(user=bruno, match_id=table.pk, nonce="other dice")
    tables.add_bot(host=anna, match_id=table.pk, level="easy")
    tables.remove_bot(host=anna, match_id=table.pk, index=2, level="easy")
    tables.leave_table(user=bruno, match_id=table.pk)
    assert audit_all() == {}
    tables.join_table(user=bruno, match_id=table.pk, nonce="dice")
    tables.add_bot(host=anna, match_id=table.pk, level="easy")
    tables.start_table(host=anna, match_id=table.pk, rev=fresh(table).rev)
    closed = tables.open_table(host=carla, seats=2, access="open", **asked)
    tables.close_table(user=carla, match_id=closed.pk)
    stale = tables.open_table(host=carla, seats=2, access="open", **asked)
    settings.CLOCK_OFFSET += tables.TABLE_LIFETIME.total_seconds() + 1
    assert tables.expire_tables() == 1
    assert fresh(stale).status == Status.EXPIRED
    assert audit_all() == {}


@pytest.mark.database
@pytest.mark.usefixtures("fast_paths")
def test_moves_answers_bots_and_the_end_leave_no_fault(settings):
    settings.BOT_PAUSE = 0.0
    match = three()
    move(match, due(match)[0])
    first, last = due(match)
    move(match, first, "let")
    move(match, first, "blow", client_move_id="another")  # a sealed answer is replaced
    assert audit_all() == {}
    move(match, last)
    assert audit_all() == {}
    over = play_to_end(match)
    tables.offer_rematch(user=person("anna"), match_id=over.pk)
    bots = bot_match()
    assert bots_owe(bots)
    assert audit_all() == {}
    play_bots(bots.pk)
    play.resign(actor=person("anna"), match_id=bots.pk, seat=0)
    assert audit_all() == {}


@pytest.mark.usefixtures("fast_paths")
def test_a_bot_that_keeps_its_move_and_one_that_is_overtaken_leave_no_fault(settings):
    settings.BOT_PAUSE = 100.0
    match = bot_owing()
    assert play_bots(match.pk) == 0
    (turn,) = BotTurn.objects.filter(match=match, closed_at=None)
    assert turn.state == "kept"
    assert audit_all() == {}
    settings.CLOCK_OFFSET -= 5000  # the publish time is corrected
    play_bots(match.pk)
    assert BotTurn.objects.get(pk=turn.pk).publish_at != turn.publish_at
    assert audit_all() == {}
    play.resign(actor=person("anna"), match_id=match.pk, seat=0)
    assert BotTurn.objects.get(pk=turn.pk).state == "superseded"
    assert audit_all() == {}


def bot_owing():
    """A match of anna against one bot, which owes a decision."""
    match = tables.open_table(
        host=person("anna"), title="lantern", seats=2, settings={}, pace="standard", access="open", bots=["easy"]
    )
    while not bots_owe(match):
        move(match, due(match)[0])
    return match


@pytest.mark.database
@pytest.mark.usefixtures("fast_paths")
def test_deadlines_and_outages_leave_no_fault(settings):
    match = three()
    sweep()
    settings.CLOCK_OFFSET += 10 * DAY
    downtime.extend_deadlines()
    assert audit_all() == {}
    for word in ("bot_decided", "out_of_time"):
        while word not in [event.text for event in Event.objects.filter(match=match)]:
            settings.CLOCK_OFFSET += 4 * DAY
            Heartbeat.objects.update(at=clock.now())  # the site has run all the time
            assert deadlines.expire(match.pk) or play_bots(match.pk)
            assert audit_all() == {}
    break_glass(match_id=match.pk, by="an operator", reason="a test")
    assert audit_all() == {}
    with pytest.raises(SetAside), quarantine_broken(match.pk):
        raise BrokenLog("a test")
    assert fresh(match).status == Status.QUARANTINED
    assert audit_all() == {}


def test_the_deletion_of_an_account_or_a_match_leaves_no_fault():
    anna, bruno = person("anna"), person("bruno")
    over = play_to_end(running_match("lantern", [anna, bruno]))
    tables.offer_rematch(user=bruno, match_id=over.pk)
    running = three()
    table = tables.open_table(host=anna, title="lantern", seats=3, settings={}, pace="fast", access="open")
    tables.join_table(user=bruno, match_id=table.pk)
    held = list(Seat.objects.filter(user=anna).values_list("pk", flat=True))
    delete_account(anna)
    assert fresh(over).host is None
    assert Seat.objects.filter(pk__in=held, user=None).count() == len(held) == 3
    assert audit_all() == {}
    type(bruno).objects.filter(pk=bruno.pk).delete()  # as the admin does
    assert audit_all() == {}
    over.delete()
    assert Match.objects.filter(status=Status.OPEN, rematch_of=None).exists()
    assert audit_all() == {}
    assert fresh(running).status == Status.RUNNING


# Nothing is laundered.


def test_a_field_that_was_altered_is_named_for_good_however_often_its_row_is_written():
    match = three()
    (seat,) = due(match)
    Seat.objects.filter(pk=seat.pk).update(bank=timedelta(days=30), user=person("dora"), nonce="loaded dice")
    Match.objects.filter(pk=match.pk).update(rev=70, host=person("dora"))
    altered = [
        "match: host was altered",
        "match: rev was altered",
        f"seat {seat.index}: user was altered",
        f"seat {seat.index}: bank was altered",
    ]
    seat.user = person("dora")
    for _move in range(2):
        assert set(altered) <= set(faults_of(match))
        move(match, seat)
        for other in due(match):
            move(match, other)
        seat = Seat.objects.get(pk=seat.pk)
        while seat.due_decision is None:
            move(match, due(match)[0])
            seat = Seat.objects.get(pk=seat.pk)
    assert Seat.objects.get(pk=seat.pk).bank < timedelta(days=30)
    assert set(altered) <= set(faults_of(match))
    assert set(faults_of(match)) >= {f"seat {seat.index}: nonce was altered"}


def test_a_bots_decision_cannot_be_laundered_either(settings):
    settings.BOT_PAUSE = 100.0
    match = bot_owing()
    (turn,) = BotTurn.objects.filter(match=match, closed_at=None)
    BotTurn.objects.filter(pk=turn.pk).update(publish_at=turn.publish_at + timedelta(days=9), level="hard")
    play_bots(match.pk)
    play.resign(actor=person("anna"), match_id=match.pk, seat=0)
    name = f"bot turn of seat {turn.seat} at decision {turn.decision}"
    assert faults_of(match) == [f"{name}: level was altered", f"{name}: publish_at was altered"]


@pytest.mark.database
def test_an_altered_table_stays_named_when_it_is_closed_or_set_aside():
    table = tables.open_table(host=person("anna"), title="lantern", seats=2, settings={}, pace="fast", access="open")
    Match.objects.filter(pk=table.pk).update(status=Status.EXPIRED)
    Match.objects.filter(pk=table.pk).update(status=Status.OPEN, access="link", expires_at=clock.now())
    tables.expire_tables()
    assert faults_of(table) == ["match: access was altered", "match: expires_at was altered"]


# The audit does not raise.


JUNK = {
    "title": "no-such-title",
    "status": "mova",
    "pace": "never",
    "kind": "mova",
    "bot": "nobody",
    "settings": "[1, {}]",
    "outcome": "17",
    "state": "waiting",
}


# What is no stored fact.
UNJUDGED = {
    "id", "match", "end_announced_at", "end_seen_at", "muted_at", "attempts", "holder", "leased_until",
}  # fmt: skip


def changed_by(row, field, junk):
    """Write what the ORM would not; whether the database takes it, and the site reads another value than before."""
    name = connection.ops.quote_name
    text = f"UPDATE {name(row._meta.db_table)} SET {name(field.column)} = %s WHERE id = %s"
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(text, [junk, row.pk])
        return getattr(type(row).objects.get(pk=row.pk), field.attname) != getattr(row, field.attname)
    except IntegrityError:
        return False
    except Exception:  # noqa: BLE001 - the site cannot read it
        return True


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL checks the types of its columns")
def test_whatever_a_row_holds_is_a_fault_and_not_an_error(matches, unfrozen):
    rng = random.Random(5)
    tried = 0
    for match in matches[:4]:
        for model in FIELDS:
            rows = list(model.objects.filter(**({"pk": match.pk} if model is Match else {"match": match.pk})))
            for field in model._meta.concrete_fields if rows else []:
                row = rng.choice(rows)
                junk = JUNK.get(field.name, rng.choice(["junk", b"\xff", 1e300, -7, "[]"]))
                with transaction.atomic():
                    if field.name not in UNJUDGED and changed_by(row, field, junk):
                        tried += 1
                        assert faults_of(match), (row, field.name, junk)
                    transaction.set_rollback(True)
    assert tried > 80


@pytest.mark.skipif(connection.vendor != "sqlite", reason="PostgreSQL checks the types of its columns")
def test_a_row_that_cannot_be_read_is_set_aside_and_others_are_sealed_as_ever(settings):
    opened = [
        tables.open_table(host=person("anna"), title="lantern", seats=2, settings={}, pace="fast", access="open")
        for _table in range(2)
    ]
    with unguarded(), connection.cursor() as cursor:
        cursor.execute("UPDATE games_match SET settings = 'no JSON' WHERE id = %s", [opened[0].pk])
    settings.CLOCK_OFFSET += tables.TABLE_LIFETIME.total_seconds() + 1
    assert tables.expire_tables() == 2
    assert faults_of(opened[0])[0] == "match: settings was altered"
    assert faults_of(opened[1]) == []


def test_a_match_without_its_key_and_one_that_is_gone_are_faults():
    match = three()
    MatchKey.objects.filter(match=match).update(key=bytes(32))
    assert faults_of(match)[0] == "match: its key was altered"
    MatchKey.objects.filter(match=match).delete()
    assert faults_of(match) == ["match: its key is missing"]
    gone = three()
    gone.delete()
    assert "match: there is no row of it" in faults_of(Match(pk="gone"))


def test_a_row_that_the_site_has_not_sealed_is_named():
    match = three()
    Seat.objects.filter(match=match, index=1).update(macs=b"")
    assert faults_of(match) == ["seat 1: is not sealed"]
