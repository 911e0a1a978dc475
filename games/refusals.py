"""Exceptions of services: each has a sentence for the user, a code for programs, and an HTTP status."""

from games.core.text import Text, _


class Refusal(Exception):
    """A service refuses a request and has changed nothing. `reason` says why and, if possible, what to do."""

    status = 409
    code = "refused"

    def __init__(self, reason: Text) -> None:
        super().__init__(str(reason))
        self.reason = reason


class Missing(Refusal):
    """There is no such match, or the user may not know of it: the two cannot be distinguished."""

    status = 404
    code = "missing"

    def __init__(self) -> None:
        super().__init__(_("There’s no such match, or it’s not open to you."))


class Forbidden(Refusal):
    """The user is not permitted to do this."""

    status = 403
    code = "forbidden"


class Stale(Refusal):
    """The decision that the caller saw is closed, or the match has changed; the page shows the current state."""

    code = "stale"


class Conflict(Refusal):
    """The request contradicts an earlier one, or the state of the match."""

    code = "conflict"


class SetAside(Conflict):
    """The match's log does not replay: its moves are suspended until it has been examined."""

    def __init__(self) -> None:
        super().__init__(_("This match is set aside until we’ve checked its log."))


class BadMove(Refusal):
    """A move that is unreadable or against the rules; `reason` names the rule."""

    status = 422
    code = "illegal"


class BadInput(Refusal):
    """An invalid field; `reason` names it."""

    status = 400
    code = "bad_input"


class WrongMethod(BadInput):
    """The URL does not allow this HTTP method."""

    status = 405
    code = "wrong_method"


class TooLarge(BadInput):
    """A field that is too long; `reason` names it."""

    status = 413
    code = "too_large"


class TooMany(Refusal):
    """The user has done this too often within a while; `reason` says what to do instead."""

    status = 429
    code = "too_many"
