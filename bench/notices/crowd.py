"""Very many messages that are due at once, in a site's environment: ``python -m bench.notices.crowd fill|watch``.

Arguments are read as JSON from standard input, and the result is written as JSON to standard output.
"""

import json
import sys
import time
from datetime import timedelta
from itertools import pairwise
from typing import Any

import django

BROWSERS = 10  # of each person


def fill(messages: int, url: str, keys: dict[str, str], after: float) -> dict[str, float]:
    """Start matches of two, and let each person who owes the first move have a message due for each of their browsers
    in `after` seconds. Return when that is."""
    from bench.leagues.rows import people
    from games import clock
    from games.models import Seat
    from games.services.waiting import tables
    from masques_site.notices.models import Delivery, Endpoint, Notice, State

    number = messages // BROWSERS
    players = people(2 * number, "player")
    for one, other in zip(players[::2], players[1::2], strict=True):
        table = tables.open_table(host=one, title="maskera", seats=2, settings={}, pace="standard", access="open")
        tables.join_table(user=other, match_id=table.pk)
    seats = list(Seat.objects.filter(due_decision__isnull=False, user__isnull=False))
    due_at = clock.now() + timedelta(seconds=after)
    told = {"kind": "your_turn", "topic": "turn", "state": State.PASSED, "passed_at": due_at}
    notices = Notice.objects.bulk_create(
        Notice(
            user_id=seat.user_id or 0, match_id=seat.match_id, seat=seat.index, decision=seat.due_decision or 0, **told
        )
        for seat in seats
    )
    places = Endpoint.objects.bulk_create(
        Endpoint(user_id=notice.user_id, channel="push", url=f"{url}/{notice.pk}/{browser}", facts=keys)
        for notice in notices
        for browser in range(BROWSERS)
    )
    by_user = {notice.user_id: notice for notice in notices}
    Delivery.objects.bulk_create(
        Delivery(endpoint=place, notice=by_user[place.user_id], topic="turn", due_at=due_at)
        for place in places
        if place.user_id is not None
    )
    return {"messages": len(places), "due_at": due_at.timestamp()}


def watch(due_at: float, seconds: float) -> dict[str, float]:
    """Wait until all messages have left, at most `seconds`; return how long that took, how many have not, and the
    longest time between two heartbeats of the sweeps meanwhile."""
    from games.models import Heartbeat
    from masques_site.notices.models import Delivery

    time.sleep(max(0.0, due_at - time.time()))
    beats, left, ends = {due_at}, 1, time.time() + seconds
    while left and time.time() < ends:
        time.sleep(0.2)
        left = Delivery.objects.filter(due_at__isnull=False).count()
        beats |= {at.timestamp() for at in Heartbeat.objects.values_list("at", flat=True)}
    ended = time.time()
    moments = sorted({beat for beat in beats if beat >= due_at} | {ended})
    gap = max(later - before for before, later in pairwise(moments))
    return {"seconds": ended - due_at, "left": left, "gap": gap}


COMMANDS = {"fill": fill, "watch": watch}


def main(argv: list[str]) -> None:
    django.setup()
    given: dict[str, Any] = json.load(sys.stdin)
    json.dump(COMMANDS[argv[1]](**given), sys.stdout)  # type: ignore[operator]


if __name__ == "__main__":
    main(sys.argv)
