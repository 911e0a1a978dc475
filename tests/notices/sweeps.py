"""The work of the workers with notices, one step after the other: find them, pass them on, deliver them."""

from masques_site.notices.channels import CHANNELS
from masques_site.notices.services import finding
from masques_site.notices.services.delivering import deliver
from masques_site.notices.services.passing_on import pass_on_due


def find_missing() -> None:
    """Store the missing notices of all kinds."""
    for pressing in (True, False):
        finding.find_missing(pressing=pressing)


def notify_due() -> int:
    """Do everything that is due now; return how many messages have arrived."""
    find_missing()
    pass_on_due()
    return sum(deliver(channel, failing=failing) for channel in CHANNELS for failing in (False, True))
