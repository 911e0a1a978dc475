"""Signals of the games app. Receivers run in the worker, outside any request or transaction.

Signals are sent after the commit and may be sent more than once: receivers must be idempotent. `deadlines_moved` is the
exception.
"""

from django.dispatch import Signal

# People owe decisions in these matches. Sent whenever a worker processes them, for all of them at once, without a
# record of its receivers: a receiver that may not miss one finds missing ones in a sweep of its own, as notices do.
# Receivers read the present state. Arguments: match_ids: list[str].
turns_due = Signal()

# A match has ended. Sent again by the sweep, for as long as it takes, until no receiver has raised an error; and sent
# again when a match that had ended is annulled. So a receiver reads the match's present state: who held the seats, the
# outcome (`games.selectors.stored.match_outcome`), `Match.annulled_at`. Arguments: match_id: str.
match_finished = Signal()

# The site did not run for `distance`, or its clock was set by as much (negative: back): every deadline moves by it.
# Sent inside the transaction that moves the clocks of matches, and before it locks any, so that what receivers change
# is stored once. A receiver has a savepoint of its own: the clocks move even if it fails. Arguments: distance:
# timedelta.
deadlines_moved = Signal()
