"""Signals of the games app. Receivers run in the worker, outside any request or transaction."""

from django.dispatch import Signal

# A user newly owes a decision. Sent by the worker after the commit, possibly twice: receivers must be idempotent.
# Arguments: match_id: str, seat: int, user_id: int, decision: int.
turn_due = Signal()

# A match has ended. Sent by the worker after the commit; may be sent twice. Arguments: match_id: str.
match_finished = Signal()
