"""The results that Masques can have at the real table (rules page, #end)."""

from games.core.text import _
from games.core.title.placing import Placing


class MasquesPlacing(Placing):
    """One winner: no two players reach a win at the same moment. The score is all favours together, which doesn't order
    the others: how near they came to a win does."""

    score = _("Favours")
    shares_first = False
