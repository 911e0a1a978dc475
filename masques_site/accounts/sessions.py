"""Sessions in the database, as Django keeps them, read by a statement that is built once."""

from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.models import Session
from django.utils import timezone

from games.plumbing.prepared import Prepared

_SESSION = Prepared(lambda session: Session.objects.filter(session_key=session), "a session")


class SessionStore(DatabaseStore):
    """The store named by `settings.SESSION_ENGINE`; every request of a logged-in user reads it."""

    def _get_session_from_db(self) -> Session | None:
        """Return the row of this session; if there is none or it has expired, take the session's key away and return
        None."""
        row: Session | None = _SESSION.first(self.session_key) if self.session_key else None
        if row is None or row.expire_date <= timezone.now():
            self._session_key = None
            return None
        return row
