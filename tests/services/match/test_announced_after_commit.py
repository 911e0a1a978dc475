"""Nothing is announced from a transaction that is still open or is rolled back: no hint, wake-up, signal or mail."""

import pytest
from django.core import mail
from django.db import DatabaseError, connection, transaction

from games import signals
from games.models import Event, Receipt, Seat, Status
from games.plumbing import after_commit, bulk_sql
from games.services.clocks import deadlines
from games.services.match import play
from games.services.match.locked_match import LockedMatch
from games.services.waiting import tables
from games.tasks import announce
from masques_site.accounts.moderation import ban
from masques_site.notices.models import Notice
from tests.cast import due, fresh, move, person, play_to_end, running_match, some_move

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("lantern")]

# What a move posts: to who moved, and to who must decide now, that their lists have changed, too.
MOVE = [("hint", False), ("owed", False), ("news", False), ("news", False)]


@pytest.fixture
def posted(monkeypatch):
    """Return the tasks of the background thread: the name, and whether a transaction was open then."""
    found = []
    monkeypatch.setattr(
        after_commit, "post", lambda name, _call, **_key: found.append((name, connection.in_atomic_block))
    )
    monkeypatch.setattr(
        after_commit, "gather", lambda name, _item, _call: found.append((name, connection.in_atomic_block))
    )
    return found


@pytest.fixture
def heard():
    """The signals that were sent, and whether a transaction was open then."""
    found = []

    def turn(**_facts):
        found.append(("turn", connection.in_atomic_block))

    def end(**_facts):
        found.append(("end", connection.in_atomic_block))

    signals.turns_due.connect(turn)
    signals.match_finished.connect(end)
    yield found
    signals.turns_due.disconnect(turn)
    signals.match_finished.disconnect(end)


@pytest.fixture
def match():
    return running_match("lantern", [person("anna"), person("bruno")])


@pytest.fixture
def full():
    """A table of two that its host has not started."""
    table = tables.open_table(
        host=person("anna"), title="lantern", seats=2, settings={}, pace="standard", access="open", auto_start=False
    )
    tables.join_table(user=person("bruno"), match_id=table.pk)
    return fresh(table)


def broken(*_args, **_kwargs):
    raise DatabaseError("no room")


def breaks_on(model):
    """`bulk_sql.insert` that fails for rows of `model`."""
    insert = bulk_sql.insert

    def fail(rows):
        if rows and isinstance(rows[0], model):
            raise DatabaseError("no room")
        insert(rows)

    return fail


def decide(locked):
    seat = locked.seats[due(locked.match)[0].index]
    locked.decide(seat, some_move(locked.match, seat.index), seat.user_id)
    locked.save()


def test_a_match_that_is_saved_says_nothing_before_its_transaction_is_committed(match, posted, heard):
    with transaction.atomic():
        with transaction.atomic():
            decide(LockedMatch.lock(match.pk))
        assert posted == heard == []
    assert posted == MOVE
    assert heard == mail.outbox == []


@pytest.mark.parametrize("inner", [True, False], ids=["the inner one", "the outer one"])
def test_nor_ever_if_a_transaction_around_it_is_rolled_back(match, posted, heard, inner):
    before = fresh(match)
    with transaction.atomic():
        with transaction.atomic():
            decide(LockedMatch.lock(match.pk))
            if inner:
                transaction.set_rollback(True)
        if not inner:
            transaction.set_rollback(True)
    assert posted == heard == mail.outbox == []
    assert fresh(match).rev == before.rev
    move(match, due(match)[0])
    assert posted == MOVE


@pytest.mark.parametrize("model", [Event, Receipt])
def test_a_move_that_could_not_be_stored_is_not_announced(match, posted, heard, monkeypatch, model):
    with monkeypatch.context() as patch:
        patch.setattr(bulk_sql, "insert", breaks_on(model))
        with pytest.raises(DatabaseError):
            move(match, due(match)[0])
    assert posted == heard == []
    move(match, due(match)[0])
    assert posted == MOVE


def test_nor_is_a_deadline(match, posted, monkeypatch, settings):
    settings.CLOCK_OFFSET += 3 * 24 * 3600
    with monkeypatch.context() as patch:
        patch.setattr(bulk_sql, "insert", breaks_on(Event))
        with pytest.raises(DatabaseError):
            deadlines.expire(match.pk)
    assert posted == []
    assert deadlines.expire(match.pk)
    assert posted == [("hint", False), ("advance", False), ("news", False)]


def test_nor_is_a_player_who_resigns(match, posted, monkeypatch):
    seat = due(match)[0]
    with monkeypatch.context() as patch:
        patch.setattr(bulk_sql, "insert", breaks_on(Event))
        with pytest.raises(DatabaseError):
            play.resign(actor=seat.user, match_id=match.pk, seat=seat.index)
    assert posted == []
    assert fresh(match).status == Status.RUNNING


def test_nor_is_a_player_who_sits_down_where_the_match_cannot_start(posted, monkeypatch):
    table = tables.open_table(
        host=person("anna"), title="lantern", seats=2, settings={}, pace="standard", access="open"
    )
    posted.clear()
    with monkeypatch.context() as patch:
        patch.setattr(LockedMatch, "begin", broken)
        with pytest.raises(DatabaseError):
            tables.join_table(user=person("bruno"), match_id=table.pk)
    assert posted == []
    assert Seat.objects.filter(match=table).count() == 1
    tables.join_table(user=person("bruno"), match_id=table.pk)
    assert {open_transaction for _name, open_transaction in posted} == {False}
    assert "owed" in [name for name, _open in posted]


def test_nor_is_a_start_that_is_rolled_back(full, posted, monkeypatch):
    with monkeypatch.context() as patch:
        patch.setattr(bulk_sql, "insert", breaks_on(Event))
        with pytest.raises(DatabaseError):
            tables.start_table(host=person("anna"), match_id=full.pk, rev=fresh(full).rev)
    assert posted == []
    assert fresh(full).status == Status.OPEN


@pytest.mark.parametrize(
    "service",
    [
        lambda match: play.resign(actor=due(match)[0].user, match_id=match.pk, seat=due(match)[0].index),
        lambda match: move(match, due(match)[0]),
        lambda match: deadlines.expire(match.pk),
    ],
    ids=["resign", "move", "expire"],
)
def test_no_service_can_be_put_into_a_transaction_that_its_caller_may_roll_back(match, posted, service):
    with transaction.atomic(), pytest.raises(RuntimeError, match="durable"):
        service(match)
    assert posted == []


def test_a_refused_move_is_not_announced(match, posted):
    with pytest.raises(play.Refusal):
        move(match, due(match)[0], "9z")
    assert posted == []


def test_signals_and_mails_wait_for_a_worker_and_leave_outside_any_transaction(match, heard):
    finished = play_to_end(match)
    assert heard == []
    assert not Notice.objects.exists()
    announce(finished.pk)
    assert heard == [("end", False)]
    assert mail.outbox == []


def test_a_ban_that_is_rolled_back_closes_no_page(posted):
    moderator, banned = person("moderator"), person("anna")
    with transaction.atomic():
        ban(moderator=moderator, person=banned, reason="noise")
        assert posted == []
        transaction.set_rollback(True)
    assert posted == []
    ban(moderator=moderator, person=banned, reason="noise")
    assert posted == [("recheck", False)]
