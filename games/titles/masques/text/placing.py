"""The results that Masques can have at the real table (rules page, #end)."""

from games.core.text import _
from games.core.title.placing import Placing


class MasquesPlacing(Placing):
    """One winner, whose fifth favour nobody else can have at the same moment. The score is all favours together, which
    does not order the others: how near they came to a win does."""

    score = _("Favours")
    shares_first = False
