"""How a service says no: a sentence for the person, a code for programs, a status for HTTP."""

from games.core.text import Text, _


class Refusal(Exception):
    """Nothing was changed. `reason` says why, and where possible what to do next."""

    status = 409
    code = "refused"

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Missing(Refusal):
    """No such match, or none that this person may know of: the two look the same."""

    status = 404
    code = "missing"

    def __init__(self) -> None:
        super().__init__(_("There is no such match, or it is not open to you."))


class Forbidden(Refusal):
    """This person may not do that here."""

    status = 403
    code = "forbidden"


class Stale(Refusal):
    """The decision the caller saw is closed, or the match has moved on; the page shows what is current."""

    code = "stale"


class Conflict(Refusal):
    """The request contradicts an earlier one, or the state of the table."""

    code = "conflict"


class SetAside(Conflict):
    """The match's log does not replay: nobody moves it until it has been examined."""

    def __init__(self) -> None:
        super().__init__(_("This match is set aside until its log has been examined."))


class BadMove(Refusal):
    """Unreadable or against the rules; `reason` names the rule."""

    status = 422
    code = "illegal"


class BadInput(Refusal):
    """A field that cannot be right; `reason` names it."""

    status = 400
    code = "bad_input"


class WrongMethod(BadInput):
    """This address is not for such a request."""

    status = 405
    code = "wrong_method"


class TooLarge(BadInput):
    """A field that is longer than it may be; `reason` names it."""

    status = 413
    code = "too_large"
