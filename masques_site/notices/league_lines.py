"""The lines of a league's log that its webhooks announce: what everybody may read on its pages."""

from django.utils.translation import gettext as _

from games.policy import policy
from leagues.log_text import describe
from leagues.models import LogEntry
from leagues.selectors import concerns
from masques_site.notices.channels.base import Words


def words(line: LogEntry) -> Words:
    """Return the words of one line, without the reasons that people gave."""
    names = policy().names([user for user in (line.actor, line.subject) if user is not None])
    said = f"{line.league.name}: {describe(line, names)}"
    return Words(said, [said], concerns.path_of(line), _("Go to the league"))
