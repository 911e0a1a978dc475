"""Reads what the pages of a league do not say, in the site's environment: ``python -m bench.seasons.inside snapshot``.

Arguments are read as JSON from standard input, and the result is written as JSON to standard output.
"""

import json
import sys
from datetime import datetime
from typing import Any

import django


def snapshot(slug: str) -> dict[str, Any]:
    """Return steps, log, fixtures with matches, challenges, absences and cards of all seasons of a league."""
    from games.models import Match
    from leagues.models import League

    league = League.objects.get(slug=slug)
    matches: dict[str, list[dict[str, Any]]] = {}
    for match in Match.objects.filter(source__startswith="leagues:fixture:").order_by("created_at"):
        fixture = ":".join(str(match.source).split(":")[:3])  # without the number of the replay
        row = {"id": match.pk, "status": match.status, "annulled": match.annulled_at is not None}
        matches.setdefault(fixture, []).append(row)
    return {
        "seasons": [_season(season, matches) for season in league.seasons.order_by("number")],
        "left_over": sorted(matches),
    }


def _season(season: Any, matches: dict[str, list[dict[str, Any]]]) -> dict[str, Any]:
    from bench.chaos.inside import rating_faults, unrated
    from games.models import Match
    from leagues.models import BenchOffer, Card, Incident
    from leagues.services.keeping import season_check

    played = Match.objects.filter(pk__in=season.fixtures.values("match"))

    return {
        "number": season.number,
        "steps": [
            {"kind": step.kind, "number": step.number, "done": step.done_at is not None} for step in season.steps.all()
        ],
        "log": [_line(line) for line in season.log.select_related("actor", "subject").order_by("pk")],
        "fixtures": [
            {
                "number": fixture.number,
                "state": fixture.state,
                "match": fixture.match_id,
                "needs_upkeep": fixture.needs_upkeep,
                "extended_until": None if fixture.extended_until is None else _seconds(fixture.extended_until),
                "former": [row.match_id for row in fixture.former_matches.all()],
                "matches": matches.pop(f"leagues:fixture:{fixture.pk}", []),
            }
            for fixture in season.fixtures.order_by("number")
        ],
        "incidents": [
            {"entry": row.entry_id, "fixture": row.seat.fixture.number, "at": _seconds(row.at)}
            for row in Incident.objects.filter(entry__season=season).select_related("seat__fixture")
        ],
        "cards": [
            {"entry": card.entry_id, "began_at": _seconds(card.began_at), "kind": card.kind}
            for card in Card.objects.filter(entry__season=season).order_by("entry", "began_at")
        ],
        "excused": [
            [seat.fixture.number, seat.entry_id]
            for fixture in season.fixtures.all()
            for seat in fixture.seats.filter(wants_substitute=True).select_related("fixture")
        ],
        "offers": [
            {"seat": offer.seat_id, "taken": offer.is_taken, "open": offer.closed_at is None}
            for offer in BenchOffer.objects.filter(seat__fixture__season=season)
        ],
        "unrated": sorted(unrated(played).values_list("pk", flat=True)),
        "rating_faults": rating_faults(),
        "row_faults": list(season_check.faults([season.league.slug])),
        "challenges": [_challenge(row) for row in season.challenges.select_related("fixture").order_by("at", "pk")],
        "requests": [[request.kind, request.state] for request in season.requests.order_by("pk")],
    }


def _line(line: Any) -> dict[str, Any]:
    return {
        "id": line.pk,
        "verb": line.verb,
        "details": line.details,
        "reason": line.reason,
        "actor": None if line.actor is None else line.actor.username,
        "subject": None if line.subject is None else line.subject.username,
        "at": _seconds(line.at),
    }


def _challenge(row: Any) -> dict[str, Any]:
    times = {"at": row.at, "answer_by": row.answer_by, "accepted_at": row.accepted_at, "ended_at": row.ended_at}
    return {
        "challenger": row.challenger_id,
        "challenged": row.challenged_id,
        "number": None if row.fixture is None else row.fixture.number,
        "before": [row.challenger_before, row.challenged_before],
        "after": [row.challenger_after, row.challenged_after],
        **{name: None if moment is None else _seconds(moment) for name, moment in times.items()},
    }


def _seconds(moment: datetime) -> float:
    return moment.timestamp()


COMMANDS = {"snapshot": snapshot}


def main(argv: list[str]) -> None:
    django.setup()
    json.dump(COMMANDS[argv[1]](**json.load(sys.stdin)), sys.stdout)


if __name__ == "__main__":
    main(sys.argv)
