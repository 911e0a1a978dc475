"""Refusals that only leagues have; the others are those of games."""

from games.core.text import _
from games.refusals import Refusal


class NoSuchLeague(Refusal):
    """The refusal if a league, season or fixture doesn't exist, or the user may not know of it: both look the same."""

    status = 404
    code = "missing"

    def __init__(self) -> None:
        super().__init__(_("This league doesn’t exist, or you don’t have access to it."))
