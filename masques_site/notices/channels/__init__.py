"""The channels over which notices leave the site, one class each."""

from collections.abc import Mapping

from masques_site.notices.channels.base import Channel
from masques_site.notices.channels.mail import Mail
from masques_site.notices.channels.push import Push
from masques_site.notices.channels.webhook import Webhook

CHANNELS: Mapping[str, Channel] = {channel.code: channel for channel in (Mail(), Push(), Webhook())}
