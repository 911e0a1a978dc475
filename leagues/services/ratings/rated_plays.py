"""From confirmed plays of the real table to the results that are rated, in pools of their own."""

from django.db import transaction

from companion.models import Play, PlaySeat, PlayState
from leagues.core.pools import Pool
from leagues.core.rating import RatedMatch, RatedSeat
from leagues.models import TablePlay, TablePlayState
from leagues.services.ratings.rated_results import lock, row_of, store


def record(play_id: str) -> bool:
    """Store the result of a confirmed play that is to be rated, or that it counts no longer; return whether anything
    changed.

    Idempotent. A play that was offered to a match of a season and came too late is not rated.
    """
    play = Play.objects.filter(pk=play_id, is_rated=True, state__in=(PlayState.CONFIRMED, PlayState.VOID)).first()
    if play is None or TablePlay.objects.filter(play=play, state=TablePlayState.IGNORED).exists():
        return False
    seats = list(play.seats.order_by("index"))
    if play.confirmed_at is None or (play.counts and not all(map(_is_of_account, seats))):
        return False
    found = row_of(_result_of(play, seats))
    with transaction.atomic(durable=True):
        lock()
        return store(found)


def _is_of_account(seat: PlaySeat) -> bool:
    """Return whether the seat is that of an account, which may be deleted by now."""
    return seat.user_id is not None or not (seat.bot or seat.name)


def _result_of(play: Play, seats: list[PlaySeat]) -> RatedMatch:
    """Return what a play means for ratings. Its place in the order of all results is when it was confirmed, so that a
    play of an earlier date changes no rating that others have seen since. Seats of deleted accounts are left out."""
    game = play.game
    settings = game.complete_settings(play.settings, play.seat_count)
    assert play.confirmed_at is not None, "it was looked at"
    return RatedMatch(
        match=play.pk,
        title=play.title,
        pool=Pool.of_play(game.rated_apart, settings).slug,
        finished_at=play.confirmed_at,
        seats=tuple(RatedSeat(seat.user_id, seat.place) for seat in seats if seat.user_id is not None),
        length=0,
        usual=0,
        counts=play.counts,
    )
