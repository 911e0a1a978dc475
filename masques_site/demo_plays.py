"""Demo plays of the real table: two that all have confirmed, one that is disputed, one that waits."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from companion.core.results import PlayResult, Sitter
from companion.models import Play
from companion.services.plays import answering, recording
from games import clock
from games.core.title.game import Game
from games.registry import TITLES


def populate(people: Sequence[Any]) -> None:
    """Record plays of four of `people`, some of them with a player who has no account."""
    marco, lucia, tommaso, bianca = people[:4]
    with_scores = next(game for game in TITLES.values() if game.placing.score is not None and 3 in game.seats)
    of_two = next(game for game in TITLES.values() if 2 in game.seats)
    _confirm(_record(with_scores, [marco, lucia, tommaso], days=9, place="Caffè Florian", minutes=75))
    _confirm(_record(with_scores, [bianca, marco, "Nonna Pia"], days=5, minutes=60))
    answering.dispute(
        user=lucia,
        play_id=_record(of_two, [tommaso, lucia], days=3).pk,
        version=1,
        text="I won that one: I had the last mask.",
    )
    _record(with_scores, [lucia, marco, bianca], days=1, place="Lucia’s kitchen")


def _record(game: Game, order: Sequence[Any], *, days: int, **facts: Any) -> Play:
    """Record a play that ended in the order of `order`, as its first player saw it."""
    sitters = tuple(
        Sitter(place, name=who) if isinstance(who, str) else Sitter(place, who.pk) for place, who in enumerate(order, 1)
    )
    result = PlayResult(sitters, (clock.now() - timedelta(days=days)).date(), **facts)
    return recording.record(recorder=order[0], title=game.slug, result=result, is_demo=True)


def _confirm(play: Play) -> None:
    """Let all accounts at the table confirm it."""
    for seat in play.seats.filter(user__isnull=False).select_related("user"):
        answering.confirm(user=seat.user, play_id=play.pk, version=play.version)
