"""The people of the tests, and matches for them, made by the site's own services."""

import random
from collections.abc import Sequence
from typing import Any

from django.contrib.auth import get_user_model

from games.core.engine.events import Event as CoreEvent
from games.core.engine.state import State
from games.models import Event, Match, Seat, Status
from games.plumbing.prepared import Prepared
from games.selectors.matches import log_of, position
from games.services.bot_moves.bots import first_move
from games.services.match import play
from games.services.waiting import tables
from tests.plugins.stand_in import CHANCE

NAMES = (
    "anna", "bruno", "carla", "dario", "elena", "fabio", "gianna", "ivo", "laura", "mattia", "nadia", "oreste", "piero",
)  # fmt: skip
"""People for the largest table."""


# Tests run these tens of thousands of times. The ORM spent a third of the time of a match on writing their text.
MEMBER = Prepared(lambda name: get_user_model().objects.filter(username=name), "a name")
STORED = Prepared(lambda match_id: Match.objects.filter(pk=match_id), "a match")
DUE = Prepared(
    lambda match_id: Seat.objects.filter(match=match_id, due_decision__isnull=False).select_related("user"), "a match"
)


def person(name: str) -> Any:
    """Return the member of that name, created at the first call."""
    made = get_user_model().objects.create_user
    return MEMBER.first(name) or made(username=name, email=f"{name}@example.org")


def deal(word: str) -> None:
    """Deal this test's next matches and seasons from `word`: equal steps after the same word make equal ones, with
    the same ids. Without it they are dealt from the name of the test."""
    CHANCE.start(word)


def running_match(
    title: str,
    people: Sequence[Any],
    *,
    pace: str = "standard",
    access: str = "open",
    is_rated: bool = False,
    bots: Sequence[str] = (),
    **settings: str,
) -> Match:
    """Start and return a match of `title` with `people` on the first seats in this order, and `bots` on the last."""
    table = tables.open_table(
        host=people[0],
        title=title,
        seats=len(people) + len(bots),
        settings=settings,
        pace=pace,
        access=access,
        is_rated=is_rated,
        bots=bots,
    )
    for user in people[1:]:
        tables.join_table(user=user, match_id=table.pk, link_token=table.link_token)
    return fresh(table)


def fresh(match: Match) -> Match:
    """Return the match as it is stored now. Raises DoesNotExist if it is gone."""
    found: Match | None = STORED.first(match.pk)
    if found is None:
        raise Match.DoesNotExist
    return found


def due(match: Match) -> list[Seat]:
    """Return the seats that owe a decision now, with their users."""
    return DUE.all(match.pk)


def bot_has_moved(match: Match) -> bool:
    """Return whether a bot has made a move in the match. A worker may be quicker than a test that asks who is due."""
    bots = match.seats.exclude(bot="").values("index")
    return Event.objects.filter(match=match, seat__in=bots, kind="move").exists()


def some_move(match: Match, seat: int, rng: random.Random | None = None) -> str:
    """Return a legal move of `seat` now, in notation: the first one, or one by `rng`."""
    state = position(match).state
    if rng is None:
        return match.game.format_move(state, seat, first_move(state, seat))
    return match.game.format_move(state, seat, _random_move(state, seat, rng))


def _random_move(state: State, seat: int, rng: random.Random) -> list[int]:
    trial, parts = state.copy(), []
    while not parts or trial.composing(seat):
        parts.append(rng.choice(trial.options(seat)))
        trial.choose(seat, parts[-1])
    return parts


def move(
    match: Match, seat: Seat, text: str | None = None, rng: random.Random | None = None, **more: Any
) -> play.Accepted:
    """Send a move of `seat` (default: a legal one) as its holder would; return what was accepted."""
    match = fresh(match)
    text = text or some_move(match, seat.index, rng)
    return _send(match, seat, **{"text": text, "seen": match.decision, **more})


def _send(match: Match, seat: Seat, *, seen: int, **more: Any) -> play.Accepted:
    values = {
        "actor": seat.user,
        "match_id": match.pk,
        "seat": seat.index,
        "seen": seen,
        "client_move_id": f"move-{match.pk}-{match.decision}-{seat.index}",
    }
    return play.play(**{**values, **more})


def play_to_end(match: Match, seed: int = 1, limit: int = 2000) -> Match:
    """Let everybody make random legal moves until the match is over; return it."""
    rng = random.Random(seed)
    for _turn in range(limit):
        match = fresh(match)
        if match.status != Status.RUNNING:
            return match
        state, seen = position(match).state, match.decision
        for seat in due(match):
            text = match.game.format_move(state, seat.index, _random_move(state, seat.index, rng))
            _send(match, seat, text=text, seen=seen)
    raise AssertionError(f"{match} is still running after {limit} decisions")


def stored_log(match: Match) -> list[CoreEvent]:
    """Return the match's events."""
    return log_of(match)
