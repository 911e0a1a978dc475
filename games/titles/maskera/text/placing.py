"""The results that Maskera can have at the real table (rules page, #win)."""

from games.core.title.placing import Placing


class MaskeraPlacing(Placing):
    """One winner, and no scores."""

    shares_first = False
