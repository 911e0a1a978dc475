"""Notices about tables that have filled: to those who waited for the match, and to a host who must start it."""

from datetime import timedelta

import pytest

from games import clock
from games.models import Match
from games.services.beside import presence
from games.services.match.arranged import start_match
from games.services.waiting import tables
from masques_site.accounts.models import User
from masques_site.notices.kinds.tables import MatchArranged, TableFilled, TableWaits
from masques_site.notices.models import Notice, OutboxMail, State
from masques_site.notices.services import finding
from tests.accounts.cast import member
from tests.cast import due, fresh
from tests.growth.plans import full_scans
from tests.looks import have_seen
from tests.notices import sweeps

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("lantern")]

DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def at(time_machine):
    """Set the clock, which stands still: `at(minutes=5)` is five minutes after the test began."""
    began = clock.now()

    def travel(**later: float) -> None:
        time_machine.move_to(began + timedelta(**later), tick=False)

    travel()
    return travel


@pytest.fixture
def people() -> list[User]:
    return [member(name) for name in ("Giulia", "Bianca", "Carla")]


def waiting_table(people: list[User], **more) -> Match:
    """A table at which all of `people` but the last sit."""
    table = tables.open_table(
        host=people[0], title="lantern", seats=len(people), pace="standard", access="open", **more
    )
    for user in people[1:-1]:
        tables.join_table(user=user, match_id=table.pk)
    return table


def filled_after(at, people: list[User], minutes: float, **more) -> Match:
    """A table that the last of `people` has filled this long after the others sat down."""
    table = waiting_table(people, **more)
    at(minutes=minutes)
    tables.join_table(user=people[-1], match_id=table.pk)
    return fresh(table)


def sweep(at, **passed: float) -> None:
    """Let the sweep run at that time, and once again, as it does every few seconds."""
    at(**passed)
    sweeps.notify_due()
    sweeps.notify_due()


def told(kind) -> list[Notice]:
    return list(Notice.objects.filter(kind=kind.code).select_related("user").order_by("seat"))


def waited(match: Match, people: list[User]) -> set[str]:
    """The names of those of `people` who do not owe the first decision."""
    return {user.username for user in people} - {seat.user.username for seat in due(match)}


# The match has begun.


def test_players_who_waited_and_are_not_due_are_notified_once(at, people):
    match = filled_after(at, people, minutes=30)
    expected = waited(match, people[:2])
    assert expected, "one player at most is due"
    sweeps.notify_due()
    assert not OutboxMail.objects.filter(subject="Lantern has begun").exists(), "it waits a minute"
    sweep(at, minutes=31)
    assert {notice.user.username for notice in told(TableFilled)} == expected
    mails = OutboxMail.objects.filter(subject="Lantern has begun")
    assert {mail.to for mail in mails} == {f"{name.lower()}@example.org" for name in expected}
    assert all("your table is full: Lantern with" in mail.text for mail in mails)
    assert all(f"https://masques.example/matches/{match.pk}/" in mail.text for mail in mails)


def test_a_table_that_fills_at_once_notifies_nobody(at, people):
    filled_after(at, people, minutes=0.5)
    sweep(at, minutes=2)
    assert told(TableFilled) == []


def test_players_who_have_looked_meanwhile_get_no_mail(at, people):
    match = filled_after(at, people, minutes=30)
    sweeps.notify_due()
    have_seen(match, ply=match.ply)
    sweep(at, minutes=31)
    assert {notice.state for notice in told(TableFilled)} == {State.MOOT}


def test_a_look_at_the_table_before_is_none_at_the_match(at, people):
    match = filled_after(at, people, minutes=30)
    have_seen(match, ply=0)
    sweep(at, minutes=31)
    assert {notice.state for notice in told(TableFilled)} == {State.PASSED}


def test_players_who_became_due_meanwhile_hear_of_their_turn_alone(at, people):
    match = filled_after(at, people, minutes=30)
    sweeps.notify_due()
    (mover,) = due(match)
    match.seats.update(due_decision=mover.due_decision, due_since=clock.now())
    sweep(at, minutes=31)
    assert {notice.state for notice in told(TableFilled)} == {State.MOOT}
    assert not OutboxMail.objects.filter(subject="Lantern has begun").exists()


def test_a_muted_match_sends_none(at, people):
    match = filled_after(at, people, minutes=30)
    match.seats.update(muted_at=clock.now())
    sweep(at, minutes=31)
    assert {notice.state for notice in told(TableFilled)} == {State.UNWANTED}


def test_the_players_of_an_arranged_match_never_waited(at, people):
    match = start_match(people=people, title="lantern", pace="standard", access="open", source="test:1")
    match.seats.update(joined_at=clock.now() - DAY)
    sweep(at, minutes=2)
    assert told(TableFilled) == []


def test_players_of_an_arranged_match_hear_that_it_has_begun_unless_they_owe_a_decision(at, people):
    match = start_match(people=people, title="lantern", pace="standard", access="open", source="test:1")
    owing = {seat.user.username for seat in due(match)}
    sweep(at, minutes=2)
    others = sorted({"Giulia", "Bianca", "Carla"} - owing)
    assert others
    assert sorted(notice.user.username for notice in told(MatchArranged)) == others
    mails = OutboxMail.objects.filter(subject="Lantern has begun").order_by("to")
    assert [mail.to for mail in mails] == [f"{name.lower()}@example.org" for name in others]
    assert all(match.pk in mail.text and "a new match has begun for you" in mail.text for mail in mails)


def test_two_matches_that_begin_together_are_one_mail(at, people):
    first, second = waiting_table(people), waiting_table(people)
    at(minutes=30)
    for table in (first, second):
        tables.join_table(user=people[-1], match_id=table.pk)
    for table in (first, second):
        table.seats.update(due_decision=None)
    sweep(at, minutes=31)
    mails = OutboxMail.objects.filter(subject="2 matches have begun")
    assert [mail.to for mail in mails.order_by("to")] == ["bianca@example.org", "giulia@example.org"]
    assert all(table.pk in mail.text for table in (first, second) for mail in mails)


def test_a_sweep_looks_at_no_match_that_began_long_ago(at, people):
    match = filled_after(at, people, minutes=30)
    Match.objects.filter(pk=match.pk).update(started_at=clock.now() - 3 * DAY)
    sweep(at, minutes=31)
    assert told(TableFilled) == []


# The table waits for its host.


def test_the_host_is_notified_once_that_the_table_is_full(at, people):
    table = waiting_table(people, auto_start=False)
    sweep(at, minutes=30)
    assert told(TableWaits) == []
    tables.join_table(user=people[-1], match_id=table.pk)
    sweep(at, minutes=31)
    sweep(at, minutes=32)
    (notice,) = told(TableWaits)
    assert (notice.user, notice.match, notice.state) == (people[0], table, State.PASSED)
    mail = OutboxMail.objects.get(subject="Your Lantern table is full")
    assert mail.to == "giulia@example.org"
    assert "is full: you can start the match." in mail.text
    assert f"https://masques.example/matches/{table.pk}/" in mail.text


def test_a_table_that_starts_by_itself_waits_for_nobody(at, people):
    filled_after(at, people, minutes=30)
    sweep(at, minutes=31)
    assert told(TableWaits) == []


@pytest.mark.parametrize("event", ["left", "started", "closed", "seen"])
def test_it_is_moot_once_it_is_no_longer_so_or_the_host_knows(at, people, event):
    table = filled_after(at, people, minutes=30, auto_start=False)
    sweeps.notify_due()
    at(minutes=30, seconds=20)
    if event == "left":
        tables.leave_table(user=people[-1], match_id=table.pk)
    elif event == "started":
        tables.start_table(host=people[0], match_id=table.pk, rev=fresh(table).rev)
    elif event == "closed":
        tables.close_table(user=people[0], match_id=table.pk)
    else:
        look(table)
    sweep(at, minutes=32)
    assert [notice.state for notice in told(TableWaits)] == [State.MOOT]


def test_a_host_who_has_muted_the_match_gets_no_mail(at, people):
    table = filled_after(at, people, minutes=30, auto_start=False)
    table.seats.update(muted_at=clock.now())
    sweep(at, minutes=32)
    assert [notice.state for notice in told(TableWaits)] == [State.UNWANTED]


def look(table: Match) -> None:
    """Let the host look at the table."""
    presence.note_look(table, table.seats.get(index=0))


def test_several_full_tables_are_one_mail(at, people):
    for _table in range(2):
        filled_after(at, people, minutes=30, auto_start=False)
    sweep(at, minutes=32)
    mail = OutboxMail.objects.get(subject="2 of your tables are full")
    assert mail.to == "giulia@example.org"
    assert mail.text.count("/matches/") == 2


def test_no_sweep_reads_all_seats(at, people):
    filled_after(at, people, minutes=30)
    filled_after(at, people, minutes=30, auto_start=False)
    assert full_scans(lambda: finding.notify(TableFilled)) == []
    assert full_scans(lambda: finding.notify(TableWaits)) == []
    sweeps.notify_due()
    assert full_scans(sweeps.notify_due) == []
