"""What a decision is."""

from functools import lru_cache

from games.core.state import TURN
from games.models import Match
from games.selectors.matches import position
from games.selectors.stored import check_match, reading_row


@lru_cache(maxsize=1024)
def is_response(match_id: str, decision: int) -> bool:
    """Whether the decision that is opened after so many events of a match is an answer to somebody else's move. Raises
    what reading a match raises, `BrokenLog` and `BrokenRow` among it; what is found out once never changes."""
    with reading_row(match_id):
        match = Match.objects.get(pk=match_id)
        check_match(match)
    return position(match, decision).state.response() != TURN
