"""The order of the seats at a table."""

from collections.abc import Sequence
from typing import Any

from django.db import transaction

from games.core.text import _
from games.refusals import BadInput, Conflict
from games.services.keeping import sealed_rows
from games.services.match import match_setup
from games.services.waiting.locked_table import check_host, lock_open


def order_seats(*, host: Any, match_id: str, rev: int, order: Sequence[int]) -> None:
    """Seat the people and bots of a table in another order; only its host may, and only those whom they saw: `rev` is
    the revision that they were shown.

    `order` names for each seat the present one of its next holder. Free seats are named too: they stay free, wherever
    they come. Raises `Missing`, `Forbidden`, `BadInput`, and `Conflict` if the table has changed since.
    """
    with transaction.atomic(durable=True):
        match = lock_open(host, match_id)
        check_host(match, host)
        if match.rev != rev:
            raise Conflict(_("The table has changed. Check who’s there now, then order the seats."))
        if sorted(order) != list(range(match.seat_count)):
            raise BadInput(_("Order: name each seat once."))
        if list(order) != list(range(match.seat_count)):
            sealed_rows.move_seats(match, {old: new for new, old in enumerate(order)})
            match_setup.save_change(match, ())
