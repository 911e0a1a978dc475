"""One delivery by a POST request, and the meaning of the other server's answer."""

from collections.abc import Callable, Mapping

from django.utils.translation import gettext as _

from masques_site.notices.channels import outbound
from masques_site.notices.channels.base import Gone, Rejected, Unavailable
from masques_site.notices.channels.outbound import Answer, ForbiddenAddress, Unreachable
from masques_site.notices.channels.texts import shortened

LONGEST_LINE = 200
BUSY = frozenset({408, 425, 429})  # a timeout, too early, too many requests: not now, but later


def deliver(url: str, body: bytes, headers: Mapping[str, str], is_gone: Callable[[Answer], bool]) -> str:
    """Send a message to `url` and return what its server said. Raises a `DeliveryError` unless it took the message;
    `is_gone` recognises the answers after which nothing will ever arrive there."""
    try:
        answer = outbound.post(url, body, headers)
    except ForbiddenAddress as error:
        raise Rejected(_line(error)) from error
    except Unreachable as error:
        raise Unavailable(_line(error)) from error
    if 200 <= answer.status < 300:
        return answer.said
    if is_gone(answer):
        raise Gone(answer.said)
    if answer.status in BUSY or answer.status >= 500:
        raise Unavailable(answer.said, answer.retry_after)
    if 300 <= answer.status < 400:
        raise Rejected(_("%(status)s: redirects are not followed") % {"status": f"{answer.status} {answer.reason}"})
    raise Rejected(answer.said)


def _line(error: Exception) -> str:
    """Return the error's sentence; the name of a host in it may be long."""
    return shortened(str(error), LONGEST_LINE)
