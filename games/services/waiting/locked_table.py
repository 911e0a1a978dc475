"""A table under its lock, and the checks that its services share."""

from collections.abc import Sequence
from typing import Any

from games.core.text import Text, _
from games.models import Match, Seat, Status
from games.policy import policy
from games.refusals import Conflict, Forbidden, Missing
from games.selectors.matches import possible_link, viewer_id, visible_to
from games.selectors.stored import check_match, reading_row


def lock_open(user: Any, match_id: str, link_token: str = "") -> Match:
    """Lock and return a table that waits for its players, if `user` may know of it. Raises `Missing`, `Conflict` and
    `BrokenRow`."""
    match = lock_visible(user, match_id, link_token)
    if match.status == Status.EXPIRED:
        raise Conflict(_("This table was closed before the match could start."))
    if match.status != Status.OPEN:
        raise Conflict(_("This match has already started."))
    return match


def lock_visible(user: Any, match_id: str, link_token: str = "") -> Match:
    """Lock and return the match, if `user` may know of it. Raises `Missing`, which costs the same for no match, and
    `BrokenRow`."""
    visible = visible_to(viewer_id(user), possible_link(link_token))
    with reading_row(match_id):
        match = Match.objects.select_for_update().filter(visible, pk=match_id).first()
    if match is None:
        raise Missing
    check_match(match)
    return match


def check_may_play(user: Any) -> None:
    """Raise `Forbidden` if the site doesn't let `user` play."""
    refusal: Text | None = policy().refuse_to_play(user)
    if refusal is not None:
        raise Forbidden(refusal)


def check_host(match: Match, user: Any) -> None:
    """Raise `Forbidden` unless `user` opened the table."""
    if match.host_id != user.pk:
        raise Forbidden(_("Only the host of the table can do that."))


def free_seats(match: Match, taken: Sequence[Seat]) -> list[int]:
    """Return the seats that nobody has taken, in order."""
    indices = {seat.index for seat in taken}
    return [index for index in range(match.seat_count) if index not in indices]
