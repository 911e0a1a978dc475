"""Commands in the environment of a simulated site: ``python -m bench.notices.inside people|play|settled|facts``.

Arguments are read as JSON from standard input, and the result is written as JSON to standard output.
"""

import json
import sys
import time
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from typing import Any

import django

from bench.notices.people import PEOPLE

SHORTEST = 4  # characters of a hidden word
MOST_MISSING = 20.0  # seconds in which there is a moment when nothing is missing


def people(browsers: dict[str, dict[str, Any]], rooms: dict[str, str]) -> dict[str, Any]:
    """Create all people with their hours, choices and places; return the secrets of their rooms and the site's key."""
    from masques_site.accounts.models import User
    from masques_site.accounts.services import create_account
    from masques_site.notices import readers
    from masques_site.notices.channels import push, vapid
    from masques_site.notices.forms import WebhookForm
    from masques_site.notices.models import Timing, TopicChoice
    from masques_site.notices.services import endpoints

    found = {}
    for name, persona in PEOPLE.items():
        user = create_account(username=name, email=f"{name}@example.org")
        User.objects.filter(pk=user.pk).update(timezone=persona.zone, confirm_moves=False)
        begin, end = persona.quiet or (None, None)
        hours = {"quiet_from": begin, "quiet_until": end, "digest": persona.digest, "digest_hour": persona.digest_hour}
        Timing.objects.create(user=user, **hours)
        for place, when in persona.choices.items():
            topic, channel = place.split()
            TopicChoice.objects.create(user=user, topic=topic, channel=channel, when=when)
        if name in browsers:
            endpoints.add("push", push.place_of(browsers[name]), "browser", user=user)
        if name in rooms:
            form = WebhookForm({"url": rooms[name], "format": persona.room_format, "label": name})
            if not form.is_valid():
                raise RuntimeError(f"{rooms[name]}: {form.errors}")
            room = form.place()
            endpoints.add("webhook", room, "room", user=user)
            found[name] = room.facts["secret"]
    readers.endpoints_of(User.objects.all())  # their mailboxes
    return {"secrets": found, "vapid_key": vapid.public_key()}


def play(seed: int, until: float) -> dict[str, Any]:
    """Let everybody play until this time of the site; return what they did."""
    from bench.notices.town import Town
    from masques_site.accounts.models import User

    users = {user.username: user for user in User.objects.filter(username__in=PEOPLE)}
    town = Town(users, PEOPLE, seed, datetime.fromtimestamp(until, UTC))
    town.live()
    acts = asdict(town.acts)
    return {**acts, "done": dict(town.acts.done)}


def settled(seconds: float, grace: float) -> list[str]:
    """Wait at most `seconds` until nothing is left behind for longer than `grace`, of the site's seconds; return what
    is left."""
    deadline = time.monotonic() + seconds
    while (left := _left(grace)) and time.monotonic() < deadline:
        time.sleep(0.5)
    return left


def _left(grace: float) -> list[str]:
    from games import clock
    from masques_site.notices.models import Delivery, DeliveryState, Notice, State

    before = clock.now() - timedelta(seconds=grace)
    late = {
        "deliveries": Delivery.objects.filter(due_at__lt=before).count(),
        "on their way": Delivery.objects.filter(state=DeliveryState.SENDING, created_at__lt=before).count(),
        "notices": Notice.objects.filter(state=State.WAITING, due_at__lt=before).count(),
    }
    return [f"{number} {what}" for what, number in late.items() if number]


def facts() -> dict[str, Any]:
    """Return all that is stored about notices, and the words that no message may hold."""
    from games import clock
    from games.models import Match
    from masques_site.accounts.models import User
    from masques_site.notices.models import Delivery, Endpoint, Notice

    missing = _missing()
    now = clock.now()
    return {
        "now": now.timestamp(),
        "readers": [_reader(user) for user in User.objects.filter(username__in=PEOPLE)],
        "endpoints": [
            {**_row(each, user=each.user_id), "is_signed": each.facts.get("format", "json") == "json"}
            for each in Endpoint.objects.all()
        ],
        "notices": [
            _row(each, user=each.user_id, match=each.match_id, endpoint=each.endpoint_id)
            for each in Notice.objects.order_by("pk")
        ],
        "deliveries": [
            _row(each, endpoint=each.endpoint_id, notice=each.notice_id) for each in Delivery.objects.order_by("pk")
        ],
        "secrets": {match.pk: hidden_words(match) for match in Match.objects.all()},
        "hosts": dict(Match.objects.values_list("pk", "host")),
        "missing": missing,
    }


def _missing() -> dict[str, int]:
    """Return how many notices of each kind are owed and not stored, when the sweeps had time to find them."""
    from games import clock
    from masques_site.notices.kinds import KINDS

    until = time.monotonic() + MOST_MISSING
    while True:
        now = clock.now()
        counts = {code: sum(rows.count() for rows in kind.missing(now)) for code, kind in KINDS.items()}
        found = {code: number for code, number in counts.items() if number}
        if not found or time.monotonic() > until:
            return found
        time.sleep(0.2)


def hidden_words(match: Any) -> list[str]:
    """Return what no message about a match may hold: its keys, all lines of its log, and the words in the views of its
    players that a spectator's view does not hold."""
    from games.core.engine.events import EventKind
    from games.models import Event, MatchKey, Status
    from games.selectors.matches import position

    found = {match.link_token, match.commitment, *match.seats.values_list("nonce", flat=True)}
    found |= {bytes(each.key).hex() for each in MatchKey.objects.filter(match=match)}
    found |= set(Event.objects.filter(match=match).exclude(kind=EventKind.SITE).values_list("text", flat=True))
    if match.status in (Status.RUNNING, Status.FINISHED):
        state = position(match).state
        public = set(_words(state.view(None)))
        found |= {word for seat in range(match.seat_count) for word in _words(state.view(seat)) if word not in public}
    return sorted(word for word in found if len(word) >= SHORTEST)


def _words(value: Any) -> list[str]:
    """Return all words in JSON."""
    if isinstance(value, dict):
        return [word for each in value.values() for word in _words(each)]
    if isinstance(value, list | tuple):
        return [word for each in value for word in _words(each)]
    return [value] if isinstance(value, str) else []


def _reader(user: Any) -> dict[str, Any]:
    persona = PEOPLE[user.username]
    return {
        "id": user.pk,
        "name": user.username,
        "email": user.email,
        "zone": user.timezone,
        "quiet": persona.quiet,
        "digest_hour": persona.digest_hour if persona.digest == "daily" else None,
        "choices": dict(persona.choices),
    }


def _row(stored: Any, **more: Any) -> dict[str, Any]:
    """Return the columns of a row without its relations, moments as seconds."""
    plain = {field.name: getattr(stored, field.attname) for field in stored._meta.fields if not field.is_relation}
    seconds = {name: value.timestamp() for name, value in plain.items() if isinstance(value, datetime)}
    return {**plain, **seconds, **more}


COMMANDS = {"people": people, "play": play, "settled": settled, "facts": facts}


def main(argv: list[str]) -> None:
    django.setup()
    result = COMMANDS[argv[1]](**json.load(sys.stdin))  # type: ignore[operator]
    json.dump(result, sys.stdout)


if __name__ == "__main__":
    main(sys.argv)
