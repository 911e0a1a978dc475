"""The user's own answers in advance."""

from games.models import Match, Seat, StandingAnswer


def answers_in_advance_of(match: Match, seat: Seat) -> dict[str, tuple[str, int]]:
    """Return the answers that the holder of `seat` keeps for this match, by key, each with its epoch; one statement."""
    rows = StandingAnswer.objects.filter(match=match, user=seat.user_id).values_list("key", "text", "epoch")
    return {key: (text, epoch) for key, text, epoch in rows}
