"""Commands that run in the site's environment: ``python -m bench.chaos.inside people|matches|snapshot|settled``.

Arguments are read as JSON from standard input, and the result is written as JSON to standard output.
"""

import json
import random
import sys
import time
from typing import Any

import django
from django.db import transaction

PASSWORD = "seven-lanterns-on-the-water"  # noqa: S105  (of users that exist during a run only)


def make_people(names: list[str]) -> list[int]:
    """Create users with the password PASSWORD who do not confirm their moves. Returns their primary keys."""
    from masques_site.accounts.models import User
    from masques_site.accounts.services import create_account

    ids = []
    for name in names:
        user = create_account(username=name, email=f"{name}@example.org", password=PASSWORD)
        User.objects.filter(pk=user.pk).update(confirm_moves=False)
        ids.append(user.pk)
    return ids


def make_matches(users: list[int], count: int, seed: int) -> list[dict[str, Any]]:
    """Start `count` matches of all titles in turn, with and without bots, with as few and as many seats as there are
    `users` for."""
    from django.contrib.auth import get_user_model

    from games.registry import TITLES
    from games.services.waiting import tables

    people = {user.pk: user for user in get_user_model().objects.filter(pk__in=users)}
    rng = random.Random(seed)
    shapes = [
        (game, seats, bots)
        for bots in (0, 1)
        for game in TITLES.values()
        for seats in dict.fromkeys((game.seats[0], max(seats for seats in game.seats if seats <= len(users))))
    ]
    made = []
    for number in range(count):
        game, seats, bots = shapes[number % len(shapes)]
        players = [people[pk] for pk in rng.sample(users, seats - bots)]
        match = tables.open_table(
            host=players[0],
            title=game.slug,
            seats=seats,
            settings={},
            pace="standard",
            access="open",
            bots=["easy"] * bots,
            is_rated=True,
        )
        for user in players[1:]:
            tables.join_table(user=user, match_id=match.pk)
        made.append({"match": match.pk, "users": [user.pk for user in players]})
    return made


def snapshot(match_ids: list[str]) -> dict[str, Any]:
    """Return everything stored about these matches; each match is read in one transaction."""
    from bench.chaos.stored import Stored, StoredMatch
    from games import clock
    from games.models import Match

    matches: dict[str, StoredMatch] = {}
    for match in Match.objects.filter(pk__in=match_ids):
        with transaction.atomic():
            matches[match.pk] = stored_match(Match.objects.get(pk=match.pk))
    return Stored(clock.now().timestamp(), matches, rating_faults()).to_json()


def rating_faults() -> list[str]:
    """Return what in the ledger and the ratings does not follow from the results; empty while some are still
    unrated."""
    from leagues.services.ratings import recompute

    try:
        return recompute.compare(lambda _done, _total: None).faults
    except recompute.Waiting:
        return []


def unrated(matches: Any) -> Any:
    """Return those of `matches` that count for ratings and are over but have not been rated."""
    from games.models import Status
    from leagues.models import RatedResult

    return matches.filter(status=Status.FINISHED, is_rated=True).exclude(
        pk__in=RatedResult.objects.filter(is_due=False).values("match")
    )


def stored_match(match: Any) -> Any:
    """Return one match as a `StoredMatch`."""
    from bench.chaos.stored import (
        StoredAnswer,
        StoredBotTurn,
        StoredEvent,
        StoredMatch,
        StoredNotice,
        StoredReceipt,
        StoredSeat,
    )
    from games.audit import faults_of
    from games.models import Answer, Event, Match, Receipt
    from masques_site.notices.models import Notice

    def seconds(moment: Any) -> float | None:
        return None if moment is None else float(moment.timestamp())

    events = Event.objects.filter(match=match).order_by("ply")
    receipts = Receipt.objects.filter(match=match).order_by("pk")
    answers = Answer.objects.filter(match=match)
    notices = Notice.objects.filter(match=match)
    bot_turns = match.bot_turns.filter(closed_at=None).order_by("seat")
    return StoredMatch(
        id=match.pk,
        status=match.status,
        ply=match.ply,
        rev=match.rev,
        decision=match.decision,
        deadline=seconds(match.deadline),
        announced=match.end_announced_at is not None,
        unrated=unrated(Match.objects.filter(pk=match.pk)).exists(),
        seats=[StoredSeat(s.index, s.user_id, bool(s.bot), s.due_decision) for s in match.seats.all()],
        events=[StoredEvent(e.ply, e.kind, e.seat, e.text, e.actor, e.at.timestamp()) for e in events],
        receipts=[StoredReceipt(r.seat, r.client_move_id, r.text, r.rev) for r in receipts],
        answers=[StoredAnswer(a.window, a.seat, a.text) for a in answers],
        notices=[StoredNotice(n.user_id, n.seat, n.decision, n.kind) for n in notices],
        bot_turns=[StoredBotTurn(t.decision, t.seat, t.state, t.publish_at.timestamp()) for t in bot_turns],
        faults=faults_of(match),
    )


def pending_work(match_ids: list[str]) -> dict[str, int]:
    """Return the number of pending tasks that need no user, by kind: due bots, missing notices, ends not announced or
    not rated."""
    from games import clock
    from games.models import BotTurn, Match, Status
    from masques_site.notices.kinds import KINDS
    from masques_site.notices.kinds.matches import MatchFinished, YourTurn

    def untold(code: str) -> int:
        missing = KINDS[code].missing(clock.now())
        return sum(rows.filter(match__in=match_ids).count() for rows in missing)

    ours = Match.objects.filter(pk__in=match_ids)
    owing = BotTurn.objects.filter(match__in=match_ids, closed_at=None).values("match")
    counts = {
        "bots": ours.filter(status=Status.RUNNING, pk__in=owing).count(),
        "turns": untold(YourTurn.code),
        "ends": untold(MatchFinished.code),
        "unannounced": ours.filter(status=Status.FINISHED, end_announced_at=None).count(),
        "unrated": unrated(ours).count(),
    }
    return {what: count for what, count in counts.items() if count}


def wait_until_settled(match_ids: list[str], seconds: float) -> dict[str, Any]:
    """Wait at most `seconds` until no work is pending. Returns the Unix time, and what is still pending."""
    deadline = time.time() + seconds
    while (left := pending_work(match_ids)) and time.time() < deadline:
        time.sleep(0.1)
    return {"at": time.time(), "left": left}


COMMANDS = {"people": make_people, "matches": make_matches, "snapshot": snapshot, "settled": wait_until_settled}


def main(argv: list[str]) -> None:
    django.setup()
    json.dump(COMMANDS[argv[1]](**json.load(sys.stdin)), sys.stdout)  # type: ignore[operator]


if __name__ == "__main__":
    main(sys.argv)
