"""Signals of the companion, sent after the commit by a worker."""

from django.dispatch import Signal

# All who sat there have confirmed a play, an organiser has decided that it counts, or a play that counted counts no
# longer. Sent again by the sweep, for as long as it takes, until no receiver has raised an error: receivers are
# idempotent, and read the present `Play.state`. Arguments: play_id: str.
play_confirmed = Signal()
