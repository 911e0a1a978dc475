"""Filling a database with as many matches as a site has after years."""

import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import connection, transaction
from django.db.models import Min

from bench.growth.played import Plan, Rows, rows_of
from bench.growth.store import insert, new_row
from games import clock
from games.models import Heartbeat, Look, Match, Seat, Status
from games.services.waiting import tables
from leagues.services.ratings import ledger
from masques_site.accounts.models import User
from masques_site.accounts.usernames import name_key, search_key

MEMBERS = 2000
COLLECTOR = "collector"
"""The member who sits in the newest hundred finished matches and in every tenth of the others, and has looked at no
end."""
MEMBER = "filled7"
"""The member who runs the same number of matches at every size, so that their pages can be compared."""
DOMAIN = "@filled.invalid"
NAMES = [COLLECTOR, *(f"filled{number}" for number in range(1, MEMBERS))]
TABLES = 80  # that wait for players, at every size
BATCH = 250  # matches of a transaction
REPORT = 5  # seconds between two lines of progress
APART = timedelta(minutes=10)  # between two ends: a hundred thousand matches are two years
RUN_SINCE = timedelta(hours=10)  # the longest that running matches have waited: nobody is late for a day
OWN_RUNNING = {COLLECTOR: 8, MEMBER: 25}  # running matches; others have a random number

# Titles, numbers of seats, and how many of these are bots'.
SHAPES = (
    ("mascarade", 3, 0),
    ("mascarade", 4, 0),
    ("mascarade", 2, 0),
    ("maskera", 2, 0),
    ("masques", 2, 0),
    ("mascarade", 3, 1),
)
SHORTEST, LONGEST = 12, 30  # plies after which a match ends, or waits

Say = Callable[[str], None]


@dataclass(frozen=True)
class Kept:
    """The times from which receipts and notices are written; the site has deleted older ones."""

    receipts: datetime
    notices: datetime


def fill(finished: int, running: int, *, everything: bool, say: Say) -> None:
    """Write matches until there are `finished` finished and `running` running ones, then rate them. Existing matches
    count, so a call that was interrupted can be repeated. With `everything`, also write the receipts and notices that a
    site would have deleted by now."""
    moment = clock.now()
    since = datetime.min.replace(tzinfo=moment.tzinfo)
    kept = Kept(since, since) if everything else Kept(moment - timedelta(days=7), moment - timedelta(days=30))
    _be_quick()
    people = _people()
    _open_tables(people)
    for plans, status, wanted in (
        (_running(people, moment), Status.RUNNING, running),
        (_finished(people, moment), Status.FINISHED, finished),
    ):
        _write(plans, status, wanted, kept, say)
    say("rating")
    while ledger.rate_all_due():
        pass
    say("collecting statistics for the planner")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    Heartbeat.objects.update_or_create(pk=1, defaults={"at": clock.now()})


def _insert_looks(rows: Rows) -> None:
    stored = Seat.objects.filter(match__in={match for match, _index, _look in rows.looks})
    keys = {(match, index): pk for match, index, pk in stored.values_list("match_id", "index", "pk")}
    insert([new_row(Look, seat_id=keys[match, index], **look) for match, index, look in rows.looks])


def strangers() -> bool:
    """Return whether this site has accounts that no filling has made."""
    return User.objects.exclude(email__endswith=DOMAIN).exists()


def _be_quick() -> None:
    """Raise SQLite's cache size: match keys are random, so rows are spread over the whole file."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA cache_size = -400000")


def _people() -> list[int]:
    """Create the accounts that play, and return their keys, the collector first."""
    new = (
        User(
            username=name,
            name_key=name_key(name),
            search_key=search_key(name),
            email=f"{name}{DOMAIN}",
            mail_notices=True,
        )
        for name in NAMES
    )
    User.objects.bulk_create(new, ignore_conflicts=True)
    found = dict(User.objects.filter(username__in=NAMES).values_list("username", "pk"))
    return [found[name] for name in NAMES]


def _open_tables(people: list[int]) -> None:
    hosts = User.objects.in_bulk(people[1 : 1 + TABLES])
    there = set(Match.objects.filter(status=Status.OPEN, host__in=hosts).values_list("host", flat=True))
    for pk in sorted(set(hosts) - there):
        tables.open_table(host=hosts[pk], title="masques", seats=2, pace="standard", access="open")


def _running(people: list[int], moment: datetime) -> Iterator[Plan]:
    """Yield matches that wait for a player, with different waiting times."""
    begun = Match.objects.filter(status=Status.RUNNING).count()
    missing = {}
    for name, number in OWN_RUNNING.items():
        there = Seat.objects.filter(user__username=name, match__status=Status.RUNNING).count()
        missing[people[NAMES.index(name)]] = number - there
    others = [person for person in people if person not in missing]
    chance = random.Random(f"running {begun}")
    while True:
        until = moment - chance.random() * RUN_SINCE
        own = next((person for person, number in missing.items() if number > 0), None)
        yield _plan(others, chance, until, ends=False, first=own)
        if own is not None:
            missing[own] -= 1


def _finished(people: list[int], moment: datetime) -> Iterator[Plan]:
    """Yield finished matches from the newest back into the past, so that the last days are alike at all sizes."""
    over = Match.objects.filter(status=Status.FINISHED)
    number = over.count()
    until = over.aggregate(first=Min("finished_at"))["first"] or moment - APART
    chance = random.Random(f"finished {number}")
    while True:
        with_collector = number < 100 or number % 10 == 0
        yield _plan(people[1:], chance, until, ends=True, first=people[0] if with_collector else None)
        until -= APART
        number += 1


def _plan(others: list[int], chance: random.Random, until: datetime, *, ends: bool, first: int | None) -> Plan:
    """Return a match of some of the `others`, and of the `first` person if there is one, who has the first seat."""
    title, seats, bots = chance.choice(SHAPES)
    chosen = chance.sample(others, seats - bots)
    if first is not None:
        chosen[0] = first
    is_public = chance.random() < 0.95
    return Plan(
        title=title,
        people=chosen,
        bots=bots,
        plies=chance.randrange(SHORTEST, LONGEST),
        ends=ends,
        until=until,
        is_rated=is_public and not bots and chance.random() < 0.5,
        is_public=is_public,
        unseen=() if first is None else (first,),
    )


def _write(plans: Iterator[Plan], status: Status, wanted: int, kept: Kept, say: Say) -> None:
    there = Match.objects.filter(status=status).count()
    chance = random.Random(f"{status} {there}")
    began = said = time.monotonic()
    begun = there
    while there < wanted:
        rows, batch = Rows(), min(BATCH, wanted - there)
        done = 0
        while done < batch:
            one = rows_of(next(plans), receipts_since=kept.receipts, notices_since=kept.notices, chance=chance)
            if one.status == status:  # a running one may be over sooner than its plan
                rows.take(one)
                done += 1
        with transaction.atomic():
            for found in rows.by_model.values():
                insert(found)
            _insert_looks(rows)
        there += batch
        now = time.monotonic()
        if now - said >= REPORT or there == wanted:
            said = now
            say(f"{there} of {wanted} {status} matches, {(there - begun) / (now - began):.0f} a second")
