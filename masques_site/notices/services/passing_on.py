"""Passing on the notices that are due: a delivery for each place where their reader wants them.

All of it happens in the database, in one transaction for many notices, so that a notice is passed on once; what leaves
the site is `delivering`'s.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime

from django.db import transaction
from django.db.models import F, Q, QuerySet

from games import clock
from games.selectors.stored import each_readable
from games.services.keeping.pruning import holds
from masques_site.notices import readers
from masques_site.notices.hours import Hours
from masques_site.notices.kinds import KINDS, paths_of
from masques_site.notices.kinds.base import MAX_AGE, WAIT, Verdict
from masques_site.notices.models import Delivery, Endpoint, Notice, State
from masques_site.notices.topics import TOPICS, When
from masques_site.notices.verdicts import SET_ASIDE, Court

BATCH_SIZE = 200


def pass_on_due() -> int:
    """Put away the due notices that nobody needs, and pass on the others; return how many were passed on. At most
    `BATCH_SIZE` are looked at."""
    now = clock.now()
    # Another version of the site may have stored kinds that this one does not know.
    waiting = Notice.objects.filter(state=State.WAITING, kind__in=KINDS)
    kinds = _due(waiting, now)
    if not kinds:
        return 0
    with transaction.atomic():
        rows = waiting.filter(pk__in=kinds, due_at__lte=now + WAIT)  # not passed on by another worker meanwhile
        locked = rows.select_for_update(of=("self",)).select_related("user", *paths_of(kinds.values())).order_by("pk")
        notices = [notice for notice in each_readable(locked) if notice.topic in TOPICS]  # nor its topics
        _set_aside(set(kinds) - {notice.pk for notice in notices}, now)
        return _settle(notices, now)


def pass_on_lines() -> int:
    """Pass on the new public lines of leagues' logs to the webhooks of these leagues; return how many."""
    now = clock.now()
    since = {
        "league__log__at__gt": now - MAX_AGE,
        "league__log__pk__gt": F("seen_line"),
        "league__log__is_public": True,
    }
    rows = Endpoint.objects.filter(league__isnull=False, off_at=None, **since).order_by("league__log__pk")
    found = list(rows.values_list("pk", "league__log__pk")[:BATCH_SIZE])
    if not found:
        return 0
    with transaction.atomic():
        lines = [
            Delivery(endpoint_id=pk, log_entry_id=line, topic="league", due_at=now, created_at=now)
            for pk, line in found
        ]
        Delivery.objects.bulk_create(lines, ignore_conflicts=True)
        for pk, line in dict(found).items():  # the last line of each
            Endpoint.objects.filter(pk=pk).update(seen_line=line)
    return len(found)


def _due(waiting: QuerySet[Notice], now: datetime) -> dict[int, str]:
    """Return the keys and kinds of the notices that are due, the longest due first, and of those gathered with them,
    although they are due a little later."""
    # The database compares the moments: one that cannot be read is no error here.
    rows = waiting.filter(due_at__lte=now + WAIT).order_by("due_at", "pk")
    rows = rows.annotate(is_due=holds(Q(due_at__lte=now)), is_new=holds(Q(passed_at=None)))
    found = list(rows.values_list("pk", "user", "kind", "is_due", "is_new")[:BATCH_SIZE])
    gathering = {(user, kind) for _pk, user, kind, is_due, _is_new in found if is_due and KINDS[kind].gathers}
    return {pk: kind for pk, user, kind, is_due, is_new in found if is_due or (is_new and (user, kind) in gathering)}


def _set_aside(keys: Iterable[int], now: datetime) -> None:
    """Leave notices for a while that are still due, and so cannot be read."""
    if keys:
        Notice.objects.filter(pk__in=keys, state=State.WAITING, due_at__lte=now).update(due_at=now + SET_ASIDE)


def _settle(notices: Sequence[Notice], now: datetime) -> int:
    """Do what the verdicts on these notices say; return how many were passed on."""
    court = Court(notices, now, with_pauses=True)
    ready: list[Notice] = []
    others: dict[Verdict, list[int]] = {}
    for notice in notices:
        court.catch_up(notice)
        verdict = court.verdict(notice)
        if verdict.is_ready:
            ready.append(notice)
        else:
            others.setdefault(verdict, []).append(notice.pk)
    for verdict, keys in others.items():
        values = {"state": verdict.state} if verdict.until is None else {"due_at": verdict.until}
        Notice.objects.filter(pk__in=keys).update(**values)
    if ready:
        _pass_on(ready, court, now)
    return len(ready)


def _pass_on(notices: Sequence[Notice], court: Court, now: datetime) -> None:
    """Store the deliveries of these notices, and when those that have more to say speak again."""
    users = {notice.user_id: notice.user for notice in notices}
    endpoints, choices = readers.endpoints_of(users.values()), readers.choices_of(users)
    hours = readers.hours_of(users.values()) if endpoints else {}
    found, done, going_on = [], [], []
    for notice in notices:
        places = endpoints.get(notice.user_id, [])
        found += _deliveries(notice, places, choices, hours, now)
        if (following := _following(notice, places, choices, court, now)) is None:
            done.append(notice.pk)
        else:
            notice.topic, notice.due_at, notice.passed_at = *following, now
            going_on.append(notice)
    Delivery.objects.bulk_create(found, ignore_conflicts=True)
    Notice.objects.filter(pk__in=done).update(state=State.PASSED, passed_at=now)
    Notice.objects.bulk_update(going_on, ["topic", "due_at", "passed_at"])


def _deliveries(
    notice: Notice,
    places: Iterable[Endpoint],
    choices: readers.Choices,
    hours: dict[int, Hours],
    now: datetime,
) -> list[Delivery]:
    """Return a delivery to each of `places` over whose channel the reader wants this topic."""
    found = []
    for endpoint in places:
        when = choices.when(notice.user_id, notice.topic, endpoint.channel)
        if when != When.OFF:
            is_gathered = when == When.DIGEST
            due_at = hours[notice.user_id].next_digest(now) if is_gathered else now
            delivery = Delivery(notice=notice, endpoint=endpoint, topic=notice.topic, due_at=due_at, created_at=now)
            delivery.is_gathered = is_gathered
            found.append(delivery)
    return found


def _following(
    notice: Notice, places: Sequence[Endpoint], choices: readers.Choices, court: Court, now: datetime
) -> tuple[str, datetime] | None:
    """Return what `notice` says next, of what its reader wants to hear over any of `places`, and when; None for
    nothing."""
    topic, following = notice.topic, None
    try:
        while (following := court.next_topic(notice)) is not None:
            notice.topic, when = following
            is_wanted = any(choices.when(notice.user_id, notice.topic, place.channel) != When.OFF for place in places)
            if is_wanted and when > now:
                return following
    finally:
        notice.topic = topic
    return None
