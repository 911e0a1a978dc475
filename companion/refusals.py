"""Refusals that only the companion has; the others are those of games."""

from games.core.text import _
from games.refusals import Conflict, Refusal


class NoSuchPlay(Refusal):
    """The refusal if a play doesn't exist, or the user may not know of it: both look the same."""

    status = 404
    code = "missing"

    def __init__(self) -> None:
        super().__init__(_("There’s no such result, or it’s not open to you."))


class NoSuchCode(Refusal):
    """The refusal of a code of a room or a hand that leads nowhere, or no longer: both look the same."""

    status = 404
    code = "missing"

    def __init__(self) -> None:
        super().__init__(_("Code: this one leads nowhere, or no longer. Check the letters, or ask for a new code."))


class AlreadyImported(Conflict):
    """The refusal of a play of a file that was imported before."""

    def __init__(self) -> None:
        super().__init__(_("This play is imported already."))
