"""The one door for requests to addresses that users typed, which must not lead into the site's own network."""

from masques_site.notices.channels.outbound.answers import Answer
from masques_site.notices.channels.outbound.errors import ForbiddenAddress, Unreachable
from masques_site.notices.channels.outbound.posting import check, post
from masques_site.notices.channels.outbound.targets import target_of

__all__ = ["Answer", "ForbiddenAddress", "Unreachable", "check", "post", "target_of"]
