"""Leaks of the pages for a real table, its screen and its hands, for the tests that plant them."""

from typing import Any

import pytest

from games.views import board, screen, section, spectators
from games.views.match_context import MatchContext
from tests.twins.stream_leaks import wrap


def screen_of_a_seat(patch: pytest.MonkeyPatch) -> None:
    """The screen is drawn for the seat of its visitor."""
    visitors: list[Any] = []

    def asked(honest: Any, request: Any, context: Any) -> Any:
        spectators.drawings.kept.clear()
        visitors.append(MatchContext.for_user(request.user, context.match).viewer)
        return honest(request, context)

    def seen(honest: Any, state: Any, viewer: int | None, due: list[int]) -> Any:
        return honest(state, visitors[-1] if visitors and viewer is None else viewer, due)

    wrap(patch, screen, "board_response", asked)
    wrap(patch, board, "view_for", seen)


def hand_of_a_neighbour(patch: pytest.MonkeyPatch) -> None:
    """A hand shows what the next seat holds."""

    def drawn(honest: Any, context: Any, query: Any, *, whole: bool) -> Any:
        neighbour = context.seats[(context.viewer + 1) % len(context.seats)]
        return honest(context.for_seat(neighbour), query, whole=whole)

    wrap(patch, section, "hand_context", drawn)
