"""Commands that run in the site's environment: `python -m bench.site.inside people|matches|statements`.

Arguments are read as JSON from standard input, and the result is written as JSON to standard output.
"""

import json
import random
import sys
from typing import Any

import django
from django.conf import settings

from bench.site.client import FRAGMENT


def people(names: list[str]) -> dict[str, str]:
    """Create users who do not confirm their moves. Returns the session key of each."""
    from importlib import import_module

    from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY

    from masques_site.accounts.models import User

    sessions = {}
    for name in names:
        user = User(username=name, email=f"{name}@example.org", confirm_moves=False)
        user.set_unusable_password()
        user.save()
        session = import_module(settings.SESSION_ENGINE).SessionStore()
        session[SESSION_KEY] = str(user.pk)
        session[BACKEND_SESSION_KEY] = settings.AUTHENTICATION_BACKENDS[0]
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save()
        sessions[name] = session.session_key
    return sessions


def matches(shapes: list[tuple[str, list[str]]], decisions: int) -> list[dict[str, Any]]:
    """Start a match for each shape (title, names), and return it with moves for its first decisions."""
    from masques_site.accounts.models import User

    users = {user.username: user for user in User.objects.all()}
    made = []
    for number, (title, names) in enumerate(shapes):
        match = new_match(title, [users[name] for name in names])
        moves = [
            {**move, "name": names[move["seat"]]} for move in random_moves(match, decisions, random.Random(number))
        ]
        made.append({"match": match.pk, "title": title, "names": names, "moves": moves})
    return made


def new_match(title: str, players: list[Any]) -> Any:
    """Start a match without bots, and return it."""
    from games.models import Match
    from games.services.waiting import tables

    table = tables.open_table(
        host=players[0], title=title, seats=len(players), settings={}, pace="standard", access="open"
    )
    for user in players[1:]:
        tables.join_table(user=user, match_id=table.pk)
    return Match.objects.get(pk=table.pk)


def random_moves(match: Any, decisions: int, chance: random.Random) -> list[dict[str, Any]]:
    """Return random moves for the next decisions of `match` as form fields, without storing anything."""
    from games.chance import dealer_of
    from games.selectors.matches import position

    current = position(match)
    state, seen, game = current.state, current.decision, match.game
    dealer = dealer_of(match, list(match.seats.all()))
    moves: list[dict[str, Any]] = []
    while state.outcome() is None and len(moves) < decisions:
        answers = []
        for seat in state.deciders():
            parts: list[int] = []
            trial = state.copy()
            while not parts or trial.composing(seat):
                parts.append(chance.choice(trial.options(seat)))
                trial.choose(seat, parts[-1])
            text = game.format_move(state, seat, parts)
            answers.append((seat, parts))
            moves.append({"seat": seat, "text": text, "seen": seen, "client_move_id": f"{chance.getrandbits(64):x}"})
        for seat, parts in answers:
            for part in parts:
                state.choose(seat, part)
        seen += len(answers) + len(dealer.settle(game, state))
    return moves


def statements(session: str, paths: dict[str, str]) -> dict[str, int]:
    """Return the number of SQL statements for each path, including BEGIN and COMMIT. A leading `+` requests the
    fragment."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    settings.ALLOWED_HOSTS = ["testserver"]
    found = {}
    for label, path in paths.items():
        client = Client(headers=FRAGMENT if path.startswith("+") else {})
        if not label.startswith("anonymous"):
            client.cookies[settings.SESSION_COOKIE_NAME] = session
        client.get(path.removeprefix("+"))
        with CaptureQueriesContext(connection) as queries:
            client.get(path.removeprefix("+"))
        found[label] = len(queries)
    return found


def move_statements(session: str, match: str, move: dict[str, Any]) -> int:
    """Send one move by its form; return its number of SQL statements."""
    from django.db import connection
    from django.test import Client
    from django.test.utils import CaptureQueriesContext

    settings.ALLOWED_HOSTS = ["testserver"]
    client = Client()
    client.cookies[settings.SESSION_COOKIE_NAME] = session
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(f"/matches/{match}/move/", move)
    assert answer.status_code == 303, answer.content
    return len(queries)


COMMANDS = {"people": people, "matches": matches, "statements": statements, "move_statements": move_statements}


def main(argv: list[str]) -> None:
    django.setup()
    json.dump(COMMANDS[argv[1]](**json.load(sys.stdin)), sys.stdout)  # type: ignore[operator]


if __name__ == "__main__":
    main(sys.argv)
