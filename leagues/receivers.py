"""What leagues do when games say that a match is over."""

from typing import Any

from games.signals import match_finished
from leagues.services import results


def take_over_result(match_id: str, **_facts: Any) -> None:
    """Record the result of a match that belongs to a season. Games repeat the signal until this succeeds."""
    results.record(match_id)


match_finished.connect(take_over_result, dispatch_uid="leagues.take_over_result")
