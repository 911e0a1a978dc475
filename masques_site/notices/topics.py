"""The topics of notices, one row each: what a user can choose channels for."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.db import models
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


class When(models.TextChoices):
    """When a channel passes on the notices of a topic."""

    AT_ONCE = "once", _("At once")
    DIGEST = "digest", _("In the digest")
    OFF = "off", _("Off")


@dataclass(frozen=True, slots=True)
class Topic:
    """A row of the table. `defaults` holds the channels, by code, for which a user who has chosen nothing gets it
    otherwise than at once. A topic that `costs_a_seat` comes in quiet hours, too."""

    code: str
    name: str | Promise
    defaults: Mapping[str, When] = field(default_factory=dict)
    costs_a_seat: bool = False

    def default(self, channel: str) -> When:
        """Return when a user who has chosen nothing gets it over this channel."""
        return self.defaults.get(channel, When.AT_ONCE)


_EVERYWHERE_OFF = {"mail": When.OFF, "push": When.OFF, "webhook": When.OFF}

TOPICS: Mapping[str, Topic] = {
    topic.code: topic
    for topic in (
        Topic("turn", _("It’s my turn")),
        Topic("answer", _("I’m asked for an answer to another player’s move")),
        Topic("half", _("Half of my time is left"), _EVERYWHERE_OFF | {"push": When.AT_ONCE}),
        Topic("tenth", _("A tenth of my time is left"), costs_a_seat=True),
        Topic("timeout", _("My time ran out")),
        Topic("over", _("My match is over")),
        Topic("invitation", _("I’m invited to a table")),
        Topic("table", _("My table has filled up")),
        Topic("league", _("News from my leagues")),
        Topic("play", _("A play of mine at the real table: confirm, dispute, decision")),
        Topic("proposal", _("A player proposes ending a match")),
        Topic("rating", _("My rating has changed"), _EVERYWHERE_OFF),
        Topic("away", _("An opponent goes on vacation"), _EVERYWHERE_OFF),
        Topic("account", _("My account: automatic vacations, reports, places that fail")),
    )
}
LONGEST_CODE = max(map(len, TOPICS))
