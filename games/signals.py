"""What games announces to those who must not be imported here. Receivers run outside any request or transaction."""

from django.dispatch import Signal

# A person newly owes a decision. Sent by the worker after the commit; may be sent twice, so receivers keep a key.
# Arguments: match_id: str, seat: int, user_id: int, decision: int.
turn_due = Signal()

# A match has ended. Sent by the worker after the commit; may be sent twice. Arguments: match_id: str.
match_finished = Signal()
