"""What a decision is."""

from functools import lru_cache

from games.core.state import TURN
from games.models import Match
from games.selectors.matches import position


@lru_cache(maxsize=1024)
def is_response(match_id: str, decision: int) -> bool:
    """Whether the decision that is opened after so many events of a match is an answer to somebody else's move. Raises
    what reading a match raises, `BrokenLog` and `BrokenRow` among it; what is found out once never changes."""
    return position(Match.objects.get(pk=match_id), decision).state.response() != TURN
