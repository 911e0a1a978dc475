"""Many finished matches at once, as rows: too many to be played."""

import random
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from games import clock
from games.core.engine.outcome import places_by_key
from games.models import Match, Seat, Status
from leagues.core.reply_times import histogram
from leagues.models import RatedResult, ReplyTimes


def finished_matches(
    people: Sequence[Any],
    count: int,
    *,
    title: str = "lantern",
    pool: str = "people.calm",
    end: datetime | None = None,
    step: timedelta = timedelta(hours=9),
    seed: int = 1,
    rated: bool = True,
) -> list[Match]:
    """`count` public matches of the first of `people` with two to four of them, a `step` apart, the last of which ended
    at `end`. Results are recorded, and still to be rated; everybody has reply times."""
    rng = random.Random(seed)
    end = end or clock.now()
    matches, seats, results, replies = [], [], [], []
    for number in range(count):
        at = end - step * (count - 1 - number)
        table = [people[0], *rng.sample(people[1:], rng.randint(1, min(3, len(people) - 1)))]
        keys = [(rng.gauss(-0.4 * number / count if user is people[0] else 0, 1),) for user in table]
        places = list(places_by_key(keys))
        match = Match(
            title=title,
            rules_version=1,
            seat_count=len(table),
            status=Status.FINISHED,
            pace="standard",
            is_rated=rated,
            started_at=at - timedelta(days=3),
            finished_at=at,
            outcome={"places": places, "reason": "rules", "scores": None},
            end_announced_at=at,
        )
        matches.append(match)
        seats += [Seat(match=match, index=index, user=user) for index, user in enumerate(table)]
        stored = [{"player": user.pk, "place": place} for user, place in zip(table, places, strict=True)]
        facts = {"title": title, "finished_at": at}
        results.append(RatedResult(match=match.pk, pool=pool, seats=stored, length=16, usual=16, **facts))
        times = [timedelta(seconds=10 ** rng.gauss(4, 0.6)) for _reply in range(12)]
        replies.append(
            ReplyTimes(match=match.pk, player=people[0].pk, pace="standard", counts=histogram(times), **facts)
        )
    Match.objects.bulk_create(matches)
    Seat.objects.bulk_create(seats)
    ReplyTimes.objects.bulk_create(replies)
    if rated:
        RatedResult.objects.bulk_create(results)
    return matches
