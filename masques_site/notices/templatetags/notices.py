"""Template filters that put the state of endpoints and deliveries into words."""

from django import template
from django.utils.translation import gettext as _

from masques_site.notices.channels import CHANNELS
from masques_site.notices.messages import TEST
from masques_site.notices.models import Delivery, Endpoint
from masques_site.notices.readers import gets_mail
from masques_site.notices.topics import TOPICS

register = template.Library()


@register.filter
def named(endpoint: Endpoint) -> str:
    """Return the name of an endpoint: its owner's, or its address."""
    if endpoint.channel == "mail" and endpoint.user is not None:
        return endpoint.user.email
    channel = CHANNELS.get(endpoint.channel)
    return endpoint.label or (str(channel.name) if channel is not None else endpoint.channel)


@register.filter
def gets_notices(endpoint: Endpoint) -> bool:
    """Return whether notices go there."""
    is_wanted = endpoint.channel != "mail" or (endpoint.user is not None and gets_mail(endpoint.user))
    return endpoint.is_on and is_wanted


@register.filter
def state_in_words(endpoint: Endpoint) -> str:
    """Return whether an endpoint is on, and if not, why."""
    if endpoint.off_because in Endpoint.Off.values:
        return str(Endpoint.Off(endpoint.off_because).label)
    if not gets_notices(endpoint):
        return _("turned off")
    return _("on, but nothing arrives") if endpoint.failing_since is not None else _("on")


@register.filter
def topic_in_words(delivery: Delivery) -> str:
    """Return what a delivery was about."""
    if delivery.topic == TEST:
        return _("A test")
    return str(TOPICS[delivery.topic].name) if delivery.topic in TOPICS else delivery.topic
